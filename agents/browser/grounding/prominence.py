"""What stands for a heading where nothing is marked as one."""

from collections.abc import Iterator

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import number_in

_WORD = 3
"""Letters from which something is more than a monogram."""


def most_prominent(snapshot: Snapshot, scope: range) -> Iterator[Candidate]:
    """What stands for a heading where nothing is marked as one: the largest words that are no value or control."""
    best: Element | None = None
    for index in scope:
        element = snapshot.elements[index]
        words = snapshot.own_text(index) if element.is_shown else ""
        if (
            not has_words(words)
            or number_in(words[:1]) is not None
            or element.role in ("button", "label", "columnheader")
        ):
            continue
        if any(kind.search(words) for kind in lexicon().values.values()):
            continue
        if best is None or _leads(snapshot, element, best):
            best = element
    if best is not None:
        yield Candidate(best.index, 0.8, snapshot.text(best.index)[:80])


def _leads(snapshot: Snapshot, element: Element, other: Element) -> bool:
    """Whether an element stands out more; a letter or two, as on a portrait's place, only where there is no more."""
    is_word, other_is_word = (len(snapshot.own_text(e.index)) >= _WORD for e in (element, other))
    return is_word > other_is_word or (is_word == other_is_word and element.prominence > other.prominence)
