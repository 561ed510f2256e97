"""Instances are drawn as their parameters ask, bit by bit the same each time, with a solution or without."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.calendar.checks import check
from plans.calendar.generator import draw
from plans.calendar.metrics import evaluate
from plans.errors import AuthorError
from plans.families import family_code, instance_families
from plans.records.instance import DrawnInstance, Evaluated
from plans.stratified import sampled, seed_of, strata, stratum
from tests.plans.calendar.slow_reference import slow_solutions

PLAN = family_code("calendar").plan


def drawn(number: int, random_seed: int = 0, **changed: Any) -> dict[str, Any]:
    return draw({**sampled(PLAN, random_seed, number), **changed}, seed_of(random_seed, number, 0))


def as_row(instance: dict[str, Any]) -> dict[str, Any]:
    """Of an instance of ours, what the slow reference reads."""
    return {
        "params": {"days_of_week": instance["parameters"]["days_of_week"]},
        "constraints": {constraint["kind"]: constraint["value"] for constraint in instance["constraints"]},
        "metadata": {"availability": str(instance["metadata"]["availability"])},
    }


def test_calendar_is_found_as_a_family() -> None:
    assert "calendar" in instance_families()
    code = family_code("calendar")
    assert set(code.checks) | {"clarity"} == {quality.name for quality in code.plan.quality_checks}
    assert set(code.labels(drawn(0))) == {split.name for split in code.plan.disaggregations}
    assert set(code.variants) == {"compat"}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 10_000), random_seed=st.integers(0, 2**32))
def test_whatever_is_drawn_passes_every_check(number: int, random_seed: int) -> None:
    instance = drawn(number, random_seed)
    DrawnInstance.model_validate(instance)
    assert check(instance) == dict.fromkeys(check(instance), "")


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(number=st.integers(0, 10_000))
def test_what_is_recorded_of_solutions_is_so(number: int) -> None:
    instance = drawn(number)
    slow = slow_solutions(as_row(instance))
    feasible = any(slow["solutions"].values())
    assert instance["split"] == ("feasible" if feasible else "infeasible")
    assert (instance["metadata"]["num_feasible"], instance["metadata"]["num_slots"]) == (
        slow["num_feasible"],
        slow["num_slots"],
    )
    answer = instance["metadata"]["earliest"] if feasible else "No common time slot available"
    assert Evaluated.model_validate(evaluate(instance, answer)).pass_all


@given(number=st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_the_same_again_also_from_its_own_parameters(number: int) -> None:
    once = json.dumps(drawn(number))
    again = draw(json.loads(once)["parameters"], seed_of(0, number, 0))
    assert json.dumps(again) == once


@pytest.mark.slow
def test_aims_are_kept() -> None:
    """A splits' share is the plan's; most instances come into the range aimed at, and every tenth has some."""
    instances = [drawn(number) for number in range(400)]
    assert Counter(one["split"] for one in instances) == {"feasible": 320, "infeasible": 80}
    kept = Counter[str]()
    for one in instances:
        aim, constrainedness = (
            one["parameters"]["aimed_constrainedness"],
            one["parameters"]["constrainedness"],
        )
        if aim != "infeasible":
            low, high = map(float, aim.split(" to "))
            kept[aim] += low <= constrainedness <= high
    assert min(kept.values()) >= 60, f"of 80 each: {kept}"
    buckets = {one["parameters"]["constrainedness_bucket"] for one in instances if one["split"] == "feasible"}
    assert buckets == {tenth / 10 for tenth in range(10)}


@pytest.mark.slow
def test_the_parameters_are_what_the_plan_says() -> None:
    for parameter in PLAN.parameters:
        found = {stratum(parameter, drawn(number)["parameters"][parameter.name]) for number in range(20)}
        assert found == set(strata(parameter))


def test_a_prompt_says_it_all() -> None:
    instance = drawn(
        0,
        num_participants=2,
        num_days=1,
        meeting_duration=45,
        buffer_time_before_and_after_meeting=10,
        no_meetings_on_weekends=True,
        no_meetings_before=9.5,
        no_meetings_after=16,
        no_meetings_during_specific_times="12:00-13:00",
        high_priority_meeting=True,
        template="brief",
    )
    lines = instance["prompt"].splitlines()
    day = instance["parameters"]["days_of_week"][0]
    free = {who: ", ".join(times[day]) for who, times in instance["metadata"]["availability"].items()}
    assert lines[lines.index("Schedule a meeting of 45 minutes for all 2 participants.") :] == [
        "Schedule a meeting of 45 minutes for all 2 participants.",
        "A buffer of 10 minutes must be free before and after the meeting.",
        "No meetings on weekends.",
        "No meetings before 09:30.",
        "No meetings after 16:00: the meeting must end by then.",
        "No meetings during 12:00-13:00, on any day.",
        "This is a high priority meeting.",
        f"Days: {day}.",
        "Times at which each participant is free:",
        f"p1: {day} [{free['p1']}]",
        f"p2: {day} [{free['p2']}]",
    ]
    assert "Final Answer: [Day] HH:MM-HH:MM" in lines
    assert "Final Answer: No common time slot available" in lines


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"min_length_time_block": 200, "max_length_time_block": 100}, "have no room"),
        ({"earliest_start_time": "12:00", "latest_end_time": "12:20"}, "have no room"),
        ({"min_num_time_blocks": 3, "max_num_time_blocks": 2}, "have no room"),
        ({"earliest_start_time": "dawn"}, "'dawn' is no time of day"),
        ({"aimed_constrainedness": "hard"}, "'hard' is neither"),
        ({"template": "long"}, "no template 'long'"),
        ({"num_days": 8}, "a week has 1 to 7"),
        ({"granularity": "fine"}, "has to be a whole number"),
    ],
)
def test_parameters_that_leave_no_instance_are_told(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(AuthorError, match=said):
        drawn(0, **changed)


def test_an_aim_that_cannot_be_reached_goes_where_the_instance_belongs() -> None:
    """Nobody is free when meetings are allowed, so that no schedule has a solution."""
    instance = drawn(1, no_meetings_before=20, aimed_constrainedness="0.5 to 0.8")
    assert instance["split"] == "infeasible"
    assert instance["metadata"]["earliest"] is None
