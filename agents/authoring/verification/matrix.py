"""Which hand-ins are judged on which tasks: the rows of the release gate's matrix."""

from collections.abc import Iterator

from agents.authoring.verification.attacks import attacks
from plans.patches import apply_patch
from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.project import Files, PlantedMutant, Project

EMPTY_PAGE: Files = {"index.html": "<!doctype html><html lang=en><title></title><body></body></html>"}

_NONE: frozenset[str] = frozenset()


class Row(Record):
    """One hand-in and how it is judged."""

    hand_in: str
    """Name as in evidence: reference, nop, empty, restyled, other-data, mutant/<id>, attack/<name>."""
    files: Files
    criteria: Criteria
    only: frozenset[str] | None = None
    confirm: frozenset[str] | None = None
    """Tasks whose failure is looked at once more in a fresh context; None: all."""
    repeat: int = 1


def rows(project: Project, repeats: int) -> Iterator[Row]:
    """The matrix of a project, in an order in which the cheap refusals come first.

    Where nothing may pass, no failure is confirmed. A second look could only hide something there: an outcome that
    one look saw hold counts as gained, whereas two looks that disagree would make it unresolved.
    """
    alone = independent(project.criteria)
    yield Row(hand_in="nop", files={}, criteria=project.criteria)
    yield Row(hand_in="empty", files=EMPTY_PAGE, criteria=alone, confirm=_NONE)
    for repeat in range(1, repeats + 1):
        yield Row(hand_in="reference", files=project.reference, criteria=project.criteria, repeat=repeat)
    for laid_over in project.alternatives:
        files = {**project.reference, **laid_over.files}
        yield Row(hand_in=laid_over.alternative.name, files=files, criteria=project.criteria)
    for planted in project.mutants:
        yield mutant_row(project, planted)
    for name, files in attacks(project.criteria).items():
        yield Row(hand_in=f"attack/{name}", files=files, criteria=alone, confirm=_NONE)


def mutant_row(project: Project, planted: PlantedMutant) -> Row:
    """A mutant on its own tasks, their ancestors and their direct children.

    The children do not wait for the mutated task here: whether they fail without it is what confirms the edge.
    """
    criteria = project.criteria
    killers = frozenset(planted.mutant.kills)
    children = frozenset(child for task in killers for child in criteria.children(task))
    tasks = tuple(
        task.model_copy(update={"depends_on": _without(task.depends_on, killers, criteria)})
        if task.id in children
        else task
        for task in criteria.tasks
    )
    return Row(
        hand_in=f"mutant/{planted.mutant.id}",
        files=apply_patch(project.reference, planted.patch),
        criteria=criteria.model_copy(update={"tasks": tasks}),
        only=killers | children,
    )


def independent(criteria: Criteria) -> Criteria:
    """The same tasks without edges: each has to fail on its own, not because a prerequisite did."""
    tasks = tuple(task.model_copy(update={"depends_on": ()}) for task in criteria.tasks)
    return criteria.model_copy(update={"tasks": tasks})


def _without(parents: tuple[str, ...], removed: frozenset[str], criteria: Criteria) -> tuple[str, ...]:
    """Prerequisites with the removed ones replaced by what those depend on themselves."""
    kept: dict[str, None] = {}
    for parent in parents:
        for stand_in in criteria.task(parent).depends_on if parent in removed else (parent,):
            kept[stand_in] = None
    return tuple(id for id in kept if id not in removed)
