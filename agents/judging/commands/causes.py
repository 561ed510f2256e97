"""How a program failed a task, by how its commands ended and not by what a judge says of them."""

from agents.judging.commands.kinds import how_of
from agents.judging.commands.products.files import products_of
from agents.judging.commands.responses import crash, kept_from_running, printed_lines
from agents.judging.commands.testing.counting import counts, lacks_imports
from agents.judging.commands.testing.unit_tests import by_tests
from agents.judging.commands.transcripts import Ran, Transcript
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import MOST_POINTS, FileComparison, ShellInteraction, UnitTest
from plans.records.verdict import FailureCause

_OVER_IMPORTS = ("ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "TabError")
"""Errors of Python by which a program breaks down before it does anything."""
_OF_TESTS = "AssertionError"
_REFUSED = 2
"""Status by which programs end that refuse their command line (argparse, click, getopt)."""


def failed_by(task: EvaluationTask, transcript: Transcript, *, is_read: bool = False) -> FailureCause | None:
    """How a task failed whose commands came to this.

    None where all tests passed and whoever read them (`is_read`) found that they show too little: nothing became of the
    program then.
    """
    match how_of(task):
        case UnitTest():
            if is_read and by_tests(transcript, are_sealed=False).points == MOST_POINTS:
                return None
            causes = [_of_tests(ran) for ran in transcript.ran]
            return next((cause for cause in causes if cause is not None), FailureCause.TESTS_FAILED)
        case ShellInteraction() as how:
            expected = {command.exits for command in how.act} - {None}
            cause = _of_run(transcript)
            # Who is to end so has not refused the command line.
            if cause is FailureCause.NO_INTERFACE and _REFUSED in expected:
                cause = None
            return cause or FailureCause.WRONG_OUTPUT
        case FileComparison() as how:
            if products_of(how.product, transcript):
                return FailureCause.OTHER_FILE
            return _of_run(transcript) or FailureCause.NO_FILE


def _of_run(transcript: Transcript) -> FailureCause | None:
    """What kept the commands from their work; None where nothing did."""
    causes = [_of_command(ran) for ran in transcript.ran]
    return next((cause for cause in causes if cause is not None), None)


def _of_command(ran: Ran) -> FailureCause | None:
    if kept_from_running(ran.output):
        return FailureCause.NOT_STARTED
    if broke := crash(ran.output):
        return FailureCause.NOT_STARTED if broke.startswith(_OVER_IMPORTS) else FailureCause.CRASH
    if ran.is_out_of_time:
        return FailureCause.TIME_LIMIT
    is_refused = ran.status == _REFUSED and any(
        line.lower().startswith("usage:") for line in printed_lines(ran.output)
    )
    return FailureCause.NO_INTERFACE if is_refused else None


def _of_tests(ran: Ran) -> FailureCause | None:
    """What kept tests from being run or from ending; None where they were run."""
    if ran.is_out_of_time:
        return FailureCause.TIME_LIMIT
    if counts(ran) is not None:
        return FailureCause.NO_INTERFACE if lacks_imports(ran) else None
    if kept_from_running(ran.output):
        return FailureCause.NOT_STARTED
    broke = crash(ran.output)
    if broke is None or broke.startswith(_OF_TESTS):
        return None
    return FailureCause.NO_INTERFACE if broke.startswith(_OVER_IMPORTS) else FailureCause.CRASH
