"""A folder of published PRDBench tasks, read by rule: plans, rubrics, needs, and the problems of each criterion.

Nothing is mended: what cannot be read as the format has it is listed with its place and what follows for the task.
"""

import os
import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, cast, get_args

from rapidfuzz import fuzz

from pipeline.exchange.prdbench.files import (
    EVALUATION,
    RESTORE,
    Outputs,
    PublishedFolder,
    RunFiles,
    outputs_of,
    run_files,
    written_places,
)
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import FileRecord
from plans.records.problem import Problem
from plans.records.published import (
    CriterionKind,
    Need,
    PublishedCriterion,
    PublishedDefect,
    PublishedRubric,
    PublishedStep,
    PublishedTask,
    StandardInput,
)
from plans.runtimes import REQUIREMENTS, declared, is_declared
from plans.shell import SimpleCommand, calls_of, targets_of

PRD = "src/PRD.md"
PLAN = f"{EVALUATION}/detailed_test_plan.json"
METRIC = f"{EVALUATION}/metric.json"
AUX = "aux_data.json"
ROWS_LIMIT = 500
"""Entries of a plan, or of a rubric; the longest that was published has 49."""
COMMAND_LIMIT = 20_000
"""Characters of the longest command that is taken apart; the longest that was published has 1,000."""
ALIKE = 0.6
"""Likeness of two titles from which the same id means the same criterion: ids alone do not."""
_COMPARED = 300
"""Characters of two titles that are compared; the longest that was published has 120."""
_KINDS = get_args(CriterionKind)
_NUMBER = re.compile(r"[0-9]{1,6}")
_ID = re.compile(r"\s*(\d+(?:\.\d+)*[a-zA-Z]?(?:-[a-z]+)?)(?=[\s:.、)-]|$)[\s:.、)-]*")
_POINTS = re.compile(r"(?:^|(?<=[\s(;.]))\**(\d)\s*points?\**\s*[:：]\**\s*", re.IGNORECASE)
_FILE_NAME = re.compile(r"[^\s\\]+\.(?:in|txt|input|csv|json)")
_LOCKED = re.compile(r"^([A-Za-z0-9][\w.-]*)\s*==", re.MULTILINE)
OWN = frozenset({"pytest"})
"""What the judge's own Python has, where a suite locks nothing."""


class PublishedDataset(NamedTuple):
    """All tasks of a folder."""

    root: Path
    """The folder in which those of the tasks lie."""
    tasks: tuple[PublishedTask, ...]
    problems: tuple[Problem, ...]
    """Of the folder, and of tasks of which nothing could be read."""
    folders: Mapping[int, PublishedFolder]
    """Task → its files."""


def read_dataset(folder: Path) -> PublishedDataset:
    """Every task of a folder, in the order of their numbers; what cannot be read is a problem, and stops nothing.

    Raises AuthorError where no task lies there at all.
    """
    root = _root(folder)
    given, problems = _given(root)
    tasks: dict[int, PublishedTask] = {}
    folders: dict[int, PublishedFolder] = {}
    for number, name in _numbered(root):
        files = PublishedFolder(root / name, name)
        if number in tasks:
            message = f"has the number {number}, as another folder has, and is not read."
            problems.append(files.problem(".", message, "Give it a number of its own."))
            continue
        try:
            tasks[number] = _task(number, files, given.pop(number, ()))
            folders[number] = files
        except InvalidFile as error:
            problems += [*error.problems, *files.problems]
    if lost := sorted(set(given) - {number for number, _ in _numbered(root)}):
        message = f"names data for the tasks {', '.join(map(str, lost))}, which are not there."
        mend = "Nothing follows, unless they were to be there."
        problems.append(Problem(where=AUX, message=message, mend=mend, severity="warning"))
    return PublishedDataset(root, tuple(tasks.values()), tuple(problems), folders)


def _root(folder: Path) -> Path:
    """The folder whose entries are the tasks: the one that is named, or `PRDBench` in it."""
    inner = folder / "PRDBench"
    for root in (folder,) if inner.is_symlink() else (folder, inner):
        if any(_is_there(root, f"{name}/{file}") for _, name in _numbered(root) for file in (PLAN, PRD)):
            return root
    if _is_there(folder, PLAN):
        raise AuthorError(
            f"{str(folder)!r} is a single task of PRDBench, and its number and data are told by the folder above. "
            "Name that one."
        )
    raise AuthorError(
        f"{str(folder)!r} holds no task of PRDBench, so nothing was read: looked for folders with a number for their "
        f"name, there and in 'PRDBench', that hold {PLAN!r} or {PRD!r}. Name the folder of a checkout of the published "
        "data."
    )


def _is_there(root: Path, file: str) -> bool:
    """Whether a file lies there itself, with no link on the way."""
    try:
        PublishedFolder(root, root.name, is_listed=False).read(file)
    except InvalidFile:
        return False
    return True


def _numbered(root: Path) -> list[tuple[int, str]]:
    """Number and name of the folders that can be tasks, in the order of their numbers; links are none."""
    try:
        entries = list(os.scandir(root))
    except OSError:
        return []  # What is no folder, or may not be read, holds no task; the caller says what it looked for.
    return sorted(
        (int(entry.name), entry.name)
        for entry in entries
        if _NUMBER.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
    )


def _given(root: Path) -> tuple[dict[int, tuple[str, ...]], list[Problem]]:
    """Task → the data that its code agent is given, as aux_data.json names them."""
    listing = PublishedFolder(root, root.name, is_listed=False)
    mend = "Without it nobody knows which data under src/ a code agent is given; restore the published file."
    try:
        value = listing.json(AUX)
    except InvalidFile as error:
        return {}, [one.model_copy(update={"mend": mend, "severity": "warning"}) for one in error.problems]
    found: dict[int, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for name, files in cast("dict[str, Any]", value).items() if isinstance(value, dict) else [("", value)]:
        if _NUMBER.fullmatch(name) and _is_list_of_texts(files):
            found[int(name)] = tuple(files)
        else:
            message = f"has no list of files at {name[:40]!r}."
            problems.append(listing.problem(AUX, message, mend, is_warning=True))
    return found, problems


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in cast("list[Any]", value))


class _Entry(NamedTuple):
    """One entry of a plan, with its commands taken apart."""

    ordinal: int
    metric: str
    kind: CriterionKind
    description: str | None
    expected_output: str | None
    steps: tuple[PublishedStep, ...]
    calls: tuple[SimpleCommand, ...]
    run: RunFiles
    written: tuple[str, ...]
    """Where its commands say that they write."""
    input_files: tuple[str, ...]
    expected_files: tuple[str, ...]
    defects: tuple[PublishedDefect, ...]
    """Of its fields, its commands, and what these read and run."""


def _task(number: int, folder: PublishedFolder, given: Sequence[str]) -> PublishedTask:
    """The task with its criteria; raises InvalidFile where there is no plan to read them from."""
    listed, problems = _listed(folder, PLAN)
    entries: list[_Entry] = []
    for ordinal, value in enumerate(listed[:ROWS_LIMIT], 1):
        if wrong := _unfit(value):
            mend = "Without it nobody knows what it asks for, and it is counted as planned alone."
            problems.append(folder.problem(f"{PLAN}: entry {ordinal}", wrong, mend))
        else:
            entries.append(_entry(ordinal, cast("dict[str, Any]", value), folder))
    rows = _rubrics(folder, problems)
    kept = tuple(_kept(given, folder, problems))
    try:
        prd = folder.text(PRD)
    except InvalidFile as error:
        prd = None
        problems += error.problems
    stale = _stale_products(entries, folder)
    beside = (file for file in folder.files - stale if not file.startswith(("src/", f"{EVALUATION}/")))
    return PublishedTask(
        number=number,
        prd=prd,
        criteria=tuple(_criterion(number, one, rows, stale, folder) for one in entries),
        planned=len(listed),
        must_survive=kept,
        shipped_beside=tuple(sorted(beside)),
        stale_products=tuple(sorted(stale)),
        needs=_needs(entries),
        problems=(*folder.problems, *problems),
    )


def _listed(folder: PublishedFolder, file: str) -> tuple[list[Any], list[Problem]]:
    """The entries of a plan or rubric; raises InvalidFile where the file holds no list."""
    value = folder.json(file)
    if not isinstance(value, list):
        raise InvalidFile([folder.problem(file, f"holds {_kind_of(value)}, where a list is due.", RESTORE)])
    listed = cast("list[Any]", value)
    if len(listed) <= ROWS_LIMIT:
        return listed, []
    message = f"has {len(listed):,} entries, of which {ROWS_LIMIT:,} are read."
    return listed, [folder.problem(file, message, "The others are counted as planned alone.")]


def _unfit(value: Any) -> str | None:
    """What keeps an entry from being a criterion."""
    if not isinstance(value, dict):
        return f"is {_kind_of(value)}, where a criterion is due."
    entry = cast("dict[str, Any]", value)
    metric, kind = entry.get("metric"), entry.get("type")
    if not isinstance(metric, str) or not metric.strip():
        return f"has {_kind_of(metric)} for its `metric`, which names it."
    if kind not in _KINDS:
        return f"has the type {str(kind)[:40]!r}, and not one of {', '.join(_KINDS)}."
    return None


def _entry(ordinal: int, entry: dict[str, Any], folder: PublishedFolder) -> _Entry:
    wrong: list[str] = []
    defects: list[PublishedDefect] = []
    steps: list[PublishedStep] = []
    calls: list[SimpleCommand] = []
    for case in _cases(entry, wrong):
        command, asked = _text(case, "test_command", wrong), _text(case, "test_input", wrong)
        called: tuple[SimpleCommand, ...] = ()
        try:
            called = _calls(command or "")
        except ValueError as error:
            message = f"bash cannot read the command {command!r}: {error}."
            defects.append(PublishedDefect(kind="command", message=message, blocks=True))
        typed = _standard_input(asked, called, folder, defects)
        steps.append(PublishedStep(command=command, run=command, asked_input=asked, input=typed))
        calls += called
    if not any(step.command for step in steps):
        message = "no command is given: it is decided by what lies there."
        defects.append(PublishedDefect(kind="command", message=message))
    run = run_files(calls, folder)
    for broken in run.broken:
        message = f"its command runs what cannot be run, whatever is submitted: {broken}"
        defects.append(PublishedDefect(kind="script", message=message, blocks=True))
    description, expected = _text(entry, "description", wrong), _text(entry, "expected_output", wrong)
    input_files, expected_files = (
        _names(entry, field, wrong) for field in ("input_files", "expected_output_files")
    )
    of_fields = (PublishedDefect(kind="plan", message=f"{told}; it is read without it.") for told in wrong)
    return _Entry(
        ordinal=ordinal,
        metric=entry["metric"].strip(),
        kind=entry["type"],
        description=description,
        expected_output=expected,
        steps=tuple(steps),
        calls=tuple(calls),
        run=run,
        written=tuple(dict.fromkeys(written_places(calls, folder))),
        input_files=input_files,
        expected_files=expected_files,
        defects=(*of_fields, *defects),
    )


def _cases(entry: dict[str, Any], wrong: list[str]) -> Iterator[dict[str, Any]]:
    listed = entry.get("testcases")
    if not isinstance(listed, list):
        wrong.append(f"`testcases` is {_kind_of(listed)}")
        return
    for one in cast("list[Any]", listed):
        if isinstance(one, dict):
            yield cast("dict[str, Any]", one)
        else:
            wrong.append(f"a test case is {_kind_of(one)}")


def _text(entry: dict[str, Any], field: str, wrong: list[str]) -> str | None:
    value = entry.get(field)
    if value is None or isinstance(value, str):
        return value
    wrong.append(f"`{field}` is {_kind_of(value)}")
    return None


def _names(entry: dict[str, Any], field: str, wrong: list[str]) -> tuple[str, ...]:
    """The files of a field: one name, or a list of them."""
    value = entry.get(field) or []
    listed = [value] if isinstance(value, str) else value
    if not _is_list_of_texts(listed):
        wrong.append(f"`{field}` is {_kind_of(value)} and not only file names")
        return ()
    return tuple(name.strip() for name in listed if name.strip())


def _kind_of(value: Any) -> str:
    kinds = ((str, "a text"), (bool, "true or false"), (list, "a list"), (dict, "an object"))
    if value is None:
        return "nothing"
    return next((told for kind, told in kinds if isinstance(value, kind)), "a number")


def _calls(command: str) -> tuple[SimpleCommand, ...]:
    """The simple commands of a line; raises ValueError where bash refuses it, or it is too long."""
    if len(command) > COMMAND_LIMIT:
        raise ValueError(f"it has {len(command):,} characters, and at most {COMMAND_LIMIT:,} are read")
    return calls_of(command)


def _standard_input(
    asked: str | None,
    calls: Sequence[SimpleCommand],
    folder: PublishedFolder,
    defects: list[PublishedDefect],
) -> StandardInput:
    """What is typed into a command: by its own `<` or pipe, else the file or text that the plan names."""
    redirect = next((call for call in calls if call.reads is not None), None)
    if redirect is not None:
        name, source, place = (
            redirect.reads or "",
            "redirect",
            folder.place(redirect.reads or "", redirect.folder or "."),
        )
    elif any(call.is_fed for call in calls):
        return StandardInput(source="in_command")
    elif asked is None:
        return StandardInput(source="none")
    else:
        name, source, place = asked, "path", folder.place(asked)
        if place is None or (place not in folder.files and not _FILE_NAME.fullmatch(asked)):
            return StandardInput(source="text", text=typed(asked))
    why = "is not there."
    if place in folder.files:
        try:
            return StandardInput(source=source, file=place, text=typed(folder.text(place)))
        except InvalidFile as error:
            why = error.problems[0].message
    # What a command reads from elsewhere the submission may bring.
    blocks = source == "path" or place is None or place.startswith(f"{EVALUATION}/")
    message = f"its standard input {name!r} {why}"
    defects.append(PublishedDefect(kind="input", message=message, blocks=blocks))
    return StandardInput(source="missing", file=name)


def typed(text: str) -> str:
    """The text as it is typed: empty lines at its end make programs complain of an empty choice."""
    return text.rstrip("\n") + "\n" if text else ""


def _kept(given: Sequence[str], folder: PublishedFolder, problems: list[Problem]) -> Iterator[str]:
    """The data under src/ that are given to the code agent, told where they are not there."""
    for name in given:
        place = folder.place(name)
        if place is None or not place.startswith("src/"):
            message = f"names {name!r}, which does not lie under src/, and is not given to code agents."
            problems.append(folder.problem(AUX, message, "Name files under src/.", is_warning=True))
            continue
        yield place
        if place not in folder.files:
            message = "is to be given to code agents, and is not there."
            problems.append(folder.problem(place, message, RESTORE, is_warning=True))


def _stale_products(entries: Sequence[_Entry], folder: PublishedFolder) -> frozenset[str]:
    """Shipped files that commands are to write; none that some criterion takes as its input."""
    taken = {folder.place(name) for one in entries for name in one.input_files}
    taken |= {step.input.file for one in entries for step in one.steps}
    return frozenset({place for one in entries for place in one.written} & folder.files - taken)


def _criterion(
    number: int,
    entry: _Entry,
    rows: Mapping[str, Sequence[PublishedRubric]],
    stale: frozenset[str],
    folder: PublishedFolder,
) -> PublishedCriterion:
    id, title = id_and_title(entry.metric)
    outputs = outputs_of(entry.expected_files, entry.written, folder)
    same_id = rows.get(id or "", ())
    place = most_alike(entry.metric, [row.metric for row in same_id])
    rubric = same_id[place] if place is not None else None
    return PublishedCriterion(
        task=number,
        ordinal=entry.ordinal,
        id=id,
        title=title,
        metric=entry.metric,
        kind=entry.kind,
        description=entry.description,
        expected_output=entry.expected_output,
        steps=entry.steps,
        run_files=entry.run.files,
        input_files=entry.input_files,
        expected_files=entry.expected_files,
        reference_files=outputs.references,
        products=outputs.products,
        rubric=rubric,
        defects=(
            *entry.defects,
            *(PublishedDefect(kind="input", message=one) for one in _lacking_inputs(entry, folder)),
            *(
                PublishedDefect(kind="expected", message=one)
                for one in _lacking_outputs(entry, outputs, stale)
            ),
            *(PublishedDefect(kind="rubric", message=one) for one in _lacking_points(rubric)),
        ),
    )


def _lacking_inputs(entry: _Entry, folder: PublishedFolder) -> Iterator[str]:
    for name in entry.input_files:
        place = folder.place(name)
        if place is None:
            yield f"its input file {name!r} lies outside of the task, and is not looked for."
        elif not folder.has(place):
            yield f"its input file {name!r} is not there: a submission, or an earlier criterion, has to make it."


def _lacking_outputs(entry: _Entry, outputs: Outputs, stale: Collection[str]) -> Iterator[str]:
    for name in outputs.missing:
        yield f"the expected file {name!r} is not there, so its content cannot be compared."
    for name in outputs.mistaken:
        yield f"{name!r}, named as expected, is itself to be written: there is nothing to compare it with."
    for name in entry.written:
        if name in stale:
            yield f"{name!r} is shipped though its command is to write it: that it is there shows nothing."


def _lacking_points(rubric: PublishedRubric | None) -> Iterator[str]:
    if rubric is None:
        yield "metric.json has no row of its id with a like title."
    elif set(rubric.points) != {0, 1, 2}:
        given = ", ".join(map(str, sorted(rubric.points, reverse=True))) or "no"
        yield f"its rubric tells of {given} points, in the form `2 points: …`; 2, 1 and 0 can be given."


def _rubrics(folder: PublishedFolder, problems: list[Problem]) -> Mapping[str, Sequence[PublishedRubric]]:
    """Id → the rows of the task's rubric that have it; none where there is no such file, which is a problem."""
    mend = "Without it criteria have no rubric; restore the published file where there was one."
    listed: list[Any] = []
    found: dict[str, list[PublishedRubric]] = {}
    told: list[Problem] = []
    try:
        listed, told = _listed(folder, METRIC)
    except InvalidFile as error:
        told = list(error.problems)
    unlike: list[int] = []
    for number, row in enumerate(listed[:ROWS_LIMIT], 1):
        match row:
            case {"metric": str(metric), "expected_output": str(text)} if metric.strip() and text.strip():
                id, _ = id_and_title(metric)
                rubric = PublishedRubric(metric=metric.strip(), points=points_of(text), text=text.strip())
                found.setdefault(id or "", []).append(rubric)
            case _:
                unlike.append(number)
    if unlike:
        message = f"has no `metric` and `expected_output` in {count_text(len(unlike), 'row')}, first in row {unlike[0]}."
        told.append(folder.problem(METRIC, message, mend))
    problems += [one.model_copy(update={"severity": "warning", "mend": mend}) for one in told]
    return {id: rows for id, rows in found.items() if id}


def id_and_title(metric: str) -> tuple[str | None, str]:
    """The number that a metric begins with, and the rest; no number, and all of it, where it begins with none."""
    match = _ID.match(metric)
    return (match[1], metric[match.end() :].strip()) if match else (None, metric.strip())


def most_alike(metric: str, titles: Sequence[str]) -> int | None:
    """Place of the title that is the most like a metric; None where none is like it."""
    scores = [fuzz.ratio(metric[:_COMPARED], title[:_COMPARED]) / 100 for title in titles]
    best = max(scores, default=0.0)
    return scores.index(best) if best >= ALIKE else None


def points_of(text: str) -> dict[int, str]:
    """Points → what they are given for, by the parts of a rubric's text; nothing where it has no such parts."""
    _, *parts = _POINTS.split(text)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {int(points): said.strip() for points, said in pairs if said.strip()}


NeedKind = Literal["package", "service", "network"]


class _Words(FileRecord):
    """`needs.yaml`."""

    SCHEMA: ClassVar[str] = "prdbench-needs"

    needs: dict[NeedKind, dict[str, tuple[str, ...]]]
    """Kind → package or service → words that name it in a PRD, besides its own name as an import."""
    imports: dict[str, str]
    """Names of modules and programs that are not those of what they belong to."""
    distributions: dict[str, tuple[str, ...]]
    """Package → names under which registries have it, any of which will do; left out, its own."""

    def need(self, name: str, because: str) -> Need:
        """What a name stands for, which has to be a known one."""
        kind = next(kind for kind, named in self.needs.items() if name in named)
        return Need(name=name, kind=kind, because=because)


@cache
def _words() -> _Words:
    return read_record(Path(__file__).with_name("needs.yaml"), _Words)


def _needs(entries: Sequence[_Entry]) -> tuple[Need, ...]:
    """What nobody can do without: what the scripts and tests of the task import, and what its commands run."""
    words = _words()
    calls = [call for entry in entries for call in entry.calls if call.words]
    programs = {posixpath.basename(call.words[0]) for call in calls}
    programs |= {
        one.name.partition(".")[0] for call in calls for one in targets_of(call) if one.kind == "module"
    }
    modules = {module for entry in entries for module in entry.run.modules}
    told = {name: f"a command of it runs {name}" for name in sorted(programs)}
    told |= {name: f"its tests import {name}" for name in sorted(modules)}
    known = {one: one for named in words.needs.values() for one in named} | words.imports
    found = {known[name]: words.need(known[name], because) for name, because in told.items() if name in known}
    return tuple(sorted(found.values(), key=lambda need: (need.kind, need.name)))


def may_be_used(task: PublishedTask) -> Iterator[Need]:
    """What the PRD names beside what is needed: a submission may use it, and does without where it is not there."""
    needed = {need.name for need in task.needs}
    for things in _words().needs.values():
        for name, words in things.items():
            if name not in needed and (match := _pattern(words).search(task.prd or "")):
                yield _words().need(name, f"its PRD names {match[0]!r}")


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    parts = (re.escape(word).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])" if words else r"(?!)", re.IGNORECASE)


def locked_packages(paths: SuitePaths) -> frozenset[str]:
    """The packages that submissions of a suite find, by plain names; raises InvalidFile."""
    if not is_declared(paths.runtime):
        return OWN
    _, texts = declared(paths.runtime)
    return frozenset(map(_plain, _LOCKED.findall(texts.get(REQUIREMENTS, ""))))


def why_not(task: PublishedTask, packages: Collection[str]) -> tuple[str, ...]:
    """Why submissions of a task cannot be tried, with what tells of each missing thing; empty where they can."""
    lacking = [need for need in task.needs if not _is_locked(need, packages)]
    reasons = [
        f"the {need.kind} {need.name} ({need.because}), and the sandbox has none"
        for need in lacking
        if need.kind != "package"
    ]
    named = [f"{_distributions(need)[0]} ({need.because})" for need in lacking if need.kind == "package"]
    return (*reasons, *([f"packages that the suite does not lock: {', '.join(named)}"] if named else []))


def not_there(task: PublishedTask, packages: Collection[str]) -> tuple[str, ...]:
    """What a task's PRD names beside what it needs, and is not there: a submission that uses it fails here."""
    lacking = (need for need in may_be_used(task) if not _is_locked(need, packages))
    return tuple(f"{_distributions(need)[0]} ({need.because})" for need in lacking)


def _is_locked(need: Need, packages: Collection[str]) -> bool:
    return need.kind == "package" and any(_plain(name) in packages for name in _distributions(need))


def _distributions(need: Need) -> tuple[str, ...]:
    """The names under which registries have it."""
    return _words().distributions.get(need.name, (need.name,))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
