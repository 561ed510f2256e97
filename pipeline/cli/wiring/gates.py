"""Release gates for authored items, and the judges that they use."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.authoring.events import Hear, unheard
from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import GateProgress, ReleaseGate, StaticGate, no_progress
from agents.authoring.verification.reading.reader import ModelReader
from agents.authoring.writing import way_of
from agents.coding.model_access import Models
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import make_agent
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.output import echo_error
from pipeline.cli.wiring.judging import judge_for
from pipeline.cli.wiring.playing import prepared, prompter, with_runtime
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.verifying import ParentFails, parents_of
from pipeline.runner.messages import independent_words
from plans.contracts.authoring import Gate, Implement, Reader
from plans.contracts.coding import BaselineAgent
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.model_settings import OWN_CODER
from plans.paths import SuitePaths
from plans.records.code_agent import AgentSpec
from plans.records.evidence import REFERENCE_RUNS
from plans.records.project import Files, IndependentImplementation, MadeArtifact, Project
from plans.records.sandboxing import BuiltRuntime
from plans.records.suite import Suite
from plans.settings import read_settings

if TYPE_CHECKING:
    from agents.authoring.generation.independents import TakenOver


def release_gate(
    judge: Judge,
    family: str,
    canary: str,
    *,
    repeats: int = REFERENCE_RUNS,
    progress: GateProgress = no_progress,
    runtime: BuiltRuntime | None = None,
    reader: Reader | None = None,
) -> Gate:
    """The release gate of a family's suites whose files carry `canary`; `runtime`: what submissions find with `judge`;
    `reader`: who decides what no program can tell.
    """
    digest = runtime.digest if runtime else ""
    checks = every_check(family, canary)
    return ReleaseGate(judge, checks, repeats=repeats, progress=progress, runtime=digest, reader=reader)


def reader_by(model: Model | None, family: str) -> Reader | None:
    """Who reads items of the family for the release gate; nobody without a model."""
    return None if model is None else ModelReader(model, way_of(family))


def with_parents(gate: Gate, judge: Judge, parents: Mapping[str, Files | None]) -> Gate:
    """The gate that also submits, for each variant, the reference that it was made from."""
    return ParentFails(gate, judge, parents) if parents else gate


class Judging(NamedTuple):
    """The judge of what is authored, and the packages that submissions find with it."""

    judge: Judge
    sandbox: SandboxProvider
    """What runs programs of others."""

    @property
    def runtime(self) -> BuiltRuntime | None:
        """The packages."""
        return self.sandbox.runtime


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
        yield Judging(judge, sandbox)


@asynccontextmanager
async def open_gate(
    spec: AuthoringSpec,
    paths: SuitePaths,
    progress: GateProgress = no_progress,
    judging: Judging | None = None,
    model: Model | None = None,
) -> AsyncGenerator[Gate]:
    """The gate that `spec`, authored in `paths`, asks for; `judging` is opened for it where none is open, and `model`
    is who plays the roles of ours in it.

    live: the whole matrix in a real browser, and with the parent's row where an item has a parent. static: the
    program-decided checks alone.
    """
    reader = reader_by(model, spec.family) if spec.with_model else None
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
    judge = judging.judge
    gate = release_gate(
        judge, spec.family, spec.canary, progress=progress, runtime=judging.runtime, reader=reader
    )
    yield with_parents(gate, judge, parents_of(spec))


def implementer(
    spec: AgentSpec,
    family: str,
    canary: str,
    judging: Judging,
    sandbox: SandboxProvider,
    model: Model | None,
    models: Models,
    hear: Hear = unheard,
) -> Implement:
    """Has `spec` implement items of the family from what agents under test are told.

    `sandbox` is where the agent works. `model` plays our own code agent, and the verifier, who rules whose fault it is
    that a task does not pass; without one nobody rules. `models`: what agents may ask that people use. `hear` is told
    of its rounds. AuthorError for agents that see the sealed item, and as make_agent.
    """
    from agents.authoring.generation.independents import Adjudicator, IndependentAuthor

    agent = make_agent(spec, sandbox, models=models, model=model)
    if isinstance(agent, BaselineAgent):
        raise AuthorError(
            f"--independent-by {spec.name} sees the item's reference, so what it submits shows nothing. Name an agent "
            "that sees the request alone, such as minimal."
        )
    played = {} if model is None else {one.role: one.model for one in model.played()}
    author = spec.options.get("model") or (played.get("coder") if spec.kind == OWN_CODER else None)
    told_by = prompter(judging.sandbox)
    independent = IndependentAuthor(
        agent=agent,
        author=f"{spec.kind}:{author}" if author else spec.name,
        is_other_author=author is None or author != played.get("generator"),
        judge=judging.judge,
        adjudicator=Adjudicator(model, way_of(family), hear) if model is not None else None,
        hear=hear,
    )

    async def implement(project: Project) -> MadeArtifact[IndependentImplementation]:
        if not project.independents:
            await prepared([agent], echo_error)
        words = independent_words(told_by, project, family, canary)
        if project.independents:
            return await independent.ruled_anew(project, words)
        return await independent.implemented(project, words, canary)

    return implement


def persons_implementation(
    suite: Suite, project: Project, folder: Path, author: str, account: str
) -> "TakenOver":
    """What a person wrote of what agents under test are told, as the item keeps it; raises InvalidFile."""
    from agents.authoring.generation.independents import PersonsWork, taken_over

    told = independent_words(JinjaPrompter(), project, suite.family, suite.canary)
    return taken_over(PersonsWork(folder, author, account), project, told, suite.canary)
