"""Authoring behind one of the gates, for every verb that authors."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.console import Console

from agents.coding.roster import agent_spec
from agents.gateway.own_kind import own_kind_in_authoring
from pipeline.cli.authoring_progress import authoring_progress
from pipeline.cli.foreseeing import Making, foresee, of_authoring, unverified
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.output import echo_error, warn
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import authoring_context, authoring_roles
from pipeline.cli.wiring.gates import Judging, implementer, open_gate, open_judging
from pipeline.cli.wiring.models import open_models
from pipeline.cli.wiring.reviewers import ReviewMode, asking_about, reviewer_for
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Gate, Implement
from plans.contracts.models import Model
from plans.families import generator
from plans.paths import SuitePaths
from plans.records.model_role import Role
from review.checkpoints import Checkpoint
from review.reviewers import Reviewer


class AuthoringWork(NamedTuple):
    """What is to be authored, and where."""

    spec: AuthoringSpec
    paths: SuitePaths
    jobs: int
    """Items at once."""
    order: ModelOrder = ModelOrder()
    """What models may use, and whether a journal alone answers for them."""


def author_gated(
    work: AuthoringWork,
    console: Console,
    reviewer: ReviewMode | Reviewer,
    *,
    through: Callable[[Gate], Gate] = lambda gate: gate,
    about: Callable[[Checkpoint], bool] = lambda checkpoint: True,
    implement: Implement | None = None,
) -> AuthoringReport:
    """Author, or go on with, what the work's spec asks for, with bars on `console`.

    The bars pause while a person is asked. `through` may put a gate of its own before the one
    that the spec names. `implement` has items implemented independently where the spec names no code
    agent for it. Nobody is asked at checkpoints for which `about` is false: they stay
    parked. The gate's browsers live as long as this takes. Hand-ins are judged with the packages
    that the suite locks, which are built first where they are missing; InstallFailed where they
    cannot be.
    """
    spec = work.spec

    async def authored() -> AuthoringReport:
        roles = authoring_roles(spec)
        async with (
            open_models(roles, work.order, work.paths.journal) as model,
            open_judging(spec, work.paths) as judging,
            open_gate(spec, work.paths, progress.gate, judging, model) as gate,
        ):
            warn(own_kind_in_authoring(_models(model, roles)))
            making = Making(spec.family, unverified(spec, work.paths), spec.kept_plan(work.paths) is not None)
            foresee(model, of_authoring(making, roles), echo_error)
            judge = judging.judge if judging else None
            context = authoring_context(
                spec, work.paths, generator(spec.family), through(gate), model, judge,
                implement=_implement(spec, judging, model) or implement,
            )  # fmt: skip
            asked = (
                reviewer_for(reviewer, console, progress.paused) if isinstance(reviewer, str) else reviewer
            )
            return await author_suite(context, asking_about(asked, about), progress, jobs=work.jobs)

    with authoring_progress(console, len(spec.assignments)) as progress:
        return run_until_stopped(authored())


def _implement(spec: AuthoringSpec, judging: Judging | None, model: Model | None) -> Implement | None:
    if not spec.independent_by or judging is None:
        return None
    return implementer(agent_spec(spec.independent_by), spec.family, spec.canary, judging, model)


def _models(model: Model | None, roles: Iterable[Role]) -> dict[Role, str]:
    """Role → its model, of all that are going to be asked: also of the coder, who is made ready when it begins."""
    return {role: model.ready(role).model for role in roles} if model else {}
