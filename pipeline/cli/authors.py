"""Options of every verb that authors: whether a catalog or models make the items, and who writes their references."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar, get_args

import click

from agents.authoring.events import AuthoringEvent
from pipeline.cli.authoring_progress import event_lines
from pipeline.cli.cost_estimate import Making, foresee_authoring
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.names import parse_agent
from pipeline.cli.output import echo_error
from pipeline.cli.wiring.models import open_models
from pipeline.graph.spec import AuthorName, ReferenceBy, under_way
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.paths import SuitePaths

Verb = TypeVar("Verb", bound=Callable[..., Any])


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
        """AuthorError where it is said who writes references, and nobody writes any, or an agent is named that there is
        not.
        """
        if self.independent_by:
            parse_agent(self.independent_by)
        if self.reference_by != "generator" and not self.is_by_model:
            raise AuthorError(
                "--reference-by says who writes references, and the catalog composes its own, so nobody would write "
                "any. Leave it out, or author with `--author model`."
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
            foresee_authoring(model, making, order, echo_error)
        yield model


def author_options(verb: Verb) -> Verb:
    """Adds --author, --reference-by, --independent-by and --verbose, which an AuthoredOrder takes."""
    for option in (
        click.option(
            "--verbose",
            is_flag=True,
            help="Tell every reason for which an answer of a model is sent back, in place of the first two.",
        ),
        click.option(
            "--independent-by",
            metavar="AGENT",
            default="",
            help="Have this code agent implement each proved item from what agents under test are told: minimal (role "
            "`coder`), or any that `run --agent` takes. The role `verifier` rules on tasks that it does not pass.",
        ),
        click.option(
            "--reference-by",
            type=click.Choice(get_args(ReferenceBy)),
            default="generator",
            show_default=True,
            help="With --author model: generator writes references in its replies; minimal is our own code agent (role "
            "coder), which writes them in a workspace, in the sandbox.",
        ),
        click.option(
            "--author",
            type=click.Choice(get_args(AuthorName)),
            default="catalog",
            show_default=True,
            help="catalog: no model is asked. model: the models that benchwright.toml names for planner and generator.",
        ),
    ):
        verb = option(verb)
    return verb
