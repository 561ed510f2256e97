"""Which checks an item can be held against."""

from collections.abc import Sequence
from typing import Final

from plans.contracts.authoring import Check
from plans.records.project import Project

OF_IMPORTED: Final = ("dag", "consistency")
"""Names of the checks that ask only whether parts fit together."""


def fitting(checks: Sequence[Check], project: Project) -> tuple[Check, ...]:
    """Those of the checks that a project can be held against.

    Of an imported item, whose words are others' and which has no reference, only whether its parts fit together.
    """
    if project.reference is not None:
        return tuple(checks)
    return tuple(check for check in checks if check.name in OF_IMPORTED)
