"""Authoring behind one of the gates, for every verb that authors: its options, and the work."""

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple, TypeVar, get_args

import click
from rich.console import Console

from agents.authoring.events import AuthoringEvent, Planned
from agents.coding.roster import agent_spec, is_program
from agents.gateway.budget import AUTHORING, self_grading_models
from pipeline.cli.authoring_progress import Watched, authoring_progress, event_lines, part_text
from pipeline.cli.cost_estimate import (
    Making,
    authoring_roles,
    estimate_authoring,
    item_tokens,
    planned_tasks,
    require_least,
    unverified,
)
from pipeline.cli.options import ModelOrder, parse_agent
from pipeline.cli.output import echo_error, warn
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import implementer, open_gate, open_judging
from pipeline.cli.wiring.models import implementing_models, open_models
from pipeline.cli.wiring.playing import as_tried
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport, ending_words
from pipeline.graph.spec import AuthoringSpec, AuthorName, GateName, ReferenceBy, under_way
from plans.contracts.authoring import Gate, Implement
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.families import generator
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.model_settings import ModelRole
from review.checkpoints import Checkpoint, Reviewer, asking_about
from review.terminal import ReviewMode, reviewer_for

Command = TypeVar("Command", bound=Callable[..., Any])


AUTHOR_OPTIONS = ("author", "reference_by", "independent_by", "with_model", "verbose")
"""Options by which models take part in authoring: what `author_options` adds, and --with-model."""


class AuthoredOrder(ModelOrder):
    """What `author_options` adds to the options of a verb, by name."""

    author: AuthorName
    reference_by: ReferenceBy
    independent_by: str = ""
    """Code agent that implements items from what agents under test are told."""
    with_model: bool
    verbose: bool = False
    """Whether every reason is told for which an answer of a model is sent back."""

    def tell_event(self, event: AuthoringEvent) -> None:
        """Say what happens while requests are written, before there is an item, on standard error."""
        for line in event_lines(event, verbose=self.verbose):
            echo_error(line)

    @property
    def is_by_model(self) -> bool:
        """Whether models make the items."""
        return self.author == "model"

    def refuse_unwritten(self) -> None:
        """AuthorError for an agent that there is not, and for options that would do nothing as no model writes."""
        if self.independent_by:
            parse_agent(self.independent_by)
        if self.verbose and not (self.is_by_model or self.with_model or self.independent_by):
            raise AuthorError(
                "--verbose prints why answers of models are sent back, and this command asks no model. Remove it, or "
                "add --author model or --with-model."
            )
        if self.reference_by != "generator" and not self.is_by_model:
            raise AuthorError(
                "--reference-by has no effect with --author catalog, which composes its own references. Leave it out, "
                "or add --author model."
            )


def author_options(verb: Command) -> Command:
    """Adds --author, --reference-by, --independent-by and --verbose, which an AuthoredOrder takes."""
    for option in (
        click.option(
            "--verbose",
            is_flag=True,
            help="Print every reason why a model's answer is sent back, not only the first two.",
        ),
        click.option(
            "--independent-by",
            metavar="AGENT",
            default="",
            help="Have this code agent implement each proved item from the request alone: minimal (role `coder`), or "
            "any agent that `run` takes.",
        ),
        click.option(
            "--reference-by",
            type=click.Choice(get_args(ReferenceBy)),
            default="generator",
            show_default=True,
            help="Who writes references with --author model: the role generator in its replies, or minimal, our code "
            "agent (role `coder`), in a sandbox.",
        ),
        click.option(
            "--author",
            type=click.Choice(get_args(AuthorName)),
            default="catalog",
            show_default=True,
            help="Who makes the items: the catalog without a model, or the models of the roles planner and generator.",
        ),
    ):
        verb = option(verb)
    return verb


def gate_option(live: str, unproved: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--gate` of a verb that authors.

    `live` says what the live gate does there, `unproved` what becomes of items that no browser has proved.
    """
    return click.option(
        "--gate",
        type=click.Choice(get_args(GateName)),
        default="live",
        show_default=True,
        help=f"live runs {live}. static checks only what needs no browser; {unproved}.",
    )


@asynccontextmanager
async def open_planner(
    order: AuthoredOrder, paths: SuitePaths, family: str, items: int
) -> AsyncGenerator[Model]:
    """Who writes the requests of so many new items, its replies in the journal of the suite that they are for.

    What they and the items are going to ask of models is said before, and BudgetError raised where it is too much; of a
    work that was begun, what is left of it is said when it goes on.
    """
    async with open_models(("planner",), order, paths.journal) as model:
        if model is None:
            raise AssertionError("a role is asked for, and nobody plays it")
        if under_way(paths) is None:
            making = Making(family, items, has_plan=True, requests=items)
            estimate_authoring(model, making, order, echo_error)
        yield model


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
    parked. The gate's browsers live as long as this takes. Submissions are judged with the packages
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
            AsyncExitStack() as opened,
            open_models(roles, work.order, work.paths.journal, relayed, AUTHORING) as model,
            open_judging(spec, work.paths) as judging,
            open_gate(spec, work.paths, progress.gate, judging, model) as gate,
        ):
            warn(self_grading_models(_models(model, roles)))
            making = Making(
                spec.family,
                unverified(spec, work.paths),
                spec.kept_plan(work.paths) is not None,
                tasks=planned_tasks(spec, work.paths),
            )
            estimate_authoring(model, making, spec, echo_error)

            def hear(event: AuthoringEvent) -> None:
                progress.hear(event)
                if isinstance(event, Planned) and event.tasks and spec.author == "model":
                    require_least(model, Making(spec.family, 1, has_plan=True, tasks=event.tasks), spec)

            judge = judging.judge if judging else None
            workspaces = None
            if judging is not None and (agent is not None or "coder" in roles):
                workspaces = await opened.enter_async_context(as_tried(judging.sandbox, spec.family))
            implementing = None
            if agent is not None and models is not None and judging is not None and workspaces is not None:
                family, canary = spec.family, spec.canary
                implementing = implementer(agent, family, canary, judging, workspaces, model, models, hear)
            context = authoring_context(
                spec, work.paths, generator(spec.family), through(gate), model, judge,
                implement=implementing or implement, hear=hear, sandbox=workspaces,
            )  # fmt: skip
            asked = (
                reviewer_for(reviewer, console, progress.paused) if isinstance(reviewer, str) else reviewer
            )
            return await author_suite(context, asking_about(asked, about), progress, jobs=work.jobs)

    with authoring_progress(console, len(spec.assignments), _watched(work)) as progress:
        report = run_until_stopped(authored())
    timed = (one.model_copy(update={"minutes": progress.minutes.get(one.item)}) for one in report.items)
    report = report.model_copy(update={"items": tuple(timed)})
    if sent := progress.sent_back:
        told = ", ".join(f"{part_text(part)} {number:,}" for part, number in sent.items())
        echo_error(f"{count_text(sum(sent.values()), 'answer')} sent back for correction: {told}.")
    return report


def _watched(work: AuthoringWork) -> Watched | None:
    """How it is told what models do: not at all where a catalog authors, whose steps take no time."""
    spec = work.spec
    if spec.author == "catalog" and not spec.independent_by:
        return None

    def tokens(tasks: int) -> int:
        return item_tokens(spec.family, tasks, spec)

    def ending(item: str, status: str) -> str:
        return ending_words(work.paths, item, status)

    return Watched(spec.author == "model", work.verbose, tokens, ending)


def _models(model: Model | None, roles: Iterable[ModelRole]) -> dict[ModelRole, str]:
    """Role → its model, of all that are going to be asked: also of the coder, who is made ready when it begins."""
    return {role: model.ready(role).model for role in roles} if model else {}
