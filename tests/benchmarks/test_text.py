"""BA-Text: 2,000 instances drawn and checked in at most 20 seconds on two cores, which is 40 of one's time."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Any

from plans.instance_families import family_code
from plans.stratified import sampled, seed_of
from plans.text.metrics import constraints_of
from plans.text.writing.writer import written
from tests.benchmarks.figures import Figures

INSTANCES = 2000
LIMIT = 20.0
"""Seconds by the clock, with two processes."""
ANSWERS = 500


def drawn(number: int) -> dict[str, Any]:
    family = family_code("text")
    return family.draw(sampled(family.plan, 0, number), seed_of(0, number, 0))


def drawn_and_checked(number: int) -> bool:
    return not any(family_code("text").check(drawn(number)).values())


def test_instances_drawn_and_checked(figures: Figures) -> None:
    started = perf_counter()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        sound = sum(pool.map(drawn_and_checked, range(INSTANCES), chunksize=50))
    seconds = figures.note(
        f"text: {INSTANCES:,} instances drawn and checked, 2 processes", perf_counter() - started, "s", LIMIT
    )
    figures.note("  of them that stand all checks", sound, "")
    assert sound >= 0.95 * INSTANCES
    assert seconds <= LIMIT


def test_answers_scored(figures: Figures) -> None:
    family = family_code("text")
    instances = [drawn(number) for number in range(ANSWERS)]
    texts = [written(constraints_of(one), one["metadata"]["topic"]).text for one in instances]
    started = process_time()
    for one, text in zip(instances, texts, strict=True):
        family.evaluate(one, text)
    figures.note("text: 1,000 answers scored, processor", (process_time() - started) * 1000 / ANSWERS, "s")
