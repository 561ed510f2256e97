"""Heads of a table's columns that put its rows in order when they are pressed."""

from collections.abc import Iterator

from agents.browser.grounding.choices import Choice
from agents.browser.snapshot import Snapshot

_ARROWS = " ↑↓▲▼⬆⬇⇅↕▴▾△▽⌃⌄"


def sort_headers(snapshot: Snapshot) -> list[Choice]:
    """The heads that can be pressed, themselves or a button in them, without their arrows."""
    return list(_found(snapshot))


def _found(snapshot: Snapshot) -> Iterator[Choice]:
    for head in snapshot.elements:
        if head.role != "columnheader" or not head.is_shown:
            continue
        pressed = next(
            (
                i
                for i in snapshot.within(head.index)
                if (e := snapshot.elements[i]).clickable and not e.is_field
            ),
            None,
        )
        words = snapshot.text(head.index).strip(_ARROWS)
        if pressed is not None and words:
            yield Choice(words, pressed)
