"""Which letter an answer names, however it is dressed up; none, where it names several."""

import re
from functools import cache
from pathlib import Path

from plans.dialect import load_yaml
from plans.files import read_text
from plans.records.base import Record

DRESS = re.compile(r"\\(?:boxed|text|textbf|mathrm|mathbf)\b|[*_`$\\{}\"“”‘]|</?\w+>")
"""Marks of Markdown, LaTeX and HTML around a letter."""
BARE = re.compile(r"\W*([a-d])\W*")
"""A letter and no word beside it."""


class Words(Record):
    """What `words.yaml` holds; lower case."""

    final: tuple[str, ...]
    marks: tuple[str, ...]
    filling: tuple[str, ...]
    before_a_letter: tuple[str, ...]
    before_a_letter_anywhere: tuple[str, ...]
    joining: tuple[str, ...]
    reasons: tuple[str, ...]


class _Patterns:
    def __init__(self, words: Words) -> None:
        self.final = _mark(words.final)
        self.marked = _mark(words.marks)
        before = rf"(?:(?:{_any((*words.filling, *words.before_a_letter))})\b\W*)*"
        joining = rf"(?:\s*(?:[/,;&+]|\b(?:{_any(words.joining)})\b)\s*)+"
        self.led = re.compile(rf"\W*{before}\(?([a-d])\b(?!['’]\w)")
        self.joined = re.compile(rf"[^\w/,;&+]*{joining}{before}\(?([a-d])\b(?=\W*$|\)|\W*{joining})")
        # "a" alone may be the article: "Answer: a ball rolls on" names no option.
        self.goes_on = re.compile(
            rf"[^\w\s]|\s*$|\s+[^\w\s]|\s+(?:{_any(words.reasons)}|{_any(words.joining)})\b"
        )
        self.named = re.compile(
            rf"\b(?:{_any(words.before_a_letter_anywhere)})\s*\(?([a-d])\b(?!['’]\w)|\(([a-d])\)"
        )


def read_letter(answer: str) -> str:
    """The letter that the answer names; "" where it names none, or several.

    The last "Final Answer:" decides, else the last "Answer:"; else the whole text, or its last line, is one letter;
    else it names one option only, as in "option b" or "(b)".
    """
    text = DRESS.sub(" ", answer).lower()
    patterns = _patterns()
    for mark in (patterns.final, patterns.marked):
        regions = [text[found.end() :] for found in mark.finditer(text)]
        if regions:
            return _told(regions[-1].lstrip().partition("\n")[0])
    last_line = text.strip().rpartition("\n")[2]
    if bare := BARE.fullmatch(last_line):
        return bare[1]
    named = {found[1] or found[2] for found in patterns.named.finditer(text)}
    return named.pop() if len(named) == 1 else ""


def _told(region: str) -> str:
    patterns = _patterns()
    led = patterns.led.match(region)
    if not led:
        return ""
    letter, rest = led[1], region[led.end() :]
    if letter == "a" and not patterns.goes_on.match(rest):
        return ""
    if (joined := patterns.joined.match(rest)) and joined[1] != letter:
        return ""
    return letter


def _mark(words: tuple[str, ...]) -> re.Pattern[str]:
    """What announces an answer: the words with a colon, a dash, "is", the end of the line or a mere letter after."""
    return re.compile(rf"\b(?:{_any(words)})\b[ \t]*(?:\bis\b[ \t]*:?|[:=–—-]|\n|(?=\(?[a-d]\b\W*(?:\n|$)))")


def _any(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in words)


@cache
def _patterns() -> _Patterns:
    return _Patterns(Words.model_validate(load_yaml(read_text(Path(__file__).with_name("words.yaml")))))
