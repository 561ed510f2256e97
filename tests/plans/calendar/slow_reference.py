"""The rules of the family once more, by sets of single minutes and nothing clever: what the fast code is held against.

It shares no code with the family, and reads published rows itself.
"""

import ast
import math
import re
from typing import Any

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
REFUSAL = "No common time slot available"


def slow_columns(row: dict[str, Any], found: dict[str, Any], answer: str | None) -> dict[str, Any]:
    """The twelve columns of an answer that was extracted already; `found`: what slow_solutions gives of the row."""
    rules = _Rules(row["constraints"])
    availability, days = ast.literal_eval(row["metadata"]["availability"]), row["params"]["days_of_week"]
    free = {
        who: {day: _minutes(blocks) for day, blocks in schedule.items()}
        for who, schedule in availability.items()
    }
    solution_days = [day for day in days if found["solutions"].get(day)]
    slot = _slot(answer)
    refuses = slot is None and (answer or "").strip(" \t\r\n\"'`") == REFUSAL
    applied = {
        "format_programmatic": True,
        "availability_programmatic_check": True,
        "meeting_duration_programmatic_check": True,
        "buffer_time_programmatic_check": bool(rules.buffer),
        "no_weekends_programmatic_check": rules.weekends_off,
        "time_restrictions_programmatic_check": rules.before is not None or rules.after is not None,
        "specific_times_programmatic_check": rules.during is not None,
        "priority_programmatic_check": rules.priority,
    }
    if refuses and not solution_days:
        checks: dict[str, int | None] = {name: None for name in applied} | {"format_programmatic": 1}
    elif slot is None:
        checks = {name: 0 if applies else None for name, applies in applied.items()}
    else:
        day, start, end = slot
        meeting = set(range(start, end))
        around = set(range(start - rules.buffer, end + rules.buffer))
        everybody = [schedule.get(day, set[int]()) for schedule in free.values()]
        first = solution_days and (solution_days[0], min(found["solutions"][solution_days[0]]))
        held = [
            True,
            all(meeting <= minutes for minutes in everybody),
            end - start == rules.duration,
            all(around <= minutes for minutes in everybody),
            day not in ("Saturday", "Sunday"),
            rules.within_limits(start, end),
            rules.during is None or not meeting & rules.during,
            (day, start) == first and end - start == rules.duration,
        ]
        checks = {
            name: int(held_one) if applies else None
            for (name, applies), held_one in zip(applied.items(), held, strict=True)
        }
    values = [value for value in checks.values() if value is not None]
    total, feasible = found["num_slots"], found["num_feasible"]
    return {
        **checks,
        "all_correct": int(all(values)),
        "fraction_passed": sum(values) / len(values),
        "constrainedness": 1 - feasible / total if total else 1,
        "constrainedness_bucket": (10 * (total - feasible) // total) / 10 if total else 1,
    }


def slow_solutions(row: dict[str, Any]) -> dict[str, Any]:
    """Day → starts of solutions, and the two counts."""
    rules = _Rules(row["constraints"])
    availability, days = ast.literal_eval(row["metadata"]["availability"]), row["params"]["days_of_week"]
    solutions: dict[str, set[int]] = {}
    slots = feasible = 0
    for day in days:
        free = [_minutes(schedule.get(day, [])) for schedule in availability.values()]
        solutions[day] = set()
        for start in range(1440 - rules.duration + 1):
            end = start + rules.duration
            on_grid = start % 5 == 0
            if on_grid and any(_within(minutes, start, end) for minutes in free):
                slots += 1
            if rules.weekends_off and day in ("Saturday", "Sunday"):
                continue
            if not rules.within_limits(start, end):
                continue
            if rules.during and any(minute in rules.during for minute in range(start, end)):
                continue
            if all(_within(minutes, start - rules.buffer, end + rules.buffer) for minutes in free):
                solutions[day].add(start)
                feasible += on_grid
    return {"solutions": solutions, "num_slots": slots, "num_feasible": feasible}


def _within(minutes: set[int], start: int, end: int) -> bool:
    return all(minute in minutes for minute in range(start, end))


class _Rules:
    def __init__(self, constraints: dict[str, Any]) -> None:
        def given(name: str) -> Any:
            value = constraints.get(name)
            return None if not value or (isinstance(value, float) and math.isnan(value)) else value

        self.duration = int(given("meeting_duration"))
        self.buffer = given("buffer_time_before_and_after_meeting") or 0
        self.weekends_off = given("no_meetings_on_weekends") is not None
        self.before = _hour(given("no_meetings_before"))
        self.after = _hour(given("no_meetings_after"))
        during = given("no_meetings_during_specific_times")
        self.during = None if during is None else _minutes([during])
        self.priority = given("high_priority_meeting") is not None

    def within_limits(self, start: int, end: int) -> bool:
        return (self.before is None or start >= self.before) and (self.after is None or end <= self.after)


def _hour(value: Any) -> int | None:
    if value is None:
        return None
    return _minute(value) if ":" in str(value) else round(60 * float(value))


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def _minutes(blocks: list[str]) -> set[int]:
    found: set[int] = set()
    for block in blocks:
        start, end = block.split("-")
        found |= set(range(_minute(start), _minute(end)))
    return found


def _slot(answer: str | None) -> tuple[str, int, int] | None:
    named = re.fullmatch(
        r"(\w+) (\d{1,2}:\d{2})-(\d{1,2}:\d{2})", (answer or "").strip(" \t\r\n\"'`"), re.ASCII
    )
    if named is None or named[1] not in WEEK:
        return None
    for time in named[2], named[3]:
        hours, minutes = map(int, time.split(":"))
        if minutes > 59 or hours > 24 or (hours == 24 and minutes):
            return None
    start, end = _minute(named[2]), _minute(named[3])
    return (named[1], start, end) if start < end else None
