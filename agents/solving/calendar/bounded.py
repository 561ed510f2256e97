"""A solver that soon gives up: the more constrained an instance, the less it finds."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from agents.solving.calendar.asked import Asked, answer, asked_by
from plans.calendar.clock import WEEKEND
from plans.calendar.masks import GRID, merged, starts
from plans.calendar.problem import Slot, allowed_starts
from plans.records.instance import Instance, Response

LOOKS = 20
"""Slots that it looks at."""


class BoundedCalendar:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded.

    It goes through the slots at which somebody is free in their order, so that the first that will do is also right
    where the meeting has priority, and after some it gives up: then it answers the one that suits the most.
    """

    name = "bounded"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A slot; that there is none, where it looked at all and none would do."""
        asked = asked_by(instance)
        everything = len(asked.availability) + 1
        looked = list(islice(_open_starts(asked), LOOKS + 1))
        suited = [(_suits(asked, *start), start) for start in looked[:LOOKS]]
        right = next((start for suits, start in suited if suits == everything), None)
        if right is None and len(looked) <= LOOKS:
            return answer(instance, None)
        place, minute = right or max(suited, key=lambda found: found[0])[1]
        return answer(instance, Slot(asked.days[place], minute, minute + asked.meeting.length))


def _open_starts(asked: Asked) -> Iterator[tuple[int, int]]:
    """Place of the day and minute of every start on the grid at which somebody is free for the meeting."""
    for place, day in enumerate(asked.days):
        somebody = 0
        for schedule in asked.availability.values():
            somebody |= starts(merged(schedule.get(day, [])), asked.meeting.length)
        somebody &= GRID
        yield from ((place, minute) for minute in range(somebody.bit_length()) if somebody >> minute & 1)


def _suits(asked: Asked, place: int, minute: int) -> int:
    """How many it suits, buffers included; one more where it keeps to the rules."""
    meeting, day = asked.meeting, asked.days[place]
    buffer = meeting.buffer or 0
    free = sum(
        (starts(merged(schedule.get(day, [])), meeting.length + 2 * buffer) << buffer) >> minute & 1
        for schedule in asked.availability.values()
    )
    ruled_out = meeting.no_weekends and day in WEEKEND
    return free + (allowed_starts(meeting) >> minute & 1 if not ruled_out else 0)
