"""What constraints demand of a text, in a few shapes: by these a text is built (writer.py)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plans.text.claims import BaseClaim, Quantity, Unit

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
    """These come in this order: first mentions of words, headings, or list items that mention them."""

    texts: tuple[str, ...]
    of: Literal["word", "heading", "bullet", "numbered item"] = "word"


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
    claim: BaseClaim


Demand = (
    Bound | Present | NoneOfKind | FixedText | ClosingQuestion | Only | Ordered | Growing | Rising | Adjacent
    | Together | Each
)  # fmt: skip
Way = Sequence[Demand]
