"""The same submissions twenty times: other values, another order, two at once, every other time on a busy machine."""

import asyncio
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agents.authoring.verification.matrix import without_edges
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.criteria import Criteria
from plans.records.verdict import JudgeRequest
from plans.settings import read_settings
from tests.benchmarks.sample import sample_project, submitted
from tests.corpus.material import App

pytestmark = [pytest.mark.browser, pytest.mark.slow]

REPEATS = 20
APP = App("fashion-boutique", "partial")
"""An app by somebody who never saw the judge; some of it fails, after all that may be meant was tried."""
EVERY = 3
"""Every so many of its tasks are judged, so that twenty repeats take minutes."""


def shuffled(criteria: Criteria, seed: int) -> Criteria:
    """The tasks in another order, none waiting for another."""
    tasks = list(without_edges(criteria).tasks)
    random.Random(seed).shuffle(tasks)
    return criteria.model_copy(update={"tasks": tuple(tasks)})


@contextmanager
def busy(on: bool) -> Generator[None]:
    """Another process takes a core meanwhile, if it is wanted."""
    burning = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if on else None
    try:
        yield
    finally:
        if burning is not None:
            burning.kill()
            burning.wait()


@pytest.mark.long
async def test_verdicts_are_the_same_in_20_of_20_repeats(tmp_path: Path) -> None:
    project = sample_project()
    strange = APP.criteria()
    asked = {
        "reference": (submitted(project, tmp_path / "submission"), project.criteria),
        "app": (APP.site, strange.model_copy(update={"tasks": without_edges(strange).tasks[::EVERY]})),
    }
    told: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))

    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        for number in range(REPEATS):
            requests = [
                JudgeRequest(
                    item=item, submission=submission, criteria=shuffled(criteria, number), random_seed=number
                )
                for item, (submission, criteria) in asked.items()
            ]
            with busy(number % 2 == 1):
                judgements = await asyncio.gather(*(judge.judge(request) for request in requests))
            for judgement in judgements:
                for verdict in judgement.tasks:
                    told[judgement.item, verdict.task][verdict.status.value].append(
                        f"repeat {number}: {verdict.reason}"
                    )

    assert {sum(map(len, verdicts.values())) for verdicts in told.values()} == {REPEATS}
    assert {key: dict(verdicts) for key, verdicts in told.items() if len(verdicts) > 1} == {}
    assert {status for verdicts in told.values() for status in verdicts} >= {"passed", "failed"}
    passed = {task for (item, task), verdicts in told.items() if item == "reference" and "passed" in verdicts}
    assert passed == {task.id for task in project.criteria.tasks}
