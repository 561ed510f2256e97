"""Patterns are searched for in texts that others wrote, in a process that is ended when it takes too long."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock, Timer
from types import TracebackType
from typing import Self

from plans.records.task_kinds import GAP

SECONDS = 5.0
"""How long one pattern is searched for, in all texts of a call together."""
_REPETITION = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?|([*+?]|\{\d*,\d*\})(?![?+])|[*+?}][?+]", re.S)
"""An escape, a set, the head of a group, or a repetition: the first group is one that takes as much as it can."""
_BRANCHING = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|([()|])", re.S)
"""An escape, a set, or a sign that opens, closes or divides a group."""
_REFERENCE = re.compile(r"\\[1-9]|\(\?P=|\(\?\(")
_WORKER = """
import json, re, signal, sys

def in_parts(parts, text):
    begin, place = None, 0
    for part in parts:
        match = part.search(text, place)
        if match is None:
            return None
        begin, place = match.start() if begin is None else begin, match.end()
    return text[begin:place]

def found(pattern, ways, text):
    whole = re.compile(pattern, re.M)
    try:
        ways = [[re.compile(part, whole.flags) for part in parts] for parts in ways]
    except re.error:
        ways = []
    for parts in ways:
        if (seen := in_parts(parts, text)) is not None:
            return seen
    if ways and any(part.search(text) is None for part in ways[0]):
        return None
    match = whole.search(text)
    return None if match is None else match.group()

print(flush=True)
for line in sys.stdin:
    pattern, ways, texts, seconds = json.loads(line)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    answer = json.dumps([found(pattern, ways, text) for text in texts])
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(answer, flush=True)
"""
"""Prints a line when it has begun, and answers each line with a line. A gap within a group leaves parts that are no
patterns: then the whole alone is looked for. A text that lacks one part lacks the whole. The alarm ends it where nobody
else is left to do so.
"""


class Search:
    """Searches within SECONDS: on some texts a pattern takes years, and `re` then heeds no signal, nor lets other
    threads run. Use it in `with`; its process begins with the first search. Leaving, from any thread, ends a search.
    """

    def __init__(self) -> None:
        """A search that has begun nothing."""
        self._process: subprocess.Popen[str] | None = None
        self._is_closed = False
        self._starting, self._searching = Lock(), Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._starting:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()
        with self._searching:
            self._put_away()

    def found(self, pattern: str, texts: Sequence[str]) -> list[str | None]:
        """What of each text the pattern is found as; None for a text in which it surely is not.

        Raises TimeoutError where that is not known within SECONDS, or the search was left.
        """
        order = json.dumps([pattern, _ways(pattern), texts, 2 * SECONDS])
        with self._searching:
            process = self._started()
            assert process.stdin is not None, "it is a pipe"
            assert process.stdout is not None, "it is a pipe"
            is_late = Event()

            def end() -> None:
                is_late.set()
                process.kill()

            limit = Timer(SECONDS, end)
            limit.start()
            answer = ""
            try:
                with suppress(BrokenPipeError):  # It may be ended while it is told what to look for.
                    process.stdin.write(f"{order}\n")
                    process.stdin.flush()
                    answer = process.stdout.readline()
            finally:
                limit.cancel()
                limit.join()
                if is_late.is_set() or not answer:
                    self._put_away()
            if is_late.is_set() or not answer:
                raise TimeoutError(f"{pattern!r} was not searched for in time")
        found: list[str | None] = json.loads(answer)
        return found

    def _started(self) -> subprocess.Popen[str]:
        with self._starting:
            if self._is_closed:
                raise TimeoutError("the search was left")
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _WORKER],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="ascii",
                    # Ctrl-C is for those who use it, and they end it.
                    start_new_session=True,
                )
                assert self._process.stdout is not None, "it is a pipe"
                self._process.stdout.readline()
            return self._process

    def _put_away(self) -> None:
        with self._starting:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None, "it is a pipe"
            with suppress(BrokenPipeError):  # What was not read yet is lost with its reader.
                pipe.close()


def lazy(pattern: str) -> str:
    """The pattern, each repetition in it taking as little as it can."""
    return _REPETITION.sub(lambda found: f"{found[1]}?" if found[1] else found[0], pattern)


def _ways(pattern: str) -> list[list[str]]:
    """The parts of the pattern between its gaps, one after the other, as they stand and lazy: whatever is found so is
    found as a whole too, and sooner. None where a part means something else by itself.
    """
    parts = pattern.split(GAP)
    if _REFERENCE.search(pattern) or any(map(_has_branches, parts)):
        return []
    return [parts, [lazy(part) for part in parts]]


def _has_branches(part: str) -> bool:
    """Whether it divides outside all groups."""
    depth = 0
    for sign in _BRANCHING.finditer(part):
        match sign[1]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case "|" if depth == 0:
                return True
            case _:
                pass
    return False
