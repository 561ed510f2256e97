"""Reasons are read by people: `it == 2; saw 2.0` and `saw []` were not written for them."""

import pytest

from plans.records.values import Value
from plans.step_words import BRIEF, LONGEST, condition, joined_values, shown


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
    assert joined_values(["All", "Marketing\n plan"]) == "'All', 'Marketing plan'"
    assert joined_values(list("abcdef")) == "'a', 'b', 'c', 'd', 'e', …"
    assert joined_values(["x" * 100]) == f"'{'x' * (BRIEF - 1)}…'"


NAMES: dict[str, Value] = {"shown": 10.0, "before": 3, "title": "Fern"}


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("it == 2", "such that it == 2"),
        ("it >= before + 1", "such that it >= before + 1 (with before = 3)"),
        ("it == shown and 6 <= it", "such that it == shown and 6 <= it (with shown = 10)"),
        ("contains(it, title)", "such that contains(it, title) (with title = 'Fern')"),
        ("it == unbound", "such that it == unbound"),
    ],
)
def test_a_condition_is_told_with_the_values_of_its_names(expression: str, text: str) -> None:
    assert condition(expression, NAMES) == text
