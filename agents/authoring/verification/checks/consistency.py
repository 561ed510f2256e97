"""Do the parts of the criteria agree with each other, with the query and with the mutants."""

from collections.abc import Collection, Iterator, Sequence

from agents.authoring.verification.checks.steps import step_problems
from plans.plain_text import count_text
from plans.records.base import Problem
from plans.records.criteria import Criteria, EvaluationTask, KindWord
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.specification import Underspecification


class Consistency:
    """Tasks are tried in ways that the judge knows, and each way agrees in itself; ids name what there is."""

    name = "consistency"

    def __init__(self, kinds: Collection[KindWord]) -> None:
        """`kinds`: in what ways the family's judge can try a task."""
        self._kinds = tuple(kinds)

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        file = f"{project.id}/criteria.yaml"
        return [
            *(
                problem
                for task in project.criteria.tasks
                for problem in self._task_problems(task, project, file)
            ),
            *_target_problems(project.criteria, file),
            *_query_problems(project),
            *_mutant_problems(project),
        ]

    def _task_problems(self, task: EvaluationTask, project: Project, file: str) -> Iterator[Problem]:
        where = f"{file}: task {task.id}"
        planned = [outcome.id for outcome in task.outcomes]
        for id in sorted({id for id in planned if planned.count(id) > 1}):
            yield Problem(where=where, message=f"Outcome {id!r} is listed twice.", mend="Rename one of them.")
        if task.how.word() not in self._kinds:
            yield Problem(
                where=where,
                message=f"Is tried by {task.how.word()!r}, which no judge of its family decides.",
                mend=f"Let it be tried by one of: {', '.join(self._kinds)}.",
            )
        if task.steps:
            yield from step_problems(task, where)
        yield from task.how.problems(project.grader, where)


def _target_problems(criteria: Criteria, file: str) -> Iterator[Problem]:
    """Ids are what bindings and reports refer to, so a target without one has to be described again by each of them."""
    tasks = [task for task, _ in criteria.unnamed_targets()]
    if tasks:
        yield Problem(
            where=f"{file}: task {tasks[0]}",
            message=f"{count_text(len(tasks), 'target')} in the steps of {count_text(len(set(tasks)), 'task')} "
            "have no id.",
            mend="Describe each once in the table `targets`, and refer to it by its id.",
            severity="warning",
        )


def _query_problems(project: Project) -> Iterator[Problem]:
    leaves = {leaf.id for leaf in project.prd.leaves()}
    file = f"{project.id}/query.yaml"
    for level in Underspecification:
        if level not in project.query.levels:
            yield Problem(
                where=file,
                message=f"Level {level.value!r} is missing.",
                mend="Write this level.",
            )
            continue
        for id in sorted(set(project.query.at(level).withholds) - leaves):
            yield Problem(
                where=f"{file}: {level.value}",
                message=f"Withholds {id!r}, which is no leaf requirement of the PRD.",
                mend="Correct the id.",
            )


def _mutant_problems(project: Project) -> Iterator[Problem]:
    tasks = {task.id for task in project.criteria.tasks}
    for planted in project.mutants:
        for task in sorted(set(planted.mutant.kills) - tasks):
            yield Problem(
                where=f"{project.id}/mutants/{planted.mutant.id}",
                message=f"Must kill {task!r}, which is no task.",
                mend="Correct the id.",
            )
