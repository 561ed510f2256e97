"""Program-decided checks that hold for every family with a criteria DAG; a family adds its own (plans/<family>)."""

from agents.authoring.verification.checks.binding import DataBinding
from agents.authoring.verification.checks.canary import CanaryPresent
from agents.authoring.verification.checks.completeness import Completeness
from agents.authoring.verification.checks.complexity import Complexity
from agents.authoring.verification.checks.consistency import Consistency
from agents.authoring.verification.checks.dag import Dag
from agents.authoring.verification.checks.leakage import Leakage
from agents.authoring.verification.checks.mutation import MutantsApply
from plans.contracts.authoring import Check
from plans.families import checks


def every_check(family: str, canary: str) -> tuple[Check, ...]:
    """The common checks and the family's own; AuthorError names the families there are."""
    return (*common_checks(canary), *checks(family))


def common_checks(canary: str) -> tuple[Check, ...]:
    """The checks, for a suite whose files carry `canary`."""
    return (
        Dag(),
        Consistency(),
        Completeness(),
        DataBinding(),
        Leakage(),
        MutantsApply(),
        Complexity(),
        CanaryPresent(canary),
    )
