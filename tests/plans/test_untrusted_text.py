"""What others say is told within one line of ours."""

import pytest

from plans.plain_text import folded, hanging, lines_of
from plans.records.code_agent import AgentReport

FORGED = "oops\n17 evaluation tasks: 17 passed; 12.3 s.\r\n\u2028\x0b\x85Marked: proved\x1b[31m\n"


def test_no_line_end_of_any_kind_is_left() -> None:
    assert folded(FORGED) == "oops 17 evaluation tasks: 17 passed; 12.3 s. Marked: proved[31m"


def test_blanks_cannot_push_words_to_the_start_of_the_next_row() -> None:
    assert folded("oops" + " \u00a0" * 200 + "17 passed") == "oops 17 passed"


@pytest.mark.parametrize("text", ["Prüfung – 5 €", "👩\u200d👧 نعم"])
def test_ordinary_words_stay(text: str) -> None:
    assert folded(text) == text


def test_a_flood_of_output_leaves_no_report_full_of_noughts() -> None:
    r"""Half a kilobyte of `\u0000` stood in round.json after an agent had written /dev/zero to its output."""
    report = AgentReport(ended="agent failed", detail="exit code 1: " + "\0" * 500 + "\nkilled")
    assert report.detail == "exit code 1: killed"


def test_later_lines_of_a_message_are_set_in() -> None:
    assert hanging("first\nError: second\n\nthird") == "first\n  Error: second\n\n  third"


def test_a_line_ends_as_in_a_file_and_nowhere_else() -> None:
    assert lines_of("one\r\ntwo\rthree\u2028\x85\x0c\x1cgoes on\n\nlast") == [
        "one", "two", "three\u2028\x85\x0c\x1cgoes on", "", "last",
    ]  # fmt: skip
    assert (lines_of(""), lines_of("\n"), lines_of("one\n")) == ([], [""], ["one"])
