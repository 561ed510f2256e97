"""A run of code agents with its concrete classes."""

from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from agents.authoring.writing import way_of
from agents.coding.command import MOUNTS, mounts_named, refuse_unshown
from agents.coding.installing import refuse_unfit_mirror, refuse_unfit_programs
from agents.coding.model_access import Models, recorded_endpoints
from agents.coding.roster import BUILT_IN, asks_by_gateway, is_program, make_agent, runs_programs
from agents.gateway.budget import own_kind_in_run
from agents.sandbox.roster import USUAL
from agents.users.roster import TEMPLATE, user_choice
from pipeline.cli.cost_estimate import amounts, foresee
from pipeline.cli.folders import free_place
from pipeline.cli.judgeable_items import judgeable_criteria, proofs_of, runnable
from pipeline.cli.options import JudgedOrder, asked_items, parse_agent, with_usual_judge
from pipeline.cli.output import echo_error, warn
from pipeline.cli.wiring.judging import asked_judge, judge_for, refuse_unfit
from pipeline.cli.wiring.models import models_at_hand, models_of, models_played, open_models
from pipeline.cli.wiring.playing import (
    as_tried,
    image_of,
    mirror_at_hand,
    prepared,
    prompter,
    sandbox_named,
    simulated_user,
    with_runtime,
)
from pipeline.report.remarks import REQUEST_ALONE
from pipeline.runner.driver import Progress
from pipeline.runner.planning import (
    TIME_LIMIT,
    RunChoices,
    RunEnvironment,
    Services,
    Terms,
    plan_run,
    run_project,
    settled_terms,
)
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, moved_items, refuse_other_runtime, rejudge_run, run_suite
from pipeline.runner.run_folder import PlayMode, asks_for_unsaid, usual_mode
from plans.contracts.coding import Player
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.items import read_evaluation, read_project, read_suite
from plans.paths import RunPaths, SuitePaths
from plans.records.code_agent import AgentSpec
from plans.records.feedback import LeakPolicy
from plans.records.model_settings import Endpoint, ModelRole
from plans.records.result import RunResult
from plans.records.run import Interface, RunProject, RunSpec
from plans.records.sandboxing import Mirror
from plans.records.specification import Underspecification
from plans.records.usage import Foreseen, ModelPlay
from plans.runtimes import declared_digest
from plans.settings import passed_on, read_settings


class RunOrder(JudgedOrder):
    """The options of `benchwright run`, by name."""

    suite: Path
    agents: tuple[str, ...]
    items: tuple[str, ...] = ()
    out: Path | None = None
    rounds: int | None = None
    """None: as the items ask."""
    repeats: int = 1
    jobs: int = 2
    level: Underspecification | None = None
    """None: the medium one where agents get a request."""
    full_prd: bool = False
    """Whether the whole specification is asked for; else the family decides where no level is named."""
    is_debugged: bool = False
    """Whether later rounds begin with a report of the checks that failed."""
    interface: Interface = "fixed"
    leak_policy: LeakPolicy | None = None
    """None: as the items ask."""
    time_limit: float = TIME_LIMIT
    sandbox: str | None = None
    pass_env: tuple[str, ...] = ()
    mounts: tuple[Path, ...] = ()
    is_mirrored: bool = False
    """Whether agents may have packages of the mirror that is named."""
    random_seed: int = 0
    user: str = TEMPLATE
    """Who speaks for the simulated user."""
    is_rejudged: bool = False
    as_json: bool = False

    @property
    def roles(self) -> tuple[ModelRole, ...]:
        """Roles of ours that models play in it; raises AuthorError for a user or persona that there is not."""
        is_coded = any(map(asks_by_gateway, map(parse_agent, self.agents)))
        is_spoken = user_choice(self.user).is_by_model
        played: dict[ModelRole, bool] = {"coder": is_coded, "user": is_spoken}
        return (*(role for role, is_played in played.items() if is_played), *self.judging_roles)

    @property
    def folder(self) -> Path:
        """Where the run lies; raises AuthorError where nobody named a place and the usual one is taken."""
        return self.out or free_place(Path("runs") / self.suite.resolve().name, "run")

    def mode(self, family: str) -> PlayMode:
        """What agents of a suite of this family get to read: what was asked for, else what is usual."""
        if self.full_prd:
            return "full-prd"
        return "query" if self.level else usual_mode(family)

    def choices(self, terms: Terms, family: str) -> RunChoices:
        """What goes into run.yaml of a suite of this family."""
        return RunChoices(
            name=self.folder.resolve().name,
            rounds=terms.rounds,
            repeats=self.repeats,
            mode=self.mode(family),
            interface=self.interface,
            later="debug" if self.is_debugged else "feedback",
            underspecification=self.level or Underspecification.MEDIUM,
            leak_policy=terms.leak_policy,
            random_seed=self.random_seed,
            time_limit=self.time_limit,
            passed_on=tuple(sorted(set(self.pass_env))),
        )


def of_run(
    spec: RunSpec, projects: Iterable[RunProject], roles: Sequence[ModelRole], paths: RunPaths
) -> list[Foreseen]:
    """What a run asks at least for the rounds that do not stand yet, were every round played that was planned."""
    sizes = {project.id: len(project.criteria.tasks) for project in projects}
    turn = amounts().turn[way_of(spec.suite.family)]
    open_rounds = _open_rounds(spec, paths)
    found: list[Foreseen] = []
    for agent in filter(asks_by_gateway, spec.play.agents):
        turns = sum(one.agent == agent.name and not one.is_played for one in open_rounds)
        found.append(turn.times("coder", turns, agent.options["model"]))
    if "user" in roles and spec.play.later == "feedback":
        found.append(
            amounts().message.times("user", sum(one.number < spec.play.rounds for one in open_rounds))
        )
    if "ui_judge" in roles and spec.judge.name in ("model", "hybrid"):
        tasks = sum(sizes[one.project] for one in open_rounds)
        found.append(amounts().judged_task.times("ui_judge", int(tasks * amounts().judged_share)))
    return found


class _OpenRound(NamedTuple):
    project: str
    agent: str
    number: int
    is_played: bool
    """Whether the agent has worked, and only judge or user have not."""


def _open_rounds(spec: RunSpec, paths: RunPaths) -> list[_OpenRound]:
    """Rounds that were planned and are not finished; what a trial that has ended early does not play is none."""
    reader = RunFolder(paths) if paths.spec.exists() else None
    found: list[_OpenRound] = []
    for project in spec.suite.items:
        for agent, repeat in product(spec.play.agents, range(1, spec.play.repeats + 1)):
            stand = reader.rounds(project, agent.name, repeat) if reader else ()
            done = {one.number for one in stand if one.judgement is not None}
            played = {one.number for one in stand}
            found += [
                _OpenRound(project, agent.name, number, number in played)
                for number in range(1, spec.play.rounds + 1)
                if number not in done
            ]
    return found


async def start(order: RunOrder, progress: Progress) -> RunResult:
    """Run, or go on with, what was ordered; raises AuthorError for an unknown agent, item or sandbox."""
    if not order.agents:
        raise AuthorError(
            'No agent is named. Name one with --agent: your own as "NAME=command:COMMAND LINE", one that people use '
            f"such as codex:MODEL, ours as minimal:MODEL, or a baseline ({', '.join(BUILT_IN)})."
        )
    _refuse_two_openings(order)
    _refuse_unheard_user(order)
    family = read_suite(SuitePaths(order.suite)).family
    refuse_unfit(family, order)
    order = with_usual_judge(order, family)
    models = _models(order)
    async with open_models(order.roles, order, RunPaths(order.folder).journal, models) as model:
        return await _played(order, models, model, progress)


async def _played(
    order: RunOrder, models: Models | None, model: Model | None, progress: Progress
) -> RunResult:
    """The run, with what agents and roles may ask at hand."""
    paths = SuitePaths(order.suite)
    suite = read_suite(paths)
    chosen = asked_items(suite, order.items)
    for id in chosen:
        judgeable_criteria(paths.item(id))
    items = runnable(paths, [read_project(paths.item(id)) for id in chosen], echo_error)
    proof = proofs_of(paths, suite, items)
    terms = settled_terms(
        {id: read_evaluation(paths.item(id)) for id in chosen},
        rounds=order.rounds,
        leak_policy=_leak_policy(order),
    )
    programs = [spec.name for spec in map(parse_agent, order.agents) if is_program(spec)]
    refuse_unfit_programs(order.sandbox or USUAL, programs)
    mirror = await _mirror(order)
    sandbox = await with_runtime(sandbox_named(order.sandbox), paths.runtime)
    async with as_tried(sandbox, suite.family) as shown:
        agents = _agents(order, shown, models, mirror, model)
        specs = [agent.spec for agent in agents]
        is_executed = any(runs_programs(spec) for spec in specs)
        if is_executed:
            sandbox.preflight()
        await prepared(agents, echo_error)
        asked = asked_judge(order, model)
        async with judge_for(suite.family, read_settings(), sandbox, asked) as judge:
            place = sandbox if is_executed or order.sandbox else None
            image = await image_of(place)
            services = Services(
                judge, simulated_user(order.user, model), prompter(sandbox, mirror), place, image, model
            )
            models_in_play = models_played(model, order)
            begun = RunEnvironment(
                proof=proof,
                runtime=declared_digest(paths.runtime),
                mirror=mirror.recorded() if mirror else None,
                endpoints=_endpoints(specs, models, models_in_play),
                budget=models.settings.budget if models else None,
                models=models_in_play,
                judge_model=asked.player,
                manner=asked.manner(suite.family),
            )
            spec = plan_run(order.choices(terms, suite.family), suite, items, specs, services, begun)
            projects = [run_project(item, spec) for item in items]
            _warn_of_own_kind(specs, model)
            if asks_for_unsaid(spec):
                warn([REQUEST_ALONE])
            foresee(
                model,
                of_run(spec, projects, order.roles, RunPaths(order.folder)),
                echo_error,
            )
            return await run_suite(
                spec,
                LineUp(items, agents),
                services,
                RunPaths(order.folder),
                jobs=order.jobs,
                progress=progress,
            )


def _refuse_two_openings(order: RunOrder) -> None:
    """AuthorError for a level of the request together with the specification, which replaces it."""
    if order.full_prd and order.level:
        raise AuthorError(
            f"--full-prd gives agents the whole specification and --level {order.level} a request in its place. Give "
            "one of them."
        )


def _refuse_unheard_user(order: RunOrder) -> None:
    """AuthorError for a simulated user that is paid for and that no agent would hear."""
    if user_choice(order.user).is_by_model and order.is_debugged:
        raise AuthorError(
            f"With --debug, later rounds begin with reports of failed checks, so no agent would hear --user "
            f"{order.user}. Give one of them."
        )


def _leak_policy(order: RunOrder) -> LeakPolicy | None:
    """What the command line says; a report of all failed checks is the policy full-report, and no other."""
    if not order.is_debugged:
        return order.leak_policy
    if order.leak_policy not in (None, LeakPolicy.FULL_REPORT):
        raise AuthorError(
            f"--debug reports every failed check, and --leak-policy {order.leak_policy} forbids that. Give one of them."
        )
    return LeakPolicy.FULL_REPORT


async def rejudge(order: RunOrder, progress: Progress) -> RunResult:
    """Judge the run's submissions again with the present judge, by the criteria that the run was made with, and in its
    manner where no other is asked for.

    Items whose criteria in the suite are others by now are marked. Raises RunMismatch when the run is of another suite,
    or was played with another runtime environment, AuthorError when there is none.
    """
    suite = SuitePaths(order.suite)
    _refuse_no_run(RunPaths(order.folder))
    moved = moved_items(suite, RunPaths(order.folder))
    refuse_other_runtime(RunPaths(order.folder), suite, declared_digest(suite.runtime))
    sandbox = await with_runtime(sandbox_named(order.sandbox), suite.runtime)
    run = RunPaths(order.folder)
    manner = order.manner or RunFolder(run).spec().judge.manner
    asked = order.model_copy(update={"manner": manner})
    models = models_at_hand(run, order) if order.roles else None
    async with (
        open_models(order.roles, order, run.journal, models) as model,
        judge_for(read_suite(suite).family, read_settings(), sandbox, asked_judge(asked, model)) as judge,
    ):
        _warn_of_own_kind(RunFolder(run).spec().play.agents, model)
        return await rejudge_run(
            run,
            judge,
            moved=moved,
            jobs=order.jobs,
            progress=progress,
            say=echo_error,
            model=model,
        )


def _warn_of_own_kind(agents: Sequence[AgentSpec], model: Model | None) -> None:
    """Say which agents' models are going to judge or advise them, too."""
    if model is not None:
        warn(one.told for one in own_kind_in_run(agents, models_of(model)))


def _refuse_no_run(run: RunPaths) -> None:
    if not run.spec.exists():
        raise AuthorError(
            f"No run lies in {run.root}. Name its folder with --out, or make the run first, without --rejudge."
        )


def _models(order: RunOrder) -> Models | None:
    """What agents and roles may ask; None where none plays that does, and nothing needs to be read."""
    specs = [parse_agent(text) for text in order.agents]
    is_needed = order.roles or any(map(is_program, specs))
    return models_at_hand(RunPaths(order.folder), order) if is_needed else None


async def _mirror(order: RunOrder) -> Mirror | None:
    """Where agents may have packages, tried; None where nobody asked for it. Raises AuthorError and InstallFailed."""
    if not order.is_mirrored:
        return None
    if not any(runs_programs(parse_agent(text)) for text in order.agents):
        raise AuthorError(
            "--mirror applies to command agents, minimal and installed programs only, and none is named. Remove it."
        )
    refuse_unfit_mirror(order.sandbox or USUAL)
    return await mirror_at_hand()


def _endpoints(specs: Sequence[AgentSpec], models: Models | None, played: ModelPlay) -> tuple[Endpoint, ...]:
    """Where models are asked, as the run's record says it."""
    if models is None:
        return ()
    asking = [spec for spec in specs if is_program(spec) or asks_by_gateway(spec)]
    asked = [(spec.options["endpoint"], spec.options["model"]) for spec in asking]
    asked += [(one.endpoint, one.model) for one in played.roles]
    return recorded_endpoints(asked, models.settings)


def _agents(
    order: RunOrder,
    sandbox: SandboxProvider,
    models: Models | None,
    mirror: Mirror | None,
    model: Model | None,
) -> list[Player]:
    """The agents; of our environment commands alone get something, and only what was named."""
    specs = [parse_agent(text) for text in order.agents]
    if order.pass_env and not any(spec.kind == "command" for spec in specs):
        raise AuthorError(
            f"--pass-env {order.pass_env[0]!r} applies to command agents only, and none is named. Remove it, or name "
            "an agent NAME=command:COMMAND LINE."
        )
    environment = passed_on(order.pass_env)
    mounts = mounts_named(order.mounts)
    specs = [_showing(spec, mounts) for spec in specs]
    agents = [make_agent(spec, sandbox, environment, models, mirror, model) for spec in specs]
    for spec in specs:
        refuse_unshown(spec, order.sandbox or USUAL)
    return agents


def _showing(spec: AgentSpec, mounts: str) -> AgentSpec:
    """A command agent that may read what was named, which is recorded with its command line."""
    if spec.kind != "command" or not mounts:
        return spec
    return spec.model_copy(update={"options": {**spec.options, MOUNTS: mounts}})
