"""The exact words that a code agent gets in a run: which prompt, and with what of item, verdicts and feedback."""

from collections import Counter

from pipeline.runner.archive import LEFT_OUT_FOLDERS
from plans.contracts.coding import Prompter
from plans.prd_text import NOTICE, prd_text
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback
from plans.records.project import Project
from plans.records.prompting import FailedCheck, PromptTerms
from plans.records.run_spec import RunSpec
from plans.records.verdict import Judgement, Status, TaskVerdict


def first_message(prompter: Prompter, project: Project, spec: RunSpec) -> str:
    """What opens a trial: the query at the run's level, or the whole PRD; with how the hand-in will be looked at."""
    if spec.play.mode == "full-prd":
        return prompter.development(_terms(spec), prd_text(project.prd, spec.suite.canary))
    return prompter.request(_terms(spec), project.query.at(spec.play.underspecification).text)


def next_message(
    prompter: Prompter, feedback: Feedback, judgement: Judgement, criteria: Criteria, spec: RunSpec
) -> str:
    """What opens a later round: the simulated user's feedback, or the checks that failed."""
    if spec.play.later == "feedback":
        return prompter.feedback(_terms(spec), feedback.text)
    failed = [check for task in judgement.tasks for check in _failed(task, criteria)]
    found = Counter(outcome.status for task in judgement.tasks for outcome in task.outcomes)
    tried = found[Status.PASSED] + found[Status.FAILED]
    blocked, undecided = found[Status.BLOCKED], found[Status.UNRESOLVED]
    return prompter.debug(_terms(spec), failed, tried=tried, blocked=blocked, undecided=undecided)


def _terms(spec: RunSpec) -> PromptTerms:
    return PromptTerms(
        family=spec.suite.family,
        interface=spec.play.interface,
        left_out=tuple(sorted(LEFT_OUT_FOLDERS)),
        notice=NOTICE,
        canary=spec.suite.canary,
    )


def _failed(verdict: TaskVerdict, criteria: Criteria) -> list[FailedCheck]:
    task = criteria.task(verdict.task)
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    return [
        FailedCheck(
            title=task.title,
            expected=statements[one.outcome],
            seen=one.observation.saw if one.observation else one.reason,
        )
        for one in verdict.outcomes
        if one.status is Status.FAILED
    ]
