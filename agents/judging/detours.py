"""What a task did not find is looked for in the rest of the app, by the map that is made once of it.

Where the map shows something that fits, the task is tried by way of that: what counts is, as ever, that all outcomes
are observed, twice. Where it shows nothing and was seen whole, what was missed is not there.
"""

from collections.abc import Iterator, Sequence

from agents.browser.charting.atlas import Atlas
from agents.judging.attempt import Attempt
from plans.records.findings import Way
from plans.records.targets import Target
from plans.records.verdict import NOT_FOUND, Status


def missed(attempts: Sequence[Attempt]) -> list[Target]:
    """What none of the attempts found, in the order in which it was looked for."""
    each = [[target for seen in attempt.outcomes.values() for target in seen.missing] for attempt in attempts]
    return [target for target in dict.fromkeys(each[0]) if all(target in targets for targets in each)]


def ways_to(atlas: Atlas, misses: Sequence[Target]) -> Iterator[Way]:
    """By which ways the map shows something that may be what was missed, the shortest to each first."""
    return (Way(target=target, presses=way) for target in misses for way in atlas.ways_to(target))


def leaves_open(attempt: Attempt, way: Way) -> bool:
    """Whether an attempt by a way says nothing against it: it could not be gone, or something else was not clear.

    What was tried there and failed speaks against it, however unclear the rest was.
    """
    seen = attempt.outcomes.values()
    if any(
        each.status is Status.FAILED and not (each.missing or each.cause in NOT_FOUND or each.vacuous)
        for each in seen
    ):
        return False
    return way.target in missed([attempt]) or any(each.status is Status.UNRESOLVED for each in seen)


def tell(attempts: Sequence[Attempt], misses: Sequence[Target], note: str, *, is_open: bool) -> None:
    """Add to what was missed what came of looking elsewhere; where that leaves it open, nothing of it failed."""
    for attempt in attempts:
        for seen in attempt.outcomes.values():
            is_missed = any(target in misses for target in seen.missing)
            if is_missed:
                seen.reason += note
            if is_open and (is_missed or seen.vacuous) and seen.status is Status.FAILED:
                seen.status = Status.UNRESOLVED


def in_words(atlas: Atlas, *, is_tried: bool, is_open: bool) -> str:
    """What came of looking in the rest of the app."""
    if is_tried:
        return f"; tried too where the rest of the app shows it ({atlas.size} explored)"
    if is_open:
        why = atlas.cut or "not all of them was seen"
        return f"; nothing like it in the part of the app that was explored ({atlas.size}: {why})"
    return f"; nothing like it in the rest of the app ({atlas.size} explored)"
