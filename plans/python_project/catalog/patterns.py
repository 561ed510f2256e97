"""What a program prints, as regular expressions that hold of the output of one that works, and of no echo.

A pattern reads what the PRD fixes (lines of records, `Label: value`, `Error:`) with values that were reckoned from
the laid records. Neither the words of the plan nor the sources of its patterns hold it (echoing.py looks).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from plans.python_project.catalog.domain import Entry
from plans.records.task_modes import GAP

NO_TRACEBACK = r"(?![\s\S]*Traceback \(most)"
_BAR = r" *\| *"


class Patterns:
    """The patterns of a project whose amounts have so many decimals."""

    def __init__(self, decimals: int) -> None:
        self._decimals = decimals

    def functions(self) -> dict[str, Callable[..., Any]]:
        """What templates may call."""
        return {
            "amount": self.amount,
            "line": self.line,
            "row": self.row,
            "rows": self.rows,
            "heads": self.heads,
            "any_row": self.any_row,
            "value": value,
            "exactly": exactly,
            "error": error,
            "menu_line": menu_line,
        }

    def amount(self, number: float) -> str:
        """A number as the program shows amounts."""
        return f"{number:.{self._decimals}f}"

    def line(self, entry: Entry) -> str:
        """The line of a record, as the PRD has it."""
        shown = (entry.id, entry.name, entry.kind, self.amount(entry.amount), entry.date, entry.person)
        return " | ".join(map(str, shown))

    def row(self, entry: Entry) -> str:
        """The line of a record; something may stand before it, as a prompt does that got no line break."""
        return r"(?<![\w.])" + _BAR.join(map(literal, self.line(entry).split(" | ")))

    def rows(self, entries: Sequence[Entry]) -> str:
        """Their lines, in this order."""
        return GAP.join(map(self.row, entries))

    def heads(self, entries: Sequence[Entry]) -> str:
        """How their lines begin, in this order: ids and names, whatever follows them."""
        return GAP.join(
            _BAR.join((rf"(?<![\w.]){entry.id}", rf"{literal(entry.name)}(?!\w)")) for entry in entries
        )

    def any_row(self, entries: Iterable[Entry]) -> str:
        """The line of one of them; of none, what is never found."""
        return "|".join(f"(?:{self.row(entry)})" for entry in entries) or r"(?!)"


def literal(text: object) -> str:
    """What matches this text alone; blanks and hyphens mean themselves, and so are left for people to read."""
    return re.escape(str(text)).replace("\\ ", " ").replace("\\-", "-")


def value(label: str, shown: object) -> str:
    """`Label: value`, the value standing alone."""
    return rf"{literal(label)} *: *{literal(shown)}(?![\w.]*\w)"


def exactly(text: str) -> str:
    """The text itself, whatever blanks part its words, as it stands on a line without more of it."""
    return r"(?<!\w)" + " +".join(map(literal, text.split())) + r" *(?=$|\n|\r)"


def error(*words: object) -> str:
    """A line that begins as errors do and names all of these, in any order."""
    named = "".join(rf"(?=[^\n]*{literal(word)})" for word in words)
    return rf"Error *:{named}"


def menu_line(number: int, title: str) -> str:
    """An entry of the menu, however its number is parted from its title."""
    return rf"(?<!\d){number} *[.):\]-]+ *{literal(title)}"


def body(shown: Sequence[str]) -> str:
    """What has to be found, one after the other."""
    return GAP.join(shown)


def assembled(shown: Sequence[str], never: Sequence[str]) -> str:
    """The whole pattern: found in this order, without what may never be found, and without a traceback."""
    absent = "".join(rf"(?![\s\S]*(?:{one}))" for one in never)
    return rf"\A{NO_TRACEBACK}{absent}{GAP}{body(shown)}"
