"""Patches of how a program is tried: tasks and inputs by id, functions of tests by name, edits of test files."""

from pydantic import ValidationError

from agents.authoring.generation.patches import (
    FilesPatch,
    HeadPatch,
    MutantsPatch,
    patched_files,
    replaced,
    with_heads,
)
from agents.authoring.generation.programs.criteria import Known, input_problems, scheme_task, way_problems
from agents.authoring.generation.programs.task_modes import (
    WrittenInput,
    WrittenScheme,
    WrittenTask,
    WrittenTestFiles,
    input_path,
    inputs_in,
)
from agents.authoring.generation.programs.unit_tests import wanted_tests, with_head, without_head
from agents.authoring.generation.shapes import WrittenFile
from agents.authoring.generation.tasks import (
    head_problems,
    importance_of,
    importance_problems,
    reweighed,
    weight_of,
)
from agents.authoring.writing import UnreadableAnswer
from agents.gateway.prompts import complaints
from plans.records.base import found_in
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.model_call import Shape
from plans.records.project import Grader, Scheme
from plans.records.specification import PRD
from plans.records.task_modes import FileComparison, Laid
from plans.syntax_trees import Function, module_tree


class SchemePatch(Shape):
    """What changes of the criteria; lists are mostly empty."""

    inputs: list[WrittenInput]
    """Inputs that are new, or of which the one of this name changes, whole."""
    removed_inputs: list[str]
    """Names."""
    heads: list[HeadPatch]
    tasks: list[WrittenTask]
    """Tasks that are new or change in more than their heads, whole."""
    removed: list[str]
    """Ids of tasks."""


class FunctionPatch(Shape):
    """A function of a test file that changes, or is new."""

    path: str
    """Of the file."""
    name: str
    code: str
    """All of the function, with its decorators."""


class UnitTestsPatch(FilesPatch):
    """What changes of the test files: single functions, or by edits where what changes is no function."""

    functions: list[FunctionPatch]


class SchemeMend(SchemePatch):
    """What changes of the criteria and of the tests that they run; lists are mostly empty."""

    tests: UnitTestsPatch


class ProgramMutantsPatch(MutantsPatch):
    """What changes of the defects of a program; lists are mostly empty."""

    criteria: SchemeMend | None
    """The patch of all the weak tasks and of nothing else; null where none is weak."""


def patched_scheme(scheme: WrittenScheme, patch: SchemePatch) -> WrittenScheme:
    """What a model wrote, with the patch applied; raises Unreadable where that names what is not there."""
    problems: list[str] = []
    inputs = replaced(
        "input", scheme.inputs, patch.inputs, patch.removed_inputs, lambda one: one.name, problems
    )
    tasks = replaced("task", scheme.tasks, patch.tasks, patch.removed, lambda one: one.id, problems)
    tasks = with_heads(tasks, patch.heads, problems)
    if problems:
        raise UnreadableAnswer(problems)
    return WrittenScheme(inputs=inputs, tasks=tasks)


def patched_tests(tests: WrittenTestFiles, patch: UnitTestsPatch) -> WrittenTestFiles:
    """The same of test files: first whole ones and edits, then functions."""
    files = {file.path: file.content for file in patched_files(tests.files, patch)}
    problems: list[str] = []
    for one in patch.functions:
        if one.path not in files:
            problems.append(f"There is no test file {one.path!r}.")
        else:
            files[one.path] = _with_function(files[one.path], one, problems)
    if problems:
        raise UnreadableAnswer(problems)
    return WrittenTestFiles(files=[WrittenFile(path=path, content=text) for path, text in files.items()])


def mended_scheme(scheme: Scheme, patch: SchemeMend, prd: PRD) -> Scheme:
    """Criteria as they stand with the patch applied, and with test files that are still to be read.

    Tasks that the patch does not name are the same records, and files of the grader the same bytes. Raises Unreadable,
    with what is wrong with a task too.
    """
    problems: list[str] = []
    inputs = replaced(
        "input",
        inputs_in(scheme.grader).values(),
        patch.inputs,
        patch.removed_inputs,
        lambda one: one.name,
        problems,
    )
    problems += [*input_problems(inputs), *head_problems(patch.tasks)]
    known = Known(prd, {one.name: one for one in inputs})
    made: list[EvaluationTask] = []
    expected = dict(scheme.grader)
    standing = {task.id: task for task in scheme.criteria.tasks}
    for written in patch.tasks:
        wrong = [f"task {written.id}: {one}" for one in way_problems(written, written.requirements, known)]
        problems += wrong
        if wrong:
            continue
        try:
            task, files = scheme_task(written, known)
        except ValidationError as error:
            problems += [f"task {written.id}: {one}" for one in complaints(error)]
            continue
        made.append(reweighed(task, standing.get(task.id)))
        expected |= files
    tasks = replaced("task", scheme.criteria.tasks, made, patch.removed, lambda one: one.id, [])
    problems += [f"There is no task {id!r}." for id in patch.removed if id not in standing]
    heads = {head.id: head for head in patch.heads}
    problems += [f"There is no task {id!r}." for id in heads if id not in {task.id for task in tasks}]
    tasks = [_headed(task, heads[task.id], problems) if task.id in heads else task for task in tasks]
    try:
        tests = patched_tests(WrittenTestFiles(files=tests_in(scheme.grader)), patch.tests).files
    except UnreadableAnswer as error:
        raise UnreadableAnswer([*problems, *error.problems]) from None
    if problems or not tasks:
        raise UnreadableAnswer(problems or ["There are no tasks."])
    criteria = Criteria(tasks=tuple(tasks))
    laid = {input_path(one): one.content.encode() for one in inputs}
    named = {one.file for one in found_in(criteria, Laid)} | {
        how.reference for how in found_in(criteria, FileComparison) if how.reference
    }
    grader = {path: data for path, data in {**expected, **laid}.items() if path in named}
    kept = {*wanted_tests(criteria), *(file.path for file in patch.tests.files)}
    grader |= {file.path: with_head(file.content).encode() for file in tests if file.path in kept}
    return Scheme(criteria=criteria, grader=grader)


def tests_in(grader: Grader) -> list[WrittenFile]:
    """The test files of a grader as a model writes them."""
    return [
        WrittenFile(path=path, content=without_head(data.decode()))
        for path, data in grader.items()
        if path.endswith(".py")
    ]


def _headed(task: EvaluationTask, head: HeadPatch, problems: list[str]) -> EvaluationTask:
    changes = head.model_dump(exclude={"importance"}, exclude_none=True)
    level, importance = head.level or task.level, importance_of(task)
    if head.importance is not None:
        problems += importance_problems(task.id, head.importance)
        importance = head.importance
    if (level, importance) != (task.level, importance_of(task)):
        changes["weight"] = weight_of(level, importance)
    try:
        return EvaluationTask.model_validate({**task.model_dump(mode="json"), **changes})
    except ValidationError as error:
        problems += [f"task {task.id}: {one}" for one in complaints(error)]
        return task


def _with_function(text: str, patch: FunctionPatch, problems: list[str]) -> str:
    """The file with the function in the place of that of its name at the top level, or behind the last line."""
    try:
        tree = module_tree(text)
        added = [node.name for node in module_tree(patch.code).body if isinstance(node, Function)]
    except (SyntaxError, ValueError, RecursionError) as error:
        problems.append(f"{patch.path}: {patch.name!r} cannot be put in, as something is no Python: {error}.")
        return text
    if patch.name not in added:
        problems.append(f"{patch.path}: the code of {patch.name!r} has no function of this name.")
        return text
    code = f"{patch.code.strip()}\n"
    for node in tree.body:
        if isinstance(node, Function) and node.name == patch.name:
            lines = text.splitlines(keepends=True)
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
            return "".join([*lines[:first], code, *lines[node.end_lineno :]])
    return f"{text.rstrip()}\n\n\n{code}"
