"""Baselines of the family `calendar`, none of which asks a model."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from pydantic import JsonValue

from plans.calendar.checks import read_prompt
from plans.calendar.problem import (
    AVAILABILITY,
    GRID,
    GRID_STEP,
    MIDNIGHT,
    NO_SLOT,
    WEEKEND,
    Availability,
    MeetingRules,
    TimeSlot,
    allowed_starts,
    availability_of,
    constraints_of,
    days_of,
    earliest_slot,
    first,
    meeting_of,
    merged,
    solve,
    starts,
)
from plans.digests import text_digest
from plans.records.instance import Instance, Response


class CalendarQuestion(NamedTuple):
    """Rules, who is free when, and the days in their order."""

    meeting: MeetingRules
    availability: Availability
    days: Sequence[str]


def asked_by(instance: Instance) -> CalendarQuestion:
    """Read from the prompt alone, where every line of it can be read; else from constraints and metadata."""
    read = read_prompt(instance.prompt)
    if read.unforeseen or not read.schedules:
        recorded = instance.model_dump(mode="json")
        return CalendarQuestion(
            meeting_of(constraints_of(recorded)), availability_of(recorded), days_of(recorded)
        )
    constraints: list[dict[str, JsonValue]] = [
        {"kind": AVAILABILITY, "value": True},
        *({"kind": kind, "value": value} for kind, value in read.constraints),
    ]
    return CalendarQuestion(meeting_of(constraints), read.availability, read.days)


def chance(instance: Instance, solver: str, repeat: int) -> Random:
    """The solver's own random generator: the same for the same instance and repeat, whatever was asked before."""
    return Random(text_digest(f"{solver} {instance.id} {instance.random_seed} {repeat}"))


def answer(instance: Instance, slot: TimeSlot | None) -> Response:
    """An answer in the form that prompts ask for."""
    return Response(instance=instance.id, text=f"Final Answer: {NO_SLOT if slot is None else slot}")


class ExactCalendar:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded."""

    name = "exact"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """The earliest slot, or that there is none."""
        asked = asked_by(instance)
        return answer(instance, earliest_slot(asked.meeting, solve(*asked)))


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
        return answer(instance, TimeSlot(asked.days[place], minute, minute + asked.meeting.length))


def _open_starts(asked: CalendarQuestion) -> Iterator[tuple[int, int]]:
    """Place of the day and minute of every start on the grid at which somebody is free for the meeting."""
    for place, day in enumerate(asked.days):
        somebody = 0
        for schedule in asked.availability.values():
            somebody |= starts(merged(schedule.get(day, [])), asked.meeting.length)
        somebody &= GRID
        yield from ((place, minute) for minute in range(somebody.bit_length()) if somebody >> minute & 1)


def _suits(asked: CalendarQuestion, place: int, minute: int) -> int:
    """How many it suits, buffers included; one more where it keeps to the rules."""
    meeting, day = asked.meeting, asked.days[place]
    buffer = meeting.buffer or 0
    free = sum(
        (starts(merged(schedule.get(day, [])), meeting.length + 2 * buffer) << buffer) >> minute & 1
        for schedule in asked.availability.values()
    )
    ruled_out = meeting.no_weekends and day in WEEKEND
    return free + (allowed_starts(meeting) >> minute & 1 if not ruled_out else 0)


class RandomSlot:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded.

    A day by chance, of the right length, at any five minutes of the hours in which anybody is free on any day.
    """

    name = "random"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A slot."""
        asked, rng = asked_by(instance), chance(instance, self.name, repeat)
        anybody = 0
        for schedule in asked.availability.values():
            for blocks in schedule.values():
                anybody |= merged(blocks)
        length = min(asked.meeting.length, MIDNIGHT)
        begins = first(anybody) if anybody else 0
        last = max(begins, (anybody.bit_length() or MIDNIGHT) - length)
        start = min(rng.randrange(begins, last + 1, GRID_STEP), MIDNIGHT - length)
        return answer(instance, TimeSlot(rng.choice(asked.days), start, start + length))
