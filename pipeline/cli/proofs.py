"""What proves the items that a run is made of, as run.yaml keeps it, or the one that a hand-in is judged by."""

from collections.abc import Iterable

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.digest import outdated
from agents.authoring.verification.standing import is_refused, standing, standing_of, told
from plans.errors import InvalidFile
from plans.files import read_record
from plans.items import read_project, read_suite
from plans.paths import ItemPaths, SuitePaths
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.run import Proof
from plans.records.suite import Suite
from plans.runtimes import declared_digest


def proofs_of(paths: SuitePaths, suite: Suite, items: Iterable[Project]) -> Proof:
    """How the items stand now; raises InvalidFile when the plan or an item's evidence cannot be read."""
    plan = read_record(paths.plan, Plan) if paths.plan.exists() else None
    checks = every_check(suite.family, suite.canary)
    judges: dict[str, str] = {}
    unproved: dict[str, str] = {}
    refused: list[str] = []
    older: dict[str, str] = {}
    shown: dict[str, float] = {}
    never: dict[str, tuple[str, ...]] = {}
    for item in items:
        evidence = standing(paths, suite, item)
        if lack := told(evidence):
            unproved[item.id] = lack
            refused += [item.id] if is_refused(evidence) else []
            continue
        assert evidence is not None
        judges[item.id] = evidence.digests.judge
        if evidence.independents:
            shown[item.id] = 1 - len(evidence.never_shown_fair) / len(item.criteria.tasks)
        if evidence.never_shown_fair:
            never[item.id] = evidence.never_shown_fair
        if plan and (made := outdated(evidence, item, plan, checks)):
            older[item.id] = f"{' and '.join(made)} (gate {evidence.digests.gate[:16] or 'not recorded'})"
    return Proof(
        judges=judges,
        unproved=unproved,
        refused=tuple(refused),
        outdated=older,
        shown_fair=shown,
        never_shown_fair=never,
    )


def lack_of_proof(item: ItemPaths, paths: SuitePaths | None) -> str:
    """Why nothing proves the item in this folder, of this suite or by itself, in a line; empty where it is proved."""
    try:
        project = read_project(item)
        suite = read_suite(paths) if paths is not None else None
        if paths is None or suite is None or all(one.id != project.id for one in suite.items):
            runtime = declared_digest(paths.runtime) if paths is not None else None
            return told(standing_of(item, project, runtime=runtime or ""))
        return told(standing(paths, suite, project))
    except InvalidFile as error:
        return f"what would prove it cannot be read: {error.problems[0]}"
