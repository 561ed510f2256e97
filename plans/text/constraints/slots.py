"""Slots of a rendering (numbers, places, quoted words), and records told apart by a name."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field

from plans.records.base import Record
from plans.text.vocabulary_files import wording


class Named(Record):
    """One kind of several; its name is the default of the field that tells them apart."""

    TOLD_BY: ClassVar[str]
    """That field."""

    @classmethod
    def called(cls) -> str:
        """Its name."""
        return str(cls.model_fields[cls.TOLD_BY].default)


QUOTED = r'"[^"]+"'
_LIST = rf"{QUOTED}(?:, {QUOTED})*(?:,? (?:and|or) {QUOTED})?"
_IN_QUOTES = re.compile(r'"([^"]+)"')


@dataclass(frozen=True)
class Slot:
    """How the value of a field is said, found in a sentence, and read."""

    pattern: Callable[[], str]
    say: Callable[[Any], str]
    read: Callable[[str], Any]


def _unquotable(texts: tuple[str, ...]) -> tuple[str, ...]:
    if not texts or any('"' in text or "\n" in text or text != " ".join(text.split()) for text in texts):
        raise ValueError(
            f"{texts!r} cannot be quoted: words are needed, in one line and without quotation marks"
        )
    if len({text.casefold() for text in texts}) < len(texts):
        raise ValueError(f"{texts!r} names a word twice")
    return texts


def _one_unquotable(text: str) -> str:
    return _unquotable((text,))[0]


def _listed(texts: tuple[str, ...], last: str) -> str:
    quoted = [f'"{text}"' for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(_IN_QUOTES.findall(text))


@cache
def _counts() -> dict[str, int]:
    return {word: number for number, word in enumerate(wording().numbers)}


def _say_count(count: int) -> str:
    names = wording().numbers
    return names[count] if 0 <= count < len(names) else str(count)


def _read_count(text: str) -> int:
    return _counts()[text] if text in _counts() else int(text)


@cache
def _count_pattern() -> str:
    return rf"(?:{'|'.join(wording().numbers)}|\d+)"


def _say_ordinal(place: int) -> str:
    return wording().last if place == -1 else wording().ordinals[place - 1]


def _read_ordinal(text: str) -> int:
    return -1 if text == wording().last else wording().ordinals.index(text) + 1


@cache
def _ordinal_pattern() -> str:
    return rf"(?:{'|'.join([wording().last, *wording().ordinals])})"


def _say_mark(mark: str) -> str:
    return wording().marks[mark].name


def _read_mark(text: str) -> str:
    return next(mark for mark, told in wording().marks.items() if told.name == text)


@cache
def _mark_pattern() -> str:
    return rf"(?:{'|'.join(told.name for told in wording().marks.values())})"


def _say_pattern(name: str) -> str:
    return wording().patterns[name].name


def _read_pattern(text: str) -> str:
    return next(name for name, told in wording().patterns.items() if told.name == text)


@cache
def _pattern_pattern() -> str:
    return rf"(?:{'|'.join(re.escape(told.name) for told in wording().patterns.values())})"


def _known_place(place: int) -> int:
    if place != -1 and not 1 <= place <= len(wording().ordinals):
        raise ValueError(
            f"{place} is no place: -1 is the last one, and 1 to {len(wording().ordinals)} are counted"
        )
    return place


def _known_mark(mark: str) -> str:
    if mark not in wording().marks:
        raise ValueError(f"{mark!r} is no mark: use one of {', '.join(wording().marks)}")
    return mark


def _known_pattern(name: str) -> str:
    if name not in wording().patterns:
        raise ValueError(f"{name!r} is no pattern: use one of {', '.join(wording().patterns)}")
    return name


Forms = Annotated[
    tuple[str, ...],
    AfterValidator(_unquotable),
    Slot(lambda: _LIST, lambda forms: _listed(forms, "or"), _read_list),
]
"""A word and its inflections, any of which counts: `"herb" or "herbs"`."""
Texts = Annotated[
    tuple[str, ...],
    AfterValidator(_unquotable),
    Slot(lambda: _LIST, lambda texts: _listed(texts, "and"), _read_list),
]
"""Several words or phrases, each for itself: `"basil", "thyme" and "mint"`."""
Options = Annotated[
    tuple[str, ...],
    AfterValidator(_unquotable),
    Slot(lambda: _LIST, lambda texts: _listed(texts, "or"), _read_list),
]
"""Several words, of which some are asked for, or none may stand: `"basil", "thyme" or "mint"`."""
Text = Annotated[
    str,
    AfterValidator(_one_unquotable),
    Slot(lambda: QUOTED, lambda text: f'"{text}"', lambda text: text[1:-1]),
]
"""A word or phrase in quotation marks."""
Count = Annotated[int, Field(ge=1), Slot(_count_pattern, _say_count, _read_count)]
Several = Annotated[int, Field(ge=2), Slot(_count_pattern, _say_count, _read_count)]
"""A count behind which a plural stands."""
Ordinal = Annotated[int, AfterValidator(_known_place), Slot(_ordinal_pattern, _say_ordinal, _read_ordinal)]
"""Which one, from 1 on; -1 is the last."""
MarkName = Annotated[str, AfterValidator(_known_mark), Slot(_mark_pattern, _say_mark, _read_mark)]
"""A punctuation mark, by its name in wording.yaml."""
PatternName = Annotated[
    str, AfterValidator(_known_pattern), Slot(_pattern_pattern, _say_pattern, _read_pattern)
]
"""Something written in a given way, such as a price, by its name in wording.yaml."""
Subject = Annotated[
    str,
    AfterValidator(_one_unquotable),
    Slot(lambda: r"[^\"]+?", str, str),
]
"""What only a reader can look for, in words."""
