"""The lexicon of interface words, read once from lexicon.yaml."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from agents.browser.grounding.lexicon_parts import (
    Applies,
    Buttons,
    ChoiceWords,
    Covers,
    Doors,
    FieldWords,
    FileWords,
    ItemWords,
    Leads,
    Limits,
    Messages,
    NameWords,
    OrderKind,
    OrderWord,
    OrderWords,
    Phrases,
    Questions,
    Rates,
    Sense,
    States,
    Steps,
    Symbols,
    ValueWords,
    Way,
)
from agents.browser.grounding.stemming import stem, stems
from plans.records.base import Record


class Lexicon(Record):
    """What people and apps say, in parts by what it is for."""

    names: NameWords
    symbols: Symbols
    finds: Phrases
    orders: OrderWords
    steps: Steps
    limits: Limits
    buttons: Buttons
    applies: Applies
    doors: Doors
    leads: Leads
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
