"""What proves the items that a run is made of, as run.yaml keeps it."""

from collections.abc import Iterable

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.digest import outdated
from agents.authoring.verification.standing import standing, told
from agents.coding.environments import is_declared
from plans.files import read_record
from plans.paths import SuitePaths
from plans.records.base import Record
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.suite import Suite

WITHOUT_PACKAGES = "its evidence was made without the packages that the suite locks"


class Proofs(Record):
    """Fields of RunSpec, by name."""

    evidence_judges: dict[str, str]
    unproved: dict[str, str]
    outdated: dict[str, str]


def proofs_of(paths: SuitePaths, suite: Suite, items: Iterable[Project]) -> Proofs:
    """How the items stand now; raises InvalidFile when the plan or an item's evidence cannot be read."""
    plan = read_record(paths.plan, Plan) if paths.plan.exists() else None
    checks = every_check(suite.family, suite.canary)
    judges: dict[str, str] = {}
    unproved: dict[str, str] = {}
    older: dict[str, str] = {}
    for item in items:
        evidence = standing(paths, suite, item)
        if evidence is None or not evidence.released:
            unproved[item.id] = told(evidence)
            continue
        if is_declared(paths.runtime):
            unproved[item.id] = WITHOUT_PACKAGES
            continue
        judges[item.id] = evidence.digests.judge
        if plan and (made := outdated(evidence, item, plan, checks)):
            older[item.id] = f"{' and '.join(made)} (gate {evidence.digests.gate[:16] or 'not recorded'})"
    return Proofs(evidence_judges=judges, unproved=unproved, outdated=older)
