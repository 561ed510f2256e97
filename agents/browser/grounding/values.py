"""Values that stand beside their labels."""

import re
from collections.abc import Iterable

from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Snapshot
from plans.records.expressions import number_in

_CLIMB = 4
"""Containers around a label in which its number is looked for."""
_SHORT = 160
"""Letters beyond which a container says too much for its first number to belong to a label in it."""


def value_patterns(name: str) -> list[re.Pattern[str]]:
    """How values look that go by a name, where nothing labels them."""
    named = stems(name)
    kinds = lexicon().value_words.items()
    return [lexicon().values[kind] for kind, words in kinds if named and all(w in words for w in named)]


def number_called(text: str, names: Iterable[str]) -> float | None:
    """The number that a text gives a name of its own: 27 in "4.3 (27 ratings)", when reviews are asked for."""
    for name in names:
        for pattern in value_patterns(name):
            found = pattern.search(text) if "number" in pattern.groupindex else None
            if found is not None:
                return number_in(found["number"])
    return None


def number_beside(snapshot: Snapshot, element: Element) -> float | None:
    """The first number after a label in the smallest container that has one, else the last one before it."""
    if (element.clickable and not element.is_field) or element.role == "columnheader":
        return None
    for level, ancestor in enumerate(snapshot.ancestors(element.index)):
        outer = snapshot.elements[ancestor]
        if level >= _CLIMB or len(snapshot.text(ancestor)) > _SHORT:
            return None
        following = [p.words for p in snapshot.pieces[element.last_text : outer.last_text] if not p.hidden]
        before = [p.words for p in snapshot.pieces[outer.first_text : element.first_text] if not p.hidden]
        for words in (*following, *reversed(before)):
            found = number_in(words)
            if found is not None:
                return found
    return None


def value_beside(snapshot: Snapshot, label: Element) -> str:
    """The next run of text in the smallest container that has one, unless it says much more than a value."""
    for level, ancestor in enumerate(snapshot.ancestors(label.index)):
        outer = snapshot.elements[ancestor]
        following = [p.words for p in snapshot.pieces[label.last_text : outer.last_text] if not p.hidden]
        if following and has_words(following[0]):
            return following[0]
        if level >= 2:
            break
    return ""
