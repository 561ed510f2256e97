"""Tests: what they came to decides, and what passed has to pass again."""

from collections.abc import Sequence

from agents.judging.commands.decisions import Decision
from agents.judging.commands.pytest_report import Counts
from agents.judging.commands.responses import brief, crash, kept_from_running, printed_lines
from agents.judging.commands.testing.counting import are_printed_otherwise, counts, unreported
from agents.judging.commands.testing.forging import has_replaced_pytest
from agents.judging.commands.testing.pytest_calls import says_what_pytest_says
from agents.judging.commands.transcripts import Ran, Transcript
from plans.records.marks import MarkCode
from plans.records.task_modes import MOST_POINTS

FLAKY = "flaky"


def by_tests(transcript: Transcript, *, are_sealed: bool) -> Decision:
    """Points for a task that is tried by tests: two where all commands passed, one where half of them did, none where
    one of them is a forgery.

    They are sure where they are the same whatever became of the commands that are not.

    Args:
        transcript: What came of the commands.
        are_sealed: Whether the tests are the grader's, which the hand-in shares a process with and no more.
    """
    decisions = [_of_one(ran, are_sealed=are_sealed) for ran in transcript.ran]
    if forged := next((one for one in decisions if MarkCode.FORGED_TESTS in one.marks), None):
        return forged
    least, supposed, most = (
        _points(sum(map(is_passed, decisions)), len(decisions))
        for is_passed in (_has_surely_passed, _has_passed, _may_have_passed)
    )
    all_told = "; ".join(one.why for one in decisions)
    if least == most:
        missed = (one.why for one in decisions if not one.points)
        return Decision(supposed, next(missed, all_told))
    # What nobody can read is less sure than what somebody may.
    is_readable = all(one.is_readable for one in decisions if not one.is_sure)
    return Decision(supposed, all_told, is_sure=False, is_readable=is_readable)


def of_own_tests(decision: Decision) -> Decision:
    """The same where the tests that passed are the hand-in's own: they show that there are such, and whoever reads
    has to say what they are worth.
    """
    return decision._replace(why=f"{decision.why}, of tests that the hand-in brings itself", is_sure=False)


def again(first: Decision, repeats: Sequence[Decision]) -> Decision:
    """The decision after tests that had passed were run again, each time on a fresh copy."""
    others = [one for one in repeats if one.points < first.points]
    if not others:
        return first
    if forged := next((one for one in others if MarkCode.FORGED_TESTS in one.marks), None):
        return forged
    return Decision(
        0.0,
        f"the tests passed once and not again, {len(others)} of {len(repeats)} times: {others[0].why}",
        marks=(FLAKY,),
    )


def is_doubted(transcript: Transcript) -> bool:
    """Whether a command prints other numbers than pytest's report has, though it is pytest that prints them."""
    return any(
        are_printed_otherwise(ran) and not ran.is_out_of_time and not ran.is_muffled
        for ran in transcript.ran
        if says_what_pytest_says(ran.line)
    )


def twice_doubted() -> Decision:
    """The decision where that is so on a fresh copy too."""
    why = "what was printed of the tests is not what the report of pytest says of them, twice, so one of both is forged"
    return Decision(0.0, why, marks=(MarkCode.FORGED_TESTS,))


def _points(passed: int, commands: int) -> float:
    if passed == commands:
        return MOST_POINTS
    return 1.0 if commands > 1 and passed * 2 >= commands else 0.0


def _has_passed(one: Decision) -> bool:
    return one.points > 0


def _has_surely_passed(one: Decision) -> bool:
    return one.points > 0 and one.is_sure


def _may_have_passed(one: Decision) -> bool:
    return one.points > 0 or not one.is_sure


def _of_one(ran: Ran, *, are_sealed: bool) -> Decision:
    if ran.is_out_of_time:
        return Decision(0.0, f"{ran.line!r} did not end in time")
    if why := unreported(ran):
        return _unreported(ran, why)
    if are_printed_otherwise(ran):
        why = "what was printed of the tests is not what pytest reports of them"
        return Decision(0.0, why, is_sure=False, is_readable=False)
    found = counts(ran)
    if found is None:
        return _uncounted(ran, are_sealed=are_sealed)
    if not found.is_all_well:
        return Decision(0.0, _told(found))
    if ran.report is not None and ran.status != 0:
        why = f"{_told(found)}, and yet the command ended with status {ran.status}"
        return Decision(2.0, why, is_sure=False, is_readable=False)
    return Decision(2.0, _told(found))


def _unreported(ran: Ran, why: str) -> Decision:
    """Where pytest was started and there is no report of it: it was killed, or what is tested stands in its place."""
    if has_replaced_pytest(ran):
        told = f"{why}, and ended as if all were well, which only what stands in its place or ends it does"
        return Decision(0.0, told, marks=(MarkCode.FORGED_TESTS,))
    return Decision(0.0, f"no test was run to its end, {why}: {_last(ran.output)}")


def _uncounted(ran: Ran, *, are_sealed: bool) -> Decision:
    """A script that counts nothing: that it was not run, or broke down, is all that it says for sure.

    Beside the grader's tests nobody can read more in it: what is tested ends their process as it likes.
    """
    if kept_from_running(ran.output) or crash(ran.output):
        return Decision(0.0, f"no test was run: {_last(ran.output)}")
    if ran.status != 0 and not printed_lines(ran.output):
        return Decision(0.0, f"the script ended with status {ran.status}, and printed nothing")
    how = "well" if ran.status == 0 else f"with status {ran.status}"
    why = f"the script ended {how}, and counts no tests in a way that is known: {_last(ran.output)}"
    points = 2.0 if ran.status == 0 else 0.0
    return Decision(points, why, is_sure=False, is_readable=not are_sealed)


def _told(found: Counts) -> str:
    skipped = f", {found.skipped} skipped" if found.skipped else ""
    return f"{found.passed} passed, {found.failed} failed{skipped}"


def _last(output: str) -> str:
    lines = printed_lines(output)
    return brief(lines[-1]) if lines else "nothing was printed"
