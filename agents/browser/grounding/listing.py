"""What a page lists, in words, so that two looks at it can be compared."""

import re
from collections.abc import Iterator
from itertools import chain

from agents.browser.grounding.items import find_items
from agents.browser.grounding.known import UNSEEN, Lists
from agents.browser.snapshot import Snapshot

_NUMBERS = re.compile(r"\d+|[()]")


def listed(snapshot: Snapshot, lists: Lists = UNSEEN) -> tuple[int, ...]:
    """The page's entries, in their order: of the first kind that was seen and is there, else of its main list."""
    return next(filter(None, _of_each_kind(snapshot, lists)), ())


def all_listed(snapshot: Snapshot, lists: Lists = UNSEEN) -> frozenset[int]:
    """The page's entries of all kinds that were seen, else of its main list."""
    return frozenset(chain.from_iterable(_of_each_kind(snapshot, lists)))


def listed_entries(snapshot: Snapshot, lists: Lists, *, without_buttons: bool = False) -> list[str]:
    """The words of the page's entries, in their order; on request without those of buttons in them."""
    said = _without_buttons if without_buttons else Snapshot.text
    return [without_numbers(said(snapshot, index)) for index in listed(snapshot, lists)]


def _of_each_kind(snapshot: Snapshot, lists: Lists) -> Iterator[tuple[int, ...]]:
    everywhere = range(len(snapshot.elements))
    for kind in lists.kinds or ((),):
        yield find_items(snapshot, kind, lists, everywhere).members


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
