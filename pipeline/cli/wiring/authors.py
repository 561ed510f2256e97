"""Authors: the catalog or models that plan, make and weigh items and instance families."""

from rich.console import Console

from agents.authoring.evaluation.agent import EvaluationAgent
from agents.authoring.events import Hear, unheard
from agents.authoring.planning.agent import PlanningAgent
from agents.authoring.verification.gate import JudgeInspector
from agents.authoring.writing import way_of
from agents.coding.model_access import Models
from agents.coding.roster import SET_BY_FILE, own_coder
from agents.sandbox.roster import USUAL, try_sandbox
from pipeline.cli.options import ModelOrder, models_table
from pipeline.cli.output import echo_error
from pipeline.cli.wiring.models import open_models
from pipeline.graph.authoring import FamilyProgress, author_family
from pipeline.graph.drafts import Drafts, FamilyDrafts
from pipeline.graph.nodes import TryRefusal
from pipeline.graph.spec import AuthoringSpec, FamilySpec, ignored_by_git
from pipeline.graph.state import FamilyContext, NodeContext, Titler
from plans.contracts.authoring import Evaluator, Gate, Generator, Implement, Maker, Mender, Planner, Varier
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.families import checks, family_named
from plans.model_settings import OWN_CODER
from plans.paths import FamilyPaths, SuitePaths
from plans.records.model_settings import ModelRole
from plans.records.plan import TaskSpecification
from plans.settings import read_models
from review.checkpoints import Reviewer

ROLES: tuple[ModelRole, ...] = ("planner", "generator", "verifier", "evaluator")
"""The four agents."""


class Lines:
    """Says on standard error which part is done; a ProgressSink."""

    def begun(self, thread: str, node: str) -> None:
        """What is done is said, and not what begins."""

    def left(self, thread: str, node: str) -> None:
        del thread
        if not node.startswith("review"):
            echo_error(f"{node.replace('_', ': ')} is done")

    def refused(self, refusal: TryRefusal) -> None:
        echo_error(f"{refusal.item}: {'; '.join(refusal.reasons)}; {refusal.follows}")

    def ended(self, thread: str, status: str) -> None:
        """The report says it."""


async def written_family(
    paths: FamilyPaths, spec: FamilySpec, order: ModelOrder, reviewer: Reviewer, console: Console
) -> FamilyProgress:
    """Have models write a family, or go on with it. Raises what author_family does, and SandboxRefused before anything
    is asked: what they write is tried in a sandbox alone.
    """
    from agents.authoring.instances.author import FamilyAuthor
    from agents.authoring.instances.trials import FamilyTrials

    sandbox = try_sandbox(USUAL)
    # The journal comes before all else, and git passes over it.
    ignored_by_git(paths)
    async with open_models(ROLES, order, paths.journal) as model:
        if model is None:
            raise AssertionError("roles are asked for, and nobody plays them")
        author = FamilyAuthor(model, spec.family, spec.task, FamilyTrials(sandbox), spec.mends)
        context = FamilyContext(paths, FamilyDrafts(paths), author)
        report = await author_family(context, spec, reviewer, Lines())
        console.print(models_table(model.usage()))
        return report


def authoring_context(
    spec: AuthoringSpec,
    paths: SuitePaths,
    generator: Generator,
    gate: Gate,
    model: Model | None = None,
    judge: Judge | None = None,
    implement: Implement | None = None,
    hear: Hear = unheard,
    sandbox: SandboxProvider | None = None,
) -> NodeContext:
    """The services of one authoring run.

    Args:
        spec: What is authored.
        paths: Where.
        generator: The family's catalog.
        gate: What releases items.
        model: Who plays the roles of models.
        judge: Who judges what models make while they make it.
        implement: Who has items implemented by another hand.
        hear: Who is told of what happens while models author.
        sandbox: Where a code agent writes references; None: the usual one.

    Raises AuthorError where a model is to author, and there is no model or no judge for it, and SandboxRefused where a
    code agent is to write references and could not be run, before a model is asked for anything.
    """
    drafts = Drafts(paths, spec.canary)
    planner, maker, mender, title = _authors(spec, drafts, generator, model, judge, hear, sandbox)
    return NodeContext(
        spec=spec,
        paths=paths,
        drafts=drafts,
        planner=planner,
        maker=maker,
        gate=gate,
        evaluator=_evaluator(spec, model),
        inspector=JudgeInspector(judge) if judge and family_named(spec.family).is_tried_by_commands else None,
        implement=implement,
        mender=mender,
        varier=_varier(spec, drafts, model, judge),
        model=model,
        title=title,
    )


def _authors(
    spec: AuthoringSpec,
    drafts: Drafts,
    generator: Generator,
    model: Model | None,
    judge: Judge | None,
    hear: Hear,
    sandbox: SandboxProvider | None,
) -> tuple[Planner, Maker, Mender | None, Titler | None]:
    """Who plans, makes the items, puts them right and names what is made: the family's catalog, or models."""
    if spec.author == "catalog":
        return PlanningAgent(generator, generator, spec.random_seed), generator, None, None
    if model is None or judge is None:
        raise AuthorError(
            "Authoring by a model needs a model and a judge, and one is missing. Repeat the `benchwright author` "
            "command with --author model."
        )
    from agents.authoring.generation.by_model import AccessibleMaker, ModelMaker
    from agents.authoring.planning.by_model import ModelPlanner
    from agents.authoring.verification.checks.consistency import Consistency

    plan = generator.plan()
    specification = spec.task or TaskSpecification(task=plan.task)
    seeds = [assignment.seed for assignment in spec.assignments]
    planner = ModelPlanner(model, plan, specification, seeds, spec.random_seed, hear)
    settings = read_models(kinds=SET_BY_FILE)
    coder = (
        own_coder(sandbox or try_sandbox(USUAL), Models(settings), model)
        if spec.reference_by == OWN_CODER
        else None
    )
    family = family_named(spec.family)
    held_to = (*checks(spec.family), Consistency(family.kinds))
    maker = ModelMaker(model, judge, held_to, drafts.plan, way_of(spec.family), coder, hear)
    made_by = AccessibleMaker(maker, drafts.plan) if family.has_clause else maker
    return planner, made_by, made_by, planner.title


def _varier(spec: AuthoringSpec, drafts: Drafts, model: Model | None, judge: Judge | None) -> Varier | None:
    """None where a catalog authors, whose renderer makes alternatives with the reference."""
    if spec.author == "catalog" or model is None or judge is None:
        return None
    from agents.authoring.generation.varying import ModelVarier

    return ModelVarier(model, judge, checks(spec.family), drafts.plan, way_of(spec.family))


def _evaluator(spec: AuthoringSpec, model: Model | None) -> Evaluator:
    if spec.with_model and model is not None:
        from agents.authoring.evaluation.by_model import ModelEvaluator

        return ModelEvaluator(model, way_of(spec.family), spec.leak_policy, spec.rounds)
    return EvaluationAgent(spec.leak_policy, spec.rounds)
