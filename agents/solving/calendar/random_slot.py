"""A solver that answers by chance: what a score is worth that it reaches too."""

from collections.abc import Mapping
from pathlib import Path

from agents.solving.calendar.asked import answer, asked_by, chance
from plans.calendar.clock import MIDNIGHT
from plans.calendar.masks import GRID_STEP, first, merged
from plans.calendar.problem import Slot
from plans.records.instance import Instance, Response


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
        return answer(instance, Slot(rng.choice(asked.days), start, start + length))
