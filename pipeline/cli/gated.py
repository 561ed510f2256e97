"""Authoring behind one of the gates, for every verb that authors."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.console import Console

from agents.coding.roster import agent_spec, is_program
from agents.gateway.budget import AUTHORING
from agents.gateway.roles import own_kind_in_authoring
from pipeline.cli.authoring_progress import Watched, authoring_progress, part_text
from pipeline.cli.foreseeing import Making, foresee_authoring, item_tokens, planned_tasks, unverified
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.output import echo_error, warn
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import authoring_context, authoring_roles
from pipeline.cli.wiring.gates import implementer, open_gate, open_judging
from pipeline.cli.wiring.models import implementing_models, open_models
from pipeline.cli.wiring.reviewers import ReviewMode, asking_about, reviewer_for
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Gate, Implement
from plans.contracts.models import Model
from plans.families import generator
from plans.paths import SuitePaths
from plans.plurals import count_text
from plans.records.model_settings import Role
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
    verbose: bool = False
    """Whether every reason is told for which an answer of a model is sent back."""


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
        agent = agent_spec(spec.independent_by) if spec.independent_by else None
        models = None if agent is None else implementing_models(work.paths, work.order)
        relayed = models if agent is not None and is_program(agent) else None
        async with (
            open_models(roles, work.order, work.paths.journal, relayed, AUTHORING) as model,
            open_judging(spec, work.paths) as judging,
            open_gate(spec, work.paths, progress.gate, judging, model) as gate,
        ):
            warn(own_kind_in_authoring(_models(model, roles)))
            making = Making(
                spec.family,
                unverified(spec, work.paths),
                spec.kept_plan(work.paths) is not None,
                tasks=planned_tasks(spec, work.paths),
            )
            foresee_authoring(model, making, spec, echo_error)
            judge = judging.judge if judging else None
            implementing = None
            if agent is not None and models is not None and judging is not None:
                family, canary, hear = spec.family, spec.canary, progress.hear
                implementing = implementer(agent, family, canary, judging, model, models, hear)
            context = authoring_context(
                spec, work.paths, generator(spec.family), through(gate), model, judge,
                implement=implementing or implement, hear=progress.hear,
            )  # fmt: skip
            asked = (
                reviewer_for(reviewer, console, progress.paused) if isinstance(reviewer, str) else reviewer
            )
            return await author_suite(context, asking_about(asked, about), progress, jobs=work.jobs)

    with authoring_progress(console, len(spec.assignments), _watched(work)) as progress:
        report = run_until_stopped(authored())
    if sent := progress.sent_back:
        told = ", ".join(f"{part_text(part)} {number:,}" for part, number in sent.items())
        echo_error(f"{count_text(sum(sent.values()), 'answer')} sent back to be written better: {told}.")
    return report


def _watched(work: AuthoringWork) -> Watched | None:
    """How it is told what models do: not at all where a catalog authors, whose steps take no time."""
    spec = work.spec
    if spec.author == "catalog" and not spec.independent_by:
        return None

    def tokens(tasks: int) -> int:
        return item_tokens(spec.family, tasks, spec)

    return Watched(is_by_model=spec.author == "model", verbose=work.verbose, tokens=tokens)


def _models(model: Model | None, roles: Iterable[Role]) -> dict[Role, str]:
    """Role → its model, of all that are going to be asked: also of the coder, who is made ready when it begins."""
    return {role: model.ready(role).model for role in roles} if model else {}
