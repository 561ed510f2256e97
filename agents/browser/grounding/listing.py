"""What a page lists, in words, so that two looks at it can be compared."""

import re

from agents.browser.grounding.contract import Context
from agents.browser.grounding.items import find_items
from agents.browser.snapshot import Snapshot

_NUMBERS = re.compile(r"\d+|[()]")


def listed_entries(snapshot: Snapshot, context: Context, *, without_buttons: bool = False) -> list[str]:
    """The words of the page's entries, in their order; on request without those of buttons in them."""
    everywhere = range(len(snapshot.elements))
    for key in context.item_shapes or {"": None}:
        known = Context(dict(context.item_shapes))
        members = find_items(snapshot, tuple(key.split("|")) if key else (), known, everywhere).members
        if members:
            said = _without_buttons if without_buttons else Snapshot.text
            return [without_numbers(said(snapshot, index)) for index in members]
    return []


def _without_buttons(snapshot: Snapshot, index: int) -> str:
    """The words of an entry, but for what its buttons would do: one that says "Done" is of an entry that is not."""
    text = snapshot.text(index)
    for inner in snapshot.inside(index):
        if inner != index and snapshot.elements[inner].role == "button":
            text = text.replace(snapshot.text(inner), " ", 1)
    return text


def without_numbers(text: str) -> str:
    """Words without the numbers among them, which may count anything: "Tea (4)" is "Tea"."""
    return " ".join(_NUMBERS.sub(" ", text).split())
