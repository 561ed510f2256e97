"""The layout of criteria: from left to right, nothing on top of anything."""

import random
from itertools import combinations, pairwise

import pytest

from pipeline.report.figures import layered
from plans.errors import AuthorError

CHAIN = {"list": [], "search": ["list"], "filter": ["list"], "both": ["search", "filter"]}


def random_dag(count: int, seed: int) -> dict[str, list[str]]:
    chance = random.Random(seed)
    names = [f"t{number}" for number in range(count)]
    return {
        name: chance.sample(names[:index], min(index, chance.choice((0, 1, 1, 2, 3))))
        for index, name in enumerate(names)
    }


def test_a_task_stands_right_of_everything_that_it_needs() -> None:
    graph = random_dag(30, seed=4)
    layout = layered(graph)
    for child, parents in graph.items():
        for parent in parents:
            assert layout.places[parent][0] < layout.places[child][0]


@pytest.mark.parametrize("seed", range(6))
def test_tasks_of_a_column_stand_a_whole_row_apart(seed: int) -> None:
    places = layered(random_dag(30, seed)).places
    for (column, row), (other_column, other_row) in combinations(places.values(), 2):
        assert column != other_column or abs(row - other_row) > 0.999


def test_an_edge_passes_through_every_column_between_its_ends() -> None:
    layout = layered({**CHAIN, "late": ["list", "both"]})
    route = layout.routes["list", "late"]
    assert [column for column, _ in route] == [0, 1, 2, 3]
    assert route[0] == layout.places["list"]
    assert route[-1] == layout.places["late"]


def test_two_parallel_strands_do_not_cross() -> None:
    layout = layered({"a": [], "b": [], "a2": ["a"], "b2": ["b"], "a3": ["a2"], "b3": ["b2"]})
    upper = "a" if layout.places["a"][1] < layout.places["b"][1] else "b"
    for column in ("", "2", "3"):
        rows = {strand: layout.places[strand + column][1] for strand in "ab"}
        assert min(rows, key=rows.__getitem__) == upper


def test_the_topmost_place_is_at_row_zero_and_rows_reach_the_lowest() -> None:
    layout = layered(random_dag(20, seed=9))
    rows = [row for route in layout.routes.values() for _, row in route]
    rows += [row for _, row in layout.places.values()]
    assert min(rows) == pytest.approx(0)
    assert max(rows) == pytest.approx(layout.rows)


def test_the_same_criteria_are_always_drawn_alike() -> None:
    assert layered(random_dag(25, seed=2)) == layered(random_dag(25, seed=2))


def test_a_cycle_is_named_rather_than_drawn() -> None:
    with pytest.raises(AuthorError, match="a, b depend on each other in a circle"):
        layered({"root": [], "a": ["b"], "b": ["a"]})


def test_no_task_is_no_picture() -> None:
    layout = layered({})
    assert (layout.columns, layout.rows) == (0, 0.0)


def test_edges_run_forward_only() -> None:
    for route in layered(random_dag(30, seed=1)).routes.values():
        assert all(left + 1 == right for (left, _), (right, _) in pairwise(route))
