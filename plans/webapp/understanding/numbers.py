"""Numbers and currencies that a seed states: what a project follows, and what it cannot."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from pydantic import JsonValue

from plans.catalog.contents import listed
from plans.catalog.reading.plain_words import plain_words
from plans.webapp.catalog.domain import Currency, Domain
from plans.webapp.catalog.feature import Feature, FeatureParameter
from plans.webapp.catalog.library import Library

_COUNTED = re.compile(r"(?:\d|\b(?:a|one|per))[\s-]*$", re.I)
"""What stands before a currency that belongs to a sum: "15 euros"."""


@dataclass(frozen=True)
class Stated:
    """What a seed states in numbers."""

    numbers: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """`feature.parameter` → the value that is followed."""
    currency: str | None = None
    """Sign of the currency that is followed."""
    met: Mapping[str, str] = field(default_factory=dict[str, str])
    """Phrase → what serves it."""
    unmet: Mapping[str, str] = field(default_factory=dict[str, str])
    """Phrase → why it cannot be followed."""


def stated_in(text: str, library: Library, domain: Domain, features: Collection[str]) -> Stated:
    """What the text states of the features that a project about the domain has, and of its money."""
    numbers: dict[str, JsonValue] = {}
    met: dict[str, str] = {}
    unmet: dict[str, str] = {}
    for feature in (library.features[id] for id in features if id in library.features):
        for name, parameter, phrase, value in _said(feature, text):
            key, what = f"{feature.id}.{name}", parameter.description[:1].lower() + parameter.description[1:]
            if value in parameter.choices() and numbers.setdefault(key, value) == value:
                met[phrase] = f"feature: {feature.title.lower()} ({what}: {value})"
            else:
                left = listed(sorted(map(int, map(str, parameter.choices()))), "or")
                unmet[phrase] = f"{what} can be {left} here"
    unit, called, has_unit = _currency(text, library, domain)
    if called and has_unit:
        met |= {called: f"sample data: {domain.facets.amount.label.lower()} in {unit}"}
    elif called:
        signs = listed([one.unit for one in library.lexicon.currencies if one.unit], "or")
        unmet[called] = f"money is counted in {signs} here"
    own = domain.facets.amount.unit
    return Stated(numbers, unit if has_unit and unit != own else None, met, unmet)


def _said(feature: Feature, text: str) -> Iterator[tuple[str, FeatureParameter, str, int]]:
    for name, parameter in feature.parameters.items():
        if parameter.said:
            for match in _pattern(parameter.said).finditer(text):
                said = next(group for group in match.groups() if group)
                yield name, parameter, match.group(), _value(said)


def _currency(text: str, library: Library, domain: Domain) -> tuple[str, str, bool]:
    """Sign, the text's word for it where one is to be listed, and whether the catalog has it; the first known one."""
    if domain.facets.amount.kind != "money":
        return "", "", False
    found = sorted(
        ((match, currency) for currency in library.lexicon.currencies for match in _named(currency, text)),
        key=lambda one: (not one[1].unit, one[0].start()),
    )
    for match, currency in found:
        is_word = match.group().isalpha() and not _COUNTED.search(text[: match.start()])
        return currency.unit, match.group() if is_word else "", bool(currency.unit)
    return "", "", False


def _named(currency: Currency, text: str) -> Iterator[re.Match[str]]:
    for word in currency.words:
        bound = r"\b" if word.isalpha() else ""
        yield from re.finditer(f"{bound}{re.escape(word)}{bound}", text, re.I)


def _value(said: str) -> int:
    return int(said) if said.isdigit() else plain_words().spelling.numbers[said.casefold()]


@cache
def _pattern(said: str) -> re.Pattern[str]:
    letters = "|".join(plain_words().spelling.numbers)
    number = rf"(?<![\w.,])(\d+|{letters})"
    return re.compile(said.replace("{number}", number), re.I)
