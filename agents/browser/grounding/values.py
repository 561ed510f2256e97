"""Values that stand beside their labels."""

import re
from collections.abc import Iterable
from functools import lru_cache

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import stems
from agents.browser.grounding.words import has_words, says
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import number_in

_CLIMB = 4
"""Containers around a label in which its number is looked for."""
_SHORT = 160
"""Letters beyond which a container says too much for its first number to belong to a label in it."""


_STARS = re.compile(r"★+☆+|★{5}")
"""Stars that are written out, filled ones first: "★★☆☆☆" is 2."""
_BETWEEN_FACTS = re.compile(r"\s*[·•|]\s*|\s[–—]\s|,\s(?=[^\W\d_])|\n")
"""What stands between facts that share a line."""


@lru_cache(maxsize=512)
def value_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """How values look that go by a name, where nothing labels them."""
    named = stems(name)
    kinds = lexicon().values.words.items()
    return tuple(
        lexicon().values.looks[kind] for kind, words in kinds if named and all(w in words for w in named)
    )


def number_called(text: str, names: Iterable[str]) -> float | None:
    """The number that a text gives a name of its own: 27 in "4.3 (27 ratings)", when reviews are asked for.

    Of several facts in one line it is in the one that says the name: 0 in "Question 1 of 4 · Score 0". How many there
    are of what is looked for is another: 4.3 in "★ 4.3 · 27 ratings", when the rating is asked for.
    """
    facts = _BETWEEN_FACTS.split(text) if len(text) <= _SHORT else []
    for name in names:
        for fact in facts if len(facts) > 1 else ():
            if says(name, fact) and not _counts(name, fact) and (said := number_in(fact)) is not None:
                return said
        for pattern in value_patterns(name):
            found = pattern.search(text) if "number" in pattern.groupindex else None
            if found is not None:
                return number_in(next(said for said in found.groupdict().values() if said))
    return None


def _counts(name: str, fact: str) -> bool:
    """Whether a fact says of how many it knows, in the plural of a name that is none."""
    return bool(name) and re.search(rf"(?i)\d\s+{re.escape(name)}s\b", fact) is not None


def number_beside(snapshot: Snapshot, element: Element) -> float | None:
    """The first number after a label in the smallest container that has one, else the last one before it."""
    if (element.clickable and not element.is_field) or element.role == "columnheader":
        return None
    for level, ancestor in enumerate(snapshot.ancestors(element.index)):
        outer = snapshot.elements[ancestor]
        if level >= _CLIMB or len(snapshot.text(ancestor)) > _SHORT:
            return None
        following = [
            p.words
            for p in snapshot.pieces[element.last_text : outer.last_text]
            if not p.hidden and not p.struck
        ]
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


def number_within(snapshot: Snapshot, element: Element) -> float | None:
    """The first number in the text of an element, else how many written stars of it are filled: 2 of "★★☆☆☆".

    What is crossed out is read only where nothing else is a number.
    """
    standing = number_in(snapshot.standing_text(element.index))
    if standing is None and (written := _STARS.search(snapshot.text(element.index))):
        return float(written[0].count("★"))
    return number_in(snapshot.text(element.index)) if standing is None else standing
