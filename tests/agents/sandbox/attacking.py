"""How attacks are made: little programs that try something and tell whether it was done."""

import pytest

from agents.sandbox.roster import USUAL
from plans.contracts.sandboxing import Sandbox
from plans.records.sandboxing import ExecResult, SandboxLimits
from tests.agents.sandbox.providers import PYTHON, refusal

MARKS = [pytest.mark.attack, pytest.mark.skipif(refusal(USUAL) is not None, reason=refusal(USUAL) or "")]

MB = 1_000_000
LIMITS = SandboxLimits(
    memory_bytes=300 * MB,
    processes=40,
    cpu_seconds=20,
    disk_bytes=64 * MB,
    disk_entries=2_000,
    file_bytes=16 * MB,
    output_bytes=100_000,
)
SECRET = "a-value-that-may-stand-nowhere"

TRIES = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)

def attempt(name, action, *arguments):
    try:
        result = action(*arguments)
    except Exception as error:
        print("stopped", name, type(error).__name__, getattr(error, "errno", ""))
    else:
        print("DONE", name, str(result)[:80])

def call(name, *arguments):
    if libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]) < 0:
        raise OSError(ctypes.get_errno(), name)

def write(path):
    with open(path, "w") as file:
        file.write("theirs")

def read(path):
    with open(path, "rb") as file:
        return file.read(2000)
"""
"""What the scripts beneath begin with: each attempt tells whether it was DONE or stopped."""


async def tried(sandbox: Sandbox, script: str, *arguments: str, timeout: float = 60) -> ExecResult:
    return await sandbox.exec([PYTHON, "-c", TRIES + script, *arguments], timeout=timeout)


async def all_stopped(sandbox: Sandbox, script: str, *arguments: str) -> list[str]:
    """The attempts of a script, of which none may have been done."""
    result = await tried(sandbox, script, *arguments)
    lines = result.stdout.splitlines()
    assert lines, result.stderr
    assert [line for line in lines if not line.startswith("stopped")] == []
    return lines
