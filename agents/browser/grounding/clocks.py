"""The clock of a timer: minutes and seconds that run, which other times on the page are not."""

from collections.abc import Sequence

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import stems
from agents.browser.snapshot import Snapshot
from plans.records.values import number_in

_ALONE = 0.9
"""Score of the one clock of a page, where nothing says what it is; one that is labelled is better."""
_SEVERAL = 2
"""Names of a clock from which a clock is looked for: "Remaining" alone may be any number."""
_LONG = 60
"""Letters up to which words are a clock's own."""


def means_clock(names: Sequence[str]) -> bool:
    """Whether the clock of a timer is looked for."""
    words = lexicon().values.words["clock"]
    return sum(bool(words & set(stems(name))) for name in names) >= _SEVERAL


def with_clock(
    snapshot: Snapshot, names: Sequence[str], found: list[Candidate], scope: range, least: float
) -> list[Candidate]:
    """Candidates for a clock that show one or stand before one; where none does, the one clock that there is.

    Where none is shown at all, nothing is left: the time of a recipe is no time left.
    """
    if not means_clock(names):
        return found
    clocks = [i for i in scope if _is_clock(snapshot, i)]
    told = [c for c in found if c.score >= least and _tells(snapshot, c.index, clocks)]
    if told or not clocks:
        return told
    return [Candidate(clocks[0], _ALONE, snapshot.text(clocks[0]))] if len(clocks) == 1 else found


def _is_clock(snapshot: Snapshot, index: int) -> bool:
    """Whether an element itself shows minutes and seconds, and little else."""
    element = snapshot.elements[index]
    own = snapshot.own_text(index)
    return (
        element.is_shown
        and not element.is_field
        and 0 < len(own) <= _LONG
        and lexicon().values.looks["clock"].search(snapshot.text(index)) is not None
    )


def _tells(snapshot: Snapshot, index: int, clocks: Sequence[int]) -> bool:
    """Whether the first number in an element, or else right after it, is a clock's."""
    element = snapshot.elements[index]
    if any(snapshot.holds(index, clock) for clock in clocks):
        return True
    if number_in(snapshot.text(index)) is not None or element.parent < 0:
        return False
    following = snapshot.pieces[element.last_text : snapshot.elements[element.parent].last_text]
    return any(snapshot.holds(clock, piece.owner) for piece in following for clock in clocks)
