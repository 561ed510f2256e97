"""What an instance asks: times and free minutes, rules of the meeting, solutions, and answers read."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple, cast

from pydantic import JsonValue

from plans.errors import AuthorError

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKEND = ("Saturday", "Sunday")
MIDNIGHT = 24 * 60
"""The end of a day; written 24:00."""
_MINUTES = {
    f"{hour:{width}}:{minute:02}": 60 * hour + minute
    for width in ("", "02")
    for hour in range(25)
    for minute in range(60 if hour < 24 else 1)
}


def minute_of(text: str) -> int:
    """Minutes since midnight of `9:30`, `09:30` or `24:00`; AuthorError for what is no time of day."""
    minute = _MINUTES.get(text.strip())
    if minute is None:
        raise AuthorError(f"{text!r} is no time of day. Write it as HH:MM, from 00:00 to 24:00.")
    return minute


def clock(minute: int) -> str:
    """`HH:MM`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def block_of(text: str) -> tuple[int, int]:
    """Start and end of `HH:MM-HH:MM`, in minutes; AuthorError for what is no block of time."""
    start, dash, end = text.partition("-")
    if not dash:
        raise AuthorError(f"{text!r} is no block of time. Write it as HH:MM-HH:MM.")
    return minute_of(start), minute_of(end)


def block(start: int, end: int) -> str:
    """`HH:MM-HH:MM`."""
    return f"{clock(start)}-{clock(end)}"


GRID_STEP = 5
"""Minutes between starts that are counted, from midnight on; any minute may be a start all the same."""
GRID = sum(1 << minute for minute in range(0, MIDNIGHT, GRID_STEP))


# Suites hold the same few thousand blocks again and again, and reading one takes longer than all else.
@lru_cache(maxsize=1 << 16)
def block_mask(text: str) -> int:
    """The minutes of `HH:MM-HH:MM`; none where it ends before it begins. AuthorError for what is no block."""
    return span(*block_of(text))


def span(start: int, end: int) -> int:
    """Minutes from `start` to before `end`."""
    return (1 << end) - (1 << start) if end > start else 0


def merged(blocks: list[str]) -> int:
    """The minutes of all the blocks."""
    minutes = 0
    for text in blocks:
        minutes |= block_mask(text)
    return minutes


def starts(minutes: int, length: int) -> int:
    """The minutes from which on `length` minutes (1 or more) in a row are all in the set."""
    reached = 1
    while reached * 2 <= length:
        minutes &= minutes >> reached
        reached *= 2
    return minutes & (minutes >> (length - reached))


def first(minutes: int) -> int:
    """The first minute of a set that is not empty."""
    return (minutes & -minutes).bit_length() - 1


def on_grid(minutes: int) -> int:
    """How many minutes of the set lie on the grid."""
    return (minutes & GRID).bit_count()


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


class TimeSlot(NamedTuple):
    """A day, and start and end in minutes since midnight."""

    day: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.day} {block(self.start, self.end)}"


class MeetingRules(NamedTuple):
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


def meeting_of(constraints: Sequence[Json]) -> MeetingRules:
    """The rules of an instance's constraints."""
    value = {constraint["kind"]: constraint.get("value") for constraint in constraints}
    buffer = cast("float | None", value.get(BUFFER))
    before, after, during = (cast("str | None", value.get(kind)) for kind in (BEFORE, AFTER, DURING))
    return MeetingRules(
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


def solve(meeting: MeetingRules, availability: Availability, days: Sequence[str]) -> Solved:
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


def earliest_slot(meeting: MeetingRules, solved: Solved) -> TimeSlot | None:
    """The earliest solution; None where there is none."""
    found = solved.first_start()
    return TimeSlot(*found, found[1] + meeting.length) if found else None


def solutions(meeting: MeetingRules, solved: Solved) -> dict[str, JsonValue]:
    """What metadata keep of the solutions."""
    earliest = earliest_slot(meeting, solved)
    return {
        "feasible": solved.feasible,
        "earliest": None if earliest is None else str(earliest),
        "num_feasible": solved.num_feasible,
        "num_slots": solved.num_slots,
    }


def allowed_starts(meeting: MeetingRules) -> int:
    """Starts at which limits and blocked period leave room for the meeting."""
    latest = (MIDNIGHT if meeting.after is None else meeting.after) - meeting.length
    minutes = span(meeting.before or 0, latest + 1)
    if meeting.during is not None and meeting.during[1] > meeting.during[0]:
        minutes &= ~span(max(0, meeting.during[0] - meeting.length + 1), meeting.during[1])
    return minutes


NO_SLOT = "No common time slot available"
_MARKS = " \t\r\n\f\v\u00a0\"'`"
"""What may surround an answer and says nothing."""
_TIME = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]|24:00"
_STRICT = re.compile(rf"({'|'.join(WEEK)}) ({_TIME})-({_TIME})")
_MARKER = re.compile(r"final\s+answer[\s*_`\"#]*[:\uff1a]", re.IGNORECASE)
_BETWEEN = (
    r"(?:```[a-z]+(?=[ \t]*\n)|</?[a-z_]+>|\\[\[\]()]|\\boxed|\\(?:text|math)(?:bf|rm|tt)?"
    r"|[\s\"'`*_\[\](){}<>|#$,:;\u2018\u2019\u201c\u201d])*"
)
"""Brackets, quotes, markup and commas, the longest first; no words, as these may change what is meant."""
_TOLERANT = re.compile(
    rf"{_BETWEEN}(?P<day>{'|'.join(WEEK)})(?![a-z]){_BETWEEN}(?P<start>{_TIME}){_BETWEEN}[-\u2010-\u2015\u2212~]"
    rf"{_BETWEEN}(?P<end>{_TIME})(?![0-9:])(?!\s*[ap]\.?m\b)",
    re.IGNORECASE,
)
_MARKUP = re.compile(_BETWEEN, re.IGNORECASE)
_ANY_TIME = re.compile(r"[0-9]:[0-9]")


def final_answer(response: str | None) -> str:
    """What a response ends with: `Day HH:MM-HH:MM` (start before end or not), NO_SLOT, or "" where neither is there."""
    text = response or ""
    behind = _behind_marker(text)
    if behind is None:
        return NO_SLOT if _refuses(text.strip().rpartition("\n")[2]) else ""
    slot = _TOLERANT.match(behind)
    if slot:
        start, end = minute_of(slot["start"]), minute_of(slot["end"])
        return f"{slot['day'].capitalize()} {block(start, end)}"
    return NO_SLOT if _refuses(_MARKUP.sub("", behind, count=1).partition("\n")[0]) else ""


def read_answer(response: str | None) -> TimeSlot | str | None:
    """The slot that a response names, NO_SLOT where it says that there is none, None where it can be read as neither.

    A slot that ends before it begins, or has no length, is none.
    """
    text = (response or "").strip(_MARKS)
    if _MARKER.search(text):
        text = final_answer(text)
    named = _STRICT.fullmatch(text)
    if named:
        slot = TimeSlot(named[1], minute_of(named[2]), minute_of(named[3]))
        return slot if slot.start < slot.end else None
    return NO_SLOT if text == NO_SLOT or final_answer(text) == NO_SLOT else None


def _behind_marker(response: str) -> str | None:
    """What stands behind the last marker, None where there is none."""
    marks = list(_MARKER.finditer(response))
    return response[marks[-1].end() :] if marks else None


def _refuses(line: str) -> bool:
    """Whether a line says that there is no slot, and names none."""
    return NO_SLOT.lower() in line.lower() and not _ANY_TIME.search(line)
