"""Findings of the gate, each assigned to the part of the item that has to be repaired."""

from collections.abc import Iterator, Mapping, Sequence

from agents.authoring.verification.matrix import NOP, REFERENCE, rows
from agents.authoring.verification.reading.reader import is_undecided
from plans.errors import AuthorError
from plans.records.evidence import Cell, CheckResult, Evidence
from plans.records.project import PARTS, PartFault, Project, ProjectPart
from plans.records.verdict import Status

_OF_CHECK: Mapping[str, ProjectPart] = {
    "dag": "criteria",
    "consistency": "criteria",
    "completeness": "criteria",
    "data binding": "criteria",
    "complexity": "criteria",
    "telling tests": "criteria",
    "fresh products": "criteria",
    "leakage": "query",
    "interfaces": "reference",
    "static app": "reference",
    "python program": "reference",
    "mutants": "mutants",
}
"""Program-decided check → the part that is to be put right; of another one nobody knows, and nothing is guessed."""
_OF_ARTIFACT: Mapping[str, ProjectPart] = {"prd": "prd", "query": "query", "criteria": "criteria"}
"""First word of an artifact that a reading quotes → the part."""


def faults_of(evidence: Evidence, project: Project) -> list[PartFault]:
    """The faults, part by part in the order in which parts are made; none where a check that decided found something
    that is about no part, where a row was not run or cannot be made, or where the evidence shows nothing of this item.
    """
    if evidence.is_void:
        return []
    found: list[PartFault] = []
    for check in evidence.checks:
        if not check.passed and not _is_undecided(check):
            of_check = list(_of_check(check))
            if not of_check:
                return []
            found += of_check
    try:
        must = {row.submission: row.must for row in rows(project, evidence.repeats)}
    except AuthorError:
        return []
    first: dict[str, Cell] = {}
    for cell in evidence.cells:
        if cell.not_served and cell.submission != NOP:
            return []
        if must.get(cell.submission) == "pass":
            found += _of_passing(cell, first.setdefault(cell.submission, cell))
        elif must.get(cell.submission) == "fail":
            found += _of_gains(cell)
    found += (
        PartFault(part="mutants", element=one.mutant, message=f"is not killed by {one.task}: {one.how}")
        for one in evidence.mutants
        if not one.killed
    )
    found += (
        PartFault(
            part="mutants",
            element=one.parent,
            message=f"Task {one.child!r} depends on it, and no mutant confirms that: {one.by}.",
        )
        for one in evidence.edges
        if not one.confirmed
    )
    return sorted(dict.fromkeys(found), key=lambda fault: PARTS.index(fault.part))


def rests_undecided(evidence: Evidence) -> bool:
    """Whether nothing is against the item but that its readings do not agree: no part of it is known to be wrong."""
    against = [check for check in evidence.checks if not check.passed]
    return bool(against) and all(map(_is_undecided, against)) and not evidence.is_void


def _is_undecided(check: CheckResult) -> bool:
    return check.decided_by == "model" and is_undecided(check)


def _of_check(check: CheckResult) -> Iterator[PartFault]:
    if check.decided_by == "program":
        if part := _OF_CHECK.get(check.check):
            yield from (PartFault(part=part, message=finding) for finding in check.findings)
        return
    for sample in check.samples:
        for fault in sample.faults:
            quoted = fault.quotations[0].artifact if fault.quotations else ""
            artifact, _, level = quoted.partition(" ")
            if part := _OF_ARTIFACT.get(artifact):
                words = "; ".join(f"“{one.words}”" for one in fault.quotations)
                message = f"{fault.what} {fault.mend} It is about {words}."
                yield PartFault(part=part, element=level, message=message)


def _of_passing(cell: Cell, first: Cell) -> Iterator[PartFault]:
    """Tasks that do not pass where all have to, or not each time: the reference's, or the criteria's where something
    else that does the same work does not pass.
    """
    part: ProjectPart = "reference" if cell.submission == REFERENCE else "criteria"
    for task, status in cell.task_status.items():
        if status is not Status.PASSED:
            missed = ", ".join(id for id, one in cell.tasks[task].items() if one is not Status.PASSED)
            message = f"is {status.value} on {cell.submission} (run {cell.repeat}): {missed}"
            yield PartFault(part=part, element=task, message=message)
        elif cell.tasks[task] != first.tasks.get(task):
            message = f"differs between run {first.repeat} and run {cell.repeat} of {cell.submission}"
            yield PartFault(part=part, element=task, message=message)


def _of_gains(cell: Cell) -> Iterator[PartFault]:
    for task, outcomes in cell.tasks.items():
        for outcome, status in outcomes.items():
            if status is Status.PASSED:
                message = (
                    f"its outcome {outcome!r} is passed by {cell.submission}, which does none of the work"
                )
                yield PartFault(part="criteria", element=task, message=message)


def unruled_tasks(project: Project, evidence: Evidence) -> list[str]:
    """Tasks that fail on an independent implementation whose failures a model rules on, and on which nobody ruled."""
    ruled = {one.about.name: one.about for one in project.independents if one.about.by != "person"}
    return [
        task
        for one in evidence.independents
        if one.name in ruled
        for task, status in one.not_passed.items()
        if status is not Status.BLOCKED and task not in one.faults
    ]


def unfair_tasks(project: Project, evidence: Evidence) -> Sequence[PartFault]:
    """Tasks that an independent implementation does not pass, where the ruling is that the criterion is at fault."""
    not_passed = {one.name: one.not_passed for one in evidence.independents}
    return [
        PartFault(
            part="criteria",
            element=ruling.task,
            message=f"is unfair to an implementation by {one.about.author}, which was written from the request alone: "
            f"{ruling.reason}" + (f" The ruling rests on “{ruling.quote}”." if ruling.quote else ""),
        )
        for one in project.independents
        for ruling in one.about.rulings
        if ruling.fault == "criterion" and ruling.task in not_passed.get(one.about.name, {})
    ]
