"""A solver that is always right: the most that a score can be."""

from collections.abc import Mapping
from pathlib import Path

from agents.solving.calendar.asked import answer, asked_by
from plans.calendar.problem import earliest_slot, solve
from plans.records.instance import Instance, Response


class ExactCalendar:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded."""

    name = "exact"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """The earliest slot, or that there is none."""
        asked = asked_by(instance)
        return answer(instance, earliest_slot(asked.meeting, solve(*asked)))
