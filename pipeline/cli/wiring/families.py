"""Families of instances that models write: their agents, in the sandbox, with their models and journal."""

from rich.console import Console

from agents.authoring.instances.author import FamilyAuthor
from agents.authoring.instances.trials import FamilyTrials
from agents.sandbox.roster import USUAL, try_sandbox
from pipeline.cli.modelling import ModelOrder, models_table
from pipeline.cli.output import echo_error
from pipeline.cli.wiring.models import open_models
from pipeline.graph.driver import Refusal
from pipeline.graph.families.authoring import FamilyReport, author_family
from pipeline.graph.families.context import FamilyContext
from pipeline.graph.families.drafts import FamilyDrafts
from pipeline.graph.families.spec import FamilySpec
from plans.files import write_text
from plans.paths import FamilyPaths
from plans.records.model_settings import Role
from review.reviewers import Reviewer

ROLES: tuple[Role, ...] = ("planner", "generator", "verifier", "evaluator")
"""The four agents."""


class Lines:
    """Says on standard error which part is done; a ProgressSink."""

    def begun(self, thread: str, node: str) -> None:
        """What is done is said, and not what begins."""

    def left(self, thread: str, node: str) -> None:
        del thread
        if not node.startswith("review"):
            echo_error(f"{node.replace('_', ': ')} is done")

    def refused(self, refusal: Refusal) -> None:
        echo_error(f"{refusal.item}: {'; '.join(refusal.reasons)}; {refusal.follows}")

    def ended(self, thread: str) -> None:
        """The report says it."""


async def written_family(
    paths: FamilyPaths, spec: FamilySpec, order: ModelOrder, reviewer: Reviewer, console: Console
) -> FamilyReport:
    """Have models write a family, or go on with it. Raises what author_family does, and SandboxRefused before anything
    is asked: what they write is tried in a sandbox alone.
    """
    sandbox = try_sandbox(USUAL)
    # The journal comes before all else, and git passes over it.
    write_text(paths.authoring / ".gitignore", "*\n")
    async with open_models(ROLES, order, paths.journal) as model:
        if model is None:
            raise AssertionError("roles are asked for, and nobody plays them")
        author = FamilyAuthor(model, spec.family, spec.task, FamilyTrials(sandbox), spec.mends)
        context = FamilyContext(paths, FamilyDrafts(paths), author)
        report = await author_family(context, spec, reviewer, Lines())
        console.print(models_table(model.usage()))
        return report
