"""Authoring behind one of the gates, for every verb that authors."""

from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console

from pipeline.cli.authoring_progress import authoring_progress
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring import ReviewMode, asking_about, authoring_context, open_gate, reviewer_for
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Gate
from plans.families import generator
from plans.paths import SuitePaths
from review.checkpoints import Checkpoint
from review.reviewers import Reviewer


class AuthoringWork(NamedTuple):
    """What is to be authored, and where."""

    spec: AuthoringSpec
    paths: SuitePaths
    jobs: int
    """Items at once."""


def author_gated(
    work: AuthoringWork,
    console: Console,
    reviewer: ReviewMode | Reviewer,
    *,
    through: Callable[[Gate], Gate] = lambda gate: gate,
    about: Callable[[Checkpoint], bool] = lambda checkpoint: True,
) -> AuthoringReport:
    """Author, or go on with, what the work's spec asks for, with bars on `console`.

    The bars pause while a person is asked. `through` may put a gate of its own before the one
    that the spec names. Nobody is asked at checkpoints for which `about` is false: they stay
    parked. The gate's browsers live as long as this takes. Hand-ins are judged with the packages
    that the suite locks, which are built first where they are missing; InstallFailed where they
    cannot be.
    """
    spec = work.spec

    async def authored() -> AuthoringReport:
        async with open_gate(spec, work.paths, progress.gate) as gate:
            context = authoring_context(spec, work.paths, generator(spec.family), through(gate))
            asked = (
                reviewer_for(reviewer, console, progress.paused) if isinstance(reviewer, str) else reviewer
            )
            return await author_suite(context, asking_about(asked, about), progress, jobs=work.jobs)

    with authoring_progress(console, len(spec.assignments)) as progress:
        return run_until_stopped(authored())
