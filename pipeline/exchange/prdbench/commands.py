"""A published command line: what it runs, and what is no part of it, such as answers behind it."""

import re
from typing import NamedTuple

from pipeline.exchange.prdbench.signs import signs
from plans.plain_text import lines_of
from plans.shell import PYTHON, Call, calls_of

_FOREIGN = re.compile(r"(?:[A-Z][a-z]+-[A-Z][A-Za-z]+|\$env:\w+|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)\b")
"""Commands of PowerShell and of Windows' own shell: `Get-Content`, `Compare-Object`."""


class Commands(NamedTuple):
    """A command line, taken apart."""

    line: str
    """It, without what is appended."""
    calls: tuple[Call, ...]
    appended: str | None = None
    """Lines behind the command that are no commands but answers to its program."""
    foreign: str | None = None
    """The first word that belongs to another shell than bash."""


def commands_of(line: str) -> Commands:
    """The parts of a command line; raises ValueError where its quotes are not closed, so that bash refuses it."""
    first, answers = _answers(line)
    calls = calls_of(first)
    foreign = next((call.words[0] for call in calls if call.words and _FOREIGN.match(call.words[0])), None)
    return Commands(first, calls, answers, foreign)


def _answers(line: str) -> tuple[str, str | None]:
    """The command, and the lines behind it if they are answers: it starts a program, and no line after it does."""
    first, _, rest = line.strip().partition("\n")
    if not rest or first.rstrip().endswith(("\\", "&&", "|", ";")):
        return line, None
    try:
        calls = calls_of(first)
    except ValueError:
        # The quotation goes on in the next line.
        return line, None
    starts = [part for part in lines_of(rest) if _starts_something(part)]
    return (line, None) if starts or not any(call.is_python for call in calls) else (first, f"{rest}\n")


def _starts_something(line: str) -> bool:
    """Whether a line is a command rather than an answer, which may be several words too."""
    word = line.split(" ", 1)[0]
    return word in signs().commands or word.startswith(("./", "/")) or PYTHON.fullmatch(word) is not None
