"""Digests of the release gate itself, and what evidence was made for as a whole."""

from collections.abc import Sequence

from plans.code_digests import closure_digest
from plans.contracts.authoring import Check
from plans.digests import record_digest, value_digest
from plans.families import trivial_hand_ins
from plans.items import project_digests
from plans.records.evidence import Digests, Evidence
from plans.records.plan import Plan
from plans.records.project import Project

_GATE = "agents.authoring.verification.gate"


def digests_of(
    project: Project, plan: Plan, judge: str, checks: Sequence[Check], runtime: str = ""
) -> Digests:
    """All that evidence is made for: the item, the plan, the judge with this digest, a gate with these checks, and the
    packages with this digest that hand-ins find.
    """
    gate = gate_digest(checks, project.parameters.family)
    update = {"gate": gate, "plan": _plan_digest(project, plan), "runtime": runtime}
    return project_digests(project, judge).model_copy(update=update)


def gate_digest(checks: Sequence[Check], family: str) -> str:
    """Digest of the gate's code, of its checks' and of the family's trivial hand-ins', with all that these know: rows,
    attacks, words, catalogs.

    AuthorError where the family gives no trivial hand-ins.
    """
    own = [*checks, trivial_hand_ins(family)]
    return closure_digest({_GATE, *(type(one).__module__ for one in own)})


def outdated(evidence: Evidence, project: Project, plan: Plan, checks: Sequence[Check]) -> list[str]:
    """What the evidence was not made for, beside item and judge: another gate, another plan; in words."""
    made = evidence.digests
    now = digests_of(project, plan, made.judge, checks)
    found = ["by another version of the release gate"] if made.gate != now.gate else []
    if made.plan != now.plan:
        found.append("for another plan, or for other parameters of the item")
    return found


def _plan_digest(project: Project, plan: Plan) -> str:
    return value_digest([record_digest(plan), record_digest(project.parameters)])
