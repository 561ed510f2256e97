"""Authoring behind one of the gates, for every verb that authors."""

import asyncio
from collections.abc import Callable

from rich.console import Console

from pipeline.cli.authoring_progress import AuthoringProgress, authoring_progress
from pipeline.cli.wiring import authoring_context, open_gate
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from plans.contracts import Gate
from plans.families import generator
from plans.paths import SuitePaths
from review.reviewers import Reviewer


def author_gated(
    spec: AuthoringSpec,
    paths: SuitePaths,
    console: Console,
    reviewer: Callable[[AuthoringProgress], Reviewer],
    *,
    jobs: int,
    through: Callable[[Gate], Gate] = lambda gate: gate,
) -> AuthoringReport:
    """Author, or go on with, what `spec` asks for, with bars on `console`.

    `reviewer` is made with the bars, which it may have to pause. `through` may put a gate of its own before the one
    that the spec names. The gate's browsers live as long as this takes.
    """

    async def authored() -> AuthoringReport:
        async with open_gate(spec, progress.gate) as gate:
            context = authoring_context(spec, paths, generator(spec.family), through(gate))
            return await author_suite(context, reviewer(progress), progress, jobs=jobs)

    with authoring_progress(console, len(spec.assignments)) as progress:
        return asyncio.run(authored())
