"""A prompt that does not say what is recorded, or a record that is not so, is told by the check whose part it is."""

import copy
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.calendar.checks import CHECKS, check, questions
from plans.families import family_code
from plans.stratified import sampled, seed_of

CODE = family_code("calendar")


def drawn(number: int = 0) -> dict[str, Any]:
    """An instance with every rule."""
    every: dict[str, Any] = {
        "meeting_duration": 45,
        "buffer_time_before_and_after_meeting": 10,
        "no_meetings_on_weekends": True,
        "no_meetings_before": 9.5,
        "no_meetings_after": 16,
        "no_meetings_during_specific_times": "12:00-13:00",
        "high_priority_meeting": True,
        "aimed_constrainedness": "0.5 to 0.8",
        "num_days": 3,
    }
    return CODE.draw({**sampled(CODE.plan, 0, number), **every}, seed_of(0, number, 0))


def wrong(instance: dict[str, Any]) -> set[str]:
    return {name for name, said in check(instance).items() if said}


def reworded(instance: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    assert old in instance["prompt"]
    return {**instance, "prompt": instance["prompt"].replace(old, new, 1)}


def test_nothing_is_wrong_with_what_is_drawn() -> None:
    assert check(drawn()) == dict.fromkeys(CHECKS, "")


@pytest.mark.parametrize(
    "line",
    [
        "Schedule a meeting of 45 minutes for all",
        "A buffer of 10 minutes must be free",
        "No meetings on weekends.",
        "No meetings before 09:30.",
        "No meetings after 16:00",
        "No meetings during 12:00-13:00",
        "This is a high priority meeting.",
        "Days: ",
        "p1: ",
        "A buffer is time",
        "A high priority meeting must",
        "Final Answer: [Day]",
        "Final Answer: No common",
    ],
)
def test_a_line_that_is_left_out_is_incomplete(line: str) -> None:
    instance = drawn()
    kept = [one for one in instance["prompt"].splitlines() if not one.startswith(line)]
    assert len(kept) == len(instance["prompt"].splitlines()) - 1
    assert "completeness" in wrong({**instance, "prompt": "\n".join(kept)})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("meeting of 45 minutes", "meeting of 30 minutes"),
        ("buffer of 10 minutes", "buffer of 15 minutes"),
        ("before 09:30", "before 09:00"),
        ("after 16:00", "after 17:00"),
        ("during 12:00-13:00", "during 12:00-13:30"),
        (
            "This is a high priority meeting.",
            "This is a high priority meeting.\nThis is a high priority meeting.",
        ),
        ("This is a high priority meeting.", "This is a high priority meeting.\nNobody likes Mondays."),
        ("No meetings on weekends.", "No meetings on weekends.\nNo meetings before 08:00."),
        ("participants.", "participants and guests."),
    ],
)
def test_a_line_that_says_otherwise_is_inconsistent(old: str, new: str) -> None:
    assert "consistency" in wrong(reworded(drawn(), old, new))


def test_a_rule_that_no_constraint_is_is_inconsistent() -> None:
    instance = drawn()
    without = [one for one in instance["constraints"] if one["kind"] != "high_priority_meeting"]
    assert "consistency" in wrong({**instance, "constraints": without})


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 5), data=st.data())
def test_every_digit_counts(number: int, data: st.DataObject) -> None:
    """Beneath the explanations no digit can be another without being told."""
    instance = drawn(number)
    task = instance["prompt"].index("Schedule a meeting")
    digits = [place.start() for place in re.finditer(r"\d", instance["prompt"]) if place.start() > task]
    place = data.draw(st.sampled_from(digits))
    other = data.draw(
        st.sampled_from([digit for digit in "0123456789" if digit != instance["prompt"][place]])
    )
    prompt = instance["prompt"][:place] + other + instance["prompt"][place + 1 :]
    assert wrong({**instance, "prompt": prompt}) & {"completeness", "consistency"}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 5), data=st.data())
def test_every_block_counts(number: int, data: st.DataObject) -> None:
    instance = drawn(number)
    schedules = instance["prompt"].index("Times at which")
    begins = [
        place.start() for place in re.finditer(r"\d\d:\d\d-", instance["prompt"]) if place.start() > schedules
    ]
    place = data.draw(st.sampled_from(begins))
    before, after = instance["prompt"][:place], instance["prompt"][place + len("HH:MM-HH:MM") :]
    left_out = before.removesuffix(", ") + (after if before.endswith(", ") else after.removeprefix(", "))
    assert wrong({**instance, "prompt": left_out}) == {"completeness"}


@pytest.mark.parametrize(
    ("part", "name", "value", "told_by"),
    [
        ("metadata", "feasible", False, "feasibility"),
        ("metadata", "earliest", "Monday 00:00-00:45", "feasibility"),
        ("metadata", "num_feasible", -1, "feasibility"),
        ("metadata", "num_slots", None, "feasibility"),
        ("parameters", "constrainedness", 0.1234, "constrainedness"),
        ("parameters", "constrainedness_bucket", 1.1, "constrainedness"),
        ("parameters", "num_participants", 11, "consistency"),
        ("parameters", "num_days", 7, "consistency"),
        ("parameters", "min_length_time_block", 250, "consistency"),
        ("parameters", "max_num_time_blocks", 0, "consistency"),
        ("parameters", "earliest_start_time", "11:55", "consistency"),
        ("parameters", "granularity", 1009, "consistency"),
    ],
)
def test_a_record_that_is_not_so_is_told(part: str, name: str, value: Any, told_by: str) -> None:
    instance = copy.deepcopy(drawn())
    instance[part][name] = value
    assert wrong(instance) == {told_by}


def test_blocks_that_touch_are_told() -> None:
    instance = copy.deepcopy(drawn())
    schedule = instance["metadata"]["availability"]["p1"]
    day = next(iter(schedule))
    schedule[day] = ["09:00-10:00", "10:00-11:00"]
    assert "touch" in check(instance)["consistency"]


def test_a_model_is_asked_whether_the_prompt_is_clear() -> None:
    assert set(questions(drawn())) == {"clarity"}
