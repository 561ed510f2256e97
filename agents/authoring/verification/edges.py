"""Edges of a criteria DAG that the matrix confirms: with the parent broken, the child cannot pass.

On a mutant of which nothing is left anything fails, so it confirms any edge; so does an app that breaks down before it
shows anything. An edge that no other mutant confirms is told apart. Of a web app that a model wrote it is not confirmed
where nothing is left in the files: the model can be asked for a mutant that leaves something.
(A unit test calls a module by itself, so no defect of a program's start that leaves the rest whole fails it; and the
edge of the accessibility clause is a program's.)
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agents.authoring.verification.matrix import KILLED, how_noticed, of_mutant
from plans.errors import AuthorError
from plans.families import trivial_submissions
from plans.patches import apply_patch, reference_of
from plans.plain_text import count_text
from plans.records.criteria import Criteria, EvaluationTask, Level
from plans.records.evidence import Cell, EdgeEvidence, Evidence
from plans.records.project import Project
from plans.records.verdict import Status

EMPTY_ALONE = "only by {mutant}, which leaves an empty project, where every task fails"
"""Why an edge is not confirmed that only such a mutant seems to confirm."""
MOST_BLOCKED = 0.5
"""Share of an item's tasks from which on a prerequisite is told of: those that it keeps from being tried."""


def edge_evidence(project: Project, cells: Mapping[str, Cell]) -> list[EdgeEvidence]:
    """For each edge, a mutant that breaks the parent and, with it, the child tried on its own; one that leaves nothing
    of the reference only where there is no other.
    """
    criteria, empty = project.criteria, emptying_mutants(project)
    mutants = [planted.mutant for planted in project.mutants]
    blank = empty | {m.id for m in mutants if _shows_nothing(criteria, cells[of_mutant(m.id)])}
    found: list[EdgeEvidence] = []
    for child in criteria.tasks:
        for parent in child.depends_on:
            breakers = [m.id for m in mutants if parent in m.kills]
            by = [id for id in breakers if _breaks_both(criteria, cells[of_mutant(id)], parent, child.id)]
            by.sort(key=lambda id: (id in blank) + (id in empty))
            spared = tuple(id for id in breakers if _spares(criteria, cells[of_mutant(id)], parent, child.id))
            rests_on_empty = bool(by) and by[0] in blank
            reason = (
                "no mutant that breaks the parent breaks the child"
                if breakers
                else "the parent has no mutant"
            )
            is_confirmed = bool(by) and not (by[0] in empty and _needs_own(project, child))
            if by and not is_confirmed:
                reason = EMPTY_ALONE.format(mutant=by[0])
            found.append(
                EdgeEvidence(
                    parent=parent,
                    child=child.id,
                    confirmed=is_confirmed,
                    by=by[0] if is_confirmed else reason,
                    rests_on_empty=rests_on_empty,
                    spared_by=spared,
                )
            )
    return found


def unconfirmed_edges(project: Project, cells: Sequence[Cell]) -> list[tuple[str, str]]:
    """Edges, parent and child, that no mutant judged so far confirms but such as show nothing."""
    by_name = {cell.submission: cell for cell in cells}
    found = edge_evidence(project, by_name)
    return [(edge.parent, edge.child) for edge in found if not edge.confirmed or edge.rests_on_empty]


def emptying_mutants(project: Project) -> frozenset[str]:
    """Mutants of whose files nothing is left, such as a blank page; an imported item has none at all."""
    if not project.mutants:
        return frozenset()
    is_empty = trivial_submissions(project.parameters.family).is_empty
    reference = reference_of(project, "no mutant of it can be made")
    found: set[str] = set()
    for planted in project.mutants:
        try:
            files = apply_patch(reference, planted.patch)
        except AuthorError:
            continue  # The check of mutants tells why it cannot be made.
        if is_empty(files):
            found.add(planted.mutant.id)
    return frozenset(found)


class Prerequisite(NamedTuple):
    """A task that keeps many others from being tried where it does not pass."""

    task: str
    blocked: tuple[str, ...]
    """Tasks that depend on it, directly or not."""
    of: int
    """Tasks of the item, but for itself."""
    spared: dict[str, tuple[str, ...]]
    """Of those that depend on it directly and pass by themselves where it fails: by which mutants that is seen."""

    def __str__(self) -> str:
        told = f"{self.task} blocks {len(self.blocked)} of {count_text(self.of, 'other task')}"
        return f"{told}, of which {', '.join(self.spared)} pass where it fails" if self.spared else told


def widest_prerequisites(criteria: Criteria, evidence: Evidence | None = None) -> list[Prerequisite]:
    """Presence tasks that block at least half of the others, or any that needs not all of what they ask for; the widest
    first.

    That a task does not need all of it shows in `evidence` alone: a mutant fails the prerequisite, and not the task.
    """
    spared: dict[str, dict[str, tuple[str, ...]]] = {}
    for edge in evidence.edges if evidence is not None else ():
        if edge.spared_by:
            spared.setdefault(edge.parent, {})[edge.child] = edge.spared_by
    of = len(criteria.tasks) - 1
    found = [
        Prerequisite(
            task=task.id,
            blocked=tuple(other.id for other in criteria.tasks if task.id in criteria.ancestors(other.id)),
            of=of,
            spared=spared.get(task.id, {}),
        )
        for task in criteria.tasks
        if task.level is Level.PRESENCE
    ]
    told = [one for one in found if one.spared or (one.blocked and len(one.blocked) >= MOST_BLOCKED * of)]
    return sorted(told, key=lambda one: -len(one.blocked))


def _needs_own(project: Project, child: EvaluationTask) -> bool:
    """Whether an edge of the child has to be confirmed by a mutant that leaves something."""
    return project.is_specified_by_model and bool(child.steps) and not child.is_of_clause


def _breaks_both(criteria: Criteria, seen: Cell, parent: str, child: str) -> bool:
    """Whether the parent noticed the mutant, and the child failed by itself."""
    return seen.task_status.get(child) is Status.FAILED and how_noticed(criteria, parent, seen) in KILLED


def _shows_nothing(criteria: Criteria, seen: Cell) -> bool:
    """Whether none of all that was looked for on a mutant was there, though it was tried on a task that is tried first.

    Of programs that is not told: their tasks have one outcome each.
    """
    first = {task.id for task in criteria.tasks if not task.depends_on and task.steps}
    passed = (status is Status.PASSED for outcomes in seen.tasks.values() for status in outcomes.values())
    return bool(first & seen.tasks.keys()) and not any(passed)


def _spares(criteria: Criteria, seen: Cell, parent: str, child: str) -> bool:
    """Whether the parent failed, and the child passed by itself."""
    return seen.task_status.get(child) is Status.PASSED and how_noticed(criteria, parent, seen) in KILLED
