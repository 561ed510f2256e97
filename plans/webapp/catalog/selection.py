"""What one project is made of: the catalog's choices, as they stand in an item's parameters."""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from plans.catalog.selecting import by_feature, flat
from plans.records.base import Record
from plans.records.plan import ItemParameters
from plans.webapp.catalog.domain import ItemNoun

TONES = ("plain", "chatty", "terse")
"""How the person who asks writes."""


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
