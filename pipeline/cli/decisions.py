"""Options by which decisions are given on the command line, and checkpoints that wait for one, as they are printed."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents.families.folder import DESIGNS, MODULES
from pipeline.cli.output import echo, echo_json, open_console, plain_table
from pipeline.cli.progress import say
from plans.errors import StaleReview
from plans.files import read_text
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.review import Stage, Verb
from plans.settings import read_settings
from review.checkpoints import EDITABLE, Checkpoint, CheckpointAnswer, check_text, is_editable
from review.ledger import STAGE_ORDER, ReviewStatistics

Command = TypeVar("Command", bound=Callable[..., Any])

TextsFolder = Callable[[Checkpoint], Path]
"""Where the texts lie that a checkpoint asks about."""


def parked_table(parked: Sequence[Checkpoint], folder_of: TextsFolder) -> Table:
    """The checkpoints that wait, each with the folder in which its texts lie."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
    table.add_column("Item", no_wrap=True)
    table.add_column("Stage", no_wrap=True)
    table.add_column("Showing", justify="right")
    table.add_column("Texts", overflow="fold")
    for checkpoint in parked:
        texts = ", ".join(checkpoint.artifacts)
        place = f"{folder_of(checkpoint)}: {texts}"
        table.add_row(escape(checkpoint.item), checkpoint.stage, str(checkpoint.showing), escape(place))
    return table


def print_as_json(parked: Sequence[Checkpoint], folder_of: TextsFolder) -> None:
    """The same on standard output, for programs."""
    listed = [{**one.model_dump(mode="json"), "folder": str(folder_of(one))} for one in parked]
    echo_json(listed)


class AnswerOrder(Record):
    """What `answer_options` adds to the options of a verb, by name."""

    stage: Stage | None
    is_all: bool = False
    approve: bool
    reject: bool
    redo: str | None
    edits: tuple[Path, ...]
    note: str
    is_list: bool
    stats: bool
    jobs: int
    as_json: bool

    @property
    def is_shown(self) -> bool:
        """Whether what waits is listed where no answer is given, and nobody asked."""
        return self.is_list or self.as_json or not sys.stdin.isatty()

    def answer(self) -> CheckpointAnswer | None:
        """The answer that the options give, or None when they give none.

        UsageError where they give two, or where one would be ignored. Raises InvalidFile with every problem of an
        edited text; whether it fits the other artifacts is checked where it is put beside them.
        """
        actions: dict[Verb, bool] = {
            "approve": self.approve,
            "reject": self.reject,
            "redo": self.redo is not None,
            "edit": bool(self.edits),
        }
        given: list[Verb] = [action for action, is_given in actions.items() if is_given]
        self._refuse_contradictions(given)
        if not given:
            return None
        return CheckpointAnswer(
            action=given[0],
            reviewer=read_settings().reviewer,
            note=self.note if self.redo is None else self.redo,
            edits=dict(map(_edited, self.edits)),
        )

    def _refuse_contradictions(self, given: Sequence[Verb]) -> None:
        if len(given) > 1:
            raise click.UsageError(
                f"{' and '.join(f'--{action}' for action in given)} exclude each other. Give one of --approve, "
                "--reject, --redo and --edit."
            )
        if self.is_list and self.stats:
            raise click.UsageError("--list shows what waits, --stats what was decided: give one of them.")
        if given and (self.is_list or self.stats):
            shows = "--list" if self.is_list else "--stats"
            raise click.UsageError(f"{shows} only shows and --{given[0]} decides. Give one of them.")
        if not given and (self.note or self.is_all):
            of_answer = "--note" if self.note else "--all"
            raise click.UsageError(f"{of_answer} needs an answer. Add --approve, --reject, --redo or --edit.")


def answer_options(reject: str, redo: str) -> Callable[[Command], Command]:
    """Adds the options of an AnswerOrder but --all; `reject` and `redo`: help of the options of that name."""

    def add(verb: Command) -> Command:
        for option in (
            click.option("--json", "as_json", is_flag=True, help="Print as JSON."),
            click.option("--stats", is_flag=True, help="Print how much was edited, by stage and artifact."),
            click.option(
                "--list",
                "is_list",
                is_flag=True,
                help="Only list what waits; the default without a terminal.",
            ),
            click.option("--note", default="", help="Reason, kept with the decision."),
            click.option(
                "--edit",
                "edits",
                multiple=True,
                type=click.Path(dir_okay=False, path_type=Path),
                help="Take the text of this file instead, named like the artifact (prd.yaml); may be given several "
                "times.",
            ),
            click.option("--redo", metavar="NOTE", help=redo),
            click.option("--reject", is_flag=True, help=reject),
            click.option("--approve", is_flag=True, help="Approve it as it is."),
            click.option("--stage", type=click.Choice(STAGE_ORDER), help="Only this stage."),
        ):
            verb = option(verb)
        return verb

    return add


def print_statistics(lines: Sequence[ReviewStatistics], *, as_json: bool) -> None:
    """A line for each stage and artifact: decisions, edit distance and characters."""
    if as_json:
        echo_json([line.model_dump(mode="json") for line in lines])
        return
    if not lines:
        echo("No decision about it has been recorded yet.")
        return
    table = plain_table()
    table.add_column("Stage", no_wrap=True)
    table.add_column("Artifact", no_wrap=True)
    table.add_column("Edit distance", justify="right", no_wrap=True)
    table.add_column("Characters", justify="right", no_wrap=True)
    table.add_column("Decisions")
    for line in lines:
        distance = "–" if line.edit_distance is None else f"{line.edit_distance:.3f}"
        numbers = (distance, f"{line.characters:,}")
        table.add_row(line.stage, line.artifact, *numbers, _decided(line))
    console = open_console()
    console.print(table)
    console.print(
        "Edit distance: how much of a text was changed before it was accepted, from 0 (nothing) to 1 (all of it); the "
        "mean of the texts that people accepted, – where they accepted none.\nCharacters: the mean length of the text. "
        "Unseen: approved by --review auto, so that nobody looked at it.",
        highlight=False,
    )


def _decided(line: ReviewStatistics) -> str:
    counts = {
        "approved": line.approved,
        "edited": line.edited,
        "redone": line.redone,
        "rejected": line.rejected,
        "unseen": line.approved_unseen,
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


def print_waiting(parked: Sequence[Checkpoint], folder_of: TextsFolder, console: Console) -> None:
    """What is to be decided at the terminal, before the first is asked about."""
    if parked:
        checkpoints = count_text(len(parked), "checkpoint")
        console.print(
            f"{checkpoints} to decide, one after the other; ? explains the answers.", highlight=False
        )
        console.print(parked_table(parked, folder_of))


def print_parked(
    parked: Sequence[Checkpoint], folder_of: TextsFolder, commands: Sequence[str], *, as_json: bool
) -> None:
    """What waits, and below it the commands that approve it."""
    if as_json:
        print_as_json(parked, folder_of)
    elif parked:
        console = open_console()
        console.print(parked_table(parked, folder_of))
        told = "Once looked at (in place of --approve: --redo NOTE, --edit FILE or --reject):"
        for line in ("", told, *(f"  {command}" for command in commands)):
            say(console, line)
    else:
        echo("Nothing waits for a decision.")


def chosen_checkpoints(
    parked: Sequence[Checkpoint], item: str | None, stage: str | None, *, is_all: bool
) -> list[Checkpoint]:
    """The parked checkpoints that the options name: one, or with `is_all` every one that fits."""
    fitting = [
        checkpoint
        for checkpoint in parked
        if (item is None or checkpoint.item == item) and (stage is None or checkpoint.stage == stage)
    ]
    if not fitting:
        asked = ", ".join(part for part in (item, stage) if part) or "any item"
        waiting = "; ".join(checkpoint.label for checkpoint in parked) or "nothing"
        raise StaleReview(
            f"Nothing waits at {asked}: it was decided, or never parked. What waits: {waiting}. An item that was "
            "rejected is taken up again by authoring its seed anew, with another --out."
        )
    if len(fitting) > 1 and not is_all:
        raise click.UsageError(
            f"{count_text(len(fitting), 'checkpoint')} fit ({'; '.join(c.label for c in fitting)}). "
            "Name one with --item and --stage, or decide all of them with --all."
        )
    return fitting


def _edited(path: Path) -> tuple[str, str]:
    if not is_editable(path.name):
        names = ", ".join((*EDITABLE, *MODULES, *DESIGNS))
        raise click.UsageError(
            f"--edit {path}: the file's name must say what it replaces; use one of {names}."
        )
    text = read_text(path)
    if path.name in EDITABLE or path.name in DESIGNS:
        check_text(path.name, text, path)
    return path.name, text
