"""The docker client, as a program: what is asked of the daemon, and what it answers."""

import asyncio
import shutil
from collections.abc import Sequence
from typing import NamedTuple

from agents.sandbox.processes import end_now
from plans.errors import SandboxRefused
from plans.settings import client_environment
from plans.time_limits import within

LIMIT = 60.0
"""Seconds that the daemon has for an answer."""


class Answer(NamedTuple):
    """What the client said."""

    code: int
    out: bytes
    error: str


def client() -> str:
    """Where the client lies; raises SandboxRefused."""
    found = shutil.which("docker", path=client_environment().get("PATH"))
    if found is None:
        raise SandboxRefused(
            "There is no docker client, by which the sandbox `docker` is made. Install Docker (Debian and Ubuntu: "
            "apt-get install docker.io), or choose the sandbox bubblewrap."
        )
    return found


async def started(words: Sequence[str]) -> asyncio.subprocess.Process:
    """The client with these words, in a session of its own, so that no Ctrl-C reaches it; raises SandboxRefused."""
    return await asyncio.create_subprocess_exec(
        client(),
        *words,
        env=client_environment(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )


async def asked(*words: str, input: bytes = b"", limit: float = LIMIT) -> Answer:
    """Ask once; raises SandboxRefused where there is no client, and where no answer comes in time."""
    process = await started(words)
    try:
        answering = asyncio.ensure_future(process.communicate(input))
        if not await within(answering, limit):
            raise SandboxRefused(
                f"`docker {words[0]}` gave no answer for {limit:g} s. See whether the daemon is up (`docker info`)."
            )
        out, error = answering.result()
    finally:
        if process.returncode is None:
            await end_now(process)
    assert process.returncode is not None
    return Answer(process.returncode, out, error.decode(errors="replace").strip())


async def told(*words: str, input: bytes = b"", limit: float = LIMIT) -> bytes:
    """What the daemon answers; raises SandboxRefused with its words where it refuses."""
    answer = await asked(*words, input=input, limit=limit)
    if answer.code != 0:
        raise SandboxRefused(f"`docker {words[0]}` was refused: {answer.error}")
    return answer.out
