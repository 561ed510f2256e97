"""What a command line runs: its simple commands, each with the folder that it runs in."""

import posixpath
import re
from collections.abc import Sequence
from typing import NamedTuple

from plans.shell.words import Token, tokens_of

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
PYTHON = re.compile(r"(?:python|pypy)[\d.]*|py", re.ASCII)
"""Names of Python."""
_TAKES_NUMBER = re.compile(r"\d+(?:\.\d+)?[smhd]?")


class Call(NamedTuple):
    """One simple command."""

    words: tuple[str, ...]
    """Program and arguments; what only bounds or times it is taken off."""
    folder: str | None
    """Where it runs, from the folder in which the line is run; None where it cannot be told."""
    reads: str | None = None
    """The file after its `<`, as written."""
    writes: tuple[str, ...] = ()
    """The files after its `>`, as written."""
    is_fed: bool = False
    """Whether a pipe, or the command line itself, is its standard input."""
    end: int = 0
    """Where it ends in the line, with what it redirects."""

    @property
    def is_python(self) -> bool:
        """Whether it starts Python."""
        return bool(self.words) and PYTHON.fullmatch(posixpath.basename(self.words[0])) is not None


def calls_of(line: str) -> tuple[Call, ...]:
    """The simple commands of a line; raises ValueError where its quotes are not closed, so that bash refuses it."""
    return _calls(tokens_of(line))


def run_by(line: str) -> tuple[Call, ...]:
    """The simple commands that bash runs of a line: none of one that it refuses."""
    try:
        return calls_of(line)
    except ValueError:
        return ()


def unwrapped(words: Sequence[str]) -> list[str]:
    """The command without what only bounds it, times it or sets its environment."""
    rest = list(words)
    while rest:
        if _ASSIGNMENT.match(rest[0]) or rest[0] in ("env", "time", "nohup", "sudo", "exec"):
            rest.pop(0)
        elif rest[0] == "timeout":
            rest.pop(0)
            while rest and (rest[0].startswith("-") or _TAKES_NUMBER.fullmatch(rest[0])):
                rest.pop(0)
        else:
            break
    return rest


def _calls(tokens: list[Token]) -> tuple[Call, ...]:
    calls: list[Call] = []
    folder: str | None = "."
    words: list[str] = []
    writes: list[str] = []
    reads: str | None = None
    is_fed = is_piped = False
    last = 0

    def end() -> None:
        nonlocal folder, words, writes, reads, is_fed
        plain = unwrapped(words)
        if plain or reads or writes:
            calls.append(Call(tuple(plain), folder, reads, tuple(writes), is_fed or is_piped, last))
        if plain and plain[0] == "cd":
            folder = _entered(folder, plain[1:])
        words, writes, reads, is_fed = [], [], None, False

    waiting = iter(tokens)
    for token, is_operator, _, place in waiting:
        if not is_operator:
            words.append(token)
            last = place
        elif "<" in token or ">" in token:
            target = ""
            if (word := next((word for word in waiting if not word.is_operator), None)) is not None:
                target, last = word.text, word.end
            if token == "<":
                reads = target
            elif "<" in token:
                is_fed = True
            elif not token.endswith("&") and target != "/dev/null":
                writes.append(target)
        else:
            end()
            is_piped = token.strip("\n") in ("|", "|&")
    end()
    return tuple(calls)


def _entered(folder: str | None, arguments: list[str]) -> str | None:
    """Where a `cd` leads; None for anywhere outside of the folder in which the line is run, or unknown."""
    if folder is None or len(arguments) != 1 or arguments[0].startswith(("/", "~", "$", "-")):
        return None
    place = posixpath.normpath(posixpath.join(folder, arguments[0]))
    return None if place == ".." or place.startswith("../") else place
