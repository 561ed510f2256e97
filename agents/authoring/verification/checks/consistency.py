"""Do the parts of the criteria agree with each other, with the query and with the mutants."""

from collections.abc import Collection, Iterator, Sequence

from agents.authoring.verification.checks.steps import step_problems
from plans.plain_text import count_text
from plans.records.base import Problem, ProblemCode, found_in
from plans.records.criteria import Criteria, EvaluationTask, MethodKind
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.specification import Underspecification
from plans.records.task_modes import (
    BrowserSteps,
    FileComparison,
    GraderFile,
    Laid,
    ShellInteraction,
    UnitTest,
)


def command_problems(
    how: UnitTest | ShellInteraction | FileComparison, grader: Collection[str], where: str
) -> Iterator[Problem]:
    """Every file that the task names lies in the item's `grader/`, and no two are laid in one place.

    What is laid may be a folder of the grader's, which brings all its files. Exit codes and streams are tried in a
    shell alone: beside a test or a file they would be told, and tried by nobody.
    """
    for command in () if isinstance(how, ShellInteraction) else how.act:
        if command.exits is not None or command.stream is not None:
            yield Problem(
                where=where,
                message=f"{command.line!r} names an exit code or a stream, which nobody tries of a {how.kind} task.",
                mend="Leave `exits` and `stream` out, or try it in a shell.",
                code=ProblemCode.EXIT_NOT_TRIED,
            )
    missing = [file for file in _read(how) if file not in grader]
    missing += [laid.file for laid in found_in(how, Laid) if not _laid(laid, grader)]
    for file in dict.fromkeys(missing):
        yield Problem(
            where=where,
            message=f"Names {file!r}, which is not among the grader's files.",
            mend="Put it into the item's grader/ folder, or correct the path.",
        )
    laid = {pair for one in found_in(how, Laid) for pair in _laid(one, grader)}
    if isinstance(how, UnitTest):
        laid |= {(test, test) for test in how.tests}
    places = [place for _, place in laid]
    for place in sorted({place for place in places if places.count(place) > 1}):
        yield Problem(
            where=where, message=f"Two files are laid at {place!r}.", mend="Lay one of them elsewhere."
        )


def _read(how: UnitTest | ShellInteraction | FileComparison) -> Iterator[str]:
    """What has to be a file: it is read, or run."""
    yield from (given.file for given in found_in(how, GraderFile))
    if isinstance(how, UnitTest):
        yield from how.tests
    if isinstance(how, FileComparison) and how.reference is not None:
        yield how.reference


def _laid(laid: Laid, grader: Collection[str]) -> list[tuple[str, str]]:
    """(file of the grader, its place in the copy) of what is laid; nothing where the grader has no such file."""
    if laid.file in grader:
        return [(laid.file, laid.to)]
    inside = f"{laid.file}/"
    return [(file, f"{laid.to}/{file.removeprefix(inside)}") for file in grader if file.startswith(inside)]


class Consistency:
    """Tasks are tried in ways that the judge knows, and each way agrees in itself; ids name what there is."""

    name = "consistency"

    def __init__(self, kinds: Collection[MethodKind]) -> None:
        """`kinds`: in what ways the family's judge can try a task."""
        self._kinds = tuple(kinds)

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        file = f"{project.id}/criteria.yaml"
        return [
            *(
                problem
                for task in project.criteria.tasks
                for problem in self._task_problems(task, project, file)
            ),
            *_target_problems(project.criteria, file),
            *_query_problems(project),
            *_mutant_problems(project),
        ]

    def _task_problems(self, task: EvaluationTask, project: Project, file: str) -> Iterator[Problem]:
        where = f"{file}: task {task.id}"
        planned = [outcome.id for outcome in task.outcomes]
        for id in sorted({id for id in planned if planned.count(id) > 1}):
            yield Problem(where=where, message=f"Outcome {id!r} is listed twice.", mend="Rename one of them.")
        if task.how.kind not in self._kinds:
            yield Problem(
                where=where,
                message=f"Is tried by {task.how.kind!r}, which no judge of its family decides.",
                mend=f"Let it be tried by one of: {', '.join(self._kinds)}.",
            )
        if isinstance(task.how, BrowserSteps):
            yield from step_problems(task, task.how, where)
        else:
            yield from command_problems(task.how, project.grader, where)


def _target_problems(criteria: Criteria, file: str) -> Iterator[Problem]:
    """Ids are what bindings and reports refer to, so a target without one has to be described again by each of them."""
    tasks = [task for task, _ in criteria.unnamed_targets()]
    if tasks:
        yield Problem(
            where=f"{file}: task {tasks[0]}",
            message=f"{count_text(len(tasks), 'target')} in the steps of {count_text(len(set(tasks)), 'task')} "
            "have no id.",
            mend="Describe each once in the table `targets`, and refer to it by its id.",
            severity="warning",
        )


def _query_problems(project: Project) -> Iterator[Problem]:
    leaves = {leaf.id for leaf in project.prd.leaves()}
    file = f"{project.id}/query.yaml"
    for level in Underspecification:
        if level not in project.query.levels:
            yield Problem(
                where=file,
                message=f"Level {level.value!r} is missing.",
                mend="Write this level.",
            )
            continue
        for id in sorted(set(project.query.at(level).withholds) - leaves):
            yield Problem(
                where=f"{file}: {level.value}",
                message=f"Withholds {id!r}, which is no leaf requirement of the PRD.",
                mend="Correct the id.",
            )


def _mutant_problems(project: Project) -> Iterator[Problem]:
    tasks = {task.id for task in project.criteria.tasks}
    for planted in project.mutants:
        for task in sorted(set(planted.mutant.kills) - tasks):
            yield Problem(
                where=f"{project.id}/mutants/{planted.mutant.id}",
                message=f"Must kill {task!r}, which is no task.",
                mend="Correct the id.",
            )
