"""The published BA-Calendar metric as it is, faults and all.

After ba_calendar_metrics.py and ba_calendar_utils.py of eureka-ml-insights (commit 2ff37bd, MIT licence, by the authors
of BenchAgents). tests/plans/calendar/test_published_metric.py tells what is wrong with it, by minimal instances.

Where that code ends by an error, so does `scores`, and the Evaluated says by which. So its order of evaluation is kept:
a rule that it cannot read is no error while no slot is held against it.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, cast

from pydantic import JsonValue

from plans.calendar.problem import (
    AFTER,
    AVAILABILITY,
    BEFORE,
    BUFFER,
    DURATION,
    DURING,
    NO_SLOT,
    NO_WEEKENDS,
    PRIORITY,
    availability_of,
    clock,
    constraints_of,
    days_of,
)
from plans.records.instance import AnswerMark

Row = Mapping[str, Any]
"""A published row: `params`, `constraints` by key, `metadata.availability` as text; values may be of any type."""
Starts = set[int]

STEP = 5
"""Minutes between its slots; it reads the granularity of a row and puts this in its place."""
PUBLISHED = "published"
"""Where the metadata of an instance keep the published row, as JSON, as a row may hold NaN."""
COLUMN = {
    "format": "format_programmatic",
    "availability": "availability_programmatic_check",
    "meeting_duration": "meeting_duration_programmatic_check",
    "buffer_time": "buffer_time_programmatic_check",
    "no_weekends": "no_weekends_programmatic_check",
    "time_restrictions": "time_restrictions_programmatic_check",
    "specific_times": "specific_times_programmatic_check",
    "priority": "priority_programmatic_check",
}
"""Check → its published name."""
_MARK = {1: AnswerMark.PASSED, 0: AnswerMark.FAILED, None: AnswerMark.NOT_APPLIED}
_DAY = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_TIME = r"([0-9]|[01]\d|2[0-3]):[0-5]\d"
_SLOT = re.compile(rf"^({_DAY}) {_TIME}-{_TIME}$")
_EXTRACTED = re.compile(r"Final Answer:\s*(\w+ \d{2}:\d{2}-\d{2}:\d{2})")
_ENDS_IT = (ValueError, KeyError, TypeError, AttributeError, OverflowError)
"""By what the published code ends on rows and answers that it was not written for."""


def evaluate(instance: Mapping[str, JsonValue], answer: str | None) -> dict[str, JsonValue]:
    """What the published metric says of an answer; the fields of Evaluated.

    A response that has "Final Answer:" goes through the published extraction first.
    """
    said = extracted(answer) if answer is not None and "Final Answer:" in answer else answer
    try:
        found = scores(published_row(instance), said)
    except _ENDS_IT as error:
        return {
            "answer": said or "",
            "checks": {check: AnswerMark.UNRESOLVED for check in COLUMN},
            "is_refusal": False,
            "failed": f"{type(error).__name__}: {error}",
        }
    return {
        "answer": said or "",
        "checks": {check: _MARK[found[column]] for check, column in COLUMN.items()},
        "is_refusal": _stripped(said or "") == NO_SLOT,
        "measures": {name: found[name] for name in ("constrainedness", "constrainedness_bucket")},
    }


def extracted(response: str) -> str:
    """The answer in a response by the published extraction; "" where it finds none."""
    response = response.replace("**", "").replace("\n", "")
    slots = _EXTRACTED.findall(response)
    if slots:
        return slots[-1]
    return NO_SLOT if NO_SLOT.lower() in response.lower() else ""


def scores(row: Row, answer: str | None) -> dict[str, Any]:
    """The twelve published numbers; raises what the published code raises."""
    solution = _stripped(cast("str", answer))
    is_slot = bool(_SLOT.match(solution))
    constraints = row["constraints"]
    found: dict[str, int | None] = {"format_programmatic": int(is_slot)}
    for check, applies, holds in (
        ("availability", _applies(constraints, AVAILABILITY, True), _is_available),
        ("meeting_duration", _applies(constraints, DURATION, True), _has_duration),
        ("buffer_time", _applies(constraints, BUFFER, True), _has_buffer),
        ("no_weekends", _applies(constraints, NO_WEEKENDS, True), _is_weekday),
        (
            "time_restrictions",
            _applies(constraints, BEFORE, True) or _applies(constraints, AFTER, True),
            _is_within_limits,
        ),
        ("specific_times", _applies(constraints, DURING, True), _is_not_during),
        ("priority", _applies(constraints, PRIORITY, False), _is_priority),
    ):
        value = (int(holds(row, solution)) if is_slot else 0) if applies else None
        found[COLUMN[check]] = value
    applied = [value for value in found.values() if value is not None]
    return {
        **found,
        "all_correct": int(all(applied)),
        "fraction_passed": sum(applied) / len(applied),
        **_constrainedness(row),
    }


def published_row(instance: Mapping[str, JsonValue]) -> Row:
    """The row that an instance was read from; for one of our own, the row that it would be."""
    metadata = cast("Mapping[str, JsonValue]", instance["metadata"])
    kept = metadata.get(PUBLISHED)
    if isinstance(kept, str):
        return _loaded(kept)
    constraints: dict[str, Any] = dict.fromkeys(
        (
            BUFFER,
            NO_WEEKENDS,
            BEFORE,
            AFTER,
            DURING,
            PRIORITY,
        )
    )
    for constraint in constraints_of(instance):
        kind, value = str(constraint["kind"]), constraint.get("value")
        constraints[kind] = _hours(str(value)) if kind in (BEFORE, AFTER) else value
    return {
        "params": {"days_of_week": days_of(instance), "granularity": STEP},
        "constraints": constraints,
        "metadata": {"availability": str(availability_of(instance))},
    }


def _hours(time: str) -> float:
    """A time of day as published rows have it: in hours."""
    hours, _, minutes = time.partition(":")
    return int(hours) + int(minutes) / 60 if int(minutes) else int(hours)


@lru_cache(maxsize=1 << 12)
def _loaded(text: str) -> Row:
    return json.loads(text)


def _stripped(answer: str) -> str:
    return answer.strip('"').strip("`").strip("\n")


def _applies(constraints: Row, key: str, where_absent: bool) -> bool:
    # NaN is true here, as it is there.
    return bool(constraints.get(key, where_absent))


@lru_cache(maxsize=1 << 12)
def _availability(text: str) -> dict[str, dict[str, list[str]]]:
    return json.loads(text)


def _schedules(row: Row) -> dict[str, dict[str, list[str]]]:
    # Quotes are swapped as in the published code, which cannot read a name with an apostrophe.
    return _availability(row["metadata"]["availability"].replace("'", '"'))


@lru_cache(maxsize=1 << 16)
def _block(text: str) -> tuple[int, int]:
    start, end = text.split("-")
    return _minute(start), _minute(end)


def _minute(text: str) -> int:
    # The published errors come from here, so it is asked as it is asked there.
    time = datetime.strptime(text, "%H:%M")  # noqa: DTZ007
    return time.hour * 60 + time.minute


def _minutes(minutes: Any) -> float:
    """A number of minutes as timedelta takes it, errors included."""
    return timedelta(minutes=minutes) / timedelta(minutes=1)


def _limit(value: Any) -> int:
    return _minute(f"{int(value)}:00")


def _named(solution: str) -> tuple[str, int, int]:
    day, times = solution.split()
    return day, *_block(times)


def _is_available(row: Row, solution: str) -> bool:
    return _is_covered(row, *_named(solution))


def _has_buffer(row: Row, solution: str) -> bool:
    buffer = row["constraints"][BUFFER]
    day, start, end = _named(solution)
    return _is_covered(row, day, start - _minutes(buffer), end + _minutes(buffer))


def _is_covered(row: Row, day: str, start: float, end: float) -> bool:
    """Whether each has the whole within one block: blocks that touch are not merged."""
    for schedule in _schedules(row).values():
        if day not in schedule:
            return False
        if not any(begins <= start and ends >= end for begins, ends in map(_block, schedule[day])):
            return False
    return True


def _has_duration(row: Row, solution: str) -> bool:
    _, start, end = _named(solution)
    return float(end - start) == row["constraints"][DURATION]


def _is_weekday(row: Row, solution: str) -> bool:
    # The day of the week of 1900-01-01 is asked for, whatever the day: Monday, so that nothing ever fails.
    del row
    return datetime.strptime(solution.split()[0], "%A").weekday() < 5  # noqa: DTZ007


def _is_within_limits(row: Row, solution: str) -> bool:
    _, start, end = _named(solution)
    before, after = (row["constraints"].get(key) for key in (BEFORE, AFTER))
    if before and start < _limit(before):
        return False
    return not (after and end > _limit(after))


def _is_not_during(row: Row, solution: str) -> bool:
    begins, ends = _block(row["constraints"][DURING])
    _, start, end = _named(solution)
    return not (start < ends and end > begins)


def _is_priority(row: Row, solution: str) -> bool:
    constraints = row["constraints"]
    buffer = constraints[BUFFER] or 0
    is_first = False
    # The last day that has a slot decides, and who has no such day is passed over.
    for day in row["params"]["days_of_week"]:
        shared: Starts | None = None
        length = 0
        for schedule in _schedules(row).values():
            if day in schedule:
                slots, length = _slots(schedule[day], constraints[DURATION] + 2 * buffer, constraints, day)
                shared = slots if shared is None else shared & slots
        if shared:
            start, pause = min(shared), _minutes(buffer)
            times = f"{clock(int(start + pause))}-{clock(int(start + length - pause))}"
            is_first = solution == f"{day} {times}"
    return is_first


def _constrainedness(row: Row) -> dict[str, float]:
    constraints = row["constraints"]
    buffer = constraints[BUFFER] or 0
    feasible = total = 0
    for day in row["params"]["days_of_week"]:
        shared: Starts | None = None
        anybodys: set[tuple[int, int]] = set()
        for schedule in _schedules(row).values():
            if day in schedule:
                for block in schedule[day]:
                    starts, length = _block_slots(_block(block), constraints[DURATION])
                    anybodys.update((start, length) for start in starts)
                slots, _ = _slots(schedule[day], constraints[DURATION] + buffer * 2, constraints, day)
                shared = slots if shared is None else shared & slots
        feasible += len(shared or ())
        total += len(anybodys)
    ratio = 1 - feasible / total if total else 1
    return {
        "constrainedness": ratio,
        "constrainedness_bucket": round(math.floor(ratio / 0.1) * 0.1, 4),
    }


def _slots(blocks: Sequence[str], wanted: Any, constraints: Row, day: str) -> tuple[Starts, int]:
    """Starts of a participant's slots that keep to the rules, buffers counted to the meeting; and their length."""
    found: Starts = set()
    length = 0
    for block in blocks:
        starts, its_length = _block_slots(_block(block), wanted)
        if starts:
            length = its_length
        found.update(start for start in starts if _is_allowed(start, start + length, constraints, day))
    return found, length


def _block_slots(block: tuple[int, int], wanted: Any) -> tuple[Sequence[int], int]:
    """Starts every five minutes from the block's own begin, and the length, rounded up to five minutes."""
    begins, ends = block
    count = max(0, (ends - begins) // STEP)
    if not count:
        return (), 0
    steps = max(1, math.ceil(_minutes(wanted) / STEP))
    return range(begins, begins + STEP * (count - steps + 1), STEP), STEP * steps


def _is_allowed(start: int, end: int, constraints: Row, day: str) -> bool:
    if constraints[BEFORE] and start < _limit(constraints[BEFORE]):
        return False
    # Here a meeting that ends exactly at the limit is refused, which the check of an answer lets pass.
    if constraints[AFTER] and end >= _limit(constraints[AFTER]):
        return False
    if constraints[NO_WEEKENDS] and day in ("Saturday", "Sunday"):
        return False
    during = constraints[DURING]
    if during:
        begins, ends = _block(during)
        return not (start < ends and end > begins)
    return True
