"""Tests: what they came to decides, and what passed has to pass again."""

from collections.abc import Sequence

from agents.judging.commands.counting import Counts, are_printed_otherwise, counts
from agents.judging.commands.decisions import Decision
from agents.judging.commands.responses import brief, crash, lines_of
from agents.judging.commands.transcripts import Ran, Transcript

FLAKY = "flaky"


def by_tests(transcript: Transcript) -> Decision:
    """Points for a task that is tried by tests: two where all commands passed, one where half of them did."""
    decisions = [_of_one(ran) for ran in transcript.ran]
    passed = [one for one in decisions if one.points]
    if len(passed) == len(decisions):
        # What nobody can read is less sure than what somebody may.
        unsure = min(decisions, key=lambda one: (one.is_sure, one.is_readable))
        return unsure._replace(why="; ".join(one.why for one in decisions))
    missed = next(one for one in decisions if not one.points)
    is_half = len(decisions) > 1 and len(passed) * 2 >= len(decisions)
    return missed._replace(points=1.0 if is_half else 0.0)


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
