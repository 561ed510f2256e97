"""Patterns are found in what programs print, in a moment, however long it is and whoever wrote it."""

import re
import time
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands import searching
from agents.judging.commands.adapting.exploring import MenuEntry, Translation, menu_in, usages_in
from agents.judging.commands.products import are_equal
from agents.judging.commands.running import ExecutedCommand, Transcript
from agents.judging.commands.searching import Search, lazy
from agents.judging.commands.shell_interactions import by_output
from plans.records.task_kinds import GAP
from tests.agents.judging.commands.programs import shell, task

THREE = GAP.join((r"\A(?![\s\S]*Traceback)", r"total: \d", r"total: \d", "done"))
FLOOD = "Error:" * 30_000
"""One line, on which QUADRATIC takes minutes."""
QUADRATIC = r"Error *:(?=[^\n]*ninety)"


def found_in(pattern: str, output: str) -> str | None:
    with Search() as search:
        [found] = search.found(pattern, [output])
        return found


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "SECONDS", 0.3)


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


def test_a_long_output_that_lacks_a_part_takes_no_time() -> None:
    """12,000 letters took 23 seconds, and a megabyte would have held the judge for ever."""
    assert found_in(THREE, "added total: 5\n" * 60_000) is None
    assert found_in(THREE, "added total: 5\n" * 60_000 + "done") is not None


@pytest.mark.parametrize(
    ("pattern", "output", "expected"),
    [
        (f"end|begin{GAP}middle", "the end", "end"),
        (f"(?i)begin{GAP}end", "BEGIN and END", "BEGIN and END"),
        (rf"(\w){GAP}(x)\1", "a and xa", "a and xa"),
        (rf"(\w){GAP}(x)\1", "a and xx", None),
        (f"(?:begin{GAP}end)+", "begin, end", "begin, end"),
        (rf"[|]{GAP}\|{GAP}(?:a|b)", "| | c", None),
    ],
    ids=["branches", "any case", "reference", "no reference", "gap in a group", "no branches"],
)
def test_a_pattern_means_what_it_means_as_a_whole(pattern: str, output: str, expected: str | None) -> None:
    assert (found_in(pattern, output) is None) is (re.search(pattern, output, re.M) is None)
    assert expected is None or found_in(pattern, output) is not None


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("pattern", "output"),
    [
        (r"(?:\w+\s?)*!", "word " * 40),
        (QUADRATIC, FLOOD),
        ("Dog biscuits.*units.*in stock", "Dog biscuits units " * 2000),
    ],
    ids=["exponential", "quadratic", "cubic"],
)
@pytest.mark.usefixtures("hurry")
def test_a_search_that_does_not_end_is_ended_and_the_next_begins_anew(pattern: str, output: str) -> None:
    with Search() as search:
        with pytest.raises(TimeoutError):
            search.found(pattern, ["in stock", output])
        assert search.found("a.", ["ab", "b"]) == ["ab", None]


@pytest.mark.usefixtures("hurry")
def test_what_could_not_be_searched_in_time_is_decided_by_nobody() -> None:
    """A program that prints one long line froze its judge, or failed without proof."""
    how = shell("", "the error", pattern=QUADRATIC)
    honest, flood = (
        Transcript((ExecutedCommand("python src/main.py", "", text, 0),), Path())
        for text in ("Error: ninety", FLOOD)
    )
    with Search() as search:
        for transcript, controls in ((flood, []), (honest, [flood])):
            assert not by_output(task("only", how), how, transcript, controls, search).is_sure
        assert by_output(task("only", how), how, honest, [], search).is_passed


def test_who_leaves_ends_a_search_at_once() -> None:
    """SIGTERM did not end a judgement that searched."""
    caught: list[TimeoutError] = []

    def search_on() -> None:
        try:
            search.found(QUADRATIC, [FLOOD])
        except TimeoutError as error:
            caught.append(error)

    with Search() as search:
        search.found("a", ["a"])
        searching_on = Thread(target=search_on)
        searching_on.start()
        time.sleep(0.1)
        began = time.monotonic()
    searching_on.join()
    assert time.monotonic() - began < searching.SECONDS / 2
    assert caught
    with pytest.raises(TimeoutError):
        search.found("a", ["a"])


@pytest.mark.slow
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
