"""What the catalogs of all families share: order of tasks, ids, and random seeds."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from plans.catalog.author import attempt_seed
from plans.catalog.choosing import by_feature, flat
from plans.catalog.contents import numbered_requirements
from plans.catalog.making import parents_first, prerequisites
from plans.catalog.strategy import ProjectDemand, next_id


@st.composite
def dags(draw: st.DrawFn) -> dict[str, list[str]]:
    """Tasks with prerequisites among those before them."""
    keys = [f"f{number % 3}.t{number}" for number in range(draw(st.integers(1, 8)))]
    return {
        key: draw(st.lists(st.sampled_from(keys[:place]), unique=True)) if place else []
        for place, key in enumerate(keys)
    }


@given(dags(), st.randoms(use_true_random=False))
def test_parents_stand_before_their_children_and_nothing_is_lost(
    parents: Mapping[str, list[str]], random: Random
):
    places = {key: (random.randint(0, 3),) for key in parents}
    ordered = parents_first(places, parents)
    assert sorted(ordered) == sorted(parents)
    assert all(ordered.index(one) < ordered.index(key) for key in parents for one in parents[key])


def test_a_task_that_is_left_out_is_replaced_by_what_it_depends_on():
    written = {
        "menu.start": [],
        "cart.open": ["menu.start"],
        "cart.pay": ["open"],
        "cart.undo": ["open", "pay"],
    }
    present = {"menu.start", "cart.pay", "cart.undo"}
    assert prerequisites(written, present) == {
        "menu.start": [],
        "cart.pay": ["menu.start"],
        "cart.undo": ["menu.start", "cart.pay"],
    }


def test_requirements_are_numbered_by_feature_and_place():
    assert numbered_requirements([("menu", ["start", "quit"]), ("search", ["find"])]) == {
        "menu.start": "R1.1",
        "menu.quit": "R1.2",
        "search.find": "R2.1",
    }


@given(st.integers(), st.text(max_size=5), st.integers(1, 9))
def test_an_attempt_has_one_seed_and_the_next_one_another(random_seed: int, name: str, attempt: int):
    assert attempt_seed(random_seed, name, attempt) == attempt_seed(random_seed, name, attempt)
    assert attempt_seed(random_seed, name, attempt) != attempt_seed(random_seed, name, attempt + 1)


@pytest.mark.parametrize(
    ("id", "after"),
    [("plant-shop", "plant-shop-r1"), ("plant-shop-r1", "plant-shop-r2"), ("r-r9", "r-r10")],
)
def test_variants_are_counted(id: str, after: str):
    assert next_id(id) == after
    assert len(next_id("x" * 80)) <= 64


def test_a_variant_that_asks_as_much_is_told_apart_from_one_that_does_not():
    parent = ProjectDemand(20, 60)
    assert ProjectDemand(22, 66).told(parent) == ""
    assert "it has 23 evaluation tasks and 60 outcomes, and its parent 20 and 60" in ProjectDemand(
        23, 60
    ).told(parent)
    assert ProjectDemand(22, 66).distance(parent) < ProjectDemand(23, 70).distance(parent)


@given(
    st.dictionaries(
        st.sampled_from(["cart", "csv-export", "x"]),
        st.dictionaries(st.sampled_from(["limit", "a.b"]), st.integers(0, 3), min_size=1),
    )
)
def test_parameters_of_features_are_found_again_among_others(parameters: dict[str, dict[str, JsonValue]]):
    table = {"domain": "plants", **flat(parameters)}
    assert by_feature(table, [*parameters, "has none"]) == parameters


def test_a_parameter_of_a_feature_that_is_not_there_is_no_selection():
    with pytest.raises(KeyError, match="cart"):
        by_feature({"cart.limit": 3}, ["search"])
