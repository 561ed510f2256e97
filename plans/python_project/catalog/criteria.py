"""The criteria DAG of a project, out of the tasks of its features, with the files of the grader."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from pydantic import JsonValue, TypeAdapter, ValidationError

from plans.catalog.making import parents_first, prerequisites, task_id
from plans.errors import InvalidFile
from plans.python_project.catalog.feature import FileTemplate, ShellTemplate, TaskTemplate, UnitTemplate
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.part import FeaturePart
from plans.python_project.catalog.vocabulary import Vocabulary, assembled, render, with_given
from plans.records.base import Record
from plans.records.criteria import (
    DEFAULT_WEIGHT,
    Criteria,
    EvaluationTask,
    ExpectedOutcome,
    Level,
    TaskMethod,
)
from plans.records.problem import Problem
from plans.records.project import Files, Grader
from plans.records.task_modes import (
    Arrangement,
    Command,
    FileComparison,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)

NOTICE = "Benchmark material: do not train on it. Canary: {canary}"


def marked(files: Mapping[str, str], canary: str) -> Files:
    """The files with canary and notice as a comment; JSON, CSV and plain text have none and stay as they are."""
    notice = NOTICE.format(canary=canary)
    return {path: _with_comment(path, text, notice) for path, text in files.items()}


def _with_comment(path: str, text: str, notice: str) -> str:
    if path.endswith(".py"):
        return f"# {notice}\n{text}"
    if path.endswith(".md"):
        return f"{text}\n<!-- {notice} -->\n"
    return text


PROGRAM = "python src/main.py"
QUIT = "0"


class _Menu(Record):
    menu: tuple[tuple[str, ...], ...]
    """Entries by the names of their actions, with what is typed when they ask."""
    left: bool = False


class _Input(Record):
    input: str


_FORM: TypeAdapter[_Menu | _Input] = TypeAdapter(_Menu | _Input)


def commands(act: Sequence[JsonValue], words: Vocabulary, where: str) -> tuple[Command, ...]:
    """The commands of a task; raises InvalidFile for what is none."""
    return tuple(_command(one, words, f"{where}.act[{place}]") for place, one in enumerate(act))


def _command(one: JsonValue, words: Vocabulary, where: str) -> Command:
    if isinstance(one, str):
        return Command(line=f"{PROGRAM} {render(one, words, where)}")
    try:
        form = _FORM.validate_python(one)
    except ValidationError:
        raise _unread(one, where, "is no command", "Write it in a form that acting.py lists.") from None
    if isinstance(form, _Input):
        return Command(line=PROGRAM, input=render(form.input, words, where))
    lines: list[str] = []
    for name, *answers in form.menu:
        if name not in words["menu"]:
            raise _unread(one, where, f"picks {name!r}, which is no entry of the menu", "Name an action.")
        lines += [str(words["menu"][name]), *(render(answer, words, where) for answer in answers)]
    if not form.left:
        lines.append(QUIT)
    return Command(line=PROGRAM, input="".join(f"{line}\n" for line in lines))


def _unread(one: JsonValue, where: str, message: str, mend: str) -> InvalidFile:
    return InvalidFile([Problem(where=where, message=f"{one!r:.200} {message}.", mend=mend)])


def grader_files(library: Library, parts: Sequence[FeaturePart], canary: str) -> Grader:
    """Everything that tasks name; tests carry the canary. Raises InvalidFile."""
    files: Files = {f"laid/{path}": text for path, text in _laid_always(parts).items()}
    for part in parts:
        tests = library.tests.get(part.feature.id)
        if tests is not None:
            path = f"features/{part.feature.id}/tests.py.j2"
            files |= marked({tests_path(part.feature.module): render(tests, part.words, path)}, canary)
        for template in part.tasks():
            files |= dict(_own_files(part, template))
    return {path: text.encode() for path, text in sorted(files.items())}


def tests_path(module: str) -> str:
    """Where the tests of a module lie, in the grader and in the submission."""
    return f"tests/test_{module}.py"


def reference_path(task: str, product: str) -> str:
    """Where the grader has what a product is held against."""
    return f"expected/{task}/{PurePosixPath(product).name}"


def arranged_files(
    parts: Sequence[FeaturePart], part: FeaturePart, template: TaskTemplate, task: str
) -> Iterator[Laid]:
    """What is laid for a task, its own files last; where it brings one for a place, the usual one gives way."""
    where = f"{part.where}: tasks.{template.id}.files"
    own = [render(path, part.words, where) for path in template.files]
    yield from (Laid(file=f"laid/{path}", to=path) for path in _laid_always(parts) if path not in own)
    yield from (Laid(file=f"inputs/{task}/{path}", to=path) for path in own)


def _laid_always(parts: Sequence[FeaturePart]) -> Files:
    """The records, and what features keep beside them."""
    words = parts[0].words
    files = {words["data_file"]: data_text(words, words["records"])}
    for part in parts:
        for path, text in part.feature.lays.items():
            files[path] = render(text, part.words, f"{part.where}: lays.{path}")
    return files


def data_text(words: Vocabulary, records: Sequence[object]) -> str:
    """The data file with these records."""
    return render("{{ made | json }}\n", {"made": [words["plain"](entry) for entry in records]}, "data file")


def _own_files(part: FeaturePart, template: TaskTemplate) -> Iterator[tuple[str, str]]:
    task = f"{part.feature.id}-{template.id}"
    where = f"{part.where}: tasks.{template.id}"
    words = with_given(template.given, part.words, where)
    for path, text in template.files.items():
        yield f"inputs/{task}/{render(path, words, where)}", render(text, words, f"{where}.files")
    if template.file is not None:
        product = render(template.file.product, words, f"{where}.file.product")
        yield reference_path(task, product), render(template.file.reference, words, f"{where}.file.reference")


def shipped_files(parts: Sequence[FeaturePart]) -> Files:
    """Data files that the reference brings."""
    words = parts[0].words
    files = {words["data_file"]: data_text(words, words["shipped"])}
    for part in parts:
        for path, text in part.feature.ships.items():
            files[path] = render(text, part.words, f"{part.where}: ships.{path}")
    return files


OUTCOME = "met"
"""Id of the one outcome of each task."""
ZERO = "Nothing of it, a traceback, or a program that cannot be run."
_RANK = {level: rank for rank, level in enumerate(Level)}


def compose_criteria(parts: Sequence[FeaturePart], requirement_ids: Mapping[str, str]) -> Criteria:
    """The criteria; `requirement_ids` maps `feature.leaf` to the PRD's id.

    Raises InvalidFile with every task that cannot be made of its template.
    """
    problems: list[Problem] = []
    present = {f"{part.feature.id}.{task.id}" for part in parts for task in part.tasks()}
    written = {
        f"{part.feature.id}.{task.id}": task.depends_on for part in parts for task in part.feature.tasks
    }
    parents = prerequisites(written, present)
    tasks: dict[str, EvaluationTask] = {}
    for part in parts:
        for template in part.tasks():
            key = f"{part.feature.id}.{template.id}"
            try:
                tasks[key] = _task(parts, part, template, parents[key], requirement_ids)
            except ValidationError as error:
                problems += _problems(error, f"{part.where}: tasks.{template.id}")
            except InvalidFile as error:
                problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return Criteria(tasks=tuple(tasks[key] for key in _ordered(tasks, parents)))


def _task(
    parts: Sequence[FeaturePart],
    part: FeaturePart,
    template: TaskTemplate,
    parents: Sequence[str],
    requirement_ids: Mapping[str, str],
) -> EvaluationTask:
    where = f"{part.where}: tasks.{template.id}"
    words = with_given(template.given, part.words, where)
    id = task_id(f"{part.feature.id}.{template.id}")
    statement = render(template.statement, words, f"{where}.statement")
    keys = (f"{part.feature.id}.{leaf}" for leaf in template.requirements)
    rubric = Rubric(two=statement, one=render(template.partly, words, f"{where}.partly"), zero=ZERO)
    return EvaluationTask(
        id=id,
        title=render(template.title, words, f"{where}.title"),
        level=template.level,
        weight=DEFAULT_WEIGHT[template.level],
        depends_on=tuple(task_id(parent) for parent in parents),
        requirements=tuple(requirement_ids[key] for key in keys if key in requirement_ids),
        outcomes=(ExpectedOutcome(id=OUTCOME, statement=statement),),
        how=_how(parts, part, template, words, where, id, rubric),
    )


def _how(
    parts: Sequence[FeaturePart],
    part: FeaturePart,
    template: TaskTemplate,
    words: Vocabulary,
    where: str,
    id: str,
    rubric: Rubric,
) -> TaskMethod:
    if template.unit is not None:
        return _unit(part, template.unit, rubric)
    laid = [*arranged_files(parts, part, template, id)]
    arrange = Arrangement(words=_arranged(words, len(laid)), files=tuple(laid))
    if template.shell is not None:
        return _shell(template.shell, words, f"{where}.shell", arrange, rubric)
    assert template.file is not None
    return _file(template.file, words, f"{where}.file", arrange, rubric, id)


def _arranged(words: Vocabulary, files: int) -> str:
    others = files - 1
    are = "is" if others == 1 else "are"
    more = f"; {others} more of the grader's files {are} laid beside it" if others > 0 else ""
    return (
        f"The program starts, and {words['data_file']} holds the grader's {len(words['records'])} "
        f"{words['items']}{more}."
    )


def _unit(part: FeaturePart, template: UnitTemplate, rubric: Rubric) -> UnitTest:
    path = tests_path(part.feature.module)
    line = " ".join(("python -m pytest -q", *(f"{path}::{test}" for test in template.tests)))
    arrange = Arrangement(words=f"{part.words['package']} can be imported from src/.")
    return UnitTest(
        kind="unit-test", tests=(path,), arrange=arrange, act=(Command(line=line),), rubric=rubric
    )


def _shell(
    template: ShellTemplate, words: Vocabulary, where: str, arrange: Arrangement, rubric: Rubric
) -> ShellInteraction:
    shown = [render(one, words, f"{where}.shown") for one in template.shown]
    never = [render(one, words, f"{where}.never") for one in template.never]
    return ShellInteraction(
        kind="shell-interaction",
        arrange=arrange,
        act=commands(template.act, words, where),
        expected=Printed(
            words=render(template.expected, words, f"{where}.expected"), pattern=assembled(shown, never)
        ),
        rubric=rubric,
    )


def _file(
    template: FileTemplate, words: Vocabulary, where: str, arrange: Arrangement, rubric: Rubric, id: str
) -> FileComparison:
    product = render(template.product, words, f"{where}.product")
    return FileComparison(
        kind="file-comparison",
        arrange=arrange,
        act=commands(template.act, words, where),
        product=product,
        reference=reference_path(id, product),
        expected=render(template.expected, words, f"{where}.expected"),
        rubric=rubric,
    )


def _ordered(tasks: Mapping[str, EvaluationTask], parents: Mapping[str, list[str]]) -> list[str]:
    """Parents before children; otherwise as the features stand, presence before functionality before robustness."""
    features = list(dict.fromkeys(key.partition(".")[0] for key in tasks))
    return parents_first(
        {
            key: (features.index(key.partition(".")[0]), _RANK[task.level], number)
            for number, (key, task) in enumerate(tasks.items())
        },
        parents,
    )


def _problems(error: ValidationError, where: str) -> list[Problem]:
    return [
        Problem(
            where=where,
            message=f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']} (it is {one['input']!r:.200}).",
            mend="Correct it; plans/records/how describes the ways in which a task is tried.",
        )
        for one in error.errors()
    ]
