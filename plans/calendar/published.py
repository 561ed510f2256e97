"""Rows of the published data set (microsoft/ba-calendar) as instances, and scores under the published names.

A row is read tolerantly: a constraint that is absent, null or NaN does not apply (the availability does, where it is
absent), the availability may be a dict or the text of one, in Python or in JSON. The row itself is kept beside, so that
`compat` can say what the published metric says of it.
"""

import ast
import json
from collections.abc import Mapping
from hashlib import sha256
from math import isnan
from typing import Any, TypeVar, cast

from pydantic import JsonValue

from plans.calendar.compat import COLUMN, PUBLISHED
from plans.calendar.problem import (
    AFTER,
    AVAILABILITY,
    BEFORE,
    BUFFER,
    DURATION,
    DURING,
    MIDNIGHT,
    NO_WEEKENDS,
    PRIORITY,
    block,
    block_of,
    clock,
    meeting_of,
    minute_of,
    solutions,
    solve_instance,
)
from plans.errors import AuthorError
from plans.records.instance import AnswerMark, Evaluated

Row = Mapping[str, Any]
Json = dict[str, JsonValue]
T = TypeVar("T")

_ABSENT = ("", "nan", "none", "null", "false")
"""Texts that stand for nothing in tables that were written as text."""


def instance_of(row: Row) -> Json:
    """The instance (the fields of plans.records.instance.Instance) of a published row.

    Raises AuthorError for what can be read in no way: an availability that is no dict, an hour that is no time.
    """
    params, metadata = _mapping(row, "params"), _mapping(row, "metadata")
    kept = json.dumps({name: _mapping(row, name) for name in ("params", "constraints", "metadata")})
    availability = _availability(metadata.get("availability"))
    days = params.get("days_of_week")
    parameters: Json = {
        **_without_nan(params),
        "days_of_week": [str(day) for day in cast("list[object]", days)]
        if _is_there(days)
        else _days(availability),
    }
    prompt = str(row.get("task_prompt", row.get("prompt", "")))
    constraints = _constraints(_mapping(row, "constraints"))
    instance: Json = {
        "schema_version": 1,
        "id": f"published-{sha256((kept + prompt).encode()).hexdigest()[:16]}",
        "random_seed": 0,
        "prompt": prompt,
        "parameters": parameters,
        "constraints": cast("list[JsonValue]", constraints),
        "media": [],
        "metadata": {"availability": cast("JsonValue", availability), PUBLISHED: kept},
    }
    solved = solve_instance(instance)
    parameters["constrainedness"] = solved.constrainedness
    parameters["constrainedness_bucket"] = solved.bucket
    cast("Json", instance["metadata"]).update(solutions(meeting_of(constraints), solved))
    return instance


def columns(evaluated: Mapping[str, JsonValue]) -> dict[str, float | None]:
    """The twelve published numbers of a score, of whichever way to score; None: the check does not apply.

    Raises AuthorError where the published metric ends by an error.
    """
    score = Evaluated.model_validate(evaluated)
    if score.failed:
        raise AuthorError(f"The published metric ends by {score.failed}, so it has no numbers for this row.")
    number = {AnswerMark.PASSED: 1, AnswerMark.FAILED: 0}
    return {
        **{COLUMN[check]: number.get(mark) for check, mark in score.checks.items()},
        "all_correct": int(bool(score.pass_all)),
        "fraction_passed": score.fraction_passed[0],
        **score.measures,
    }


def _constraints(found: Row) -> list[Json]:
    """Those that apply, each with its value as we write it."""
    constraints: list[Json] = []
    availability = found.get(AVAILABILITY)
    if AVAILABILITY not in found or _is_nan(availability) or _is_there(availability):
        constraints.append({"kind": AVAILABILITY, "value": True})
    for kind, read in (
        (DURATION, _number),
        (BUFFER, _number),
        (NO_WEEKENDS, _true),
        (BEFORE, _time),
        (AFTER, _time),
        (DURING, _block),
        (PRIORITY, _true),
    ):
        value = found.get(kind)
        if _is_there(value):
            constraints.append({"kind": kind, "value": read(value)})
    return constraints


def _is_there(value: object) -> bool:
    """Whether a value says anything: not null, NaN, 0, false, empty, or a text for one of these."""
    if isinstance(value, str):
        text = value.strip().lower()
        return text not in _ABSENT and not _is_zero(text)
    return bool(value) and not _is_nan(value)


def _is_zero(text: str) -> bool:
    return not text.strip("0:.")


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)


def _number(value: object) -> JsonValue:
    """Minutes; whole ones as a whole number."""
    try:
        number = float(str(value))
    except ValueError:
        raise AuthorError(f"{value!r} is no number of minutes.") from None
    return int(number) if number.is_integer() else number


def _true(value: object) -> JsonValue:
    del value
    return True


def _time(value: object) -> JsonValue:
    """An hour (9, 9.5, "9") or a time ("09:30") as HH:MM; what lies outside of the day is its begin or end."""
    text = str(value).strip()
    if ":" in text:
        return clock(minute_of(text))
    try:
        minute = round(float(text) * 60)
    except (ValueError, OverflowError):
        raise AuthorError(f"{value!r} is neither an hour nor a time of day.") from None
    return clock(min(max(minute, 0), MIDNIGHT))


def _block(value: object) -> JsonValue:
    return block(*block_of(str(value)))


def _availability(value: object) -> dict[str, dict[str, list[str]]]:
    read = _literal(value) if isinstance(value, str) else value
    if not isinstance(read, Mapping):
        raise AuthorError(
            f"The availability {value!r:.200} is no dict of participants, so no answer can be checked."
        )
    schedules = cast("Mapping[str, Mapping[str, list[str]] | None]", read)
    return {
        str(participant): {
            str(day): [block(*block_of(text)) for text in _there(blocks, [])]
            for day, blocks in _there(schedule, {}).items()
        }
        for participant, schedule in schedules.items()
    }


def _there(value: T | None, otherwise: T) -> T:
    return value if value is not None and _is_there(value) else otherwise


def _literal(text: str) -> object:
    """What a text of JSON or of a Python literal holds."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        raise AuthorError(f"The text {text!r:.200} is neither JSON nor a Python literal: {error}.") from None


def _mapping(row: Row, name: str) -> dict[str, Any]:
    """A part of the row, which may be the text of one."""
    value = row.get(name)
    read = _literal(value) if isinstance(value, str) else value
    if not isinstance(read, Mapping):
        raise AuthorError(f"The row has no dict {name!r}, which says what is asked.")
    return dict(cast("Row", read))


def _days(availability: Mapping[str, Mapping[str, object]]) -> list[JsonValue]:
    """Where a row lists no days: those of the participants, as they come."""
    return list(dict.fromkeys(day for schedule in availability.values() for day in schedule))


def _without_nan(values: Row) -> Json:
    return {name: None if _is_nan(value) else cast("JsonValue", value) for name, value in values.items()}
