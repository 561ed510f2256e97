"""Pieces of a text, how many there are of each, and what can be claimed of one."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, SerializeAsAny

from plans.text.document import Document, finder, mentions, sentences, words
from plans.text.slots import Forms, MarkName, Named, Several, Text, fields_of
from plans.text.vocabulary_files import wording

Quantity = Literal[
    "words", "paragraphs", "bullets", "numbered", "headings", "titles", "sentences", "questions"
]
Unit = Literal["paragraph", "sentence", "section", "bullet", "numbered item", "heading", "title"]


def pieces(text: Document, unit: Unit) -> tuple[str, ...]:
    """All units of a text: title, headings and list items are no paragraphs, and a section is without its heading."""
    match unit:
        case "paragraph":
            return text.paragraphs
        case "sentence":
            return text.sentences
        case "section":
            return tuple(section.text for section in text.sections)
        case "bullet":
            return text.bullets
        case "numbered item":
            return text.numbered
        case "heading":
            return text.headings
        case "title":
            return () if text.title is None else (text.title,)


def amount(text: Document, of: Quantity) -> int:
    """How many there are; title, headings and lists count as words, and the sentences of list items as sentences."""
    match of:
        case "words":
            return text.word_count
        case "paragraphs":
            return len(text.paragraphs)
        case "bullets":
            return len(text.bullets)
        case "numbered":
            return len(text.numbered)
        case "headings":
            return len(text.headings)
        case "titles":
            return int(text.title is not None)
        case "sentences":
            return len(text.sentences)
        case "questions":
            return sum(sentence.rstrip("\"')]* ").endswith("?") for sentence in text.sentences)


class BaseClaim(Named):
    """Something that holds for a piece of text or does not; it has at most one field."""

    TOLD_BY: ClassVar[str] = "claim"
    HOLDS: ClassVar[Callable[..., bool]]

    def holds(self, piece: str) -> bool:
        """Whether it is so."""
        return type(self).HOLDS(piece, **self.asks())


CLAIMS: dict[str, type[BaseClaim]] = {}
"""Name of each claim → its class."""


def claim(holds: Callable[..., bool]) -> Callable[..., bool]:
    """Make a claim of a function of a piece of text and the claim's fields."""
    name = holds.__name__.rstrip("_")
    CLAIMS[name] = BaseClaim.made(name, **fields_of(holds, behind=1))
    CLAIMS[name].HOLDS = staticmethod(holds)
    return holds


@claim
def mentions_(piece: str, forms: Forms) -> bool:
    """One of the words stands there, as a whole word and in any capitals."""
    return mentions(piece, forms)


@claim
def omits(piece: str, forms: Forms) -> bool:
    """None of the words stands there."""
    return not mentions(piece, forms)


@claim
def most_words(piece: str, count: Several) -> bool:
    """At most so many words."""
    return len(words(piece)) <= count


@claim
def least_words(piece: str, count: Several) -> bool:
    """At least so many words."""
    return len(words(piece)) >= count


@claim
def most_sentences(piece: str, count: Several) -> bool:
    """At most so many sentences."""
    return len(sentences(piece)) <= count


@claim
def begins(piece: str, text: Text) -> bool:
    """It begins with a word or phrase in any capitals; a quotation mark or bracket before it does not matter."""
    return finder((text,)).match(piece.lstrip("\"'( ")) is not None


@claim
def ends(piece: str, mark: MarkName) -> bool:
    """It ends with a punctuation mark; a quotation mark or bracket behind it does not matter."""
    return piece.rstrip("\"')] \n").endswith(tuple(wording().marks[mark].characters))


@claim
def has_number(piece: str) -> bool:
    """A number stands there in digits; that of a numbered item is no part of the item."""
    return re.search(r"\d", piece) is not None


def member(known: Mapping[str, type[Named]], told_by: str, names: Callable[[], Any]) -> BeforeValidator:
    """Reads a record of one of these names from its fields."""

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        fields: dict[str, Any] = {**value}
        if fields.get(told_by) not in names():
            raise ValueError(f"{fields.get(told_by)!r} is none of {', '.join(names())}")
        return known[fields[told_by]].model_validate(fields)

    return BeforeValidator(read)


Claim = Annotated[SerializeAsAny[BaseClaim], member(CLAIMS, "claim", lambda: CLAIMS)]
