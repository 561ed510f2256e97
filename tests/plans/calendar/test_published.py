"""Rows of the published data set become instances, however they were written down."""

import json
from typing import Any

import pytest

from plans.calendar.compat import COLUMN
from plans.calendar.metrics import CHECKS, VARIANTS, evaluate
from plans.calendar.published import columns, instance_of
from plans.errors import AuthorError
from plans.records.instance import Instance
from tests.plans.calendar.rows import all_free, row

NINE = "Monday 09:00-10:00"
NAMES = {
    "format_programmatic",
    "availability_programmatic_check",
    "meeting_duration_programmatic_check",
    "buffer_time_programmatic_check",
    "no_weekends_programmatic_check",
    "time_restrictions_programmatic_check",
    "specific_times_programmatic_check",
    "priority_programmatic_check",
    "all_correct",
    "fraction_passed",
    "constrainedness",
    "constrainedness_bucket",
}


def test_a_row_is_an_instance_with_all_that_is_known_of_it() -> None:
    found = row(
        all_free("09:00-12:00"), buffer=15, weekends_off=True, before=9.5, after="11", during="9:00-9:30"
    )
    instance = Instance.model_validate(instance_of(found))
    assert [constraint["kind"] for constraint in instance.constraints] == [
        "availability",
        "meeting_duration",
        "buffer_time_before_and_after_meeting",
        "no_meetings_on_weekends",
        "no_meetings_before",
        "no_meetings_after",
        "no_meetings_during_specific_times",
    ]
    assert [constraint.get("value") for constraint in instance.constraints] == [
        True, 60, 15, True, "09:30", "11:00", "09:00-09:30",
    ]  # fmt: skip
    assert instance.prompt == "Find a time for a meeting."
    assert instance.metadata["feasible"] is True
    assert instance.metadata["earliest"] == "Monday 09:30-10:30"
    assert instance.metadata["num_feasible"] == 7
    assert instance.parameters["constrainedness"] == pytest.approx(1 - 7 / 25)


@pytest.mark.parametrize("written", [str, json.dumps, lambda availability: availability])
def test_the_availability_may_be_python_json_or_a_dict(written: Any) -> None:
    availability = {"Zoë": {"Monday": ["09:00-10:00"]}, "p2": {"Monday": ["9:00-10:00"]}}
    found = row(availability)
    found["metadata"]["availability"] = written(availability)
    assert columns(evaluate(instance_of(found), NINE))["all_correct"] == 1


def test_parts_may_be_texts_as_in_a_table() -> None:
    found = row(all_free("09:00-10:00"))
    written = {name: json.dumps(value) if isinstance(value, dict) else value for name, value in found.items()}
    assert evaluate(instance_of(written), NINE) == evaluate(instance_of(found), NINE)


def test_the_same_row_has_the_same_id_and_another_row_another() -> None:
    found, other = row(all_free("09:00-10:00")), row(all_free("09:00-10:05"))
    assert instance_of(found)["id"] == instance_of(found)["id"] != instance_of(other)["id"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"metadata": {"availability": "p1 is free"}}, "neither JSON nor a Python literal"),
        ({"metadata": {"availability": "[1, 2]"}}, "no dict of participants"),
        ({"metadata": {"availability": "{'p1': {'Monday': ['morning']}}"}}, "no block of time"),
        ({"metadata": {"availability": "{'p1': {'Monday': ['9-10']}}"}}, "no time of day"),
        ({"constraints": {"no_meetings_before": "noon"}}, "neither an hour nor a time"),
        ({"constraints": {"meeting_duration": "an hour"}}, "no number of minutes"),
        ({"constraints": None}, "no dict 'constraints'"),
    ],
)
def test_what_cannot_be_read_is_told(change: dict[str, Any], said: str) -> None:
    with pytest.raises(AuthorError, match=said):
        instance_of({**row(all_free("09:00-10:00")), **change})


@pytest.mark.parametrize("nothing", [None, float("nan"), 0, "", "None", "nan", "0"])
def test_nothing_may_be_written_in_many_ways(nothing: Any) -> None:
    found = row(
        all_free("09:00-10:00"), buffer=nothing, before=nothing, after=nothing, during=nothing or None
    )
    kinds = [constraint["kind"] for constraint in Instance.model_validate(instance_of(found)).constraints]
    assert kinds == ["availability", "meeting_duration"]


@pytest.mark.parametrize("variant", [evaluate, VARIANTS["compat"]])
def test_scores_have_the_twelve_published_names(variant: Any) -> None:
    assert set(columns(variant(instance_of(row(all_free("09:00-10:00"))), NINE))) == NAMES
    assert tuple(COLUMN) == CHECKS
