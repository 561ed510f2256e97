"""Scores are exact to the minute: a slow reference by sets of minutes says the same on thousands of instances."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plans.calendar.metrics import VARIANTS, evaluate, labels
from plans.calendar.problem import first, solve_instance, starts
from plans.calendar.published import columns, instance_of
from plans.records.instance import Evaluated, Instance
from tests.plans.calendar.random_rows import random_answer, random_row
from tests.plans.calendar.rows import all_free, row
from tests.plans.calendar.slow_reference import slow_columns, slow_solutions


def scored(found: dict[str, Any], answer: str | None) -> dict[str, float | None]:
    return columns(evaluate(instance_of(found), answer))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(random_seed=st.integers(0, 2**63))
def test_fast_and_slow_say_the_same(random_seed: int) -> None:
    compare(Random(random_seed))


@pytest.mark.slow
def test_fast_and_slow_say_the_same_of_thousands() -> None:
    for number in range(3000):
        compare(Random(number))


def compare(rng: Random) -> None:
    """One instance and two answers to it."""
    found = random_row(rng)
    instance = instance_of(found)
    slow, solved = slow_solutions(found), solve_instance(instance)
    assert (solved.num_feasible, solved.num_slots) == (slow["num_feasible"], slow["num_slots"])
    assert solved.feasible == any(slow["solutions"].values())
    for _ in range(2):
        answer = random_answer(found, slow, rng)
        assert columns(evaluate(instance, answer)) == pytest.approx(slow_columns(found, slow, answer))


@pytest.mark.slow
def test_the_rows_by_chance_are_of_every_kind() -> None:
    """Else the test above would compare little."""
    kinds = Counter[str]()
    for number in range(200):
        rng = Random(number)
        found = random_row(rng)
        slow = slow_solutions(found)
        said = slow_columns(found, slow, random_answer(found, slow, rng))
        kinds.update(name for name, value in said.items() if value == 1)
        kinds.update(f"not {name}" for name, value in said.items() if value == 0)
        kinds["infeasible"] += not any(slow["solutions"].values())
    checks = [name for name in said if "programmatic" in name]
    assert min(kinds[name] for name in checks) >= 3, kinds
    assert min(kinds[f"not {name}"] for name in checks) >= 3, kinds
    assert 40 <= kinds["infeasible"] <= 160


@pytest.mark.slow
@given(
    blocks=st.lists(st.tuples(st.integers(0, 1440), st.integers(0, 1440)), max_size=4),
    length=st.integers(1, 500),
)
@settings(deadline=None)
def test_starts_are_where_the_whole_length_fits(blocks: list[tuple[int, int]], length: int) -> None:
    minutes = {minute for start, end in blocks for minute in range(start, end)}
    mask = sum(1 << minute for minute in minutes)
    fits = [start for start in range(1440) if all(start + more in minutes for more in range(length))]
    found = starts(mask, length)
    assert [minute for minute in range(1440) if found >> minute & 1] == fits
    if fits:
        assert first(found) == fits[0]


@pytest.mark.slow
@pytest.mark.parametrize("variant", [evaluate, *VARIANTS.values()])
@given(answer=st.text() | st.from_regex(r"Final Answer: \w+ \d?\d:\d\d-\d?\d:\d\d.?"))
def test_whatever_is_said_has_a_score(variant: Any, answer: str) -> None:
    instance = instance_of(row(all_free("09:00-12:00"), before=9, priority=True))
    score = Evaluated.model_validate(variant(instance, answer))
    assert score.pass_all in (True, False)


def test_an_instance_scores_the_same_after_a_file() -> None:
    """Constrainedness, marks and labels hang on what the file keeps, NaN in a published row included."""
    found = row(all_free("09:00-12:00"), before=float("nan"), after=11.5)
    instance = instance_of(found)
    again = json.loads(Instance.model_validate(instance).model_dump_json())
    for answer in ("Monday 09:00-10:00", "Monday 11:00-12:00"):
        assert evaluate(again, answer) == evaluate(instance, answer)
        assert VARIANTS["compat"](again, answer) == VARIANTS["compat"](instance, answer)
    assert labels(again) == labels(instance)


def test_labels_are_the_buckets_of_the_plan() -> None:
    instance = instance_of(
        row(all_free(Monday=["09:00-10:45"], Friday=[]), minutes=60, before=9.5, priority=True)
    )
    assert labels(instance) == {
        "participants": "2",
        "days": "2",
        "constrainedness": "0.6 to 0.7",
        "feasible": "yes",
        "constraints": "no_meetings_before + high_priority_meeting",
        "number of constraints": "2",
    }


def test_a_refusal_is_right_where_there_is_no_slot_and_wrong_else() -> None:
    open_to_all, closed = row(all_free("09:00-10:00")), row(all_free("09:00-09:30"))
    refusal = "Final Answer: No common time slot available."
    right = Evaluated.model_validate(evaluate(instance_of(closed), refusal))
    wrong = Evaluated.model_validate(evaluate(instance_of(open_to_all), refusal))
    assert (right.is_refusal, right.pass_all) == (True, True)
    assert (wrong.is_refusal, wrong.pass_all) == (True, False)
    assert right.answer == "No common time slot available"


def test_a_solution_between_the_steps_of_the_grid_is_one() -> None:
    """Only counts use the grid: here nothing on it will do, so the constrainedness is 1, and there is a solution."""
    found = row({"p1": {"Monday": ["09:02-09:32"]}, "p2": {"Monday": ["09:00-09:32"]}}, minutes=30)
    instance = instance_of(found)
    assert solve_instance(instance).feasible
    assert scored(found, "Monday 09:02-09:32")["all_correct"] == 1
    assert scored(found, "No common time slot available")["all_correct"] == 0
    assert scored(found, "Monday 09:02-09:32")["constrainedness"] == 1
