"""Do the steps of a task that is tried in a browser agree with its outcomes."""

from collections.abc import Iterator

from agents.authoring.verification.checks.conditions import idle_conditions, values_as_text
from agents.authoring.verification.checks.statements import statement_problems
from plans.records.criteria import EvaluationTask
from plans.records.problem import Problem
from plans.records.steps import Expect, Open
from plans.records.task_modes import BrowserSteps


def step_problems(task: EvaluationTask, how: BrowserSteps, where: str) -> Iterator[Problem]:
    """Every outcome is observed, by what could be otherwise and what its statement says, every expectation has an
    outcome, and the task starts by opening the app.
    """
    planned = [outcome.id for outcome in task.outcomes]
    observed = [step.outcome for step in how.steps if isinstance(step, Expect)]
    for id in planned:
        if id not in observed:
            yield Problem(
                where=where, message=f"Outcome {id!r} is never observed.", mend="Add an `expect` for it."
            )
    for id in sorted(set(observed) - set(planned)):
        yield Problem(
            where=where, message=f"A step expects {id!r}, which is no outcome.", mend="Correct the id."
        )
    yield from idle_conditions(how.steps, where)
    yield from values_as_text(how.steps, where)
    yield from statement_problems(task, where)
    if not isinstance(how.steps[0], Open):
        yield Problem(
            where=where, message="The first step is not `open`.", mend="Start from a fresh browser."
        )
    if not isinstance(how.steps[-1], Expect):
        yield Problem(
            where=where,
            message="The last step observes nothing.",
            mend="Remove the steps after the last `expect`.",
            severity="warning",
        )
