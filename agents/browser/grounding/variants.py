"""Entries of one list with a class each for what kind of entry they are: `card c-run` beside `card c-bike`.

They share a class and what they are made of; the class that differs says something about the entry, not what it is.
"""

from collections.abc import Mapping, Sequence

from agents.browser.grounding.marked import is_frame
from agents.browser.snapshot import Element, Snapshot

_VARIED = "*"
"""Ends the signature of what shares only some of its classes."""
_COMPARED = 4
"""Entries of each kind that are compared: some have parts that others lack."""


def with_variants(snapshot: Snapshot, alike: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Siblings by how they are built, those that differ in the class of their kind alone as one.

    Entries outnumber their kinds, so that one kind at least is seen twice; what is there once each are parts of a page.
    """
    united = {shape: list(members) for shape, members in alike.items()}
    for base, shapes in _by_shared_class(snapshot, alike).items():
        left = [shape for shape in shapes if shape in united]
        if len(left) < 2 or max(len(united[shape]) for shape in left) < 2:
            continue
        first = max(left, key=lambda shape: len(united[shape]))
        kin = [
            shape for shape in left if shape == first or _made_alike(snapshot, united[first], united[shape])
        ]
        if len(kin) < 2:
            continue
        members = sorted(index for shape in kin for index in united.pop(shape))
        united[f"{base}.{_VARIED}"] = members
    return united


def is_variant(signature: str, known: str) -> bool:
    """Whether something is built like entries that were seen to differ in a class."""
    if not known.endswith(f".{_VARIED}"):
        return False
    tag, role, *classes = signature.split(".")
    known_tag, known_role, *base = known.removesuffix(f".{_VARIED}").split(".")
    return (tag, role) == (known_tag, known_role) and set(base) <= set(classes)


def _by_shared_class(snapshot: Snapshot, alike: Mapping[str, list[int]]) -> dict[str, list[str]]:
    """Tag, role and a class → the signatures of two classes that have them."""
    found: dict[str, list[str]] = {}
    for shape, members in alike.items():
        element = snapshot.elements[members[0]]
        tag, *rest = shape.split(".")
        classes = [token for token in rest[1:] if token]
        if tag != element.tag or len(classes) != 2 or any(map(is_frame, classes)):
            continue
        for token in classes:
            found.setdefault(f"{tag}.{element.role}.{token}", []).append(shape)
    return found


def _made_alike(snapshot: Snapshot, some: Sequence[int], others: Sequence[int]) -> bool:
    """Whether one of each is made of the same parts."""
    made = [_parts(snapshot, snapshot.elements[index]) for index in some[:_COMPARED]]
    return any(_parts(snapshot, snapshot.elements[index]) in made for index in others[:_COMPARED])


def _parts(snapshot: Snapshot, element: Element) -> list[str]:
    return [snapshot.elements[i].tag for i in snapshot.children.get(element.index, [])]
