"""Groups of siblings that are built alike: how much each looks like what an app is about, and those seen before."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agents.browser.grounding.known import HEADED, ItemShape
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.snapshot import Element, Snapshot

_CELLS = ("cell", "columnheader", "rowheader")

_FIGURE_ROWS = 2
"""Rows of figures from which one without any before them is their head."""


def columns_of(snapshot: Snapshot, container: int) -> str:
    """How many columns the table has that holds rows, and whether it heads them; of its longest row if it does not."""
    around = (container, *snapshot.ancestors(container))
    table = next((i for i in around if snapshot.elements[i].role == "table"), container)
    rows = [_cells(snapshot, i) for i in snapshot.inside(table) if snapshot.elements[i].role == "row"]
    heads = [cells for cells in rows if cells and all(role == "columnheader" for role in cells)]
    return f"{HEADED}{len(heads[0])}" if heads else str(max(map(len, rows), default=0))


def _cells(snapshot: Snapshot, row: int) -> list[str]:
    roles = (snapshot.elements[i].role for i in snapshot.children.get(row, []))
    return [role for role in roles if role in _CELLS]


def without_head(snapshot: Snapshot, rows: tuple[int, ...]) -> tuple[int, ...]:
    """The rows of figures without one before them that only says what stands in their columns."""
    head, *others = rows or (0,)
    is_head = len(others) >= _FIGURE_ROWS and not _has_digits(snapshot, head)
    return tuple(others) if is_head and all(_has_digits(snapshot, row) for row in others) else rows


def _has_digits(snapshot: Snapshot, index: int) -> bool:
    return any(map(str.isdigit, snapshot.text(index)))


_ITEM_ROLES = {
    "listitem": 1.0,
    "row": 1.0,
    "article": 1.0,
    "option": 0.3,
    "tab": 0.0,
    "menuitem": 0.1,
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
    are_choices: bool
    """Whether each is one radio button and its label."""


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
    return all(
        m.clickable and sum(not p.hidden for p in snapshot.pieces[m.first_text : m.last_text]) <= 1
        for m in members
    )


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
    fields = [i for i in snapshot.within(member.index) if snapshot.elements[i].is_field]
    pressed = [*buttons_of(snapshot, member.index), *fields]
    pieces = snapshot.pieces[member.first_text : member.last_text]
    return any(not p.hidden and not any(snapshot.holds(i, p.owner) for i in pressed) for p in pieces)


def buttons_of(snapshot: Snapshot, member: int) -> list[int]:
    """The buttons of an entry, but for those in a heading: what unfolds an entry says its title."""
    inside = snapshot.within(member)
    heads = [i for i in inside if snapshot.elements[i].role == "heading"]
    buttons = [i for i in inside if snapshot.elements[i].role == "button"]
    return [i for i in buttons if not any(snapshot.holds(head, i) for head in heads)]


def stands_apart(snapshot: Snapshot, group: Group, other: Group) -> bool:
    """Whether two lists are built otherwise, and neither is inside of the other."""
    return group.shape != other.shape and not any(
        snapshot.holds(outer, inner) or snapshot.holds(inner, outer)
        for outer in other.members
        for inner in group.members
    )


_COMPARED = 8
"""Entries that are looked into: some have parts that others lack."""
_READ = 400
"""Entries whose words are read: the one that is alone in another view may be any of them."""
_SHARED = 2
"""Parts in common from which entries in another place may be of a kind that was seen."""
_ALIKE = 0.6
"""Share of all their parts that entries of one kind have in common, wherever they stand."""


def learnt(snapshot: Snapshot, group: Group) -> ItemShape:
    """What entries look like, with what they are made of and what they say."""
    return replace(
        group.shape,
        parts=_parts(snapshot, group.members),
        said=_words(snapshot, group.members),
        width=snapshot.width,
    )


def known_again(
    snapshot: Snapshot, groups: Sequence[Group], known: ItemShape, beside: frozenset[ItemShape]
) -> list[Group]:
    """The groups that are entries of a kind that was seen; `beside` are those that stood beside it and are another."""
    same = [g for g in groups if g.shape == known]
    if same:
        return same
    is_narrow = snapshot.width < known.width
    narrowed = [
        g
        for g in groups
        # A list of those that are marked may leave columns out; the table of something else says other words.
        if g.shape.is_narrowed(known) and (is_narrow or _is_said(snapshot, g, known))
    ]
    if len(narrowed) > 1:
        # The rows of another table may now have as many columns.
        shares = [len(_words(snapshot, g.members) & known.said) for g in narrowed]
        narrowed = [g for g, share in zip(narrowed, shares, strict=True) if share == max(shares)]
    if is_narrow and not narrowed:
        # A table without room for its head is laid out as cards.
        narrowed = [g for g in groups if _says_the_same(snapshot, g, known)]
    return narrowed or [g for g in groups if g.shape not in beside and _is_kin(snapshot, g, known)]


def says_none(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    """Whether it is what stands alone where the entries stood: words, and nothing that the entries are made of."""
    if len(group.members) != 1 or group.shape.container != known.container:
        return False
    member = snapshot.elements[group.members[0]]
    inner = [snapshot.elements[i] for i in snapshot.inside(member.index)]
    if member.clickable or any(e.clickable or e.is_field for e in inner):
        return False
    return bool(lexicon().items.none & set(member.tokens.lower().split())) or bool(
        known.parts and not known.parts & _parts(snapshot, group.members)
    )


def _says_the_same(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    is_built_so = group.shape.signature == known.signature and len(group.members) > 1
    return is_built_so and _is_said(snapshot, group, known)


def _is_said(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    said = _words(snapshot, group.members)
    return len(said & known.said) > _ALIKE * len(said)


def _is_kin(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    """Whether entries stand in another container and are made as those were: a list of those that are marked."""
    if (group.shape.signature, group.shape.columns) != (known.signature, known.columns):
        return False
    parts = _parts(snapshot, group.members)
    shared = parts & known.parts
    return len(shared) >= _SHARED and len(shared) >= _ALIKE * len(parts | known.parts)


def _parts(snapshot: Snapshot, members: Sequence[int]) -> frozenset[str]:
    return frozenset(
        _part(snapshot.elements[i]) for m in members[:_COMPARED] for i in snapshot.inside(m) if i != m
    )


def _words(snapshot: Snapshot, members: Sequence[int]) -> frozenset[str]:
    return frozenset(word for m in members[:_READ] for word in snapshot.text(m).split())


def _part(element: Element) -> str:
    """Its tag and what it is first called, but for what numbers it."""
    called = (token for token in element.tokens.split() if not any(map(str.isdigit, token)))
    return f"{element.tag}.{next(called, '')}"


_RIVALS = 0.8
"""Share of the best group's substance from which another may be meant as well."""
_REPEATS = 2
"""Things of a kind from which they repeat."""

Grouped = Callable[[range], list[Group]]


def items_of_section(
    snapshot: Snapshot, home: int, groups_in: Grouped, known: ItemShape | None
) -> Group | None:
    """What repeats in a section and in those beside it that are built like it; None where nothing does for sure.

    A column may hold one card or none, so the columns of a board are looked at together. What stands once in each of
    them is their frame. Members are those in the section alone, and may be none; `known` is what the kind looked like
    before.
    """
    columns = _beside(snapshot, home)
    united = _united(snapshot, [groups_in(snapshot.within(column)) for column in columns])
    seen = [group for group in united if known is not None and group.shape.signature == known.signature]
    if known is not None and not seen:
        return None
    cards = [group for group in united if snapshot.elements[group.members[0]].draggable]
    others = (g for g in united if is_list(snapshot, g, _REPEATS) and not _is_frame(snapshot, g, columns))
    listed = seen or cards or list(others)
    weighed = sorted(((substance(snapshot, g), g) for g in listed), key=lambda pair: pair[0], reverse=True)
    if not weighed:
        return None
    most, best = weighed[0]
    if any(weight >= most * _RIVALS and stands_apart(snapshot, g, best) for weight, g in weighed[1:]):
        return None
    here = snapshot.within(home)
    return replace(best, members=tuple(i for i in best.members if i in here))


def _beside(snapshot: Snapshot, home: int) -> list[int]:
    """The section and its siblings that are built like it."""
    own = snapshot.elements[home]
    siblings = [snapshot.elements[i] for i in snapshot.children.get(own.parent, [])]
    return [e.index for e in siblings if e.index == home or (e.is_shown and _is_like(e, own))]


def _is_like(element: Element, other: Element) -> bool:
    if (element.tag, element.role) != (other.tag, other.role):
        return False
    shared = set(element.tokens.split()) & set(other.tokens.split())
    return bool(shared) or not (element.tokens or other.tokens)


def _united(snapshot: Snapshot, found: list[list[Group]]) -> list[Group]:
    """Groups of several sections, those of one build as one; what stands inside of a member is part of it."""
    alike: dict[str, list[Group]] = defaultdict(list)
    for groups in found:
        for group in groups:
            alike[group.shape.signature].append(group)
    united: list[Group] = []
    for groups in alike.values():
        members = sorted(i for group in groups for i in group.members)
        outermost = [i for i in members if not any(snapshot.holds(o, i) for o in members if o != i)]
        united.append(replace(groups[0], members=tuple(outermost)))
    return united


def _is_frame(snapshot: Snapshot, group: Group, columns: list[int]) -> bool:
    """Whether each of several columns has one of them: their heads, their feet."""
    return len(columns) >= _REPEATS and all(
        sum(snapshot.holds(column, member) for member in group.members) == 1 for column in columns
    )


def hold_the_list(snapshot: Snapshot, group: Group, groups: Sequence[Group]) -> bool:
    """Whether a list that has more entries than the group, and that the others have not, stands in one of its members.

    Entries that hold lists, as recipes do, hold all the same kind of list.
    """
    most = len(group.members)
    inner = (
        other
        for other in groups
        if len(other.members) > most
        and _home(snapshot, group, other) is not None
        and is_main_list(snapshot, other)
    )
    return most > 1 and any(_is_alone(snapshot, group, other, groups) for other in inner)


def _is_alone(snapshot: Snapshot, group: Group, inner: Group, groups: Sequence[Group]) -> bool:
    home = _home(snapshot, group, inner)
    return not any(
        other.shape.signature == inner.shape.signature and _home(snapshot, group, other) not in (None, home)
        for other in groups
    )


def _home(snapshot: Snapshot, group: Group, inner: Group) -> int | None:
    """The member that holds another group."""
    return next((m for m in group.members if snapshot.holds(m, inner.container)), None)
