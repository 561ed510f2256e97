"""What `benchwright review --stats` prints of the decisions about a suite."""

from collections.abc import Sequence

from pipeline.cli.output import echo, echo_json, open_console, plain_table
from review.ledger import ReviewStatistics


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
