"""`benchwright check`."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.padding import Padding
from rich.text import Text

from pipeline.cli.folders import FolderOf
from pipeline.cli.output import SHOWN, echo_json, open_console, print_problems
from pipeline.refresh.checking import CheckedSuite, check_suite
from plans.plain_text import count_text

ALL = "--all prints them"


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option("--all", "is_all", is_flag=True, help=f"Print every finding, not only {SHOWN} of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print all findings as JSON.")
@click.pass_context
def check(ctx: click.Context, suite: Path, is_all: bool, as_json: bool) -> None:
    """Check SUITE without a browser: files, DAG, requirements, data, leakage, duplicates, digests, evidence.

    Items that were written with --gate static are named as unproved. Exit code 1 when something is wrong or an item is
    unproved, 3 when the suite cannot be read at all. The last line is the verdict.

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
    """What was found, at most so much of each kind, and the verdict in the last line."""
    console = open_console()
    print_problems(checked.problems, console, ALL, most)
    if checked.proved_outcomes:
        _print_of_items(_tried(checked), checked.unfailed_outcomes, most)
        if checked.without_alternative:
            _print_of_items(_VARIED, checked.without_alternative, most)
        _print_of_items(_shown_fair(checked), checked.never_shown_fair, most)
        if checked.edges_on_empty:
            _print_of_items(_resting(checked), checked.edges_on_empty, most)
        if checked.widest:
            _print_of_items(
                "Prerequisites that block at least half of the other tasks:", checked.widest, most
            )
        _print_of_items(_by_clause(checked), checked.untested, most)
    if checked.unproved:
        console.print(_unproved(checked, most), markup=False, highlight=False)
    warnings = len(checked.problems) - checked.errors
    console.print(
        f"{checked.suite} {checked.version}: {count_text(checked.items, 'item')}, "
        f"{count_text(checked.tasks, 'evaluation task')}, {count_text(checked.outcomes, 'expected outcome')}; "
        f"{count_text(checked.errors, 'error')}, {count_text(warnings, 'warning')}{_and_unproved(checked)}.",
        markup=False,
        highlight=False,
    )


def _print_of_items(told: str, named: Sequence[str], most: int | None) -> None:
    """A sentence, and beneath it what it speaks of, an item a line; `named` are item/what."""
    console = open_console()
    console.print(told, markup=False, highlight=False)
    for item, of_item in _by_item(named[:most]).items():
        said = Text(f"{item}: {', '.join(of_item)}")
        console.print(Padding(said, (0, 0, 0, 2), expand=False), highlight=False)
    if most is not None and len(named) > most:
        console.print(f"  … and {len(named) - most:,} more: {ALL}", highlight=False)


_VARIED = (
    "Items that models made lack alternatives, so nothing shows that these pass in other markup (restyled) or with "
    "other data:"
)


def _shown_fair(checked: CheckedSuite) -> str:
    """Whether implementations by other hands pass."""
    items = count_text(checked.independents, "proved item")
    if not checked.independents:
        return (
            "No proved item has an independent implementation, so nothing shows that a complete project of another "
            "design passes."
        )
    if not checked.never_shown_fair:
        return f"Independent implementations of {items} pass every task."
    return (
        f"Of {items} with an independent implementation, {len(checked.never_shown_fair):,} tasks pass on none, so "
        "nothing shows that a complete project of another design passes them:"
    )


def _resting(checked: CheckedSuite) -> str:
    """How many edges nothing confirms but an empty page."""
    return (
        f"Of {count_text(checked.edges, 'edge')} of proved items, {len(checked.edges_on_empty):,} are confirmed by "
        "nothing but a mutant that leaves nothing, on which any task fails:"
    )


def _by_clause(checked: CheckedSuite) -> str:
    """Whether each clause of each requirement is tried."""
    if not checked.read_by_clause:
        return (
            "No proved item was read clause by clause (`benchwright verify --with-model`): that each requirement is "
            "tried by a task says nothing of its parts."
        )
    items = count_text(checked.read_by_clause, "proved item")
    if not checked.untested:
        return f"Of {items} read clause by clause, every clause of a requirement is tried."
    return f"Of {items} read clause by clause, {count_text(len(checked.untested), 'clause')} are tried by no outcome:"


def _unproved(checked: CheckedSuite, most: int | None) -> str:
    more = len(checked.unproved[most:]) if most is not None else 0
    named = ", ".join((*checked.unproved[:most], *([f"… and {more:,} more ({ALL})"] if more else ())))
    return (
        f"Unproved: {named}. No judge has seen them (written with --gate static): `benchwright "
        "verify` on the suite proves them. Exit code 1 until then, since nothing shows that they tell good from bad."
    )


def _and_unproved(checked: CheckedSuite) -> str:
    return f", {count_text(len(checked.unproved), 'item')} unproved" if checked.unproved else ""


def _tried(checked: CheckedSuite) -> str:
    """How much of what is proved the mutants have tried, outcome by outcome."""
    proved = count_text(checked.proved_outcomes, "expected outcome")
    if not checked.unfailed_outcomes:
        return f"Of {proved} of proved items, each is failed by a mutant."
    return (
        f"Of {proved} of proved items, {len(checked.unfailed_outcomes):,} have no mutant that makes them fail. Their "
        "tasks do fail, by another outcome, so that these are not shown to catch anything:"
    )


def _by_item(named: Sequence[str]) -> dict[str, list[str]]:
    """Item → what is named of it, of such as are named item/what."""
    found: dict[str, list[str]] = {}
    for one in named:
        item, _, outcome = one.partition("/")
        found.setdefault(item, []).append(outcome)
    return found
