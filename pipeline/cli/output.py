"""Standard output and error: every line that a verb writes goes through here, and none of them steers the terminal."""

import io
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from pydantic import BaseModel
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from plans.plain_text import count_text, escape_controls
from plans.records.base import Problem

Command = TypeVar("Command", bound=Callable[..., Any])

PIPED_WIDTH = 10_000
"""Columns where the output is no terminal: whatever reads it gets whole paths and words."""

MUST_BE_FIXED = "Must be fixed"
GOOD_TO_KNOW = "Good to know"
"""Headings of the two groups of findings: errors, by which a check ends with 1, and all else."""
SHOWN = 10
"""Problems of a group that are printed, so that the verdict beneath them stays in sight."""
MOST_VALUES = 8
"""Values of a parameter that are listed."""


def prepare_output() -> None:
    """Let both streams take every character, as an escape where the terminal's encoding lacks it; and have libraries
    that log an error quote texts as we do.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(_PlainTextFormatter())


def open_console(*, stderr: bool = False) -> Console:
    """Standard output, or standard error; wide enough for everything where it is no terminal."""
    console = _PlainTextConsole(stderr=stderr)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    return console


def plain_table(*headings: str) -> Table:
    """A table without lines, whose rows can be cut into columns by other programs; text columns wrap by themselves."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold underline")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


# The streams are named, since click by itself writes UTF-8 where the terminal's encoding is ASCII.
def echo(text: object) -> None:
    """Print a line on standard output."""
    click.echo(escape_controls(str(text)), file=sys.stdout)


def echo_error(text: object) -> None:
    """Print a line on standard error."""
    click.echo(escape_controls(str(text)), file=sys.stderr)


def warn(remarks: Iterable[str]) -> None:
    """Print what a person should know before going on, a line each, on standard error."""
    for remark in remarks:
        click.secho(f"! {escape_controls(remark)}", fg="yellow", file=sys.stderr)


def print_findings(
    errors: Sequence[Problem],
    notes: Sequence[Problem],
    console: Console,
    rest: str,
    most: int | None = SHOWN,
    *,
    further_errors: Iterable[RenderableType] = (),
    further_notes: Iterable[RenderableType] = (),
) -> None:
    """What must be fixed, then what is good to know, each under a heading and by file.

    `most`: problems of a group that are printed, None: all; `rest` says what prints the others. The further ones
    are lines that stand in a group after its problems.
    """
    for heading, style, problems, further in (
        (MUST_BE_FIXED, "red", errors, list(further_errors)),
        (GOOD_TO_KNOW, "yellow", notes, list(further_notes)),
    ):
        if problems or further:
            console.print(Text(heading, f"bold {style}"), highlight=False)
            _print_by_file(problems, console, rest, most)
            for line in further:
                console.print(line, markup=False, highlight=False)
            console.print()
        elif heading == MUST_BE_FIXED:
            console.print(f"{MUST_BE_FIXED}: nothing.\n", highlight=False)


def _print_by_file(problems: Sequence[Problem], console: Console, rest: str, most: int | None) -> None:
    """Each file on a line of its own, so that it can be copied, and beneath it by line what is wrong and what to do."""
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        by_file.setdefault(_file_of(problem), []).append(problem)
    ordered = [problem for found in by_file.values() for problem in sorted(found, key=_line_of)]
    shown = ordered if most is None else _spread(ordered, most)
    for file, found in by_file.items():
        of_file = [problem for problem in shown if _file_of(problem) == file]
        if of_file:
            console.print(Text(file, "bold"), highlight=False, soft_wrap=True)
        for problem in of_file:
            place = problem.where.removeprefix(file).removeprefix(":").strip()
            told = f"line {place}" if place[:1].isdecimal() else place
            console.print(
                _indented(f"{told}: {problem.message}" if told else problem.message, 2), highlight=False
            )
            if problem.mend:
                console.print(_indented(problem.mend, 4), highlight=False)
        if of_file and (hidden := len(found) - len(of_file)):
            console.print(f"  … and {hidden:,} more in this file; {rest}", highlight=False)
    unseen = [len(found) for file, found in by_file.items() if file not in map(_file_of, shown)]
    if unseen:
        files = count_text(len(unseen), "other file")
        console.print(f"… and {sum(unseen):,} more in {files}; {rest}", highlight=False)


def _indented(text: str, columns: int) -> Padding:
    return Padding(Text(text), (0, 0, 0, columns), expand=False)


def _file_of(problem: Problem) -> str:
    return problem.where.partition(":")[0]


def _line_of(problem: Problem) -> int:
    """The line in its file; 0 where none is known."""
    place = problem.where.partition(":")[2].partition(":")[0].strip()
    return int(place) if place.isdecimal() else 0


def _spread(problems: Sequence[Problem], most: int) -> list[Problem]:
    """So many of the problems: the first of each file before the second of any."""
    counts: Counter[str] = Counter()
    ranked: list[tuple[int, Problem]] = []
    for problem in problems:
        counts[_file_of(problem)] += 1
        ranked.append((counts[_file_of(problem)], problem))
    return [problem for _, problem in sorted(ranked, key=lambda one: one[0])[:most]]


class SectionedVerb(click.Command):
    """A verb whose help shows the options that most need first, and the others under headings of their own."""

    def __init__(self, *arguments: Any, sections: Mapping[str, Sequence[str]], **options: Any) -> None:
        """`sections`: heading → names of the parameters beneath it, in the order in which they are shown."""
        super().__init__(*arguments, **options)
        self.sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = {
            one.name: record
            for one in self.get_params(ctx)
            if isinstance(one, click.Option) and (record := one.get_help_record(ctx)) is not None
        }
        placed = [name for names in self.sections.values() for name in names]
        first = [name for name in records if name not in placed]
        for heading, names in {"Options": first, **self.sections}.items():
            with formatter.section(heading):
                formatter.write_dl([records[name] for name in names])


@dataclass
class JsonOutput:
    """What a program that reads standard output expects of one command: the click context's `obj`."""

    is_wanted: bool
    """Whether the command line has --json."""
    is_written: bool = False
    """Whether a record was printed: an error that comes after it is on standard error alone, so that one document
    stands on standard output.
    """

    def write_error(self, code: str, message: str) -> None:
        """Print `{"error": {"code", "message"}}` where JSON is wanted and no record was printed."""
        if self.is_wanted and not self.is_written:
            self.is_written = True
            echo_json({"error": {"code": code, "message": message}})


def json_option(what: str) -> Callable[[Command], Command]:
    """Adds --json; `what`: what is printed."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what}.")


def echo_json(value: object) -> None:
    r"""Print a record or a JSON value, in ASCII: all else is written as `\uXXXX`, which any terminal can show."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, JsonOutput):
        context.obj.is_written = True
    text = value.model_dump_json(indent=1) if isinstance(value, BaseModel) else json.dumps(value, indent=1)
    click.echo(re.sub(r"[^\n -~]", _json_escape, text), file=sys.stdout)


def _json_escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class _PlainTextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return escape_controls(super().format(record))


class _PlainTextConsole(Console):
    """Writes out what would steer the terminal, whoever's text it stands in; the console's own styles stay."""

    def on_broken_pipe(self) -> None:
        """Raise it on, for `run_command`: Rich would exit with 1, as a check that found errors."""
        raise

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                # Markdown and markup make links of addresses that others wrote.
                style = segment.style.update_link(None) if segment.style else None
                yield Segment(escape_controls(segment.text), style)


def shortened(values: Sequence[object]) -> str:
    """The first values of a parameter, and how many there are in all."""
    shown = ", ".join(map(str, values[:MOST_VALUES]))
    return f"{shown}, … ({len(values):,} in all)" if len(values) > MOST_VALUES else shown
