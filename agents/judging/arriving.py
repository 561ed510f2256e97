"""What a link is to lead to may stand where the link is looked for: one page holds what others keep on several.

A task whose link is not there is then tried without pressing it. What counts is, as ever, that all outcomes are
observed, twice. Where they are not, going on without the link decides only when everything else that the task names was
there to the end, and something was observed that does not hold where nothing works: the function stood there, and does
not do what is expected of it.
"""

from collections.abc import Sequence

from agents.judging.attempt import Attempt
from agents.judging.detours import missed
from plans.records.criteria import EvaluationTask
from plans.records.findings import Way
from plans.records.steps import Click
from plans.records.targets import Target
from plans.records.verdict import Status


def way_without_a_link(task: EvaluationTask, attempts: Sequence[Attempt]) -> Way | None:
    """The way to where a missed link leads, on which nothing is pressed; None where no link of the page was missed."""
    links = [step.target for step in task.steps if isinstance(step, Click) and _is_link(step.target)]
    return next((Way(target=target, presses=()) for target in missed(attempts) if target in links), None)


def has_arrived(task: EvaluationTask, attempt: Attempt) -> bool:
    """Whether an attempt found what the task names, to its last step, and observed something of it."""
    return attempt.begun == len(task.steps) and any(
        seen.status is Status.PASSED and not seen.vacuous for seen in attempt.outcomes.values()
    )


def _is_link(target: Target) -> bool:
    return target.role == "link" and target.within is None
