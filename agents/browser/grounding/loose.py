"""Words that stand loose in what holds a field, right beside it: "Find: <input>", as in apps without labels."""

from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Piece, Snapshot

_OUTER = 2
"""Containers around a field in whose own words its label is looked for: it may stand in a wrapper of its own."""
_LONG = 40
"""Letters beyond which words are content rather than a label."""
_TICKED = frozenset({"checkbox", "radio", "switch"})


def loose_label(snapshot: Snapshot, field: Element) -> str:
    """The words right before a field that stand in no element but what holds it; empty where others stand there.

    Of what is ticked or chosen they stand behind it.
    """
    if field.role in _TICKED:
        return _said(_behind(snapshot, field))
    return _said(_before(snapshot, field))


def _said(piece: Piece | None) -> str:
    if piece is None or piece.hidden or not has_words(piece.words) or len(piece.words) > _LONG:
        return ""
    return piece.words.strip()


def _before(snapshot: Snapshot, field: Element) -> Piece | None:
    for outer in _holders(snapshot, field):
        if field.first_text > outer.first_text:
            piece = snapshot.pieces[field.first_text - 1]
            is_own = piece.owner == outer.index and not _has_field(
                snapshot, outer, field.first_text, outer.index + 1, field.index
            )
            return piece if is_own else None
        if _has_field(snapshot, outer, field.first_text, outer.index + 1, field.index):
            return None
    return None


def _behind(snapshot: Snapshot, field: Element) -> Piece | None:
    for outer in _holders(snapshot, field):
        if field.last_text < outer.last_text:
            piece = snapshot.pieces[field.last_text]
            is_own = piece.owner == outer.index and not _has_field(
                snapshot, outer, field.last_text, field.end, outer.end
            )
            return piece if is_own else None
    return None


def _holders(snapshot: Snapshot, field: Element) -> list[Element]:
    around = [snapshot.elements[i] for i in snapshot.ancestors(field.index)][:_OUTER]
    return [e for e in around if not e.clickable or e.role == "label"]


def _has_field(snapshot: Snapshot, outer: Element, place: int, first: int, end: int) -> bool:
    """Whether another field of a container stands at the same place among the words."""
    others = (snapshot.elements[i] for i in range(first, end))
    return any(e.is_field and e.first_text == place for e in others if snapshot.holds(outer.index, e.index))
