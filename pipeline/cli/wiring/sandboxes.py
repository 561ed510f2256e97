"""Which sandbox programs run in, and with what in it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from agents.coding.environments import built
from agents.coding.installing import refuse_unfit_runtime
from agents.judging.commands.own_python import own_python
from agents.sandbox.docker.client import told
from agents.sandbox.roster import USUAL, make_sandbox, try_sandbox
from agents.sandbox.showing import Showing
from plans.contracts.sandboxing import SandboxProvider
from plans.families import family_named
from plans.runtimes import declared_kind
from plans.settings import read_image, read_runtimes

OF_OUR_IMAGE = ("docker", "inspect:docker")
"""Sandboxes that run programs in the image that the settings name."""


def sandbox_named(name: str | None) -> SandboxProvider:
    """The sandbox that was chosen, and the usual one where none was; AuthorError names those there are.

    One that was chosen is tried at once, and raises SandboxRefused; the usual one is when something must be executed.
    """
    return make_sandbox(USUAL) if name is None else try_sandbox(name)


async def image_of(sandbox: SandboxProvider | None) -> str | None:
    """The image that programs run in there, by name and digest, as a name may mean another one tomorrow; None where the
    settings name none for it. Raises SandboxRefused where the daemon has no such image.
    """
    if sandbox is None or sandbox.name not in OF_OUR_IMAGE:
        return None
    image = read_image()
    digest = json.loads(await told("image", "inspect", "--format", "{{json .}}", image))["Id"]
    return f"{image} {digest}"


async def with_runtime(sandbox: SandboxProvider, folder: Path) -> SandboxProvider:
    """The sandbox in which programs find the environment that a suite's `runtime` folder declares, built where it is
    missing; as it is where the folder declares none. Raises InvalidFile, InstallFailed, and AuthorError where that
    sandbox could not use it.
    """
    if (kind := declared_kind(folder)) is not None:
        refuse_unfit_runtime(sandbox.name, kind)
    runtime = await built(folder, read_runtimes())
    return sandbox if runtime is None else Showing(sandbox, runtime)


@asynccontextmanager
async def as_tried(sandbox: SandboxProvider, family: str) -> AsyncGenerator[SandboxProvider]:
    """The sandbox for whoever writes hand-ins that are tried by commands: where the suite locks no packages, `python`
    and `pytest` are found there, as the judge has them. As it is for other families. Raises StorageFailed.
    """
    if sandbox.runtime is not None or not family_named(family).is_tried_by_commands:
        yield sandbox
        return
    with ExitStack() as building:
        yield Showing(sandbox, await asyncio.to_thread(building.enter_context, own_python()))
