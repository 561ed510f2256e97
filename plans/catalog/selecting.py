"""What one project is made of: a catalog's choices, as they stand in an item's parameters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from pydantic import JsonValue


class Selection(Protocol):
    """Everything that composing needs beside the catalog; same selection, same project."""

    @property
    def random_seed(self) -> int: ...

    @property
    def domain(self) -> str: ...

    @property
    def features(self) -> Sequence[str]:
        """Base features first, the others in the order in which they are told and shown."""
        ...

    def values(self, category: str) -> dict[str, JsonValue]:
        """As the flat table of `parameters.yaml`."""
        ...


def flat(parameters: Mapping[str, Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """Feature → parameter → value, as `feature.parameter` → value."""
    return {f"{id}.{name}": value for id, chosen in parameters.items() for name, value in chosen.items()}


def by_feature(values: Mapping[str, JsonValue], features: Iterable[str]) -> dict[str, dict[str, JsonValue]]:
    """What `flat` was made of, out of a table that holds more; KeyError for a feature that is not named."""
    found: dict[str, dict[str, JsonValue]] = {id: {} for id in features}
    for key, value in values.items():
        id, dot, name = key.partition(".")
        if dot:
            found[id][name] = value
    return {id: chosen for id, chosen in found.items() if chosen}
