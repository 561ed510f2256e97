"""A plan of a family that a model wrote: read into a record, or told with everything that is wrong."""

import copy
from typing import Any

import pytest

from agents.authoring.instances.author import WrittenFamilyPlan, read_plan
from agents.authoring.writing import UnreadableAnswer
from plans.records.plan import ProvidedBy
from tests.agents.families.writing import WRITTEN_PLAN


def written(**changes: Any) -> WrittenFamilyPlan:
    return WrittenFamilyPlan.model_validate({**copy.deepcopy(WRITTEN_PLAN), **changes})


def parameter(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(WRITTEN_PLAN["parameters"][0]), **changes}


def choice(*values: str) -> dict[str, Any]:
    return parameter(values=list(values), minimum=None, maximum=None, integer=False)


def test_a_good_plan_becomes_a_record_that_says_who_wrote_it() -> None:
    plan = read_plan(written(), "by_length").value
    assert plan.family == "by_length"
    assert plan.parameter("words").maximum == 8
    assert {one.provided_by for one in plan.parameters} == {ProvidedBy.MODEL}
    assert [one.decided_by for one in plan.quality_checks] == ["program", "program"]


def test_values_in_digits_are_numbers_where_all_are() -> None:
    def values(*said: str) -> object:
        return read_plan(written(parameters=[choice(*said)]), "by_length").value.parameter("words").values

    assert values("3", "5") == (3, 5)
    assert values("true", "false") == (True, False)
    assert values("3", "many") == ("3", "many")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"task": " "}, "`task` is empty"),
        ({"parameters": []}, "There are 0 parameters"),
        ({"parameters": [parameter(name="How many")]}, "small letters"),
        ({"parameters": [parameter(maximum=None)]}, "neither values nor both ends"),
        ({"parameters": [parameter(values=["a", "b"])]}, "values and a range"),
        ({"parameters": [choice("a")]}, "2 to 100 values"),
        ({"parameters": [parameter(minimum=9)]}, "above maximum"),
        ({"parameters": [parameter(minimum=2.5)]}, "whole numbers"),
        ({"parameters": [parameter(maximum=1e12)]}, "farther from zero"),
        ({"parameters": [parameter(), parameter()]}, "'words' twice"),
        ({"quality_checks": []}, "No quality check is decided by a program"),
    ],
)
def test_what_is_wrong_with_a_plan_is_told(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UnreadableAnswer, match=said):
        read_plan(written(**changes), "by_length")
