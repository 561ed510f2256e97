"""Labels that stand for the part of the page that they name."""

import re
from collections.abc import Iterable

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.places import section_of
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Role

_COUNTED = re.compile(r"\D{1,40}\(?\d{1,4}\)?\s*", re.DOTALL)
_SHOWN = frozenset({"chart", "list", "table"})
"""Roles of parts that show something: buttons alone are none."""
_HEAD = 4
"""Elements up to which something may be the head of a part of the page."""


def as_sections(snapshot: Snapshot, role: Role, fitting: Iterable[Candidate]) -> list[Candidate]:
    """The candidates for a role, with the part of the page that a label names in the label's place."""
    listed = role in _SHOWN
    return [
        Candidate(
            section_of(snapshot, candidate.index, without_buttons=listed), candidate.score, candidate.said
        )
        if _is_label(snapshot, snapshot.elements[candidate.index])
        else candidate
        for candidate in fitting
    ]


def _is_label(snapshot: Snapshot, element: Element) -> bool:
    """Whether it says what a part of the page is called, and no more than how much is in it: "Open", "Open 3"."""
    if element.is_field or element.role in ("image", "canvas"):
        return False
    inner = [snapshot.elements[i] for i in snapshot.inside(element.index)]
    if len(inner) <= 1:
        return True
    is_plain = not any(e.clickable or e.is_field for e in inner)
    return is_plain and len(inner) <= _HEAD and bool(_COUNTED.fullmatch(snapshot.text(element.index)))
