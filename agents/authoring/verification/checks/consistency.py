"""Do the parts of the criteria agree: outcomes and expectations, bound names, first steps, withheld ids."""

from collections.abc import Iterator, Sequence

from plans.records.criteria import EvaluationTask
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.query import Underspecification
from plans.records.steps import Expect, Open


class Consistency:
    """Every outcome is observed, every expectation has an outcome, tasks start by opening the app."""

    name = "consistency"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        file = f"{project.id}/criteria.yaml"
        return [
            *(problem for task in project.criteria.tasks for problem in _task_problems(task, file)),
            *_query_problems(project),
            *_mutant_problems(project),
        ]


def _task_problems(task: EvaluationTask, file: str) -> Iterator[Problem]:
    where = f"{file}: task {task.id}"
    planned = [outcome.id for outcome in task.outcomes]
    observed = [step.outcome for step in task.steps if isinstance(step, Expect)]
    for id in sorted({id for id in planned if planned.count(id) > 1}):
        yield Problem(where=where, message=f"Outcome {id!r} is listed twice.", mend="Rename one of them.")
    for id in planned:
        if id not in observed:
            yield Problem(
                where=where, message=f"Outcome {id!r} is never observed.", mend="Add an `expect` for it."
            )
    for id in sorted(set(observed) - set(planned)):
        yield Problem(
            where=where, message=f"A step expects {id!r}, which is no outcome.", mend="Correct the id."
        )
    if not isinstance(task.steps[0], Open):
        yield Problem(
            where=where, message="The first step is not `open`.", mend="Start from a fresh browser."
        )
    if not isinstance(task.steps[-1], Expect):
        yield Problem(
            where=where,
            message="The last step observes nothing.",
            mend="Remove the steps after the last `expect`.",
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
