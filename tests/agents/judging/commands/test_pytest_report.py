"""The report of pytest: read once, and what pytest would not write is refused before it costs anything."""

import time

import pytest

from agents.judging.commands.running import MOST_BYTES, Counts, Reported, report_of

CASE = '<testcase classname="tests.test_a" name="test_a[1]"/>'
BAD = '<testcase classname="tests.test_a" name="test_b"><failure message="assert 0">long</failure></testcase>'


def suite(inside: str, tests: str = "1", failures: str = "0") -> bytes:
    head = f'<testsuites><testsuite tests="{tests}" failures="{failures}" errors="0" skipped="0">'
    return f"{head}{inside}</testsuite></testsuites>".encode()


def test_what_it_says_is_read_once() -> None:
    found = report_of(suite(CASE + BAD, "2", "1"))
    assert found.counts == Counts(1, 1, 0)
    assert found.tests == (
        Reported("tests.test_a", "test_a", "passed"),
        Reported("tests.test_a", "test_b", "failed"),
    )
    assert found.named == Counts(1, 1, 0)
    assert found.troubles == ("assert 0",)
    assert not found.refused


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cannot be read"),
        (b"\xff\xfe\xfd", "cannot be read"),
        (b"<testsuite", "cannot be read"),
        (b'<?xml version="1.0" encoding="no-such"?><a/>', "cannot be read"),
        (suite(CASE, "9" * 5000), "cannot be read"),
        (b"<report/>", "counts no tests"),
        (suite("", "2"), "names none of the tests that it counts"),
        (suite(CASE + "<a/>" * 100_000), "more than 50,000 elements"),
        (suite(CASE + "<a>" * 100_000 + "</a>" * 100_000), "deep in each other"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]>' + suite(CASE), "declares entities"),
        (suite(CASE + " " * MOST_BYTES), "at most 2,000,000 are read"),
    ],
)
def test_what_pytest_would_not_write_is_refused_with_its_reason(data: bytes, why: str) -> None:
    found = report_of(data)
    assert found.counts is None
    assert why in found.refused


@pytest.mark.parametrize("inside", ["<a/>" * 15_000_000, "<a>" * 8_000_000 + "</a>" * 8_000_000])
def test_a_huge_report_takes_no_time(inside: str) -> None:
    """One of 62 MB kept the judge's loop for 47 s each of the times that it was read, and took gigabytes."""
    data = suite(CASE + inside)
    began = time.perf_counter()
    assert report_of(data).refused
    assert time.perf_counter() - began < 1
