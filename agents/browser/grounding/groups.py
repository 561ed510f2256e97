"""Groups of siblings that are built alike, and how much each looks like what an app is about."""

from dataclasses import dataclass

from agents.browser.grounding.known import ItemShape
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import stems
from agents.browser.snapshot import Element, Snapshot

_ITEM_ROLES = {
    "listitem": 1.0,
    "row": 1.0,
    "article": 1.0,
    "option": 0.3,
    "tab": 0.0,
    "menuitem": 0.1,
    "radio": 0.2,
}
_LISTED = 3
"""Entries from which a list that nothing names may be what the page is about."""
_DRAWN = {"figure", "image"}
"""What a chart stands in: its bars are no list, unless bars are looked for."""
_FRAME_ROLES = {"navigation", "banner", "contentinfo", "tablist", "radiogroup", "menu", "listbox", "combobox"}


@dataclass(frozen=True, slots=True)
class Group:
    """Siblings that are built alike."""

    members: tuple[int, ...]
    container: int
    shape: ItemShape
    score: float


def substance(snapshot: Snapshot, group: Group) -> float:
    """How much a group looks like what an app is about: size, richness, place."""
    members = [snapshot.elements[i] for i in group.members]
    page = max(snapshot.width * snapshot.height, 1)
    area = sum(member.box.area for member in members)
    pieces = sum(member.last_text - member.first_text for member in members) / len(members)
    letters = sum(len(snapshot.text(m.index)) for m in members[:5]) / min(len(members), 5)
    if letters < 2:
        return 0.0
    around = [snapshot.elements[i].role for i in (group.container, *snapshot.ancestors(group.container))]
    if any(role in _FRAME_ROLES for role in around):
        return 0.05 if pieces >= 2 else 0.0
    if snapshot.elements[group.container].role in _DRAWN:
        return 0.05
    role = max(_ITEM_ROLES.get(members[0].role, 0.3), 0.9 if _called_item(members[0]) else 0.0)
    alone = are_mere_buttons(snapshot, group)
    rich = min(pieces / 4, 1.0)
    return (
        0.6 * role
        + 0.6 * rich
        + 0.8 * min(area / page * 2, 1.0)
        + 0.1 * min(len(members) / 5, 1)
        - (0.9 if alone else 0)
    )


def are_mere_buttons(snapshot: Snapshot, group: Group) -> bool:
    """Whether each is pressed and says no more than what it is called."""
    members = (snapshot.elements[i] for i in group.members)
    return all(m.clickable and m.last_text - m.first_text <= 1 for m in members)


def _called_item(element: Element) -> bool:
    return bool(lexicon().items.classes & {word for token in element.tokens.split() for word in stems(token)})


def is_main_list(snapshot: Snapshot, group: Group) -> bool:
    """Whether it is a list to be read in the main part of the page."""
    return is_list(snapshot, group, _LISTED)


def is_list(snapshot: Snapshot, group: Group, least: int) -> bool:
    """Whether it is a list of `least` entries or more to be read: no bar, no form, no mere buttons."""
    around = [snapshot.elements[i] for i in (group.container, *snapshot.ancestors(group.container))]
    if len(group.members) < least or any(
        e.role in _FRAME_ROLES | {"form"} or e.tag == "aside" for e in around
    ):
        return False
    return (
        all(_is_read(snapshot, snapshot.elements[i]) for i in group.members)
        and substance(snapshot, group) > 0
    )


def _is_read(snapshot: Snapshot, member: Element) -> bool:
    """Whether there is something to read in it besides buttons and fields."""
    buttons = [
        e for i in snapshot.within(member.index) if (e := snapshot.elements[i]).role == "button" or e.is_field
    ]
    pieces = snapshot.pieces[member.first_text : member.last_text]
    return any(
        not piece.hidden and not any(snapshot.holds(button.index, piece.owner) for button in buttons)
        for piece in pieces
    )


def stands_apart(snapshot: Snapshot, group: Group, other: Group) -> bool:
    """Whether two lists are built otherwise, and neither is inside of the other."""
    return group.shape != other.shape and not any(
        snapshot.holds(outer, inner) or snapshot.holds(inner, outer)
        for outer in other.members
        for inner in group.members
    )
