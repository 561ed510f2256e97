"""The provider `docker`: a sandbox wherever a docker daemon runs.

One container for each sandbox, from an image that is there already: no network but a loopback of its own, a read-only
root, no capabilities and none to be had, a user that is nobody's, bounds on memory, processes and processor time, and
what may be written in memory, under a quota. Nothing of this machine is in it but copies, and what is shown read-only.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from agents.sandbox.docker.box import NAME, Box, Frame
from agents.sandbox.docker.container import Container, asked, container
from agents.sandbox.layout import MountPoint, MountPoints, layout, refuse_unfit, to_its_end
from agents.sandbox.processes import run_aside, run_true
from plans.contracts.sandboxing import Sandbox
from plans.errors import SandboxRefused
from plans.records.sandboxing import BuiltRuntime, SandboxNeeds, Strength
from plans.scratch import scratch
from plans.settings import read_image

_NEEDED = {
    "MemoryLimit": "memory",
    "PidsLimit": "processes",
    "CPUCfsQuota": "processor time",
}
"""What a daemon says of itself → what it can bound. One that cannot starts containers all the same, with a warning."""


class Docker:
    """Implements plans.contracts.sandboxing.SandboxProvider."""

    name = NAME
    strength: Strength = "strong"
    runtime: BuiltRuntime | None = None

    def preflight(self) -> None:
        """Ask the daemon what it can bound, open a sandbox and run `true` in it; raises SandboxRefused."""
        _tried_once()

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """See the contract SandboxProvider. Each folder that may be written to has the whole quota, and all of them
        together what the bound on memory leaves.
        """
        return _opened(needs)


@cache
def _tried_once() -> None:
    """What has once been possible is not tried again; what was refused is."""
    run_aside(_tried)


async def _tried() -> None:
    answer = await asked("info", "--format", "{{json .}}")
    told = _record(answer.out) if answer.code == 0 else {}
    if problems := told.get("ServerErrors") or (not told and [answer.error]):
        raise SandboxRefused(
            f"No docker daemon answers ({'; '.join(map(str, cast('list[object]', problems)))}). Start it, or name "
            "another by DOCKER_HOST; `docker info` must work for this user."
        )
    if told.get("OSType") != "linux":
        raise SandboxRefused("The docker daemon has no Linux containers, and no others are sandboxes here.")
    lacking = [bound for name, bound in _NEEDED.items() if not told.get(name)]
    if not any("seccomp" in str(option) for option in told.get("SecurityOptions") or ()):
        lacking.append("system calls (seccomp)")
    if lacking:
        raise SandboxRefused(
            f"The docker daemon cannot bound {', '.join(lacking)}, so its containers are no safe sandboxes. Give it "
            "control groups (rootless docker: delegate memory, pids and cpu to the user), or choose bubblewrap."
        )
    await run_true(_opened, "A container")


@asynccontextmanager
async def _opened(needs: SandboxNeeds) -> AsyncGenerator[Sandbox]:
    refuse_unfit(needs)
    image, names = await _image()
    writable, seen = layout(needs)
    name = f"benchwright-{uuid4().hex[:16]}"
    words = container(name, image, [target for _, target in writable], seen, needs.limits)
    async with AsyncExitStack() as opening:
        doors = opening.enter_context(scratch("doors"))
        running = await Container.start(name, words)
        opening.push_async_callback(running.close)
        frame = Frame(
            container=running,
            places=_places(writable, seen),
            limits=needs.limits,
            network=needs.network,
            image=names,
            doors=doors,
        )
        box = Box(frame)
        await asyncio.to_thread(box.bring_in)
        for gateway in needs.network.gateways:
            await running.offer(gateway)
        if needs.network.kind == "joined":
            running.mirror()
        try:
            yield box
        finally:
            await to_its_end(box.close())


async def _image() -> tuple[str, tuple[str, ...]]:
    """The image by its digest, by which it stays one and the same, and the names of the variables that it sets."""
    image = read_image()
    answer = await asked("image", "inspect", "--format", "{{json .}}", image)
    if answer.code != 0:
        raise SandboxRefused(
            f"The image {image!r} is not there ({answer.error}), and none is fetched behind your back. Get it "
            f"(docker pull {image}), or name another in BENCHWRIGHT_IMAGE: one with python3, sh and what is to run."
        )
    told = _record(answer.out)
    config = cast("dict[str, Any]", told.get("Config") or {})
    variables = cast("list[str]", config.get("Env") or [])
    return str(told["Id"]), tuple(one.partition("=")[0] for one in variables)


def _places(writable: list[tuple[Path | None, str]], seen: list[tuple[Path, str]]) -> MountPoints:
    """Opened from inside alone: behind each place of the inside stands that place itself."""
    places = [MountPoint(target, source, Path(target), is_writable=True) for source, target in writable]
    return MountPoints(
        [*places, *(MountPoint(target, source, source, is_writable=False) for source, target in seen)]
    )


def _record(text: bytes) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(text))
    except ValueError as error:
        raise SandboxRefused(
            f"The docker client answers in a way that is not understood: {text[:200]!r}"
        ) from error
