"""What an element looks like, so that it is known again in another look at the page, or on a fresh one."""

from collections.abc import Iterable
from dataclasses import replace

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import stems
from agents.browser.snapshot import Snapshot
from plans.records.findings import Look

_WORDS = 8
"""Words by which an element is known."""


def look_of(snapshot: Snapshot, index: int) -> Look:
    """What an element looks like: what it is, what it is called by, and how it stands in its container."""
    element = snapshot.elements[index]
    words = tuple(word for word in stems(element.name or snapshot.text(index)) if not word.isdigit())
    return Look(element.tag, element.role, _without_numbers(element.tokens), words[:_WORDS])


def looking_like(snapshot: Snapshot, look: Look, scope: Iterable[int]) -> list[Candidate]:
    """The elements of a scope that look so, in reading order.

    Where none does, those that do but for their classes: these are others once a control is pressed, open or invalid.
    """
    scope = scope if isinstance(scope, range) else tuple(scope)
    looks = {index: look_of(snapshot, index) for index in scope}
    exact = [index for index in scope if _is_like(looks[index], look)]
    other = [index for index in scope if _is_like(replace(looks[index], tokens=look.tokens), look)]
    found = exact or (other if look.words or look.path else [])
    if look.path and isinstance(scope, range):
        # Of several that are built alike in one entry, the one that stands where it stood in the entry that was seen.
        there = [i for i in other if path_in(snapshot, scope.start, i) == look.path]
        found = [i for i in there if i in exact] or exact[:1] or there
    return [
        Candidate(index, 1.0, snapshot.elements[index].name or snapshot.text(index)[:80]) for index in found
    ]


def look_within(snapshot: Snapshot, entry: int, index: int) -> Look:
    """What a part of an entry looks like, whatever it says in this one."""
    return replace(
        look_of(snapshot, index), words=(), is_any_words=True, path=path_in(snapshot, entry, index)
    )


def path_in(snapshot: Snapshot, outer: int, index: int) -> tuple[int, ...]:
    """The place of an element among the children of what holds it, level by level from `outer` down."""
    path: list[int] = []
    while index != outer and index >= 0:
        parent = snapshot.elements[index].parent
        path.append(snapshot.children.get(parent, []).index(index))
        index = parent
    return tuple(reversed(path))


def _is_like(seen: Look, look: Look) -> bool:
    if look.is_any_words:
        return (seen.tag, seen.role, seen.tokens) == (look.tag, look.role, look.tokens)
    return seen == look


def _without_numbers(tokens: str) -> str:
    """Ids and classes without those that number an element, which the next start may number otherwise."""
    return " ".join(token for token in tokens.split() if not any(letter.isdigit() for letter in token))
