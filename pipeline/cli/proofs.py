"""What proves the items that a run is made of, as run.yaml keeps it, or the one that a hand-in is judged by."""

from collections.abc import Iterable

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.digest import outdated
from agents.authoring.verification.standing import standing, standing_of, told
from agents.coding.environments import is_declared
from plans.errors import InvalidFile
from plans.files import read_record
from plans.items import read_project, read_suite
from plans.paths import ItemPaths, SuitePaths
from plans.records.base import Record
from plans.records.evidence import Evidence
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
        if lack := _lack(evidence, paths):
            unproved[item.id] = lack
            continue
        assert evidence is not None
        judges[item.id] = evidence.digests.judge
        if plan and (made := outdated(evidence, item, plan, checks)):
            older[item.id] = f"{' and '.join(made)} (gate {evidence.digests.gate[:16] or 'not recorded'})"
    return Proofs(evidence_judges=judges, unproved=unproved, outdated=older)


def lack_of_proof(item: ItemPaths, paths: SuitePaths | None) -> str:
    """Why nothing proves the item in this folder, of this suite or by itself, in a line; empty where it is proved."""
    try:
        project = read_project(item)
        suite = read_suite(paths) if paths is not None else None
        if paths is None or suite is None or all(one.id != project.id for one in suite.items):
            return _lack(standing_of(item, project), paths)
        return _lack(standing(paths, suite, project), paths)
    except InvalidFile as error:
        return f"what would prove it cannot be read: {error.problems[0]}"


def _lack(evidence: Evidence | None, paths: SuitePaths | None) -> str:
    if evidence is None or not evidence.released:
        return told(evidence)
    return WITHOUT_PACKAGES if paths is not None and is_declared(paths.runtime) else ""
