"""The entries of a task's test plan, whatever shape they were published in."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, cast, get_args

from pipeline.exchange.prdbench.folder import PublishedFolder
from plans.errors import InvalidFile
from plans.records.problem import Problem
from plans.records.published import CriterionKind, Defect

PLAN = "evaluation/detailed_test_plan.json"
ENTRIES_LIMIT = 500
"""Entries of a plan; the longest that was published has 49."""
_KINDS = get_args(CriterionKind)
_ID = re.compile(r"\s*(\d+(?:\.\d+)*[a-zA-Z]?(?:-[a-z]+)?)(?=[\s:.、)-]|$)[\s:.、)-]*")


class Case(NamedTuple):
    """One command of an entry with its input, as published."""

    command: str | None
    input: str | None


class Entry(NamedTuple):
    """One entry of a plan."""

    ordinal: int
    metric: str
    kind: CriterionKind
    description: str | None
    expected_output: str | None
    cases: tuple[Case, ...]
    input_files: tuple[str, ...]
    expected_files: tuple[str, ...]
    is_twice_said: bool
    """Whether command or input stands on its own level too."""
    defects: tuple[Defect, ...]
    """Fields of it that are not of their type."""


class ReadPlan(NamedTuple):
    """A plan, as far as it could be read."""

    planned: int
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]


def read_plan(folder: PublishedFolder) -> ReadPlan:
    """The entries of the plan in their order; raises InvalidFile where there is no plan to read them from."""
    value = folder.json(PLAN)
    if not isinstance(value, list):
        message = f"holds {_kind_of(value)}, where the list of criteria is due."
        raise InvalidFile([folder.problem(PLAN, message, "Restore it from the published data.")])
    listed = cast("list[Any]", value)
    entries: list[Entry] = []
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


def _entry(ordinal: int, entry: dict[str, Any]) -> Entry:
    wrong: list[str] = []
    cases = tuple(_cases(entry, wrong))
    description = _text(entry, "description", wrong)
    if description is None and "description" not in entry:
        wrong.append("there is no `description`")
    return Entry(
        ordinal=ordinal,
        metric=entry["metric"].strip(),
        kind=entry["type"],
        description=description,
        expected_output=_text(entry, "expected_output", wrong),
        cases=cases,
        input_files=_files(entry, "input_files", wrong),
        expected_files=_files(entry, "expected_output_files", wrong),
        is_twice_said="test_command" in entry or "test_input" in entry,
        defects=tuple(Defect(kind="malformed", message=f"{told}; it is read without it.") for told in wrong),
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
