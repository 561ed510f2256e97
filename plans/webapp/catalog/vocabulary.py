"""The features and parameters of one project, the words that its templates speak with, and their rendering."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, StrictUndefined
from pydantic import JsonValue

from plans.catalog.choosing import by_feature, flat
from plans.catalog.contents import enumerated
from plans.catalog.making import Templates
from plans.errors import InvalidFile
from plans.records.base import Record
from plans.records.plan import ItemParameters
from plans.records.problem import Problem
from plans.webapp.catalog.domain import Domain, ItemNoun, UnitNames

TONES = ("plain", "chatty", "terse")
"""How the person who asks writes."""


_VOWEL_SOUND = re.compile(r"^(?:[aeio]|u(?!ni|se|ti|ten|k)|hour|honest|heir)", re.I)
_CONSONANT_SOUND = re.compile(r"^(?:one|once|eu)", re.I)


class Selection(Record):
    """Everything that composing needs beside the catalog; same selection, same project."""

    random_seed: int
    domain: str
    brand: str
    item: ItemNoun
    tone: str
    features: tuple[str, ...]
    """Base features first, the others in the order in which they are told and shown; a clause stands last."""
    item_count: int
    """Sample items of the reference."""
    accent: int
    """Hue in degrees."""
    left_out: tuple[str, ...] = ()
    """Facts of the domain that are refused: price, rating."""
    currency: str | None = None
    """Sign of what money is counted in where the seed says so; None: the domain's own."""
    parameters: dict[str, dict[str, JsonValue]]
    """Feature → parameter → value."""

    def following(self, numbers: Mapping[str, JsonValue], currency: str | None) -> "Selection":
        """The same with parameters that somebody has named, by `feature.parameter`, and with their currency."""
        parameters = {
            id: {name: numbers.get(f"{id}.{name}", value) for name, value in chosen.items()}
            for id, chosen in self.parameters.items()
        }
        return self.model_copy(update={"parameters": parameters, "currency": currency})

    def values(self, category: str) -> dict[str, JsonValue]:
        """As the flat table of `parameters.yaml`."""
        table: dict[str, JsonValue] = {
            "category": category,
            "domain": self.domain,
            "features": list(self.features),
            "tone": self.tone,
            "sample_items": self.item_count,
            "accent_hue": self.accent,
            "brand": self.brand,
            "item_noun": [self.item.singular, self.item.plural],
        }
        if self.left_out:
            table["left_out"] = list(self.left_out)
        if self.currency:
            table["currency"] = self.currency
        return table | flat(self.parameters)

    @classmethod
    def of(cls, recorded: ItemParameters) -> "Selection":
        """The selection that an item's parameters record."""
        values: dict[str, Any] = dict(recorded.values)
        parameters = by_feature(recorded.values, values["features"])
        singular, plural = values["item_noun"]
        return cls(
            random_seed=recorded.random_seed,
            domain=values["domain"],
            brand=values["brand"],
            item=ItemNoun(singular=singular, plural=plural),
            tone=values["tone"],
            features=tuple(values["features"]),
            item_count=values["sample_items"],
            accent=values["accent_hue"],
            left_out=tuple(values.get("left_out", ())),
            currency=values.get("currency"),
            parameters=parameters,
        )


Vocabulary = Mapping[str, Any]


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
    environment.filters["listed"] = enumerated
    return Templates(environment)
