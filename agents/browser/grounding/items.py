"""Which of the groups on a page are the items of a kind: by name, by what was seen before, else the main list."""

import re
from dataclasses import dataclass, replace

from agents.browser.grounding.groups import MARKED, Group, known_again, learnt, repeated
from agents.browser.grounding.known import UNSEEN, Kind, Lists, Seen
from agents.browser.grounding.lexicon import content, lexicon, stems
from agents.browser.grounding.names import agreement, given_name, heading_before
from agents.browser.snapshot import Element, Snapshot

_NAMED = 0.6
"""Agreement from which words name a group."""
_UNDOES = 0.9
"""Agreement from which a button undoes something."""
_RIVAL = 0.8
"""Share of the letters of the longest list from which another list may be meant as well."""
_MAIN = 3
"""Members from which an unnamed group may be the main list of a page."""
_FRAMES = frozenset(
    {"navigation", "banner", "contentinfo", "tablist", "radiogroup", "menu", "listbox", "combobox"}
)
"""Roles of containers whose groups are navigation or choices rather than items."""
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

    A kind that was seen before is known by its shape. Otherwise it is the group that words on it name, else one that
    words around it name, else the one that says most; a group of radio buttons is named by a kind that is called like
    options. Side kinds of the lexicon ("comment") must be named; those that some apps are about ("question") are the
    main list where nothing names them. In a `section` that is named for a side kind they are its list items, table rows
    or articles. With `rows` rows of tables precede other groups.
    """
    seen = lists.kinds.get(names)
    known = seen.shape if seen is not None else None
    groups = repeated(snapshot, scope, known, choices=any(agreement(name, "option") == 1 for name in names))
    if rows:
        groups = [g for g in groups if snapshot.elements[g.members[0]].role == "row"] or groups
    if seen is not None:
        again = known_again(snapshot, groups, seen)
        return _items(snapshot, again, names, is_named=names in lists.bound)
    ranks = {group: _rank(snapshot, group, names, section=section) for group in groups}
    fitting = [group for group in groups if ranks[group] != _UNFIT]
    fitting = [g for g in fitting if not _is_part(snapshot, g, groups, names)] or fitting
    if not fitting:
        return _main_list(snapshot, groups, names, lists)
    best = max(fitting, key=ranks.__getitem__)
    return _learning(snapshot, best, fitting, groups, names)


def _learning(
    snapshot: Snapshot, best: Group, fitting: list[Group], groups: list[Group], names: Kind
) -> Items:
    """The members of all fitting groups of the shape of the best; more than one are learnt."""
    beside = frozenset(group.shape for group in groups) - {best.shape}
    taken = [best, *(g for g in fitting if g.shape == best.shape and g is not best)]
    found = _items(snapshot, taken, names)
    is_learnt = len(best.members) > 1
    return replace(found, learnt=Lists({names: Seen(learnt(snapshot, best), beside)})) if is_learnt else found


def _items(snapshot: Snapshot, groups: list[Group], names: Kind, *, is_named: bool = False) -> Items:
    """The members of groups; sure where the first is named, and no member may be a notice instead.

    One of several members, or the only one, that offers to undo may say what was removed in its place.
    """
    members = sorted(i for group in groups for i in group.members)
    pressed = ([e for e in snapshot.elements[i : snapshot.elements[i].end] if e.clickable] for i in members)
    undoing = [any(agreement("Undo", e.name) >= _UNDOES for e in buttons) for buttons in pressed]
    has_notice = any(undoing) and not (len(undoing) > 1 and all(undoing))
    # Radio buttons may choose anything.
    is_named = is_named or any(_naming(snapshot, g, names) and not g.are_choices for g in groups[:1])
    return Items(tuple(members), is_sure=is_named and not has_notice)


def _main_list(snapshot: Snapshot, groups: list[Group], names: Kind, lists: Lists) -> Items:
    """The main list of the page for a kind that nothing names; without members where it may not be meant."""
    taken = [seen.shape for seen in lists.kinds.values()]
    main = [g for g in groups if _is_main_list(snapshot, g) and g.shape not in taken]
    if not names or not main:
        return Items(())
    best = max(main, key=lambda group: _letters(snapshot, group))
    found = _learning(snapshot, best, main, groups, names)
    if not any(" ".join(stems(name)) in lexicon().items.main for name in names):
        return Items((), f"saw a list of {len(found.members)} entries, but nothing names them {names[0]!r}")
    for rival in main:
        is_inside = any(snapshot.holds(member, rival.container) for member in best.members)
        is_as_long = _letters(snapshot, rival) >= _letters(snapshot, best) * _RIVAL
        if rival.shape != best.shape and is_as_long and not is_inside:
            sizes = f"{len(found.members)} and {len(rival.members)}"
            note = f"lists of {sizes} entries, and nothing names either {names[0]!r}"
            return Items(found.members, note, is_clear=False)
    return found


_UNFIT = (-1, 0, 0)


def _rank(snapshot: Snapshot, group: Group, names: Kind, *, section: bool) -> tuple[int, int, int]:
    """How likely a group is meant: by its name, and not being of mere buttons, and its letters; else _UNFIT."""
    naming, letters = _naming(snapshot, group, names), _letters(snapshot, group)
    is_marked = snapshot.elements[group.members[0]].role in MARKED
    is_of_buttons = _are_mere_buttons(snapshot, group)
    if any(" ".join(stems(name)) in lexicon().items.side for name in names if name):
        if not naming and not (section and is_marked and len(group.members) > 1):
            return _UNFIT
    elif is_of_buttons and not is_marked:
        # Chips called "Kind of plant" are chosen from, and are no plants.
        return _UNFIT
    is_readable = letters >= 2 * len(group.members) and not _roles_around(snapshot, group) & _FRAMES
    return (naming, int(not is_of_buttons), letters) if naming or is_readable else _UNFIT


def _naming(snapshot: Snapshot, group: Group, names: Kind) -> int:
    """2 where classes, a name or a heading of a group name a kind; 1 where those of what it stands in do; else 0."""
    first, container = snapshot.elements[group.members[0]], snapshot.elements[group.container]
    outer = snapshot.elements[container.parent] if container.parent >= 0 else container

    def is_said(text: str) -> bool:
        have = content(text)
        wanted = [content(name) for name in names if content(name)] if have else []
        agreed = [sum(max(agreement(w, o) for o in have) for w in words) / len(words) for words in wanted]
        return max(agreed, default=0.0) >= _NAMED

    def words_of(element: Element) -> str:
        return f"{element.tokens} {given_name(element)} {heading_before(snapshot, element)}"

    if is_said(f"{'option ' * group.are_choices}{first.tokens} {words_of(container)}"):
        return 2
    return int(is_said(words_of(outer)))


def _letters(snapshot: Snapshot, group: Group) -> int:
    """How many letters the members say."""
    return sum(len(snapshot.text(member)) for member in group.members)


def _roles_around(snapshot: Snapshot, group: Group) -> set[str]:
    return {snapshot.elements[i].role for i in (group.container, *snapshot.ancestors(group.container))}


def _are_mere_buttons(snapshot: Snapshot, group: Group) -> bool:
    """True if each member is pressed and says no more than its name."""
    members = (snapshot.elements[i] for i in group.members)
    return all(
        m.clickable and sum(not p.hidden for p in snapshot.pieces[m.first_text : m.last_text]) <= 1
        for m in members
    )


def _is_main_list(snapshot: Snapshot, group: Group) -> bool:
    """True for a list of several entries to be read: in no form or navigation, and not merely of buttons."""
    if len(group.members) < _MAIN or _roles_around(snapshot, group) & {*_FRAMES, "form"}:
        return False
    is_said = _letters(snapshot, group) >= 2 * len(group.members)
    return is_said and all(_is_read(snapshot, member) for member in group.members)


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
    if len(group.members) < 2 or _naming(snapshot, group, names):
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
