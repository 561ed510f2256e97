"""What an answer scores: its letter is the right one, or it is not (paper, section on BA-Causal: exact match).

A score means little by itself: `plans/causal/baselines.py` answers every instance without understanding it, and where
its nearest frame or its extrapolation is right on nine of ten, an instance of that kind tells good from bad no more.
"""

from pydantic import JsonValue

from plans.causal.answers import read_letter
from plans.causal.puzzle import Puzzle, puzzle_of
from plans.records.instance import Mark

EXACT_MATCH = "exact_match"
COMPLEXITIES = (0.0, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99)
"""Borders of the buckets: most instances are near the upper end, and half of them would fall into one tenth."""
DIVERSITIES = (0.0, 0.4, 0.7, 1.0)
"""Borders of the buckets; what is all different has one of its own."""


def evaluate(instance: dict[str, JsonValue], answer: str) -> dict[str, JsonValue]:
    """The fields of plans.records.instance.Evaluated; what names no letter, or several, fails."""
    metadata = instance["metadata"]
    assert isinstance(metadata, dict)
    letter = read_letter(answer)
    return {
        "answer": letter,
        "checks": {EXACT_MATCH: Mark.PASSED if letter == metadata["answer"] else Mark.FAILED},
    }


def labels(instance: dict[str, JsonValue]) -> dict[str, str]:
    """Disaggregation of the plan → the bucket that the instance falls into."""
    puzzle = puzzle_of(instance)
    parameters = instance["parameters"]
    assert isinstance(parameters, dict)
    return {
        "number_of_objects": str(len(puzzle.scene.things)),
        "complexity": _bucket(puzzle.complexity, COMPLEXITIES),
        "material_diversity": _bucket(parameters["material_diversity"], DIVERSITIES),
        "shape_diversity": _bucket(parameters["shape_diversity"], DIVERSITIES),
        "presentation": puzzle.presentation,
        "distractors": puzzle.distractors,
        "collision": _met(puzzle),
        "start_offset": str(parameters["start_offset"]),
    }


def _bucket(value: JsonValue, borders: tuple[float, ...]) -> str:
    assert isinstance(value, int | float)
    for low, high in zip(borders, borders[1:], strict=False):
        if value < high:
            return f"{low:.2f} to {high:.2f}"
    return f"{borders[-1]:.2f}"


def _met(puzzle: Puzzle) -> str:
    if puzzle.collision is None:
        return "none"
    return "with a wall" if "wall" in puzzle.collision.between else "of objects"
