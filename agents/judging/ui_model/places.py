"""Where a reading stands: the list, the entry and the part of it that a model points at, found by how a page is built.

A model points at one thing. What belongs to it is found by program: the siblings that are built like the entry in which
it stands, and in each of them the part that stands where the one pointed at does.
"""

from collections.abc import Sequence
from typing import NamedTuple

from agents.browser.grounding.groups import Group, are_mere_buttons, substance
from agents.browser.grounding.items import repeated
from agents.browser.grounding.known import ItemShape
from agents.browser.grounding.looks import look_of
from agents.browser.snapshot import Snapshot
from agents.judging.ui_model.spacing import spaced
from plans.records.findings import Look

Way = tuple[tuple[str, int], ...]
"""How one comes down to an element: at each level its tag, and its number among the siblings of that tag."""
_TOP = -1
"""What a page's outermost element stands in."""
_SHARED = 0.5
"""Share of a list's entries that another look has to show for it to be the same list."""


class Listing(NamedTuple):
    """The list in which something stands."""

    entry: int
    """The entry that holds it."""
    beside: tuple[int, ...]
    """The entries of this list, in reading order."""
    alike: tuple[int, ...]
    """Those of all lists on the page that are built the same."""
    container: int
    shape: ItemShape


def listing_at(snapshot: Snapshot, index: int, known: ItemShape | None = None) -> Listing | None:
    """The innermost list that an element stands in; None where nothing repeats there but what is pressed.

    An entry that stands alone is one where the page says so, or where its like was `known` before.
    """
    groups = repeated(snapshot, range(len(snapshot.elements)), known)
    around = [
        (group, member) for group in groups for member in group.members if snapshot.holds(member, index)
    ]
    read = [(group, member) for group, member in around if is_read(snapshot, group)]
    if not read:
        return None
    group, entry = max(read, key=lambda pair: pair[1])
    alike = sorted(member for other in groups if other.shape == group.shape for member in other.members)
    return Listing(entry, group.members, tuple(alike), group.container, group.shape)


def how_many(snapshot: Snapshot, shape: ItemShape) -> int:
    """How many entries on the page are built like those of a list that was seen before."""
    groups = repeated(snapshot, range(len(snapshot.elements)), shape)
    return sum(len(group.members) for group in groups if group.shape == shape)


def is_read(snapshot: Snapshot, group: Group) -> bool:
    """Whether it is a list to be read, and no bar of buttons or links."""
    return substance(snapshot, group) > 0 and not are_mere_buttons(snapshot, group)


def way_to(snapshot: Snapshot, outer: int, index: int) -> Way:
    """How one comes from an element down to one inside of it; empty for itself."""
    found: list[tuple[str, int]] = []
    while index != outer:
        element = snapshot.elements[index]
        alike = [i for i in snapshot.children[element.parent] if snapshot.elements[i].tag == element.tag]
        found.append((element.tag, alike.index(index)))
        index = element.parent
    return tuple(reversed(found))


def at_the_end(snapshot: Snapshot, outer: int, way: Way) -> int | None:
    """What a way leads to from an element; None where it leads to nothing that can be seen."""
    for tag, number in way:
        alike = [i for i in snapshot.children.get(outer, ()) if snapshot.elements[i].tag == tag]
        if number >= len(alike):
            return None
        outer = alike[number]
    return outer if snapshot.elements[outer].is_shown else None


def same_spot(one: Snapshot, index: int, other: Snapshot, place: int) -> bool:
    """Whether two looks show the same thing: it stands where it stood, or nothing else looks like it."""
    if _from_the_top(one, index) == _from_the_top(other, place):
        return True
    look = look_of(one, index)
    is_known = bool(look.words or look.tokens)
    return is_known and look_of(other, place) == look and _only(one, look) and _only(other, look)


def same_list(one: Snapshot, listing: Listing, other: Snapshot, there: Listing) -> bool:
    """Whether two looks show the same list: where it stood, or with half of the entries that the shorter one has."""
    if listing.shape != there.shape:
        return False
    if _from_the_top(one, listing.container) == _from_the_top(other, there.container):
        return True
    before, now = titles(one, listing.beside), titles(other, there.beside)
    return len(set(before) & set(now)) >= _SHARED * min(len(before), len(now))


def same_entry(one: Snapshot, listing: Listing, other: Snapshot, there: Listing) -> bool:
    """Whether the same entry is meant in two looks: it says the same first, or stands at the same place of the list."""
    if titles(one, (listing.entry,)) == titles(other, (there.entry,)):
        return True
    return listing.beside.index(listing.entry) == there.beside.index(there.entry)


def titles(snapshot: Snapshot, entries: Sequence[int]) -> list[str]:
    """What entries say first."""
    return [spaced(snapshot.text(index).strip().partition("\n")[0]) for index in entries]


def found_again(one: Snapshot, index: int, other: Snapshot) -> int | None:
    """The same thing in another look; None where it is not to be seen there."""
    there = at_the_end(other, _TOP, _from_the_top(one, index))
    if there is not None and same_spot(one, index, other, there):
        return there
    look = look_of(one, index)
    alike = [e.index for e in other.elements if e.is_shown and look_of(other, e.index) == look]
    return alike[0] if len(alike) == 1 else None


def _from_the_top(snapshot: Snapshot, index: int) -> Way:
    return way_to(snapshot, _TOP, index)


def _only(snapshot: Snapshot, look: Look) -> bool:
    return sum(e.is_shown and look_of(snapshot, e.index) == look for e in snapshot.elements) == 1
