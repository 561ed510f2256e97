"""What the matrix shows: which mutants are killed, which edges confirmed, and why an item may not be released."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from plans.records.criteria import Criteria, Level
from plans.records.evidence import Cell, CheckResult, EdgeEvidence, MutantEvidence
from plans.records.project import Mutant
from plans.records.verdict import Judgement, Status

How = Literal["failed", "blocked by presence parent", "survived", "unresolved"]


def cell(hand_in: str, repeat: int, judgement: Judgement, only: Iterable[str] | None) -> Cell:
    """A judgement as a cell of the matrix."""
    wanted = None if only is None else set(only)
    verdicts = [verdict for verdict in judgement.tasks if wanted is None or verdict.task in wanted]
    return Cell(
        hand_in=hand_in,
        repeat=repeat,
        tasks={v.task: {o.outcome: o.status for o in v.outcomes} for v in verdicts},
        task_status={v.task: v.status for v in verdicts},
        seconds=round(judgement.seconds, 3),
    )


def mutant_evidence(
    criteria: Criteria, mutants: Sequence[Mutant], cells: Mapping[str, Cell]
) -> list[MutantEvidence]:
    """For each mutant and each task that has to notice it, whether the task did."""
    found: list[MutantEvidence] = []
    for mutant in mutants:
        for task in mutant.kills:
            how = _how(criteria, task, cells[f"mutant/{mutant.id}"])
            found.append(MutantEvidence(mutant=mutant.id, task=task, killed=how in KILLED, how=how))
    return found


KILLED: frozenset[How] = frozenset(["failed", "blocked by presence parent"])


def _how(criteria: Criteria, task: str, seen: Cell) -> How:
    match seen.task_status[task]:
        case Status.FAILED:
            return "failed"
        case Status.BLOCKED:
            parents = [criteria.task(parent) for parent in criteria.task(task).depends_on]
            failed = [
                p
                for p in parents
                if seen.task_status.get(p.id) is Status.FAILED and p.level is Level.PRESENCE
            ]
            return "blocked by presence parent" if failed else "survived"
        case Status.UNRESOLVED:
            return "unresolved"
        case Status.PASSED:
            return "survived"


def edge_evidence(
    criteria: Criteria, mutants: Sequence[Mutant], cells: Mapping[str, Cell]
) -> list[EdgeEvidence]:
    """For each edge, a mutant that breaks the parent and, with it, the child tried on its own."""
    found: list[EdgeEvidence] = []
    for child in criteria.tasks:
        for parent in child.depends_on:
            breakers = [m for m in mutants if parent in m.kills]
            by = next(
                (m.id for m in breakers if _breaks_both(cells[f"mutant/{m.id}"], parent, child.id)), None
            )
            reason = (
                "no mutant that breaks the parent breaks the child"
                if breakers
                else "the parent has no mutant"
            )
            found.append(
                EdgeEvidence(parent=parent, child=child.id, confirmed=by is not None, by=by or reason)
            )
    return found


def _breaks_both(seen: Cell, parent: str, child: str) -> bool:
    return (
        seen.task_status.get(parent) is Status.FAILED
        and child in seen.task_status
        and seen.task_status[child] in (Status.FAILED, Status.BLOCKED)
    )


def reasons(
    cells: Sequence[Cell],
    mutants: Sequence[MutantEvidence],
    edges: Sequence[EdgeEvidence],
    checks: Sequence[CheckResult],
) -> list[str]:
    """Everything that keeps the item from release, in words; empty when nothing does."""
    return [
        *_must_pass(cells),
        *_must_not_pass(cells),
        *_stable(cells),
        *(f"mutant {m.mutant} is not killed by {m.task}: {m.how}" for m in mutants if not m.killed),
        *(f"edge {e.parent} → {e.child} is not confirmed: {e.by}" for e in edges if not e.confirmed),
        *(
            f"check {check.check}: {finding}"
            for check in checks
            if not check.passed
            for finding in check.findings
        ),
    ]


def _must_pass(cells: Sequence[Cell]) -> Iterator[str]:
    for seen in cells:
        if seen.hand_in in {"reference", "restyled", "other-data", "independent"}:
            for task, status in seen.task_status.items():
                if status is not Status.PASSED:
                    outcomes = [
                        id for id, verdict in seen.tasks[task].items() if verdict is not Status.PASSED
                    ]
                    yield f"{seen.hand_in} (run {seen.repeat}): {task} is {status} ({', '.join(outcomes)})"


def _must_not_pass(cells: Sequence[Cell]) -> Iterator[str]:
    for seen in cells:
        if seen.hand_in in {"nop", "empty"} or seen.hand_in.startswith("attack/"):
            for task, outcomes in seen.tasks.items():
                for outcome, status in outcomes.items():
                    if status is Status.PASSED:
                        yield f"{seen.hand_in} gains {task}/{outcome} without doing the work"


def _stable(cells: Sequence[Cell]) -> Iterator[str]:
    runs = [seen for seen in cells if seen.hand_in == "reference"]
    for seen in runs[1:]:
        for task, outcomes in seen.tasks.items():
            if outcomes != runs[0].tasks[task]:
                yield f"reference differs between run 1 and run {seen.repeat} in {task}"
