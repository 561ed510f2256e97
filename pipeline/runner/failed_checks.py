"""What a code agent is told of checks that failed, for it to debug by."""

import re
from collections.abc import Iterator

from plans.records.criteria import Criteria, EvaluationTask
from plans.records.how.browser import BrowserSteps
from plans.records.how.unit_test import UnitTest
from plans.records.prompting import FailedCheck
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status

_MOST_REASON, _MOST_SEEN = 140, 240
"""Letters of a reason and of what was printed that stand in the line of a report."""
_TOLD_OF_A_TEST = re.compile(r"^E\s+(.*\S)", re.M)
"""What pytest says of an error; its other lines are the test itself, which no agent sees."""


def failed_checks(judgement: Judgement, criteria: Criteria) -> list[FailedCheck]:
    """A report of each outcome that failed; blocked and unresolved ones are none."""
    return [
        FailedCheck(title=_title(task), expected=_expected(task, one), seen=_seen(task, one))
        for verdict in judgement.tasks
        for task in (criteria.task(verdict.task),)
        for one in verdict.outcomes
        if one.status is Status.FAILED
    ]


def _title(task: EvaluationTask) -> str:
    """Its title; of a program with the name and the requirements by which the agent was told of it."""
    if isinstance(task.how, BrowserSteps):
        return task.title
    return f"{task.title} ({task.id}; {', '.join(task.requirements)})"


def _expected(task: EvaluationTask, verdict: OutcomeVerdict) -> str:
    """The statement; of a program also what was looked for in its output, in words."""
    statement = next(one.statement for one in task.outcomes if one.id == verdict.outcome)
    seen = verdict.observation
    if isinstance(task.how, BrowserSteps) or seen is None or seen.looked_for == statement:
        return statement
    return f"{statement}. {seen.looked_for}"


def _seen(task: EvaluationTask, verdict: OutcomeVerdict) -> str:
    seen = verdict.observation
    if isinstance(task.how, BrowserSteps) or seen is None:
        return seen.saw if seen else verdict.reason
    return "; ".join(
        part for part in (_shortened(verdict.reason, _MOST_REASON), *_printed(task, seen)) if part
    )


def _printed(task: EvaluationTask, seen: Observation) -> Iterator[str]:
    """What came out, cut: of tests the errors alone."""
    if isinstance(task.how, UnitTest):
        yield from (_shortened(said, _MOST_SEEN) for said in _TOLD_OF_A_TEST.findall(seen.saw)[:1])
    elif seen.saw:
        yield f"printed: {_shortened(seen.saw, _MOST_SEEN)}"


def _shortened(text: str, most: int) -> str:
    """The text in one line; of a long one its beginning and, for the most part, its end, where errors stand."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    begin = most // 4
    return f"{text[:begin]} … {text[len(text) - (most - begin) :]}"
