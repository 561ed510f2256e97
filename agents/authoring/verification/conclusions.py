"""Conclusions from a project's evidence: whether the item may be released, and the reasons against it."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Literal, TypedDict

from agents.authoring.verification.edges import edge_evidence
from agents.authoring.verification.matrix import (
    EMPTY,
    NOP,
    PARENT,
    REFERENCE,
    Row,
    mutant_evidence,
    of_alternative,
    of_independent,
    rows,
)
from plans.errors import AuthorError, Event
from plans.items import independents_digest, project_digests
from plans.records.evidence import (
    Cell,
    CheckResult,
    EdgeEvidence,
    Evidence,
    Gained,
    IndependentEvidence,
    MutantEvidence,
)
from plans.records.marks import MarkCode
from plans.records.project import Files, Project
from plans.records.verdict import Judgement, Status, TaskVerdict

COMPLETED = "the parent's reference completes the variant, so whoever has learnt the parent knows this one"
NOTHING_JUDGED = "nothing was judged"
"""Reason of an item that met the static checks alone."""
NOT_SUBMITTED = (
    "it is a variant, and its parent's reference was not submitted for it: run `benchwright verify` with --parents and "
    "the folder of the suite that it was made from"
)
NOT_YET_SUBMITTED = (
    "it is a variant, and its parent's reference is submitted for it last, once nothing else is against it: by "
    "`benchwright verify` with --parents and the folder of the suite that it was made from"
)
UNDECIDED = (
    "no task is failed by the parent's reference, and {task} is {status}: what was not judged does not show that the "
    "parent fails. Judge it again: `benchwright verify` with --anew and --parents"
)
NO_REFERENCE = (
    "it was imported without a reference, so nothing shows that it can be solved: this is an audit of what is gained "
    "on it without work"
)
WITHOUT_PACKAGES = "the evidence was made without the packages that the suite locks"
WITH_PACKAGES = "the evidence was made with packages, and no suite of the item's locks any"
OTHER_PACKAGES = "the evidence was made with other packages than those that the suite locks"
_NOT_SERVED = frozenset({Event.NOT_SERVABLE, Event.SERVER_SILENT})
"""Events of a task that was not tried because the submission did not run."""
_OF_THE_ITEM = ("graded", "reference", "mutants", "alternatives", "prose")
"""Digests that say which item the evidence speaks of; the others say who made it."""
_CANARY = re.compile(r"(?:<!-- |/\* |// |# )?benchwright-canary-[0-9a-f-]{36}(?: -->| \*/)?")
_WORD = re.compile(r"\w+|[^\w\s]")
_RUN = 5
"""Words that are compared together where files are."""
_COPIED = 0.8
"""Share of common runs of words from which files are a copy. Independent implementations of the sample reach 0.04 with
the reference, the reference with other sample data 0.94, and what was written anew after it (restyled) 0.54."""


class Audited(TypedDict):
    """Of Evidence, what only an imported item's has."""

    gained: tuple[Gained, ...]
    vacuous: tuple[str, ...]


def audited(project: Project, cells: Sequence[Cell]) -> Audited:
    """What the cells of an imported item show; nothing of any other, whose rows may not gain anything at all."""
    if project.imported is None:
        return Audited(gained=(), vacuous=())
    idle = [cell for cell in cells if cell.submission in (NOP, EMPTY)]
    passed = {task for cell in idle for task in _of(cell, Status.PASSED)}
    order = [task.id for task in project.criteria.tasks]
    return Audited(
        gained=tuple(_gained(cell) for cell in cells),
        vacuous=tuple(task for task in order if task in passed),
    )


def _gained(cell: Cell) -> Gained:
    passed = tuple(_of(cell, Status.PASSED))
    earned = len(passed) + sum(cell.partly.values())
    return Gained(
        submission=cell.submission,
        score=round(earned / len(cell.task_status), 4),
        passed=passed,
        unresolved=tuple(_of(cell, Status.UNRESOLVED)),
    )


def _of(cell: Cell, status: Status) -> Iterator[str]:
    return (task for task, found in cell.task_status.items() if found is status)


Alternative = Literal["none", "restyled", "independent"]
Matrix = Sequence[tuple[Row, Cell]]


def concluded(
    evidence: Evidence, project: Project, *, is_variant: bool = False, runtime: str = ""
) -> Evidence:
    """The evidence with its conclusion drawn anew; what it says of itself (released, reasons, …) is not believed.

    It releases nothing unless every row of the project's matrix is there: all runs of the reference, the empty
    submissions, each alternative, mutant and attack, and for a variant (`is_variant`: it was made from
    another item) its parent's reference. Evidence made for other files releases nothing either, nor does
    evidence made with other packages than those that the item's suite locks (`runtime`: their digest, empty
    where it locks none).
    """
    planted = [planted.mutant for planted in project.mutants]
    void = [*_void(evidence, project, runtime)]
    against = [*void, *_failed_checks(evidence.checks)]
    matrix: Matrix = ()
    if not against:
        try:
            required = list(rows(project, evidence.repeats))
        except AuthorError as error:
            against = [f"its submissions cannot be made: {error}"]
        else:
            against = missing(project, required, evidence.cells)
            matrix = [] if against else _matched(required, evidence.cells)
    by_name = {row.submission: cell for row, cell in matrix}
    mutants = mutant_evidence(project.criteria, planted, by_name) if matrix else []
    is_confirmable = matrix and project.reference is not None
    edges = edge_evidence(project, by_name) if is_confirmable else []
    against += _reasons(matrix, mutants, edges)
    if matrix:
        against += _about_parent(project, evidence.cells, is_variant, is_last=not against)
    if project.reference is None:
        against.insert(0, NO_REFERENCE)
    independents = [*_independents(evidence, project)] if matrix else []
    return evidence.model_copy(
        update={
            "mutants": tuple(mutants),
            "edges": tuple(edges),
            "alternative": _strongest_alternative(project, matrix, independents),
            "independents": tuple(independents),
            "never_shown_fair": _never_shown_fair(project, independents),
            **audited(project, [cell for _, cell in matrix]),
            "released": not against,
            "reasons": tuple(against),
            "is_void": bool(void),
            "awaits_parent": against == [NOT_SUBMITTED],
        }
    )


def missing(project: Project, required: Sequence[Row], cells: Sequence[Cell]) -> list[str]:
    """Rows, or tasks of a row, that no cell speaks of, in words; empty when the matrix is whole."""
    if not cells:
        return [NOTHING_JUDGED]
    names = [(row.submission, row.repeat) for row in required]
    found = [
        f"two rows are called {name}"
        for name, repeat in sorted(set(names))
        if names.count((name, repeat)) > 1
    ]
    if project.reference is not None and not any(row.submission == REFERENCE for row in required):
        found.append(
            "it does not say how many runs of the reference were asked for, as evidence of earlier gates"
        )
    by_name = {(cell.submission, cell.repeat): cell for cell in cells}
    for row in required:
        cell = by_name.get((row.submission, row.repeat))
        if cell is None:
            found.append(f"{row.submission} (run {row.repeat}) was never judged")
        elif lacking := sorted(row.judged - (cell.task_status.keys() & cell.tasks.keys())):
            found.append(f"{row.submission} (run {row.repeat}) was judged without {', '.join(lacking)}")
    return found


def judged_cell(row: Row, judgement: Judgement) -> Cell:
    """A judgement as a cell of the matrix."""
    verdicts = [verdict for verdict in judgement.tasks if verdict.task in row.judged]
    return Cell(
        submission=row.submission,
        repeat=row.repeat,
        tasks={v.task: {o.outcome: o.status for o in v.outcomes} for v in verdicts},
        unseen={v.task: unseen for v in verdicts if (unseen := _unseen(v))},
        task_status={v.task: v.status for v in verdicts},
        partly={v.task: share for v in verdicts if v.status is Status.FAILED and (share := _share(v))},
        seconds=round(judgement.seconds, 3),
        sandbox=judgement.sandbox_digest,
        not_served=_was_not_served(judgement),
    )


def _share(verdict: TaskVerdict) -> float:
    return sum(outcome.credit for outcome in verdict.outcomes) / len(verdict.outcomes)


def _unseen(verdict: TaskVerdict) -> tuple[str, ...]:
    return tuple(one.outcome for one in verdict.outcomes if one.is_unseen and one.status is Status.FAILED)


def changed_since(evidence: Evidence, project: Project) -> list[str]:
    """Parts of the item that are others now than those that the evidence was made for, by name of their digest."""
    now = project_digests(project, evidence.digests.judge)
    return [name for name in _OF_THE_ITEM if getattr(evidence.digests, name) != getattr(now, name)]


def _void(evidence: Evidence, project: Project, runtime: str) -> Iterator[str]:
    if changed := changed_since(evidence, project):
        yield f"the evidence was made for other files: an edit of {', '.join(changed)} voids it"
    if evidence.item != project.id:
        yield f"the evidence was made for the item {evidence.item!r}, and this one is {project.id!r}"
    if (had := evidence.digests.runtime) != runtime:
        yield OTHER_PACKAGES if had and runtime else WITHOUT_PACKAGES if runtime else WITH_PACKAGES


def _failed_checks(checks: Sequence[CheckResult]) -> Iterator[str]:
    for check in checks:
        if not check.passed:
            yield from (f"check {check.check}: {finding}" for finding in check.findings or ("failed",))


def _matched(required: Sequence[Row], cells: Sequence[Cell]) -> Matrix:
    by_name = {(cell.submission, cell.repeat): cell for cell in cells}
    return [(row, by_name[row.submission, row.repeat]) for row in required]


def _reasons(
    matrix: Matrix, mutants: Sequence[MutantEvidence], edges: Sequence[EdgeEvidence]
) -> Iterator[str]:
    yield from _not_tried(cell for _, cell in matrix)
    yield from _must_pass(cell for row, cell in matrix if row.must == "pass")
    yield from _must_fail(cell for row, cell in matrix if row.must == "fail")
    yield from _stable([cell for _, cell in matrix])
    yield from (f"mutant {m.mutant} is not killed by {m.task}: {m.how}" for m in mutants if not m.killed)
    yield from (f"edge {e.parent} → {e.child} is not confirmed: {e.by}" for e in edges if not e.confirmed)


def _was_not_served(judgement: Judgement) -> bool:
    return judgement.has(MarkCode.NOTHING_SERVABLE) or any(
        one.event in _NOT_SERVED for one in judgement.tasks
    )


def _not_tried(cells: Iterable[Cell]) -> Iterator[str]:
    for seen in cells:
        if seen.not_served and seen.submission != NOP:
            yield f"{seen.submission} (run {seen.repeat}) was not tried: nothing of it could be run"


def _must_pass(cells: Iterable[Cell]) -> Iterator[str]:
    for seen in cells:
        for task, status in seen.task_status.items():
            if status is not Status.PASSED:
                outcomes = [id for id, verdict in seen.tasks[task].items() if verdict is not Status.PASSED]
                yield f"{seen.submission} (run {seen.repeat}): {task} is {status} ({', '.join(outcomes)})"


def _must_fail(cells: Iterable[Cell]) -> Iterator[str]:
    for seen in cells:
        for task, outcomes in seen.tasks.items():
            for outcome, status in outcomes.items():
                if status is Status.PASSED:
                    yield f"{seen.submission} gains {task}/{outcome} without doing the work"


def _stable(cells: Sequence[Cell]) -> Iterator[str]:
    first: dict[str, Cell] = {}
    for seen in cells:
        before = first.setdefault(seen.submission, seen)
        for task, outcomes in seen.tasks.items():
            if outcomes != before.tasks[task]:
                yield f"{seen.submission} differs between run {before.repeat} and run {seen.repeat} in {task}"


def _about_parent(
    project: Project, cells: Sequence[Cell], is_variant: bool, *, is_last: bool
) -> Iterator[str]:
    """Why the parent's reference does not show that the variant is another item: it has to fail at least one task."""
    seen = next((cell for cell in cells if cell.submission == PARENT), None)
    tasks = {task.id for task in project.criteria.tasks}
    if seen is None:
        if is_variant:
            yield NOT_SUBMITTED if is_last else NOT_YET_SUBMITTED
        return
    not_passed = {
        task: status
        for task, status in seen.task_status.items()
        if task in tasks and status is not Status.PASSED
    }
    if tasks - seen.task_status.keys():
        yield NOT_SUBMITTED
    elif seen.not_served:
        yield from _not_tried([seen])
    elif not not_passed:
        yield COMPLETED
    elif Status.FAILED not in not_passed.values():
        task, status = next(iter(not_passed.items()))
        yield UNDECIDED.format(task=task, status=status)


def _strongest_alternative(
    project: Project, matrix: Matrix, independents: Sequence[IndependentEvidence]
) -> Alternative:
    if any(not one.not_passed for one in independents):
        return "independent"
    passed = {row.submission for row, cell in matrix if not [*_must_pass([cell])]}
    kinds = {a.alternative.kind for a in project.alternatives if of_alternative(a.alternative.name) in passed}
    return "restyled" if "restyled" in kinds else "none"


def _independents(evidence: Evidence, project: Project) -> Iterator[IndependentEvidence]:
    """What became of each independent implementation that was judged as it is now. A copy of what the item holds is
    none: it shares the hand of what it copies.
    """
    if evidence.digests.independents != independents_digest(project):
        return
    judged = {cell.submission: cell.task_status for cell in evidence.cells}
    for one in project.independents:
        status = judged.get(of_independent(one.about.name))
        if status is None or copied_from(project, one.files):
            continue
        tasks = [(task.id, status.get(task.id, Status.UNRESOLVED)) for task in project.criteria.tasks]
        not_passed = {task: came for task, came in tasks if came is not Status.PASSED}
        yield IndependentEvidence(
            name=one.about.name,
            passed=tuple(task for task, came in tasks if came is Status.PASSED),
            not_passed=not_passed,
            faults={ruling.task: ruling.fault for ruling in one.about.rulings if ruling.task in not_passed},
        )


def _never_shown_fair(project: Project, independents: Sequence[IndependentEvidence]) -> tuple[str, ...]:
    """Empty too where there is no independent implementation: then nothing was tried, which `independents` shows."""
    passed = {task for one in independents for task in one.passed}
    return tuple(task.id for task in project.criteria.tasks if independents and task.id not in passed)


def copied_from(project: Project, files: Files) -> str | None:
    """What of the item the files are a copy of, whole or nearly: its reference, or an alternative. None where they are
    of another hand. White space, names of files and the canary do not count.
    """
    if project.reference is None:
        return None
    others = {"the reference": project.reference} | {
        f"the alternative {one.alternative.name!r}": {**project.reference, **one.files}
        for one in project.alternatives
    }
    ours = _runs_of(files)
    for name, other in others.items():
        theirs = _runs_of(other)
        if len(ours & theirs) >= _COPIED * len(ours | theirs):
            return name
    return None


def _runs_of(files: Files) -> Set[tuple[str, ...]]:
    """Each run of words that follow one another in a file."""
    found: set[tuple[str, ...]] = set()
    for text in files.values():
        words = _WORD.findall(_CANARY.sub("", text))
        words += [""] * (_RUN - len(words))
        found.update(zip(*(words[at:] for at in range(_RUN)), strict=False))
    return found
