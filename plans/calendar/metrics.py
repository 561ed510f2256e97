"""What an answer to a calendar instance scores: every rule that applies, exact to the minute, and the constrainedness.

`compat` reproduces the published metric with all its faults, for numbers that are to be compared with published ones.
"""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from plans.calendar.compat import COLUMN
from plans.calendar.compat import evaluate as evaluate_compat
from plans.calendar.problem import (
    AVAILABILITY,
    DURATION,
    KINDS,
    NO_SLOT,
    WEEKEND,
    Availability,
    MeetingRules,
    Solved,
    TimeSlot,
    availability_of,
    common,
    constraints_of,
    days_of,
    meeting_of,
    read_answer,
    solve,
    solve_instance,
)
from plans.records.instance import AnswerMark

CHECKS = tuple(COLUMN)
"""What is checked of an answer; the format counts in `fraction_passed`, as published."""


def evaluate(instance: Mapping[str, JsonValue], answer: str | None) -> dict[str, JsonValue]:
    """What an answer scores; the fields of Evaluated.

    On an instance that has no solution, saying so passes, and no rule applies to it; on another it fails all.
    """
    meeting, availability = meeting_of(constraints_of(instance)), availability_of(instance)
    solved = solve(meeting, availability, days_of(instance))
    read = read_answer(answer)
    if isinstance(read, TimeSlot):
        marks = _marks(read, meeting, availability, solved)
    elif read == NO_SLOT and not solved.feasible:
        marks = {check: AnswerMark.NOT_APPLIED for check in CHECKS} | {"format": AnswerMark.PASSED}
    else:
        marks = {
            check: AnswerMark.FAILED if applies else AnswerMark.NOT_APPLIED
            for check, applies in zip(CHECKS, _applied(meeting), strict=True)
        }
    return {
        "answer": "" if read is None else str(read),
        "checks": {**marks},
        "is_refusal": read == NO_SLOT,
        "measures": {
            "constrainedness": solved.constrainedness,
            "constrainedness_bucket": solved.bucket,
        },
    }


def labels(instance: Mapping[str, JsonValue]) -> dict[str, str]:
    """Disaggregation → bucket of an instance."""
    solved = solve_instance(instance)
    kinds = {str(constraint["kind"]) for constraint in constraints_of(instance)}
    optional = [kind for kind in KINDS if kind in kinds and kind not in (AVAILABILITY, DURATION)]
    return {
        "participants": str(len(availability_of(instance))),
        "days": str(len(days_of(instance))),
        "constrainedness": _tenth(solved.bucket),
        "feasible": "yes" if solved.feasible else "no",
        "constraints": " + ".join(optional) or "none",
        "number of constraints": str(len(optional)),
    }


def _tenth(bucket: float) -> str:
    """`0.3 to 0.4`; `1.0` where nothing is feasible."""
    return f"{bucket:.1f} to {bucket + 0.1:.1f}" if bucket < 1 else "1.0"


VARIANTS: dict[str, Callable[[Mapping[str, JsonValue], str | None], dict[str, JsonValue]]] = {
    "compat": evaluate_compat
}


def _applied(meeting: MeetingRules) -> tuple[bool, ...]:
    """Of each of CHECKS, whether the meeting has the rule."""
    return (
        True,
        meeting.availability,
        meeting.duration is not None,
        meeting.buffer is not None,
        meeting.no_weekends,
        meeting.before is not None or meeting.after is not None,
        meeting.during is not None,
        meeting.priority,
    )


def _marks(
    slot: TimeSlot, meeting: MeetingRules, availability: Availability, solved: Solved
) -> dict[str, AnswerMark]:
    """What each check finds of a slot."""
    day, start, end = slot
    free = common(availability, day)
    buffer, during = meeting.buffer or 0, meeting.during
    holds = (
        True,
        _all_free(free, start, end),
        end - start == meeting.duration,
        _all_free(free, start - buffer, end + buffer),
        day not in WEEKEND,
        start >= (meeting.before or 0) and (meeting.after is None or end <= meeting.after),
        during is None or during[0] >= during[1] or end <= during[0] or start >= during[1],
        _is_first(slot, meeting, solved),
    )
    return {
        check: (AnswerMark.PASSED if held else AnswerMark.FAILED) if applies else AnswerMark.NOT_APPLIED
        for check, applies, held in zip(CHECKS, _applied(meeting), holds, strict=True)
    }


def _all_free(free: int, start: int, end: int) -> bool:
    """Whether every minute of the range is in the set; it may not reach into another day."""
    whole = (1 << (end - start)) - 1
    return start >= 0 and (free >> start) & whole == whole


def _is_first(slot: TimeSlot, meeting: MeetingRules, solved: Solved) -> bool:
    fits = meeting.duration is None or slot.end - slot.start == meeting.duration
    return fits and (slot.day, slot.start) == solved.first_start()
