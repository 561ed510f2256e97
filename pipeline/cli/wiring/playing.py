"""Who plays in a run beside the judge, and what they find: agents' programs, packages, prompts, users, a server."""

from collections.abc import Callable, Sequence

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import SET_BY_FILE
from agents.gateway.mirror_client import mirror_faults
from agents.sandbox.serving import StaticServer
from agents.users.roster import make_user, user_choice
from plans.contracts.coding import FetchedAgent, Player, Prompter, UserSimulator
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider, Server
from plans.errors import AuthorError, InstallFailed
from plans.records.sandboxing import Mirror
from plans.settings import read_mirror


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
    """Who says what is wrong with a hand-in, as agents.users.roster.user_choice has it; `model` words what one by a
    model says. Raises AuthorError where there is no such user or persona.
    """
    return make_user(user_choice(name), model)


def prompter(sandbox: SandboxProvider, mirror: Mirror | None = None) -> Prompter:
    """Who words what code agents are asked, with the packages that hand-ins find there, and the mirror."""
    packages = sandbox.runtime.packages if sandbox.runtime else ()
    return JinjaPrompter(packages, mirror.kinds if mirror else ())


def static_server() -> Server:
    """Serves static hand-ins on loopback."""
    return StaticServer()
