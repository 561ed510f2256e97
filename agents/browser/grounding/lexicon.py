"""The words of user interfaces, read once from lexicon.yaml, and how a text is taken apart into words."""

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal, NamedTuple

import yaml
from pydantic import BeforeValidator

from plans.records.base import Record

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IRREGULAR = {"people": "person", "children": "child", "hrs": "hr", "pts": "pt"}


@cache
def stem(word: str) -> str:
    """A word without its plural ending; enough for the names of controls."""
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
    """Stems of the words of a text in lower case, in order; camelCase and snake_case are taken apart."""
    plain = _CAMEL.sub(" ", text).replace("_", " ").replace("’", "'")
    return tuple(stem(word.casefold()) for word in _WORD.findall(plain))


def content(text: str) -> tuple[str, ...]:
    """Stems that carry meaning; all of them when none does."""
    return _without(lexicon().empty, text)


def _without(stop_words: frozenset[str], text: str) -> tuple[str, ...]:
    every = stems(text)
    # "A to Z" begins with a letter, not with an article.
    kept = {"a"} if "z" in every else frozenset[str]()
    return tuple(word for word in every if word not in stop_words or word in kept) or every


OrderKind = Literal["", "amount", "time", "letters"]
"""What a list is sorted by; empty where a word fits any kind."""
Way = Literal["rising", "falling", "given"]
"""given: the order that the entries had before they were sorted."""


class OrderWord(NamedTuple):
    """What a word says of a sort order."""

    way: Way
    kind: OrderKind
    by: str = ""
    """The one thing that the word sorts by: "cheapest" sorts by price."""


def _order_words(ways: dict[Way, dict[OrderKind, list[str | dict[str, str]]]]) -> dict[str, OrderWord]:
    return {
        stem(said): OrderWord(way, kind, by)
        for way, kinds in ways.items()
        for kind, words in kinds.items()
        for word in words
        for said, by in (word.items() if isinstance(word, dict) else [(word, "")])
    }


# How the lists of lexicon.yaml are kept, which explains the fields of the records below.
Stems = Annotated[frozenset[str], BeforeValidator(lambda words: frozenset(map(stem, words)))]
Names = Annotated[frozenset[str], BeforeValidator(lambda names: frozenset(" ".join(stems(n)) for n in names))]
"""Whole names, each as the stems of its words."""
Phrases = Annotated[tuple[tuple[str, ...], ...], BeforeValidator(lambda said: tuple(map(stems, said)))]
"""Stems of each phrase, in order."""
Written = tuple[str, ...]
"""Words as they are written."""
Pattern = re.Pattern[str]
Sets = dict[str, frozenset[int]]
"""Stems that carry meaning → numbers of the sets of synonyms that hold them."""


class OrderWords(Record):
    opposites: Phrases
    words: Annotated[dict[str, OrderWord], BeforeValidator(_order_words)]
    sorts: Stems
    filling: Stems
    none: Pattern
    last: Pattern


class Questions(Record):
    confirm: Written
    decline: Written
    keeps: Stems
    again: Stems


class ValueWords(Record):
    looks: dict[str, Pattern]
    words: dict[str, Stems]
    units: Pattern
    named: Pattern
    in_label: Pattern


class Roles(Record):
    suits: dict[str, dict[str, float]]
    clickable: dict[str, float]
    plain: dict[str, float]


class Lexicon(Record):
    """What people and apps say, in parts by what it is for."""

    word_sets: Sets
    phrase_sets: Sets
    empty: Stems
    again: Stems
    symbols: dict[str, Written]
    finds: Names
    orders: OrderWords
    buttons: dict[Literal["deeds", "applies", "submits"], Stems]
    doors: dict[Literal["harms", "does", "begins", "back"], Stems]
    questions: Questions
    messages: dict[Literal["done", "late", "working"], Written]
    message_class: Pattern
    items: dict[Literal["side", "main"], Names]
    goes_on: Pattern
    item_state: Pattern
    placeholder: Pattern
    files: dict[Literal["chooses", "takes"], Stems]
    values: ValueWords
    roles: Roles


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with the package."""
    text = files("agents.browser.grounding").joinpath("lexicon.yaml").read_text(encoding="utf-8")
    raw: dict[str, Any] = yaml.safe_load(text)
    stop_words = frozenset[str](raw["empty"])
    for kind in ("word_sets", "phrase_sets"):
        sets: dict[str, set[int]] = {}
        for number, line in enumerate(raw[kind]):
            for phrase in line:
                sets.setdefault(" ".join(_without(stop_words, phrase)), set()).add(number)
        raw[kind] = sets
    return Lexicon.model_validate(raw)
