"""The words that templates speak with, and the rendering of whole trees of templates."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, StrictUndefined
from pydantic import JsonValue

from plans.catalog.templates import Templates
from plans.catalog.wording import listed
from plans.errors import InvalidFile
from plans.records.problem import Problem
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.lexicon import UnitNames
from plans.webapp.catalog.selection import Selection

Vocabulary = Mapping[str, Any]

_VOWEL_SOUND = re.compile(r"^(?:[aeio]|u(?!ni|se|ti|ten|k)|hour|honest|heir)", re.I)
_CONSONANT_SOUND = re.compile(r"^(?:one|once|eu)", re.I)


def with_article(noun: str) -> str:
    """`a plant`, `an entry`, `an hour`, `a unit`."""
    is_vowel = _VOWEL_SOUND.match(noun) and not _CONSONANT_SOUND.match(noun)
    return f"{'an' if is_vowel else 'a'} {noun}"


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def vocabulary(domain: Domain, selection: Selection, units: Mapping[str, UnitNames]) -> dict[str, Any]:
    """The names that a template may use, without the parameters `p` of a feature.

    Raises InvalidFile when the domain's amount has a unit that `units` has no names for.
    """
    facets = domain.facets
    unit = _unit_names(domain, units)
    singular, plural = selection.item.singular, selection.item.plural
    low, high = facets.amount.minimum, facets.amount.maximum
    return {
        "brand": selection.brand,
        "category": domain.category,
        "purpose": domain.purpose,
        "audience": domain.audience,
        "item": singular,
        "items": plural,
        "Item": capital(singular),
        "Items": capital(plural),
        "an_item": with_article(singular),
        "group": facets.group.label,
        "groups": list(facets.group.values),
        "amount": facets.amount.label,
        "an_amount": _one(facets.amount.label.lower()),
        "negative_amount": _negative(facets.amount.label.lower()),
        "amount_was": "were" if _is_plural(facets.amount.label) else "was",
        "amount_is": "are" if _is_plural(facets.amount.label) else "is",
        "amount_kind": facets.amount.kind,
        "sums": facets.amount.sums,
        "unit": facets.amount.unit,
        "unit_word": unit.word,
        "unit_short": unit.short,
        "amount_in_unit": _in_unit(facets.amount.label.lower(), unit.word),
        "amount_low": max(1, int(low) + 1),
        "amount_high": max(2, int(high)),
        "decimals": facets.amount.decimals,
        "date": facets.date.label,
        "person": facets.person.label,
        "stock": facets.stock.label if facets.stock else "",
        "stage": facets.stages.label if facets.stages else "",
        "stages": list(facets.stages.values) if facets.stages else [],
        "rating": facets.rating.label if facets.rating else "",
        "facets": facets,
        "features": selection.features,
        "item_count": selection.item_count,
        "item_count_floor": 4 if "paging" in selection.features else 6,
    }


def _unit_names(domain: Domain, units: Mapping[str, UnitNames]) -> UnitNames:
    unit = domain.facets.amount.unit
    if unit in units:
        return units[unit]
    problem = Problem(
        where="lexicon.yaml",
        message=f"`units` has no names for {unit!r}, the unit of the domain {domain.id!r}, so no query can name it.",
        mend="Add them.",
    )
    raise InvalidFile([problem])


def _in_unit(label: str, word: str) -> str:
    """`price in dollars`; `points` alone where the label is the unit."""
    return label if label == word else f"{label} in {word}"


def _one(label: str) -> str:
    """`a price`, and of what is counted `a number of points`."""
    return f"a number of {label}" if _is_plural(label) else with_article(label)


def _negative(label: str) -> str:
    """`a negative price`, and of what is counted `a negative number of points`."""
    return f"a negative number of {label}" if _is_plural(label) else f"a negative {label}"


def _is_plural(label: str) -> bool:
    return label.endswith("s") and not label.endswith("ss")


def render_tree(value: JsonValue, words: Vocabulary, where: str) -> JsonValue:
    """A tree of mappings, lists and templates with every template filled in and every false `when` left out.

    Raises InvalidFile that names the template at `where` which cannot be filled in.
    """
    if isinstance(value, str):
        return render(value, words, where)
    if isinstance(value, dict):
        return {
            key: render_tree(part, words, f"{where}.{key}") for key, part in value.items() if key != "when"
        }
    if isinstance(value, list):
        return [
            render_tree(part, words, f"{where}[{index}]")
            for index, part in enumerate(value)
            if not isinstance(part, dict) or applies(part.get("when"), words, where)
        ]
    return value


def applies(condition: JsonValue, words: Vocabulary, where: str) -> bool:
    """Whether a `when` holds; true where there is none."""
    return condition is None or bool(_templates().value_of(str(condition), words, where))


def render(text: str, words: Vocabulary, where: str) -> str:
    """One template filled in."""
    return _templates().render(text, words, where)


@cache
def _templates() -> Templates:
    # These templates make plain text and JSON-like values, never HTML: escaping would corrupt them.
    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    environment.filters["a"] = lambda text: with_article(str(text).lower())
    environment.filters["capital"] = capital
    environment.filters["listed"] = listed
    return Templates(environment)
