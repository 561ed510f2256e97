"""Is the criteria DAG one: no cycle, no unknown prerequisite, levels that only rise along its edges."""

from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from plans.records.criteria import Criteria, Level
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project

RANK = {Level.PRESENCE: 0, Level.FUNCTIONALITY: 1, Level.ROBUSTNESS: 2}


class Dag:
    """Acyclic, levels rise, parents first; each task but that of the accessibility clause under a presence task."""

    name = "dag"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return list(dag_problems(project.criteria, f"{project.id}/criteria.yaml"))


def dag_problems(criteria: Criteria, file: str) -> Iterator[Problem]:
    """Everything that keeps the criteria from being a DAG whose levels rise."""
    levels = {task.id: task.level for task in criteria.tasks}
    if len(levels) < len(criteria.tasks):
        seen: set[str] = set()
        for task in criteria.tasks:
            if task.id in seen:
                yield _problem(file, task.id, "is the id of two tasks.", "Rename one of them.")
            seen.add(task.id)
    earlier: set[str] = set()
    for task in criteria.tasks:
        for parent in task.depends_on:
            if parent not in levels:
                yield _problem(
                    file, task.id, f"depends on {parent!r}, which does not exist.", "Correct the id."
                )
            elif RANK[levels[parent]] > RANK[task.level]:
                yield _problem(
                    file,
                    task.id,
                    f"is a {task.level} task but depends on the {levels[parent]} task {parent!r}.",
                    "Turn the edge round, or correct a level: presence comes before functionality before robustness.",
                )
            elif parent not in earlier:
                yield _problem(
                    file, task.id, f"stands before its prerequisite {parent!r}.", "List parents first."
                )
        if not task.depends_on and task.level is not Level.PRESENCE and not task.is_of_clause:
            yield _problem(
                file,
                task.id,
                f"is a {task.level} task without prerequisites.",
                "Let it depend on a presence task.",
            )
        earlier.add(task.id)
    if cycle := find_cycle(criteria):
        yield _problem(file, cycle[0], f"is in a cycle: {' → '.join(cycle)}.", "Remove one of these edges.")


def find_cycle(criteria: Criteria) -> list[str]:
    """The ids of one cycle, first one repeated at the end; empty when there is none."""
    ids = {task.id for task in criteria.tasks}
    graph = {task.id: [parent for parent in task.depends_on if parent in ids] for task in criteria.tasks}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _problem(file: str, task: str, message: str, mend: str) -> Problem:
    return Problem(where=f"{file}: task {task}", message=f"{task!r} {message}", mend=mend)
