"""What constraints demand of a text, in a few shapes: by these, conflicts are found and a text is built.

A constraint has one or more ways to be kept, each a list of demands. Two constraints conflict when every way of the
one clashes with every way of the other (clashes.py); that is said by the shapes alone, so a new kind needs no word
about others.
"""

import re
from dataclasses import dataclass
from typing import Literal

from plans.text.constraints.claims import Claim

Quantity = Literal[
    "words", "paragraphs", "bullets", "numbered", "headings", "titles", "questions", "sentences"
]
Unit = Literal["paragraph", "sentence", "section", "bullet", "numbered item", "heading", "title"]
NO_LIMIT = 1_000_000


@dataclass(frozen=True)
class Bound:
    """How many there are, both ends included."""

    of: Quantity
    low: int = 0
    high: int = NO_LIMIT


@dataclass(frozen=True)
class UnitPlace:
    """A unit of the text, from 1 on; -1 is the last, 0 any of them."""

    unit: Unit
    number: int


@dataclass(frozen=True)
class Present:
    """So many of the options stand there, each so often; anywhere without a place."""

    options: tuple[str, ...]
    count: int = 1
    times: int = 1
    place: UnitPlace | None = None


@dataclass(frozen=True)
class NoneOfKind:
    """The text holds nothing of the kind; `found` finds it."""

    found: re.Pattern[str]


@dataclass(frozen=True)
class FixedText:
    """A place that holds one text alone, such as the last line."""

    slot: Literal["first line", "last line", "heading", "start of paragraph"]
    number: int
    text: str


@dataclass(frozen=True)
class ClosingQuestion:
    """The last sentence is a question."""


@dataclass(frozen=True)
class Only:
    """The words stand in that paragraph, and nowhere else."""

    forms: tuple[str, ...]
    paragraph: int


@dataclass(frozen=True)
class Ordered:
    """First mentions come in this order."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class OrderedHeadings:
    """These are headings, and come in this order."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class OrderedItems:
    """Items of a list that mention these, in this order."""

    unit: Literal["bullet", "numbered item"]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Alphabetical:
    """Bullet points in alphabetical order."""


@dataclass(frozen=True)
class Growing:
    """Each paragraph has at least as many words as the one before, or at most as many."""

    is_rising: bool


@dataclass(frozen=True)
class Rising:
    """So many different things of a pattern are named, and all of them in rising order."""

    pattern: Literal["year", "time"]
    count: int


@dataclass(frozen=True)
class Adjacent:
    """A sentence with the one is followed at once by a sentence with the other."""

    first: str
    second: str


@dataclass(frozen=True)
class Together:
    """A paragraph with any of the one words has one of the others too."""

    trigger: tuple[str, ...]
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Each:
    """A claim holds for every unit."""

    unit: Unit
    claim: Claim


Demand = (
    Bound | Present | NoneOfKind | FixedText | ClosingQuestion | Only | Ordered | OrderedHeadings | OrderedItems
    | Alphabetical | Growing | Rising | Adjacent | Together | Each
)  # fmt: skip
Way = tuple[Demand, ...]
