"""By what an outcome is decided: a program wherever one can decide."""

import json
from collections.abc import Iterator

from plans.records.criteria import Criteria, EvaluationTask
from plans.records.how.browser import BrowserSteps
from plans.records.how.file_comparison import FileComparison
from plans.records.how.shell_interaction import ShellInteraction
from plans.records.steps import Expect


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
            yield json.dumps({"printed": how.expected.pattern}, ensure_ascii=False)
    elif isinstance(how, FileComparison):
        if how.reference is not None:
            yield json.dumps({"written": str(how.product), "like": str(how.reference)}, ensure_ascii=False)
    else:
        yield json.dumps({"tests": list(map(str, how.tests))}, ensure_ascii=False)
