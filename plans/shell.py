"""Command lines: taken apart into the simple commands that they run, each with its folder, and written to be copied."""

import os
import posixpath
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

_OPERATORS = frozenset(";&|<>()\n")
_BLANKS = frozenset(" \t\r")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
PYTHON = re.compile(r"(?:python|pypy)[\d.]*|py", re.ASCII)
"""Names of Python."""
_TAKES_NUMBER = re.compile(r"\d+(?:\.\d+)?[smhd]?")
_PYTHON_TAKES = frozenset({"-W", "-X", "--check-hash-based-pycs"})
_PYTEST_TAKES = frozenset(
    {
        "-k",
        "-m",
        "-p",
        "-c",
        "-o",
        "-n",
        "-r",
        "-W",
        "--rootdir",
        "--maxfail",
        "--timeout",
        "--tb",
        "--durations",
    }
)
"""Options whose value is the next word."""


class ShellToken(NamedTuple):
    """A word without its quotes, or an operator of one or more characters."""

    text: str
    is_operator: bool = False
    begin: int = 0
    """Where it stands in the line, with its quotes."""
    end: int = 0


def tokens_of(line: str) -> list[ShellToken]:
    """The tokens of a line; raises ValueError where a quotation or an escape is not ended."""
    return _Reader(line).tokens()


class _Reader:
    """Goes through a line once."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._place = 0
        self._found: list[ShellToken] = []
        self._word: list[str] | None = None
        """Parts of the word that is being read; None between words."""
        self._is_plain = True
        """Whether nothing of it is quoted."""
        self._begin = 0
        """Where it begins."""

    def tokens(self) -> list[ShellToken]:
        while self._place < len(self._line):
            character = self._line[self._place]
            if self._word is None:
                self._begin = self._place
            if character in _BLANKS:
                self._end_word()
                self._place += 1
            elif character in _OPERATORS:
                self._operator()
            elif character == "\\":
                self._escaped()
            elif character in "'\"":
                self._add(self._quoted(character), is_plain=False)
            elif self._line.startswith("$'", self._place):
                self._place += 1
                self._add(self._quoted("'", is_escaping=True), is_plain=False)
            elif self._line.startswith("$(", self._place):
                self._add(self._substitution(), is_plain=False)
            else:
                self._add(character)
                self._place += 1
        self._end_word()
        return self._found

    def _add(self, text: str, *, is_plain: bool = True) -> None:
        if self._word is None:
            self._word = []
        self._word.append(text)
        self._is_plain = self._is_plain and is_plain

    def _end_word(self, end: int | None = None) -> None:
        if self._word is not None:
            end = self._place if end is None else end
            self._found.append(ShellToken("".join(self._word), begin=self._begin, end=end))
        self._word, self._is_plain = None, True

    def _operator(self) -> None:
        begin = self._place
        while self._place < len(self._line) and self._line[self._place] in _OPERATORS:
            self._place += 1
        text = self._line[begin : self._place]
        if text[0] in "<>" and self._word is not None and self._is_plain and "".join(self._word).isdigit():
            # The number of what is redirected, as in `2>`.
            self._word = None
        self._end_word(begin)
        self._found.append(ShellToken(text, is_operator=True, begin=begin, end=self._place))

    def _escaped(self) -> None:
        if self._place + 1 >= len(self._line):
            raise ValueError("nothing follows its last backslash")
        following = self._line[self._place + 1]
        if following != "\n":
            self._add(following, is_plain=False)
        self._place += 2

    def _quoted(self, mark: str, *, is_escaping: bool = False) -> str:
        """What stands in quotes; within double ones a backslash escapes a few characters, within `$'` many."""
        parts: list[str] = []
        self._place += 1
        while self._place < len(self._line):
            character = self._line[self._place]
            following = self._line[self._place + 1 : self._place + 2]
            self._place += 1
            if character == mark:
                return "".join(parts)
            if character == "\\" and is_escaping and following in _ESCAPES:
                parts.append(_ESCAPES[following])
                self._place += 1
            elif character == "\\" and mark == '"' and following and following in '"\\$`\n':
                parts.append("" if following == "\n" else following)
                self._place += 1
            else:
                parts.append(character)
        raise ValueError(f"it has no closing quotation mark {mark}")

    def _substitution(self) -> str:
        """A `$(…)` as it stands there."""
        begin, depth = self._place, 0
        for place in range(begin + 1, len(self._line)):
            depth += {"(": 1, ")": -1}.get(self._line[place], 0)
            if depth == 0:
                self._place = place + 1
                return self._line[begin : self._place]
        raise ValueError("it has no end of its $(")


class SimpleCommand(NamedTuple):
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


def calls_of(line: str) -> tuple[SimpleCommand, ...]:
    """The simple commands of a line; raises ValueError where its quotes are not closed, so that bash refuses it."""
    return _calls(tokens_of(line))


def run_by(line: str) -> tuple[SimpleCommand, ...]:
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


def _calls(tokens: list[ShellToken]) -> tuple[SimpleCommand, ...]:
    calls: list[SimpleCommand] = []
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
            calls.append(SimpleCommand(tuple(plain), folder, reads, tuple(writes), is_fed or is_piped, last))
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


class RunTarget(NamedTuple):
    """One thing that is run."""

    kind: Literal["script", "module", "code", "pytest", "unittest"]
    name: str
    """Path of the script or test file, module's name, or the code; as written."""
    parts: tuple[str, ...] = ()
    """Of a test its class and function, as far as they are named."""
    arguments: tuple[str, ...] = ()
    """What a script or module is given."""


def targets_of(call: SimpleCommand) -> tuple[RunTarget, ...]:
    """What a call runs; nothing where it starts neither Python nor pytest."""
    if call.is_python:
        return _python(call.words[1:])
    if call.words and call.words[0].rsplit("/", 1)[-1] in ("pytest", "py.test"):
        return _pytest(call.words[1:])
    return ()


def _python(words: tuple[str, ...]) -> tuple[RunTarget, ...]:
    place = 0
    while place < len(words):
        word, rest = words[place], words[place + 1 :]
        if word == "-c":
            return (RunTarget("code", rest[0]),) if rest else ()
        if word == "-m":
            return _module(rest)
        if not word.startswith("-"):
            return (RunTarget("script", word, arguments=rest),)
        place += 2 if word in _PYTHON_TAKES else 1
    return ()


def _module(words: tuple[str, ...]) -> tuple[RunTarget, ...]:
    if not words:
        return ()
    name, rest = words[0], words[1:]
    if name in ("pytest", "py.test"):
        return _pytest(rest)
    if name == "unittest":
        return tuple(
            RunTarget("unittest", word) for word in rest if not word.startswith("-") and word != "discover"
        )
    return (RunTarget("module", name, arguments=rest),)


def _pytest(words: tuple[str, ...]) -> tuple[RunTarget, ...]:
    found: list[RunTarget] = []
    place = 0
    while place < len(words):
        word = words[place]
        if word.startswith("-"):
            place += 2 if word in _PYTEST_TAKES else 1
            continue
        file, *parts = word.split("::")
        # A test that takes parameters is one function, whichever of them is named.
        found.append(RunTarget("pytest", file, tuple(part.split("[", 1)[0] for part in parts)))
        place += 1
    return tuple(found) or (RunTarget("pytest", "."),)


def command_line(*words: str | Path) -> str:
    """The words as a shell reads them back, whatever is in them.

    A path that begins with a dash is no option: it is written from the folder that one is in. What cannot be seen, or
    would steer the terminal, is written as a number, in the quotes that `bash`, `zsh` and POSIX 2024 know.
    """
    return " ".join(_quoted(_as_path(word) if isinstance(word, Path) else word) for word in words)


def _as_path(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)


def _quoted(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    return f"$'{''.join(map(_written_out, word))}'"


def _written_out(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
