"""Where concrete classes meet: the only place that knows which judge, gate, server, user and author there are."""

import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Literal

from rich.console import Console

from agents.authoring.evaluation.agent import EvaluationAgent
from agents.authoring.generation.agent import GenerationAgent
from agents.authoring.planning.agent import PlanningAgent
from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import Progress, ReleaseGate, no_progress
from agents.authoring.verification.static import StaticGate
from agents.coding.environments import built
from agents.coding.fitting import refuse_unfit_runtime
from agents.coding.models import Models
from agents.coding.programs.roster import PROGRAMS
from agents.coding.prompting import JinjaPrompter
from agents.gateway.checking import RoleCheck, check_roles
from agents.gateway.gateway import open_gateway
from agents.gateway.mirror_asking import mirror_faults
from agents.gateway.parts import own_kind
from agents.gateway.spending import Account
from agents.judging.programmatic import ProgrammaticJudge
from agents.sandbox.docker.client import told
from agents.sandbox.roster import USUAL, make_sandbox, try_sandbox
from agents.sandbox.serving import StaticServer
from agents.sandbox.showing import Showing
from agents.users.template_user import TemplateUser
from pipeline.graph.context import Context
from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.parents import ParentFails, parents_of
from pipeline.runner.spent import spent_in
from plans.contracts.authoring import Gate, Generator
from plans.contracts.coding import CodeAgent, FetchedAgent, PrivilegedAgent, Prompter, UserSimulator
from plans.contracts.judging import Judge
from plans.contracts.sandboxing import SandboxProvider, Server
from plans.errors import AuthorError, InstallFailed
from plans.families import family_named
from plans.paths import RunPaths, SuitePaths
from plans.records.evidence import REFERENCE_RUNS
from plans.records.mirror import Mirror
from plans.records.model_role import Role
from plans.records.project import Files
from plans.records.runtime import BuiltRuntime
from plans.runtimes import declared_kind
from plans.settings import (
    Settings,
    key_of,
    read_image,
    read_mirror,
    read_models,
    read_runtimes,
    read_settings,
)
from review.checkpoints import Answer, Checkpoint
from review.reviewers import AutoReviewer, DeferringReviewer, PresetReviewer, Reviewer, ReviewerOf
from review.terminal import TerminalReviewer

OF_OUR_IMAGE = ("docker", "inspect:docker")
"""Sandboxes that run programs in the image that the settings name."""

ReviewMode = Literal["ask", "auto", "defer"]
"""ask: the person at the terminal decides. auto: everything is approved. defer: everything is parked."""


@asynccontextmanager
async def judge_for(
    family: str, settings: Settings, sandbox: SandboxProvider | None = None
) -> AsyncGenerator[Judge]:
    """The judge of a family's suites, whose workers stay warm meanwhile.

    Hand-ins that have to be run are run in the usual sandbox, unless another is named. AuthorError where there is no
    such family, or no judge of the name that it gives.
    """
    key = family_named(family).judge
    if key not in _JUDGES:
        raise AuthorError(
            f"The family {family!r} names {key!r} as its judge, and there is no such judge, so nothing of it can be "
            f"decided. Use one of: {', '.join(sorted(_JUDGES))}."
        )
    async with _JUDGES[key](settings, sandbox or make_sandbox(USUAL)) as judge:
        yield judge


def _browser_judge(settings: Settings, sandbox: SandboxProvider) -> ProgrammaticJudge:
    return ProgrammaticJudge(settings.chromium, workers=settings.worker_count, sandbox=sandbox)


_JUDGES: dict[str, Callable[[Settings, SandboxProvider], AbstractAsyncContextManager[Judge]]] = {
    "browser": _browser_judge
}
"""Family.judge → what decides."""


def release_gate(
    judge: Judge,
    family: str,
    canary: str,
    *,
    repeats: int = REFERENCE_RUNS,
    progress: Progress = no_progress,
    runtime: BuiltRuntime | None = None,
) -> Gate:
    """The release gate of a family's suites whose files carry `canary`; `runtime`: what hand-ins find with `judge`."""
    digest = runtime.digest if runtime else ""
    return ReleaseGate(judge, every_check(family, canary), repeats=repeats, progress=progress, runtime=digest)


def with_parents(gate: Gate, judge: Judge, parents: Mapping[str, Files | None]) -> Gate:
    """The gate that also hands in, for each variant, the reference that it was made from."""
    return ParentFails(gate, judge, parents) if parents else gate


@asynccontextmanager
async def open_gate(
    spec: AuthoringSpec, paths: SuitePaths, progress: Progress = no_progress
) -> AsyncGenerator[Gate]:
    """The gate that `spec`, authored in `paths`, asks for.

    live: the whole matrix in a real browser, with the packages that the suite locks, and with the parent's row where an
    item has a parent. static: the program-decided checks alone.
    """
    if spec.gate == "static":
        yield StaticGate(every_check(spec.family, spec.canary), spec.runtime)
        return
    parents = parents_of(spec)
    sandbox = await with_runtime(make_sandbox(USUAL), spec.kept_runtime(paths))
    async with judge_for(spec.family, read_settings(), sandbox) as judge:
        gate = release_gate(judge, spec.family, spec.canary, progress=progress, runtime=sandbox.runtime)
        yield with_parents(gate, judge, parents)


def authoring_context(spec: AuthoringSpec, paths: SuitePaths, generator: Generator, gate: Gate) -> Context:
    """The services of one authoring run."""
    return Context(
        spec=spec,
        paths=paths,
        drafts=Drafts(paths, spec.canary),
        planner=PlanningAgent(generator, spec.random_seed),
        author=GenerationAgent(generator, spec.canary),
        gate=gate,
        evaluator=EvaluationAgent(spec.leak_policy, spec.rounds),
    )


def reviewer_for(
    mode: ReviewMode,
    console: Console,
    paused: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Reviewer:
    """Who answers at checkpoints; `paused` silences whatever else writes to the terminal while a person is asked."""
    match mode:
        case "ask":
            settings = read_settings()
            return TerminalReviewer(console, settings.reviewer, settings.editor, paused)
        case "defer":
            return DeferringReviewer()
        case "auto":
            return AutoReviewer()


def preset_reviewer(answers: Sequence[tuple[Checkpoint, Answer]]) -> PresetReviewer:
    """Who gives the answers that were decided on the command line."""
    return PresetReviewer(answers)


def models_at_hand(run: RunPaths) -> Models:
    """What installed agents may ask, by `benchwright.toml` and the environment; raises AuthorError.

    What the run has used before it was taken up again is charged to its budget.
    """
    settings = read_models(kinds=tuple(PROGRAMS))
    account = Account(settings.budget.run)
    account.take_over(spent_in(run))
    return Models(settings, read_settings().programs, key_of, account)


async def check_models(roles: Sequence[Role]) -> tuple[list[RoleCheck], list[str]]:
    """What one tiny call for each role came to, and what is to be said of them together; raises InvalidFile and
    AuthorError where `benchwright.toml` or the environment makes no sense. Nothing of it is kept.
    """
    async with open_gateway(read_models(kinds=tuple(PROGRAMS)), key_of) as gateway:
        found = await check_roles(gateway, roles)
        return found, own_kind(gateway.parts().values())


async def mirror_at_hand() -> Mirror:
    """The package mirror that `benchwright.toml` or the environment names, tried; raises AuthorError where none is
    named, InvalidFile, and InstallFailed where it gives nothing now.
    """
    mirror = read_mirror(kinds=tuple(PROGRAMS))
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


async def prepared(agents: Sequence[CodeAgent | PrivilegedAgent], say: Callable[[str], object]) -> None:
    """Have every program there that is going to be needed, before anything is played; raises InstallFailed."""
    for agent in agents:
        if isinstance(agent, FetchedAgent):
            if agent.is_missing:
                say(
                    f"Installing {agent.spec.kind} {agent.spec.version}, once for all runs; this may take minutes."
                )
            await agent.prepare()


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


def simulated_user() -> UserSimulator:
    """Who says what is wrong with a hand-in."""
    return TemplateUser()


def prompter(sandbox: SandboxProvider, mirror: Mirror | None = None) -> Prompter:
    """Who words what code agents are asked, with the packages that hand-ins find there, and the mirror."""
    packages = sandbox.runtime.packages if sandbox.runtime else ()
    return JinjaPrompter(packages, mirror.kinds if mirror else ())


def static_server() -> Server:
    """Serves static hand-ins on loopback."""
    return StaticServer()


def asking_about(reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> Reviewer:
    """A reviewer who is asked at some checkpoints alone; the others stay parked."""
    return ReviewerOf(reviewer, is_asked)
