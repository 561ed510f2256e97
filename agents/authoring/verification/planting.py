"""Whether planted defects are noticed, before the release gate asks it of the whole item."""

from collections.abc import Callable
from typing import NamedTuple

from agents.authoring.verification.edges import edge_evidence, emptying_mutants, unconfirmed_edges
from agents.authoring.verification.gate import judge_row
from agents.authoring.verification.kills import mutant_evidence, unnoticed_mutants
from agents.authoring.verification.matrix import further_rows, mutant_rows
from plans.contracts.judging import Judge
from plans.records.evidence import Cell, EdgeEvidence, MutantEvidence
from plans.records.project import Project

Tried = Callable[[int, int], object]
"""Called with mutants tried so far, mutants in all; first with none."""


def untold(done: int, planned: int) -> None:
    """A Tried that tells nobody."""


class Trial(NamedTuple):
    """What became of the mutants, as the gate would see it."""

    survivors: list[MutantEvidence]
    """Mutants that a task which has to notice them did not."""
    open_edges: list[EdgeEvidence]
    """Edges that no mutant confirms, or none but such as leave nothing in the files."""
    cells: dict[str, Cell]
    """Row → what was seen."""


async def tried_mutants(judge: Judge, project: Project, tried: Tried = untold) -> Trial:
    """The project's mutants, each judged as the release gate judges it; raises what the judge raises."""
    rows, cells = list(mutant_rows(project)), list[Cell]()
    for row in rows:
        tried(len(cells), len(rows))
        cells.append(await judge_row(judge, project, row))
    tried(len(cells), len(rows))
    further = further_rows(project, unnoticed_mutants(project, cells), unconfirmed_edges(project, cells))
    again = [await judge_row(judge, project, row) for row in list(further)]
    seen = {cell.hand_in: cell for cell in (*cells, *again)}
    mutants = [planted.mutant for planted in project.mutants]
    return Trial(
        survivors=[one for one in mutant_evidence(project.criteria, mutants, seen) if not one.killed],
        open_edges=[
            one
            for one in edge_evidence(project, seen)
            if not one.confirmed or one.by in emptying_mutants(project)
        ],
        cells=seen,
    )
