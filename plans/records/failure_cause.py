"""What became of a task of a program that failed: one of a closed list, so that reports can count it."""

from enum import StrEnum

from plans.records.verdict import TaskVerdict


class FailureCause(StrEnum):
    """How a program failed a task; the judge of programs keeps it as a mark of the task's verdict."""

    NOT_STARTED = "cannot be started"
    """Nothing of it was run, or it broke down over its own imports."""
    NO_INTERFACE = "interface missing"
    """It refuses the command line, or what a test imports is not there."""
    CRASH = "crash"
    TIME_LIMIT = "time limit"
    WRONG_OUTPUT = "wrong output"
    """It ran, and what it printed, or the exit code with which it ended, is not what is expected."""
    NO_FILE = "file missing"
    OTHER_FILE = "file different"
    """A file was written, and it is not what is expected, or cannot be read."""
    TESTS_FAILED = "tests failed"
    """Tests ran, and failed, were skipped, or did not pass again."""


def cause_of(verdict: TaskVerdict) -> FailureCause | None:
    """How a task failed; None where it did not fail, and where its judge names no cause."""
    return next((cause for cause in FailureCause if cause.value in verdict.marks), None)
