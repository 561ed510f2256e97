"""Decisions given on the command line, and checkpoints that wait for one."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from agents.families.folder import DESIGNS, MODULES
from pipeline.cli.output import echo_json
from plans.errors import StaleReview
from plans.files import read_text
from plans.plain_text import count_text
from plans.records.review import Verb
from plans.settings import read_settings
from review.checkpoints import EDITABLE, Answer, Checkpoint, check_text, is_editable

FolderOf = Callable[[Checkpoint], Path]
"""Where the texts lie that a checkpoint asks about."""


def parked_table(parked: Sequence[Checkpoint], folder_of: FolderOf) -> Table:
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


def print_as_json(parked: Sequence[Checkpoint], folder_of: FolderOf) -> None:
    """The same on standard output, for programs."""
    listed = [{**one.model_dump(mode="json"), "folder": str(folder_of(one))} for one in parked]
    echo_json(listed)


def given_answer(
    redo: str | None, edits: Sequence[Path], note: str, *, is_approved: bool, is_rejected: bool
) -> Answer | None:
    """The answer that the options give, or None when they give none; a usage error when they give two.

    Raises InvalidFile with every problem of an edited text; whether it fits the other artifacts is checked where it is
    put beside them.
    """
    actions: dict[Verb, bool] = {
        "approve": is_approved,
        "reject": is_rejected,
        "redo": redo is not None,
        "edit": bool(edits),
    }
    given: list[Verb] = [action for action, is_given in actions.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(
            f"{' and '.join(f'--{action}' for action in given)} were given, and a checkpoint gets one answer: choose "
            "one of --approve, --reject, --redo and --edit."
        )
    if not given:
        return None
    return Answer(
        action=given[0],
        reviewer=read_settings().reviewer,
        note=note if redo is None else redo,
        edits=dict(map(_edited, edits)),
    )


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
