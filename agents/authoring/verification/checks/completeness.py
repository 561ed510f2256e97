"""Is every requirement tested and every test required (both ways)."""

from collections.abc import Iterator, Sequence

from plans.records.criteria import Criteria
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.specification import PRD


class Completeness:
    """Each leaf requirement has a task, each task names leaf requirements, each task has a mutant."""

    name = "completeness"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        killed = {id for planted in project.mutants for id in planted.mutant.kills}
        return [
            *coverage_problems(project.prd, project.criteria, project.id),
            *(
                Problem(
                    where=f"{project.id}/criteria.yaml: task {task.id}",
                    message=f"No mutant must be killed by {task.id!r}, so nothing shows that it can fail.",
                    mend="Plant at least one defect that it has to notice.",
                )
                for task in project.criteria.tasks
                if task.id not in killed
            ),
        ]


def coverage_problems(prd: PRD, criteria: Criteria, item: str) -> Iterator[Problem]:
    """Requirements that nothing tests, and tests of what is no requirement."""
    leaves = {leaf.id: leaf for leaf in prd.leaves()}
    known = {requirement.id for requirement in prd.walk()}
    tested = {id for task in criteria.tasks for id in task.requirements}
    for id, leaf in leaves.items():
        if id not in tested:
            yield Problem(
                where=f"{item}/prd.yaml: {id}",
                message=f"Requirement {id} ({leaf.title!r}) is tested by no task.",
                mend="Add a task for it, or move it to the non-goals.",
            )
    for task in criteria.tasks:
        for id in task.requirements:
            if id not in leaves:
                yield Problem(
                    where=f"{item}/criteria.yaml: task {task.id}",
                    message=f"Names {id}, which is {'not a leaf of' if id in known else 'not in'} the PRD.",
                    mend="Name a leaf requirement.",
                )
