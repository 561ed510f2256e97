"""What stands for a heading where nothing is marked as one."""

from collections.abc import Iterator

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.naming import column_header
from agents.browser.grounding.stemming import stems
from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import number_in

_WORD = 3
"""Letters from which something is more than a monogram."""
_SMALLER = 3.0
"""CSS pixels by which browsers write on buttons smaller than beside them."""


def most_prominent(snapshot: Snapshot, scope: range) -> Iterator[Candidate]:
    """What stands for a heading where nothing is marked as one: the largest words that are no value or control."""
    best: Element | None = None
    for index in scope:
        element = snapshot.elements[index]
        words = snapshot.own_text(index) if element.is_shown else ""
        if (
            not has_words(words)
            or number_in(words[:1]) is not None
            or element.role in ("label", "columnheader")
            or (element.role == "button" and not _is_title(snapshot, element, scope))
        ):
            continue
        if any(kind.search(words) for kind in lexicon().values.looks.values()):
            continue
        if (best is None or _leads(snapshot, element, best)) and not _is_code(snapshot, element):
            best = element
    if best is not None:
        yield Candidate(best.index, 0.8, snapshot.text(best.index)[:80])


def _is_code(snapshot: Snapshot, element: Element) -> bool:
    """Whether it stands in a column that numbers the entries: "ST-101" under "No."."""
    cell = next(
        (i for i in (element.index, *snapshot.ancestors(element.index)) if _is_cell(snapshot, i)), None
    )
    head = "" if cell is None else column_header(snapshot, snapshot.elements[cell])
    return head.strip() == "#" or bool(stems(head)) and lexicon().items.codes >= set(stems(head))


def _is_cell(snapshot: Snapshot, index: int) -> bool:
    return snapshot.elements[index].role == "cell"


def _is_title(snapshot: Snapshot, button: Element, scope: range) -> bool:
    """Whether a button is what an entry is called: its first words, and in no entry beside it the same."""
    entry = snapshot.elements[scope.start]
    worded = (p for p in snapshot.pieces[entry.first_text : entry.last_text] if not p.hidden)
    first = next((p.owner for p in worded if has_words(p.words)), -1)
    if entry.parent < 0 or not snapshot.holds(button.index, first):
        return False
    others = [
        other
        for child in snapshot.children[entry.parent]
        if child != entry.index
        for i in snapshot.inside(child)
        if (other := snapshot.elements[i]).role == "button" and other.tokens == button.tokens
    ]
    said = snapshot.text(button.index)
    return bool(others) and all(snapshot.text(other.index) != said for other in others)


def _leads(snapshot: Snapshot, element: Element, other: Element) -> bool:
    """Whether an element stands out more; a letter or two, as on a portrait's place, only where there is no more."""
    is_word, other_is_word = (len(snapshot.own_text(e.index)) >= _WORD for e in (element, other))
    return is_word > other_is_word or (is_word == other_is_word and _size(element) > _size(other))


def _size(element: Element) -> float:
    return element.prominence + (_SMALLER if element.role == "button" else 0.0)
