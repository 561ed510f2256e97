"""What an imported item's matrix shows: nobody can prove such an item, but what no work gains on it is known."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from agents.authoring.verification.matrix import EMPTY, NOP
from plans.records.evidence import Cell, Gained
from plans.records.project import Project
from plans.records.verdict import Status


class Audited(TypedDict):
    """Of Evidence, what only an imported item's has."""

    gained: tuple[Gained, ...]
    vacuous: tuple[str, ...]


def audited(project: Project, cells: Sequence[Cell]) -> Audited:
    """What the cells of an imported item show; nothing of any other, whose rows may not gain anything at all."""
    if project.imported is None:
        return Audited(gained=(), vacuous=())
    idle = [cell for cell in cells if cell.hand_in in (NOP, EMPTY)]
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
        hand_in=cell.hand_in,
        score=round(earned / len(cell.task_status), 4),
        passed=passed,
        unresolved=tuple(_of(cell, Status.UNRESOLVED)),
    )


def _of(cell: Cell, status: Status) -> Iterator[str]:
    return (task for task, found in cell.task_status.items() if found is status)
