"""Workers that cannot be had or that leave: the task says so, nobody waits for long, and nothing of them stays."""

import sys
import tempfile
from pathlib import Path

import pytest

from agents.judging.pool import WorkerPool
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.wire import JudgeSettings, TaskRequest, WorkerSetup
from plans.errors import RULING, BrowserLost, Event, EventRuling, Fate
from plans.records.criteria import EvaluationTask
from plans.records.verdict import JudgeRequest, Status
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
    with pytest.raises(BrowserLost, match="No worker could be started.*/nowhere/python"):
        await pool.run(_any_task(temporary))
    assert [path for path in temporary.rglob("worker-*")] == []


async def test_a_worker_that_ended_a_moment_before_it_is_killed_is_one_that_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kill found no process where the loop had not heard of its end yet, and the judgement ended in a traceback."""
    stand_in = tmp_path / "python"
    stand_in.write_text("#!/bin/sh\nexit 3\n")
    stand_in.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(stand_in))
    for _ in range(20):
        pool = WorkerPool(
            WorkerSetup(chromium="/nowhere/chromium", settings=JudgeSettings(), isolated=False, sandbox=None),
            1,
        )
        with pytest.raises(BrowserLost):
            await pool.run(_any_task(tmp_path))


SLOW_TO_LEAVE = """#!{python}
import pathlib, sys, time
here = pathlib.Path({folder!r})
sys.stdin.readline()
print("{{}}", flush=True)
for line in sys.stdin:
    print('{{"contexts": 1}}', flush=True)
time.sleep(0.5)
(here / f"left-{{time.monotonic_ns()}}").touch()
"""


@pytest.mark.slow
async def test_a_worn_out_worker_has_left_before_its_reply_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never more workers run than the pool may have."""
    stand_in = tmp_path / "python"
    stand_in.write_text(SLOW_TO_LEAVE.format(python=sys.executable, folder=str(tmp_path)))
    stand_in.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(stand_in))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    worn_out_at_once = JudgeSettings(recycle_after=1)
    pool = WorkerPool(WorkerSetup(chromium="", settings=worn_out_at_once, isolated=False), 1)
    left = list[int]()

    async with pool.in_use():
        for _ in range(4):
            await pool.run(_any_task(tmp_path))
            left.append(len(list(tmp_path.glob("left-*"))))

    assert left == [1, 2, 3, 4]
    assert list(tmp_path.glob("*worker-*")) == [], "and nothing of them stays"


@pytest.mark.browser
@pytest.mark.parametrize("tries", [1, 3])
async def test_how_often_a_lost_worker_is_tried_is_the_tables_to_say(
    temporary: Path, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr("agents.judging.programmatic.isolation", lambda: None)
    monkeypatch.setitem(RULING, Event.BROWSER_LOST, EventRuling(Fate.UNRESOLVED, tries=tries))
    judge = ProgrammaticJudge(read_settings().chromium, workers=1)
    plan = criteria(task("any", sees("h", "heading")))
    (found,) = (
        await judge.judge(JudgeRequest(item="app", submission=make_app("<h1>A</h1>"), criteria=plan))
    ).tasks
    assert (found.status, found.attempts, found.event) == (Status.UNRESOLVED, tries, Event.BROWSER_LOST)


ITS_ENVIRONMENT = """#!{python}
import os, pathlib, sys
sys.stdin.readline()
pathlib.Path({told!r}).write_text("\\n".join([*os.environ, sys.stdout.encoding]))
print("{{}}", flush=True)
sys.stdin.readline()
print('{{"contexts": 1}}', flush=True)
"""


async def test_a_worker_has_no_keys_in_its_environment_and_says_utf_8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole environment was handed on, to a browser that opens hostile pages without a sandbox of its own; and
    with it the encoding of a terminal, by which no verdict with an ellipsis came back.
    """
    told, stand_in = tmp_path / "told", tmp_path / "python"
    stand_in.write_text(ITS_ENVIRONMENT.format(python=sys.executable, told=str(told)))
    stand_in.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(stand_in))
    for name in ("BENCHWRIGHT_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "a secret")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    pool = WorkerPool(
        WorkerSetup(chromium="/nowhere/chromium", settings=JudgeSettings(), isolated=False, sandbox=None), 1
    )
    async with pool.in_use():
        await pool.run(_any_task(tmp_path))
    names = set(told.read_text().split())
    assert {"PATH", "TMPDIR", "utf-8"} <= names
    assert not [name for name in names if any(part in name for part in ("KEY", "TOKEN", "SECRET"))]


def _any_task(folder: Path) -> TaskRequest:
    return TaskRequest(
        task=EvaluationTask.model_validate(task("any", sees("h", "heading"))),
        submission=str(folder),
        atlas="",
        evidence=None,
        random_seed=1,
    )
