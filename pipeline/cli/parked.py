"""Checkpoints that wait for a decision, as they are listed."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from pipeline.cli.output import echo_json
from review.checkpoints import Checkpoint

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
