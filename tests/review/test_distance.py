"""The edit distance of BenchAgents' reviews."""

from hypothesis import given
from hypothesis import strategies as st

from review.checkpoints import edit_distance


def test_counts_edits_over_the_longer_text() -> None:
    assert edit_distance("kitten", "sitting") == 3 / 7


def test_untouched_is_zero_and_replaced_is_one() -> None:
    assert edit_distance("a plan", "a plan") == 0
    assert edit_distance("", "") == 0
    assert edit_distance("abc", "xyz") == 1


@given(st.text(), st.text())
def test_is_symmetric_and_between_zero_and_one(one: str, other: str) -> None:
    assert edit_distance(one, other) == edit_distance(other, one)
    assert 0 <= edit_distance(one, other) <= 1
