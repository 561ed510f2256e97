"""Whether what a model proposes for a task is the same task: the hand-in's own programs, its values and no others."""

import re
from collections.abc import Iterator, Sequence

from agents.judging.commands.adapting.exploring import Explored
from agents.judging.commands.adapting.lines import calls, plain_words
from plans.untrusted_text import lines_of

_LEAST_VALUE = 3
"""Letters from which on something that is typed is a value; a choice of a menu has fewer."""
_OPTION = re.compile(r"--?[A-Za-z]")


def flaws_of(
    before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]], seen: Sequence[Explored]
) -> list[str]:
    """Why proposed commands are not those of the task, in words; empty where nothing speaks against them.

    Args:
        before: (command line, what is typed) of the task.
        after: The same as it is proposed.
        seen: The programs of the hand-in, with all that they said.
    """
    if len(before) != len(after):
        return [f"it has {len(after)} commands for {len(before)}"]
    said = "\n".join(text for one in seen for text in (*one.texts, *one.texts.values()))
    starts = [one.start.line for one in seen]
    return [flaw for old, new in zip(before, after, strict=True) for flaw in _flaws(old, new, starts, said)]


def _flaws(old: tuple[str, str], new: tuple[str, str], starts: Sequence[str], said: str) -> Iterator[str]:
    (line, typed), (new_line, new_typed) = old, new
    if line == new_line and typed == new_typed:
        return
    found = calls(line)
    if not found or len(found) != 1:
        yield f"{line!r} does not start one program, and cannot be replaced"
        return
    call = found[0]
    ahead, behind = line[: call.head[0].begin], line[(call.words or call.head)[-1].end :]
    own = _own_words(new_line, ahead, behind, starts)
    if own is None:
        yield f"{new_line!r} does something else than start a program of the hand-in in place of {line!r}"
        return
    values = [word.text for word in call.words[1:] if not _OPTION.match(word.text)]
    values += [row for row in lines_of(typed) if len(row) >= _LEAST_VALUE]
    given = [*own, *lines_of(new_typed)]
    if lost := [value for value in values if value and value not in given]:
        yield f"{lost[0]!r} is given to the program no more"
    known = {*(word.text for word in call.words), *lines_of(typed)}
    if added := [one for one in given if len(one) >= _LEAST_VALUE and one not in known and one not in said]:
        yield f"{added[0]!r} stands neither in the task nor in anything that the hand-in says"


def _own_words(line: str, ahead: str, behind: str, starts: Sequence[str]) -> list[str] | None:
    """What a program of the hand-in is given; None where the line does anything else than start one."""
    if not line.startswith(ahead) or not line.endswith(behind) or len(line) < len(ahead) + len(behind):
        return None
    middle = line[len(ahead) : len(line) - len(behind)].strip()
    start = max(
        (one for one in starts if middle == one or middle.startswith(f"{one} ")), key=len, default=None
    )
    return None if start is None else plain_words(middle[len(start) :])
