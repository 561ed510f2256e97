"""Suites of instances on the command line: what a verb says of them, and which options mean nothing for them."""

from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path

import click
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from pipeline.cli.external_families import OPTION as FAMILIES_OPTION
from pipeline.cli.external_families import families_words
from pipeline.cli.output import SHOWN, echo_json, plain_table, print_problems
from pipeline.cli.progress import bars, say
from pipeline.commands import command_line
from pipeline.instances.checking import CheckedInstances
from pipeline.instances.making import Advance, Made
from pipeline.report.words import percent
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.instance import CheckRate

TOLD = 10
"""Lines about work in hand where no bar can be drawn."""


def is_of_instances(suite: Path) -> bool:
    """Whether the folder holds a suite of instances; raises InvalidFile."""
    return looks_of_instances(suite) or bool(read_suite(SuitePaths(suite)).splits)


def looks_of_instances(folder: Path) -> bool:
    """Whether it holds a suite of instances by the names of what lies in it, whatever that is."""
    paths = SuitePaths(folder)
    return paths.suite.is_file() and paths.instances.is_dir()


def refuse_others(ctx: click.Context, taken: Collection[str], why: str) -> None:
    """AuthorError where an option was given that means nothing here; `why`: a sentence about what is here."""
    given = [
        parameter.opts[0]
        for parameter in ctx.command.params
        if parameter.name not in (*taken, FAMILIES_OPTION)
        and ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    ]
    if given:
        raise AuthorError(f"{' and '.join(given)} would change nothing: {why} Leave it out.")


@contextmanager
def making_progress(console: Console) -> Generator[Advance]:
    """A bar in instances; where nothing is drawn, a line now and then."""
    told = -1
    with bars(console) as progress:
        bar = progress.add_task("instances", total=None)

        def advance(there: int, wanted: int) -> None:
            nonlocal told
            progress.update(bar, completed=there, total=wanted)
            if progress.disable and (due := there * TOLD // wanted) > told:
                told = due
                say(console, f"{there:,} of {count_text(wanted, 'instance')}")

        yield advance


class MadeSummary(Record):
    """What `--json` prints of a suite that was made."""

    suite: str
    version: str
    folder: str
    wanted: int
    added: int
    instances: dict[str, int]
    drawn: int
    alike: int
    given_up: int
    pass_rates: dict[str, float | None]
    unasked: tuple[str, ...]
    uncovered: dict[str, tuple[str, ...]]
    """Parameter → strata in which nothing was found."""


def tell_made(made: Made, folder: Path, console: Console, *, as_json: bool) -> int:
    """Print what was made, and give the exit code: 0 when there are as many as were wanted."""
    if as_json:
        echo_json(_summary(made, folder))
    else:
        _print_made(made, folder, console)
    return 0 if made.added >= made.wanted else 1


def _summary(made: Made, folder: Path) -> MadeSummary:
    coverage = made.coverage
    return MadeSummary(
        suite=made.suite.name,
        version=made.suite.version,
        folder=str(folder),
        wanted=made.wanted,
        added=made.added,
        instances=coverage.instances,
        drawn=sum(coverage.drawn.values()),
        alike=coverage.alike,
        given_up=coverage.given_up,
        pass_rates={check.check: check.rate() for check in coverage.checks},
        unasked=coverage.unasked,
        uncovered={one.name: one.uncovered for one in coverage.parameters if one.uncovered},
    )


def _print_made(made: Made, folder: Path, console: Console) -> None:
    coverage = made.coverage
    splits = list(coverage.instances)
    table = plain_table("Check", "Decided by", "Pass rate", *(splits if len(splits) > 1 else ()))
    for check in coverage.checks:
        shares = (_share(check, split) for split in splits) if len(splits) > 1 else ()
        table.add_row(Text(check.check), check.decided_by, _share(check), *shares)
    for name in coverage.unasked:
        table.add_row(Text(name), "model", "not asked", *("" for _ in splits if len(splits) > 1))
    console.print(table)
    there = ", ".join(f"{name} {count:,}" for name, count in coverage.instances.items())
    say(
        console,
        f"{made.suite.name} {made.suite.version}: {count_text(sum(coverage.instances.values()), 'instance')} "
        f"({there}); {sum(coverage.drawn.values()):,} were drawn, {coverage.alike:,} alike to an earlier one.",
    )
    for one in coverage.parameters:
        if one.uncovered:
            say(
                console,
                f"{one.name}: nothing was found for {', '.join(one.uncovered)}; others stand in for it.",
            )
    if coverage.given_up:
        reasons = dict.fromkeys(reason for one in coverage.examples for reason in one.reasons)
        say(console, f"{count_text(coverage.given_up, 'sample')} given up: {'; '.join(list(reasons)[:3])}")
    if made.added < made.wanted:
        console.print(
            f"Of {count_text(made.wanted, 'instance')} that were asked for {made.added:,} were found, and nothing more "
            "came in 200 samples one after the other: the plan has no more that are unlike.",
            style="red",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    say(console, f"Pictures of what is covered: {SuitePaths(folder).coverage_page}")
    running = command_line("benchwright", "run", folder, *families_words(made.suite.family))
    say(console, f"Next: {running} --model MODEL")


def _share(check: CheckRate, split: str | None = None) -> str:
    rate = check.rate(split)
    return "put to none" if rate is None else percent(rate)


def tell_checked(
    checked: CheckedInstances, console: Console, *, as_json: bool, most: int | None = SHOWN
) -> int:
    """Print what was found wrong, at most so many problems of a kind, and give the exit code: 0 when nothing is."""
    if as_json:
        echo_json(checked)
        return 1 if checked.errors else 0
    print_problems(checked.problems, console, "--json prints all", most)
    there = ", ".join(f"{name} {count:,}" for name, count in checked.instances.items())
    again = f"{count_text(checked.drawn_again, 'instance')} drawn again; " if checked.drawn_again else ""
    warnings = len(checked.problems) - checked.errors
    say(
        console,
        f"{checked.suite} {checked.version}: {count_text(sum(checked.instances.values()), 'instance')} ({there}); "
        f"{again}{count_text(checked.errors, 'error')}, {count_text(warnings, 'warning')}.",
    )
    return 1 if checked.errors else 0
