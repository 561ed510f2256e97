"""Two files are equal by all that they hold: order, ids and marks of time count; how they are laid out does not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands.products import are_equal
from plans.errors import FileRefused
from tests.agents.judging.commands.test_product_likeness import VALUES, book, picture


def both(name: str, one: str, other: str) -> bool:
    return are_equal(name, one.encode(), other.encode())


@given(VALUES)
def test_the_same_values_are_equal_however_they_are_laid_out(value: object) -> None:
    assert both("a.json", json.dumps(value, indent=4), json.dumps(value, sort_keys=True))


@given(VALUES, VALUES)
def test_values_are_equal_where_python_says_so(one: object, other: object) -> None:
    """But for `true`, which is no 1."""
    found = both("a.json", json.dumps(one), json.dumps(other))
    assert found == both("a.json", json.dumps(other), json.dumps(one))
    assert not found or one == other


@given(st.integers())
def test_a_number_is_equal_to_itself_alone(number: int) -> None:
    assert both("a.json", f"[{number}]", f"[ {number} ]")
    assert not both("a.json", f"[{number}]", f"[{number + 1}]")


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("a.json", '{"id": 7}', '{"id": 8}'),
        ("a.json", '{"created_at": "today"}', '{"created_at": "yesterday"}'),
        ("a.json", '["a", "b"]', '["b", "a"]'),
        ("a.json", "[1]", "[true]"),
        ("a.json", '{"total": 1234567.5}', '{"total": 1234567.25}'),
        ("a.csv", "name\nfern\npalm\n", "name\npalm\nfern\n"),
        ("a.csv", "name,price\nfern,1234567.5\n", "name,price\nfern,1234567.25\n"),
        ("a.txt", "Total: 3", "Total: 3!"),
        ("a.txt", "one\ntwo", "one two"),
        ("a.json", "{", "{}"),
        ("a.bin", "one", "two"),
    ],
)
def test_every_difference_counts(name: str, one: str, other: str) -> None:
    assert not both(name, one, other)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("a.json", '{"total": 3, "n": [1]}', '{ "n": [1.0],\n"total": 3.0 }'),
        ("a.csv", "name,price\nfern,2.50\n", "name;price\r\nfern;2.5\r\n\r\n"),
        ("a.txt", "Total:   3\n\n", "\nTotal: 3"),
        ("a.bin", "one", "one"),
    ],
)
def test_how_it_is_laid_out_does_not(name: str, one: str, other: str) -> None:
    assert both(name, one, other)


def test_workbooks_and_pictures_are_equal_cell_by_cell_and_point_by_point() -> None:
    assert are_equal("a.xlsx", book(Plants=[["fern", 2.5]]), book(Plants=[["fern", 2.50]]))
    assert not are_equal("a.xlsx", book(Plants=[["fern", 2.5]]), book(Plants=[["fern", 3]]))
    assert are_equal("a.png", picture("red"), picture("red", kind="bmp"))
    assert not are_equal("a.png", picture("red"), picture("blue"))
    assert not are_equal("a.png", b"no picture", picture("blue"))


@pytest.mark.parametrize("name", ["a.json", "a.xlsx", "a.png"])
def test_an_expected_file_that_is_none_of_its_kind_is_refused(name: str) -> None:
    with pytest.raises(FileRefused):
        are_equal(name, b"{}", b"{")
