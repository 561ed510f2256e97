"""The family's words, in files: how constraints are said, who asks for what, and what texts are made of."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ClassVar, TypeVar

from pydantic import Field, JsonValue

from plans.files import read_record
from plans.records.base import FileRecord, Record


class PunctuationMark(Record):
    """A punctuation mark."""

    name: str
    """As it is said in the singular: `question mark`."""
    characters: str
    """Each of its characters."""


class Pattern(Record):
    """Something that is written in a given way."""

    name: str
    """With its article and an example."""
    expression: str
    """Regular expression that finds it."""
    example: str
    """What it finds, as the baseline writes it."""


class Refusing(Record):
    """How answers begin that refuse to be a text: an opening or none, then that one is unable, and to do what."""

    openings: tuple[str, ...]
    unable: tuple[str, ...]
    adverbs: tuple[str, ...]
    """What may stand before what is refused."""
    refused: tuple[str, ...]
    """No other doing, as people who write letters are unable to do many things."""


class KindWording(FileRecord):
    """`wording.yaml`: how each kind is said, and the words of counting."""

    SCHEMA: ClassVar[str] = "text-wording"

    numbers: tuple[str, ...]
    """Zero, one, two, …"""
    ordinals: tuple[str, ...]
    """First, second, …"""
    last: str
    marks: dict[str, PunctuationMark]
    patterns: dict[str, Pattern]
    first_person: tuple[str, ...]
    """Words in which a writer speaks of himself or herself."""
    kinds: dict[str, tuple[str, ...]]
    """Kind → sentences, with a gap in braces for each of its fields."""
    claims: dict[str, tuple[str, ...]]
    """Claim on a piece of text → how it reads after "must"."""
    states: dict[str, tuple[str, ...]]
    """Fact about a text → how it reads after "if"."""
    orders: dict[str, tuple[str, ...]]
    """Fact about a text → how it is asked for."""
    questions: dict[str, str]
    """Kind that is left to a judge → what the judge is asked of the text, with the same gaps."""
    topic: str
    """What a judge is asked about the topic, with a gap for it."""
    refusing: Refusing


class ConflictRow(Record):
    """Each of the first kinds conflicts with each of the others where the rule says so."""

    rule: str
    one: tuple[str, ...]
    other: tuple[str, ...]


class ConflictTable(FileRecord):
    """`conflicts.yaml`."""

    SCHEMA: ClassVar[str] = "text-conflicts"

    rows: tuple[ConflictRow, ...]


class DrawingTable(FileRecord):
    """`drawing.yaml`: how the fields of each are drawn."""

    SCHEMA: ClassVar[str] = "text-drawing"

    kinds: dict[str, dict[str, JsonValue]]
    conditions: dict[str, dict[str, JsonValue]]
    consequences: dict[str, dict[str, JsonValue]]
    claims: dict[str, dict[str, JsonValue]]
    """What is drawn of a claim, by a name of ours, as one claim may be drawn in several ways."""


class Topic(Record):
    """What a text may be about."""

    about: str
    """Reads after "about"."""
    words: tuple[str, ...] = Field(min_length=6)
    """Nouns that belong to it, each with its inflections after bars: `leaf|leaves`."""


class TopicGroup(Record):
    """Topics that share words."""

    words: tuple[str, ...] = Field(min_length=6)
    """Nouns that fit all of its topics, with inflections."""
    categories: dict[str, tuple[str, ...]]
    """Name in the plural → members."""
    topics: tuple[Topic, ...] = Field(min_length=4)


class TextKind(Record):
    """A kind of text."""

    name: str
    """With its article: `a letter to the editor`."""
    domains: tuple[str, ...] = ()
    """Domains that it fits; empty: all."""


class User(Record):
    """Who asks."""

    name: str
    """With its article: `a school librarian`."""
    domains: tuple[str, ...]
    """Domains that such a person would ask about."""


class TextSetting(FileRecord):
    """`world.yaml`: who asks, whom the model is to write as, and for what."""

    SCHEMA: ClassVar[str] = "text-world"

    users: tuple[User, ...]
    roles: tuple[str, ...]
    tasks: tuple[TextKind, ...]


class Topics(FileRecord):
    """`topics.yaml`."""

    SCHEMA: ClassVar[str] = "text-topics"

    domains: dict[str, TopicGroup]


class QuotedPhrases(FileRecord):
    """`phrases.yaml`: what constraints quote, whatever the topic is."""

    SCHEMA: ClassVar[str] = "text-phrases"

    headings: tuple[str, ...]
    expressions: tuple[str, ...]
    """Phrases that are asked for exactly."""
    first_lines: tuple[str, ...]
    last_lines: tuple[str, ...]
    openers: tuple[str, ...]
    """Words that sentences begin with."""
    banned: tuple[str, ...]
    """Words that people ask to leave out, with inflections."""
    angles: tuple[str, ...]
    """What could be said of a thing, with a gap for it; reads after "discuss"."""
    matters: tuple[str, ...]
    """What a text may touch upon, with a gap for a thing."""
    tones: tuple[str, ...]
    """Reads after "avoid"."""
    aims: tuple[str, ...]
    """What a text may call for: reads after "asks the reader to"."""
    actions: tuple[str, ...]
    """Doings, as nouns, that come in an order."""


class Frames(FileRecord):
    """`frames.yaml`: what the baseline's texts are made of."""

    SCHEMA: ClassVar[str] = "text-frames"

    mentions: tuple[str, ...]
    """Sentences with a gap for things."""
    fillers: tuple[str, ...]
    questions: tuple[str, ...]
    headings: tuple[str, ...]
    titles: tuple[str, ...]
    items: tuple[str, ...]
    """List items in alphabetical order, with a gap for a thing."""
    plain_items: tuple[str, ...]
    """List items without one, in alphabetical order."""
    quotations: tuple[str, ...]


F = TypeVar("F", bound=FileRecord)


def _read(name: str, kind: type[F]) -> Callable[[], F]:
    """Reads a file of the vocabulary once."""
    return cache(lambda: read_record(Path(__file__).with_name("vocabulary") / name, kind))


wording = _read("wording.yaml", KindWording)
conflict_table = _read("conflicts.yaml", ConflictTable)
drawing_table = _read("drawing.yaml", DrawingTable)
world = _read("world.yaml", TextSetting)
topics = _read("topics.yaml", Topics)
phrases = _read("phrases.yaml", QuotedPhrases)
frames = _read("frames.yaml", Frames)


def forms_of(noted: str) -> tuple[str, ...]:
    """`leaf|leaves` → both."""
    return tuple(noted.split("|"))
