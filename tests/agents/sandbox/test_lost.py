"""Programs and sandboxes that something outside kills are lost; what a program does to itself is its own doing."""

import asyncio
import shlex
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from agents.sandbox.cgroups import make_group
from agents.sandbox.local_unsafe import REAPER, LocalUnsafe
from agents.sandbox.roster import make_sandbox
from plans.errors import SandboxLost
from plans.records.sandboxing import ExecResult, SandboxLimits, SandboxNeeds
from tests.agents.sandbox.attacking import MB
from tests.agents.sandbox.providers import PYTHON, children_with, refusal, running, until

needs_bubblewrap = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

KILLS_ITSELF = "import os; os.kill(os.getpid(), 9)"
KILLS_A_CHILD = "import subprocess; p = subprocess.Popen(['sleep', '60']); p.kill(); print(p.wait())"
"""As a test does of a server that it started."""
OWN_ENDS = {
    "it kills itself": [PYTHON, "-c", KILLS_ITSELF],
    "a shell passes that on": ["sh", "-c", f"{PYTHON} -c {shlex.quote(KILLS_ITSELF)}; exit $?"],
    "it kills its parent": ["bash", "-c", "sh -c 'kill -9 $PPID'; echo never"],
    "it ends as if it had been killed": [PYTHON, "-c", "import os; os._exit(137)"],
    "its command has a limit": ["timeout", "-s", "KILL", "0.2", "sleep", "60"],
}


async def killed_from_outside(
    working: "asyncio.Task[ExecResult]", is_it: Callable[[psutil.Process], bool]
) -> None:
    """Kill the first process below this one that is meant, as the system does when memory runs short."""
    while not working.done():
        for process in psutil.Process().children(recursive=True):
            try:
                if is_it(process):
                    process.kill()
                    return
            except psutil.NoSuchProcess:
                continue
        await asyncio.sleep(0.02)


@needs_bubblewrap
async def test_a_program_that_kills_itself_is_not_lost() -> None:
    async with make_sandbox("bubblewrap").open(SandboxNeeds()) as sandbox:
        ends = [sandbox.exec(command, timeout=30) for command in OWN_ENDS.values()]
        results = await asyncio.gather(*ends, sandbox.exec([PYTHON, "-c", KILLS_A_CHILD], timeout=30))
    *own, ordinary = results
    assert [result.returncode for result in own] == [137] * len(OWN_ENDS)
    assert (ordinary.stdout, ordinary.had_outside_kill) == ("-9\n", False)


@needs_bubblewrap
@pytest.mark.parametrize("victim", ["bwrap", "first process inside", "program", "program of a shell"])
async def test_what_is_killed_from_outside_is_lost(victim: str) -> None:
    program = ["sleep", "612.5"]

    def is_it(process: psutil.Process) -> bool:
        if victim.startswith("program"):
            return process.cmdline() == program
        is_inner = any(parent.name() == "bwrap" for parent in process.parents())
        return (
            process.name() == "bwrap" and program[1] in process.cmdline() and is_inner == (victim != "bwrap")
        )

    command = ["sh", "-c", f"{shlex.join(program)}; exit $?"] if "shell" in victim else program
    async with make_sandbox("bubblewrap").open(SandboxNeeds()) as sandbox:
        working = asyncio.create_task(sandbox.exec(command, timeout=30))
        await killed_from_outside(working, is_it)
        with pytest.raises(SandboxLost):
            await working


@needs_bubblewrap
async def test_a_line_that_goes_on_after_an_outside_kill_says_so() -> None:
    async with make_sandbox("bubblewrap").open(SandboxNeeds()) as sandbox:
        line = "(sleep 613.5; exit $?); echo status=$?"
        working = asyncio.create_task(sandbox.exec(["bash", "-c", line], timeout=30))
        await killed_from_outside(working, lambda process: process.cmdline() == ["sleep", "613.5"])
        result = await working
    assert (result.stdout, result.had_outside_kill) == ("status=137\n", True)


@needs_bubblewrap
async def test_what_takes_more_memory_than_it_may_is_not_lost() -> None:
    group = make_group(SandboxLimits())
    if group is None:
        pytest.skip("no control group can be made here: it takes root")
    group.remove()
    takes = "b = bytearray(150_000_000); b[::4096] = b'1' * len(b[::4096]); import time; time.sleep(2)"
    one = f"{PYTHON} -c {shlex.quote(takes)} &"
    limits = SandboxLimits(memory_bytes=300 * MB, disk_bytes=10 * MB)
    async with make_sandbox("bubblewrap").open(SandboxNeeds(limits=limits)) as sandbox:
        result = await sandbox.exec(["bash", "-c", f"{one * 4} wait -n; exit $?"], timeout=30)
    assert (result.returncode, result.had_outside_kill) == (137, False)


LEAVES_ONE = """
import os, signal, subprocess, sys, time
subprocess.Popen([sys.executable, "-c", sys.argv[1]], start_new_session=True)
time.sleep(0.3)
os.kill(os.getppid(), signal.SIGKILL)
time.sleep(600)
"""


async def test_without_protection_who_kills_its_parent_ends_with_all_that_it_started(tmp_path: Path) -> None:
    """Its turn took all of its time and half a minute more, and what it had started changed what was judged."""
    left = f"import time; time.sleep(600)  # {tmp_path}"
    async with LocalUnsafe().open(SandboxNeeds(workspace=tmp_path)) as sandbox:
        result = await sandbox.exec([PYTHON, "-c", LEAVES_ONE, left], timeout=60)
        assert (result.returncode, result.timed_out) == (137, False)
        assert running(left) == []


async def test_without_protection_nothing_is_left_when_the_outer_reaper_is_killed(tmp_path: Path) -> None:
    left = f"import time; time.sleep(600)  # {tmp_path} again"
    async with LocalUnsafe().open(SandboxNeeds(workspace=tmp_path)) as sandbox:
        command = [PYTHON, "-c", f"import subprocess; subprocess.run([{PYTHON!r}, '-c', {left!r}])"]
        working = asyncio.create_task(sandbox.exec(command, timeout=60))
        await asyncio.to_thread(until, lambda: bool(running(left)))
        for process in children_with(str(REAPER)):
            process.kill()
        with pytest.raises(SandboxLost):
            await working
        assert running(left) == []
