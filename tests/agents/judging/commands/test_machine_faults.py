"""What goes wrong with the machine while a program is judged: it is tried again, or undecided, and never failed."""

import asyncio
import shlex
import subprocess
import sys
from itertools import count
from pathlib import Path

import psutil
import pytest

from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.sandbox.hosting import Showing
from agents.sandbox.local_unsafe import LocalUnsafe
from plans.errors import Event, SandboxRefused, verdicts_to_rejudge
from plans.records.criteria import Criteria
from plans.records.sandboxing import BuiltRuntime
from plans.records.task_kinds import Command
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.commands.programs import (
    TEST_TOTAL,
    TILL,
    by_tests,
    judged,
    shell,
    task,
    write,
)
from tests.agents.sandbox.providers import children_with, refusal, until
from tests.pipeline.runner.test_full_disk import NAMESPACE, can_mount

needs_bubblewrap = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

# Long enough to be found and killed on a machine that does much else, and without an end where each try is killed.
SLOW = {
    "src/main.py": "import sys, time\ntime.sleep(30 if sys.argv[-1] == 'always' else 2)\nprint('well done')\n"
}
ENDS_AS_KILLED = {"src/ends.py": "import os\nos.execvp('sh', ['sh', '-c', 'exit 137'])\n"}
ONCE = CommandSettings(repeats=0)


async def kill(victims: dict[str, int]) -> None:
    """Kill programs in a sandbox by the last word of their command line, each so many times."""
    while any(victims.values()):
        for process in psutil.Process().children(recursive=True):
            try:
                word = process.cmdline()[-1:]
                is_program = process.name().startswith("python") and process.parent().name() != "bwrap"
                if is_program and word and victims.get(word[0]):
                    process.kill()
                    victims[word[0]] -= 1
            except (psutil.NoSuchProcess, AttributeError):
                continue
        await asyncio.sleep(0.05)


@pytest.mark.slow
@needs_bubblewrap
async def test_a_program_that_is_killed_is_tried_again_and_fails_where_that_never_ends(
    tmp_path: Path,
) -> None:
    """A program can have itself killed in ways that nobody sees, so that its failed tasks became unresolved."""
    tasks = [
        task("once", shell(None, "well done", "well done", line="true; python src/main.py once")),
        task("told", shell(None, "status 0", "status=0", line="python src/main.py told; echo status=$?")),
        task("always", shell(None, "well done", "well done", line="true; python src/main.py always")),
        task("by-a-shell", shell(None, "well done", "well done", line="python src/ends.py")),
    ]
    killing = asyncio.create_task(kill({"once": 1, "told": 1, "always": 3}))
    judgement = await judged(tmp_path, SLOW | ENDS_AS_KILLED, *tasks, settings=ONCE)
    killing.cancel()
    found = {one.task: (one.status, one.attempts, one.event) for one in judgement.tasks}
    assert found == {
        "once": (Status.PASSED, 1, None),
        "told": (Status.PASSED, 1, None),
        "always": (Status.FAILED, 3, Event.PROGRAM_KILLED),
        "by-a-shell": (Status.FAILED, 3, Event.PROGRAM_KILLED),
    }
    assert verdicts_to_rejudge(judgement) == ()


@pytest.mark.slow
@needs_bubblewrap
async def test_a_program_that_is_killed_while_memory_runs_short_is_undecided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.sandbox.bubblewrap.box.oom_kills", count().__next__)
    how = shell(None, "well done", "well done", line="python src/ends.py")
    judgement = await judged(tmp_path, ENDS_AS_KILLED, task("ends", how), settings=ONCE)
    assert (judgement.of("ends").status, judgement.of("ends").event) == (
        Status.UNRESOLVED,
        Event.SANDBOX_LOST,
    )


@pytest.mark.slow
@needs_bubblewrap
async def test_the_time_of_a_task_does_not_pass_while_we_are_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a Ctrl-Z and `fg` what was under way had run out of its time."""
    how = shell(None, "well done", "well done", limit=5)
    how = how.model_copy(update={"act": (*how.act, Command(line="sleep 0.1; echo and done"))})
    loop = asyncio.get_running_loop()
    clock, stopped = loop.time, 0.0

    def is_at_work() -> bool:
        return bool(children_with("src/main.py"))

    async def stop_and_go_on() -> None:
        nonlocal stopped
        await asyncio.to_thread(until, is_at_work, 60)
        stopped = 3600.0

    monkeypatch.setattr(loop, "time", lambda: clock() + stopped)
    stopping = asyncio.create_task(stop_and_go_on())
    judgement = await judged(tmp_path, SLOW, task("slow", how), settings=ONCE)
    await stopping
    assert judgement.of("slow").status is Status.PASSED, judgement.of("slow").reason


@pytest.mark.slow
async def test_without_protection_programs_are_judged_with_the_same_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None was found, so that every program failed, the reference too."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    request = JudgeRequest(
        item="till",
        submission=write(tmp_path / "submission", {"src/main.py": TILL}),
        criteria=Criteria(
            tasks=(
                task("tests", by_tests()),
                task("shell", shell("1\n1 2.5\n0\n", "the total", r"total is 3\.50")),
            )
        ),
        grader=write(tmp_path / "grader", {"tests/test_total.py": TEST_TOTAL}),
    )
    async with CommandJudge(LocalUnsafe(), ONCE) as judge:
        judgement = await judge.judge(request)
    assert {one.task: one.reason for one in judgement.tasks if one.status is not Status.PASSED} == {}


async def test_nothing_is_judged_where_the_graders_own_python_does_not_run(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho no module named pytest >&2\nexit 1\n")
    python.chmod(0o755)
    runtime = BuiltRuntime(digest="0" * 64, mounts=(), path=(str(tmp_path),), packages=("pytest",))
    with pytest.raises(SandboxRefused, match="no module named pytest"):
        async with CommandJudge(Showing(LocalUnsafe(), runtime)):
            pass


BUILD = """
from agents.judging.commands.own_python import own_python
from plans.errors import EXIT_CODE, StorageFailed
try:
    with own_python():
        print("built")
except StorageFailed as failed:
    print(EXIT_CODE[failed.cause])
"""


@pytest.mark.skipif(not can_mount(), reason="this machine does not let us mount a small file system")
def test_a_disk_that_is_full_before_anything_is_judged_is_the_machines_fault(tmp_path: Path) -> None:
    """It ended in a traceback and with 1, by which a script takes the program for one that failed."""
    build = shlex.join([sys.executable, "-c", BUILD])
    full = f"mount -t tmpfs -o size=300k tmpfs {shlex.quote(str(tmp_path))} && TMPDIR={tmp_path} {build}"
    done = subprocess.run([*NAMESPACE, "sh", "-c", full], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n"
