"""Drawing calendar instances: schedules that come near to the constrainedness aimed at, and the prompt.

The same parameters and random seed give the same instance; what `draw` adds to the parameters it does not read.
"""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple, cast

from pydantic import JsonValue

from plans.calendar.clock import MIDNIGHT, WEEK, WEEKEND
from plans.calendar.frame import Frame, constraints_of_parameters, frame_of
from plans.calendar.masks import span
from plans.calendar.problem import Meeting, Solved, allowed_starts, meeting_of, solutions, solve
from plans.calendar.schedules import Drawn, Shared, draw_apart, draw_schedules
from plans.calendar.wording import prompt_of
from plans.errors import AuthorError

Json = Mapping[str, JsonValue]

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


def _days(parameters: Json, meeting: Meeting, aim: Aim | None, rng: Random) -> list[str]:
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


def _near(aim: Aim, frame: Frame, meeting: Meeting, days: list[str], rng: Random) -> tuple[Drawn, Solved]:
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


def _without_solution(frame: Frame, meeting: Meeting, days: list[str], rng: Random) -> tuple[Drawn, Solved]:
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


def _free(meeting: Meeting) -> tuple[int, int]:
    """The hours that the limits leave, buffers included."""
    buffer = meeting.buffer or 0
    return max(0, (meeting.before or 0) - buffer), min(MIDNIGHT, (meeting.after or MIDNIGHT) + buffer)


def _shared(frame: Frame, meeting: Meeting, days: list[str], rng: Random) -> Shared | None:
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
