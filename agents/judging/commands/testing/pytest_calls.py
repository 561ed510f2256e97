"""Lines that start pytest: whether it reports to us, and whether what comes of a line is what pytest makes of it."""

import posixpath
import re

from plans.shell.calls import Call, run_by
from plans.shell.targets import targets_of
from plans.shell.words import tokens_of

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


def _starts(call: Call) -> bool:
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
