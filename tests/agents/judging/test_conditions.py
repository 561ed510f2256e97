"""A report once said "to be shown" where `shown` was a number, and "such that it == shown and 6 <= it and it <= 25"."""

import pytest

from agents.judging.telling import condition
from plans.records.values import Value

NAMES: dict[str, Value] = {
    "shown": 10.0,
    "before": 3,
    "title": "Fern",
    "titles": ["Fern", "Moss"],
    "price": 4.5,
    "none": [],
}


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("it == 2", "to be 2"),
        ("it == ''", "to be nothing"),
        ("it == none", "to be nothing (remembered as 'none')"),
        ("it == shown", "to be 10 (remembered as 'shown')"),
        ("it != before", "not to be 3 (remembered as 'before')"),
        ("it >= before + 1", "to be at least 4 (before + 1, with before = 3)"),
        ("it == titles", "to be 'Fern', 'Moss' (remembered as 'titles')"),
        ("it < len(titles)", "to be less than 2 (the number of 'titles')"),
        ("it == shown and 6 <= it and it <= 25", "to be 10 (remembered as 'shown') and at least 6 and at most 25"),
        ("1 <= it and it < before", "to be at least 1 and less than 3 (remembered as 'before')"),
        ("it == 2 or it == 3", "to be 2 or 3"),
        ("it == shown and shown >= 1",
         "to be 10 (remembered as 'shown') and 'shown', which is 10, to be at least 1"),
        ("shown >= 1", "'shown', which is 10, to be at least 1"),
        ("len(it) >= 2 and unique(it)", "how many there are to be at least 2 and to hold nothing twice"),
        ("max(it) <= 5", "the highest to be at most 5"),
        ("it[0] == titles[1]", "the first to be 'Moss' (the second of 'titles')"),
        ("'focused' in it", "to hold 'focused'"),
        ("not ('disabled' in it)", "not to hold 'disabled'"),
        ("title not in it", "not to hold 'Fern' (remembered as 'title')"),
        ("ascending(it)", "to be in ascending order"),
        ("close(it, price * 2)", "to be about 9 (price * 2, with price = 4.5)"),
        ("6 <= shown and shown <= 25", "'shown', which is 10, to be at least 6 and at most 25"),
        ("2 <= shown", "'shown', which is 10, to be at least 2"),
        ("len(titles) == shown", "the number of 'titles', which is 2, to be 10 (remembered as 'shown')"),
        ("number(title) == 1", "such that number(title) == 1 (with title = 'Fern')"),
        ("abs(before - shown) <= 1", "7 (abs(before - shown), with before = 3, shown = 10) to be at most 1"),
        ("not ('focused' in it or 'selected' in it)", "neither to hold 'focused' nor to hold 'selected'"),
        ("('pressed' in it or 'checked' in it) == ('pressed' in titles)",
         "neither to hold 'pressed' nor to hold 'checked', as with 'titles', which is 'Fern', 'Moss'"),
        ("len([one for one in it if not contains(one, title)]) == 0",
         "each of them to contain 'Fern' (remembered as 'title')"),
        ("len([one for one in it if same(one, title)]) == 1",
         "exactly one of them to read 'Fern' (remembered as 'title')"),
        ("len([one for one in titles if contains(one, 'e') or same(one, title)]) == len(titles)",
         "each of 'titles' to contain 'e' or to read 'Fern' (remembered as 'title')"),
        ("len(longest_word(it)) > 3", "the length of its longest word to be more than 3"),
        ("any_contain(it, title)", "to contain in one of its texts 'Fern' (remembered as 'title')"),
    ],
)  # fmt: skip
def test_a_condition_is_said_in_words_with_the_values_of_its_names(expression: str, text: str) -> None:
    assert condition(expression, NAMES) == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("(turned > 0.5) != (first > 0.5)",
         "'turned', which is light (0.98), to be dark, otherwise than with 'first', which is light (0.98)"),
        ("(it > 0.5) == (first > 0.5)", "to be light, as with 'first', which is light (0.98)"),
        ("(it > 0.5) != (first > 0.5)", "to be dark, otherwise than with 'first', which is light (0.98)"),
        ("0.5 < it", "to be light"),
    ],
)  # fmt: skip
def test_brightness_is_said_as_people_see_it(expression: str, text: str) -> None:
    """`expected such that (turned > 0.5) != (first > 0.5) (with first = 0.97778…, turned = 0.97778…)`."""
    names: dict[str, Value] = {"first": 0.97778, "turned": 0.97778}
    assert condition(expression, names, {"it", *names}) == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("dot(it, it) < shown or it == 1", "such that dot(it, it) < shown (with shown = 10) or to be 1"),
        ("(it == 1 or it == 2) and it != 3", "such that (it == 1 or it == 2) and it != 3"),
        ("it == it[1]", "such that it == it[1]"),
        ("it == unbound", "to be unbound"),
        ("it == titles[9]", "to be titles[9]"),
    ],
)
def test_what_has_no_words_stays_as_it_is_written(expression: str, text: str) -> None:
    assert condition(expression, NAMES) == text


def test_a_turned_comparison_says_the_same() -> None:
    assert condition("3 > it", NAMES) == condition("it < 3", NAMES) == "to be less than 3"
    assert condition("3 >= it", NAMES) == condition("it <= 3", NAMES) == "to be at most 3"
