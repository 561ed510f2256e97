"""Where concrete classes meet: the only place that knows which judge, gate, server, user and author there are."""

import json
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Literal, NamedTuple

from rich.console import Console

from agents.authoring.evaluation.agent import EvaluationAgent
from agents.authoring.evaluation.by_model import ModelEvaluator
from agents.authoring.generation.by_model import ModelMaker
from agents.authoring.planning.agent import PlanningAgent
from agents.authoring.planning.by_model import ModelPlanner
from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import Progress, ReleaseGate, no_progress
from agents.authoring.verification.reading.reader import ModelReader
from agents.authoring.verification.static import StaticGate
from agents.coding.environments import built
from agents.coding.fitting import refuse_unfit_runtime
from agents.coding.models import Models
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import SET_BY_FILE, own_coder
from agents.gateway.budget import PLAYING, Purse
from agents.gateway.checking import RoleCheck, check_roles
from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import open_journal
from agents.gateway.mirror_asking import mirror_faults
from agents.gateway.own_kind import own_kind_in_authoring
from agents.gateway.parts import purse_of
from agents.gateway.spending import Account
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.ui_model.judge import ModelJudge, judge_model
from agents.judging.walk_bounds import WalkBounds
from agents.sandbox.docker.client import told
from agents.sandbox.roster import USUAL, make_sandbox, try_sandbox
from agents.sandbox.serving import StaticServer
from agents.sandbox.showing import Showing
from agents.users.roster import make_user, user_choice
from pipeline.cli.judges import JudgedOrder
from pipeline.cli.modelling import ModelOrder, replayed_journal
from pipeline.graph.context import Context
from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.parents import ParentFails, parents_of
from pipeline.runner.spent import spent_in
from plans.contracts.authoring import Evaluator, Gate, Generator, Maker, Planner, Reader
from plans.contracts.coding import CodeAgent, FetchedAgent, PrivilegedAgent, Prompter, UserSimulator
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider, Server
from plans.errors import AuthorError, InstallFailed
from plans.families import checks, family_named
from plans.model_settings import OWN_CODER
from plans.paths import RunPaths, SuitePaths
from plans.records.evidence import REFERENCE_RUNS
from plans.records.judge_model import JudgeModel
from plans.records.mirror import Mirror
from plans.records.model_play import ModelPlay
from plans.records.model_role import Role
from plans.records.project import Files
from plans.records.runtime import BuiltRuntime
from plans.records.task_specification import TaskSpecification
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


class AskedJudge(NamedTuple):
    """A judge that asks a model."""

    order: JudgedOrder
    model: Model

    @property
    def player(self) -> JudgeModel:
        """The model, as records name it."""
        [player] = [played for played in self.model.played() if played.role == "ui_judge"]
        return judge_model(player)


def asked_judge(order: JudgedOrder, model: Model | None) -> AskedJudge | None:
    """How an order has a model judge; None where a program does it alone."""
    return None if order.judged_by == "program" or model is None else AskedJudge(order, model)


@asynccontextmanager
async def judge_for(
    family: str, settings: Settings, sandbox: SandboxProvider | None = None, asked: AskedJudge | None = None
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
    async with _JUDGES[key](settings, sandbox or make_sandbox(USUAL), asked) as judge:
        yield judge


def _browser_judge(
    settings: Settings, sandbox: SandboxProvider, asked: AskedJudge | None
) -> ProgrammaticJudge:
    if asked is None:
        return ProgrammaticJudge(settings.chromium, workers=settings.worker_count, sandbox=sandbox)
    order = asked.order
    bounds = WalkBounds(has_pictures=order.judge_sees)
    return ModelJudge(
        settings.chromium,
        asked.model,
        asked.player,
        mode="hybrid" if order.judged_by == "hybrid" else "model",
        bounds=bounds.model_copy(update={"steps": order.judge_moves}) if order.judge_moves else bounds,
        workers=settings.worker_count,
        sandbox=sandbox,
    )


_Makes = Callable[[Settings, SandboxProvider, AskedJudge | None], AbstractAsyncContextManager[Judge]]
_JUDGES: dict[str, _Makes] = {"browser": _browser_judge}
"""Family.judge → what decides."""


def release_gate(
    judge: Judge,
    family: str,
    canary: str,
    *,
    repeats: int = REFERENCE_RUNS,
    progress: Progress = no_progress,
    runtime: BuiltRuntime | None = None,
    reader: Reader | None = None,
) -> Gate:
    """The release gate of a family's suites whose files carry `canary`; `runtime`: what hand-ins find with `judge`;
    `reader`: who decides what no program can tell.
    """
    digest = runtime.digest if runtime else ""
    checks = every_check(family, canary)
    return ReleaseGate(judge, checks, repeats=repeats, progress=progress, runtime=digest, reader=reader)


def reader_by(model: Model | None) -> Reader | None:
    """Who reads items for the release gate; nobody without a model."""
    return None if model is None else ModelReader(model)


def with_parents(gate: Gate, judge: Judge, parents: Mapping[str, Files | None]) -> Gate:
    """The gate that also hands in, for each variant, the reference that it was made from."""
    return ParentFails(gate, judge, parents) if parents else gate


class Judging(NamedTuple):
    """The judge of what is authored, and the packages that hand-ins find with it."""

    judge: Judge
    runtime: BuiltRuntime | None


@asynccontextmanager
async def open_judging(spec: AuthoringSpec, paths: SuitePaths) -> AsyncGenerator[Judging | None]:
    """Who judges what is authored in `paths`, with the packages that the suite locks.

    None where nothing of it is judged: a catalog is composed as it is, and the static gate judges nothing.
    """
    if spec.gate == "static" and spec.author == "catalog":
        yield None
        return
    sandbox = await with_runtime(make_sandbox(USUAL), spec.kept_runtime(paths))
    async with judge_for(spec.family, read_settings(), sandbox) as judge:
        yield Judging(judge, sandbox.runtime)


@asynccontextmanager
async def open_gate(
    spec: AuthoringSpec,
    paths: SuitePaths,
    progress: Progress = no_progress,
    judging: Judging | None = None,
    model: Model | None = None,
) -> AsyncGenerator[Gate]:
    """The gate that `spec`, authored in `paths`, asks for; `judging` is opened for it where none is open, and `model`
    is who plays the roles of ours in it.

    live: the whole matrix in a real browser, and with the parent's row where an item has a parent. static: the
    program-decided checks alone.
    """
    reader = reader_by(model) if spec.with_model else None
    if spec.gate == "static":
        yield StaticGate(every_check(spec.family, spec.canary), spec.runtime, reader)
        return
    if judging is None:
        async with (
            open_judging(spec, paths) as opened,
            open_gate(spec, paths, progress, opened, model) as gate,
        ):
            yield gate
        return
    judge, runtime = judging
    gate = release_gate(judge, spec.family, spec.canary, progress=progress, runtime=runtime, reader=reader)
    yield with_parents(gate, judge, parents_of(spec))


def authoring_context(
    spec: AuthoringSpec,
    paths: SuitePaths,
    generator: Generator,
    gate: Gate,
    model: Model | None = None,
    judge: Judge | None = None,
) -> Context:
    """The services of one authoring run; `model` is who plays its roles, where models do, and `judge` who judges what
    these make while they make it. AuthorError where a model is to author, and one of the two is not there, and
    SandboxRefused where a code agent is to write references and could not be run, before a model is asked for anything.
    """
    drafts = Drafts(paths, spec.canary)
    planner, maker = _authors(spec, drafts, generator, model, judge)
    return Context(
        spec=spec,
        paths=paths,
        drafts=drafts,
        planner=planner,
        maker=maker,
        gate=gate,
        evaluator=_evaluator(spec, model),
        model=model,
    )


def _authors(
    spec: AuthoringSpec, drafts: Drafts, generator: Generator, model: Model | None, judge: Judge | None
) -> tuple[Planner, Maker]:
    """Who plans and who makes the items: the family's catalog, or models."""
    if spec.author == "catalog":
        return PlanningAgent(generator, generator, spec.random_seed), generator
    if model is None or judge is None:
        raise AuthorError(
            "A model is to author, and there is no model or no judge for it, so nothing could be made. Give the "
            "command that began it again: `benchwright author` with `--author model`."
        )
    plan = generator.plan()
    specification = spec.task or TaskSpecification(task=plan.task)
    seeds = [assignment.seed for assignment in spec.assignments]
    planner = ModelPlanner(model, plan, specification, seeds, spec.random_seed)
    settings = read_models(kinds=SET_BY_FILE)
    coder = own_coder(try_sandbox(USUAL), Models(settings), model) if _has_coder(spec) else None
    return planner, ModelMaker(model, judge, checks(spec.family), drafts.plan, coder)


def authoring_roles(spec: AuthoringSpec) -> tuple[Role, ...]:
    """The roles that models play in authoring it; none where the catalog authors, and nobody reads what it makes."""
    makers: tuple[Role, ...] = ("planner", "generator") if spec.author == "model" else ()
    coders: tuple[Role, ...] = ("coder",) if _has_coder(spec) else ()
    readers: tuple[Role, ...] = ("verifier", "evaluator") if spec.with_model else ()
    return (*makers, *coders, *readers)


def _has_coder(spec: AuthoringSpec) -> bool:
    return spec.reference_by == OWN_CODER


def _evaluator(spec: AuthoringSpec, model: Model | None) -> Evaluator:
    if spec.with_model and model is not None:
        return ModelEvaluator(model, spec.leak_policy, spec.rounds)
    return EvaluationAgent(spec.leak_policy, spec.rounds)


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


def models_at_hand(run: RunPaths, order: ModelOrder) -> Models:
    """What agents and roles of a run may ask, by `benchwright.toml`, the environment and the command line; raises
    AuthorError.

    What the run has used before it was taken up again is charged to its budget, but for what the journal charges.
    """
    settings = order.bounded(read_models(kinds=SET_BY_FILE), "run")
    account = Account(settings.budget.run)
    account.take_over(spent_in(run))
    return Models(settings, read_settings().programs, key_of, account)


def playing_purse(models: Models) -> Purse:
    """What roles may use in a run, beside agents that ask by our relay."""
    return purse_of(models.settings, models.spent, PLAYING)


@asynccontextmanager
async def open_models(
    roles: Collection[Role],
    order: ModelOrder,
    journal: Path,
    models: Models | None = None,
) -> AsyncGenerator[Gateway | None]:
    """Who plays these roles, as long as it is used; None where there are none.

    Replies are kept in `journal`, or come from the one alone that the order replays. `models`: of a run, whose budget
    roles share with agents; left out: what authoring may use holds. Raises AuthorError and InvalidFile where something
    is missing that a role needs, Busy, NotInJournal and StorageFailed.
    """
    order.refuse_idle(roles, is_relayed=models is not None)
    if not roles:
        yield None
        return
    settings = models.settings if models else order.bounded(read_models(kinds=SET_BY_FILE), "author")
    purse = playing_purse(models) if models else purse_of(settings)
    place = journal if order.replay is None else replayed_journal(order.replay)
    with open_journal(place, replay=order.replay is not None) as opened:
        async with open_gateway(settings, key_of, opened, purse=purse) as gateway:
            # A code agent may name a model of its own, and makes that ready by itself.
            ready: list[Role] = [role for role in roles if role != "coder"]
            gateway.prepare(*ready)
            yield gateway


def models_of(model: Model) -> dict[Role, str]:
    """Role → the model that plays it, of those that were made ready."""
    return {played.role: played.model for played in model.played()}


def models_played(model: Model | None, order: ModelOrder) -> ModelPlay:
    """Who plays which role, as a run records it."""
    if model is None:
        return ModelPlay()
    return ModelPlay(roles=model.played(), is_replay=order.replay is not None)


async def check_models(roles: Sequence[Role]) -> tuple[list[RoleCheck], list[str]]:
    """What one tiny call for each role came to, and what is to be said of them together; raises InvalidFile and
    AuthorError where `benchwright.toml` or the environment makes no sense. Nothing of it is kept.
    """
    async with open_gateway(read_models(kinds=SET_BY_FILE), key_of) as gateway:
        found = await check_roles(gateway, roles)
        return found, own_kind_in_authoring(models_of(gateway))


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


def asking_about(reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> Reviewer:
    """A reviewer who is asked at some checkpoints alone; the others stay parked."""
    return ReviewerOf(reviewer, is_asked)
