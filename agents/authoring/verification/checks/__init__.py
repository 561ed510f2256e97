"""Program-decided checks that hold for every family with a criteria DAG; a family adds its own (plans/<family>)."""

from agents.authoring.verification.checks.binding import DataBinding
from agents.authoring.verification.checks.consistency import Consistency
from agents.authoring.verification.checks.leakage import CanaryPresent, Leakage
from agents.authoring.verification.checks.structure import Completeness, Complexity, Dag, MutantsApply
from plans.contracts.authoring import Check
from plans.families import Family, checks, family_named


def every_check(family: str, canary: str) -> tuple[Check, ...]:
    """The common checks and the family's own; AuthorError names the families there are."""
    return (*common_checks(family_named(family), canary), *checks(family))


def common_checks(family: Family, canary: str) -> tuple[Check, ...]:
    """The checks of such a family, for a suite whose files carry `canary`.

    Whether steps name only what can be known is asked where tasks are tried by steps.
    """
    return (
        Dag(),
        Consistency(family.kinds),
        Completeness(),
        *([] if family.is_tried_by_commands else [DataBinding()]),
        Leakage(),
        MutantsApply(),
        Complexity(),
        CanaryPresent(canary, family.uncommented),
    )
