"""Standard output and error as every verb writes to them."""

import unicodedata
from collections.abc import Iterable

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

PIPED_WIDTH = 10_000
"""Columns where the output is no terminal: whatever reads it gets whole paths and words."""

KEPT = "\n\t\u200c\u200d"
"""Control characters that belong to ordinary text: line ends, tabs, and the joiners of scripts and emoji."""


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


def warn(remarks: Iterable[str]) -> None:
    """Print what a person should know before going on, a line each, on standard error."""
    for remark in remarks:
        click.secho(f"! {shown_plainly(remark)}", fg="yellow", err=True)


def shown_plainly(text: str) -> str:
    r"""The text with control and direction characters written out, as `\x1b`.

    What pages and agents say is printed too, and raw it could move the cursor, rename the window, or hide a verdict.
    """
    return "".join(_plain(character) for character in text)


class _PlainTextConsole(Console):
    """Writes out what would steer the terminal, whoever's text it stands in; the console's own styles stay."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(shown_plainly(segment.text), segment.style)


def _plain(character: str) -> str:
    if character in KEPT or character.isprintable():
        return character
    is_space = unicodedata.category(character) == "Zs"
    return character if is_space else character.encode("unicode_escape").decode("ascii")
