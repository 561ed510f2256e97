"""Fields of constraints, each with how its value is said and read, and records that are made of functions."""

import inspect
import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from pydantic import AfterValidator, Field, create_model

from plans.records.base import Record
from plans.text.vocabulary_files import wording

R = TypeVar("R", bound="Named")


class Named(Record):
    """One kind of several; its name is the default of the field that tells them apart."""

    TOLD_BY: ClassVar[str]
    """That field."""

    @classmethod
    def called(cls) -> str:
        """Its name."""
        return str(cls.model_fields[cls.TOLD_BY].default)

    @classmethod
    def made(cls, name: str, **fields: Any) -> type[Self]:
        """A kind with that name and these fields, by their types."""
        own: dict[str, Any] = {name: (kind, ...) for name, kind in fields.items()}
        own = {cls.TOLD_BY: (Literal[name], name), **own}
        return create_model(name, __base__=cls, **own)

    def asks(self) -> dict[str, Any]:
        """The values of its fields, without its name."""
        return {name: getattr(self, name) for name in type(self).model_fields if name != self.TOLD_BY}


def fields_of(function: Callable[..., object], behind: int) -> dict[str, Any]:
    """The types of a function's parameters behind the first few."""
    parameters = [*inspect.signature(function).parameters.values()][behind:]
    return {one.name: one.annotation for one in parameters}


@dataclass(frozen=True)
class Slot:
    """How the value of a field is said, found in a sentence, and read."""

    pattern: Callable[[], str]
    say: Callable[[Any], str]
    read: Callable[[str], Any]


_QUOTED = r'"[^"]+"'
_LIST = rf"{_QUOTED}(?:, {_QUOTED})*(?:,? (?:and|or) {_QUOTED})?"
_IN_QUOTES = re.compile(r'"([^"]+)"')


def _unquotable(texts: tuple[str, ...]) -> tuple[str, ...]:
    if not texts or any('"' in text or "\n" in text or text != " ".join(text.split()) for text in texts):
        raise ValueError(
            f"{texts!r} cannot be quoted: words are needed, in one line and without quotation marks"
        )
    if len({text.casefold() for text in texts}) < len(texts):
        raise ValueError(f"{texts!r} names a word twice")
    return texts


def _list_slot(last: str) -> Slot:
    def say(texts: tuple[str, ...]) -> str:
        quoted = [f'"{text}"' for text in texts]
        return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"

    return Slot(lambda: _LIST, say, lambda text: tuple(_IN_QUOTES.findall(text)))


@cache
def _counts() -> dict[str, int]:
    return {word: number for number, word in enumerate(wording().numbers)}


def _say_count(count: int) -> str:
    names = wording().numbers
    return names[count] if 0 <= count < len(names) else str(count)


_COUNT = Slot(
    lambda: rf"(?:{'|'.join(wording().numbers)}|\d+)",
    _say_count,
    lambda text: _counts()[text] if text in _counts() else int(text),
)


def _choice(what: str, said: Callable[[], Mapping[Any, str]]) -> tuple[AfterValidator, Slot]:
    """A value that is one of several, each said in one way."""

    def known(value: Hashable) -> Hashable:
        if value not in said():
            raise ValueError(f"{value!r} is no {what}: use one of {', '.join(map(str, said()))}")
        return value

    return AfterValidator(known), Slot(
        lambda: f"(?:{'|'.join(map(re.escape, said().values()))})",
        lambda value: said()[value],
        lambda text: next(value for value, name in said().items() if name == text),
    )


@cache
def _places() -> dict[int, str]:
    return {**dict(enumerate(wording().ordinals, 1)), -1: wording().last}


_PLACE = _choice("place", _places)
_MARK = _choice("mark", lambda: {mark: told.name for mark, told in wording().marks.items()})
_PATTERN = _choice("pattern", lambda: {name: told.name for name, told in wording().patterns.items()})

Forms = Annotated[tuple[str, ...], AfterValidator(_unquotable), _list_slot("or")]
"""A word and its inflections, any of which counts: `"herb" or "herbs"`."""
Texts = Annotated[tuple[str, ...], AfterValidator(_unquotable), _list_slot("and")]
"""Several words or phrases, each for itself: `"basil", "thyme" and "mint"`."""
Options = Forms
"""Several words, of which some are asked for, or none may stand: `"basil", "thyme" or "mint"`."""
Text = Annotated[
    str,
    AfterValidator(lambda text: _unquotable((text,))[0]),
    Slot(lambda: _QUOTED, lambda text: f'"{text}"', lambda text: text[1:-1]),
]
"""A word or phrase in quotation marks."""
Count = Annotated[int, Field(ge=1), _COUNT]
Several = Annotated[int, Field(ge=2), _COUNT]
"""A count behind which a plural stands."""
Ordinal = Annotated[int, _PLACE[0], _PLACE[1]]
"""Which one, from 1 on; -1 is the last."""
MarkName = Annotated[str, _MARK[0], _MARK[1]]
"""A punctuation mark, by its name in wording.yaml."""
PatternName = Annotated[str, _PATTERN[0], _PATTERN[1]]
"""Something written in a given way, such as a price, by its name in wording.yaml."""
Subject = Annotated[
    str, AfterValidator(lambda text: _unquotable((text,))[0]), Slot(lambda: r"[^\"]+?", str, str)
]
"""What only a reader can look for, in words."""
