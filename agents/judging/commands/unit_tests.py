"""Tests: what they came to decides, and what passed has to pass again."""

from collections.abc import Sequence

from agents.judging.commands.counting import Counts, are_printed_otherwise, counts
from agents.judging.commands.decisions import Decision
from agents.judging.commands.responses import brief, crash, lines_of
from agents.judging.commands.transcripts import Ran, Transcript
from plans.records.how.rubric import MOST_POINTS

FLAKY = "flaky"


def by_tests(transcript: Transcript) -> Decision:
    """Points for a task that is tried by tests: two where all commands passed, one where half of them did.

    They are sure where they are the same whatever became of the commands that are not.
    """
    decisions = [_of_one(ran) for ran in transcript.ran]
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
    return Decision(
        0.0,
        f"the tests passed once and not again, {len(others)} of {len(repeats)} times: {others[0].why}",
        marks=(FLAKY,),
    )


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


def _of_one(ran: Ran) -> Decision:
    if ran.is_out_of_time:
        return Decision(0.0, f"{ran.line!r} did not end in time")
    if are_printed_otherwise(ran):
        why = "what was printed of the tests is not what pytest reports of them"
        return Decision(0.0, why, is_sure=False, is_readable=False)
    found = counts(ran)
    if found is None:
        return _uncounted(ran)
    return Decision(2.0 if _is_all_well(found) else 0.0, _told(found))


def _uncounted(ran: Ran) -> Decision:
    """A script that counts nothing: how it ended is all that it says, and that it failed is sure."""
    if ran.status != 0 or crash(ran.output):
        return Decision(0.0, f"no test was run: {_last(ran.output)}")
    return Decision(2.0, "the script ended well, and counts no tests", is_sure=False)


def _is_all_well(found: Counts) -> bool:
    return found.passed > 0 and found.failed == 0


def _told(found: Counts) -> str:
    skipped = f", {found.skipped} skipped" if found.skipped else ""
    return f"{found.passed} passed, {found.failed} failed{skipped}"


def _last(output: str) -> str:
    lines = lines_of(output)
    return brief(lines[-1]) if lines else "nothing was printed"
