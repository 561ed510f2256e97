"""The exact words that a code agent gets in a run: which prompt, and with what of item, verdicts and feedback."""

from collections import Counter
from functools import partial

from pipeline.runner import ways
from pipeline.runner.archive import LEFT_OUT_FOLDERS
from pipeline.runner.failed_checks import failed_checks
from plans.contracts.coding import IndependentBrief, Prompter
from plans.families import family_named
from plans.handed_out import handed_out
from plans.prd_text import NOTICE, prd_page
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback
from plans.records.project import Project
from plans.records.prompting import PromptTerms
from plans.records.query import Underspecification
from plans.records.run_spec import RunSpec
from plans.records.verdict import Judgement, Status


def first_message(prompter: Prompter, project: Project, spec: RunSpec) -> str:
    """What opens a trial: the query at the run's level, or the whole PRD; with how the hand-in will be looked at.

    Of a program, whoever gets the PRD and keeps to a fixed interface is told the criteria scheme (PRDBench's
    development), and whoever gets the query no more than how it is reached.
    """
    terms = _terms(spec).model_copy(
        update={
            "ways": _ways(project, spec),
            "is_accessible": bool(project.criteria.clause),
            "handed_out": tuple(sorted(handed_out(project))),
        }
    )
    if spec.play.mode == "full-prd":
        return prompter.development(terms, prd_page(project, spec.suite.canary))
    return prompter.request(terms, project.query.at(spec.play.underspecification).text)


def independent_words(prompter: Prompter, project: Project, family: str, canary: str) -> IndependentBrief:
    """What the author of an independent implementation is told: of a web app the fullest request, of a program the PRD,
    and how the submission will be reached.
    """
    fixed = PromptTerms(
        family=family,
        left_out=tuple(sorted(LEFT_OUT_FOLDERS)),
        notice=NOTICE,
        canary=canary,
        is_accessible=bool(project.criteria.clause),
    )
    again = partial(prompter.feedback, fixed)
    if family_named(family).is_tried_by_commands:
        prd = prd_page(project, canary)
        terms = fixed.model_copy(update={"ways": ways.interface(project.criteria, project.prd)})
        return IndependentBrief("prd", prd, prompter.development(terms, prd), again)
    low = project.query.at(Underspecification.LOW).text
    return IndependentBrief("low", low, prompter.request(fixed, low), again)


def next_message(
    prompter: Prompter, feedback: Feedback, judgement: Judgement, criteria: Criteria, spec: RunSpec
) -> str:
    """What opens a later round: the simulated user's feedback, or the checks that failed."""
    if spec.play.later == "feedback":
        return prompter.feedback(_terms(spec), feedback.text)
    failed = failed_checks(judgement, criteria)
    found = Counter(outcome.status for task in judgement.tasks for outcome in task.outcomes)
    tried = found[Status.PASSED] + found[Status.FAILED]
    blocked, undecided = found[Status.BLOCKED], found[Status.UNRESOLVED]
    return prompter.debug(_terms(spec), failed, tried=tried, blocked=blocked, undecided=undecided)


def _ways(project: Project, spec: RunSpec) -> tuple[str, ...]:
    """What is told of the ways to a program; nothing of a web app, whose are the same for all."""
    is_full = spec.play.mode == "full-prd"
    if spec.play.interface == "fixed":
        known = project.criteria, project.grader
        return ways.scheme(*known) if is_full else ways.interface(project.criteria, project.prd)
    return () if is_full else ways.imported(project.criteria, project.prd)


def _terms(spec: RunSpec) -> PromptTerms:
    return PromptTerms(
        family=spec.suite.family,
        interface=spec.play.interface,
        left_out=tuple(sorted(LEFT_OUT_FOLDERS)),
        notice=NOTICE,
        canary=spec.suite.canary,
    )
