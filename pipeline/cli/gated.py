"""Authoring behind one of the gates, for every verb that authors."""

from pipeline.cli.authoring_progress import AuthoringProgress
from pipeline.cli.gates import open_gate
from pipeline.graph.authoring import author_suite
from pipeline.graph.context import make_context
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from plans.families import generator
from plans.paths import SuitePaths
from review.reviewers import Reviewer


async def author_gated(
    spec: AuthoringSpec, paths: SuitePaths, reviewer: Reviewer, progress: AuthoringProgress, jobs: int
) -> AuthoringReport:
    """Author, or go on with, what `spec` asks for; the gate's browsers live as long as this takes."""
    async with open_gate(spec.gate, spec.family, spec.canary, progress.gate) as gate:
        context = make_context(spec, paths, generator(spec.family), gate)
        return await author_suite(context, reviewer, progress, jobs=jobs)
