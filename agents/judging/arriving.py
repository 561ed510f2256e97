"""What a link is to lead to may stand where the link is looked for: one page holds what others keep on several.

A task whose link is not there is then tried without pressing it. What counts is, as ever, that all outcomes are
observed, twice: a page that merely names things has some of them too.
"""

from collections.abc import Sequence

from agents.judging.attempt import Attempt
from agents.judging.detours import missed
from plans.records.criteria import EvaluationTask
from plans.records.findings import Way
from plans.records.steps import Click
from plans.records.targets import Target


def way_without_a_link(task: EvaluationTask, attempts: Sequence[Attempt]) -> Way | None:
    """The way to where a missed link leads, on which nothing is pressed; None where no link of the page was missed."""
    links = [step.target for step in task.steps if isinstance(step, Click) and _is_link(step.target)]
    return next((Way(target=target, presses=()) for target in missed(attempts) if target in links), None)


def _is_link(target: Target) -> bool:
    return target.role == "link" and target.within is None
