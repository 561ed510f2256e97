"""Counts of passed, failed and skipped tests, and detection of lines that start pytest."""

import posixpath
import re
from collections import Counter

from agents.judging.commands.running import Counts, ExecutedCommand, Reported
from plans.shell import SimpleCommand, run_by, targets_of, tokens_of

_OTHER_TERMS = re.compile(r"--junit-?xml|no:junitxml|PYTEST_ADDOPTS|\benv +-")
"""By which a line takes from pytest the place where we ask for its report."""
_ASKS = frozenset({"--version", "-V", "--help", "-h"})
"""Options by which no test is run, and nothing reported."""
_NAMES = ("pytest", "py.test")
_SHELLS = ("bash", "sh", "dash", "zsh")
_RUNNERS = frozenset(
    {
        "coverage",
        "do",
        "else",
        "hatch",
        "nice",
        "pdm",
        "pipenv",
        "poetry",
        "stdbuf",
        "then",
        "uv",
        "xvfb-run",
        "{",
    }
)
"""What runs the command that its arguments name."""
_IN_TURN = frozenset({";", "&&", "\n", "(", ")", ">&"})
"""Operators behind which the last command's end and output are still the line's own."""
_QUIET = re.compile(r"-[a-zA-Z]*q[a-zA-Z]*|--quiet")
_SILENCED = ("no:terminal", "--verbosity")


def starts_pytest(line: str) -> bool:
    """Whether a line starts pytest so that it writes the report that we ask for, whatever becomes of the tests."""
    return _OTHER_TERMS.search(line) is None and any(map(_starts, run_by(line)))


def ends_as_pytest(line: str) -> bool:
    """Whether a line that starts pytest ends as that does: nothing follows, takes its output or changes its status."""
    calls = run_by(line)
    if not calls or not starts_pytest(line):
        return False
    operators = {token.text for token in tokens_of(line) if token.is_operator}
    return operators <= _IN_TURN and not calls[-1].writes and _starts(calls[-1])


def says_what_pytest_says(line: str) -> bool:
    """Whether such a line prints what pytest says of the tests in the end, too."""
    if not ends_as_pytest(line):
        return False
    words = run_by(line)[-1].words
    quiet = sum(word.count("q") for word in words if _QUIET.fullmatch(word))
    return quiet < 2 and not any(silent in word for word in words for silent in _SILENCED)


def _starts(call: SimpleCommand) -> bool:
    if not call.words or not _ASKS.isdisjoint(call.words):
        return False
    targets = targets_of(call)
    if any(target.kind == "pytest" for target in targets):
        return True
    if targets:
        ran = targets[0]
        return (ran.kind, ran.name) == ("module", "coverage") and "pytest" in ran.arguments
    program, *rest = call.words
    if posixpath.basename(program) in _SHELLS and "-c" in rest[:-1]:
        return starts_pytest(rest[rest.index("-c") + 1])
    return program in _RUNNERS and any(name in rest for name in _NAMES)


_BY_PYTEST = re.compile(r"^(?:=+ )?(\d+ [a-z]+[^\n]{0,200}?) in [\d.]+s\b[^\n]*$", re.M)
_RUNS_TESTS = re.compile(r"\b(?:pytest|unittest)\b")
_PART = re.compile(r"(\d+) (?:subtests )?(passed|failed|errors?|skipped|xfailed|xpassed)")
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_RUN_BY_UNITTEST = re.compile(r"^Ran (\d+) tests? in [\d.]+s$", re.M)
_END_OF_UNITTEST = re.compile(r"^(OK|FAILED)(?: \((.*)\))?$", re.M)
_OVER_IMPORTS = ("collection failure", "ImportError", "ModuleNotFoundError")
"""How the report of pytest begins to tell of a test that was kept from running by what it imports."""
_NOTED = re.compile(r"(failures|errors|skipped|expected failures|unexpected successes)=(\d+)")


def counts(ran: ExecutedCommand) -> Counts | None:
    """What the tests of a command came to; None where it ran none in a way that is known.

    Of pytest, its report counts alone: what is printed could be printed by what is tested, which then ends it all.
    """
    if ran.report is not None:
        return ran.report.counts
    return None if starts_pytest(ran.line) else _by_unittest(ran.output)


def unreported(ran: ExecutedCommand) -> str:
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


def printed_counts(ran: ExecutedCommand) -> Counts | None:
    """What a command that runs tests prints of them, whoever wrote them; None for any other command."""
    if _RUNS_TESTS.search(ran.line) is None:
        return None
    return _by_unittest(ran.output) or _by_pytest(ran.output) or Counts(0, 0, 0)


def are_printed_otherwise(ran: ExecutedCommand) -> bool:
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


def reported_tests(ran: ExecutedCommand) -> tuple[Reported, ...]:
    """The tests of pytest's report, in order; none where there is no report that can be read."""
    return ran.report.tests if ran.report is not None else ()


def lacks_imports(ran: ExecutedCommand) -> bool:
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
