"""A folder of published PRDBench tasks, read by rule: plans, rubrics, needs, and the problems of each criterion.

Nothing is mended: what cannot be read as the format has it is listed with its place and what follows for the task.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, cast, get_args

from rapidfuzz import fuzz

from pipeline.exchange.prdbench.files import (
    EVALUATION,
    RESTORE,
    PublishedFolder,
    outputs_of,
    run_files,
    written_places,
)
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import FileRecord, Problem
from plans.records.published import (
    CriterionKind,
    DefectKind,
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
    raise AuthorError(
        f"{str(folder)!r} holds no task of PRDBench, so nothing was read: looked for folders with a number for their "
        f"name, there and in 'PRDBench', that hold {PLAN!r} or {PRD!r}. Name the folder of a checkout of the published "
        "data, and not that of a single task."
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
    named = (entry for entry in root.glob("*") if _NUMBER.fullmatch(entry.name))
    return sorted((int(one.name), one.name) for one in named if one.is_dir() and not one.is_symlink())


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
            found[int(name)] = tuple(cast("list[str]", files))
        else:
            message = f"has no list of files at {name[:40]!r}."
            problems.append(listing.problem(AUX, message, mend, is_warning=True))
    return found, problems


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in cast("list[Any]", value))


_Rubrics = Sequence[PublishedRubric]


class _Entry(NamedTuple):
    """One entry of a plan, with its commands taken apart."""

    criterion: PublishedCriterion
    calls: tuple[SimpleCommand, ...]
    modules: frozenset[str]
    """Top-level names of the modules that its scripts and tests import."""
    written: tuple[str, ...]
    """Where its commands say that they write."""


def _task(number: int, folder: PublishedFolder, given: Sequence[str]) -> PublishedTask:
    """The task with its criteria; raises InvalidFile where there is no plan to read them from."""
    listed = _listed(folder, PLAN)
    problems = list(folder.problems)
    rubrics = _rubrics(folder, problems)
    entries: list[_Entry] = []
    for ordinal, value in enumerate(listed, 1):
        if wrong := _unfit(value):
            mend = "Without it nobody knows what it asks for, and it is counted as planned alone."
            problems.append(folder.problem(f"{PLAN}: entry {ordinal}", wrong, mend))
        else:
            entries.append(_entry(number, ordinal, value, rubrics, folder))
    kept = tuple(_kept(given, folder, problems))
    prd = None
    try:
        prd = folder.text(PRD)
    except InvalidFile as error:
        problems += error.problems
    # Shipped files that commands are to write, but for those that some criterion takes as its input.
    taken = {folder.place(name) for one in entries for name in one.criterion.input_files}
    taken |= {step.input.file for one in entries for step in one.criterion.steps}
    stale = {place for one in entries for place in one.written} & folder.files - taken
    beside = (file for file in folder.files - stale if not file.startswith(("src/", f"{EVALUATION}/")))
    return PublishedTask(
        number=number,
        prd=prd,
        criteria=tuple(_told_stale(one, stale) for one in entries),
        planned=len(listed),
        must_survive=kept,
        shipped_beside=tuple(sorted(beside)),
        stale_products=tuple(sorted(stale)),
        needs=_needs(entries),
        problems=tuple(problems),
    )


def _told_stale(entry: _Entry, stale: Collection[str]) -> PublishedCriterion:
    """The criterion with the problem that what its commands write lies there already."""
    there = (f"{one!r}, which its command is to write, is shipped." for one in entry.written if one in stale)
    defects = (*entry.criterion.defects, *_defects("expected", there))
    return entry.criterion.model_copy(update={"defects": defects})


def _listed(folder: PublishedFolder, file: str) -> list[Any]:
    """The entries of a plan or rubric; raises InvalidFile where the file holds no list, or a huge one."""
    value = folder.json(file)
    if not isinstance(value, list):
        raise InvalidFile([folder.problem(file, f"holds {_kind_of(value)}, where a list is due.", RESTORE)])
    listed = cast("list[Any]", value)
    if len(listed) > ROWS_LIMIT:
        message = f"has {len(listed):,} entries, and at most {ROWS_LIMIT:,} are read."
        raise InvalidFile([folder.problem(file, message, "Publish them as several tasks.")])
    return listed


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


def _entry(
    number: int, ordinal: int, entry: dict[str, Any], rubrics: Mapping[str, _Rubrics], folder: PublishedFolder
) -> _Entry:
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
            told = [f"bash cannot read the command {command!r}: {error}."]
            defects += _defects("command", told, blocks=True)
        typed = _standard_input(asked, called, folder, defects)
        steps.append(PublishedStep(command=command, run=command, asked_input=asked, input=typed))
        calls += called
    if not any(step.command for step in steps):
        defects += _defects("command", ["no command is given: it is decided by what lies there."])
    description, expected = _text(entry, "description", wrong), _text(entry, "expected_output", wrong)
    inputs, expected_files = (
        _names(entry, field, wrong) for field in ("input_files", "expected_output_files")
    )
    written = tuple(dict.fromkeys(written_places(calls, folder)))
    run, outputs = run_files(calls, folder), outputs_of(expected_files, written, folder)
    metric: str = entry["metric"].strip()
    id, title = id_and_title(metric)
    same_id = rubrics.get(id or "", ())
    alike = most_alike(metric, [one.metric for one in same_id])
    rubric = same_id[alike] if alike is not None else None
    broken = (f"{one} The command fails whatever is submitted." for one in run.broken)
    defects += _defects("script", broken, blocks=True)
    defects += _defects("plan", (f"{told}; it is read without it." for told in wrong))
    defects += _defects("input", _lacking_inputs(inputs, folder))
    defects += _defects("expected", outputs.lacking)
    defects += _defects("rubric", _lacking_points(rubric))
    criterion = PublishedCriterion(
        task=number,
        ordinal=ordinal,
        id=id,
        title=title,
        metric=metric,
        kind=entry["type"],
        description=description,
        expected_output=expected,
        steps=tuple(steps),
        run_files=run.files,
        input_files=inputs,
        expected_files=expected_files,
        reference_files=outputs.references,
        products=outputs.products,
        rubric=rubric,
        defects=tuple(defects),
    )
    return _Entry(criterion, tuple(calls), run.modules, written)


def _defects(kind: DefectKind, messages: Iterable[str], *, blocks: bool = False) -> Iterator[PublishedDefect]:
    return (PublishedDefect(kind=kind, message=message, blocks=blocks) for message in messages)


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
    value: Any = entry.get(field) or []
    listed: Any = [value] if isinstance(value, str) else value
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
        name, source = redirect.reads or "", "redirect"
        place = folder.place(name, redirect.folder or ".")
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
    defects += _defects("input", [f"its standard input {name!r} {why} So nothing is typed."], blocks=blocks)
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


def _lacking_inputs(names: Sequence[str], folder: PublishedFolder) -> Iterator[str]:
    for name in names:
        place = folder.place(name)
        if place is None:
            yield f"its input file {name!r} lies outside of the task, and is not looked for."
        elif not folder.has(place):
            yield f"its input file {name!r} is not there: a submission, or an earlier criterion, has to make it."


def _lacking_points(rubric: PublishedRubric | None) -> Iterator[str]:
    if rubric is None:
        yield "metric.json has no row of its id with a like title."
    elif set(rubric.points) != {0, 1, 2}:
        given = ", ".join(map(str, sorted(rubric.points, reverse=True))) or "no"
        yield f"its rubric tells of {given} points, in the form `2 points: …`; 2, 1 and 0 can be given."


def _rubrics(folder: PublishedFolder, problems: list[Problem]) -> Mapping[str, _Rubrics]:
    """Id → the rows of the task's rubric that have it; none where there is no such file, which is a problem."""
    mend = "Without it criteria have no rubric; restore the published file where there was one."
    listed: list[Any] = []
    try:
        listed = _listed(folder, METRIC)
    except InvalidFile as error:
        problems += [one.model_copy(update={"severity": "warning", "mend": mend}) for one in error.problems]
    found: dict[str, list[PublishedRubric]] = {}
    unlike = 0
    for row in listed:
        match row:
            case {"metric": str(metric), "expected_output": str(text)} if metric.strip() and text.strip():
                id, _ = id_and_title(metric)
                rubric = PublishedRubric(metric=metric.strip(), points=points_of(text), text=text.strip())
                found.setdefault(id or "", []).append(rubric)
            case _:
                unlike += 1
    if unlike:
        message = f"has {count_text(unlike, 'row')} without a text for `metric` and `expected_output`."
        problems.append(folder.problem(METRIC, message, mend, is_warning=True))
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
    """Kind → package or service → words that name it in a PRD."""
    imports: dict[str, str]
    """Names of modules and programs that are not those of what they belong to."""
    distributions: dict[str, tuple[str, ...]]
    """Package → names under which registries have it, any of which will do; left out, its own."""


@cache
def _words() -> _Words:
    return read_record(Path(__file__).with_name("needs.yaml"), _Words)


def _needs(entries: Sequence[_Entry]) -> tuple[Need, ...]:
    """What nobody can do without: what the scripts and tests of the task import, and what its commands run."""
    calls = [call for entry in entries for call in entry.calls if call.words]
    programs = {posixpath.basename(call.words[0]) for call in calls}
    targets = [target for call in calls for target in targets_of(call) if target.kind == "module"]
    programs |= {target.name.partition(".")[0] for target in targets}
    modules = {module for entry in entries for module in entry.modules}
    told = {name: f"a command of it runs {name}" for name in sorted(programs)}
    told |= {name: f"its tests import {name}" for name in sorted(modules)}
    belongs = {name: _words().imports.get(name, name) for name in told}
    because = {belongs[name]: why for name, why in told.items()}
    return tuple(
        Need(name=name, kind=kind, because=because[name])
        for kind, named in sorted(_words().needs.items())
        for name in sorted(because.keys() & named.keys())
    )


def may_be_used(task: PublishedTask) -> tuple[Need, ...]:
    """What the PRD names beside what is needed: a submission may use it, and does without where it is not there."""
    needed = {need.name for need in task.needs}
    return tuple(
        Need(name=name, kind=kind, because=f"its PRD names {match[0]!r}")
        for kind, named in sorted(_words().needs.items())
        for name, words in sorted(named.items())
        if name not in needed and (match := _pattern(words).search(task.prd or ""))
    )


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
