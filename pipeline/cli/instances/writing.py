"""A family of one's own: written by models, and how much developers changed of it."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from agents.families.folder import NAME
from pipeline.cli.decisions import parked_table
from pipeline.cli.folders import GROUP
from pipeline.cli.options import ModelOrder
from pipeline.cli.output import echo_json, plain_table
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import written_family
from pipeline.cli.wiring.instances import families_folder, refuse_built_in_name
from pipeline.graph.authoring import FamilyProgress
from pipeline.graph.seeds import read_task
from pipeline.graph.spec import FamilySpec, is_begun, read_family_spec
from plans.errors import AuthorError
from plans.families import is_family_folder
from plans.files import read_lines
from plans.paths import FamilyPaths
from plans.records.review import Decision
from plans.shell import command_line
from review.checkpoints import Checkpoint
from review.families import Edited, edits_of, notes_of
from review.terminal import ReviewMode, reviewer_for

MENDS = 2
"""How often what a model wrote of a family is mended, where nobody says how often."""


class FamilyOrder(ModelOrder):
    """The options of `instances author` that say how a family is written."""

    family: str
    task: Path | None
    refinements: int
    review: ReviewMode
    as_json: bool


def write_family(order: FamilyOrder, console: Console) -> int | None:
    """Have models write the family; None when it is released, so that instances can be drawn, else the exit code."""
    paths = FamilyPaths(_place(order.family))
    spec = _spec(order, paths)
    if is_family_folder(paths.root) and is_begun(paths) and read_family_spec(paths) == spec:
        return None
    reviewer = reviewer_for(order.review, console)
    report = run_until_stopped(written_family(paths, spec, order, reviewer, console))
    code = tell_family(report, paths, console, as_json=order.as_json and report.status != "ready")
    return None if report.status == "ready" else code


def _place(family: str) -> Path:
    """Where the family is to lie; AuthorError where it cannot be written there."""
    folder = families_folder()
    if folder is None:
        raise AuthorError(
            f"--author model writes a family of your own, and no folder was named in which {family!r} is to lie. Name "
            "it with --families DIR; to draw instances of a built-in family, leave --author out."
        )
    refuse_built_in_name(family)
    if not NAME.fullmatch(family):
        raise AuthorError(
            f"{family!r} cannot name a family, because its folder is a Python package. Use lower-case letters, digits "
            "and underscores, with a letter first."
        )
    return folder / family


def _spec(order: FamilyOrder, paths: FamilyPaths) -> FamilySpec:
    if order.task is None and is_begun(paths):
        return read_family_spec(paths)
    if order.task is None:
        raise AuthorError(
            "--task is missing, so the models cannot know what the family is to measure. Name a file that says it in "
            "plain words, or a YAML file with `task` and example `pairs`."
        )
    return FamilySpec(family=order.family, task=read_task(order.task), mends=order.refinements)


def tell_family(report: FamilyProgress, paths: FamilyPaths, console: Console, *, as_json: bool) -> int:
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
        say(console, f"Next: {command_line('benchwright', GROUP, 'review', paths.root)}")
    else:
        say(console, f"The family {report.family} is {report.status}: {'; '.join(report.reasons)}")
    return 0 if report.status == "ready" or report.parked else 1


def parked_of(parked: Sequence[Checkpoint], paths: FamilyPaths) -> object:
    """The checkpoints that wait, with the folder of their texts."""
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
        "distance between what the agent wrote and what was approved, divided by the length of the longer text; in "
        "brackets that length in characters; – where no person decided.",
    )
    for note in notes_of(read_lines(paths.review, Decision)):
        say(console, note)


def _cell(one: Edited) -> str:
    return "–" if one.edit_distance is None else f"{one.edit_distance:.2f} ({one.characters:,})"
