"""`benchwright instances check`, `verify` and `show`."""

import json
from collections.abc import Mapping
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from pipeline.cli.folders import FolderOf
from pipeline.cli.output import SHOWN, echo_json, open_console, print_findings
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.instances import families_folder, families_option, open_family, usual_jobs
from pipeline.instances.checking import CheckedInstances, check_instances, verify_instances
from pipeline.instances.sampling import read_instances
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.instance import Instance
from plans.slugs import did_you_mean

LONGEST = 600
"""Characters of a value that are printed: of a simulation's states there are many thousands."""


@click.command()
@click.argument("suite", type=FolderOf("suite", "instances"))
@families_option
@click.option("--all", "is_all", is_flag=True, help=f"Print every finding, not only {SHOWN} of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print all findings as JSON.")
@click.pass_context
def check(ctx: click.Context, suite: Path, is_all: bool, as_json: bool) -> None:
    """Check the files, coverage and instances of SUITE, in seconds.

    It prints what must be fixed, then what is good to know, each by file, and the counts in the last line. Exit code
    1 when something must be fixed, 3 when the suite cannot be read at all.

    \b
    Example:
      benchwright instances check generated/calendar
    """
    checked = run_until_stopped(_checked(SuitePaths(suite)))
    ctx.exit(_tell_checked(checked, as_json=as_json, most=None if is_all else SHOWN))


async def _checked(paths: SuitePaths) -> CheckedInstances:
    async with open_family(read_suite(paths).family, families=families_folder()) as family:
        return await check_instances(paths, family)


@click.command()
@click.argument("suite", type=FolderOf("suite", "instances"))
@click.option(
    "--parents",
    type=FolderOf("suite", "instances"),
    help="The suite that SUITE was refreshed from.",
)
@families_option
@click.option("--json", "as_json", is_flag=True, help="Print all findings as JSON.")
@click.pass_context
def verify(ctx: click.Context, suite: Path, parents: Path | None, as_json: bool) -> None:
    """Check SUITE, draw every instance again by its random seed, and compare.

    With --parents it also checks that SUITE shares no instance with the suite that it was refreshed from. No model is
    asked. Exit code 1 when something must be fixed.

    \b
    Examples:
      benchwright instances verify generated/calendar
      benchwright instances verify generated/calendar-2 --parents generated/calendar
    """
    parent = None if parents is None else SuitePaths(parents)
    verified = run_until_stopped(_verified(SuitePaths(suite), parent))
    ctx.exit(_tell_checked(verified, as_json=as_json, most=SHOWN))


async def _verified(paths: SuitePaths, parent: SuitePaths | None) -> CheckedInstances:
    async with open_family(read_suite(paths).family, usual_jobs(), families_folder()) as family:
        return await verify_instances(paths, family, parent)


def _tell_checked(checked: CheckedInstances, *, as_json: bool, most: int | None) -> int:
    """Print what was found wrong, at most so many problems of a kind, and give the exit code: 0 when nothing is."""
    if as_json:
        echo_json(checked)
        return 1 if checked.errors else 0
    console = open_console()
    errors = [problem for problem in checked.problems if problem.severity == "error"]
    warnings = [problem for problem in checked.problems if problem.severity != "error"]
    print_findings(errors, warnings, console, "--json prints all", most)
    there = ", ".join(f"{name} {count:,}" for name, count in checked.instances.items())
    again = f"{count_text(checked.drawn_again, 'instance')} drawn again; " if checked.drawn_again else ""
    say(
        console,
        f"{checked.suite} {checked.version}: {count_text(sum(checked.instances.values()), 'instance')} ({there}); "
        f"{again}{count_text(checked.errors, 'error')}, {count_text(len(warnings), 'warning')}.",
    )
    return 1 if checked.errors else 0


@click.command()
@click.argument("suite", type=FolderOf("suite", "instances"))
@click.option("--item", "id", metavar="ID", help="The instance to print; default: the first.")
@click.option("--json", "as_json", is_flag=True, help="Print its line as JSON.")
def show(suite: Path, id: str | None, as_json: bool) -> None:
    """Print one instance of SUITE.

    It prints the prompt, the parameters, what an answer has to meet, what models are not shown, and where pictures lie.

    \b
    Example:
      benchwright instances show generated/calendar --item calendar-00007
    """
    paths = SuitePaths(suite)
    split, instance = _named(paths, id)
    if as_json:
        echo_json(instance)
    else:
        _print(paths, split, instance, open_console())


def _named(paths: SuitePaths, id: str | None) -> tuple[str, Instance]:
    """The instance that is named, or the first, with its split; AuthorError with the id that may be meant."""
    splits = read_instances(paths, read_suite(paths))
    every = {one.id: (split, one) for split, instances in splits.items() for one in instances}
    if id is None:
        return next(iter(every.values()))
    if id not in every:
        raise AuthorError(
            f"There is no instance {id!r} in {paths.root}. There are {len(every):,}, from {min(every)} to {max(every)}."
            f"{did_you_mean(id, every)}"
        )
    return every[id]


def _print(paths: SuitePaths, split: str, instance: Instance, console: Console) -> None:
    console.print(Text(instance.id, "bold"), Text(f"split {split}, random seed {instance.random_seed}"))
    _part(console, "Prompt", instance.prompt)
    for number, digest in enumerate(instance.media, 1):
        say(console, f"picture {number}: {paths.picture(digest)}")
    _part(console, "Parameters", _listed(instance.parameters))
    _part(console, "Constraints", "\n".join(_value(one) for one in instance.constraints) or "none")
    _part(console, "Not shown to a model", _listed(instance.metadata))


def _part(console: Console, title: str, text: str) -> None:
    console.print()
    console.print(Text(title, "bold"))
    say(console, text)


def _listed(values: Mapping[str, object]) -> str:
    return "\n".join(f"{name}: {_value(value)}" for name, value in values.items()) or "none"


def _value(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return (
        text
        if len(text) <= LONGEST
        else f"{text[:LONGEST]}… ({len(text):,} characters; --json prints them all)"
    )
