"""What a code agent may use while it works: a model, by endpoint and budget, and packages of the mirror."""

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agents.coding.program import Program
from agents.gateway.budget import Account, refuse_unpriced
from agents.gateway.mirror import MirrorDoor
from agents.gateway.retry import RetryNotices
from agents.gateway.transport import ModelRoute, proxy_for
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.files import write_record
from plans.model_settings import OF_THE_ENVIRONMENT
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.model_settings import HOSTED_TOOLS, Allowance, Endpoint, ModelSettings, WireProtocol
from plans.records.sandboxing import MIRRORED, Mirror, SandboxService
from plans.scratch import scratch
from plans.spend_log import SpendLog

PORT = 4873
"""Where package clients find the mirror, in a sandbox that has a network of its own."""
KEPT = "packages.json"
"""File beside the transcript."""
QUIET = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "npm_config_audit": "false",
    "npm_config_fund": "false",
    "npm_config_update_notifier": "false",
    # A lock that named our address would be worth nothing where the work is looked at, nor would one that came along.
    "npm_config_omit_lockfile_registry_resolved": "true",
    "npm_config_replace_registry_host": "always",
}
"""What keeps package clients to packages, and our address out of what they write."""


@dataclass(frozen=True)
class Supply:
    """What a sandbox is opened with, so that package clients in it find the mirror; nothing where there is none."""

    gateways: tuple[SandboxService, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


def named_for(spec: AgentSpec, mirror: Mirror | None) -> AgentSpec:
    """The spec as it is recorded where packages are within the agent's reach."""
    if mirror is None:
        return spec
    return spec.model_copy(update={"options": {**spec.options, MIRRORED: " and ".join(mirror.kinds)}})


@asynccontextmanager
async def supplied(door: MirrorDoor | None, sandbox: SandboxProvider) -> AsyncGenerator[Supply]:
    """The mirror within reach of a sandbox that is opened with this."""
    if door is None:
        yield Supply()
        return
    if sandbox.strength == "unsafe":
        # It has no network of its own, into which a gateway could lead.
        async with door.on_loopback() as address:
            yield Supply(environment=environment(door.mirror, address))
        return
    with scratch("mirror") as folder:
        socket = folder / "packages.sock"
        async with door.on_socket(socket):
            address = f"http://127.0.0.1:{PORT}"
            yield Supply((SandboxService(port=PORT, socket=socket),), environment(door.mirror, address))


def environment(mirror: Mirror, address: str) -> dict[str, str]:
    """By what pip, uv and npm, and clients that read npm's settings, find the mirror."""
    found = dict(QUIET)
    if mirror.python:
        index = f"{address}/python/"
        found |= {"PIP_INDEX_URL": index, "UV_DEFAULT_INDEX": index, "UV_INDEX_URL": index}
    if mirror.node:
        found |= {"npm_config_registry": f"{address}/node/"}
    return found


def door_to(mirror: Mirror | None) -> MirrorDoor | None:
    """The door for one turn; None where there is no mirror."""
    return None if mirror is None else MirrorDoor(mirror)


def noted(door: MirrorDoor | None, transcript: Path, report: AgentReport) -> AgentReport:
    """Keep beside the transcript what was had; the report says so where the turn says nothing about the agent.

    A mirror whose last word was none is a service that failed, and no doing of the agent's.
    """
    if door is None:
        return report
    write_record(transcript.with_name(KEPT), door.taken.record(door.mirror))
    # A model that failed has been told already, and is why the round says nothing.
    if not door.taken.trouble or report.ended == "endpoint failed":
        return report
    detail = f"package mirror: {door.taken.trouble}"
    return report.model_copy(update={"ended": "endpoint failed", "detail": detail})


def _no_key(endpoint: Endpoint) -> str:
    return ""


@dataclass(frozen=True)
class ModelAccess:
    """What programs are given to work with."""

    model_route: ModelRoute
    protocol: WireProtocol
    turn: Allowance
    """What may be used in one turn."""
    run: Account
    """What all agents of the run have used."""
    cache: Path
    """Where programs are installed."""
    book: SpendLog = SpendLog()
    """Where what they spend is written down."""
    notices: RetryNotices = field(default_factory=RetryNotices)
    """By which a person is told that the endpoint fails."""


@dataclass(frozen=True)
class Models:
    """What all agents of a run may ask."""

    settings: ModelSettings = ModelSettings()
    cache: Path = Path("programs")
    """Where programs are installed."""
    key_of: Callable[[Endpoint], str] = _no_key
    """An endpoint's key; raises AuthorError where it is missing."""
    spent: Account = field(default_factory=Account)
    """What all agents of the run use, against its allowance."""
    book: SpendLog = SpendLog()
    """Where programs' calls are written down, so that whoever takes the run up knows of them."""
    notices: RetryNotices = field(default_factory=RetryNotices)
    """By which a person is told that an endpoint fails."""


def completed(spec: AgentSpec, program: Program, models: Models) -> tuple[AgentSpec, WireProtocol]:
    """The spec with model, endpoint, protocol and session, as it is recorded; AuthorError where one is missing."""
    settings = models.settings.of(spec.kind)
    model = spec.options.get("model") or settings.model or models.settings.model
    if not model:
        raise AuthorError(
            f"Nobody said which model {spec.kind} is to ask. Write {spec.kind}:MODEL, or name one in benchwright.toml "
            f"under [agents.{spec.kind}] or in BENCHWRIGHT_MODEL."
        )
    endpoint = _endpoint(program, settings.endpoint, models.settings)
    protocol: WireProtocol = next(
        protocol for protocol in program.protocols if protocol in endpoint.protocols
    )
    budget = models.settings.budget
    if budget.turn.cost is not None or budget.run.cost is not None:
        refuse_unpriced(endpoint, model)
    session = settings.session if program.keeps else "fresh"
    options = {"model": model, "endpoint": endpoint.name, "protocol": protocol, "session": session}
    if endpoint.hosted_tools:
        options[HOSTED_TOOLS] = "allowed"
    if bounds := budget.turn.model_dump(exclude_none=True):
        options["budget"] = ", ".join(f"{what} {bound:.15g}" for what, bound in bounds.items())
    return spec.model_copy(update={"options": {**spec.options, **options}}), protocol


def means_of(spec: AgentSpec, protocol: WireProtocol, models: Models) -> ModelAccess:
    """What an agent with a completed spec works with; raises AuthorError and ProxyUnusable."""
    endpoint = next(one for one in models.settings.endpoints if one.name == spec.options["endpoint"])
    model_route = ModelRoute(endpoint, spec.options["model"], models.key_of(endpoint))
    # The relay asks for it too: here it is known before anything is played.
    proxy_for(endpoint.url)
    turn = models.settings.budget.turn
    return ModelAccess(model_route, protocol, turn, models.spent, models.cache, models.book, models.notices)


def recorded_endpoints(asked: Iterable[tuple[str, str]], settings: ModelSettings) -> tuple[Endpoint, ...]:
    """The endpoints that are asked, each with its models, as a run records them; pairs are of endpoint and model."""
    models: dict[str, set[str]] = {}
    for endpoint, model in asked:
        models.setdefault(endpoint, set()).add(model)
    return tuple(one.recorded(models[one.name]) for one in settings.endpoints if one.name in models)


def _endpoint(program: Program, name: str | None, settings: ModelSettings) -> Endpoint:
    """The endpoint that the program is to ask: the one that is named for it, else the first that speaks as it does."""
    named = [one for one in settings.endpoints if name in (None, one.name)]
    fitting = [one for one in named if not set(one.protocols).isdisjoint(program.protocols)]
    if fitting:
        return fitting[0]
    needed = " or ".join(program.protocols)
    if not settings.endpoints:
        raise AuthorError(
            f"{program.name} asks its model by the protocol {needed}, and no endpoint is named. Name one in "
            f'benchwright.toml ([endpoints.NAME] with url, protocols = ["{program.protocols[0]}"] and key_variable), '
            f"or in BENCHWRIGHT_ENDPOINT and BENCHWRIGHT_PROTOCOLS={_variable_with(program, ())}."
        )
    if not named:
        raise AuthorError(
            f"[agents.{program.name}] names the endpoint {name!r}, which there is not. "
            f"There are: {', '.join(one.name for one in settings.endpoints)}."
        )
    spoken = "; ".join(f"{one.name!r} has {' and '.join(one.protocols)}" for one in named)
    raise AuthorError(
        f"{program.name} asks its model by the protocol {needed}, and by protocols the endpoint {spoken}. Name "
        f"{'another endpoint' if name else 'one'} that speaks {needed}, or add it to protocols if this one does"
        f"{_mend_of_environment(program, named)}."
    )


def _mend_of_environment(program: Program, named: Iterable[Endpoint]) -> str:
    known = next((one.protocols for one in named if one.name == OF_THE_ENVIRONMENT), None)
    return f" (export BENCHWRIGHT_PROTOCOLS={_variable_with(program, known)})" if known else ""


def _variable_with(program: Program, known: Sequence[WireProtocol]) -> str:
    return ",".join(dict.fromkeys((*(known or ("chat",)), program.protocols[0])))
