"""Messages to a code agent in a run: the prompt, the interface brief, failed checks, feedback."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from pipeline.runner.archive import LEFT_OUT_FOLDERS
from pipeline.runner.run_folder import usual_mode
from plans.contracts.coding import IndependentBrief, Prompter
from plans.errors import AuthorError
from plans.handed_out import handed_out
from plans.plain_text import lines_of
from plans.prd_text import NOTICE, prd_page
from plans.records.code_agent import FailedCheck, PromptTerms
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.feedback import Feedback
from plans.records.project import Project
from plans.records.run import RunSpec
from plans.records.specification import PRD, Underspecification
from plans.records.task_kinds import Arrangement, Command, CommandTask, Rubric
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status

Grader = Mapping[str, bytes]


def scheme(criteria: Criteria, grader: Grader) -> tuple[str, ...]:
    """The criteria scheme, a text for each task that is tried by commands: title, how it is tried, what is expected,
    and the rubric. None of tasks that are tried in a browser.

    Args:
        criteria: What is judged by.
        grader: The grader's files; of those that are typed in, agents are told what is typed.
    """
    return tuple(
        "\n".join(_told(task, task.how, grader))
        for task in criteria.tasks
        if isinstance(task.how, CommandTask)
    )


def interface(criteria: Criteria, prd: PRD) -> tuple[str, ...]:
    """What has to be known of a program to start it and to import its parts, and of what it is to do nothing else: for
    those who get a request that leaves much unsaid.
    """
    tried = [task for task in criteria.tasks if task.how.commands]
    stated = _stated(prd, {id for task in tried for id in task.requirements}, _imported(tried))
    return tuple(filter(None, ("\n".join(stated), *commands_run(criteria))))


def commands_run(criteria: Criteria) -> tuple[str, ...]:
    """The commands by which a program is tried, for those who have its PRD; empty where none is run."""
    commands = (
        command.line for task in criteria.tasks if not task.how.runs_tests for command in task.how.commands
    )
    lines = dict.fromkeys(commands)
    return ("\n".join(("Commands that are run:", *(f"    $ {line}" for line in lines))),) if lines else ()


def imported(criteria: Criteria, prd: PRD) -> tuple[str, ...]:
    """What the PRD states of all that tests import: with a free interface it stays as it is stated."""
    wanted = _imported(criteria.tasks)
    return tuple(filter(None, ("\n".join(_stated(prd, wanted, wanted)),)))


def _imported(tasks: Sequence[EvaluationTask]) -> set[str]:
    """The requirements that tests try."""
    return {id for task in tasks if task.how.runs_tests for id in task.requirements}


def _stated(prd: PRD, wanted: Collection[str], imported: Collection[str]) -> Iterator[str]:
    """The data that requirements state, under their titles; of what is imported the words too, which say from where."""
    for leaf in prd.leaves():
        if leaf.id in wanted and leaf.data:
            yield f"{leaf.title}: {leaf.text}" if leaf.id in imported else f"{leaf.title}:"
            yield from (f"    {value}" for value in leaf.data)


def _told(task: EvaluationTask, how: CommandTask, grader: Grader) -> Iterator[str]:
    yield f"{task.id}: {task.title} ({task.level.value}; {', '.join(task.requirements)})"
    yield from _arranged(how.arrange)
    if how.runs_tests:
        yield f"  tests: {', '.join(how.test_files)}, which import what the specification states"
    yield from _acted(how.act, grader)
    if how.product_path is not None:
        yield f"  written: {how.product_path}"
    yield f"  expected: {' '.join((how.expected_words or task.outcomes[0].statement, *how.terms))}"
    yield from _rated(how.rubric)


def _arranged(arrange: Arrangement) -> Iterator[str]:
    if arrange.words:
        yield f"  given: {arrange.words}"
    if arrange.files:
        yield f"  laid: {', '.join(laid.to for laid in arrange.files)}"


def _acted(act: Sequence[Command], grader: Grader) -> Iterator[str]:
    for command in act:
        yield f"    $ {command.line}"
        if (typed := _typed(command, grader)) is not None:
            yield from (f"    > {row}" for row in lines_of(typed))


def _typed(command: Command, grader: Grader) -> str | None:
    if command.input is None or isinstance(command.input, str):
        return command.input
    if command.input.file not in grader:
        raise AuthorError(
            f"{command.input.file!r} is to be typed, and the item's grader/ lacks it, so that nobody could be told "
            "what is typed. Restore it."
        )
    return grader[command.input.file].decode("utf-8", "replace")


def _rated(rubric: Rubric | None) -> Iterator[str]:
    if rubric is not None:
        yield f"  two points: {rubric.two}"
        yield f"  one point: {rubric.one}"
        yield f"  no point: {rubric.zero}"


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
    if not task.how.commands:
        return task.title
    return f"{task.title} ({task.id}; {', '.join(task.requirements)})"


def _expected(task: EvaluationTask, verdict: OutcomeVerdict) -> str:
    """The statement; of a program also what was looked for in its output, in words."""
    statement = next(one.statement for one in task.outcomes if one.id == verdict.outcome)
    seen = verdict.observation
    if not task.how.commands or seen is None or seen.looked_for == statement:
        return statement
    return f"{statement}. {seen.looked_for}"


def _seen(task: EvaluationTask, verdict: OutcomeVerdict) -> str:
    """The reason; of a program without the words that are told as expected already."""
    seen = verdict.observation
    if not task.how.commands or seen is None:
        return seen.saw if seen else verdict.reason
    reason = " ".join(verdict.reason.removesuffix(seen.looked_for).rstrip(": ").split())
    return reason if len(reason) <= _MOST_REASON else f"{reason[: _MOST_REASON - 1]}…"


def _printed(task: EvaluationTask, seen: Observation | None) -> str:
    """What came out of a program, cut; of tests the errors alone."""
    if seen is None or not task.how.commands:
        return ""
    if task.how.runs_tests:
        return _cut("\n".join(said for said in _TOLD_OF_A_TEST.findall(seen.saw) if said != _NO_USE))
    return _cut(seen.saw.strip("\n"))


def _cut(text: str) -> str:
    """Of a long text its beginning and, for the most part, its end, where errors stand."""
    if len(text) <= _MOST_PRINTED:
        return text
    begin = _MOST_PRINTED // 3
    return f"{text[:begin]}\n[…]\n{text[len(text) - (_MOST_PRINTED - begin) :]}"


def first_message(prompter: Prompter, project: Project, spec: RunSpec) -> str:
    """What opens a trial: the query at the run's level, or the whole PRD; with how the submission will be looked at.

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
    if usual_mode(family) == "full-prd":
        prd = prd_page(project, canary)
        terms = fixed.model_copy(update={"ways": commands_run(project.criteria)})
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
        return scheme(*known) if is_full else interface(project.criteria, project.prd)
    return () if is_full else imported(project.criteria, project.prd)


def _terms(spec: RunSpec) -> PromptTerms:
    return PromptTerms(
        family=spec.suite.family,
        interface=spec.play.interface,
        left_out=tuple(sorted(LEFT_OUT_FOLDERS)),
        notice=NOTICE,
        canary=spec.suite.canary,
    )
