"""`benchwright review`."""

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.author_instances import authored_suite, parked_of, print_edits, tell_authored, tell_family
from pipeline.cli.author_summary import print_read_notes, tell
from pipeline.cli.author_with_gate import AuthoringWork, author_gated
from pipeline.cli.decisions import chosen_checkpoints, given_answer, parked_table, print_as_json
from pipeline.cli.external_families import families_option, families_words, family_folder
from pipeline.cli.folders import FolderOf
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.names import did_you_mean
from pipeline.cli.output import echo, echo_json, open_console, plain_table
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import written_family
from pipeline.cli.wiring.reviewers import asking_about, preset_reviewer, reviewer_for
from pipeline.commands import command_line
from pipeline.graph.authoring import parked_checkpoints
from pipeline.graph.driver import checkpoint_folder
from pipeline.graph.families.spec import has_draft, is_begun, read_family_spec
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import has_drafts, read_spec
from pipeline.instances.reviewing import parked_plan
from pipeline.instances.spec import kept_order
from plans.errors import AuthorError
from plans.families import is_family_folder
from plans.items import read_suite
from plans.paths import FamilyPaths, SuitePaths
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.review import Decision, Stage
from review.checkpoints import Answer, Checkpoint, check_edits
from review.families import approve_family, approved_files, edits_of
from review.ledger import STAGE_ORDER, Ledger, ReviewStatistics, review_statistics


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
        _print_waiting_family(parked, paths, as_json=as_json)
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


class ReviewOrder(Record):
    """The options of `benchwright review`, by name."""

    suite: Path
    item: str | None
    stage: Stage | None
    is_all: bool
    approve: bool
    reject: bool
    redo: str | None
    edits: tuple[Path, ...]
    note: str
    jobs: int
    is_list: bool
    stats: bool
    as_json: bool

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
@click.argument("suite", type=SuiteOrFamily())
@click.option("--item", help="Item to decide, list or count; the suite's name for its plan.")
@click.option(
    "--stage",
    type=click.Choice(STAGE_ORDER),
    help="Stage to decide, list or count.",
)
@click.option(
    "--all", "is_all", is_flag=True, help="Decide every parked checkpoint that fits --item and --stage."
)
@click.option("--approve", is_flag=True, help="Take it as it is.")
@click.option(
    "--reject",
    is_flag=True,
    help="Drop the item, for good: to take it up again, author its seed anew with another --out.",
)
@click.option(
    "--redo",
    metavar="NOTE",
    help="Make it anew; the author reads features and subjects (“with …”, “without …”) and says what it could not use.",
)
@click.option(
    "--edit",
    "edits",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="An artifact's new text, in a file named like it (prd.yaml); may be given several times.",
)
@click.option("--note", default="", help="Why; kept beside the decision.")
@click.option("--jobs", type=click.IntRange(1, 64), default=4, show_default=True, help="Items at once.")
@click.option(
    "--list",
    "is_list",
    is_flag=True,
    help="Only list what waits, also while `author` runs; the rule where there is no terminal.",
)
@click.option("--stats", is_flag=True, help="Edit distance and characters by stage and artifact.")
@families_option
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def review(ctx: click.Context, **given: object) -> None:
    """List the parked review checkpoints of SUITE, and decide them in any order.

    SUITE may be the folder of a family of instances too: what waits of its plan, its plans in words and its code is
    decided one after the other, and --stats prints how much developers changed of what each agent wrote (Table 15 of
    the BenchAgents paper). --approve where nothing waits approves all its files as they stand.

    Of a suite of instances the plan alone waits. Once it is approved or edited, the instances are drawn at once, with
    all that `author` was told; only the family's --families DIR is given again, where it is one of your own.

    Without an answer each that fits --item and --stage is shown at the terminal. A decided item goes on at once, and
    when nothing waits any more the suite is published. Exit code 0 when all went well, 1 when an item is not released,
    3 when what was named does not wait.

    \b
    Example:
      benchwright review generated/mine --list
      benchwright review generated/mine --item plant-shop --stage generation --approve
      benchwright review generated/mine --item plant-shop --stage generation --edit prd.yaml
      benchwright review generated/mine --stats
      benchwright review generated/calendar --edit plan.yaml
      benchwright review families/sorting --stage verification --approve
    """
    order = ReviewOrder.model_validate(given)
    answer = given_answer(
        order.redo, order.edits, order.note, is_approved=order.approve, is_rejected=order.reject
    )
    _refuse_contradictions(order, answer)
    if is_family(order.suite):
        ctx.exit(_of_family(order, answer))
    _refuse_unknown(order)
    if order.stats:
        decisions = filter(order.names, Ledger(order.paths).all())
        print_statistics(review_statistics(decisions), as_json=order.as_json)
        if not order.as_json and (family := family_folder(order.paths)) is not None:
            print_family_edits(family, as_json=False)
    elif answer is None and (order.is_list or order.as_json or not sys.stdin.isatty()):
        _print_parked(list(filter(order.names, _parked(order))), order)
    else:
        ctx.exit(_decide(order, answer))


def _of_family(order: ReviewOrder, answer: Answer | None) -> int:
    """Review a family of instances; gives the exit code."""
    if order.item is not None:
        raise click.UsageError("--item names an item of a suite, and a family has none: leave it out.")
    if order.stats:
        print_family_edits(order.suite, as_json=order.as_json)
        return 0
    how = {"is_all": order.is_all, "is_list": order.is_list, "as_json": order.as_json}
    return review_family(order.suite, answer, order.stage, **how)


def _refuse_contradictions(order: ReviewOrder, answer: Answer | None) -> None:
    """UsageError for options of which one would be passed over without a word."""
    if order.is_list and order.stats:
        raise click.UsageError("--list shows what waits, --stats what was decided: leave one of them out.")
    if answer is not None and (order.is_list or order.stats):
        only = "--list" if order.is_list else "--stats"
        raise click.UsageError(
            f"{only} only shows, and --{answer.action} decides: nothing was done. Leave one of them out."
        )
    if answer is None and (order.note or order.is_all):
        of_answer = "--note" if order.note else "--all"
        raise click.UsageError(
            f"{of_answer} goes with an answer, and none was given. Add --approve, --reject, --redo or --edit."
        )


def _refuse_unknown(order: ReviewOrder) -> None:
    """AuthorError for an item that there is not: that nothing of it waits would be no answer."""
    if order.item is None:
        return
    paths = order.paths
    suite = read_suite(paths) if paths.suite.exists() else None
    spec = read_spec(paths) if paths.authoring_spec.exists() else None
    kept = kept_order(paths)
    known = [suite.name, *(item.id for item in suite.items)] if suite else []
    known += [spec.name, *(assignment.id for assignment in spec.named().assignments)] if spec else []
    known += [kept.name] if kept else []
    known += [decision.item for decision in Ledger(paths).all()]
    if order.item not in known:
        raise AuthorError(
            f"There is no item {order.item!r} in {paths.root}, and nothing of that name is being authored. There are: "
            f"{', '.join(dict.fromkeys(known)) or 'none'}.{did_you_mean(order.item, known)}"
        )


def _decide(order: ReviewOrder, answer: Answer | None) -> int:
    """Give the answer, or ask at the terminal, and go on with the settings that the suite was begun with."""
    console = open_console(stderr=order.as_json)
    given = _given(order, answer) if answer else []
    preset = preset_reviewer(given) if answer else None
    asked = [] if preset else _asked_about(order)
    if preset is None:
        _print_waiting(asked, order, console)
    if (kept := kept_order(order.paths)) is not None:
        reviewer = asking_about(preset or reviewer_for("ask", console), order.names)
        made = run_until_stopped(authored_suite(order.paths, kept, order.jobs, reviewer, console))
        tell_it = partial(tell_authored, made, order.suite)
    else:
        work = AuthoringWork(read_spec(order.paths), order.paths, order.jobs)
        report = author_gated(work, console, preset or "ask", about=order.names)
        tell_it = partial(_tell_items, report, given, asked)
    if preset:
        preset.check_all_given()
    return tell_it(console, as_json=order.as_json)


def _tell_items(
    report: AuthoringReport,
    given: Sequence[tuple[Checkpoint, Answer]],
    asked: Sequence[Checkpoint],
    console: Console,
    *,
    as_json: bool,
) -> int:
    redone = [checkpoint.item for checkpoint, answer in given if answer.action == "redo"]
    print_read_notes(console, [checkpoint for checkpoint in report.parked if checkpoint.item in redone])
    about = _decided_items([*asked, *(checkpoint for checkpoint, _ in given)])
    return tell(report, console, as_json=as_json, about=about)


def _decided_items(decided: Sequence[Checkpoint]) -> set[str] | None:
    """The items that answers were about; None for all, as after the plan."""
    is_about_all = any(checkpoint.stage == "plan" for checkpoint in decided)
    return None if is_about_all else {checkpoint.item for checkpoint in decided}


def _given(order: ReviewOrder, answer: Answer) -> list[tuple[Checkpoint, Answer]]:
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
    plan = parked_plan(order.paths)
    parked = run_until_stopped(parked_checkpoints(order.paths, has_drafts=has_drafts(order.paths)))
    return [*parked, *([plan] if plan else [])]


def _print_waiting(parked: Sequence[Checkpoint], order: ReviewOrder, console: Console) -> None:
    """What is to be decided, before the first is asked about."""
    if parked:
        checkpoints = count_text(len(parked), "checkpoint")
        console.print(
            f"{checkpoints} to decide, one after the other; ? explains the answers.", highlight=False
        )
        console.print(parked_table(parked, order.folder_of))


def _print_parked(parked: Sequence[Checkpoint], order: ReviewOrder) -> None:
    if order.as_json:
        print_as_json(parked, order.folder_of)
    elif parked:
        console = open_console()
        console.print(parked_table(parked, order.folder_of))
        for line in _next_commands(parked, order):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    else:
        echo("Nothing waits for a decision.")


def _next_commands(parked: Sequence[Checkpoint], order: ReviewOrder) -> Iterator[str]:
    """The command that approves each, and once what else may be said in its place."""
    yield ""
    yield "Once looked at (in place of --approve: --redo NOTE, --edit FILE or --reject):"
    kept = kept_order(order.paths)
    families = families_words(kept.family) if kept else ()
    for one in parked:
        named = (*families, "--item", one.item, "--stage", one.stage)
        yield f"  {command_line('benchwright', 'review', order.suite, *named, '--approve')}"
