"""Items of a section that nothing names: the cards of a board's column, known by what repeats in its columns."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from agents.browser.grounding.groups import Group, is_list, stands_apart, substance
from agents.browser.grounding.known import ItemShape
from agents.browser.snapshot import Element, Snapshot

_RIVALS = 0.8
"""Share of the best group's substance from which another may be meant as well."""
_SEVERAL = 2
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
    others = (g for g in united if is_list(snapshot, g, _SEVERAL) and not _is_frame(snapshot, g, columns))
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
    return len(columns) >= _SEVERAL and all(
        sum(snapshot.holds(column, member) for member in group.members) == 1 for column in columns
    )
