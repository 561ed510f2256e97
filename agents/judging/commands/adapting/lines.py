"""Command lines taken apart: which programs they start, with which words, and where these stand."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agents.judging.commands.adapting.meaning import listed
from plans.shell import PYTHON, Token, tokens_of, unwrapped

_BEYOND = re.compile(r"`|\$\(|\$\{")
"""What makes of a line more than commands one after the other: nobody rewrites that without a shell of his own."""
_SINGLE = re.compile(r"'[^']*'|\\.")
"""What a shell takes as it stands."""
_OPTIONS = re.compile(r"-[bBdEIOPqsSuv]+")
"""Options of Python that take no value and leave what is run as it is."""


class Call(NamedTuple):
    """A program that a line starts."""

    program: str
    """A file such as `src/main.py`, or `-m` and a module."""
    head: tuple[Token, ...]
    """The words that start it: `python`, its file."""
    words: tuple[Token, ...]
    """What it is given."""


def calls(line: str) -> list[Call] | None:
    """The Python programs that a line starts, in order; None for a line that is more than commands one after the other.

    Runs of tests are none.
    """
    commands = _commands(line)
    if commands is None:
        return None
    return [call for words in commands if (call := _call(words)) is not None]


def is_moving(line: str) -> bool:
    """Whether it changes the folder in which the commands after it are run."""
    return any(words and words[0].text in ("cd", "pushd") for words in _commands(line) or [])


def replaced(line: str, changes: Sequence[tuple[Call, str]]) -> str:
    """The line with other words in place of some of its calls."""
    for call, text in sorted(changes, key=lambda change: change[0].head[0].begin, reverse=True):
        end = (call.words or call.head)[-1].end
        line = f"{line[: call.head[0].begin]}{text}{line[end:]}"
    return line


def words_of(line: str) -> list[str] | None:
    """All words of a line, without quotation marks; None as for `calls`."""
    commands = _commands(line)
    return None if commands is None else [word.text for words in commands for word in words]


def plain_words(text: str) -> list[str] | None:
    """The words of a text that is nothing but words; None where a shell would do anything with it."""
    tokens = _tokens(text)
    if tokens is None or any(token.is_operator for token in tokens):
        return None
    return [token.text for token in tokens]


def _commands(line: str) -> list[list[Token]] | None:
    """The words of each command, those to which something is redirected left out."""
    tokens = _tokens(line)
    if tokens is None:
        return None
    found: list[list[Token]] = [[]]
    waiting = iter(tokens)
    for token in waiting:
        if not token.is_operator:
            found[-1].append(token)
        elif "<" in token.text or ">" in token.text:
            next(waiting, None)
        else:
            found.append([])
    return [words for words in found if words]


def _tokens(line: str) -> list[Token] | None:
    try:
        tokens = tokens_of(line)
    except ValueError:
        return None  # Bash refuses it, and nobody knows what was meant.
    is_beyond = any(_is_beyond(line[token.begin : token.end]) for token in tokens if not token.is_operator)
    is_document = any(token.is_operator and token.text in ("<<", "<<-") for token in tokens)
    return None if is_beyond or is_document else tokens


def _is_beyond(word: str) -> bool:
    return _BEYOND.search(_SINGLE.sub("", word)) is not None


def _call(words: Sequence[Token]) -> Call | None:
    own = words[len(words) - len(unwrapped([word.text for word in words])) :]
    if not own or not PYTHON.fullmatch(own[0].text):
        return None
    at = next((n for n, word in enumerate(own[1:], 1) if not _OPTIONS.fullmatch(word.text)), len(own))
    program, module = ([word.text for word in own[at : at + 2]] + ["", ""])[:2]
    if program.endswith(".py"):
        return Call(_file(program), tuple(own[: at + 1]), tuple(own[at + 1 :]))
    if program == "-m" and module and module not in listed("modules_of_others"):
        return Call(f"-m {module}", tuple(own[: at + 2]), tuple(own[at + 2 :]))
    return None


def _file(text: str) -> str:
    return text.removeprefix("./")


def sources(lines: Sequence[str]) -> Iterator[str]:
    """The programs that lines start, each once."""
    seen: set[str] = set()
    for line in lines:
        for call in calls(line) or ():
            if call.program not in seen:
                seen.add(call.program)
                yield call.program
