"""A scheme that is put right: tasks whose way was wrong, what they lay, and the code of their tests."""

from pydantic import ValidationError

from agents.authoring.generation.programs.schemes import (
    Known,
    input_problems,
    way_problems,
)
from agents.authoring.generation.programs.shapes import Corrections, RewrittenTask
from agents.authoring.generation.programs.unit_tests import read_tests, wanted_tests
from agents.authoring.generation.programs.ways import input_path, inputs_in, made_way
from agents.authoring.generation.tasks import task_problems
from agents.authoring.writing import Read, Unreadable
from agents.gateway.structure import complaints
from plans.records.base import found_in
from plans.records.criteria import EvaluationTask
from plans.records.project import Grader, Scheme
from plans.records.specification import PRD
from plans.records.task_modes import BrowserSteps, FileComparison, Laid


def corrected(scheme: Scheme, written: Corrections, prd: PRD, item: str) -> Read[Scheme]:
    """The scheme with what was written anew in its place; raises Unreadable."""
    known = Known(prd, {**inputs_in(scheme.grader), **{one.name: one for one in written.inputs}})
    problems = list(input_problems(written.inputs))
    tasks = {task.id: task for task in scheme.criteria.tasks}
    expected = dict(scheme.grader)
    for one in written.tasks:
        if one.id not in tasks:
            problems.append(f"There is no task {one.id!r}, so it cannot be written anew.")
        else:
            tasks[one.id] = _rewritten(one, tasks[one.id], known, expected, problems)
    criteria = scheme.criteria.model_copy(update={"tasks": tuple(tasks.values())})
    tests = read_tests(written.test_files, wanted_tests(criteria), prd, problems, scheme.grader)
    if problems:
        raise Unreadable(problems)
    laid = {input_path(one): one.content.encode() for one in known.inputs.values()}
    named = {laid.file for laid in found_in(criteria, Laid)} | {
        how.reference for how in found_in(criteria, FileComparison) if how.reference
    }
    grader = {path: data for path, data in {**expected, **laid}.items() if path in named}
    changed = Scheme(criteria=criteria, grader={**grader, **tests})
    return Read(changed, list(task_problems(criteria, prd, item)))


def _rewritten(
    written: RewrittenTask, task: EvaluationTask, known: Known, expected: Grader, problems: list[str]
) -> EvaluationTask:
    """The task tried in another way; what it is held against is added to `expected`."""
    wrong = [f"task {task.id}: {one}" for one in way_problems(written, task.requirements, known)]
    problems += wrong
    if wrong or isinstance(task.how, BrowserSteps) or task.how.rubric is None:
        return task
    try:
        way = made_way(written, known.inputs, task.how.rubric)
    except ValidationError as error:
        problems += [f"task {task.id}: {one}" for one in complaints(error)]
        return task
    expected |= way.grader
    return task.model_copy(update={"how": way.how})
