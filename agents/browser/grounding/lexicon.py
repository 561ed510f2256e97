"""The lexicon of interface words, read once from lexicon.yaml."""

import re
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal, NamedTuple

import yaml
from pydantic import BeforeValidator

from plans.records.base import Record

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IRREGULAR = {
    "people": "person",
    "persons": "person",
    "children": "child",
    "stories": "story",
    "is": "is",
    "has": "has",
    "hrs": "hr",
    "pts": "pt",
}


def split_words(text: str) -> list[str]:
    """Lower-case words of a text; camelCase and snake_case are taken apart, and apostrophes are written straight."""
    plain = _CAMEL.sub(" ", text).replace("_", " ").replace("’", "'")
    return [word.casefold() for word in _WORD.findall(plain)]


@cache
def stem(word: str) -> str:
    """A word without its plural; enough for names of controls."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Stems of the words of a text, in order."""
    return tuple(stem(word) for word in split_words(text))


def _stemmed(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(word) for word in words)


def _joined(names: Iterable[str]) -> frozenset[str]:
    return frozenset(" ".join(stems(name)) for name in names)


def _in_order(phrases: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(stems(phrase) for phrase in phrases)


class Asked(NamedTuple):
    """What a field asks for, by words of its label."""

    words: tuple[str, ...]

    @property
    def stems(self) -> frozenset[str]:
        """Of the words."""
        return _stems_of(self.words)

    @property
    def pattern(self) -> re.Pattern[str]:
        """Any of the words, as it is."""
        return _whole_words(self.words)


Stems = Annotated[frozenset[str], BeforeValidator(_stemmed)]
"""Of single words."""
Names = Annotated[frozenset[str], BeforeValidator(_joined)]
"""Whole names, each of them as the stems of its words."""
Phrases = Annotated[tuple[tuple[str, ...], ...], BeforeValidator(_in_order)]
"""Stems of each phrase, in order."""
Asks = Annotated[Asked, BeforeValidator(lambda words: Asked(tuple(words)))]
Written = tuple[str, ...]
"""As they are written."""
Pattern = re.Pattern[str]
Sets = dict[str, frozenset[int]]
"""Stems that carry meaning → numbers of the sets of what says the same."""

DatePart = Literal["day", "month", "year"]
OrderKind = Literal["", "amount", "time", "letters"]
"""Kind of what a list is put in order by; empty where words fit any."""
Way = Literal["rising", "falling", "given"]
"""given: the order that the entries had before anybody asked for one."""


@cache
def _stems_of(words: tuple[str, ...]) -> frozenset[str]:
    return _stemmed(words)


@cache
def _whole_words(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{any_of(words)})\b")


def _by_word(parts: dict[DatePart, list[str]]) -> dict[str, DatePart]:
    return {word: part for part, words in parts.items() for word in words}


def any_of(*lists: Iterable[str]) -> str:
    """A pattern for any word of some lists."""
    return "|".join(re.escape(word) for words in lists for word in words)


class NameWords(Record):
    """What people and apps call the same thing."""

    words: Sets
    phrases: Sets
    general: Stems
    empty: frozenset[str]
    again: frozenset[str]
    icon_sets: frozenset[str]


class Symbols(Record):
    """What signs say."""

    says: dict[str, Written]
    telling: Written


class OrderWord(NamedTuple):
    """What a word says of an order."""

    way: Way
    kind: OrderKind
    by: str = ""
    """What alone it is said of: cheapest goes by price."""


class OrderWords(Record):
    """How orders of a list are spoken of."""

    opposites: tuple[Annotated[tuple[str, ...], BeforeValidator(lambda ends: tuple(map(stem, ends)))], ...]
    words: dict[str, OrderWord]
    undoes: Stems
    sorts: Stems
    filling: Stems
    none: Pattern
    ends: Pattern
    last: Pattern


class Limits(Record):
    """What names of sliders say."""

    upper: Stems
    lower: Stems


class Buttons(Record):
    """What buttons do, by what they say."""

    deeds: Stems
    submits: Stems
    clears: Stems
    menu: Stems
    opens: Stems


class Applies(Record):
    """How a button is called that puts into effect what stands beside it."""

    begins: Stems
    along: Stems
    everything: Stems


class Doors(Record):
    """What buttons are called, by whether they lead on."""

    harms: Stems
    does: Stems
    begins: Stems
    back: Stems


class Sense(Record):
    """Something that is said in many ways."""

    asked: Pattern
    said: Pattern


class Questions(Record):
    """What the buttons of a question say."""

    confirm: Written
    decline: Written
    keeps: Stems
    again: Stems


class Covers(Record):
    """What buttons say that rid an app of what lies over it."""

    shut: Written
    agree: Written


class Messages(Record):
    """What messages are made of and called."""

    words: Written
    done: Written
    floats: Written
    marks: Written
    late: Written
    working: Written

    @cached_property
    def classes(self) -> Pattern:
        """Parts of the classes of all messages."""
        return re.compile(f"(?i){any_of(self.floats, self.marks)}")


class ItemWords(Record):
    """What entries of a list are called, and what stands among them."""

    side: Names
    main: Names
    bars: Stems
    classes: Stems
    none: frozenset[str]


class States(Record):
    """What classes say of how something is now."""

    chosen: Written
    pressed: Written
    here: Written
    off: Written
    done: Written
    passing: Written
    prefixes: Written

    @cached_property
    def of_options(self) -> Pattern:
        """A class that says how an option is now."""
        words = any_of(self.chosen, self.pressed, self.off)
        return re.compile(rf"(?i)(?:^|[-_])(?:{words})$|^(?:{any_of(self.prefixes)})-")

    @cached_property
    def of_items(self) -> Pattern:
        """A class that says how an entry is now, apart from how it is built."""
        words = any_of(self.chosen, self.pressed, self.off, self.done, self.passing)
        return re.compile(rf"(?i)^(?:{any_of(self.prefixes)})-|^(?:{words})$|--")


class Rates(Record):
    """How ratings are spoken of."""

    says: Stems
    votes: Pattern


class FieldWords(Record):
    """What fields ask for."""

    prose: Asks
    persons: Asks
    titles: Asks
    dates: Asks
    parts: Annotated[dict[str, DatePart], BeforeValidator(_by_word)]
    money: Asks
    spans: Asks
    counts: Asks
    optional: Written
    digits: Written


class ChoiceWords(Record):
    """What options say that are no choice of one."""

    all: Written
    everything: Written
    blank: Written

    @cached_property
    def all_of_them(self) -> Pattern:
        """All of what an option names: "All categories"."""
        return re.compile(rf"(?i)^(?:{any_of(self.all)})\s+\w")

    @cached_property
    def alone(self) -> Pattern:
        """All of them, of whatever."""
        return re.compile(f"(?i)^(?:{any_of(self.everything)})$")

    @cached_property
    def placeholder(self) -> Pattern:
        """What an option begins with that stands for no choice, or for all of them."""
        return re.compile(f"(?i)^(?:{any_of(self.all, self.blank)}|$)")


class FileWords(Record):
    """What is said about files that an app is given."""

    asks: Phrases
    chooses: Stems
    takes: Stems
    goes_on: Stems
    taken: Pattern


class ValueWords(Record):
    """How values look, and what names them."""

    looks: dict[str, Pattern]
    words: dict[str, Stems]
    units: Pattern
    named: Pattern
    pieces: Pattern


class Lexicon(Record):
    """What people and apps say, in parts by what it is for."""

    names: NameWords
    symbols: Symbols
    finds: Phrases
    orders: OrderWords
    limits: Limits
    buttons: Buttons
    applies: Applies
    doors: Doors
    senses: dict[str, Sense]
    questions: Questions
    covers: Covers
    messages: Messages
    items: ItemWords
    states: States
    rates: Rates
    fields: FieldWords
    choices: ChoiceWords
    files: FileWords
    values: ValueWords


def content(text: str) -> tuple[str, ...]:
    """Stems that carry meaning; all of them when none does."""
    return _without(text, lexicon().names.empty)


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with the package."""
    raw: dict[str, Any] = yaml.safe_load(
        files("agents.browser.grounding").joinpath("lexicon.yaml").read_text(encoding="utf-8")
    )
    names = raw["names"]
    empty = frozenset[str](names["empty"])
    for kind in ("words", "phrases"):
        names[kind] = _numbered(names[kind], empty)
    raw["orders"]["words"] = _order_words(raw["orders"]["words"])
    return Lexicon.model_validate(raw)


def _without(text: str, empty: frozenset[str]) -> tuple[str, ...]:
    every = stems(text)
    # "A to Z" begins with a letter, not with an article.
    stop = empty - {"a"} if "z" in every else empty
    return tuple(word for word in every if word not in stop) or every


def _numbered(lines: list[list[str]], empty: frozenset[str]) -> dict[str, frozenset[int]]:
    sets: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for phrase in line:
            sets.setdefault(" ".join(_without(str(phrase), empty)), set()).add(number)
    return {phrase: frozenset(numbers) for phrase, numbers in sets.items()}


def _order_words(ways: dict[Way, dict[OrderKind, list[str | dict[str, str]]]]) -> dict[str, OrderWord]:
    found: dict[str, OrderWord] = {}
    for way, kinds in ways.items():
        for kind, words in kinds.items():
            for word in words:
                [(said, by)] = word.items() if isinstance(word, dict) else [(word, "")]
                found[stem(said)] = OrderWord(way, kind, by)
    return found
