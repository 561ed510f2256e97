"""What constraints demand of a text, in a few shapes: by these, conflicts are found and a text is built.

A constraint has one or more ways to be kept, each a list of demands. Two constraints conflict when every way of the
one clashes with every way of the other. A clash is said by the shapes alone, so a new kind needs no word about others.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from plans.text.constraints.claims import Begins, Claim, Ends, Mentions, MostWords, Omits
from plans.text.words import finder, mentions, words

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
class Place:
    """A unit of the text, from 1 on; -1 is the last, 0 any of them."""

    unit: Unit
    number: int


@dataclass(frozen=True)
class Present:
    """So many of the options stand there, each so often; anywhere without a place."""

    options: tuple[str, ...]
    count: int = 1
    times: int = 1
    place: Place | None = None


@dataclass(frozen=True)
class Absent:
    """The text holds nothing of the kind; `found` finds it."""

    found: re.Pattern[str]


@dataclass(frozen=True)
class Fixed:
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
    Bound | Present | Absent | Fixed | ClosingQuestion | Only | Ordered | OrderedHeadings | OrderedItems | Alphabetical
    | Growing | Rising | Adjacent | Together | Each
)  # fmt: skip
Way = tuple[Demand, ...]


def clash(one: Way, other: Way) -> bool:
    """Whether no text meets both, or none that could be built is known; the same whichever way round."""
    return any(_clashes(a, b) or _clashes(b, a) for a in one for b in other)


def needed_texts(demand: Demand) -> tuple[str, ...]:
    """All that the demand wants written, as far as there is no choice."""
    match demand:
        case Present(options=options, count=count) if count == len(options):
            return options
        case Fixed(text=text):
            return (text,)
        case Only(forms=forms):
            return forms[:1]
        case Ordered(texts=texts) | OrderedHeadings(texts=texts) | OrderedItems(texts=texts):
            return texts
        case Adjacent(first=first, second=second):
            return (first, second)
        case Each(claim=claim):
            return claim.needs
        case Rising(pattern=pattern):
            return ("1900",) if pattern == "year" else ("09:00",)
        case ClosingQuestion():
            return ("?",)
        case _:
            return ()


def _clashes(one: Demand, other: Demand) -> bool:
    match one, other:
        case Bound(), Bound():
            return one.of == other.of and (one.low > other.high or other.low > one.high)
        case Absent(), Present():
            return _left(other.options, one.found) < other.count
        case Absent(), _:
            return any(one.found.search(text) for text in needed_texts(other))
        case Only(), Only():
            return one.paragraph != other.paragraph and _share(one.forms, other.forms)
        case Only(), Present():
            if other.place == Place("paragraph", one.paragraph):
                return False
            return _left(other.options, finder(one.forms)) < other.count
        case Only(), Together():
            return _share(one.forms, other.forms) or _share(one.forms, other.trigger)
        case Only(), _:
            return any(mentions(text, one.forms) for text in needed_texts(other))
        case Ordered(), Ordered():
            return _contradict(one.texts, other.texts)
        case Ordered(), Present():
            return _comes_early(one.texts, other)
        case Ordered(), (Fixed() | OrderedHeadings()):
            is_late = isinstance(other, Fixed) and other.slot == "last line"
            return not is_late and any(mentions(text, one.texts) for text in needed_texts(other))
        case Ordered(), Each(unit="heading", claim=Mentions(forms=forms)):
            return mentions(forms[0], one.texts)
        case Fixed(), Fixed():
            return _same_slot(one, other)
        case Fixed(slot="first line"), Bound(of="titles"):
            return other.low > 0
        case Fixed(slot="first line"), Present(place=Place(unit="sentence", number=1)):
            return not mentions(one.text, other.options)
        case Fixed(slot="last line"), Present(place=Place(unit="sentence", number=-1)):
            return not mentions(one.text, other.options)
        case Fixed(slot="last line"), ClosingQuestion():
            return not one.text.endswith("?")
        case Present(place=Place(unit="heading")), Each(unit="heading", claim=claim):
            return not any(map(claim.holds, one.options))
        case Each(claim=Omits(forms=forms)), (Present() | Only() | Ordered() | OrderedItems() | Adjacent()):
            options = other.options if isinstance(other, Present) else needed_texts(other)
            count = other.count if isinstance(other, Present) else len(options)
            return _left(options, finder(forms)) < count
        case Fixed(slot="heading"), Each(unit="heading", claim=claim):
            return not claim.holds(one.text)
        case OrderedHeadings(), OrderedHeadings():
            return _contradict(one.texts, other.texts)
        case OrderedHeadings(), Each(unit="heading", claim=claim):
            return not all(claim.holds(text) for text in one.texts)
        case OrderedHeadings(), Fixed(slot="heading"):
            return other.text in one.texts and (one.texts.index(other.text) + 1 > other.number > 0)
        case OrderedItems(), OrderedItems():
            return one.unit == other.unit and _contradict(one.texts, other.texts)
        case Growing(), Growing():
            return one != other
        case Rising(), Rising():
            return False
        case Rising(), Present():
            found = re.compile(r"\b\d{4}\b" if one.pattern == "year" else r"\d:\d")
            return _left(other.options, found) < other.count
        case Rising(), Fixed():
            return bool(re.search(r"\d", other.text))
        case Each(), Each():
            return one.unit == other.unit and one.claim.excludes(other.claim)
        case Each(unit="paragraph", claim=Begins(text=text)), Fixed(slot=slot, text=there):
            at_start = slot in ("start of paragraph", "first line")
            return at_start and not there.casefold().startswith(text.casefold())
        case Each(unit="paragraph", claim=Begins(text=text)), Ordered():
            return mentions(text, other.texts)
        case Each(unit="paragraph" | "sentence", claim=Ends() as claim), Fixed(slot="last line", text=there):
            return not claim.holds(there)
        case Each(unit="paragraph", claim=Ends() as claim), ClosingQuestion():
            return not claim.holds("Is it?")
        case Each(unit="sentence", claim=MostWords(count=count)), (Fixed() | Present()):
            return any(len(words(text)) + 5 > count for text in needed_texts(other))
        case Together(), Absent():
            return _left(one.forms, other.found) < 1
        case _:
            return False


def _left(options: Sequence[str], barred: re.Pattern[str]) -> int:
    return sum(1 for option in options if not barred.search(option))


def _share(one: Collection[str], other: Collection[str]) -> bool:
    return any(mentions(form, other) for form in one) or any(mentions(form, one) for form in other)


def _contradict(one: Sequence[str], other: Sequence[str]) -> bool:
    known = {text.casefold(): place for place, text in enumerate(one)}
    shared = [known[text.casefold()] for text in other if text.casefold() in known]
    return shared != sorted(shared)


def _comes_early(texts: Sequence[str], wanted: Present) -> bool:
    """Whether a word is wanted where it would come before others that are to come first."""
    place = wanted.place
    if place is None or place.unit not in ("title", "heading", "sentence", "section") or place.number == -1:
        return False
    later = texts[1:] if place.unit == "sentence" else texts
    return any(mentions(option, later) for option in wanted.options)


def _same_slot(one: Fixed, other: Fixed) -> bool:
    starts = {"first line", "start of paragraph"}
    same = (one.slot, one.number) == (other.slot, other.number) or (
        {one.slot, other.slot} == starts and 1 in (one.number, other.number) and one.number == other.number
    )
    repeats = one.slot == other.slot == "heading" and one.text == other.text and one.number != other.number
    return (same and one.text != other.text) or repeats
