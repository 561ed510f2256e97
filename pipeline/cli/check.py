"""`benchwright check`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from pipeline.cli.folders import FolderOf
from pipeline.cli.output import SHOWN, echo_json, open_console, print_findings
from pipeline.refresh.checking import CheckedSuite, check_suite
from plans.plain_text import count_text

ALL = "--all prints them"


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option("--all", "is_all", is_flag=True, help=f"Print every finding, not only {SHOWN} of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print all findings as JSON.")
@click.pass_context
def check(ctx: click.Context, suite: Path, is_all: bool, as_json: bool) -> None:
    """Check the files, criteria and evidence of SUITE in seconds, without a browser.

    It prints what must be fixed, then what is good to know, each by file, and the counts in the last line. Items that
    were written with --gate static are unproved, which must be fixed too. Exit code 1 when something must be fixed, 3
    when the suite cannot be read at all.

    \b
    Example:
      benchwright check generated/sample
    """
    checked = check_suite(suite)
    if as_json:
        echo_json(checked.model_dump(mode="json"))
    else:
        print_checked(checked, None if is_all else SHOWN)
    ctx.exit(1 if checked.errors or checked.unproved else 0)


def print_checked(checked: CheckedSuite, most: int | None) -> None:
    """What must be fixed, what is good to know, at most so much of each kind, and the counts in the last line."""
    console = open_console()
    errors = [problem for problem in checked.problems if problem.severity == "error"]
    warnings = [problem for problem in checked.problems if problem.severity != "error"]
    print_findings(
        errors, warnings, console, ALL, most,
        further_errors=[_unproved(checked, most)] if checked.unproved else [],
        further_notes=_notes(checked, most),
    )  # fmt: skip
    console.print(
        f"{checked.suite} {checked.version}: {count_text(checked.items, 'item')}, "
        f"{count_text(checked.tasks, 'evaluation task')}, {count_text(checked.outcomes, 'expected outcome')}; "
        f"{count_text(checked.errors + len(checked.unproved), 'error')}{_of_them_unproved(checked)}, "
        f"{count_text(len(warnings), 'warning')}.",
        markup=False,
        highlight=False,
    )


def _notes(checked: CheckedSuite, most: int | None) -> Iterator[RenderableType]:
    """What the evidence of proved items shows, and what it leaves open."""
    if not checked.proved_outcomes:
        return
    yield from _of_items(_tried(checked), checked.unfailed_outcomes, most)
    if checked.killed_by_wrecks:
        yield from _of_items(_WRECKED, checked.killed_by_wrecks, most)
    if checked.without_alternative:
        yield from _of_items(_VARIED, checked.without_alternative, most)
    yield from _of_items(_shown_fair(checked), checked.never_shown_fair, most)
    if checked.edges_on_empty:
        yield from _of_items(_resting(checked), checked.edges_on_empty, most)
    if checked.widest:
        yield from _of_items(
            "Tasks that block at least half of the other tasks of their item when they fail:",
            checked.widest,
            most,
        )
    yield from _of_items(_by_clause(checked), checked.untested, most)


def _of_items(told: str, named: Sequence[str], most: int | None) -> Iterator[RenderableType]:
    """A sentence, and beneath it what it speaks of, an item a line; `named` are item/what."""
    yield told
    for item, of_item in _by_item(named[:most]).items():
        yield Padding(Text(f"{item}: {', '.join(of_item)}"), (0, 0, 0, 2), expand=False)
    if most is not None and len(named) > most:
        yield f"  … and {len(named) - most:,} more; {ALL}"


_WRECKED = (
    "Tasks beyond presence that fail only on mutants on which nothing passes of all that was tried, as on an app whose "
    "script has stopped: it is not known whether they notice a defect of their own. Plant one:"
)
_VARIED = (
    "Items made by models without an alternative, so it is not known whether an app with other markup (restyled) or "
    "other data passes:"
)


def _tried(checked: CheckedSuite) -> str:
    """Which expected outcomes the mutants have tried."""
    proved = count_text(checked.proved_outcomes, "expected outcome")
    if not checked.unfailed_outcomes:
        return f"Mutants fail each of the {proved} of proved items."
    return (
        f"{len(checked.unfailed_outcomes):,} of {proved} of proved items fail on no mutant, so nothing shows that they "
        "catch a defect (mutants fail their tasks by other outcomes). Plant a defect for those that matter, or remove "
        "those that no defect can break alone: .github/authoring.md, “Outcomes that no mutant fails”:"
    )


def _shown_fair(checked: CheckedSuite) -> str:
    """Whether implementations by other hands pass."""
    items = count_text(checked.independents, "proved item")
    if not checked.independents:
        return (
            "No proved item has an independent implementation that counts, so it is not known whether a complete "
            "project of another design passes; `benchwright verify --independent-by AGENT` makes one, and "
            "`--independent FOLDER` puts in a person's."
        )
    if not checked.never_shown_fair:
        return f"Independent implementations of {items} pass every task."
    return (
        f"{count_text(len(checked.never_shown_fair), 'task')} of {items} pass on no independent implementation, so "
        "they may be unfair:"
    )


def _resting(checked: CheckedSuite) -> str:
    """How many edges nothing confirms but an empty page."""
    return (
        f"{len(checked.edges_on_empty):,} of {count_text(checked.edges, 'edge')} of proved items are confirmed only by "
        "a mutant that leaves an empty project, where every task fails:"
    )


def _by_clause(checked: CheckedSuite) -> str:
    """Whether each clause of each requirement is tried."""
    if not checked.read_by_clause:
        return (
            "Each requirement of the proved items has a task, but nobody has checked that every clause is tested; "
            "`benchwright verify --with-model` has a model do that."
        )
    items = count_text(checked.read_by_clause, "proved item")
    if not checked.untested:
        return f"A model found every clause of every requirement of {items} tested."
    return f"{count_text(len(checked.untested), 'clause')} of the requirements of {items} are tested by no outcome:"


def _unproved(checked: CheckedSuite, most: int | None) -> str:
    more = len(checked.unproved[most:]) if most is not None else 0
    named = ", ".join((*checked.unproved[:most], *([f"… and {more:,} more ({ALL})"] if more else ())))
    return (
        f"Unproved: {named}. They were written with --gate static, and no judge has tried them; `benchwright verify` "
        "on the suite proves them."
    )


def _of_them_unproved(checked: CheckedSuite) -> str:
    """An unproved item has to be fixed as every error has."""
    return f" ({count_text(len(checked.unproved), 'item')} unproved)" if checked.unproved else ""


def _by_item(named: Sequence[str]) -> dict[str, list[str]]:
    """Item → what is named of it, of such as are named item/what."""
    found: dict[str, list[str]] = {}
    for one in named:
        item, _, outcome = one.partition("/")
        found.setdefault(item, []).append(outcome)
    return found
