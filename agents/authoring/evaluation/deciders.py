"""By what an outcome is decided: a program wherever one can decide."""

import json
from collections.abc import Iterator

from plans.records.criteria import Criteria, EvaluationTask
from plans.records.steps import Expect
from plans.records.task_modes import BrowserSteps, Commands, FileComparison, ShellInteraction


def left_to_models(criteria: Criteria) -> tuple[str, ...]:
    """The outcomes, as `task/outcome`, that no program can decide."""
    return tuple(
        f"{task.id}/{outcome.id}"
        for task in criteria.tasks
        for outcome in task.outcomes
        if not checks_of(task, outcome.id)
    )


def checks_of(task: EvaluationTask, outcome: str) -> list[str]:
    """What a program looks for to decide the outcome, as JSON; nothing where no program can."""
    return list(_checks(task, outcome))


def _checks(task: EvaluationTask, outcome: str) -> Iterator[str]:
    how = task.how
    if isinstance(how, BrowserSteps):
        for step in how.steps:
            if isinstance(step, Expect) and step.outcome == outcome:
                yield json.dumps(step.that.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
    elif isinstance(how, ShellInteraction):
        if how.expected.pattern is not None:
            yield _shown(ran=_ran(how.act), printed=how.expected.pattern)
    elif isinstance(how, FileComparison):
        if how.reference is not None:
            yield _shown(ran=_ran(how.act), written=how.product, like=how.reference)
    elif how.tests:
        yield _shown(ran=_ran(how.act), tests=how.arrange.words or list(how.tests))


def _ran(commands: Commands) -> list[str]:
    """Each command with what is typed, where that is a text and no file."""
    return [
        f"{one.line} <<< {json.dumps(one.input, ensure_ascii=False)}"
        if isinstance(one.input, str)
        else one.line
        for one in commands
    ]


def _shown(**check: object) -> str:
    return json.dumps(check, ensure_ascii=False)
