"""How many tests passed, failed and were skipped, as the run itself says; how a command ended says nothing of it."""

import re
from typing import NamedTuple
from xml.etree import ElementTree

from agents.judging.commands.transcripts import Ran

_BY_PYTEST = re.compile(r"^(?:=+ )?(\d+ [a-z]+[^\n]{0,200}?) in [\d.]+s\b[^\n]*$", re.M)
_RUNS_TESTS = re.compile(r"\b(?:pytest|unittest)\b")
_PART = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)")
_RUN_BY_UNITTEST = re.compile(r"^Ran (\d+) tests? in [\d.]+s$", re.M)
_END_OF_UNITTEST = re.compile(r"^(OK|FAILED)(?: \((.*)\))?$", re.M)
_OVER_IMPORTS = ("collection failure", "ImportError", "ModuleNotFoundError")
"""How the report of pytest begins to tell of a test that was kept from running by what it imports."""
_NOTED = re.compile(r"(failures|errors|skipped|expected failures|unexpected successes)=(\d+)")


class Counts(NamedTuple):
    """Of one command."""

    passed: int
    failed: int
    """Those that ended in an error among them."""
    skipped: int


class Reported(NamedTuple):
    """A test by its report; one with parameters has several."""

    module: str
    """Dotted, with the class behind it."""
    name: str
    """Of the function."""
    is_passed: bool


def counts(ran: Ran) -> Counts | None:
    """What the tests of a command came to; None where it ran none in a way that is known.

    Of pytest, its report counts alone: what is printed could be printed by what is tested, which then ends it all.
    """
    return _by_unittest(ran.output) if ran.report is None else _reported(ran.report)


def printed_counts(ran: Ran) -> Counts | None:
    """What a command that runs tests prints of them, whoever wrote them; None for any other command."""
    if _RUNS_TESTS.search(ran.line) is None:
        return None
    return _by_unittest(ran.output) or _by_pytest(ran.output) or Counts(0, 0, 0)


def are_printed_otherwise(ran: Ran) -> bool:
    """Whether a report says other numbers than what was printed beside it.

    One of which all passed has to have been printed too, by a run that ended well: what is tested could write a report
    and end everything before pytest says a word.
    """
    if ran.report is None:
        return False
    printed, reported = _by_pytest(ran.output), counts(ran)
    if printed is None:
        return reported is not None and reported.passed > 0 and reported.failed == 0
    is_well = reported is not None and reported.failed == 0 and reported.passed > 0
    return printed != reported or (is_well and ran.status != 0)


def reported_tests(ran: Ran) -> list[Reported]:
    """The tests of pytest's report, in order; none where there is no report that can be read."""
    if ran.report is None or _reported(ran.report) is None:
        return []
    return [
        Reported(
            module=case.get("classname", ""),
            name=case.get("name", "").partition("[")[0],
            is_passed=not any(case.find(kind) is not None for kind in ("failure", "error", "skipped")),
        )
        for case in ElementTree.fromstring(ran.report).iter("testcase")
    ]


def lacks_imports(ran: Ran) -> bool:
    """Whether all tests that did not pass, by the report, were kept from running by what they import."""
    if ran.report is None or _reported(ran.report) is None:
        return False
    root = ElementTree.fromstring(ran.report)
    told = [found.get("message", "") for kind in ("failure", "error") for found in root.iter(kind)]
    return bool(told) and all(message.startswith(_OVER_IMPORTS) for message in told)


def _reported(report: str) -> Counts | None:
    if "<!" in report:
        return None  # pytest declares nothing; entities could make a small file huge.
    try:
        found = [suite.attrib for suite in ElementTree.fromstring(report).iter("testsuite")]
        total, failures, errors, skipped = (
            sum(int(suite.get(name, "0")) for suite in found)
            for name in ("tests", "failures", "errors", "skipped")
        )
    except (ElementTree.ParseError, ValueError):
        return None
    if not found:
        return None
    return Counts(total - failures - errors - skipped, failures + errors, skipped)


def _by_pytest(output: str) -> Counts | None:
    lines = _BY_PYTEST.findall(output)
    if not lines:
        return None
    parts = {
        name.rstrip("s") if name == "errors" else name: int(number)
        for number, name in _PART.findall(lines[-1])
    }
    return Counts(
        parts.get("passed", 0) + parts.get("xpassed", 0),
        parts.get("failed", 0) + parts.get("error", 0),
        parts.get("skipped", 0) + parts.get("xfailed", 0),
    )


def _by_unittest(output: str) -> Counts | None:
    runs, ends = _RUN_BY_UNITTEST.findall(output), _END_OF_UNITTEST.findall(output)
    if not runs or not ends:
        return None
    noted = {name: int(number) for name, number in _NOTED.findall(ends[-1][1])}
    failed = noted.get("failures", 0) + noted.get("errors", 0) + noted.get("unexpected successes", 0)
    skipped = noted.get("skipped", 0) + noted.get("expected failures", 0)
    return Counts(int(runs[-1]) - failed - skipped, failed, skipped)
