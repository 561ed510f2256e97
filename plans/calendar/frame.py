"""What the parameters leave a schedule to be: who, on which days, within which hours, in what blocks."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from pydantic import JsonValue

from plans.calendar.clock import block, clock, minute_of
from plans.calendar.problem import (
    AFTER,
    AVAILABILITY,
    BEFORE,
    BUFFER,
    DURATION,
    DURING,
    NO_WEEKENDS,
    PRIORITY,
)
from plans.errors import AuthorError

Json = Mapping[str, JsonValue]


class Frame(NamedTuple):
    """Bounds of a schedule; all times and lengths in minutes, lengths and times whole steps of the grid."""

    participants: int
    step: int
    shortest: int
    longest: int
    fewest: int
    most: int
    """Blocks a day that there may be, and for which there is room."""
    earliest: int
    latest: int


def frame_of(parameters: Json) -> Frame:
    """The bounds by the parameters; AuthorError where they leave no room, or one is missing."""
    step = _whole(parameters, "granularity")
    shortest = -(-_whole(parameters, "min_length_time_block") // step) * step
    longest = _whole(parameters, "max_length_time_block") // step * step
    earliest = -(-minute_of(_text(parameters, "earliest_start_time")) // step) * step
    latest = minute_of(_text(parameters, "latest_end_time")) // step * step
    fewest, most = _whole(parameters, "min_num_time_blocks"), _whole(parameters, "max_num_time_blocks")
    # Blocks that touch would be one, so a step lies between them.
    room = (latest - earliest + step) // (shortest + step)
    if not 0 < shortest <= longest or not 0 <= fewest <= min(most, room):
        raise AuthorError(
            f"{fewest} to {most} blocks a day of {shortest} to {longest} minutes each, on a grid of {step}, "
            f"have no room between {clock(earliest)} and {clock(latest)}. Ask for fewer or shorter blocks, "
            "or for longer days."
        )
    return Frame(
        participants=_whole(parameters, "num_participants"),
        step=step,
        shortest=shortest,
        longest=longest,
        fewest=fewest,
        most=min(most, room),
        earliest=earliest,
        latest=latest,
    )


def constraints_of_parameters(parameters: Json) -> list[dict[str, JsonValue]]:
    """The constraints that the parameters ask for."""
    constraints: list[dict[str, JsonValue]] = [
        {"kind": AVAILABILITY, "value": True},
        {"kind": DURATION, "value": _whole(parameters, DURATION)},
    ]
    if buffer := _whole(parameters, BUFFER):
        constraints.append({"kind": BUFFER, "value": buffer})
    if parameters[NO_WEEKENDS]:
        constraints.append({"kind": NO_WEEKENDS, "value": True})
    for kind in (BEFORE, AFTER):
        if hour := cast("float", parameters[kind]):
            constraints.append({"kind": kind, "value": clock(round(hour * 60))})
    during = _text(parameters, DURING)
    if during != "none":
        start, _, end = during.partition("-")
        constraints.append({"kind": DURING, "value": block(minute_of(start), minute_of(end))})
    if parameters[PRIORITY]:
        constraints.append({"kind": PRIORITY, "value": True})
    return constraints


def _whole(parameters: Json, name: str) -> int:
    value = _given(parameters, name)
    if not isinstance(value, int):
        raise AuthorError(f"The parameter {name!r} is {value!r}, and has to be a whole number.")
    return value


def _text(parameters: Json, name: str) -> str:
    return str(_given(parameters, name))


def _given(parameters: Json, name: str) -> JsonValue:
    if name not in parameters:
        raise AuthorError(f"There is no parameter {name!r}, without which no instance can be drawn.")
    return parameters[name]
