"""Participants of a run beside the judge: sandbox, simulated user, prompter, package mirror."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from agents.coding.environments import built
from agents.coding.installing import refuse_unfit_runtime
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import SET_BY_FILE
from agents.gateway.mirror import mirror_faults
from agents.sandbox.hosting import Showing
from agents.sandbox.roster import USUAL, make_sandbox, try_sandbox
from agents.sandbox.serving import StaticServer
from agents.users.roster import make_user, user_choice
from plans.contracts.coding import FetchedAgent, Player, Prompter, UserSimulator
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider, Server
from plans.errors import AuthorError, InstallFailed
from plans.families import family_named
from plans.records.sandboxing import Mirror
from plans.runtimes import declared_kind
from plans.settings import read_image, read_mirror, read_runtimes

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
    from agents.sandbox.docker.container import told

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
    """The sandbox for whoever writes submissions that are tried by commands: where the suite locks no
    packages, `python` and `pytest` are found there, as the judge has them. As it is for other families.
    Raises StorageFailed.
    """
    if sandbox.runtime is not None or not family_named(family).is_tried_by_commands:
        yield sandbox
        return
    from agents.judging.commands.own_python import own_python

    with ExitStack() as building:
        yield Showing(sandbox, await asyncio.to_thread(building.enter_context, own_python()))


async def mirror_at_hand() -> Mirror:
    """The package mirror that `benchwright.toml` or the environment names, tried; raises AuthorError where none is
    named, InvalidFile, and InstallFailed where it gives nothing now.
    """
    mirror = read_mirror(kinds=SET_BY_FILE)
    if not mirror.kinds:
        raise AuthorError(
            "--mirror was asked for, and no mirror is named. Name one in benchwright.toml ([mirror] with python or "
            "node, or both), or in BENCHWRIGHT_MIRROR_PYTHON and BENCHWRIGHT_MIRROR_NODE."
        )
    if faults := await mirror_faults(mirror):
        raise InstallFailed(
            f"The package mirror gives nothing: {'; '.join(faults.values())}. Correct its address, or what is shown to "
            "it, in benchwright.toml ([mirror]) or BENCHWRIGHT_MIRROR_…, or leave --mirror out."
        )
    return mirror


async def prepared(agents: Sequence[Player], say: Callable[[str], object]) -> None:
    """Have every program there that is going to be needed, before anything is played; raises InstallFailed."""
    for agent in agents:
        if isinstance(agent, FetchedAgent):
            if agent.is_missing:
                say(
                    f"Installing {agent.spec.kind} {agent.spec.version}, once for all runs; this may take minutes."
                )
            await agent.prepare()


def simulated_user(name: str, model: Model | None) -> UserSimulator:
    """Who says what is wrong with a submission, as agents.users.roster.user_choice has it; `model` words what one by a
    model says. Raises AuthorError where there is no such user or persona.
    """
    return make_user(user_choice(name), model)


def prompter(sandbox: SandboxProvider, mirror: Mirror | None = None) -> Prompter:
    """Who words what code agents are asked, with the packages that submissions find there, and the mirror."""
    packages = sandbox.runtime.packages if sandbox.runtime else ()
    return JinjaPrompter(packages, mirror.kinds if mirror else ())


def static_server() -> Server:
    """Serves static submissions on loopback."""
    return StaticServer()
