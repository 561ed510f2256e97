"""Options that verbs share: where a run lies, models and what they may use, the judge, names of items and agents."""

from collections.abc import Callable, Collection
from math import isfinite
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import click
from rich.table import Table

from agents.coding.roster import BUILT_IN, PROGRAMS, SET_BY_FILE, agent_spec
from pipeline.cli.folders import NewFolder
from pipeline.cli.output import echo_error, plain_table
from pipeline.report.words import role_rows
from plans.errors import AuthorError
from plans.families import family_named
from plans.items import chosen_items
from plans.model_settings import OWN_CODER
from plans.paths import RunPaths, SuitePaths
from plans.plain_text import folded
from plans.records.base import Record
from plans.records.code_agent import AgentSpec
from plans.records.model_settings import ModelRole, ModelSettings
from plans.records.suite import Suite
from plans.records.usage import ModelUsage
from plans.records.verdict import Manner
from plans.settings import read_models
from plans.slugs import did_you_mean

Command = TypeVar("Command", bound=Callable[..., Any])
MODEL_OPTIONS = ("max_cost", "max_tokens", "replay")
"""What `model_options` adds, by name."""


WITH_MODEL = (
    "Have models read each item before it is judged, and weigh its tasks (roles `verifier` and `evaluator`); what they "
    "find wrong is made again."
)
"""Help of the option of that name, of every verb that authors."""


run_folder_option = click.option(
    "--out",
    type=NewFolder("run"),
    help="Folder of the run: new, empty, or the one in which it was begun.  [default: runs/NAME OF SUITE]",
)


def repeats_option(what: str, default: int = 1) -> Callable[[Command], Command]:
    """Adds --repeats; `what`: what is done so often."""
    return click.option(
        "--repeats",
        metavar="N",
        type=click.IntRange(1, 100),
        default=default,
        show_default=True,
        help=what,
    )


def jobs_option(what: str, default: int) -> Callable[[Command], Command]:
    """Adds --jobs; `what`: what is done so many at once, in a sentence."""
    return click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1, 64),
        default=default,
        show_default=True,
        help=what,
    )


class Dollars(click.FloatRange):
    """More than nothing, and a number: `nan` and `inf` would bound nothing."""

    name = "dollars"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        dollars = super().convert(value, param, ctx)
        if not isfinite(dollars):
            self.fail(f"{value!r} is no amount, and nothing would be bounded by it.", param, ctx)
        return dollars


class ModelOrder(Record):
    """What `model_options` adds to the options of a verb, by name."""

    max_cost: float | None = None
    """US dollars; None: as benchwright.toml says."""
    max_tokens: int | None = None
    replay: Path | None = None
    """The journal that alone may answer."""

    def bounded(self, settings: ModelSettings, scope: Literal["author", "run"]) -> ModelSettings:
        """The settings with what the work may use in all, where the command line says it."""
        said = {"cost": self.max_cost, "tokens": self.max_tokens}
        allowed = getattr(settings.budget, scope).model_copy(update={k: v for k, v in said.items() if v})
        return settings.model_copy(update={"budget": settings.budget.model_copy(update={scope: allowed})})

    def refuse_idle(self, roles: Collection[ModelRole], *, is_relayed: bool = False) -> None:
        """AuthorError where options were given and nobody asks a model: neither a role, nor an agent by our relay."""
        options = {"--max-cost": self.max_cost, "--max-tokens": self.max_tokens}
        idle = [name for name, value in options.items() if value is not None and not is_relayed]
        idle += ["--replay"] if self.replay is not None else []
        if idle and not roles:
            raise AuthorError(
                f"{' and '.join(idle)} has no effect: this command asks no model. Remove it, or name a model to ask."
            )


def model_options(verb: Command) -> Command:
    """Adds --max-cost, --max-tokens and --replay, which a ModelOrder takes."""
    for option in (
        click.option(
            "--replay",
            type=click.Path(exists=True, path_type=Path),
            help="Ask no model: take its replies from the journal of an earlier run or suite (its folder, or "
            "journal.sqlite).",
        ),
        click.option(
            "--max-tokens",
            metavar="N",
            type=click.IntRange(min=1),
            help="Most tokens, in and out, that models may use in all.",
        ),
        click.option(
            "--max-cost",
            type=Dollars(),
            metavar="DOLLARS",
            help="Most US dollars that models may cost in all. Exit code 6 when the budget is used up; repeat the "
            "command with a higher one to continue.",
        ),
    ):
        verb = option(verb)
    return verb


def replayed_journal(place: Path) -> Path:
    """The journal that --replay names, itself or by the folder of its run or suite; AuthorError where there is none."""
    if place.is_file():
        return place
    for journal in (RunPaths(place).journal, SuitePaths(place).journal):
        if journal.is_file():
            return journal
    raise AuthorError(
        f"{place} holds no journal of model replies. Name journal.sqlite, or the folder of a run or suite in which "
        "models were asked."
    )


def models_table(usage: ModelUsage) -> Table:
    """A row for each role and stage, and one for all."""
    table = plain_table("role", "stage", "calls", "unanswered", "tokens in", "tokens out", "cost")
    for name, cells in role_rows(usage):
        table.add_row(*name, *cells)
    return table


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


class NameOf(click.Choice[str]):
    """The type of an option that is one of several names; a misspelt one is told with that which may be meant."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        return super().get_invalid_choice_message(value, ctx) + did_you_mean(str(value), self.choices)


def asked_items(suite: Suite, wanted: Collection[str]) -> list[str]:
    """The ids that are wanted, in the suite's order; all where none is named.

    Raises AuthorError for unknown ones, with those that may have been meant.
    """
    try:
        return chosen_items(suite, wanted)
    except AuthorError as error:
        ids = [item.id for item in suite.items]
        told = dict.fromkeys(did_you_mean(one, ids) for one in sorted(wanted) if one not in ids)
        raise AuthorError(f"{error}{''.join(told)}") from None


def parse_agent(text: str) -> AgentSpec:
    """What `--agent TEXT` means; AuthorError shows the forms that are understood, and the name that may be meant."""
    try:
        return agent_spec(text)
    except AuthorError as error:
        raise AuthorError(
            f"{error}{did_you_mean(text.partition(':')[0], (*BUILT_IN, OWN_CODER, *PROGRAMS))}"
        ) from None
