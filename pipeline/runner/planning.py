"""What a run is to be: its record, its terms, its seeds, and what every trial shares."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from pydantic import Field

from pipeline.runner.judging import RunJudge
from pipeline.runner.run_folder import Choices, ModelAccess, PlayMode, RunClock, own_versions, refuse_doubles
from plans.contracts.coding import Player, Prompter, UserSimulator
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import graded_digest, record_digest
from plans.errors import AuthorError
from plans.families import require_interface
from plans.paths import RunPaths, TrialPaths
from plans.prd_text import prd_page
from plans.records.code_agent import AgentSpec
from plans.records.feedback import LEAK_POLICY, ROUNDS, EvaluationPlan, LeakPolicy
from plans.records.model_call import JudgeModel
from plans.records.project import Project
from plans.records.run import (
    CodeAgentPlay,
    ExecutionPlace,
    Interface,
    JudgeRef,
    LaterRounds,
    Proof,
    RunProject,
    RunSpec,
    SuiteRef,
    Tools,
)
from plans.records.sandboxing import NONE_NEEDED, Mirror, strength_of
from plans.records.specification import Underspecification
from plans.records.suite import Suite
from plans.records.usage import ModelPlay
from plans.records.verdict import Manner, World


def trial_seed(random_seed: int, project: str, repeat: int) -> int:
    """Of agent and simulated user; the same for every agent, so that they can be compared in pairs."""
    return _part_seed(random_seed, "trial", project, repeat)


def judge_seed(random_seed: int, project: str, repeat: int) -> int:
    """Of the values that the judge makes up; the same in every round and for every agent."""
    return _part_seed(random_seed, "judge", project, repeat)


def _part_seed(random_seed: int, *parts: str | int) -> int:
    """A seed for the part of a run that `parts` name; the same run and part give the same seed."""
    text = "/".join(str(part) for part in (random_seed, *parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


@dataclass(frozen=True)
class RunContext:
    """The run's record, folder and services."""

    spec: RunSpec
    paths: RunPaths
    run_judge: RunJudge
    simulator: UserSimulator
    prompter: Prompter
    clock: RunClock


@dataclass(frozen=True)
class Trial:
    """One project, one agent, one repeat."""

    project: Project
    agent: Player
    repeat: int
    paths: TrialPaths
    random_seed: int
    """Of the agent and the simulated user; the same for every agent, so that they can be compared in pairs."""
    stood: frozenset[int] = frozenset()
    """Rounds that were submitted before this process began; a record of any other was not written by the run."""

    @property
    def key(self) -> tuple[str, str, int]:
        """Project, agent and repeat."""
        return self.project.id, self.agent.spec.name, self.repeat


T = TypeVar("T", int, LeakPolicy)


class Terms(NamedTuple):
    """What holds for a whole run."""

    rounds: int
    leak_policy: LeakPolicy


def settled_terms(
    items: Mapping[str, EvaluationPlan | None], *, rounds: int | None, leak_policy: LeakPolicy | None
) -> Terms:
    """The terms of a run of these items (id → its evaluation.yaml, None where it has none).

    `rounds` and `leak_policy` are the command line's, None where it says nothing. Raises AuthorError when it says
    nothing and the items disagree.
    """
    plans = {id: plan for id, plan in items.items() if plan is not None}
    return Terms(
        rounds=rounds or _asked_for("--rounds", {id: plan.rounds for id, plan in plans.items()}, ROUNDS),
        leak_policy=leak_policy
        or _asked_for("--leak-policy", {id: plan.leak_policy for id, plan in plans.items()}, LEAK_POLICY),
    )


def _asked_for(option: str, wanted: Mapping[str, T], default: T) -> T:
    values = list(dict.fromkeys(wanted.values()))
    if len(values) > 1:
        named = "; ".join(f"{value}: {', '.join(_who(wanted, value))}" for value in values)
        raise AuthorError(
            f"The items' evaluation.yaml ask for different {option} ({named}). Set {option} for all of them, or run "
            "them apart with --item."
        )
    return values[0] if values else default


def _who(wanted: Mapping[str, T], value: T) -> list[str]:
    return [id for id, asked in wanted.items() if asked == value]


TIME_LIMIT = 1800.0
"""Seconds that an agent has per round where nobody says otherwise."""


class RunChoices(Choices):
    """What the person who starts a run chooses."""

    rounds: int = Field(default=ROUNDS, ge=1, le=20)
    mode: PlayMode = "query"
    interface: Interface = "fixed"
    later: LaterRounds = "feedback"
    underspecification: Underspecification = Underspecification.MEDIUM
    leak_policy: LeakPolicy = LEAK_POLICY
    """What the simulated user says keeps to it; a report of failed checks gives all of them away."""
    random_seed: int = 0
    time_limit: float = Field(default=TIME_LIMIT, gt=0)
    """Seconds that an agent has per round."""
    passed_on: tuple[str, ...] = ()
    """Names of the environment's variables that command agents are given."""


@dataclass(frozen=True)
class Services:
    """Who judges, who speaks for the user and who words what agents are asked; and where commands and submissions' own
    servers are executed.
    """

    judge: Judge
    simulator: UserSimulator
    prompter: Prompter
    sandbox: SandboxProvider | None = None
    image: str | None = None
    """What containers of `sandbox` are made of; None where it has none of our choosing."""
    model: Model | None = None
    """Who plays roles of ours; None where no model does."""


class RunEnvironment(ModelAccess):
    """What the runner does not find out by itself of how things stand when a run begins, as RunSpec has it."""

    proof: Proof = Proof()
    runtime: str | None = None
    mirror: Mirror | None = None
    models: ModelPlay = ModelPlay()
    judge_model: JudgeModel | None = None
    manner: Manner | None = None


def plan_run(
    choices: RunChoices,
    suite: Suite,
    items: Sequence[Project],
    agents: Sequence[AgentSpec],
    services: Services,
    begun: RunEnvironment | None = None,
) -> RunSpec:
    """The run's record; AuthorError when there is nothing to run or two agents have one name."""
    begun, simulator = begun or RunEnvironment(), services.simulator
    _refuse_nothing(items, agents)
    items = [as_asked(item, choices.interface) for item in items]
    require_interface(suite.family, choices.interface)
    return RunSpec(
        name=choices.name,
        suite=SuiteRef(
            name=suite.name,
            family=suite.family,
            version=suite.version,
            digest=record_digest(suite),
            canary=suite.canary,
            items={item.id: graded_digest(item.criteria, item.grader) for item in items},
        ),
        proof=begun.proof,
        play=_play(choices, agents, simulator),
        judge=JudgeRef(
            name=services.judge.name,
            digest=services.judge.digest,
            model=begun.judge_model,
            manner=begun.manner,
            world=World.OPEN if begun.manner is None else None,
        ),
        place=_place(choices, services.sandbox, begun),
        tools=Tools(
            versions=_versions(services),
            prompts={**services.prompter.prompt_hashes, **simulator.prompt_hashes},
        ),
        models=begun.models,
    )


def _play(choices: RunChoices, agents: Sequence[AgentSpec], simulator: UserSimulator) -> CodeAgentPlay:
    return CodeAgentPlay(
        kind="code-agents",
        agents=tuple(agents),
        rounds=choices.rounds,
        repeats=choices.repeats,
        mode=choices.mode,
        interface=choices.interface,
        later=choices.later,
        underspecification=choices.underspecification,
        leak_policy=choices.leak_policy,
        simulator=simulator.name,
        persona=simulator.persona,
        faults=simulator.faults,
        random_seed=choices.random_seed,
        time_limit=choices.time_limit,
    )


def _place(choices: RunChoices, sandbox: SandboxProvider | None, begun: RunEnvironment) -> ExecutionPlace:
    return ExecutionPlace(
        sandbox=sandbox.name if sandbox else "none",
        strength=strength_of(sandbox.strength) if sandbox else NONE_NEEDED,
        runtime=begun.runtime,
        passed_on=choices.passed_on,
        endpoints=begun.endpoints,
        mirror=begun.mirror,
        budget=begun.budget,
    )


def as_asked(project: Project, interface: Interface) -> Project:
    """What a run with this interface asks for and scores of an item: all, or all but accessibility."""
    return project.without_clause() if interface == "free" else project


def run_project(project: Project, spec: RunSpec) -> RunProject:
    """What the run keeps of an item, so that it can be judged again and reported without the suite."""
    project = as_asked(project, spec.play.interface)
    is_full = spec.play.mode == "full-prd"
    level = project.query.at(spec.play.underspecification)
    return RunProject(
        id=project.id,
        title=project.prd.title,
        category=project.seed.coverage.category,
        query=prd_page(project, spec.suite.canary) if is_full else level.text,
        withholds=() if is_full else level.withholds,
        prd=project.prd,
        criteria=project.criteria,
    )


def _versions(services: Services) -> dict[str, str]:
    """An image decides which Node.js and Python a submission meets, so it is named as they would be."""
    image = {} if services.image is None else {"image": services.image}
    return {**own_versions(), **image, **services.judge.versions}


def _refuse_nothing(items: Sequence[Project], agents: Sequence[AgentSpec]) -> None:
    if not items:
        raise AuthorError("There is no item to run. Name a suite with released items, or other items of it.")
    names = [agent.name for agent in agents]
    if not names:
        raise AuthorError("No agent was named, so there is nothing to score. Name one with --agent.")
    refuse_doubles(names, "agent", "results would be mixed. Rename one.")
