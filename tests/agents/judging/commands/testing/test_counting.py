"""How many tests passed: by pytest's report, by what unittest prints, and never by how a command ended."""

from pathlib import Path

import pytest

from agents.judging.commands.decisions import PointsDecision
from agents.judging.commands.running import Counts, ExecutedCommand, Transcript, report_of
from agents.judging.commands.testing.counting import are_printed_otherwise, counts
from agents.judging.commands.testing.unit_tests import FLAKY, again, by_tests

REPORT = (
    '<testsuites><testsuite tests="{0}" failures="{1}" errors="{2}" skipped="{3}">'
    '<testcase classname="tests.test_a" name="test_a"/></testsuite></testsuites>'
)
SUMMARY = "collected 5 items\n\n============ {} in 0.12s ============\n"


def ran(
    output: str = "", report: str | None = None, status: int = 0, line: str = "pytest tests"
) -> ExecutedCommand:
    read = None if report is None else report_of(report.encode())
    return ExecutedCommand(line=line, input="", output=output, status=status, report=read)


def script(output: str = "", status: int = 0) -> ExecutedCommand:
    return ran(output, status=status, line="python tests/run.py")


def told(*commands: ExecutedCommand, are_sealed: bool = True) -> PointsDecision:
    return by_tests(Transcript(ran=commands, root=Path("/nowhere")), are_sealed=are_sealed)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [((5, 0, 0, 0), Counts(5, 0, 0)), ((5, 1, 1, 2), Counts(1, 2, 2)), ((0, 0, 0, 0), Counts(0, 0, 0))],
)
def test_a_report_is_counted(numbers: tuple[int, ...], expected: Counts) -> None:
    assert counts(ran(report=REPORT.format(*numbers))) == expected


@pytest.mark.parametrize(
    "report",
    [
        "",
        "<testsuite",
        "<report/>",
        REPORT.format("many", 0, 0, 0),
        '<!DOCTYPE a [<!ENTITY b "c">]><testsuite tests="1"/>',
    ],
)
def test_what_is_no_report_counts_nothing(report: str) -> None:
    assert counts(ran(SUMMARY.format("5 passed"), report)) is None


def test_what_is_printed_alone_counts_nothing() -> None:
    """A program under test printed a summary and ended everything before pytest could report."""
    assert counts(ran(SUMMARY.format("5 passed"))) is None
    assert told(ran(SUMMARY.format("5 passed"), status=1)).points == 0


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("...\n-----\nRan 3 tests in 0.001s\n\nOK\n", Counts(3, 0, 0)),
        ("Ran 4 tests in 0.1s\n\nFAILED (failures=1, errors=1, skipped=1)\n", Counts(1, 2, 1)),
        ("Ran 2 tests in 0.1s\n\nOK (skipped=2)\n", Counts(0, 0, 2)),
        ("Ran 1 test in 0.1s\n\nOK (expected failures=1)\n", Counts(0, 0, 1)),
    ],
)
def test_unittest_says_what_it_ran(output: str, expected: Counts) -> None:
    assert counts(script(output)) == expected
    assert counts(ran(output)) is None, "pytest says nothing of the kind"


@pytest.mark.parametrize(
    ("said", "numbers", "differs"),
    [
        ("5 passed", (5, 0, 0, 0), False),
        ("1 failed, 3 passed, 1 skipped", (5, 1, 0, 1), False),
        ("2 passed, 1 error", (3, 0, 1, 0), False),
        ("1 passed, 3 subtests passed", (4, 0, 0, 0), False),
        ("\x1b[32m\x1b[1m5 passed\x1b[0m\x1b[32m", (5, 0, 0, 0), False),
        ("1 failed, 1 error", (1, 1, 1, 0), False),
        ("1 failed, 4 passed", (5, 0, 0, 0), True),
        ("5 passed", (5, 5, 0, 0), True),
    ],
)
def test_numbers_that_differ_from_the_report_are_seen(
    said: str, numbers: tuple[int, ...], *, differs: bool
) -> None:
    assert are_printed_otherwise(ran(SUMMARY.format(said), REPORT.format(*numbers))) == differs


def test_skipped_tests_earn_nothing() -> None:
    assert told(ran(report=REPORT.format(3, 0, 0, 3))).points == 0


def test_half_of_the_commands_earns_half() -> None:
    good, bad = ran("2 passed in 0.01s", REPORT.format(2, 0, 0, 0)), ran(report=REPORT.format(2, 1, 0, 0))
    assert told(good, good).points == 2
    assert told(good, bad).points == 1
    assert told(bad, bad, good).points == 0


def test_a_script_that_counts_nothing_is_sure_of_no_more_than_that_it_broke_down() -> None:
    """One that told of "1/2 passed" by its own words, and ended with status 1, had surely run no test."""
    broken = "Traceback (most recent call last):\nAssertionError\n"
    assert told(script(broken, status=1)) == PointsDecision(0.0, "no test was run: AssertionError")
    silent = told(script("", status=1))
    assert (silent.points, silent.is_sure) == (0.0, True)
    half = told(script("PASS order\nFAIL queue\n1/2 passed\n", status=1))
    assert (half.points, half.is_sure) == (0.0, False)
    well = told(script("fine"), are_sealed=False)
    assert (well.points, well.is_sure, well.is_readable) == (2.0, False, True)
    beside = told(script("fine"), are_sealed=True)
    assert (beside.points, beside.is_sure, beside.is_readable) == (2.0, False, False)


def test_half_is_as_sure_as_the_commands_that_it_rests_on() -> None:
    """A script that ended well, which shows nothing for sure, became a sure point beside a command that failed."""
    silent, bad = script("fine"), ran(report=REPORT.format(2, 1, 0, 0))
    for order in ((silent, bad), (bad, silent)):
        half = told(*order)
        assert (half.points, half.is_sure) == (1.0, False)
        assert "counts no tests" in half.why
        assert "1 passed, 1 failed" in half.why


def test_points_that_unsure_commands_cannot_change_are_sure() -> None:
    """Of what is printed otherwise than pytest reports nobody knows whether it passed; two failures stay two."""
    good, bad = ran("2 passed in 0.01s", REPORT.format(2, 0, 0, 0)), ran(report=REPORT.format(2, 1, 0, 0))
    doubted = ran(SUMMARY.format("5 passed"), REPORT.format(5, 5, 0, 0))
    nothing = told(doubted, bad, bad)
    assert (nothing.points, nothing.is_sure) == (0.0, True)
    for order in ((bad, doubted), (doubted, bad)):
        perhaps = told(*order)
        assert (perhaps.points, perhaps.is_sure, perhaps.is_readable) == (0.0, False, False)
    half = told(good, good, bad, script("fine"))
    assert (half.points, half.is_sure) == (1.0, True)


def test_what_passes_once_and_not_again_is_flaky() -> None:
    first = PointsDecision(2.0, "2 passed, 0 failed")
    assert again(first, [first, first]) == first
    once = again(first, [first, PointsDecision(0.0, "1 passed, 1 failed")])
    assert (once.points, once.marks) == (0.0, (FLAKY,))
