"""Standard output and error: every line that a verb writes goes through here, and none of them steers the terminal."""

import io
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click
from pydantic import BaseModel
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from plans.plain_text import count_text, escape_controls
from plans.records.problem import Problem

PIPED_WIDTH = 10_000
"""Columns where the output is no terminal: whatever reads it gets whole paths and words."""

_OF_A_FILE = 3
SHOWN = 10
"""Problems of a kind that are printed, so that the verdict beneath them stays in sight."""
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


def print_problems(
    problems: Sequence[Problem], console: Console, rest: str, most: int | None = SHOWN
) -> None:
    """Errors, then warnings: where on a line of its own, so that it can be copied, then what is wrong, what to do.

    `rest`: what prints those beyond the first `most` of each severity, of which no file has more than three where
    several have some; None: all are printed.
    """
    for severity, style in (("error", "red"), ("warning", "yellow")):
        of_kind = [problem for problem in problems if problem.severity == severity]
        for problem in of_kind if most is None else _spread(of_kind, most):
            where = Text(f"{severity} ", style) + Text(problem.where, "bold")
            console.print(where, highlight=False, soft_wrap=True)
            for text in filter(None, (problem.message, problem.mend)):
                console.print(Padding(Text(text), (0, 0, 0, 2), expand=False), highlight=False)
        if more := len(of_kind[most:]) if most is not None else 0:
            console.print(
                f"… and {count_text(more, f'more {severity}')}; {rest}", style=style, highlight=False
            )


def _spread(problems: Sequence[Problem], most: int) -> list[Problem]:
    """Some of the problems, in their order: the first three of each file before further ones of any file."""
    counts: Counter[str] = Counter()
    places: dict[bool, list[int]] = {True: [], False: []}
    for place, problem in enumerate(problems):
        file = problem.where.partition(":")[0]
        counts[file] += 1
        places[counts[file] <= _OF_A_FILE].append(place)
    return [problems[place] for place in sorted([*places[True], *places[False]][:most])]


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
