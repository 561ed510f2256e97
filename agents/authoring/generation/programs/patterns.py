"""The regular expression that decides a shell interaction, put together from what is shown and what never is."""

import re
from collections.abc import Iterator, Sequence

from plans.records.task_modes import GAP

MOST_PARTS, LONGEST_PART = 12, 300
"""Of one task, and characters of one of them: what is found one after the other is searched for again and again."""
NO_TRACEBACK = r"(?![\s\S]*Traceback \(most)"

_ANY_CASE = re.compile(r"^\(\?i\)")
_REPEATED_TWICE = re.compile(r"[+*}]\??\)[+*{]")
_SILENCES = (
    "",
    "\n",
    "python: can't open file '/work/src/main.py': [Errno 2] No such file or directory\n",
    "usage: main.py [-h]\n",
)
"""What is printed where nothing is done."""
_CODES = re.compile(
    r"\\[AbBdDsSwWZnrtfv]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\(\?[a-zA-Z]+[:)]|\(\?P<\w+>|\[[^\]]*\]"
)
_WORD = re.compile(r"[^\W\d_]{3,}")


def assembled(shown: Sequence[str], never: Sequence[str]) -> str:
    """The whole pattern: found in this order, without what may never be found, and without a traceback."""
    absent = "".join(rf"(?![\s\S]*(?:{_grouped(one)}))" for one in never)
    return rf"\A{NO_TRACEBACK}{absent}{GAP}{GAP.join(f'(?:{_grouped(one)})' for one in shown)}"


def pattern_problems(shown: Sequence[str], never: Sequence[str], known: frozenset[str]) -> Iterator[str]:
    """What is wrong with the parts of a pattern; `known` are the words, in lower case, that a program can know."""
    parts = [*shown, *never]
    if not shown:
        yield "`shown` is empty, so that nothing would have to be printed."
    if len(parts) > MOST_PARTS:
        yield f"there are {len(parts)} patterns; write at most {MOST_PARTS}."
    is_sound = bool(shown)
    for part in parts:
        if wrong := _fault(part):
            is_sound = False
            yield f"{part!r} {wrong}"
    if not is_sound:
        return
    if any(re.search(assembled(shown, never), silence, re.MULTILINE) for silence in _SILENCES):
        yield "`shown` is found where nothing was printed by the program; expect values that only its work gives."
    for part in shown:
        words = _words(part)
        strange = [word for word in words if word.casefold() not in known]
        if strange and (len(strange) == len(words) or "|" not in part):
            yield (
                f"{part!r} expects {', '.join(map(repr, strange[:4]))}, which no requirement has in its data and "
                "nothing laid, typed or given holds: a program that words it otherwise would fail. State it in the "
                "requirements and their data, which every agent is told, or look for values."
            )


def known_words(texts: Iterator[str]) -> frozenset[str]:
    """The words of some texts, in lower case."""
    return frozenset(word.casefold() for text in texts for word in _WORD.findall(text))


def _fault(part: str) -> str:
    """What keeps a part from being used; empty where nothing does."""
    if not part.strip():
        return "is empty."
    if len(part) > LONGEST_PART:
        return f"has {len(part)} characters; write at most {LONGEST_PART}."
    if _REPEATED_TWICE.search(part):
        return "repeats what is repeated already, for which there is no end of searching; repeat it once."
    try:
        re.compile(_grouped(part))
    except re.error as error:
        return f"is no regular expression of Python: {error}."
    return ""


def _grouped(part: str) -> str:
    """The part as it can stand within a larger one."""
    return f"(?i:{part[4:]})" if _ANY_CASE.match(part) else part


def _words(part: str) -> list[str]:
    return _WORD.findall(_CODES.sub(" ", part))
