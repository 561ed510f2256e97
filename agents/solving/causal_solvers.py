"""Baselines of the family `causal`: answers that take no understanding of collisions."""

from collections.abc import Mapping
from pathlib import Path

from plans.causal.baselines import (
    EXTRAPOLATION,
    NEAREST_FRAME,
    RANDOM,
    at_random,
    extrapolated,
    guesses,
    nearest,
)
from plans.causal.puzzle import Letter, PuzzleOption, puzzle_of
from plans.causal.scene import SIDE, State
from plans.records.instance import Instance, Response


def response(instance: Instance, letter: str) -> Response:
    """The response that names an option."""
    return Response(instance=instance.id, text=f"Final Answer: {letter}")


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
        options: dict[Letter, PuzzleOption] = {
            letter: option.model_copy(update={"state": _seen(option.state)})
            for letter, option in puzzle.options.items()
        }
        return response(instance, nearest(extrapolated(tuple(map(_seen, puzzle.inputs))), options))


def _seen(state: State) -> State:
    cell = SIDE / CELLS
    return tuple((round(x / cell) * cell, round(y / cell) * cell, angle) for x, y, angle in state)


class _Positions:
    """Implements plans.contracts.instances.Solver.

    It looks at metadata: at the positions in inputs and options, as who reads the text-only prompt can, and at nothing
    else.
    """

    name: str
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """Its letter, in the words that the prompt asks for; the same in each repeat."""
        return response(instance, guesses(instance.model_dump(mode="json"))[self.name])


class ClosestFrame(_Positions):
    """The option that lies nearest to the last input frame."""

    name = NEAREST_FRAME


class LinearExtrapolation(_Positions):
    """The option that lies nearest to where everything would be, had it gone on as between the last two inputs."""

    name = EXTRAPOLATION


class RandomOption:
    """Implements plans.contracts.instances.Solver; it looks at the instance's random seed alone."""

    name = RANDOM
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A letter, the same each time for the same instance and repeat."""
        return response(instance, at_random(instance.random_seed, repeat))
