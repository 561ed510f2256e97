"""How many tests passed, failed and were skipped, as the run itself says; how a command ended says nothing of it."""

import re
from collections import Counter

from agents.judging.commands.pytest_report import Counts, Reported
from agents.judging.commands.testing.pytest_calls import starts_pytest
from agents.judging.commands.transcripts import Ran

_BY_PYTEST = re.compile(r"^(?:=+ )?(\d+ [a-z]+[^\n]{0,200}?) in [\d.]+s\b[^\n]*$", re.M)
_RUNS_TESTS = re.compile(r"\b(?:pytest|unittest)\b")
_PART = re.compile(r"(\d+) (?:subtests )?(passed|failed|errors?|skipped|xfailed|xpassed)")
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_RUN_BY_UNITTEST = re.compile(r"^Ran (\d+) tests? in [\d.]+s$", re.M)
_END_OF_UNITTEST = re.compile(r"^(OK|FAILED)(?: \((.*)\))?$", re.M)
_OVER_IMPORTS = ("collection failure", "ImportError", "ModuleNotFoundError")
"""How the report of pytest begins to tell of a test that was kept from running by what it imports."""
_NOTED = re.compile(r"(failures|errors|skipped|expected failures|unexpected successes)=(\d+)")


def counts(ran: Ran) -> Counts | None:
    """What the tests of a command came to; None where it ran none in a way that is known.

    Of pytest, its report counts alone: what is printed could be printed by what is tested, which then ends it all.
    """
    if ran.report is not None:
        return ran.report.counts
    return None if starts_pytest(ran.line) else _by_unittest(ran.output)


def unreported(ran: Ran) -> str:
    """Why there is no report that counts of a command that starts pytest; empty for any other command, and where there
    is one.

    Pytest writes it in the end whatever becomes of the tests: only who ends its process keeps it from that, who stands
    in its place, or who changes what it wrote.
    """
    if not starts_pytest(ran.line):
        return ""
    if ran.report is None:
        return "pytest left no report"
    return f"the report of pytest {ran.report.refused}" if ran.report.refused else ""


def printed_counts(ran: Ran) -> Counts | None:
    """What a command that runs tests prints of them, whoever wrote them; None for any other command."""
    if _RUNS_TESTS.search(ran.line) is None:
        return None
    return _by_unittest(ran.output) or _by_pytest(ran.output) or Counts(0, 0, 0)


def are_printed_otherwise(ran: Ran) -> bool:
    """Whether one says that all passed, of a report and of what was printed beside it, and the other says otherwise.

    One of which all passed has to have been printed too: what is tested could write a report and end everything before
    pytest says a word. Of what failed, numbers differ by honest ways too: a test that fails twice counts once.
    """
    if ran.report is None or ran.report.counts is None:
        return False
    printed, reported = _by_pytest(ran.output), ran.report.counts
    is_well_told = printed is not None and printed.is_all_well
    # Parts of a test count in the report, and are printed in short or at length alone.
    return printed not in (reported, ran.report.named) and (reported.is_all_well or is_well_told)


def reported_tests(ran: Ran) -> tuple[Reported, ...]:
    """The tests of pytest's report, in order; none where there is no report that can be read."""
    return ran.report.tests if ran.report is not None else ()


def lacks_imports(ran: Ran) -> bool:
    """Whether all tests that did not pass, by the report, were kept from running by what they import."""
    told = ran.report.troubles if ran.report is not None else ()
    return bool(told) and all(message.startswith(_OVER_IMPORTS) for message in told)


def _by_pytest(output: str) -> Counts | None:
    lines = _BY_PYTEST.findall(_COLOURS.sub("", output))
    if not lines:
        return None
    parts = Counter[str]()
    for number, name in _PART.findall(lines[-1]):
        parts[name.removesuffix("s") if name == "errors" else name] += int(number)
    return Counts(
        parts["passed"] + parts["xpassed"],
        parts["failed"] + parts["error"],
        parts["skipped"] + parts["xfailed"],
    )


def _by_unittest(output: str) -> Counts | None:
    runs, ends = _RUN_BY_UNITTEST.findall(output), _END_OF_UNITTEST.findall(output)
    if not runs or not ends:
        return None
    noted = {name: int(number) for name, number in _NOTED.findall(ends[-1][1])}
    failed = noted.get("failures", 0) + noted.get("errors", 0) + noted.get("unexpected successes", 0)
    skipped = noted.get("skipped", 0) + noted.get("expected failures", 0)
    return Counts(int(runs[-1]) - failed - skipped, failed, skipped)
