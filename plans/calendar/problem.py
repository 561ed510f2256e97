"""What an instance asks: the meeting's rules, when all are free, and with that every solution and the constrainedness.

The rules of the paper's Table 7, exact to the minute. Limits and the blocked period bind the meeting, its buffers only
need everybody to be free.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple, cast

from pydantic import JsonValue

from plans.calendar.clock import MIDNIGHT, WEEKEND, block, block_of, minute_of
from plans.calendar.masks import first, merged, on_grid, span, starts

Availability = Mapping[str, Mapping[str, list[str]]]
"""Participant → day → blocks in which they are free."""
Json = Mapping[str, JsonValue]

AVAILABILITY = "availability"
DURATION = "meeting_duration"
BUFFER = "buffer_time_before_and_after_meeting"
NO_WEEKENDS = "no_meetings_on_weekends"
BEFORE = "no_meetings_before"
AFTER = "no_meetings_after"
DURING = "no_meetings_during_specific_times"
PRIORITY = "high_priority_meeting"
KINDS = (AVAILABILITY, DURATION, BUFFER, NO_WEEKENDS, BEFORE, AFTER, DURING, PRIORITY)
"""Kinds of constraints (Table 7), named as published. Their `value`: minutes, a time HH:MM, a block, or true."""


class Slot(NamedTuple):
    """A day, and start and end in minutes since midnight."""

    day: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.day} {block(self.start, self.end)}"


class Meeting(NamedTuple):
    """The rules; of each that may be left out, None or False says that it does not apply."""

    availability: bool
    """Whether answers are checked for it. Solutions are within it in any case, as in the published metric."""
    duration: float | None
    """Minutes; an answer never has a length that is no whole number."""
    buffer: int | None
    no_weekends: bool
    before: int | None
    after: int | None
    during: tuple[int, int] | None
    priority: bool

    @property
    def length(self) -> int:
        """Minutes in a row that it takes; where no duration is asked for, the shortest meeting is one minute."""
        return 1 if self.duration is None else max(1, ceil(self.duration))

    @property
    def is_possible(self) -> bool:
        """Whether some slot has its duration: a number of minutes that is whole and at least 1."""
        return self.duration is None or self.duration == self.length


class Solved(NamedTuple):
    """All about an instance that does not hang on an answer."""

    solutions: tuple[tuple[str, int], ...]
    """Day → starts of meetings that keep to everything but the priority, in the order in which days are listed."""
    num_feasible: int
    """Solutions on the grid of five minutes."""
    num_slots: int
    """Starts on the grid at which at least one participant is free for the meeting, whatever else is asked."""

    @property
    def feasible(self) -> bool:
        """Whether there is a solution at any minute."""
        return any(minutes for _, minutes in self.solutions)

    @property
    def constrainedness(self) -> float:
        """1 - feasible / all slots (section 3.2); 1 where there are no slots."""
        return 1 - self.num_feasible / self.num_slots if self.num_slots else 1.0

    @property
    def bucket(self) -> float:
        """Constrainedness rounded down to a tenth, by whole numbers: floats would put 0.6 into 0.5."""
        if not self.num_slots:
            return 1.0
        return 10 * (self.num_slots - self.num_feasible) // self.num_slots / 10

    def first_start(self) -> tuple[str, int] | None:
        """Day and minute of the earliest start; days count in the order in which they are listed."""
        return next(((day, first(minutes)) for day, minutes in self.solutions if minutes), None)


def meeting_of(constraints: Sequence[Json]) -> Meeting:
    """The rules of an instance's constraints."""
    value = {constraint["kind"]: constraint.get("value") for constraint in constraints}
    buffer = cast("float | None", value.get(BUFFER))
    before, after, during = (cast("str | None", value.get(kind)) for kind in (BEFORE, AFTER, DURING))
    return Meeting(
        availability=AVAILABILITY in value,
        duration=cast("float | None", value.get(DURATION)),
        buffer=None if buffer is None else max(0, ceil(buffer)),
        no_weekends=NO_WEEKENDS in value,
        before=None if before is None else minute_of(before),
        after=None if after is None else minute_of(after),
        during=None if during is None else block_of(during),
        priority=PRIORITY in value,
    )


def availability_of(instance: Json) -> Availability:
    """Who is free when."""
    return cast("Availability", cast("Json", instance["metadata"])["availability"])


def days_of(instance: Json) -> list[str]:
    """The days in question, in the order in which they are listed."""
    return cast("list[str]", cast("Json", instance["parameters"])["days_of_week"])


def constraints_of(instance: Json) -> Sequence[Json]:
    """The instance's constraints."""
    return cast("Sequence[Json]", instance["constraints"])


def common(availability: Availability, day: str) -> int:
    """Minutes of the day at which all are free; who has no such day is busy."""
    minutes = -1
    for schedule in availability.values():
        minutes &= merged(schedule.get(day) or [])
    return minutes


def solve(meeting: Meeting, availability: Availability, days: Sequence[str]) -> Solved:
    """Every solution of the days, and the two counts."""
    length, buffer = meeting.length, meeting.buffer or 0
    allowed = allowed_starts(meeting) if meeting.is_possible else 0
    found: list[tuple[str, int]] = []
    num_feasible = num_slots = 0
    for day in days:
        everybody, somebody = (-1 if availability else 0), 0
        for schedule in availability.values():
            free = merged(schedule.get(day) or [])
            everybody &= free
            somebody |= starts(free, length)
        minutes = 0
        if everybody and not (meeting.no_weekends and day in WEEKEND):
            minutes = (starts(everybody, length + 2 * buffer) << buffer) & allowed
        found.append((day, minutes))
        num_feasible += on_grid(minutes)
        num_slots += on_grid(somebody)
    return Solved(tuple(found), num_feasible, num_slots)


def solve_instance(instance: Json) -> Solved:
    """Every solution of an instance, and the two counts."""
    meeting = meeting_of(constraints_of(instance))
    return solve(meeting, availability_of(instance), days_of(instance))


def earliest_slot(meeting: Meeting, solved: Solved) -> Slot | None:
    """The earliest solution; None where there is none."""
    found = solved.first_start()
    return Slot(*found, found[1] + meeting.length) if found else None


def solutions(meeting: Meeting, solved: Solved) -> dict[str, JsonValue]:
    """What metadata keep of the solutions."""
    earliest = earliest_slot(meeting, solved)
    return {
        "feasible": solved.feasible,
        "earliest": None if earliest is None else str(earliest),
        "num_feasible": solved.num_feasible,
        "num_slots": solved.num_slots,
    }


def allowed_starts(meeting: Meeting) -> int:
    """Starts at which limits and blocked period leave room for the meeting."""
    latest = (MIDNIGHT if meeting.after is None else meeting.after) - meeting.length
    minutes = span(meeting.before or 0, latest + 1)
    if meeting.during is not None and meeting.during[1] > meeting.during[0]:
        minutes &= ~span(max(0, meeting.during[0] - meeting.length + 1), meeting.during[1])
    return minutes
