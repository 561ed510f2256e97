"""A solver that sees but roughly: the more alike the options are, the more often it takes the wrong one."""

from collections.abc import Mapping
from pathlib import Path

from agents.solving.causal.letters import response
from plans.causal.baselines import extrapolated, nearest
from plans.causal.puzzle import Letter, Option, puzzle_of
from plans.causal.scene import SIDE, State
from plans.records.instance import Instance, Response

CELLS = 16
"""Cells on a side of the frame; all that it sees of a place is the cell."""


class BoundedCausal:
    """Implements plans.contracts.instances.Solver.

    It reads positions in inputs and options, as who reads the text-only prompt can, each to the cell it lies in; lets
    all move on as between the last two inputs, and takes the option that is nearest to that.
    """

    name = "bounded"
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """Its letter; the first of those that look the same to it."""
        puzzle = puzzle_of(instance.model_dump(mode="json"))
        options: dict[Letter, Option] = {
            letter: option.model_copy(update={"state": _seen(option.state)})
            for letter, option in puzzle.options.items()
        }
        return response(instance, nearest(extrapolated(tuple(map(_seen, puzzle.inputs))), options))


def _seen(state: State) -> State:
    cell = SIDE / CELLS
    return tuple((round(x / cell) * cell, round(y / cell) * cell, angle) for x, y, angle in state)
