"""Authoring of Python projects, whose tasks are commands and tests: criteria, their patches, repairs and mutants."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from pydantic import ValidationError

from agents.authoring.generation.craft import (
    Breaking,
    Correction,
    Repaired,
    ShownScheme,
    WriterRequest,
    concerned,
    emptied,
    operators,
    said,
    shown_tasks,
)
from agents.authoring.generation.files import PROGRAMS
from agents.authoring.generation.files import shown as shown_files
from agents.authoring.generation.patches import (
    FilesPatch,
    HeadPatch,
    MutantsPatch,
    patched_files,
    replaced,
    with_heads,
)
from agents.authoring.generation.programs.criteria import (
    Known,
    ending_problems,
    input_problems,
    interface_problems,
    read_scheme,
    read_tests,
    scheme_task,
    starting_problems,
    wanted_tests,
    way_problems,
    with_head,
    without_head,
)
from agents.authoring.generation.programs.task_kinds import (
    Corrections,
    ProgramRepair,
    RewrittenTask,
    WrittenInput,
    WrittenScheme,
    WrittenTask,
    WrittenTestFiles,
    input_path,
    inputs_in,
    made_way,
)
from agents.authoring.generation.shapes import WrittenFile
from agents.authoring.generation.tasks import (
    Size,
    changed_tasks,
    head_problems,
    importance_of,
    importance_problems,
    kept_sizes,
    reweighed,
    size_problems,
    task_problems,
    weight_of,
)
from agents.authoring.generation.trying import gained
from agents.authoring.writing import (
    AuthoringMode,
    Patching,
    ReadAnswer,
    UnreadableAnswer,
    Writer,
    WritingOrder,
)
from agents.gateway.prompts import complaints
from plans.contracts.runs import Judge
from plans.plain_text import lines_of
from plans.prd_text import requirements_text
from plans.records.base import found_in
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.model_call import Shape
from plans.records.project import Files, Grader, MadeArtifact, PlantedMutant, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query
from plans.records.task_kinds import Commands, CommandTask, Laid, TaskKind
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
    """What a model wrote, with the patch applied; raises UnreadableAnswer where that names what is not there."""
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

    Tasks that the patch does not name are the same records, and files of the grader the same bytes. Raises
    UnreadableAnswer, with what is wrong with a task too.
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
        task.how.reference_file for task in criteria.tasks if task.how.reference_file
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


def corrected(scheme: Scheme, written: Corrections, prd: PRD, item: str) -> ReadAnswer[Scheme]:
    """The scheme with what was written anew in its place; raises UnreadableAnswer."""
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
        raise UnreadableAnswer(problems)
    laid = {input_path(one): one.content.encode() for one in known.inputs.values()}
    named = {laid.file for laid in found_in(criteria, Laid)} | {
        task.how.reference_file for task in criteria.tasks if task.how.reference_file
    }
    grader = {path: data for path, data in {**expected, **laid}.items() if path in named}
    changed = Scheme(criteria=criteria, grader={**grader, **tests})
    return ReadAnswer(changed, list(task_problems(criteria, prd, item)))


def _rewritten(
    written: RewrittenTask, task: EvaluationTask, known: Known, expected: Grader, problems: list[str]
) -> EvaluationTask:
    """The task tried in another way; what it is held against is added to `expected`."""
    wrong = [f"task {task.id}: {one}" for one in way_problems(written, task.requirements, known)]
    problems += wrong
    if wrong or not isinstance(task.how, CommandTask) or task.how.rubric is None:
        return task
    try:
        way = made_way(written, known.inputs, task.how.rubric)
    except ValidationError as error:
        problems += [f"task {task.id}: {one}" for one in complaints(error)]
        return task
    expected |= way.grader
    return task.model_copy(update={"how": way.how})


def shown_way(how: TaskKind) -> list[str]:
    """A line for each thing."""
    return list(_lines(how))


def _lines(how: TaskKind) -> Iterator[str]:
    assert isinstance(how, CommandTask), "a program is tried by commands"
    yield from (f"lays {laid.file} at {laid.to}" for laid in how.arrange.files)
    yield from _commands(how.act)
    yield from how.described()
    if how.rubric is not None:
        yield f"one point of two: {how.rubric.one}"


def _commands(act: Commands) -> Sequence[str]:
    lines: list[str] = []
    for command in act:
        lines.append(f"$ {command.line}")
        if isinstance(command.input, str):
            lines += [f"> {line}" for line in lines_of(command.input)]
    return lines


SILENT = "silent-program"
"""Id of the mutant of whose modules nothing is left."""
T = TypeVar("T")


class ProgramCraft:
    """Implements agents.authoring.generation.craft.Craft."""

    way: AuthoringMode = "commands"
    rules = PROGRAMS
    blank_id = SILENT
    undecided = "no program can tell what came of it. Let it print, write or give back something wrong"

    def __init__(self, judge: Judge) -> None:
        """`judge`: shows which tasks a submission passes that does nothing."""
        self._judge = judge

    @property
    def breaking(self) -> Breaking:
        """What people get wrong in modules of Python."""
        return operators().commands

    def prd_problems(self, prd: PRD) -> Iterator[str]:
        """What tests call is stated and can be imported, exit codes and streams are told, and what is started is."""
        yield from interface_problems(prd)
        yield from ending_problems(prd)
        yield from starting_problems(prd)

    async def scheme(
        self, asking: WriterRequest, recipe: Recipe, prd: PRD, query: Query
    ) -> MadeArtifact[Scheme]:
        """The criteria with what is laid and expected, and then the code of their tests."""
        sizes = asking.orders.sizes(recipe)

        async def read(written: WrittenScheme) -> ReadAnswer[Scheme]:
            found = read_scheme(written, prd, recipe.id, sizes)
            problems = list(found.problems)
            if not problems and (untested := _without_tests(found.value)).criteria.tasks:
                problems += asking.complaints(recipe, prd, query, untested)
            if not problems:
                problems = await self._gained(recipe, found.value, is_by_tests=False)
            return ReadAnswer(found.value, problems)

        order = asking.orders.order(
            "criteria", recipe, prd=requirements_text(prd), query=said(query), sizes=sizes
        )

        def again(standing: WrittenScheme, wrong: Sequence[str]) -> WritingOrder | None:
            try:
                found = read_scheme(standing, prd, recipe.id)
            except UnreadableAnswer:
                return None  # What cannot be read cannot be shown either.
            shown = concerned(wrong, self.shown(found.value))
            return asking.orders.patch("criteria", recipe, wrong, prd, query, sizes=sizes, **shown)

        patching = Patching(SchemePatch, patched_scheme, order=again)
        made = await asking.writer.written(order, WrittenScheme, read, patching=patching)
        if not wanted_tests(made.value.criteria):
            return made
        tests = await self.tests(asking, recipe, prd, query, made.value)
        return MadeArtifact(tests.value, (*made.uses, *tests.uses))

    def misfits(self, scheme: Scheme, recipe: Recipe, prd: PRD, query: Query) -> list[str]:
        """Which requirements are not tested by them, and what their tests cannot call any more."""
        problems = list(task_problems(scheme.criteria, prd, recipe.id))
        read_tests([], wanted_tests(scheme.criteria), prd, problems, scheme.grader)
        return problems

    async def patched(
        self,
        asking: WriterRequest,
        recipe: Recipe,
        prd: PRD,
        query: Query,
        scheme: Scheme,
        wrong: Sequence[str],
    ) -> MadeArtifact[Scheme]:
        """Tasks and inputs by id, tests by the names of their functions or by edits."""
        sizes = kept_sizes(scheme.criteria, asking.orders.sizes(recipe))

        async def read(mended: Scheme) -> ReadAnswer[Scheme]:
            found = _reread(mended, prd, recipe.id, sizes)
            problems = found.problems or asking.complaints(recipe, prd, query, found.value)
            return ReadAnswer(found.value, problems or await self.vacuous(recipe, scheme, found.value))

        shown = concerned(wrong, self.shown(scheme))
        order = asking.orders.patch("criteria", recipe, wrong, prd, query, sizes=sizes, **shown)
        patching = Patching(SchemeMend, lambda before, patch: mended_scheme(before, patch, prd))
        return await asking.writer.patched(order, scheme, patching, read)

    @property
    def mutants_patch(self) -> type[MutantsPatch]:
        """Defects, and a patch of the criteria that they show to be weak."""
        return ProgramMutantsPatch

    async def strengthened(
        self, specified: Specified, scheme: Scheme, patch: MutantsPatch
    ) -> ReadAnswer[Scheme] | None:
        """The ways and tests of weak tasks patched; none may be passed by a submission that does nothing."""
        if not isinstance(patch, ProgramMutantsPatch) or patch.criteria is None:
            return None
        found = _reread(
            mended_scheme(scheme, patch.criteria, specified.prd), specified.prd, specified.recipe.id
        )
        problems = found.problems or await self.vacuous(specified.recipe, scheme, found.value)
        return ReadAnswer(found.value, problems)

    async def tests(
        self, asking: WriterRequest, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme
    ) -> MadeArtifact[Scheme]:
        """The scheme with the code of its tests; raises GivenUp."""
        wanted = wanted_tests(scheme.criteria)

        async def read(written: WrittenTestFiles) -> ReadAnswer[Scheme]:
            problems: list[str] = []
            files = read_tests(written.files, wanted, prd, problems)
            whole = scheme.model_copy(update={"grader": {**scheme.grader, **files}})
            problems = problems or [*asking.complaints(recipe, prd, query, whole)]
            if not problems:
                problems = await self._gained(recipe, whole, is_by_tests=True)
            return ReadAnswer(whole, problems)

        order = asking.orders.order(
            "tests", recipe, prd=requirements_text(prd), wanted=wanted, **self.shown(_of_tests(scheme))
        )
        patching = Patching(UnitTestsPatch, patched_tests)
        return await asking.writer.written(order, WrittenTestFiles, read, patching=patching)

    async def _gained(self, recipe: Recipe, scheme: Scheme, *, is_by_tests: bool) -> list[str]:
        tasks = frozenset(task.id for task in scheme.criteria.tasks if task.how.runs_tests == is_by_tests)
        return await gained(self._judge, recipe.id, recipe.parameters.family, scheme, tasks)

    async def vacuous(self, recipe: Recipe, before: Scheme, scheme: Scheme) -> list[str]:
        """Of the tasks that were corrected, those that are passed by a submission that does nothing."""
        changed = changed_tasks(before, scheme)
        return await gained(self._judge, recipe.id, recipe.parameters.family, scheme, changed)

    def shown(self, scheme: Scheme) -> ShownScheme:
        """The tasks with their commands, and the files that these name."""
        return {
            "tasks": shown_tasks(scheme.criteria, lambda task: shown_way(task.how)),
            "other_tasks": (),
            "targets": {},
            "other_targets": (),
            "grader": _texts(scheme.grader),
        }

    def correction(self, text: str, specified: Specified) -> Correction:
        """Tasks whose way is written anew, with what is laid and tested."""
        return _correction(Corrections.model_validate_json(text), specified)

    async def repaired(
        self,
        writer: Writer,
        order: WritingOrder,
        specified: Specified,
        read: Callable[[Repaired], ReadAnswer[T]],
    ) -> MadeArtifact[T]:
        """What `read` makes of edits, files and corrections."""

        async def taken(written: ProgramRepair) -> ReadAnswer[T]:
            correction = _correction(written.corrections, specified)
            return read(Repaired(written.edits, written.files, correction))

        return await writer.written(order, ProgramRepair, taken)

    def blank(self, reference: Files, criteria: Criteria) -> PlantedMutant:
        """Modules that can be imported, and of which nothing is left."""
        left = {
            path: text.partition("\n")[0] + "\n" for path, text in reference.items() if path.endswith(".py")
        }
        return emptied(SILENT, "Nothing is left in any module", left, reference, criteria)


def _correction(written: Corrections, specified: Specified) -> Correction:
    def made(scheme: Scheme) -> ReadAnswer[Scheme]:
        return corrected(scheme, written, specified.prd, specified.recipe.id)

    return made


def _reread(mended: Scheme, prd: PRD, item: str, sizes: Sequence[Size] = ()) -> ReadAnswer[Scheme]:
    """Criteria that were patched, with their tests read; raises UnreadableAnswer."""
    problems: list[str] = []
    criteria = mended.criteria
    tests = read_tests(tests_in(mended.grader), wanted_tests(criteria), prd, problems)
    if not problems:
        problems += [*size_problems(criteria, sizes), *task_problems(criteria, prd, item)]
    return ReadAnswer(Scheme(criteria=criteria, grader={**mended.grader, **tests}), problems)


def _without_tests(scheme: Scheme) -> Scheme:
    """The part of it that needs no test files, which are not there yet."""
    tasks = tuple(task for task in scheme.criteria.tasks if not task.how.runs_tests)
    return scheme.model_copy(update={"criteria": scheme.criteria.model_copy(update={"tasks": tasks})})


def _of_tests(scheme: Scheme) -> Scheme:
    """The part of it that is tried by tests."""
    tasks = tuple(task for task in scheme.criteria.tasks if task.how.runs_tests)
    return Scheme(criteria=Criteria(tasks=tasks))


def _texts(grader: Grader) -> Files:
    """The grader's files as a model is shown them: as it wrote them."""
    texts = shown_files({path: data.decode() for path, data in grader.items()})
    return {path: without_head(text) if path.endswith(".py") else text for path, text in texts.items()}
