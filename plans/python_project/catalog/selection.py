"""Selection of one project: the catalog's choices, as they stand in an item's parameters."""

from typing import Any

from pydantic import JsonValue

from plans.catalog.choosing import by_feature, flat
from plans.records.base import Record
from plans.records.plan import ItemParameters


class Selection(Record):
    """Everything that composing needs beside the catalog; same selection, same project."""

    random_seed: int
    domain: str
    brand: str
    features: tuple[str, ...]
    """Base features first, the others in the order in which they are told and shown."""
    record_count: int
    """Sample records of the reference."""
    left_out_tasks: tuple[str, ...] = ()
    """`feature.task` that a large project does without."""
    parameters: dict[str, dict[str, JsonValue]]
    """Feature → parameter → value."""

    def values(self, category: str) -> dict[str, JsonValue]:
        """As the flat table of `parameters.yaml`."""
        table: dict[str, JsonValue] = {
            "category": category,
            "domain": self.domain,
            "brand": self.brand,
            "features": list(self.features),
            "sample_records": self.record_count,
        }
        if self.left_out_tasks:
            table["left_out_tasks"] = list(self.left_out_tasks)
        return table | flat(self.parameters)

    @classmethod
    def of(cls, recorded: ItemParameters) -> "Selection":
        """The selection that an item's parameters record."""
        values: dict[str, Any] = dict(recorded.values)
        parameters = by_feature(recorded.values, values["features"])
        return cls(
            random_seed=recorded.random_seed,
            domain=values["domain"],
            brand=values["brand"],
            features=tuple(values["features"]),
            record_count=values["sample_records"],
            left_out_tasks=tuple(values.get("left_out_tasks", ())),
            parameters=parameters,
        )
