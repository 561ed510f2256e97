"""What a code agent is told of checks that failed, for it to debug by."""

import re

from plans.records.criteria import Criteria, EvaluationTask
from plans.records.how.browser import BrowserSteps
from plans.records.how.unit_test import UnitTest
from plans.records.prompting import FailedCheck
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status

_MOST_REASON, _MOST_PRINTED = 200, 1_500
"""Letters of a reason, and of what was printed: where it went wrong may stand anywhere in it."""
_TOLD_OF_A_TEST = re.compile(r"^E[^\S\n]+(\S.*?)[^\S\n]*$", re.M)
"""What pytest says of an error; its other lines are the test itself, which no agent sees."""
_NO_USE = "Use -v to get more diff"


def failed_checks(judgement: Judgement, criteria: Criteria) -> list[FailedCheck]:
    """A report of each outcome that failed; blocked and unresolved ones are none."""
    return [
        FailedCheck(
            title=_title(task),
            expected=_expected(task, one),
            seen=_seen(task, one),
            printed=_printed(task, one.observation),
        )
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
    """The reason; of a program without the words that are told as expected already."""
    seen = verdict.observation
    if isinstance(task.how, BrowserSteps) or seen is None:
        return seen.saw if seen else verdict.reason
    reason = " ".join(verdict.reason.removesuffix(seen.looked_for).rstrip(": ").split())
    return reason if len(reason) <= _MOST_REASON else f"{reason[: _MOST_REASON - 1]}…"


def _printed(task: EvaluationTask, seen: Observation | None) -> str:
    """What came out of a program, cut; of tests the errors alone."""
    if seen is None or isinstance(task.how, BrowserSteps):
        return ""
    if isinstance(task.how, UnitTest):
        return _cut("\n".join(said for said in _TOLD_OF_A_TEST.findall(seen.saw) if said != _NO_USE))
    return _cut(seen.saw.strip("\n"))


def _cut(text: str) -> str:
    """Of a long text its beginning and, for the most part, its end, where errors stand."""
    if len(text) <= _MOST_PRINTED:
        return text
    begin = _MOST_PRINTED // 3
    return f"{text[:begin]}\n[…]\n{text[len(text) - (_MOST_PRINTED - begin) :]}"
