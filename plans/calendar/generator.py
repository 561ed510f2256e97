"""Draws calendar instances: schedules near the constrainedness aimed at, put into words."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from jinja2.environment import Template
from pydantic import JsonValue

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
    WEEK,
    WEEKEND,
    Availability,
    MeetingRules,
    Solved,
    allowed_starts,
    block,
    clock,
    meeting_of,
    minute_of,
    solutions,
    solve,
    span,
)
from plans.errors import AuthorError

Json = Mapping[str, JsonValue]


class ScheduleBounds(NamedTuple):
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


def frame_of(parameters: Json) -> ScheduleBounds:
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
    return ScheduleBounds(
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


Blocks = list[tuple[int, int]]
"""Start and end in minutes, in order, at least a step apart."""
Drawn = dict[str, dict[str, list[str]]]

SCHEDULE_TRIES = 20
"""Times that a day is drawn anew when its blocks do not fit, before it is drawn in a way that always fits."""
LARGEST_SHIFT = 120
"""Minutes by which an edge of a block moves at most, where schedules are not alike at all."""


class Shared(NamedTuple):
    """A block of time that everybody is free in, on the grid."""

    day: str
    start: int
    end: int


def draw_schedules(
    frame: ScheduleBounds,
    days: Sequence[str],
    looseness: float,
    shared: Shared | None,
    free: tuple[int, int],
    rng: Random,
) -> Drawn:
    """Availability of all participants.

    `looseness`, 0 to 1: how much a schedule may differ from the one that all of a day follow; from 0.5 on, ever more
    follow none. `free`: the hours in which the followed blocks lie by preference, as the rules leave these.
    """
    followed = {day: _followed(frame, looseness, free, rng) for day in days}
    return {
        f"p{number}": {
            day: [
                block(*times)
                for times in _day(
                    frame, followed[day], looseness, shared if shared and shared.day == day else None, rng
                )
            ]
            for day in days
        }
        for number in range(1, frame.participants + 1)
    }


def draw_apart(frame: ScheduleBounds, days: Sequence[str], rng: Random) -> Drawn | None:
    """Availability of which two participants share no minute; None where a day has no room for that."""
    half = (frame.earliest + frame.latest) // 2 // frame.step * frame.step
    parts = (frame._replace(latest=half), frame._replace(earliest=half))
    needed = frame.fewest * (frame.shortest + frame.step) - frame.step
    if frame.fewest == 0 or any(part.latest - part.earliest < needed for part in parts):
        return None
    first, second = rng.sample(range(1, frame.participants + 1), 2)
    drawn: Drawn = {}
    for number in range(1, frame.participants + 1):
        drawn[f"p{number}"] = {}
        for day in days:
            part = parts[0] if number == first else parts[1] if number == second else frame
            drawn[f"p{number}"][day] = [block(*times) for times in _any_blocks(part, rng)]
    return drawn


def _followed(frame: ScheduleBounds, looseness: float, free: tuple[int, int], rng: Random) -> Blocks:
    """The blocks of a day that the others follow."""
    hours = frame._replace(
        earliest=max(frame.earliest, -(-free[0] // frame.step) * frame.step),
        latest=min(frame.latest, free[1] // frame.step * frame.step),
    )
    if rng.random() >= looseness and _room(hours) >= max(1, frame.fewest):
        # Long blocks leave more starts for the whole meeting with its buffers.
        lengthy = hours._replace(shortest=max(hours.shortest, hours.longest // 2 // frame.step * frame.step))
        return _any_blocks(lengthy if _room(lengthy) >= max(1, frame.fewest) else hours, rng)
    return _any_blocks(frame, rng)


def _day(
    frame: ScheduleBounds, followed: Blocks, looseness: float, shared: Shared | None, rng: Random
) -> Blocks:
    """A participant's blocks of a day."""
    if rng.random() < 2 * looseness - 1:
        return _around(frame, shared, rng) if shared else _any_blocks(frame, rng)
    largest = int(looseness * LARGEST_SHIFT) // frame.step
    for _ in range(SCHEDULE_TRIES):
        shifted = [
            (
                start + frame.step * rng.randint(-largest, largest),
                end + frame.step * rng.randint(-largest, largest),
            )
            for start, end in followed
        ]
        if _fits(frame, shifted) and (shared is None or _holds(shifted, shared)):
            return shifted
    if shared is None or _holds(followed, shared):
        return followed
    return _around(frame, shared, rng)


def _holds(blocks: Blocks, shared: Shared) -> bool:
    return any(start <= shared.start and shared.end <= end for start, end in blocks)


def _fits(frame: ScheduleBounds, blocks: Blocks) -> bool:
    before = frame.earliest - frame.step
    for start, end in blocks:
        if start < before + frame.step or not frame.shortest <= end - start <= frame.longest:
            return False
        before = end
    return before <= frame.latest


def _around(frame: ScheduleBounds, shared: Shared, rng: Random) -> Blocks:
    """Blocks of a day of which one holds the shared time."""
    for _ in range(SCHEDULE_TRIES):
        length = _stepped(max(frame.shortest, shared.end - shared.start), frame.longest, frame.step, rng)
        low = max(frame.earliest, shared.end - length)
        high = min(shared.start, frame.latest - length)
        if low > high:
            continue
        start = _stepped(low, high, frame.step, rng)
        left = frame._replace(latest=start - frame.step)
        right = frame._replace(earliest=start + length + frame.step)
        wanted = rng.randint(max(1, frame.fewest), max(1, frame.most)) - 1
        on_left = rng.randint(0, wanted)
        on_left = max(min(on_left, _room(left)), min(wanted - _room(right), _room(left)))
        on_right = min(wanted - on_left, _room(right))
        if on_left + on_right + 1 >= frame.fewest:
            held = (start, start + length)
            return [*_blocks(left, on_left, rng), held, *_blocks(right, on_right, rng)]
    return _any_blocks(frame, rng)


def _room(frame: ScheduleBounds) -> int:
    """The most blocks that the hours have room for."""
    return max(0, (frame.latest - frame.earliest + frame.step) // (frame.shortest + frame.step))


def _any_blocks(frame: ScheduleBounds, rng: Random) -> Blocks:
    count = rng.randint(frame.fewest, frame.most)
    return _blocks(frame, min(count, _room(frame)), rng)


def _blocks(frame: ScheduleBounds, count: int, rng: Random) -> Blocks:
    """So many blocks, for which there is room."""
    if count == 0:
        return []
    left = frame.latest - frame.earliest - count * frame.shortest - (count - 1) * frame.step
    lengths: list[int] = []
    for _ in range(count):
        more = _stepped(0, min(left, frame.longest - frame.shortest), frame.step, rng)
        lengths.append(frame.shortest + more)
        left -= more
    rng.shuffle(lengths)
    gaps = sorted(_stepped(0, left, frame.step, rng) for _ in range(count))
    blocks: Blocks = []
    used = 0
    for place, (length, gap) in enumerate(zip(lengths, gaps, strict=True)):
        start = frame.earliest + gap + used + place * frame.step
        blocks.append((start, start + length))
        used += length
    return blocks


def _stepped(low: int, high: int, step: int, rng: Random) -> int:
    """`low`, or some steps more, up to `high`."""
    return low + step * rng.randint(0, (high - low) // step)


PROMPTS = Path(__file__).parent / "prompts"


def prompt_of(template: str, meeting: MeetingRules, availability: Availability, days: Sequence[str]) -> str:
    """What a model is asked; AuthorError for a template that is not there."""
    return (
        _template(template)
        .render(
            participants=len(availability),
            duration=meeting.duration,
            buffer=meeting.buffer,
            no_weekends=meeting.no_weekends,
            before=None if meeting.before is None else clock(meeting.before),
            after=None if meeting.after is None else clock(meeting.after),
            during=None if meeting.during is None else block(*meeting.during),
            priority=meeting.priority,
            availability_days=days,
            availability=availability,
        )
        .strip()
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(PROMPTS),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _template(name: str) -> Template:
    try:
        return _environment().get_template(f"{name}.jinja")
    except TemplateNotFound:
        there = ", ".join(sorted(path.stem for path in PROMPTS.glob("*.jinja")))
        raise AuthorError(f"There is no template {name!r} of prompts. Use one of: {there}.") from None


INFEASIBLE = "infeasible"
FEASIBLE = "feasible"
TRIES = 30
"""Schedules that are drawn for an instance at most; the one nearest to the aim is taken."""
CHANCES = 20
"""Schedules that are drawn at most in the hope that they have no solution, where none is to be."""


class Aim(NamedTuple):
    """The constrainedness that is aimed at, from `low` to below `high`; None: no solution at all."""

    low: float
    high: float

    def misses(self, solved: Solved) -> float:
        """How far an instance is from it: 0 where it is within, more than 1 where it has no solution."""
        if not solved.feasible:
            return 2.0
        c = solved.constrainedness
        return max(0.0, self.low - c, 0.0 if c < self.high else c - self.high + 1e-9)


def draw(parameters: Json, random_seed: int) -> dict[str, JsonValue]:
    """An instance (the fields of Drawn) with a solution or without, as its parameters aim, if they leave a choice.

    Raises AuthorError for parameters that leave no room for a schedule.
    """
    rng = Random(random_seed)
    frame, constraints = frame_of(parameters), constraints_of_parameters(parameters)
    meeting = meeting_of(constraints)
    aim = _aim(str(parameters["aimed_constrainedness"]))
    days = _days(parameters, meeting, aim, rng)
    if aim is None:
        schedules, solved = _without_solution(frame, meeting, days, rng)
    else:
        schedules, solved = _near(aim, frame, meeting, days, rng)
    return {
        "prompt": prompt_of(str(parameters["template"]), meeting, schedules, days),
        "split": FEASIBLE if solved.feasible else INFEASIBLE,
        "parameters": {
            **parameters,
            "days_of_week": cast("list[JsonValue]", days),
            "constrainedness": solved.constrainedness,
            "constrainedness_bucket": solved.bucket,
        },
        "constraints": cast("list[JsonValue]", constraints),
        "metadata": {"availability": cast("JsonValue", schedules), **solutions(meeting, solved)},
    }


def _aim(text: str) -> Aim | None:
    if text == INFEASIBLE:
        return None
    low, to, high = text.partition(" to ")
    try:
        return Aim(float(low), float(high if to else ""))
    except ValueError:
        raise AuthorError(
            f"The aimed constrainedness {text!r} is neither {INFEASIBLE!r} nor a range such as '0.5 to 0.8'."
        ) from None


def _days(parameters: Json, meeting: MeetingRules, aim: Aim | None, rng: Random) -> list[str]:
    """The days in question, from Monday on; some of them is no weekend where that rules all out."""
    count = cast("int", parameters["num_days"])
    if not 1 <= count <= len(WEEK):
        raise AuthorError(f"The parameter 'num_days' is {count}, and a week has 1 to {len(WEEK)} days.")
    while True:
        if parameters["days"] == "consecutive":
            start = rng.randint(0, len(WEEK) - count)
            days: list[str] = [*WEEK[start : start + count]]
        else:
            days = sorted(rng.sample(WEEK, count), key=WEEK.index)
        weekend = sum(day in WEEKEND for day in days)
        # A weekend that is ruled out is what makes half of an instance's slots impossible.
        bearable = count > 5 or aim is None or aim.low >= 0.5 or weekend == 0
        if not meeting.no_weekends or (weekend < count and bearable):
            return days


def _near(
    aim: Aim, frame: ScheduleBounds, meeting: MeetingRules, days: list[str], rng: Random
) -> tuple[Drawn, Solved]:
    """Schedules with a solution, if there can be one, as near to the aim as some tries come."""
    looseness = min(1.0, aim.low * 0.8 + 0.1)
    best: tuple[float, Drawn, Solved] | None = None
    for _ in range(TRIES):
        shared = _shared(frame, meeting, days, rng)
        schedules = draw_schedules(frame, days, looseness, shared, _free(meeting), rng)
        solved = solve(meeting, schedules, days)
        misses = aim.misses(solved)
        if best is None or misses < best[0]:
            best = misses, schedules, solved
        if misses == 0:
            break
        too_tight = not solved.feasible or solved.constrainedness >= aim.high
        looseness = looseness * 0.7 if too_tight else min(1.0, looseness * 1.3 + 0.02)
    assert best is not None
    return best[1], best[2]


def _without_solution(
    frame: ScheduleBounds, meeting: MeetingRules, days: list[str], rng: Random
) -> tuple[Drawn, Solved]:
    """Schedules without a solution: near misses where chance gives one, else such that two never are free at once.

    With a solution all the same, where days have no room for two that are never free at once.
    """
    for _ in range(CHANCES):
        schedules = draw_schedules(frame, days, rng.uniform(0.4, 1.0), None, _free(meeting), rng)
        solved = solve(meeting, schedules, days)
        if not solved.feasible:
            return schedules, solved
    apart = draw_apart(frame, days, rng) or draw_schedules(frame, days, 1.0, None, _free(meeting), rng)
    return apart, solve(meeting, apart, days)


def _free(meeting: MeetingRules) -> tuple[int, int]:
    """The hours that the limits leave, buffers included."""
    buffer = meeting.buffer or 0
    return max(0, (meeting.before or 0) - buffer), min(MIDNIGHT, (meeting.after or MIDNIGHT) + buffer)


def _shared(frame: ScheduleBounds, meeting: MeetingRules, days: list[str], rng: Random) -> Shared | None:
    """A time at which the meeting is possible by all rules, on the grid; None where there is none."""
    buffer, step = meeting.buffer or 0, frame.step
    possible = [day for day in days if not (meeting.no_weekends and day in WEEKEND)]
    minutes = allowed_starts(meeting) & span(
        frame.earliest + buffer, frame.latest - buffer - meeting.length + 1
    )
    starts = [minute for minute in range(0, MIDNIGHT, 5) if minutes >> minute & 1]
    held = [
        ((start - buffer) // step * step, -(-(start + meeting.length + buffer) // step) * step)
        for start in starts
    ]
    fitting = [(start, end) for start, end in held if end - start <= frame.longest and end <= frame.latest]
    if not possible or not fitting:
        return None
    return Shared(rng.choice(possible), *rng.choice(fitting))
