"""What a response says in one place: a text, parts of a list, words; a dictionary says none of them anywhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.judging.commands.prose.wording import are_listed, is_said, is_said_anywhere, share_together

pytestmark = pytest.mark.slow

PARTS = ("path length", "explored nodes", "search time")
LABELS = ["Path found with BFS", "Search time: 0.12 s", "Path length: 27", "Explored nodes: 41"]
DICTIONARY = " | ".join(f"path{n} length explored node{n} nodes search path time word{n}" for n in range(40))

words = st.text("abcdefghij", min_size=3, max_size=8)
lines = st.lists(st.lists(words, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=20)


def test_labels_entries_and_headings_name_the_parts_of_a_list() -> None:
    assert are_listed(PARTS, LABELS)
    assert are_listed(("user login", "help", "exit"), ["1. User Login", "2. Help", "3. Exit"])
    assert are_listed(("name", "email", "phone"), ["Name   Email   Phone", "Ann    a@b.c   123"])


def test_a_list_of_which_a_part_is_missing_is_not_there() -> None:
    assert not are_listed(PARTS, LABELS[:3])


def test_a_dictionary_or_a_long_sentence_names_no_part() -> None:
    assert not are_listed(PARTS, [DICTIONARY])
    sentence = "whoever wants to know it may ask how the search for the path took its time and which length nodes have"
    assert not are_listed(PARTS, [sentence])


def test_parts_that_stand_far_from_each_other_are_no_list() -> None:
    between = [f"another line with words in it, the {n}th of many" for n in range(20)]
    assert not are_listed(PARTS, [LABELS[1], *between, LABELS[2], *between, LABELS[3]])


def test_a_text_is_said_within_a_line_and_a_dictionary_says_none() -> None:
    """Half of the entries of a menu were found among all words of a PRD, printed in one line."""
    assert is_said("Export Huffman codes to CSV", ["2. Export codes (Huffman) to a CSV file"])
    spread = " ".join(f"codes word{n} other huffman export more csv{n} csv to" for n in range(30))
    assert not is_said("Export Huffman codes to CSV", [spread])
    assert is_said_anywhere("Export Huffman codes to CSV", [spread]), (
        "so that nobody says it is missing for sure"
    )


@pytest.mark.parametrize(
    ("literal", "line", "is_there", "may_be"),
    [
        ("60%", "share: 60.0%", True, True),
        ("60%", "share: 160%", False, False),
        ("5.5", "took 15.5", False, False),
        ("66.7%", "margin 0.667", False, True),
        ("3.50", "3.5", False, True),
        ("1234.5", "sum 1,234.50", True, True),
    ],
)
def test_numbers_are_compared_by_value(literal: str, line: str, *, is_there: bool, may_be: bool) -> None:
    """They were compared by letters, so that 160% was 60%, and 60.0% was not."""
    assert is_said(literal, [line]) == is_there
    assert is_said_anywhere(literal, [line]) == may_be


@pytest.mark.parametrize(
    ("literal", "line", "is_there", "may_be"),
    [
        ("Total orders: 5", "Total orders: 50", False, False),
        ("Total orders: 5", "Total orders: 5.", True, True),
        ("Total orders: 5", "Total orders = 5", True, True),
        ("Total orders: 5", "Total orders: 5.00", True, True),
        ("Total orders: 5", "Total orders: 5,000", False, True),
        ("Total orders: 5", "Total orders: 5kg", False, True),
        ("Number of all orders: 5", "Number of all orders: 50", False, True),
        ("500 orders", "1,500 orders", False, True),
        ("Balance: -5", "Balance: 5", False, True),
        ("Balance: -5", "The balance is -5.00 EUR", True, True),
        ("Score: 3 to 2", "Score: 2 to 3", False, True),
        ("user1 was added", "user2 was added", False, False),
        ("log file", "catalog file", False, True),
        ("总数5", "总数50", False, False),
        ("总数5", "订单总数5个", True, True),
    ],
)
def test_a_text_with_a_number_is_said_with_that_number(
    literal: str, line: str, *, is_there: bool, may_be: bool
) -> None:
    """`Total orders: 5` stood in "Total orders: 50", letter by letter, and so did each number in longer ones."""
    assert is_said(literal, [line]) == is_there
    assert is_said_anywhere(literal, [line]) == may_be


@settings(deadline=None)
@given(lines, st.data())
def test_what_stands_there_as_it_is_is_said(said: list[str], data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(said))
    assert is_said(line, said)
    assert is_said_anywhere(line, said)
    assert share_together(line.split(), said) == 1


@settings(deadline=None)
@given(lines, lines, st.lists(words, min_size=1, max_size=5))
def test_more_lines_say_no_less(said: list[str], more: list[str], wanted: list[str]) -> None:
    assert share_together(wanted, [*said, *more]) >= share_together(wanted, said)
