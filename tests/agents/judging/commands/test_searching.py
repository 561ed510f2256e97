"""Patterns are found in what programs print, in a moment, however long it is and whoever wrote it."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands.adapting.exploring import MenuEntry, Translation, menu_in, usages_in
from agents.judging.commands.products import are_equal
from agents.judging.commands.shell_interactions import SECONDS, found_in, lazy
from plans.records.task_kinds import GAP

pytestmark = pytest.mark.slow

THREE = GAP.join((r"\A(?![\s\S]*Traceback)", r"total: \d", r"total: \d", "done"))


@pytest.mark.parametrize(
    ("output", "is_found"),
    [
        ("total: 1\ntotal: 2\ndone", True),
        ("total: 1\ndone", False),
        ("done\ntotal: 1\ntotal: 2", False),
        ("total: 1\ntotal: 2\ndone\nTraceback", False),
        ("", False),
    ],
)
def test_things_are_found_one_after_the_other(output: str, is_found: bool) -> None:
    assert (found_in(THREE, output) is not None) is is_found


def test_what_takes_less_than_it_could_is_found_too() -> None:
    """The first part takes the whole line where nothing follows it: behind it nothing more would be found."""
    pattern = f"a.*{GAP}b"
    assert found_in(pattern, "a and b") == "a and b"
    assert found_in(pattern, "a and b" + " " * 1000) == "a and b"


def test_a_long_output_that_almost_fits_takes_no_time() -> None:
    """12,000 letters took 23 seconds, and a megabyte would have held the judge for ever."""
    began = time.monotonic()
    assert found_in(THREE, "added total: 5\n" * 60_000) is None, "for sure: it once left the task open"
    assert time.monotonic() - began < 6 * SECONDS
    assert found_in(THREE, "added total: 5\n" * 60_000 + "done") is not None


@given(
    st.text(alphabet="ab: 1", max_size=60),
    st.lists(st.sampled_from(["a+", "b?:", "[+*]*1", "a.*b", "1{1,2} "])),
)
def test_what_takes_little_is_found_where_what_takes_much_is(output: str, parts: list[str]) -> None:
    whole = GAP.join(parts)
    assert (re.search(lazy(whole), output, re.M) is None) is (re.search(whole, output, re.M) is None)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"a*b+?c{2,}", "a*?b+?c{2,}?"),
        (r"(?:x)?[*+]\*", r"(?:x)??[*+]\*"),
        (r"[]*]\?{3}", r"[]*]\?{3}"),
    ],
)
def test_each_repetition_takes_as_little_as_it_can(pattern: str, expected: str) -> None:
    assert lazy(pattern) == expected


def test_a_pattern_that_never_ends_is_ended() -> None:
    with pytest.raises(TimeoutError):
        found_in(r"(?:\w+\s?)*!", "word " * 40)


def test_rows_without_end_are_no_entries_of_a_menu() -> None:
    """A row of 10,000 blanks took a second for each entry."""
    blanks = "1" + " " * 200_000 + "x"
    menu = (MenuEntry("1", "Add"), MenuEntry("2", "Leave"))
    began = time.monotonic()
    assert menu_in(blanks) == ()
    assert Translation(menu, menu, {}).applied(blanks) == blanks
    assert usages_in("\n" * 20_000) == []
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("007", "7", False),
        ("12345678901234567", "12345678901234568", False),
        ("1_0", "10", False),
        ("infinity", "inf", False),
        ("1.50", "1.5", True),
        ("2.0", "2", True),
    ],
)
def test_cells_are_equal_by_all_their_digits(one: str, other: str, is_same: bool) -> None:
    assert are_equal("a.csv", f"id,name\n{one},x\n".encode(), f"id,name\n{other},x\n".encode()) is is_same
