"""What is said of a family that models write, and how it is reviewed."""

from collections.abc import Sequence

from rich.console import Console

from pipeline.cli.output import echo_json, plain_table
from pipeline.cli.parked import parked_table
from pipeline.cli.progress import say
from pipeline.commands import command_line
from pipeline.graph.families.authoring import FamilyReport
from plans.files import read_lines
from plans.paths import FamilyPaths
from plans.records.decision import Decision
from review.checkpoints import Checkpoint
from review.families import Edited, edits_of, notes_of


def tell_family(report: FamilyReport, paths: FamilyPaths, console: Console, *, as_json: bool) -> int:
    """Print how far a family has come, and give the exit code: 1 when it is not released and nothing waits."""
    if as_json:
        echo_json(report)
    elif report.status == "ready":
        say(
            console,
            f"The family {report.family} is released in {paths.root}. Its plan and code were reviewed:",
        )
        print_edits(paths, console)
    elif report.parked:
        console.print(parked_of(report.parked, paths))
        say(console, f"Next: {command_line('benchwright', 'review', paths.root)}")
    else:
        say(console, f"The family {report.family} is {report.status}: {'; '.join(report.reasons)}")
    return 0 if report.status == "ready" or report.parked else 1


def parked_of(parked: Sequence[Checkpoint], paths: FamilyPaths) -> object:
    """What waits, with where its texts lie."""
    return parked_table(parked, lambda checkpoint: paths.family_draft)


def print_edits(paths: FamilyPaths, console: Console) -> None:
    """The paper's Table 15 for one family: how much developers changed of what each agent wrote."""
    edits = edits_of(paths)
    table = plain_table("Family", *(one.column for one in edits))
    table.add_row(paths.root.resolve().name, *map(_cell, edits))
    console.print(table)
    say(
        console,
        "G, V, E: Generation, Verification and Evaluation Agent; plan: what its code does, in words. Levenshtein "
        "distance of what it wrote and what was approved, over the longer one's length, and in brackets that length in "
        "characters; – where no person decided.",
    )
    for note in notes_of(read_lines(paths.review, Decision)):
        say(console, note)


def _cell(one: Edited) -> str:
    return "–" if one.edit_distance is None else f"{one.edit_distance:.2f} ({one.characters:,})"
