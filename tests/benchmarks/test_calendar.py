"""BA-Calendar: 1,000 evaluations in 0.1 s of the processor, 2,000 checked instances in 20 s on two cores.

Evaluations are from loaded instances and texts of answers to verdicts, constrainedness included; the published metric
takes 24.4 s for 1,000 on the machine on which the target was set.
"""

from time import process_time
from typing import Any

from plans.families import family_code
from plans.stratified import sampled, seed_of
from tests.benchmarks.figures import Figures

CODE = family_code("calendar")
INSTANCES = 2000
EVALUATION_TARGET = 0.1
"""Seconds of the processor for 1,000 evaluations."""
EVALUATION_LIMIT = 1.0
"""From which on the benchmark fails, on however busy a machine."""
DRAWING_TARGET = 20.0
"""Seconds of the processor, on one core."""
ROUNDS = 5


def drawn() -> list[dict[str, Any]]:
    return [CODE.draw(sampled(CODE.plan, 0, number), seed_of(0, number, 0)) for number in range(INSTANCES)]


def test_drawing_and_checking(figures: Figures) -> None:
    began = process_time()
    instances = drawn()
    wrong = [said for one in instances for said in CODE.check(one).values() if said]
    seconds = figures.note(
        "BA-Calendar: 2,000 instances drawn and checked", process_time() - began, "s", DRAWING_TARGET
    )
    assert wrong == []
    assert seconds <= DRAWING_TARGET


def test_evaluating(figures: Figures) -> None:
    instances = drawn()
    right = [one["metadata"]["earliest"] or "No common time slot available" for one in instances]
    said = [f"Reason: they are all free then.\nFinal Answer: {answer}" for answer in right]
    scores: list[Any] = []
    measured: list[float] = []
    for _ in range(ROUNDS):
        began = process_time()
        scores = [CODE.evaluate(one, answer) for one, answer in zip(instances, said, strict=True)]
        measured.append((process_time() - began) / INSTANCES * 1000)
    seconds = figures.note("BA-Calendar: 1,000 evaluations, processor", min(measured), "s", EVALUATION_TARGET)
    assert all("failed" not in score["checks"].values() for score in scores)
    assert seconds <= EVALUATION_LIMIT
