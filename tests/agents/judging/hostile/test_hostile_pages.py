"""300 hostile pages in one run: a verdict each, none that was not earned, and the judge is afterwards as before."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

import pytest

from agents.browser.settings import MOST_STRETCHED
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.wire import JudgeSettings
from plans.errors import Event
from plans.records.verdict import Judgement, JudgeRequest, Status
from plans.settings import read_settings
from tests.agents.judging.hostile.pages import HostilePage, hostile_pages, stall_criteria
from tests.agents.judging.hostile.watching import Watch, watched_processes

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = 300
SEED = 3
WORKERS = 2
AT_ONCE = 4
"""Pages that are judged at the same time, so that no worker waits for another's last task."""
LOST_FOR = 5.0
"""Seconds for which a slot may be without a worker, on a quiet machine: from its browser's end to the next one's."""
OWN_LOAD = 2.0
"""Processes waiting for each core while this test has the machine for itself; with more, all takes longer."""
GROWTH = 1.2
"""How much more memory may be used at the end of the run than at its start, as its whole course goes."""
OUR_FAULT = {Event.BROWSER_LOST, Event.HARNESS_CRASHED}


async def judge_pages(pages: list[HostilePage], folder: Path) -> tuple[list[Judgement], float]:
    """The judgements of all pages, and when the last of them was begun: up to then every worker had work."""
    slots = asyncio.Semaphore(AT_ONCE)
    begun = 0.0

    async def judged(number: int, page: HostilePage) -> Judgement:
        nonlocal begun
        async with slots:
            begun = time.monotonic()
            submission = page.write(folder / str(number))
            judgement = await judge.judge(
                JudgeRequest(
                    item="stall", submission=submission, criteria=stall_criteria(), random_seed=number
                )
            )
        verdicts = " ".join(f"{v.task} {v.status.value}" for v in judgement.tasks)
        print(f"{judgement.browser_seconds:6.1f} s  {page.name}: {verdicts}")  # shown when the test fails
        return judgement

    async with ProgrammaticJudge(read_settings().chromium, workers=WORKERS) as judge:
        judgements = await asyncio.gather(*(judged(number, page) for number, page in enumerate(pages)))
    return list(judgements), begun


@pytest.mark.long
async def test_300_hostile_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    pages = hostile_pages(SEED, PAGES)
    with watched_processes() as watch:
        judgements, until = await judge_pages(pages, tmp_path)

    assert [len(judgement.tasks) for judgement in judgements] == [3] * PAGES
    assert unearned(pages, judgements) == []
    ours = [(p.name, v.task, v.reason) for p, j in zip(pages, judgements, strict=True) for v in j.tasks
            if v.event in OUR_FAULT]  # fmt: skip
    assert ours == [], "no page may take the judge itself down"
    assert passed_share(pages, judgements) >= 0.8, "a judge that decides nothing would hold all of the above"
    # Besides what is attempted, a page is explored once at most.
    assert_as_before(watch, until, PAGES + sum(v.attempts for j in judgements for v in j.tasks))
    assert [*temporary.rglob("worker-*")] == []


def unearned(pages: list[HostilePage], judgements: list[Judgement]) -> list[tuple[str, str, str]]:
    """The passes of tasks that nobody could pass on that page."""
    return [
        (page.name, verdict.task, verdict.reason)
        for page, judgement in zip(pages, judgements, strict=True)
        for verdict in judgement.tasks
        if verdict.task in page.impossible and verdict.status is Status.PASSED
    ]


def passed_share(pages: list[HostilePage], judgements: list[Judgement]) -> float:
    """The share that was passed of what nothing is known to make impossible."""
    possible = [
        verdict.status is Status.PASSED
        for page, judgement in zip(pages, judgements, strict=True)
        for verdict in judgement.tasks
        if verdict.task not in page.impossible and not any(s.hazard.slow for s in page.struck)
    ]
    return sum(possible) / len(possible)


def assert_as_before(watch: Watch, until: float, contexts: int) -> None:
    """No worker was lost for long, memory stayed flat, and nothing is left."""
    limits = JudgeSettings()
    gone = max(watch.lost(WORKERS, until), default=0.0)
    slowness = os.getloadavg()[1] / (os.cpu_count() or 1) / OWN_LOAD
    restarts, due = len(watch.main) - WORKERS, contexts // limits.recycle_after
    print(f"{restarts} restarts, {due} due after {contexts} contexts at most; the longest took {gone:.1f} s")
    print(f"machine × {slowness:.1f}; memory × {watch.growth():.2f}, at most {max(watch.megabytes):.0f} MB")
    # One that is not due is of a worker that was waited for in vain first.
    waited = limits.grace if restarts > due else 0.0
    assert waited + gone <= LOST_FOR * min(max(slowness, 1.0), MOST_STRETCHED)
    assert watch.growth() <= GROWTH
    assert watch.left_over() == []
