"""Which families there are, by name; a family's code is imported when it is asked for."""

from importlib import import_module
from typing import cast

from plans.contracts import Check, Generator, Metrics
from plans.errors import AuthorError

GENERATORS = {"webapp": "plans.webapp.generator:CatalogAuthor"}
"""Family → catalog author."""

CHECKS = {"webapp": "plans.webapp.checks:CHECKS"}
"""Family → its program-decided checks."""

METRICS = {"webapp": "plans.webapp.metrics:WebAppMetrics"}
"""Family → its formulas."""


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
