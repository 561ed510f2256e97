"""By what ways programs are tried, as code agents are told them, and nothing of it that a grader keeps to itself.

PRDBench hands out its tests and the files that it expects, so that they can be written towards. We tell what is run and
typed, what is laid beside it, which tests there are and what these import, and no line of them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from plans.errors import AuthorError
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.how.browser import BrowserSteps
from plans.records.how.command import Arrangement, Command
from plans.records.how.file_comparison import FileComparison
from plans.records.how.rubric import Rubric
from plans.records.how.shell_interaction import ShellInteraction
from plans.records.how.unit_test import UnitTest
from plans.records.prd import PRD
from plans.untrusted_text import lines_of

Grader = Mapping[str, bytes]


def scheme(criteria: Criteria, grader: Grader) -> tuple[str, ...]:
    """The criteria scheme, a text for each task that is tried by commands: title, how it is tried, what is expected,
    and the rubric. None of tasks that are tried in a browser.

    Args:
        criteria: What is judged by.
        grader: The grader's files; of those that are typed in, agents are told what is typed.
    """
    return tuple(
        "\n".join(_told(task, grader)) for task in criteria.tasks if not isinstance(task.how, BrowserSteps)
    )


def interface(criteria: Criteria, prd: PRD) -> tuple[str, ...]:
    """What has to be known of a program to start it and to import its parts, and of what it is to do nothing else: for
    those who get a request that leaves much unsaid.
    """
    tried = [task for task in criteria.tasks if not isinstance(task.how, BrowserSteps)]
    lines = dict.fromkeys(command.line for task in tried if not _is_test(task) for command in _act(task))
    started = ["Commands that are run:", *(f"    $ {line}" for line in lines)] if lines else []
    stated = _stated(prd, {id for task in tried for id in task.requirements}, _imported(tried))
    return tuple(filter(None, ("\n".join(stated), "\n".join(started))))


def imported(criteria: Criteria, prd: PRD) -> tuple[str, ...]:
    """What the PRD states of all that tests import: with a free interface it stays as it is stated."""
    wanted = _imported(criteria.tasks)
    return tuple(filter(None, ("\n".join(_stated(prd, wanted, wanted)),)))


def _imported(tasks: Sequence[EvaluationTask]) -> set[str]:
    """The requirements that tests try."""
    return {id for task in tasks if _is_test(task) for id in task.requirements}


def _stated(prd: PRD, wanted: Collection[str], imported: Collection[str]) -> Iterator[str]:
    """The data that requirements state, under their titles; of what is imported the words too, which say from where."""
    for leaf in prd.leaves():
        if leaf.id in wanted and leaf.data:
            yield f"{leaf.title}: {leaf.text}" if leaf.id in imported else f"{leaf.title}:"
            yield from (f"    {value}" for value in leaf.data)


def _told(task: EvaluationTask, grader: Grader) -> Iterator[str]:
    yield f"{task.id}: {task.title} ({task.level.value}; {', '.join(task.requirements)})"
    match task.how:
        case UnitTest() as how:
            yield from _arranged(how.arrange)
            yield f"  tests: {', '.join(how.tests)}, which import what the specification states"
            yield from _acted(how.act, grader)
            yield f"  expected: {task.outcomes[0].statement}"
            yield from _rated(how.rubric)
        case ShellInteraction() as how:
            yield from _arranged(how.arrange)
            yield from _acted(how.act, grader)
            yield f"  expected: {' '.join((how.expected.words, *how.terms))}"
            yield from _rated(how.rubric)
        case FileComparison() as how:
            yield from _arranged(how.arrange)
            yield from _acted(how.act, grader)
            yield f"  written: {how.product}"
            yield f"  expected: {how.expected}"
            yield from _rated(how.rubric)
        case BrowserSteps():
            return


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


def _is_test(task: EvaluationTask) -> bool:
    return isinstance(task.how, UnitTest)


def _act(task: EvaluationTask) -> Sequence[Command]:
    return () if isinstance(task.how, BrowserSteps) else task.how.act
