"""The judge on the corpus: each task judged on its own, as it was labelled."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.authoring.verification.matrix import independent
from agents.judging.programmatic import ProgrammaticJudge
from plans.files import read_record, write_record
from plans.records.judging import JudgeRequest
from plans.records.verdict import Judgement
from tests.corpus.material import App

AT_ONCE = 3
"""Apps that are judged at the same time, so that no worker waits for another's last task."""


async def judge_apps(
    judge: ProgrammaticJudge, apps: Sequence[App], folder: Path, tell: Callable[[App, Judgement], None]
) -> dict[App, Judgement]:
    """Judge each app and keep its judgement in `folder`; one that is there already is read and not made again."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def judged(app: App) -> Judgement:
        home = folder / app.project / app.style
        path = home / "judgement.json"
        if not path.exists():
            async with slots:
                request = JudgeRequest(
                    item=app.project, hand_in=app.site, criteria=independent(app.criteria()), evidence=home
                )
                home.mkdir(parents=True, exist_ok=True)
                write_record(path, await judge.judge(request))
        judgement = read_record(path, Judgement)
        tell(app, judgement)
        return judgement

    async with judge, asyncio.TaskGroup() as group:
        running = {app: group.create_task(judged(app)) for app in apps}
    return {app: task.result() for app, task in running.items()}
