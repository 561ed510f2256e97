"""A task's test plan and rubric, whatever shape they were published in: entries, commands, what is typed into them."""

import base64
import posixpath
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args

from rapidfuzz import fuzz

from pipeline.exchange.prdbench.folder import PublishedFolder, decoded
from plans.errors import InvalidFile
from plans.plain_text import lines_of
from plans.records.problem import Problem
from plans.records.published import (
    CriterionKind,
    InputSource,
    PublishedDefect,
    PublishedRubric,
    StandardInput,
)
from plans.shell import PYTHON, RunTarget, SimpleCommand, calls_of, targets_of

PLAN = "evaluation/detailed_test_plan.json"
ENTRIES_LIMIT = 500
"""Entries of a plan; the longest that was published has 49."""
_KINDS = get_args(CriterionKind)
_ID = re.compile(r"\s*(\d+(?:\.\d+)*[a-zA-Z]?(?:-[a-z]+)?)(?=[\s:.、)-]|$)[\s:.、)-]*")
METRIC = "evaluation/metric.json"
ALIKE = 0.6
"""Likeness of two titles from which the same id means the same criterion: ids alone do not."""
ROWS_LIMIT = 500
_COMPARED = 300
"""Characters of two titles that are compared; the longest that was published has 120."""
_TITLE_FIELDS = ("metric", "得分点")
_TEXT_FIELDS = ("expected_output", "scoring_criteria", "得分规范")
"""How the fields are called; one task has names of its own, and had them in Chinese."""
_POINTS = re.compile(r"(?:^|(?<=[\s(;.]))\**(\d)\s*points?\**\s*[:：]\**\s*", re.IGNORECASE)
_FOREIGN = re.compile(r"(?:[A-Z][a-z]+-[A-Z][A-Za-z]+|\$env:\w+|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)\b")
"""Commands of PowerShell and of Windows' own shell: `Get-Content`, `Compare-Object`."""
_LOOKS_LIKE_A_FILE = re.compile(r"[^\s\\]+\.(?:in|txt|input|csv|json)")
_UP_TO_ID = re.compile(r"(.*?\d+(?:\.\d+)*[a-z]?)(?=[_.\s-]|$)")
_IN_UTF = frozenset({"utf-8", "utf-8-sig", "utf-16"})
_SHELL = re.compile(
    r"bash|cat|cd|chmod|cp|curl|do|done|echo|export|find|fi|for|git|grep|head|if|kill|ls|"
    r"mkdir|mv|pip|pkill|printf|pytest|rm|sed|set|sh|sleep|sort|source|tail|test|timeout|touch|wc|while"
)
"""Programs with which a further line of a command begins; a line without one is an answer to the first."""
COMMAND_LIMIT = 20_000
"""Characters of the longest command that is taken apart; the longest that was published has 1,000."""


class Case(NamedTuple):
    """One command of an entry with its input, as published."""

    command: str | None
    input: str | None


class PlanEntry(NamedTuple):
    """One entry of a plan."""

    ordinal: int
    metric: str
    kind: CriterionKind
    description: str | None
    expected_output: str | None
    cases: tuple[Case, ...]
    input_files: tuple[str, ...]
    expected_files: tuple[str, ...]
    defects: tuple[PublishedDefect, ...]
    """Fields of it that are not of their type."""


class ReadPlan(NamedTuple):
    """A plan, as far as it could be read."""

    planned: int
    entries: tuple[PlanEntry, ...]
    problems: tuple[Problem, ...]


def read_plan(folder: PublishedFolder) -> ReadPlan:
    """The entries of the plan in their order; raises InvalidFile where there is no plan to read them from."""
    value = folder.json(PLAN)
    if not isinstance(value, list):
        message = f"holds {_kind_of(value)}, where the list of criteria is due."
        raise InvalidFile([folder.problem(PLAN, message, "Restore it from the published data.")])
    listed = cast("list[Any]", value)
    entries: list[PlanEntry] = []
    problems: list[Problem] = []
    if len(listed) > ENTRIES_LIMIT:
        message = f"has {len(listed):,} entries, of which {ENTRIES_LIMIT:,} are read."
        problems.append(folder.problem(PLAN, message, "Publish them as several tasks."))
    for ordinal, one in enumerate(listed[:ENTRIES_LIMIT], 1):
        if wrong := _unfit(one):
            mend = "Mend the entry: without it nobody knows what it asks for, and it is counted as planned alone."
            problems.append(folder.problem(f"{PLAN}: entry {ordinal}", wrong, mend))
        else:
            entries.append(_entry(ordinal, cast("dict[str, Any]", one)))
    return ReadPlan(len(listed), tuple(entries), tuple(problems))


def id_and_title(metric: str) -> tuple[str | None, str]:
    """The number that a metric begins with, and the rest; no number, and all of it, where it begins with none."""
    match = _ID.match(metric)
    return (match[1], metric[match.end() :].strip()) if match else (None, metric.strip())


def _unfit(one: Any) -> str | None:
    """What keeps an entry from being a criterion."""
    if not isinstance(one, dict):
        return f"is {_kind_of(one)}, where a criterion is due."
    entry = cast("dict[str, Any]", one)
    metric, kind = entry.get("metric"), entry.get("type")
    if not isinstance(metric, str) or not metric.strip():
        return f"has {_kind_of(metric)} for its `metric`, which names it."
    if kind not in _KINDS:
        return f"has the type {str(kind)[:40]!r}, and not one of {', '.join(_KINDS)}."
    return None


def _entry(ordinal: int, entry: dict[str, Any]) -> PlanEntry:
    wrong: list[str] = []
    cases = tuple(_cases(entry, wrong))
    description = _text(entry, "description", wrong)
    if description is None and "description" not in entry:
        wrong.append("there is no `description`")
    return PlanEntry(
        ordinal=ordinal,
        metric=entry["metric"].strip(),
        kind=entry["type"],
        description=description,
        expected_output=_text(entry, "expected_output", wrong),
        cases=cases,
        input_files=_files(entry, "input_files", wrong),
        expected_files=_files(entry, "expected_output_files", wrong),
        defects=tuple(
            PublishedDefect(kind="plan", message=f"{told}; it is read without it.") for told in wrong
        ),
    )


def _cases(entry: dict[str, Any], wrong: list[str]) -> Iterator[Case]:
    """The commands; where none are listed, the one on the entry's own level."""
    listed = entry.get("testcases")
    if isinstance(listed, dict):
        listed = [cast("dict[str, Any]", listed)]
    own = Case(_text(entry, "test_command", wrong), _text(entry, "test_input", wrong))
    if listed is not None and not isinstance(listed, list):
        wrong.append(f"`testcases` is {_kind_of(listed)}")
    cases: list[Case] = []
    for one in cast("list[Any]", listed) if isinstance(listed, list) else []:
        if isinstance(one, dict):
            case = cast("dict[str, Any]", one)
            cases.append(Case(_text(case, "test_command", wrong), _text(case, "test_input", wrong)))
        else:
            wrong.append(f"a test case is {_kind_of(one)}")
    if own != Case(None, None) and not any(case.command for case in cases):
        return iter([own])
    return iter(cases)


def _text(entry: dict[str, Any], field: str, wrong: list[str]) -> str | None:
    value = entry.get(field)
    if value is None or isinstance(value, str):
        return value
    wrong.append(f"`{field}` is {_kind_of(value)}")
    return None


def _files(entry: dict[str, Any], field: str, wrong: list[str]) -> tuple[str, ...]:
    value = entry.get(field)
    if value is None or value == "":
        return ()
    listed = (
        [value] if isinstance(value, str) else cast("list[Any]", value) if isinstance(value, list) else None
    )
    if listed is None or not all(isinstance(name, str) and name.strip() for name in listed):
        wrong.append(f"`{field}` is {_kind_of(value)} and not only file names")
    names = [name.strip() for name in listed or () if isinstance(name, str) and name.strip()]
    # One field was published with two names and a comma between them.
    return tuple(part.strip() for name in names for part in name.split(",") if part.strip())


def _kind_of(value: Any) -> str:
    kinds = ((str, "a text"), (bool, "true or false"), (list, "a list"), (dict, "an object"))
    if value is None:
        return "nothing"
    return next((told for kind, told in kinds if isinstance(value, kind)), "a number")


class RubricRow(NamedTuple):
    """One row of the rubric."""

    id: str | None
    metric: str
    text: str


class ReadRubric(NamedTuple):
    rows: tuple[RubricRow, ...]
    problems: tuple[Problem, ...]


def read_rubric(folder: PublishedFolder) -> ReadRubric:
    """The rows of a task's rubric; without the file, or with one of another shape, there are none and a problem."""
    mend = (
        "Without it the criteria of the task have no rubric; restore the published file where there was one."
    )
    try:
        value = folder.json(METRIC)
    except InvalidFile as error:
        told = [
            problem.model_copy(update={"severity": "warning", "mend": mend}) for problem in error.problems
        ]
        return ReadRubric((), tuple(told))
    if not isinstance(value, list):
        return ReadRubric((), (folder.problem(METRIC, "is no list of rows.", mend, is_warning=True),))
    rows: list[RubricRow] = []
    problems: list[Problem] = []
    for number, one in enumerate(cast("list[Any]", value)[:ROWS_LIMIT], 1):
        if (row := _rubric_row(one)) is not None:
            rows.append(row)
        else:
            message = "has no title, or no text that says what points are given for."
            problems.append(folder.problem(f"{METRIC}: row {number}", message, mend, is_warning=True))
    return ReadRubric(tuple(rows), tuple(problems))


def joined(metrics: Mapping[int, str], rows: Sequence[RubricRow]) -> dict[int, PublishedRubric]:
    """Ordinal → rubric, for the criteria that have one: the row of the same id whose title is the most alike.

    Args:
        metrics: Ordinal → title with its id, of the plan's criteria.
        rows: The rows of the rubric.
    """
    found: dict[int, PublishedRubric] = {}
    for ordinal, metric in metrics.items():
        id, _ = id_and_title(metric)
        same = [(likeness(metric, row.metric), row) for row in rows if id is not None and row.id == id]
        best = max(same, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] >= ALIKE:
            row = best[1]
            found[ordinal] = PublishedRubric(metric=row.metric, points=points_of(row.text), text=row.text)
    return found


def likeness(first: str, second: str) -> float:
    """How alike two titles are, from 0 to 1."""
    return fuzz.ratio(first[:_COMPARED], second[:_COMPARED]) / 100


def points_of(text: str) -> dict[int, str]:
    """Points → what they are given for, by the parts of a rubric's text; nothing where it has no such parts."""
    _, *parts = _POINTS.split(text)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {int(points): said.strip() for points, said in pairs if said.strip()}


def _rubric_row(one: Any) -> RubricRow | None:
    if not isinstance(one, dict):
        return None
    row = cast("dict[str, Any]", one)
    metric, text = _first_text(row, _TITLE_FIELDS), _first_text(row, _TEXT_FIELDS)
    return RubricRow(id_and_title(metric)[0], metric, text) if metric and text else None


def _first_text(row: dict[str, Any], fields: Sequence[str]) -> str | None:
    texts = (value.strip() for field in fields if isinstance(value := row.get(field), str))
    return next((text for text in texts if text), None)


class Commands(NamedTuple):
    """A command line, taken apart."""

    line: str
    """It, without what is appended."""
    calls: tuple[SimpleCommand, ...]
    appended: str | None = None
    """Lines behind the command that are no commands but answers to its program."""
    foreign: str | None = None
    """The first word that belongs to another shell than bash."""


def commands_of(line: str) -> Commands:
    """The parts of a command line; raises ValueError where its quotes are not closed, so that bash refuses it."""
    first, answers = _answers(line)
    calls = calls_of(first)
    foreign = next((call.words[0] for call in calls if call.words and _FOREIGN.match(call.words[0])), None)
    return Commands(first, calls, answers, foreign)


def _answers(line: str) -> tuple[str, str | None]:
    """The command, and the lines behind it if they are answers: it starts a program, and no line after it does."""
    first, _, rest = line.strip().partition("\n")
    if not rest or first.rstrip().endswith(("\\", "&&", "|", ";")):
        return line, None
    try:
        calls = calls_of(first)
    except ValueError:
        # The quotation goes on in the next line.
        return line, None
    starts = [part for part in lines_of(rest) if _starts_something(part)]
    return (line, None) if starts or not any(call.is_python for call in calls) else (first, f"{rest}\n")


def _starts_something(line: str) -> bool:
    """Whether a line is a command rather than an answer, which may be several words too."""
    word = line.split(" ", 1)[0]
    is_known = _SHELL.fullmatch(word) or PYTHON.fullmatch(word)
    return is_known is not None or word.startswith(("./", "/"))


class FoundInput(NamedTuple):
    """The input of one command."""

    input: StandardInput
    wanted: str | None = None
    """The file that should have been there, where it was looked for elsewhere or not found."""


def input_of(case: Case, commands: Commands | None, folder: PublishedFolder) -> FoundInput:
    """What is typed into a command: by its own `<`, else by what the plan names.

    Args:
        case: The command with its input, as published.
        commands: The command taken apart; None where there is none, or it cannot be.
        folder: The task.
    """
    calls = commands.calls if commands else ()
    for call in calls:
        if call.reads is not None:
            place = folder.place(call.reads, call.folder or ".")
            return _from_file(place, call.reads, folder, "redirect")
    if commands and commands.appended is not None:
        return FoundInput(typed(commands.appended, "appended"))
    if any(call.is_fed for call in calls):
        return FoundInput(StandardInput(source="in_command"))
    if case.input is None:
        return FoundInput(StandardInput(source="none"))
    place = folder.place(case.input)
    is_file = place is not None and (place in folder.files or _LOOKS_LIKE_A_FILE.fullmatch(case.input))
    if is_file:
        return _from_file(place, case.input, folder, "path")
    return FoundInput(typed(case.input, "text"))


def _from_file(place: str | None, wanted: str, folder: PublishedFolder, source: InputSource) -> FoundInput:
    """What a file holds; where it is missing, that of the one file that can only be it."""
    if place in folder.files:
        return FoundInput(_held(place, folder, source))
    same_name = folder.by_name.get(posixpath.basename(wanted), [])
    if len(same_name) == 1:
        return FoundInput(_held(same_name[0], folder, "same_name"), wanted)
    if place is not None and len(twins := _twins(place, folder)) == 1:
        return FoundInput(_held(twins[0], folder, "twin"), wanted)
    return FoundInput(StandardInput(source="missing", file=wanted), wanted)


def _twins(place: str, folder: PublishedFolder) -> list[str]:
    """Files of the same folder and suffix with the same name up to its id: `test_2.1_start.in`, `test_2.1_开始.in`."""
    base, (stem, suffix) = posixpath.dirname(place), posixpath.splitext(posixpath.basename(place))
    beginning = _UP_TO_ID.match(stem)
    if beginning is None:
        return []
    return [
        file
        for file in folder.files
        if posixpath.dirname(file) == base
        and file.endswith(suffix)
        and (other := _UP_TO_ID.match(posixpath.splitext(posixpath.basename(file))[0])) is not None
        and other[1] == beginning[1]
    ]


def _held(file: str, folder: PublishedFolder, source: InputSource) -> StandardInput:
    try:
        data = folder.read(file)
    except InvalidFile:
        # It was listed, and is too large or gone meanwhile: whoever is told that it is missing looks for it.
        return StandardInput(source="missing", file=file)
    text = decoded(data)
    if text.lost or text.encoding not in _IN_UTF:
        return StandardInput(source=source, file=file, base64=base64.b64encode(data).decode())
    return typed(text.text, source, file)


def typed(text: str, source: InputSource, file: str | None = None) -> StandardInput:
    """The text as a terminal would get it: what is written as `\\n` in a plan is the end of a line."""
    lines = text.replace("\\n", "\n") if file is None and "\n" not in text else text
    if not lines:
        return StandardInput(source=source, file=file, text="")
    # Empty lines at the end make programs complain of an empty choice.
    return StandardInput(source=source, file=file, text=lines.rstrip("\n") + "\n")


class EntryCommand(NamedTuple):
    """One command of an entry."""

    case: Case
    commands: Commands | None
    """None where there is none, or it cannot be taken apart."""
    unread: str | None
    """Why it cannot."""
    found: FoundInput

    @property
    def run(self) -> str | None:
        """What bash is to be given: the line without answers, its `<` naming the file that was found for it."""
        if self.commands is None:
            return self.case.command
        line, file = self.commands.line, self.found.input.file
        for call in self.calls:
            if call.reads is not None:
                is_elsewhere = self.found.input.source in ("same_name", "twin")
                if is_elsewhere and file is not None and line.count(call.reads) == 1:
                    return line.replace(call.reads, shlex.quote(posixpath.relpath(file, call.folder or ".")))
                break
        return line

    @property
    def calls(self) -> tuple[SimpleCommand, ...]:
        """Its simple commands."""
        return self.commands.calls if self.commands else ()

    @property
    def targets(self) -> Iterator[tuple[SimpleCommand, RunTarget]]:
        """What its calls of Python and pytest run."""
        for call in self.calls:
            for target in targets_of(call):
                yield call, target


class EntryDraft(NamedTuple):
    """One entry, read this far."""

    entry: PlanEntry
    id: str | None
    title: str
    commands: tuple[EntryCommand, ...]


def drafted(entry: PlanEntry, folder: PublishedFolder) -> EntryDraft:
    """The entry with its commands taken apart and their input found."""
    id, title = id_and_title(entry.metric)
    return EntryDraft(entry, id, title, tuple(_command(case, folder) for case in entry.cases))


def _command(case: Case, folder: PublishedFolder) -> EntryCommand:
    taken_apart, unread = None, None
    if case.command and len(case.command) > COMMAND_LIMIT:
        unread = f"it has {len(case.command):,} characters, and at most {COMMAND_LIMIT:,} are read"
    elif case.command and case.command.strip():
        try:
            taken_apart = commands_of(case.command)
        except ValueError as error:
            unread = str(error)
    return EntryCommand(case, taken_apart, unread, input_of(case, taken_apart, folder))
