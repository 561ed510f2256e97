"""The provider local-unsafe: real processes, ended to the last one."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.sandbox.local_unsafe import LocalUnsafe

DAEMONS = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open(f"{os.getpid()}.pid", "w").close()
            time.sleep(60)
        os._exit(0)
time.sleep(0.5)
"""
"""Leaves five daemons behind: in sessions of their own, orphaned, deaf to SIGTERM."""


@pytest.fixture
def sandbox() -> LocalUnsafe:
    return LocalUnsafe(output_limit=10_000)


def running(folder: Path) -> list[int]:
    """Of the processes that noted themselves in `folder`, those that still run."""
    noted = [int(file.stem) for file in folder.glob("*.pid")]
    return [pid for pid in noted if Path(f"/proc/{pid}/stat").exists()]


def until(condition: Callable[[], bool]) -> None:
    """Wait for the condition, at most ten seconds."""
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


async def test_a_command_gets_its_input_and_hands_back_output_and_exit_code(
    sandbox: LocalUnsafe, tmp_path: Path
) -> None:
    result = await sandbox.exec(
        ["sh", "-c", "cat; pwd; exit 3"], workdir=tmp_path, input="hello\n", timeout=10
    )
    assert (result.success, result.returncode, result.timed_out) == (False, 3, False)
    assert result.stdout == f"hello\n{tmp_path}\n"


async def test_a_missing_program_is_an_ordinary_failure(sandbox: LocalUnsafe, tmp_path: Path) -> None:
    result = await sandbox.exec(["no-such-program"], workdir=tmp_path, input="x" * 200_000, timeout=10)
    assert result.returncode == 127
    assert "no-such-program" in result.stderr


async def test_secrets_of_our_own_environment_stay_here(
    sandbox: LocalUnsafe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", "secret")
    result = await sandbox.exec(["env"], workdir=tmp_path, environment={"PORT": "8000"}, timeout=10)
    names = {line.partition("=")[0] for line in result.stdout.splitlines()}
    assert names <= {"PATH", "HOME", "TMPDIR", "LANG", "PORT", "LC_CTYPE", "PWD", "SHLVL", "_"}
    assert "PORT" in names


async def test_out_of_time_ends_the_whole_tree(sandbox: LocalUnsafe, tmp_path: Path) -> None:
    script = DAEMONS.replace("time.sleep(0.5)", "time.sleep(60)")
    started = time.monotonic()
    result = await sandbox.exec([sys.executable, "-c", script], workdir=tmp_path, timeout=1.5)
    assert result.timed_out
    assert not result.success
    assert time.monotonic() - started < 5
    assert len(list(tmp_path.glob("*.pid"))) == 5
    assert running(tmp_path) == []


async def test_daemons_that_a_finished_command_left_are_ended(sandbox: LocalUnsafe, tmp_path: Path) -> None:
    result = await sandbox.exec([sys.executable, "-c", DAEMONS], workdir=tmp_path, timeout=20)
    assert result.success
    assert len(list(tmp_path.glob("*.pid"))) == 5
    assert running(tmp_path) == []


async def test_cancelling_ends_the_tree(sandbox: LocalUnsafe, tmp_path: Path) -> None:
    script = DAEMONS.replace("time.sleep(0.5)", "time.sleep(60)")
    task = asyncio.create_task(sandbox.exec([sys.executable, "-c", script], workdir=tmp_path, timeout=60))
    await asyncio.to_thread(until, lambda: len(list(tmp_path.glob("*.pid"))) == 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert running(tmp_path) == []


HARNESS = """
import asyncio, sys
from pathlib import Path
from agents.sandbox.local_unsafe import LocalUnsafe
command = [sys.executable, "-c", sys.argv[1]]
asyncio.run(LocalUnsafe().exec(command, workdir=Path(sys.argv[2]), timeout=60))
"""


def test_when_the_harness_is_killed_the_tree_goes_with_it(tmp_path: Path) -> None:
    script = DAEMONS.replace("time.sleep(0.5)", "time.sleep(60)")
    with subprocess.Popen([sys.executable, "-c", HARNESS, script, str(tmp_path)]) as harness:
        until(lambda: len(list(tmp_path.glob("*.pid"))) == 5)
        harness.kill()
    until(lambda: not running(tmp_path))


async def test_a_flood_of_output_is_cut_in_the_middle(sandbox: LocalUnsafe, tmp_path: Path) -> None:
    script = "print('first'); print('x' * 5_000_000); print('last')"
    result = await sandbox.exec([sys.executable, "-c", script], workdir=tmp_path, timeout=20)
    assert result.stdout.startswith("first\n")
    assert result.stdout.endswith("last\n")
    assert "4,990,012 bytes left out" in result.stdout
    assert len(result.stdout) < 11_000
