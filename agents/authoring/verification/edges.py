"""Which edges of a criteria DAG the matrix confirms: with the parent broken, the child cannot pass."""

from collections.abc import Mapping, Sequence

from agents.authoring.verification.kills import KILLED, how_noticed
from agents.authoring.verification.matrix import of_mutant
from plans.records.criteria import Criteria
from plans.records.evidence import Cell, EdgeEvidence
from plans.records.project import Mutant, Project
from plans.records.verdict import Status


def edge_evidence(
    criteria: Criteria, mutants: Sequence[Mutant], cells: Mapping[str, Cell]
) -> list[EdgeEvidence]:
    """For each edge, a mutant that breaks the parent and, with it, the child tried on its own."""
    found: list[EdgeEvidence] = []
    for child in criteria.tasks:
        for parent in child.depends_on:
            breakers = [m for m in mutants if parent in m.kills]
            by = next(
                (m.id for m in breakers if _breaks_both(criteria, cells[of_mutant(m.id)], parent, child.id)),
                None,
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


def unconfirmed_edges(project: Project, cells: Sequence[Cell]) -> list[tuple[str, str]]:
    """Edges, parent and child, that no mutant judged so far confirms."""
    by_name = {cell.hand_in: cell for cell in cells}
    found = edge_evidence(project.criteria, [planted.mutant for planted in project.mutants], by_name)
    return [(edge.parent, edge.child) for edge in found if not edge.confirmed]


def _breaks_both(criteria: Criteria, seen: Cell, parent: str, child: str) -> bool:
    """Whether the parent noticed the mutant, and the child failed by itself."""
    return seen.task_status.get(child) is Status.FAILED and how_noticed(criteria, parent, seen) in KILLED
