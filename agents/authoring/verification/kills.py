"""Which mutants the matrix kills: its own task notices it, or a presence task that this one waits for; and which
outcomes no mutant fails.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from agents.authoring.verification.matrix import of_mutant
from plans.records.criteria import Criteria, Level
from plans.records.evidence import Cell, MutantEvidence
from plans.records.project import Mutant, Project
from plans.records.verdict import Status

How = Literal["failed", "blocked by presence parent", "survived", "unresolved"]

KILLED: frozenset[How] = frozenset(["failed", "blocked by presence parent"])


def mutant_evidence(
    criteria: Criteria, mutants: Sequence[Mutant], cells: Mapping[str, Cell]
) -> list[MutantEvidence]:
    """For each mutant and each task that has to notice it, whether the task did."""
    found: list[MutantEvidence] = []
    for mutant in mutants:
        for task in mutant.kills:
            how = how_noticed(criteria, task, cells[of_mutant(mutant.id)])
            found.append(MutantEvidence(mutant=mutant.id, task=task, killed=how in KILLED, how=how))
    return found


def unnoticed_mutants(project: Project, cells: Sequence[Cell]) -> frozenset[str]:
    """Mutants that a task which has to notice them did not."""
    by_name = {cell.hand_in: cell for cell in cells}
    found = mutant_evidence(project.criteria, [planted.mutant for planted in project.mutants], by_name)
    return frozenset(seen.mutant for seen in found if not seen.killed)


def unfailed_outcomes(project: Project, cells: Sequence[Cell]) -> tuple[str, ...]:
    """Outcomes that on every mutant passed, were not decided or not come to, as `task/outcome` in the order of tasks.

    Their task failed on a mutant by another of its outcomes, so that nothing shows that these can fail. An outcome that
    was not come to, since the task broke off before, was not failed: `1 == 1` would be, too.
    """
    ours = {of_mutant(planted.mutant.id) for planted in project.mutants}
    failed = {
        (task, outcome)
        for cell in cells
        if cell.hand_in in ours
        for task, outcomes in cell.tasks.items()
        for outcome, status in outcomes.items()
        if status is Status.FAILED and outcome not in cell.unseen.get(task, ())
    }
    return tuple(
        f"{task.id}/{outcome.id}"
        for task in project.criteria.tasks
        for outcome in task.outcomes
        if (task.id, outcome.id) not in failed
    )


def how_noticed(criteria: Criteria, task: str, seen: Cell) -> How:
    """What became of a mutant's task.

    survived: it passed, or waits for a task that is not about mere presence. unresolved: it was not decided, or would
    not be, because a task that it waits for is not.
    """
    above = {seen.task_status.get(ancestor) for ancestor in criteria.ancestors(task)}
    if Status.UNRESOLVED in above:
        return "unresolved"
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
