"""The sandboxes that this machine can make, and what tests of all of them share."""

import importlib.util
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from agents.sandbox.by_inspect import ByInspect
from agents.sandbox.roster import SANDBOXES, make_sandbox
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import SandboxRefused
from tests.agents.sandbox import stand_in_docker

PYTHON = "/usr/bin/python3"
"""The system's own, which every sandbox shows."""

STAND_IN = "docker-stand-in"
"""The sandbox `docker`, with stand_in_docker.py for its client and daemon."""

INSPECT_LOCAL = "inspect-local"
"""The adapter to Inspect AI with its provider `local`, which is refused to users: it keeps nothing apart."""

DAEMONS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
print("started", flush=True)
time.sleep({wait})
# {mark}
"""


def daemons(*, wait: float) -> str:
    """A program, like no other, that leaves five daemons behind: orphans in sessions of their own, deaf to SIGTERM.

    It ends itself after `wait` seconds.
    """
    return DAEMONS.format(wait=wait, mark=uuid4().hex)


def refusal(name: str) -> str | None:
    """Why this machine cannot make the sandbox; None where it can."""
    try:
        make_sandbox(name).preflight()
    except SandboxRefused as refused:
        return str(refused)
    return None


def each_provider() -> list[object]:
    """Parameters: every sandbox there is; those that cannot be made here are skipped with their own reason."""
    found: list[object] = []
    for name in SANDBOXES:
        reason = refusal(name)
        marks = [pytest.mark.skip(reason=reason)] if reason else []
        found.append(pytest.param(name, marks=marks, id=name))
    return found


def each_stand_in() -> list[object]:
    """Parameters: sandboxes that are tried against a stand-in for what this machine lacks; for `provided` alone.

    The stand-in for Docker starts a process for each command, so its part of the contract belongs to `make slow`.
    """
    reason = stand_in_docker.lack()
    marks = [pytest.mark.slow, *([pytest.mark.skip(reason=reason)] if reason else [])]
    has_inspect = importlib.util.find_spec("inspect_ai") is not None
    without = (
        [] if has_inspect else [pytest.mark.skip(reason="Inspect AI is not installed (the extra `inspect`)")]
    )
    return [
        pytest.param(STAND_IN, marks=marks, id=STAND_IN),
        pytest.param(INSPECT_LOCAL, marks=without, id=INSPECT_LOCAL),
    ]


def provided(name: str, patch: pytest.MonkeyPatch, folder: Path) -> SandboxProvider:
    """The sandbox of that parameter; `folder` is an empty one for what a stand-in needs."""
    if name == STAND_IN:
        stand_in_docker.provide(patch, folder)
        return make_sandbox("docker")
    if name == INSPECT_LOCAL:
        return ByInspect("local")
    return make_sandbox(name)


def running(script: str) -> list[int]:
    """Processes of this machine, inside of sandboxes too, that run a Python script which was given by `-c`."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if words[1:3] == ["-c", script] and "python" in Path(words[0]).name:
            found.append(int(entry.name))
    return found


def children_with(word: str) -> list[psutil.Process]:
    """Our child processes, at any depth, with a word on their command line; one that ends meanwhile is left out."""
    found: list[psutil.Process] = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if word in process.cmdline():
                found.append(process)
    return found


def until(condition: Callable[[], bool], limit: float = 10) -> None:
    """Wait for the condition, at most ten seconds."""
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
