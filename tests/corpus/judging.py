"""The judge on the corpus: each task judged on its own, as it was labelled."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.authoring.verification.matrix import without_edges
from plans.contracts.runs import Judge
from plans.digests import folder_digest
from plans.files import read_own_record, write_record
from plans.items import judged_by
from plans.records.verdict import Judgement, JudgeRequest, World
from tests.corpus.material import App

AT_ONCE = 6
"""Apps that are judged at the same time, so that no worker waits for another's last task."""


async def judge_apps(
    judge: Judge, apps: Sequence[App], folder: Path, tell: Callable[[App, Judgement], None]
) -> dict[App, Judgement]:
    """Judge each app and keep its judgement in `folder`.

    One that is there already is read and not made again, unless it is about another judge, other criteria or another
    state of the app.
    """
    slots = asyncio.Semaphore(AT_ONCE)

    async def judged(app: App) -> Judgement:
        home = folder / app.project / app.style
        request = JudgeRequest(
            item=app.project,
            submission=app.site,
            criteria=without_edges(app.criteria()),
            world=World.OPEN,
            evidence=home,
        )
        path = home / "judgement.json"
        judgement = _kept(path, request, judge.digest)
        if judgement is None:
            async with slots:
                home.mkdir(parents=True, exist_ok=True)
                judgement = await judge.judge(request)
            write_record(path, judgement)
        tell(app, judgement)
        return judgement

    async with asyncio.TaskGroup() as group:
        running = {app: group.create_task(judged(app)) for app in apps}
    return {app: task.result() for app, task in running.items()}


def _kept(path: Path, request: JudgeRequest, judge: str) -> Judgement | None:
    """The judgement in a file, if it is of what is asked now; what was edited since must be judged again."""
    if not path.exists():
        return None
    there = read_own_record(path, Judgement)
    found = (there.item, there.graded_digest, there.submission_digest, there.judge_digest)
    asked = (request.item, judged_by(request), folder_digest(request.submission), judge)
    return there if found == asked else None
