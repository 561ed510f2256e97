"""Which families there are, by name; a family's code is imported when it is asked for."""

from importlib import import_module
from typing import cast

from plans.contracts import Check, Generator, Metrics
from plans.errors import AuthorError
from plans.records.run_spec import Interface

GENERATORS = {"webapp": "plans.webapp.generator:CatalogAuthor"}
"""Family → catalog author."""

CHECKS = {"webapp": "plans.webapp.checks:CHECKS"}
"""Family → its program-decided checks."""

METRICS = {"webapp": "plans.webapp.metrics:WebAppMetrics"}
"""Family → its formulas."""

INTERFACES: dict[str, tuple[Interface, ...]] = {"webapp": ("fixed",)}
"""Family → interfaces by which its judges can reach a hand-in."""


def require_interface(family: str, interface: Interface) -> None:
    """AuthorError where no judge of the family could reach hand-ins so."""
    if interface not in INTERFACES.get(family, ("fixed",)):
        raise AuthorError(
            f"Hand-ins of the family {family!r} are reached by ways that are the same for all of them, and nobody "
            f"would read in a README how one is started: with a {interface} interface all would be judged as not to be "
            "started. Leave --interface out."
        )


def generator(family: str) -> Generator:
    """The catalog author of a family; AuthorError names the families there are."""
    return cast("Generator", _load(GENERATORS, family)())


def checks(family: str) -> tuple[Check, ...]:
    """The program-decided checks of a family."""
    return cast("tuple[Check, ...]", _load(CHECKS, family))


def metrics(family: str) -> Metrics:
    """The formulas of a family; AuthorError names the families there are."""
    return cast("Metrics", _load(METRICS, family)())


def _load(table: dict[str, str], family: str):
    if family not in table:
        raise AuthorError(f"There is no family {family!r}. Use one of: {', '.join(sorted(table))}.")
    module, _, name = table[family].partition(":")
    return getattr(import_module(module), name)
