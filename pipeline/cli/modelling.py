"""Options of every verb that asks models by way of the gateway, and what is said of their use in the end."""

from collections.abc import Callable, Collection
from math import isfinite
from pathlib import Path
from typing import Any, Literal, TypeVar

import click
from rich.table import Table

from pipeline.cli.output import plain_table
from pipeline.report.words import role_rows
from plans.errors import AuthorError
from plans.paths import RunPaths, SuitePaths
from plans.records.base import Record
from plans.records.model_settings import ModelRole, ModelSettings
from plans.records.usage import ModelUsage

Command = TypeVar("Command", bound=Callable[..., Any])
MODEL_OPTIONS = ("max_cost", "max_tokens", "replay")
"""What `model_options` adds, by name."""

WITH_MODEL = (
    "Have models read each item before it is judged, and weigh its tasks (roles `verifier` and `evaluator`); what they "
    "find wrong is made again."
)
"""Help of the option of that name, of every verb that authors."""


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
                f"{' and '.join(idle)} would change nothing: no model is asked here. Leave it out, or name who is to "
                "ask one."
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
        f"{place} has no journal of models, so nothing could be answered from it. Name journal.sqlite itself, or the "
        "folder of a run or suite in which models were asked."
    )


def models_table(usage: ModelUsage) -> Table:
    """A row for each role and stage, and one for all."""
    table = plain_table("role", "stage", "calls", "unanswered", "tokens in", "tokens out", "cost")
    for name, cells in role_rows(usage):
        table.add_row(*name, *cells)
    return table
