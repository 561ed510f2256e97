"""What a PRD states that tests can call: functions and classes of modules beneath `src/`."""

import re
from collections.abc import Iterable, Iterator

from plans.records.specification import PRD, Requirement

_CALLED = re.compile(r"(?<![\w.])([a-z_]\w*(?:\.[A-Za-z_]\w*){2,})\s*\(")
_HOMELESS = re.compile(r"^[a-z_]\w*\.[A-Za-z_]\w*\s*\(")
"""A function of a module that lies in no package."""


def stated_functions(requirements: Iterable[Requirement]) -> frozenset[str]:
    """Full names, such as `shelf.loans.overdue`, that their data state with what they are called with."""
    return frozenset(name for leaf in requirements for datum in leaf.data for name in _CALLED.findall(datum))


def interface_problems(prd: PRD) -> Iterator[str]:
    """What keeps tests from calling anything."""
    leaves = prd.leaves()
    for leaf in leaves:
        for datum in leaf.data:
            if _HOMELESS.match(datum):
                yield (
                    f"{leaf.id}: the datum {datum!r} names a function without its package, so nobody could import it. "
                    "Write `package.module.function(…)`, in the text too."
                )
    if not stated_functions(leaves):
        yield (
            "No requirement states a function in its data, as `package.module.function(…)`, so that no unit test could "
            "call anything. Let about a third of them do so."
        )
