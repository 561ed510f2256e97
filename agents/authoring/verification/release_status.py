"""Release status of an item, from the evidence beside it: the one answer to "is it released"."""

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.gate import fitting
from plans.items import read_evidence
from plans.paths import ItemPaths, SuitePaths
from plans.records.evidence import Evidence
from plans.records.project import Project
from plans.records.suite import Suite
from plans.runtimes import declared_digest

NONE = "it has no evidence"


def standing(paths: SuitePaths, suite: Suite, project: Project) -> Evidence | None:
    """The item's evidence with its conclusion drawn anew from its cells; None when it has none.

    Raises InvalidFile for evidence, or locks of the suite's packages, that cannot be read, and KeyError for an item
    that the suite does not list.
    """
    lineage = {item.id: item.lineage for item in suite.items}[project.id]
    runtime = declared_digest(paths.runtime) or ""
    place = paths.item(project.id)
    evidence = standing_of(place, project, is_variant=lineage is not None, runtime=runtime)
    return None if evidence is None else _without_gaps(evidence, suite, project)


def standing_of(
    place: ItemPaths, project: Project, *, is_variant: bool = False, runtime: str = ""
) -> Evidence | None:
    """The same for an item in a folder of its own, such as a draft that no suite lists yet.

    `runtime`: digest of the packages that the suite around it locks; empty where it locks none, or there is no suite.
    """
    evidence = read_evidence(place)
    return None if evidence is None else concluded(evidence, project, is_variant=is_variant, runtime=runtime)


def is_refused(evidence: Evidence | None) -> bool:
    """Whether a gate has looked at this very item and said no, so that it says no again until the item is mended.

    Else what is not released lacks evidence: there is none, it speaks of other files, or was never made whole.
    """
    if evidence is None or evidence.released or evidence.is_void:
        return False
    was_judged = bool(evidence.mutants) and not evidence.awaits_parent
    return was_judged or any(not check.passed for check in evidence.checks)


def told(evidence: Evidence | None) -> str:
    """Why the item is not proved, in a line; empty when it is."""
    if evidence is None:
        return NONE
    if len(evidence.reasons) > 1:
        return f"{evidence.reasons[0]}; and {len(evidence.reasons) - 1} more"
    return "".join(evidence.reasons)


def _without_gaps(evidence: Evidence, suite: Suite, project: Project) -> Evidence:
    """The same, released only where the item is of the suite's family, and the evidence speaks of every check that it
    asks for.
    """
    made = {result.check for result in evidence.checks}
    asked = fitting(every_check(suite.family, suite.canary), project)
    gaps = [check.name for check in asked if check.name not in made]
    family = project.parameters.family
    against = [f"check {name} was never made" for name in gaps]
    if family != suite.family:
        against.append(f"it is of the family {family!r}, and its suite of {suite.family!r}")
    if not against:
        return evidence
    reasons = (*evidence.reasons, *against)
    return evidence.model_copy(update={"released": False, "reasons": reasons})
