"""Which of the groups on a page are the items of a kind: by name, by what was seen before, else the main list."""

import re
from dataclasses import dataclass

from agents.browser.grounding.groups import MARKED, Group, known_again, learnt, repeated
from agents.browser.grounding.known import UNSEEN, Kind, Lists, Seen
from agents.browser.grounding.lexicon import content, lexicon, split_words, stems
from agents.browser.grounding.names import agreement, given_name, heading_before
from agents.browser.snapshot import Snapshot

_NAMED = 0.6
"""Agreement from which words on or over a group name it."""
_BUTTONS = 0.2
"""Factor for the name of a group of buttons: chips called "Kind of plant" are chosen from, and are no plants."""
_RIVAL = 0.8
"""Share of the best list's substance from which another list may be meant as well."""
_MAIN = 3
"""Members from which an unnamed group may be the main list of a page."""
_FRAMES = frozenset(
    {"navigation", "banner", "contentinfo", "tablist", "radiogroup", "menu", "listbox", "combobox"}
)
"""Roles of containers whose groups are navigation or choices rather than items."""
_ROLE_WEIGHTS = {"listitem": 1.0, "row": 1.0, "article": 1.0, "tab": 0.0, "menuitem": 0.1}
_UNDOES = 0.9
"""Agreement from which a button undoes something."""
_NUMBERS = re.compile(r"\d+|[()]")


@dataclass(frozen=True, slots=True)
class Items:
    """The items of a kind."""

    members: tuple[int, ...]
    """Indices in reading order; empty when none can be seen."""
    note: str = ""
    """What was seen instead, or which lists compete, in words."""
    is_clear: bool = True
    """False when another list may be meant as well."""
    is_sure: bool = True
    """False where they are taken for nothing but being the main list, or may not be what they look like: such items
    prove no failure."""
    learnt: Lists = UNSEEN
    """Lists that were not known before."""


def find_items(
    snapshot: Snapshot,
    names: Kind,
    lists: Lists,
    scope: range,
    *,
    section: bool = False,
    rows: bool = False,
) -> Items:
    """The items of a kind.

    The only group of radio buttons in the scope is taken for a kind that is called like options. A kind that was seen
    before is known by its shape. Otherwise it is the group that is named so, or else the one that
    looks most like what the page is about. Side kinds of the lexicon ("comment") must be named; those that some apps
    are about ("question") are the main list where nothing names them. In a `section` that is named for a side kind they
    are its list items, table rows or articles. With `rows` rows of tables precede other groups.
    """
    seen = lists.kinds.get(names)
    known = seen.shape if seen is not None else None
    groups = repeated(snapshot, scope, known, choices=any(agreement(name, "option") == 1 for name in names))
    if rows:
        groups = [g for g in groups if snapshot.elements[g.members[0]].role == "row"] or groups
    if seen is not None:
        again = known_again(snapshot, groups, seen)
        is_named = bool(again) and (names in lists.bound or _is_named(snapshot, again[0], names))
        return Items(_members(again), is_sure=is_named and not _may_hold_notices(snapshot, _members(again)))
    ranks = {group: _rank(snapshot, group, names, section=section) for group in groups}
    fitting = [group for group in groups if ranks[group] > 0]
    if not fitting:
        return _main_list(snapshot, groups, names, lists)
    best = max(fitting, key=ranks.__getitem__)
    if _is_part(snapshot, best, groups, names):
        fitting = [g for g in fitting if not _is_part(snapshot, g, groups, names)] or fitting
        best = max(fitting, key=ranks.__getitem__)
    return _found(snapshot, best, fitting, groups, names)


def _found(snapshot: Snapshot, best: Group, fitting: list[Group], groups: list[Group], names: Kind) -> Items:
    """The members of all fitting groups of the shape of the best; more than one are learnt."""
    beside = frozenset(group.shape for group in groups) - {best.shape}
    is_learnt = len(best.members) > 1
    members = _members([group for group in fitting if group.shape == best.shape])
    return Items(
        members,
        is_sure=_is_named(snapshot, best, names) and not _may_hold_notices(snapshot, members),
        learnt=Lists({names: Seen(learnt(snapshot, best), beside)}) if is_learnt else UNSEEN,
    )


def _members(groups: list[Group]) -> tuple[int, ...]:
    return tuple(sorted(i for group in groups for i in group.members))


def _may_hold_notices(snapshot: Snapshot, members: tuple[int, ...]) -> bool:
    """True where one of several items, or the only one, offers to undo: it may say what was removed in its place."""
    pressed = ([e for e in snapshot.elements[m : snapshot.elements[m].end] if e.clickable] for m in members)
    undoing = [any(agreement("Undo", e.name) >= _UNDOES for e in buttons) for buttons in pressed]
    return any(undoing) and not (len(undoing) > 1 and all(undoing))


def _main_list(snapshot: Snapshot, groups: list[Group], names: Kind, lists: Lists) -> Items:
    """The main list of the page for a kind that nothing names; without members where it may not be meant."""
    taken = [seen.shape for seen in lists.kinds.values()]
    main = [g for g in groups if _is_main_list(snapshot, g) and g.shape not in taken]
    if not names or not main:
        return Items(())
    weights = {group: _substance(snapshot, group) for group in main}
    best = max(main, key=weights.__getitem__)
    found = _found(snapshot, best, main, groups, names)
    if not any(" ".join(stems(name)) in lexicon().items.main for name in names):
        return Items((), f"saw a list of {len(found.members)} entries, but nothing names them {names[0]!r}")
    for rival in main:
        is_inside = any(snapshot.holds(member, rival.container) for member in best.members)
        if rival.shape != best.shape and weights[rival] >= weights[best] * _RIVAL and not is_inside:
            sizes = f"{len(found.members)} and {len(rival.members)}"
            note = f"lists of {sizes} entries, and nothing names either {names[0]!r}"
            return Items(found.members, note, is_clear=False)
    return found


def _rank(snapshot: Snapshot, group: Group, names: Kind, *, section: bool) -> float:
    """How likely a group is meant; 0: it is not."""
    by_name = _naming(snapshot, group, names)
    is_side = any(" ".join(stems(name)) in lexicon().items.side for name in names if name)
    is_marked = len(group.members) > 1 and snapshot.elements[group.members[0]].role in MARKED
    is_told = by_name >= _NAMED or (section and is_marked)
    if is_side and not is_told and not _is_headline(snapshot, names):
        return 0.0
    weight = _substance(snapshot, group)
    if not is_side and _are_mere_buttons(snapshot, group):
        by_name *= _BUTTONS
    return weight + 2.0 * by_name if weight > 0 or by_name >= _NAMED else 0.0


def _is_headline(snapshot: Snapshot, names: Kind) -> bool:
    """True if a heading mentions the kind: on an "Orders" page orders are no side kind."""
    headings = (snapshot.text(e.index) for e in snapshot.elements if e.role == "heading" and e.is_shown)
    wanted = [content(name) for name in names if content(name)]
    return any(_mentions(words, heading) >= 1 for heading in headings for words in wanted)


def _is_named(snapshot: Snapshot, group: Group, names: Kind) -> bool:
    """True where words name a group; radio buttons may choose anything."""
    return not group.are_choices and _naming(snapshot, group, names) >= _NAMED


def _naming(snapshot: Snapshot, group: Group, names: Kind) -> float:
    """How well words on or over a group name a kind: its classes, its accessible name, the heading before it."""
    first, container = snapshot.elements[group.members[0]], snapshot.elements[group.container]
    outer = snapshot.elements[container.parent] if container.parent >= 0 else container
    spots = (
        ("option" if group.are_choices else "", 1.0),
        (" ".join(split_words(first.tokens)), 1.0),
        (first.name if first.source in ("aria", "labelledby") else "", 0.8),
        (" ".join(split_words(container.tokens)), 0.9),
        (heading_before(snapshot, first), 0.8),
        (given_name(container), 1.0),
        (heading_before(snapshot, container), 0.9),
        (" ".join(split_words(outer.tokens)), 0.8),
        (given_name(outer) or heading_before(snapshot, outer), 0.8),
    )
    wanted = [content(name) for name in names]
    return max((_mentions(words, text) * trust for words in wanted for text, trust in spots), default=0.0)


def _mentions(wanted: tuple[str, ...], text: str) -> float:
    """Share of the wanted words that a text says."""
    have = content(text)
    if not have or not wanted:
        return 0.0
    return sum(max(agreement(word, other) for other in have) for word in wanted) / len(wanted)


def _substance(snapshot: Snapshot, group: Group) -> float:
    """How much a group looks like what an app is about: role, richness, size; 0 where it cannot be."""
    members = [snapshot.elements[i] for i in group.members]
    pieces = sum(member.last_text - member.first_text for member in members) / len(members)
    letters = sum(len(snapshot.text(m.index)) for m in members[:5]) / min(len(members), 5)
    if letters < 2:
        return 0.0
    if any(role in _FRAMES for role in _roles_around(snapshot, group)):
        return 0.05 if pieces >= 2 else 0.0
    words = {word for token in members[0].tokens.split() for word in stems(token)}
    by_class = 0.9 if words & lexicon().items.classes else 0.0
    share = sum(member.box.area for member in members) / max(snapshot.width * snapshot.height, 1)
    return (
        0.6 * max(_ROLE_WEIGHTS.get(members[0].role, 0.3), by_class)
        + 0.6 * min(pieces / 4, 1.0)
        + 0.8 * min(share * 2, 1.0)
        + 0.1 * min(len(members) / 5, 1)
        - (0.9 if _are_mere_buttons(snapshot, group) else 0)
    )


def _roles_around(snapshot: Snapshot, group: Group) -> list[str]:
    return [snapshot.elements[i].role for i in (group.container, *snapshot.ancestors(group.container))]


def _are_mere_buttons(snapshot: Snapshot, group: Group) -> bool:
    """True if each member is pressed and says no more than its name."""
    members = (snapshot.elements[i] for i in group.members)
    return all(
        m.clickable and sum(not p.hidden for p in snapshot.pieces[m.first_text : m.last_text]) <= 1
        for m in members
    )


def _is_main_list(snapshot: Snapshot, group: Group) -> bool:
    """True for a list of several entries to be read: in no form or navigation, and not merely of buttons."""
    if len(group.members) < _MAIN or {*_roles_around(snapshot, group)} & {*_FRAMES, "form"}:
        return False
    return _substance(snapshot, group) > 0 and all(_is_read(snapshot, member) for member in group.members)


def _is_read(snapshot: Snapshot, member: int) -> bool:
    """True where words stand outside of buttons."""
    element = snapshot.elements[member]
    buttons = _buttons_of(snapshot, member)
    pieces = snapshot.pieces[element.first_text : element.last_text]
    return any(not p.hidden and not any(snapshot.holds(b, p.owner) for b in buttons) for p in pieces)


def _buttons_of(snapshot: Snapshot, member: int) -> list[int]:
    """The buttons of an item, but for those in a heading: a button that unfolds an item says its title."""
    inside = snapshot.within(member)
    heads = [i for i in inside if snapshot.elements[i].role == "heading"]
    buttons = [i for i in inside if snapshot.elements[i].role == "button"]
    return [i for i in buttons if not any(snapshot.holds(head, i) for head in heads)]


def _is_part(snapshot: Snapshot, group: Group, groups: list[Group], names: Kind) -> bool:
    """True for an unnamed group one member of which alone holds a longer main list: these are the parts of a page.

    Items that hold lists, as recipes do, all hold the same kind of list.
    """
    if len(group.members) < 2 or _naming(snapshot, group, names) >= _NAMED:
        return False
    for inner in groups:
        if len(inner.members) <= len(group.members):
            continue
        alike = [g.container for g in groups if g.shape.signature == inner.shape.signature]
        homes = [m for m in group.members if any(snapshot.holds(m, container) for container in alike)]
        if len(homes) == 1 and snapshot.holds(homes[0], inner.container) and _is_main_list(snapshot, inner):
            return True
    return False


def listed(snapshot: Snapshot, lists: Lists = UNSEEN) -> tuple[int, ...]:
    """The items of the page, in their order: of the first kind seen before that is there, else of its main list."""
    everywhere = range(len(snapshot.elements))
    each = (find_items(snapshot, kind, lists, everywhere).members for kind in lists.kinds or ((),))
    return next(filter(None, each), ())


def listed_entries(snapshot: Snapshot, lists: Lists, *, without_buttons: bool = False) -> list[str]:
    """The words of the items, without numbers; on request without those of their buttons ("Mark as done")."""
    found: list[str] = []
    for index in listed(snapshot, lists):
        text = snapshot.text(index)
        for button in _buttons_of(snapshot, index) if without_buttons else ():
            if button != index:
                text = text.replace(snapshot.text(button), " ", 1)
        found.append(without_numbers(text))
    return found


def without_numbers(text: str) -> str:
    """Words without the numbers among them, which may count anything: "Tea (4)" is "Tea"."""
    return " ".join(_NUMBERS.sub(" ", text).split())
