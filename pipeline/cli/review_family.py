"""`benchwright review` of a family of instances: what waits of it is decided, or all of it approved as it stands."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.deciding import chosen_checkpoints
from pipeline.cli.family_report import parked_of, print_edits, tell_family
from pipeline.cli.folders import FolderOf
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.output import echo, echo_json, open_console
from pipeline.cli.parked import print_as_json
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.families import written_family
from pipeline.cli.wiring.reviewers import asking_about, preset_reviewer, reviewer_for
from pipeline.graph.authoring import parked_checkpoints
from pipeline.graph.families.spec import has_draft, is_begun, read_family_spec
from plans.errors import AuthorError
from plans.instance_families import is_family_folder
from plans.paths import FamilyPaths
from plans.plurals import count_text
from review.checkpoints import Answer, Checkpoint, check_edits
from review.families import approve_family, approved_files, edits_of


class SuiteOrFamily(FolderOf):
    """The type of an argument that is the folder of a suite, or of a family of instances."""

    def __init__(self) -> None:
        super().__init__("suite")

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        folder = Path(str(value))
        return folder if is_family(folder) else super().convert(value, param, ctx)


def is_family(folder: Path) -> bool:
    """Whether a family of instances lies there, released or begun."""
    return is_family_folder(folder) or is_begun(FamilyPaths(folder))


def review_family(
    folder: Path, answer: Answer | None, stage: str | None, *, is_all: bool, is_list: bool, as_json: bool
) -> int:
    """List what waits of a family, or decide it; gives the exit code.

    An approval where nothing waits is of every file as it stands: of a family that was written, or edited, by hand.
    """
    paths, console = FamilyPaths(folder), open_console(stderr=as_json)
    waiting = run_until_stopped(parked_checkpoints(paths, has_drafts=has_draft(paths)))
    parked = [one for one in waiting if stage in (None, one.stage)]
    if answer is None and (is_list or as_json or not sys.stdin.isatty()):
        _print_waiting(parked, paths, as_json=as_json)
        return 0
    if answer is not None and not parked and stage is None and is_family_folder(folder):
        return _approved(paths, answer, console)
    if answer is None:
        reviewer = asking_about(reviewer_for("ask", console), lambda one: stage in (None, one.stage))
        preset = None
    else:
        chosen = chosen_checkpoints(parked, None, stage, is_all=is_all)
        for checkpoint in chosen:
            check_edits(checkpoint, answer, paths.family_draft)
        reviewer = preset = preset_reviewer([(checkpoint, answer) for checkpoint in chosen])
    report = run_until_stopped(
        written_family(paths, read_family_spec(paths), ModelOrder(), reviewer, console)
    )
    if preset is not None:
        preset.check_all_given()
    return tell_family(report, paths, console, as_json=as_json)


def print_family_edits(folder: Path, *, as_json: bool) -> None:
    """How much developers changed of a family (--stats)."""
    paths = FamilyPaths(folder)
    if as_json:
        echo_json([one.model_dump(mode="json") for one in edits_of(paths)])
    else:
        print_edits(paths, open_console())


def _approved(paths: FamilyPaths, answer: Answer, console: Console) -> int:
    if answer.action != "approve":
        raise AuthorError(
            f"Nothing of {paths.root} waits, and of a family that is there only an approval says something: edit its "
            "files, and approve them with --approve."
        )
    files = approve_family(paths, answer.reviewer, answer.note, datetime.now(UTC))
    told = (
        f"{count_text(len(files), 'file')} approved: {', '.join(files)}."
        if files
        else "All of it was approved."
    )
    say(console, told)
    return 0


def _print_waiting(parked: Sequence[Checkpoint], paths: FamilyPaths, *, as_json: bool) -> None:
    if as_json:
        print_as_json(parked, lambda checkpoint: paths.family_draft)
    elif parked:
        open_console().print(parked_of(parked, paths))
    elif is_family_folder(paths.root) and (others := approved_files(paths).others):
        echo(
            f"Nothing waits for a decision. Not approved as they stand: {', '.join(others)}. Look at them, and approve "
            "them with --approve."
        )
    else:
        echo("Nothing waits for a decision.")
