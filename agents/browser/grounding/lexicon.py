"""The lexicon of interface words, read once from lexicon.yaml."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

import yaml

OrderKind = Literal["", "amount", "time", "letters"]
"""Kind of what a list is put in order by; empty where words fit any."""
Way = Literal["rising", "falling", "given"]
"""given: the order that the entries had before anybody asked for one."""


class OrderWord(NamedTuple):
    """What a word says of an order."""

    way: Way
    kind: OrderKind
    by: str = ""
    """What alone it is said of: cheapest goes by price."""


@dataclass(frozen=True)
class Steps:
    """How buttons are called that make a number one more and one less."""

    more: tuple[str, ...]
    less: tuple[str, ...]
    frame: frozenset[str]
    """Stems by which programs call what the two buttons stand in."""


@dataclass(frozen=True, slots=True)
class Doors:
    """What buttons are called, by whether they lead on; stems."""

    harms: frozenset[str]
    """What is pressed by nobody who only looks about."""
    does: frozenset[str]
    """What else a button does, besides deeds and handing in."""
    begins: frozenset[str]
    """Deeds that begin with a form."""
    back: frozenset[str]
    """What leads back, as the first word."""


@dataclass(frozen=True, slots=True)
class Applies:
    """How a button is called that puts into effect what stands beside it; stems."""

    begins: frozenset[str]
    along: frozenset[str]
    """What may follow."""


@dataclass(frozen=True, slots=True)
class Sense:
    """Something that is said in many ways."""

    asked: re.Pattern[str]
    """How a task puts it."""
    said: re.Pattern[str]
    """How people put it."""


@dataclass(frozen=True)
class Lexicon:
    """What people and apps call the same thing."""

    words: dict[str, frozenset[int]]
    """Stem → numbers of the sets it is in."""
    phrases: dict[str, frozenset[int]]
    """Meaning stems of a phrase → numbers of the sets it is in."""
    opposites: tuple[tuple[str, str], ...]
    """Stems of the two ends of an order."""
    orders: dict[str, OrderWord]
    """Stem → what it says of an order of a list."""
    undoes: frozenset[str]
    """Stems of what takes an order away that was chosen."""
    steps: Steps
    pushes: dict[str, frozenset[str]]
    """On and back → signs and words of what moves an entry of a board by a column."""
    deeds: frozenset[str]
    """Stems of what is done to something, so that with one of them a name means another control."""
    doors: Doors
    applies: Applies
    prose: frozenset[str]
    """Stems of what is written in a field for several lines."""
    senses: tuple[Sense, ...]
    """What is said when something is refused or nothing is there."""
    submits: frozenset[str]
    """Stems that the name of a button begins with which hands in what was typed."""
    general: frozenset[str]
    """Stems of what any thing may be called that an app is about."""
    symbols: dict[str, tuple[str, ...]]
    """Sign → what it says."""
    telling: tuple[str, ...]
    """Signs that say what a button is for, whatever words follow them."""
    confirm: tuple[str, ...]
    decline: tuple[str, ...]
    shut: tuple[str, ...]
    """What buttons are called that shut what lies over an app."""
    agree: tuple[str, ...]
    """What buttons are called that agree to what it says, which shuts it too."""
    message: tuple[str, ...]
    """Words of messages that nothing else marks as such."""
    done: tuple[str, ...]
    """Words of messages that say that something was done."""
    side_items: frozenset[str]
    """Stemmed names of things that repeat besides an app's main items."""
    main_items: frozenset[str]
    """Those of them that are an app's main items now and then."""
    codes: frozenset[str]
    """Stems of what heads a column that numbers the entries."""
    values: dict[str, re.Pattern[str]]
    """Kind of value → how it looks."""
    value_words: dict[str, frozenset[str]]
    """Kind of value → stems that name it."""


_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_STOP = frozenset(
    {"the", "a", "an", "to", "of", "your", "my", "this", "for", "in", "on", "by", "with", "it", "please"}
)
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


def content(text: str) -> tuple[str, ...]:
    """Stems that carry meaning; all of them when none does."""
    every = stems(text)
    # "A to Z" begins with a letter, not with an article.
    stop = _STOP - {"a"} if "z" in every else _STOP
    return tuple(word for word in every if word not in stop) or every


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with the package."""
    raw: dict[str, Any] = yaml.safe_load(
        files("agents.browser.grounding").joinpath("lexicon.yaml").read_text(encoding="utf-8")
    )
    return Lexicon(
        words=_numbered(raw["words"]),
        phrases=_numbered(raw["phrases"]),
        opposites=tuple((stem(low), stem(high)) for low, high in raw["opposites"]),
        orders=_order_words(raw["orders"]),
        undoes=frozenset(stem(word) for word in raw["undoes"]),
        steps=Steps(
            tuple(raw["steps"]["more"]),
            tuple(raw["steps"]["less"]),
            frozenset(stem(word) for word in raw["steps"]["frame"]),
        ),
        pushes={way: frozenset(words) for way, words in raw["pushes"].items()},
        deeds=frozenset(stem(word) for word in raw["deeds"]),
        doors=Doors(
            **{kind: frozenset(stem(word) for word in words) for kind, words in raw["doors"].items()}
        ),
        applies=Applies(
            **{part: frozenset(stem(word) for word in words) for part, words in raw["applies"].items()}
        ),
        prose=frozenset(stem(word) for word in raw["prose"]),
        senses=tuple(Sense(re.compile(s["asked"]), re.compile(s["said"])) for s in raw["senses"].values()),
        submits=frozenset(stem(word) for word in raw["submits"]),
        general=frozenset(stem(word) for word in raw["general"]),
        symbols={sign: tuple(meanings) for sign, meanings in raw["symbols"].items()},
        telling=tuple(raw["telling"]),
        confirm=tuple(raw["confirm"]),
        decline=tuple(raw["decline"]),
        shut=tuple(raw["covers"]["shut"]),
        agree=tuple(raw["covers"]["agree"]),
        message=tuple(raw["message"]),
        done=tuple(raw["done"]),
        side_items=frozenset(" ".join(stems(name)) for name in raw["side_items"]),
        main_items=frozenset(" ".join(stems(name)) for name in raw["main_items"]),
        codes=frozenset(stem(word) for word in raw["codes"]),
        values={kind: re.compile(pattern) for kind, pattern in raw["values"].items()},
        value_words={kind: frozenset(stem(w) for w in words) for kind, words in raw["value_words"].items()},
    )


def _numbered(lines: list[list[str]]) -> dict[str, frozenset[int]]:
    sets: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for phrase in line:
            sets.setdefault(" ".join(content(str(phrase))), set()).add(number)
    return {phrase: frozenset(numbers) for phrase, numbers in sets.items()}


def _order_words(ways: dict[Way, dict[OrderKind, list[str | dict[str, str]]]]) -> dict[str, OrderWord]:
    found: dict[str, OrderWord] = {}
    for way, kinds in ways.items():
        for kind, words in kinds.items():
            for word in words:
                [(said, by)] = word.items() if isinstance(word, dict) else [(word, "")]
                found[stem(said)] = OrderWord(way, kind, by)
    return found
