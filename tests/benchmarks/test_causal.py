"""Causal instances: 60 kept ones a second on one core, with their eight pictures; and what trivial answers score.

The target is of the plan's own mixture of instances with pictures. Counterfactual ones are slower, as scenes are drawn
until other laws make a difference. What the trivial answers score has no target: it says which kind of distractor a
score is worth something on, and beside them stand two that look at the options alone.
"""

import hashlib
from time import process_time
from typing import Any

import pytest

from plans.causal.baselines import baselines
from plans.causal.puzzle import LETTERS, Puzzle, puzzle_of
from plans.causal.scene import distance
from plans.families import family_code
from plans.records.instance import DrawnInstance, Instance
from plans.stratified import sampled, seed_of
from tests.benchmarks.figures import Figures

KINDS = ("frames", "counterfactual")
LIMIT = 1000 / 60
"""Milliseconds of the processor for an instance that is kept."""


def kept(distractors: str, presentation: str, count: int) -> list[dict[str, Any]]:
    """Instances that the checks let pass, made as a suite's are but for the process pool."""
    code = family_code("causal")
    found: list[dict[str, Any]] = []
    for number in range(count):
        random_seed = seed_of(1, number, 0)
        asked = {**sampled(code.plan, 1, number), "distractors": distractors, "presentation": presentation}
        drawing = DrawnInstance.model_validate(code.draw(asked, random_seed))
        instance = Instance(
            id=f"instance-{number}",
            random_seed=random_seed,
            prompt=drawing.prompt,
            parameters=drawing.parameters,
            media=tuple(hashlib.sha256(picture).hexdigest() for picture in drawing.pictures),
            metadata=drawing.metadata,
        ).model_dump(mode="json")
        if not any(code.check(instance).values()):
            found.append(instance)
    return found


def test_instances_with_their_pictures(figures: Figures) -> None:
    kept("frames", "images", 3)
    of_kind: list[float] = []
    for kind in KINDS:
        best = min(milliseconds(kind) for _ in range(3))
        figures.note(f"a kept causal instance with eight pictures, {kind}, processor", best, "ms")
        of_kind.append(best)
    mean = sum(of_kind) / len(of_kind)
    figures.note("a kept causal instance with eight pictures, both kinds, processor", mean, "ms", LIMIT)


def milliseconds(kind: str) -> float:
    """Of the processor, for each instance that is kept; what is refused is paid for too."""
    began = process_time()
    found = kept(kind, "images", 100)
    assert len(found) > 90
    return (process_time() - began) * 1000 / len(found)


@pytest.mark.parametrize("kind", KINDS)
def test_what_trivial_answers_score(kind: str, figures: Figures) -> None:
    instances = kept(kind, "text", 400)
    figures.note(f"causal instances of 400 that are kept, {kind}", len(instances), "")
    right = [{**baselines(instance), **by_options_alone(puzzle_of(instance))} for instance in instances]
    for name in right[0]:
        share = sum(one[name] for one in right) / len(right)
        figures.note(f"  right by {name}", share * 100, "%")


def by_options_alone(puzzle: Puzzle) -> dict[str, bool]:
    """Whether the option in the middle of the others is right, or the one farthest from them."""
    states = {letter: puzzle.options[letter].state for letter in LETTERS}
    apart = {
        letter: sum(distance(state, other) for other in states.values()) for letter, state in states.items()
    }
    return {
        "the option in the middle": min(LETTERS, key=lambda letter: apart[letter]) == puzzle.answer,
        "the odd one out": max(LETTERS, key=lambda letter: apart[letter]) == puzzle.answer,
    }
