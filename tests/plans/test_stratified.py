"""Instances cover the plan evenly, whichever of them is drawn first."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plans.records.plan import Parameter, Plan
from plans.stratified import OUTSIDE, sampled, seed_of, strata, stratum

pytestmark = pytest.mark.slow

SIZES = Parameter(name="size", description="Of a thing.", minimum=2, maximum=10, integer=True)
WIDE = Parameter(name="wide", description="Of many values.", minimum=1, maximum=47, integer=True)
SPEED = Parameter(name="speed", description="Pixels a second.", minimum=100, maximum=600)
KIND = Parameter(name="kind", description="Which.", values=("a", "b", None))
PLAN = Plan(family="any", task="Anything.", parameters=(SIZES, WIDE, SPEED, KIND))


@given(random_seed=st.integers(0, 2**40), blocks=st.integers(1, 4))
def test_each_stratum_comes_equally_often_in_whole_blocks(random_seed: int, blocks: int) -> None:
    for parameter in PLAN.parameters:
        count = len(strata(parameter)) * blocks
        drawn = [sampled(PLAN, random_seed, number)[parameter.name] for number in range(count)]
        assert Counter(stratum(parameter, value) for value in drawn) == dict.fromkeys(
            strata(parameter), blocks
        )


@given(random_seed=st.integers(0, 2**40), numbers=st.lists(st.integers(0, 10_000), min_size=1, max_size=20))
def test_a_number_has_the_same_values_in_any_order(random_seed: int, numbers: list[int]) -> None:
    there = {number: sampled(PLAN, random_seed, number) for number in numbers}
    back = {number: sampled(PLAN, random_seed, number) for number in reversed(numbers)}
    assert there == back


@given(minimum=st.integers(-50, 50), width=st.integers(0, 60))
def test_the_strata_of_whole_numbers_are_a_partition(minimum: int, width: int) -> None:
    parameter = Parameter(name="n", description=".", minimum=minimum, maximum=minimum + width, integer=True)
    found = [stratum(parameter, value) for value in range(minimum, minimum + width + 1)]
    assert list(dict.fromkeys(found)) == list(strata(parameter))
    sizes = Counter(found).values()
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(("parameter", "value"), [(SIZES, 11), (SPEED, 99.9), (KIND, "c"), (SIZES, "2")])
def test_what_the_plan_does_not_have_lies_outside(parameter: Parameter, value: int | float | str) -> None:
    assert stratum(parameter, value) == OUTSIDE


def test_the_ends_of_a_range_belong_to_it() -> None:
    assert stratum(SPEED, 100) == "100 to 150"
    assert stratum(SPEED, 150) == "150 to 200"
    assert stratum(SPEED, 600) == "550 to 600"


def test_every_number_and_try_has_a_seed_of_its_own() -> None:
    seeds = {seed_of(0, number, attempt) for number in range(500) for attempt in range(4)}
    assert len(seeds) == 2000
