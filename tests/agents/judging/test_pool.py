"""Workers that cannot be had: the task says so, and nothing of them stays."""

import tempfile
from pathlib import Path

import pytest

from agents.judging.mapping import SharedMap
from agents.judging.pool import WorkerPool
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.settings import JudgeSettings
from agents.judging.wire import TaskRequest, WorkerSetup
from plans.errors import RULING, BrowserLost, Event, Fate, Ruling
from plans.records.criteria import EvaluationTask
from plans.records.judging import JudgeRequest
from plans.records.verdict import Status
from plans.settings import read_settings
from tests.agents.judging.conftest import MakeApp, criteria, sees, task


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files lie, on a machine whose Python has just been removed."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    return folder


async def test_a_worker_that_cannot_be_started_leaves_no_folder(temporary: Path) -> None:
    """Its temporary folder stayed until benchwright ended, one for each try."""
    pool = WorkerPool(
        WorkerSetup(chromium="/nowhere/chromium", settings=JudgeSettings(), isolated=False, sandbox=None), 1
    )
    asked = TaskRequest(
        task=EvaluationTask.model_validate(task("any", sees("h", "heading"))),
        hand_in=str(temporary),
        evidence=None,
        random_seed=1,
    )
    with pytest.raises(BrowserLost, match="No worker could be started.*/nowhere/python"):
        await pool.run(asked, SharedMap())
    assert [path for path in temporary.rglob("worker-*")] == []


@pytest.mark.browser
@pytest.mark.parametrize("tries", [1, 3])
async def test_how_often_a_lost_worker_is_tried_is_the_tables_to_say(
    temporary: Path, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr("agents.judging.programmatic.isolation", lambda: None)
    monkeypatch.setitem(RULING, Event.BROWSER_LOST, Ruling(Fate.UNRESOLVED, tries=tries))
    judge = ProgrammaticJudge(read_settings().chromium, workers=1)
    plan = criteria(task("any", sees("h", "heading")))
    (found,) = (
        await judge.judge(JudgeRequest(item="app", hand_in=make_app("<h1>A</h1>"), criteria=plan))
    ).tasks
    assert (found.status, found.attempts, found.marks) == (Status.UNRESOLVED, tries, ("browser lost",))
