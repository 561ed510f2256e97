"""What is wrong with the published metric, each with a minimal instance: what it says, and what is right.

`compat` has to be as wrong, as numbers are compared with published ones by it.
"""

import re
from typing import Any, NamedTuple

import pytest

from plans.calendar.metrics import VARIANTS, evaluate
from plans.calendar.published import columns, instance_of
from plans.errors import AuthorError
from plans.records.instance import Evaluated
from tests.plans.calendar.rows import all_free, row
from tests.test_readme import PAGE

REFUSAL = "No common time slot available"
SHORT = {
    "format": "format_programmatic",
    "free": "availability_programmatic_check",
    "minutes": "meeting_duration_programmatic_check",
    "buffer": "buffer_time_programmatic_check",
    "weekday": "no_weekends_programmatic_check",
    "limits": "time_restrictions_programmatic_check",
    "during": "specific_times_programmatic_check",
    "priority": "priority_programmatic_check",
    "all": "all_correct",
    "fraction": "fraction_passed",
    "c": "constrainedness",
    "bucket": "constrainedness_bucket",
}
NAN = float("nan")


class Case(NamedTuple):
    """A minimal instance, an answer, and of both metrics the numbers that tell."""

    what: str
    found: dict[str, Any]
    answer: str | None
    published: dict[str, float | None] | str
    """Or the error by which the published metric ends."""
    right: dict[str, float | None]


def without(found: dict[str, Any], name: str) -> dict[str, Any]:
    return {
        **found,
        "constraints": {key: value for key, value in found["constraints"].items() if key != name},
    }


TWO_DAYS = row(all_free(Monday=["09:00-10:00"], Tuesday=["09:00-10:00"]), priority=True)
ONLY_MONDAY = {
    "p1": {"Monday": ["09:00-10:00"], "Tuesday": ["09:00-10:00"]},
    "p2": {"Monday": ["09:00-10:00"]},
}
OPEN = row(all_free("09:00-10:00"))
HALF_HOUR_APART = row({"p1": {"Monday": ["09:00-10:00"]}, "p2": {"Monday": ["09:02-10:02"]}}, minutes=30)
CASES = (
    Case(
        "weekday: a Saturday passes where weekends are off, as the day of the week is never looked at",
        row(all_free(Saturday=["09:00-10:00"]), weekends_off=True),
        "Saturday 09:00-10:00",
        {"weekday": 1, "all": 1, "c": 1},
        {"weekday": 0, "all": 0, "c": 1},
    ),
    Case(
        "first_day: the last day with a slot wins",
        TWO_DAYS,
        "Monday 09:00-10:00",
        {"priority": 0, "all": 0},
        {"priority": 1, "all": 1},
    ),
    Case(
        "first_day: and so a later day passes",
        TWO_DAYS,
        "Tuesday 09:00-10:00",
        {"priority": 1, "all": 1},
        {"priority": 0, "all": 0},
    ),
    Case(
        "end_incl: a meeting that ends at the limit passes one check and is no slot for another",
        row(all_free("17:00-18:00"), after=18, priority=True),
        "Monday 17:00-18:00",
        {"limits": 1, "priority": 0, "c": 1},
        {"limits": 1, "priority": 1, "c": 0, "all": 1},
    ),
    Case(
        "core: limits are held against the buffer too",
        row(all_free("08:30-10:30"), before=9, buffer=30, priority=True),
        "Monday 09:00-10:00",
        {"limits": 1, "buffer": 1, "priority": 0, "c": 1},
        {"limits": 1, "buffer": 1, "priority": 1, "c": 1 - 1 / 13, "all": 1},
    ),
    Case(
        "core: and so is the blocked period",
        row(all_free("10:30-12:30"), buffer=30, during="12:00-13:00"),
        "Monday 11:00-12:00",
        {"all": 1, "c": 1},
        {"all": 1, "c": 1 - 1 / 13},
    ),
    Case(
        "all_parts: who has no such day is passed over, and no answer passes",
        row(ONLY_MONDAY, priority=True),
        "Monday 09:00-10:00",
        {"free": 1, "priority": 0, "c": 0},
        {"free": 1, "priority": 1, "c": 0.5, "all": 1},
    ),
    Case(
        "all_parts: no answer at all, as this one fails too",
        row(ONLY_MONDAY, priority=True),
        "Tuesday 09:00-10:00",
        {"free": 0, "priority": 1, "all": 0},
        {"free": 0, "priority": 0, "all": 0},
    ),
    Case(
        "exact: 32 minutes are taken for 35",
        row(all_free("09:00-10:00"), minutes=32, priority=True),
        "Monday 09:00-09:32",
        {"minutes": 1, "priority": 0},
        {"minutes": 1, "priority": 1, "all": 1},
    ),
    Case(
        "exact: so that 35 are the earliest, and too long",
        row(all_free("09:00-10:00"), minutes=32, priority=True),
        "Monday 09:00-09:35",
        {"minutes": 0, "priority": 1},
        {"minutes": 0, "priority": 0},
    ),
    Case(
        "exact: a block two minutes later has no slot in common",
        HALF_HOUR_APART,
        "Monday 09:02-09:32",
        {"all": 1, "c": 1},
        {"all": 1, "c": 1 - 6 / 7, "bucket": 0.1},
    ),
    Case(
        "exact: a buffer of 7 minutes makes 44 minutes 45",
        row(all_free("09:00-10:00"), minutes=30, buffer=7, priority=True),
        "Monday 09:07-09:37",
        {"buffer": 1, "priority": 0, "c": 1 - 4 / 7},
        {"buffer": 1, "priority": 1, "c": 1 - 3 / 7, "all": 1},
    ),
    Case(
        "merge: blocks that touch are not one",
        row({"p1": {"Monday": ["09:00-09:30", "09:30-10:00"]}, "p2": {"Monday": ["09:00-10:00"]}}),
        "Monday 09:00-10:00",
        {"free": 0, "c": 1},
        {"free": 1, "c": 0, "all": 1},
    ),
    Case(
        "merge: nor are blocks that overlap, in any order",
        row({"p1": {"Monday": ["09:20-10:00", "09:00-09:40"]}, "p2": {"Monday": ["09:00-10:00"]}}),
        "Monday 09:00-10:00",
        {"free": 0, "c": 1},
        {"free": 1, "c": 0, "all": 1},
    ),
    Case(
        "refusal: there is no slot, and to say so scores nothing",
        row({"p1": {"Monday": ["09:00-10:00"]}, "p2": {"Monday": ["10:00-11:00"]}}),
        REFUSAL,
        {"format": 0, "free": 0, "minutes": 0, "all": 0, "fraction": 0, "c": 1},
        {"format": 1, "free": None, "minutes": None, "all": 1, "fraction": 1, "c": 1},
    ),
    Case(
        "refusal: where there is a slot it is wrong by both",
        OPEN,
        REFUSAL,
        {"format": 0, "all": 0, "fraction": 0},
        {"format": 0, "all": 0, "fraction": 0},
    ),
    Case(
        "numcmp: the right slot, written with one digit, is not the earliest",
        row(all_free("09:00-10:00"), priority=True),
        "Monday 9:00-10:00",
        {"format": 1, "priority": 0},
        {"format": 1, "priority": 1, "all": 1},
    ),
    *(
        Case(
            f"order: {answer} is taken for a slot",
            row(all_free("09:00-12:00"), after=17, during="11:00-12:00"),
            answer,
            {"format": 1, "free": 1, "minutes": 0, "limits": 1, "during": 1, "fraction": 0.8},
            {"format": 0, "free": 0, "minutes": 0, "limits": 0, "during": 0, "fraction": 0},
        )
        for answer in ("Monday 10:00-09:00", "Monday 09:00-09:00")
    ),
    *(
        Case(f"strip: {answer!r}", OPEN, answer, {"format": 0, "all": 0}, {"format": 1, "all": 1})
        for answer in (
            "Monday 09:00-10:00 ",
            " Monday 09:00-10:00",
            "`Monday 09:00-10:00`\n",
            '`"Monday 09:00-10:00"`',
        )
    ),
    Case(
        "bucket: 0.6 comes into 0.5",
        row({"p1": {"Monday": ["09:00-10:45"]}, "p2": {"Monday": ["09:00-10:15"]}}),
        "Monday 09:00-10:00",
        {"c": 0.6, "bucket": 0.5},
        {"c": 0.6, "bucket": 0.6},
    ),
    Case(
        "bucket: and 0.7 into 0.6",
        row({"p1": {"Monday": ["09:00-10:45"]}, "p2": {"Monday": ["09:00-10:10"]}}),
        "Monday 09:00-10:00",
        {"c": 0.7, "bucket": 0.6},
        {"c": 0.7, "bucket": 0.7},
    ),
    Case(
        "frac_hour: 9.5 is taken for 9",
        row(all_free("09:00-11:00"), before=9.5),
        "Monday 09:00-10:00",
        {"limits": 1, "c": 0},
        {"limits": 0, "c": 1 - 7 / 13},
    ),
    Case(
        "frac_hour: and 17.5 for 17",
        row(all_free("16:00-18:00"), after=17.5),
        "Monday 16:30-17:30",
        {"limits": 0},
        {"limits": 1, "all": 1},
    ),
    Case(
        "frac_hour: a time of day cannot be read",
        row(all_free("09:00-11:00"), before="09:30"),
        "Monday 09:30-10:30",
        "ValueError: invalid literal for int() with base 10: '09:30'",
        {"limits": 1, "all": 1},
    ),
    Case(
        "h24: nor can midnight in a block",
        row(all_free("22:00-24:00")),
        "Monday 23:00-24:00",
        "ValueError: time data '24:00' does not match format '%H:%M'",
        {"format": 1, "all": 1},
    ),
    Case(
        "h24: nor can hour 24",
        row(all_free("09:00-10:00"), after=24),
        "Monday 09:00-10:00",
        "ValueError: time data '24:00' does not match format '%H:%M'",
        {"limits": 1, "all": 1},
    ),
    *(
        Case(
            f"absent_key: {name}",
            without(row(all_free(Saturday=["09:00-10:00"])), name),
            "Saturday 09:00-10:00",
            f"KeyError: '{name}'",
            {check: None, "all": 1},
        )
        for name, check in (
            ("buffer_time_before_and_after_meeting", "buffer"),
            ("no_meetings_on_weekends", "weekday"),
            ("no_meetings_before", "limits"),
            ("no_meetings_after", "limits"),
            ("no_meetings_during_specific_times", "during"),
        )
    ),
    Case(
        "absent_key: NaN for an hour",
        row(all_free("09:00-10:00"), before=NAN),
        "Monday 09:00-10:00",
        "ValueError: cannot convert float NaN to integer",
        {"limits": None, "all": 1},
    ),
    Case(
        "absent_key: NaN for a buffer",
        row(all_free("09:00-10:00"), buffer=NAN),
        "Monday 09:00-10:00",
        "ValueError: cannot convert float NaN to integer",
        {"buffer": None, "all": 1},
    ),
    Case(
        "absent_key: NaN for a block",
        row(all_free("09:00-10:00"), during=NAN),
        "Monday 09:00-10:00",
        "AttributeError: 'float' object has no attribute 'split'",
        {"during": None, "all": 1},
    ),
    Case(
        "absent_key: NaN for a flag is true",
        row(all_free(Monday=["09:00-10:00"], Tuesday=["09:00-10:00"]), priority=NAN),
        "Monday 09:00-10:00",
        {"priority": 0},
        {"priority": None, "all": 1},
    ),
    Case(
        "absent_key: no answer",
        OPEN,
        None,
        "AttributeError: 'NoneType' object has no attribute 'strip'",
        {"format": 0, "free": 0, "minutes": 0, "fraction": 0},
    ),
    Case(
        "quote: an apostrophe in a name",
        row({"O'Brien": {"Monday": ["09:00-10:00"]}}),
        "Monday 09:00-10:00",
        "JSONDecodeError: Expecting ':' delimiter: line 1 column 5 (char 4)",
        {"all": 1, "c": 0},
    ),
)
KEPT = (
    Case(
        "the format counts in the fraction: a quarter, although all is wrong",
        row(all_free("09:00-10:00"), after=17),
        "Tuesday 18:00-19:30",
        {"free": 0, "minutes": 0, "limits": 0, "fraction": 0.25},
        {"free": 0, "minutes": 0, "limits": 0, "fraction": 0.25},
    ),
    Case(
        "the granularity is passed over: five minutes count, and any minute passes",
        row(all_free("09:00-10:00"), minutes=30),
        "Monday 09:10-09:40",
        {"all": 1, "c": 0},
        {"all": 1, "c": 0},
    ),
    Case(
        "hour 0 does not apply",
        row(all_free("09:00-10:00"), before=0, after=0),
        "Monday 09:00-10:00",
        {"limits": None, "all": 1},
        {"limits": None, "all": 1},
    ),
    Case(
        "both limits are one check",
        row(all_free("09:00-18:00"), before=10, after=17),
        "Monday 09:00-10:00",
        {"limits": 0, "fraction": 0.75},
        {"limits": 0, "fraction": 0.75},
    ),
    Case(
        "a day that is not in question passes, and is never counted",
        {
            **row(all_free(Monday=["09:00-10:00"], Friday=["09:00-10:00"])),
            "params": {"days_of_week": ["Monday"]},
        },
        "Friday 09:00-10:00",
        {"free": 1, "all": 1, "c": 0},
        {"free": 1, "all": 1, "c": 0},
    ),
    Case(
        "minutes may be a float",
        row(all_free("09:00-10:00"), minutes=60.0),
        "Monday 09:00-10:00",
        {"minutes": 1, "all": 1},
        {"minutes": 1, "all": 1},
    ),
    Case(
        "a buffer does not reach into the day before",
        row(all_free("00:00-01:00"), minutes=30, buffer=15),
        "Monday 00:00-00:30",
        {"buffer": 0, "free": 1, "c": 1 - 1 / 7},
        {"buffer": 0, "free": 1, "c": 1 - 1 / 7},
    ),
    Case(
        "nobody is ever free",
        row(all_free(Monday=[])),
        "Monday 09:00-10:00",
        {"free": 0, "c": 1, "bucket": 1},
        {"free": 0, "c": 1, "bucket": 1},
    ),
    Case(
        "an availability that is switched off is not checked",
        {**OPEN, "constraints": {**OPEN["constraints"], "availability": False}},
        "Monday 11:00-12:00",
        {"free": None, "all": 1, "c": 0},
        {"free": None, "all": 1, "c": 0},
    ),
    Case(
        "a meeting may touch the blocked period",
        row(all_free("09:00-11:00"), during="10:00-10:30"),
        "Monday 09:00-10:00",
        {"during": 1, "all": 1},
        {"during": 1, "all": 1},
    ),
)


@pytest.mark.parametrize("case", [*CASES, *KEPT], ids=lambda case: case.what)
def test_the_right_score(case: Case) -> None:
    assert told(columns(evaluate(instance_of(case.found), case.answer)), case.right) == pytest.approx(
        case.right
    )


@pytest.mark.parametrize("case", [*CASES, *KEPT], ids=lambda case: case.what)
def test_the_published_score(case: Case) -> None:
    found = VARIANTS["compat"](instance_of(case.found), case.answer)
    score = Evaluated.model_validate(found)
    if isinstance(case.published, str):
        assert score.failed == case.published
        assert score.pass_all is None, "another's crash is neither passed nor failed"
        with pytest.raises(AuthorError, match=r"ends by \w+Error"):
            columns(found)
    else:
        assert score.failed == ""
        assert told(columns(found), case.published) == pytest.approx(case.published)


def test_each_case_shows_a_difference_but_for_what_is_kept() -> None:
    assert [case.what for case in CASES if case.published == case.right and "by both" not in case.what] == []
    assert [case.what for case in KEPT if case.published != case.right] == []


def told(numbers: dict[str, float | None], wanted: dict[str, float | None]) -> dict[str, float | None]:
    return {name: numbers[SHORT[name]] for name in wanted}


def test_the_page_tells_five_of_them_as_they_are() -> None:
    """Its table of instances, answers, and what both metrics make of them."""
    table = PAGE["instances"].partition("where the published metric is wrong")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if "|" in line
    ]
    told_of = ("weekday", "first_day", "end_incl", "core", "refusal")
    assert len(rows) == 2 + len(told_of)
    for fault, (_, answer, published, here) in zip(told_of, rows[2:], strict=True):
        case = next(case for case in CASES if case.what.startswith(fault))
        assert answer == case.answer
        assert isinstance(case.published, dict)
        for said, numbers in ((published, case.published), (here, case.right)):
            verdict = re.match(r"pass|fails everything|fails the priority|fail", said)
            assert verdict, said
            number, share = {
                "pass": ("all", 1),
                "fail": ("all", 0),
                "fails everything": ("fraction", 0),
                "fails the priority": ("priority", 0),
            }[verdict[0]]
            if number in numbers:
                assert numbers[number] == share
            else:
                assert verdict[0] == "fail", f"{case.what} says nothing of {number}"
                assert 0 in numbers.values()
