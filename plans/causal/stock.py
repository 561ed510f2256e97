"""The colours and materials that scenes are made of."""

from functools import cache
from pathlib import Path

from plans.dialect import load_yaml
from plans.files import read_text
from plans.records.base import Record


class Material(Record):
    """What a thing is made of."""

    friction: float
    """Coulomb coefficient; in a contact those of both sides are multiplied."""
    elasticity: float
    """Coefficient of restitution, 0 (none comes back) to 1; in a contact those of both sides are multiplied."""


class Stock(Record):
    """What `stock.yaml` holds."""

    colours: dict[str, tuple[int, int, int]]
    """Name → red, green, blue."""
    materials: dict[str, Material]


@cache
def stock() -> Stock:
    """What is beside this file."""
    return Stock.model_validate(load_yaml(read_text(Path(__file__).with_name("stock.yaml"))))
