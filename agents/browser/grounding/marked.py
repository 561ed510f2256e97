"""One of several that are built alike, with a class more that says how it is now: it is still one of them."""

from collections.abc import Mapping

from agents.browser.grounding.lexicon import lexicon
from agents.browser.snapshot import Element, Snapshot

_COMPARED = 8
"""Entries that one is compared with: some have parts that others lack."""
_NEIGHBOURS = 3
"""Neighbours that are built alike from which one of them can stand out."""


def with_marked(snapshot: Snapshot, alike: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Siblings by how they are built, those that are marked among the ones that they are otherwise built like."""
    merged = {shape: list(members) for shape, members in alike.items()}
    for shape, members in alike.items():
        if len(members) != 1:
            continue
        marked = snapshot.elements[members[0]]
        home = next(
            (
                s
                for s, others in alike.items()
                if len(others) > 1
                and any(_is_one_of(snapshot, marked, snapshot.elements[i]) for i in others[:_COMPARED])
            ),
            None,
        )
        if home is not None:
            del merged[shape]
            merged[home] = sorted([*merged[home], marked.index])
    return merged


def is_frame(token: str) -> bool:
    """Whether a class makes something else of what is built like an entry: a list's head, or what says it is empty."""
    return bool(lexicon().items.frames.search(token))


def _is_one_of(snapshot: Snapshot, marked: Element, plain: Element) -> bool:
    if (marked.tag, marked.role) != (plain.tag, plain.role):
        return False
    classes, base = set(marked.tokens.split()), {t for t in plain.tokens.split() if not _is_number(t)}
    more = classes - base
    return (
        bool(base)
        and base <= classes
        and not any(map(is_frame, more))
        and _parts(snapshot, marked) == _parts(snapshot, plain)
    )


def _parts(snapshot: Snapshot, element: Element) -> list[tuple[str, str]]:
    """What it is made of, as far as entries of a kind share it."""
    inner = (snapshot.elements[i] for i in snapshot.children.get(element.index, []))
    return [(e.tag, next(iter(e.tokens.split()), "")) for e in inner]


def _is_number(token: str) -> bool:
    return any(letter.isdigit() for letter in token)


def stands_out(snapshot: Snapshot, element: Element) -> bool:
    """Whether it alone of neighbours that are built alike has one class more, whatever it is: the one where one is."""
    alike = [
        e
        for i in snapshot.children.get(element.parent, [])
        if (e := snapshot.elements[i]).tag == element.tag
        and e.role == element.role
        and e.is_shown
        and not any(map(is_frame, e.tokens.split()))
    ]
    if len(alike) < _NEIGHBOURS or element not in alike:
        return False
    marks = [_own_marks(e, alike) for e in alike]
    return all((len(mark) == 1) == (e is element) for e, mark in zip(alike, marks, strict=True)) and all(
        len(mark) <= 1 for mark in marks
    )


def _own_marks(element: Element, alike: list[Element]) -> set[str]:
    """Classes that none of the others has; those with numbers name an element rather than marking it."""
    others = {token for e in alike if e is not element for token in e.tokens.split()}
    return {t for t in element.tokens.split() if t not in others and not any(map(str.isdigit, t))}
