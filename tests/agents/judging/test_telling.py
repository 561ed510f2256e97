"""Reasons are read by people: `it == 2; saw 2.0` and `saw []` were not written for them."""

import pytest

from agents.judging.telling import BRIEF, LONGEST, condition, listed, shown
from plans.records.values import Value


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.0, "2"), (2.5, "2.5"), (14, "14"), ("", "nothing"), ([], "nothing"), ("x", "'x'"), (True, "True"),
     (0.0, "0"), (float("inf"), "inf"), (["a", "b"], "['a', 'b']")],
)  # fmt: skip
def test_a_value_is_written_as_a_person_would(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_long_value_is_cut() -> None:
    assert len(shown("x" * 1000)) == LONGEST
    assert shown("x" * 1000).endswith("...")


def test_of_many_values_the_first_are_listed_in_a_few_words_each() -> None:
    assert listed(["All", "Marketing\n plan"]) == "'All', 'Marketing plan'"
    assert listed(list("abcdef")) == "'a', 'b', 'c', 'd', 'e', …"
    assert listed(["x" * 100]) == f"'{'x' * (BRIEF - 1)}…'"


NAMES: dict[str, Value] = {
    "shown": 10.0,
    "before": 3,
    "title": "Fern",
    "titles": ["Fern", "Moss"],
    "none": [],
}


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("it == 2", "to be 2"),
        ("it == ''", "to be nothing"),
        ("it == none", "to be nothing (none)"),
        ("it == shown", "to be 10 (shown)"),
        ("it != before", "not to be 3 (before)"),
        ("it >= before + 1", "to be at least 4 (before + 1)"),
        ("it < len(titles)", "to be less than 2 (len(titles))"),
        ("'focused' in it", "to contain 'focused'"),
        ("contains(it, title)", "to contain 'Fern' (title)"),
        ("it == shown and 6 <= it", "such that it == shown and 6 <= it (with shown = 10)"),
        ("shown >= 1", "such that shown >= 1 (with shown = 10)"),
        ("number(title) == 1", "such that number(title) == 1 (with title = 'Fern')"),
        ("it == unbound", "to be unbound"),
        ("it == titles[9]", "to be titles[9]"),
    ],
)
def test_a_condition_is_told_with_the_values_of_its_names(expression: str, text: str) -> None:
    assert condition(expression, NAMES) == text
