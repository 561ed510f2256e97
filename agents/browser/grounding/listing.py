"""What a page lists, in words, so that two looks at it can be compared."""

import re

from agents.browser.grounding.contract import Context
from agents.browser.grounding.items import find_items
from agents.browser.snapshot import Snapshot

_NUMBERS = re.compile(r"\d+|[()]")


def listed_entries(snapshot: Snapshot, context: Context) -> list[str]:
    """The words of the page's entries, in their order."""
    everywhere = range(len(snapshot.elements))
    for key in context.item_shapes or {"": None}:
        known = Context(dict(context.item_shapes))
        members = find_items(snapshot, tuple(key.split("|")) if key else (), known, everywhere).members
        if members:
            return [without_numbers(snapshot.text(index)) for index in members]
    return []


def without_numbers(text: str) -> str:
    """Words without the numbers among them, which may count anything: "Tea (4)" is "Tea"."""
    return " ".join(_NUMBERS.sub(" ", text).split())
