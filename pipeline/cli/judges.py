"""Options that choose the judge, of every verb that judges."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

import click

from agents.coding.roster import SET_BY_FILE
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.output import echo_error
from plans.families import family_named
from plans.plain_text import folded
from plans.records.model_settings import ModelRole
from plans.records.verdict import Manner
from plans.settings import read_models

Command = TypeVar("Command", bound=Callable[..., Any])
Judging = Literal["program", "model", "hybrid"]
JUDGE_OPTIONS = ("judged_by", "judge_tries", "judge_sees", "manner")
"""What `judge_options` adds, by name."""


class JudgedOrder(ModelOrder):
    """What `judge_options` and `model_options` add to the options of a verb, by name."""

    judged_by: Judging | None = None
    """program: no model is asked. hybrid: a program decides, and a model says what things are in an app, adapts tasks
    that do not pass, or reads what came out of commands. model: the same, of web apps, but the model says what all
    things are. None: as `with_usual_judge` settles it; a program, where nothing does."""
    judge_tries: int | None = None
    """Questions to a model about one task that did not pass; None: the usual number."""
    judge_sees: bool = False
    """Whether it is shown pictures."""
    manner: Manner | None = None
    """On which copies of a submission commands are carried out; None: as usual, or as the run was judged."""

    @property
    def judging_roles(self) -> tuple[ModelRole, ...]:
        """Roles that models play in judging."""
        return () if self.judged_by in (None, "program") else ("ui_judge",)


Judged = TypeVar("Judged", bound=JudgedOrder)


def with_usual_judge(order: Judged, family: str) -> Judged:
    """The order with its judge settled: hybrid for web apps where a model is named for the role `ui_judge`.

    It is told where nobody asked for it, since it costs tokens.
    """
    if order.judged_by is not None:
        return order
    model = read_models(kinds=SET_BY_FILE).part("ui_judge").model
    if model is None or family_named(family).judge != "browser":
        return order.model_copy(update={"judged_by": "program"})
    echo_error(
        f"Judging is hybrid, since {folded(model)} is named for ui_judge: it is asked where the program does not get "
        "on. --judge program asks no model."
    )
    return order.model_copy(update={"judged_by": "hybrid"})


def judge_options(verb: Command) -> Command:
    """Adds --judge, --judge-tries, --judge-sees and --manner, which a JudgedOrder takes."""
    for option in (
        click.option(
            "--manner",
            metavar="MANNER",
            type=click.Choice(get_args(Manner)),
            help="For Python projects: isolated runs each task on a fresh copy of the submission, ordered runs all on "
            "one copy, in the order of the criteria, and both does both. Default: isolated, or as the run was judged.",
        ),
        click.option(
            "--judge-sees",
            is_flag=True,
            help="Show the model a picture of the page with each question; needs a model that sees.",
        ),
        click.option(
            "--judge-tries",
            metavar="N",
            type=click.IntRange(1, 20),
            help="Questions to the model about one failed task; usual is 3.",
        ),
        click.option(
            "--judge",
            "judged_by",
            metavar="JUDGE",
            type=click.Choice(get_args(Judging)),
            help="program asks no model. hybrid asks the role `ui_judge` where the program does not find something or "
            "a task does not pass. model asks it for every target of a web app. Default: hybrid for web apps where a "
            "model has that role, else program.",
        ),
    ):
        verb = option(verb)
    return verb
