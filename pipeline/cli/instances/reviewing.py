"""`benchwright instances review`: the plan of a suite, or all parts of a family that models wrote."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.decisions import (
    AnswerOrder,
    answer_options,
    chosen_checkpoints,
    print_as_json,
    print_parked,
    print_statistics,
    print_waiting,
)
from pipeline.cli.folders import GROUP, FolderOf, is_family
from pipeline.cli.instances.drawing import authored_suite, tell_authored
from pipeline.cli.instances.writing import parked_of, print_edits, tell_family
from pipeline.cli.options import ModelOrder, jobs_option
from pipeline.cli.output import echo, echo_json, open_console
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import written_family
from pipeline.cli.wiring.instances import families_option, families_words, family_folder
from pipeline.graph.authoring import parked_checkpoints
from pipeline.graph.spec import has_drafts, read_family_spec
from pipeline.instances.spec import SuiteOrder, kept_order, parked_plan
from plans.errors import AuthorError
from plans.families import is_family_folder
from plans.paths import FamilyPaths, SuitePaths
from plans.plain_text import count_text
from plans.records.review import Decision
from plans.shell import command_line
from review.checkpoints import Checkpoint, CheckpointAnswer, asking_about, check_edits, preset_reviewer
from review.families import approve_family, approved_files, edits_of
from review.ledger import Ledger, review_statistics
from review.terminal import reviewer_for


class SuiteOrFamily(FolderOf):
    """The type of an argument that is the folder of a suite of instances, or of a family."""

    def __init__(self) -> None:
        super().__init__("suite", "instances")

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        folder = Path(str(value))
        return folder if is_family(folder) else super().convert(value, param, ctx)


class ReviewInstances(AnswerOrder):
    """The options of `instances review`, by name."""

    folder: Path

    def names(self, one: Checkpoint | Decision) -> bool:
        """Whether something is of the stage that was named; where none was, all is."""
        return self.stage in (None, one.stage)


@click.command()
@click.argument("folder", metavar="SUITE", type=SuiteOrFamily())
@answer_options(
    reject="Drop it for good.",
    redo="Have this part of a family written again, as the note says; edit the plan of a suite instead.",
)
@jobs_option("Processes that draw the instances.", 4)
@families_option
@click.pass_context
def review(ctx: click.Context, **given: object) -> None:
    """Decide the plan of SUITE that waits or, where SUITE is the folder of a family, the parts of that family.

    Without an answer (--approve, --reject, --redo, --edit) what waits is shown at the terminal. Once a suite's plan is
    approved, its instances are drawn; give --families again for a family of your own.

    A family's plan, plans in words and code are decided one after the other; --approve with nothing waiting approves
    all its files as they are. --stats prints how much developers changed of what each agent wrote.

    Exit code 0 when all went well, 1 when it is rejected or not released, 3 when the named stage does not wait.

    \b
    Examples:
      benchwright instances review generated/calendar --list
      benchwright instances review generated/calendar --edit plan.yaml
      benchwright instances review families/sorting --stage verification --approve
      benchwright instances review families/sorting --stats
    """
    order = ReviewInstances.model_validate(given)
    answer = order.answer()
    decide = _review_family if is_family(order.folder) else _review_suite
    ctx.exit(decide(order, answer))


def _review_suite(order: ReviewInstances, answer: CheckpointAnswer | None) -> int:
    """List or count what was decided of a suite's plan, or decide it; gives the exit code."""
    paths = SuitePaths(order.folder)
    if order.stats:
        decisions = filter(order.names, Ledger(paths).all())
        print_statistics(review_statistics(decisions), as_json=order.as_json)
        if not order.as_json and (family := family_folder(paths)) is not None:
            print_edits(FamilyPaths(family), open_console())
        return 0
    kept, plan = kept_order(paths), parked_plan(paths)
    parked = [plan] if plan is not None else []
    if answer is None and order.is_shown:
        shown = list(filter(order.names, parked))
        commands = [_approving(paths, kept, one) for one in shown]
        print_parked(shown, lambda checkpoint: paths.authoring, commands, as_json=order.as_json)
        return 0
    return _decide_plan(order, answer, kept, parked)


def _approving(paths: SuitePaths, kept: SuiteOrder | None, checkpoint: Checkpoint) -> str:
    """The command that approves a plan."""
    families = families_words(kept.family) if kept else ()
    named = (paths.root, *families, "--stage", checkpoint.stage, "--approve")
    return command_line("benchwright", GROUP, "review", *named)


def _decide_plan(
    order: ReviewInstances,
    answer: CheckpointAnswer | None,
    kept: SuiteOrder | None,
    parked: Sequence[Checkpoint],
) -> int:
    """Give the answer, or ask at the terminal, and make the suite as it was ordered."""
    paths, console = SuitePaths(order.folder), open_console(stderr=order.as_json)
    if answer is not None or order.stage is not None:
        parked = chosen_checkpoints(parked, None, order.stage, is_all=True)
    if kept is None:
        echo("Nothing waits for a decision.")
        return 0
    preset = None
    if answer is not None:
        for checkpoint in parked:
            check_edits(checkpoint, answer, paths.authoring)
        preset = preset_reviewer([(checkpoint, answer) for checkpoint in parked])
    else:
        print_waiting(parked, lambda checkpoint: paths.authoring, console)
    reviewer = asking_about(preset or reviewer_for("ask", console), order.names)
    made = run_until_stopped(authored_suite(paths, kept, order.jobs, reviewer, console))
    if preset:
        preset.check_all_given()
    return tell_authored(made, order.folder, console, as_json=order.as_json)


def _review_family(order: ReviewInstances, answer: CheckpointAnswer | None) -> int:
    """List what waits of a family, count what was decided, or decide it; gives the exit code.

    An approval where nothing waits is of every file as it stands: of a family that was written, or edited, by hand.
    """
    paths, console = FamilyPaths(order.folder), open_console(stderr=order.as_json)
    if order.stats:
        if order.as_json:
            echo_json([one.model_dump(mode="json") for one in edits_of(paths)])
        else:
            print_edits(paths, open_console())
        return 0
    waiting = run_until_stopped(parked_checkpoints(paths, has_drafts=has_drafts(paths)))
    parked = list(filter(order.names, waiting))
    if answer is None and order.is_shown:
        _print_waiting_family(parked, paths, as_json=order.as_json)
        return 0
    if answer is not None and not parked and order.stage is None and is_family_folder(paths.root):
        return _approved(paths, answer, console)
    if answer is None:
        reviewer = asking_about(reviewer_for("ask", console), order.names)
        preset = None
    else:
        chosen = chosen_checkpoints(parked, None, order.stage, is_all=False)
        for checkpoint in chosen:
            check_edits(checkpoint, answer, paths.family_draft)
        reviewer = preset = preset_reviewer([(checkpoint, answer) for checkpoint in chosen])
    report = run_until_stopped(
        written_family(paths, read_family_spec(paths), ModelOrder(), reviewer, console)
    )
    if preset is not None:
        preset.check_all_given()
    return tell_family(report, paths, console, as_json=order.as_json)


def _approved(paths: FamilyPaths, answer: CheckpointAnswer, console: Console) -> int:
    if answer.action != "approve":
        raise AuthorError(
            f"No part of {paths.root} waits for a decision, so --{answer.action} has nothing to act on. Edit its "
            "files, and approve them with --approve."
        )
    files = approve_family(paths, answer.reviewer, answer.note, datetime.now(UTC))
    told = (
        f"{count_text(len(files), 'file')} approved: {', '.join(files)}."
        if files
        else "All files had been approved before."
    )
    say(console, told)
    return 0


def _print_waiting_family(parked: Sequence[Checkpoint], paths: FamilyPaths, *, as_json: bool) -> None:
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
