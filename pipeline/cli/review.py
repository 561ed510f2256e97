"""`benchwright review`."""

from collections.abc import Sequence
from pathlib import Path

import click

from pipeline.cli.author_summary import print_read_notes, tell
from pipeline.cli.author_with_gate import AuthoringWork, author_gated
from pipeline.cli.decisions import (
    AnswerOrder,
    answer_options,
    chosen_checkpoints,
    print_parked,
    print_statistics,
    print_waiting,
)
from pipeline.cli.folders import FolderOf
from pipeline.cli.options import jobs_option
from pipeline.cli.output import open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.graph.authoring import parked_checkpoints
from pipeline.graph.spec import has_drafts, read_spec
from pipeline.graph.state import checkpoint_folder
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.review import Decision
from plans.shell import command_line
from plans.slugs import did_you_mean
from review.checkpoints import Checkpoint, CheckpointAnswer, check_edits, preset_reviewer
from review.ledger import Ledger, review_statistics


class ReviewOrder(AnswerOrder):
    """The options of `benchwright review`, by name."""

    suite: Path
    item: str | None

    @property
    def paths(self) -> SuitePaths:
        return SuitePaths(self.suite)

    def folder_of(self, checkpoint: Checkpoint) -> Path:
        """Where the texts lie that the checkpoint asks about."""
        return checkpoint_folder(self.paths, checkpoint)

    def names(self, one: Checkpoint | Decision) -> bool:
        """Whether something is of the item and the stage that were named; where none was, all is."""
        return self.item in (None, one.item) and self.stage in (None, one.stage)


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option("--item", help="Only this item; the suite's name stands for its plan.")
@click.option(
    "--all", "is_all", is_flag=True, help="Give the answer to every checkpoint of --item and --stage."
)
@answer_options(
    reject="Drop the item for good.",
    redo="Make it again as the note says, such as “with ratings, without search” or “about recipes”.",
)
@jobs_option("Items at once.", 4)
@click.pass_context
def review(ctx: click.Context, **given: object) -> None:
    """List the review checkpoints of SUITE that wait, and decide them in any order.

    Without an answer (--approve, --reject, --redo, --edit) the checkpoints are shown at the terminal, one after the
    other. Work on a decided item continues at once, and the suite is published when nothing waits any more. Exit code 0
    when all went well, 1 when an item is not released, 3 when the named checkpoint does not wait.

    \b
    Example:
      benchwright review generated/mine --list
      benchwright review generated/mine --item plant-shop --stage generation --approve
      benchwright review generated/mine --item plant-shop --stage generation --edit prd.yaml
      benchwright review generated/mine --stats
    """
    order = ReviewOrder.model_validate(given)
    answer = order.answer()
    _refuse_unknown(order)
    if order.stats:
        decisions = filter(order.names, Ledger(order.paths).all())
        print_statistics(review_statistics(decisions), as_json=order.as_json)
    elif answer is None and order.is_shown:
        parked = list(filter(order.names, _parked(order)))
        print_parked(parked, order.folder_of, _next_commands(parked, order), as_json=order.as_json)
    else:
        ctx.exit(_decide(order, answer))


def _refuse_unknown(order: ReviewOrder) -> None:
    """AuthorError for an item that there is not: that nothing of it waits would be no answer."""
    if order.item is None:
        return
    paths = order.paths
    suite = read_suite(paths) if paths.suite.exists() else None
    spec = read_spec(paths) if paths.authoring_spec.exists() else None
    known = [suite.name, *(item.id for item in suite.items)] if suite else []
    known += [spec.name, *(assignment.id for assignment in spec.named().assignments)] if spec else []
    known += [decision.item for decision in Ledger(paths).all()]
    if order.item not in known:
        raise AuthorError(
            f"There is no item {order.item!r} in {paths.root}, and nothing of that name is being authored. There are: "
            f"{', '.join(dict.fromkeys(known)) or 'none'}.{did_you_mean(order.item, known)}"
        )


def _decide(order: ReviewOrder, answer: CheckpointAnswer | None) -> int:
    """Give the answer, or ask at the terminal, and go on with the settings that the suite was begun with."""
    console = open_console(stderr=order.as_json)
    given = _given(order, answer) if answer else []
    preset = preset_reviewer(given) if answer else None
    asked = [] if preset else _asked_about(order)
    if preset is None:
        print_waiting(asked, order.folder_of, console)
    work = AuthoringWork(read_spec(order.paths), order.paths, order.jobs)
    report = author_gated(work, console, preset or "ask", about=order.names)
    if preset:
        preset.check_all_given()
    redone = [checkpoint.item for checkpoint, answer in given if answer.action == "redo"]
    print_read_notes(console, [checkpoint for checkpoint in report.parked if checkpoint.item in redone])
    about = _decided_items([*asked, *(checkpoint for checkpoint, _ in given)])
    return tell(report, console, as_json=order.as_json, about=about)


def _decided_items(decided: Sequence[Checkpoint]) -> set[str] | None:
    """The items that answers were about; None for all, as after the plan."""
    is_about_all = any(checkpoint.stage == "plan" for checkpoint in decided)
    return None if is_about_all else {checkpoint.item for checkpoint in decided}


def _given(order: ReviewOrder, answer: CheckpointAnswer) -> list[tuple[Checkpoint, CheckpointAnswer]]:
    """The answer for what it was given about; raises before anything is decided when an edit does not fit there."""
    chosen = chosen_checkpoints(_parked(order), order.item, order.stage, is_all=order.is_all)
    for checkpoint in chosen:
        check_edits(checkpoint, answer, checkpoint_folder(order.paths, checkpoint))
    return [(checkpoint, answer) for checkpoint in chosen]


def _asked_about(order: ReviewOrder) -> list[Checkpoint]:
    """What is asked about at the terminal; raises StaleReview where an item or stage was named and does not wait."""
    parked = _parked(order)
    if order.item is None and order.stage is None:
        return parked
    return chosen_checkpoints(parked, order.item, order.stage, is_all=True)


def _parked(order: ReviewOrder) -> list[Checkpoint]:
    return run_until_stopped(parked_checkpoints(order.paths, has_drafts=has_drafts(order.paths)))


def _next_commands(parked: Sequence[Checkpoint], order: ReviewOrder) -> list[str]:
    """The command that approves each."""
    return [
        command_line(
            "benchwright", "review", order.suite, "--item", one.item, "--stage", one.stage, "--approve"
        )
        for one in parked
    ]
