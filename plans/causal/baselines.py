"""Answers that take no understanding of collisions, to stand beside every score.

Where the distractors are other frames of the trajectory, the first two are right nearly always
(tests/benchmarks/test_causal.py measures it): scores on such instances tell little, also those of the paper's kind.
They look at the states of inputs and options, as whoever reads the text-only prompt can, and never at the answer.
"""

from collections.abc import Mapping
from random import Random

from pydantic import JsonValue

from plans.causal.puzzle import LETTERS, Letter, PuzzleOption, puzzle_of
from plans.causal.scene import Pose, State, distance

NEAREST_FRAME = "nearest-frame"
EXTRAPOLATION = "extrapolation"
RANDOM = "random"


def baselines(instance: Mapping[str, JsonValue]) -> dict[str, bool]:
    """Baseline → whether it is right."""
    puzzle = puzzle_of(instance)
    return {name: letter == puzzle.answer for name, letter in guesses(instance).items()}


def guesses(instance: Mapping[str, JsonValue]) -> dict[str, Letter]:
    """Baseline → the letter that it says."""
    puzzle = puzzle_of(instance)
    seed = instance["random_seed"]
    assert isinstance(seed, int)
    return guessed(puzzle.inputs, puzzle.options, seed)


def guessed(
    inputs: tuple[State, ...], options: Mapping[Letter, PuzzleOption], random_seed: int
) -> dict[str, Letter]:
    """The same, of what a puzzle is made of."""
    return {
        NEAREST_FRAME: nearest(inputs[-1], options),
        EXTRAPOLATION: nearest(extrapolated(inputs), options),
        RANDOM: at_random(random_seed, 0),
    }


def nearest(state: State, options: Mapping[Letter, PuzzleOption]) -> Letter:
    """Letter of the option that lies nearest; the first of those that lie equally near."""
    return min(LETTERS, key=lambda letter: distance(state, options[letter].state))


def extrapolated(inputs: tuple[State, ...]) -> State:
    """Where everything would be if each thing moved on as it did between the last two inputs."""
    return tuple(_moved_on(before, after) for before, after in zip(inputs[-2], inputs[-1], strict=True))


def at_random(random_seed: int, repeat: int) -> Letter:
    """A letter, the same each time for the same instance and repeat."""
    return Random(f"option {random_seed} {repeat}").choice(LETTERS)


def _moved_on(before: Pose, after: Pose) -> Pose:
    return (2 * after[0] - before[0], 2 * after[1] - before[1], 2 * after[2] - before[2])
