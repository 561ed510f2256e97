"""Which of the groups on a page are the items of a kind: by name, by what was seen before, else the main list."""

import re
from dataclasses import dataclass

from agents.browser.grounding.groups import (
    MARKED,
    Group,
    are_mere_buttons,
    buttons_of,
    holds_the_list,
    is_empty_message,
    is_main_list,
    known_again,
    learnt,
    repeated,
    substance,
)
from agents.browser.grounding.known import UNSEEN, Kind, Lists, Seen
from agents.browser.grounding.lexicon import content, lexicon, split_words, stems
from agents.browser.grounding.names import agreement, given_name, heading_before
from agents.browser.snapshot import Snapshot

_NAMED = 0.6
"""Agreement from which words on or over a group name it."""
_BUTTONS = 0.2
"""Factor for the name of a group of buttons: chips called "Kind of plant" are chosen from, and are no plants."""
_MAIN_LIST = 0.93
"""Surety of the only main list of a page for a kind that nothing names."""
_ONE_OF_SEVERAL = 0.6
"""Surety of the largest of several main lists for a kind that nothing names."""
_CHOICES = 0.9
"""Surety of radio buttons for a kind that is chosen from."""
_RIVAL = 0.8
"""Share of the best list's substance from which another list may be meant as well."""
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
    surety: float = 1.0
    """How well the name of the kind supports this choice."""
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
        groups = [group for group in groups if not is_empty_message(snapshot, group, seen.shape)]
        again = known_again(snapshot, groups, seen)
        if not again:
            return Items(())
        surety = 1.0 if names in lists.bound else _surety(snapshot, again[0], groups, names)
        return Items(_members(again), surety=surety)
    ranks = {group: _rank(snapshot, group, names, section=section) for group in groups}
    fitting = [group for group in groups if ranks[group] > 0]
    if not fitting:
        return _main_list(snapshot, groups, names, lists)
    best = max(fitting, key=ranks.__getitem__)
    if _is_part(snapshot, best, groups, names):
        fitting = [g for g in fitting if not _is_part(snapshot, g, groups, names)] or fitting
        best = max(fitting, key=ranks.__getitem__)
    return _found(snapshot, best, fitting, groups, names)


def _is_part(snapshot: Snapshot, group: Group, groups: list[Group], names: Kind) -> bool:
    return _naming(snapshot, group, names) < _NAMED and holds_the_list(snapshot, group, groups)


def _found(snapshot: Snapshot, best: Group, fitting: list[Group], groups: list[Group], names: Kind) -> Items:
    """The members of all fitting groups of the shape of the best; more than one are learnt."""
    beside = frozenset(group.shape for group in groups) - {best.shape}
    is_learnt = len(best.members) > 1
    return Items(
        _members([group for group in fitting if group.shape == best.shape]),
        surety=_surety(snapshot, best, groups, names),
        learnt=Lists({names: Seen(learnt(snapshot, best), beside)}) if is_learnt else UNSEEN,
    )


def _members(groups: list[Group]) -> tuple[int, ...]:
    return tuple(sorted(i for group in groups for i in group.members))


def _main_list(snapshot: Snapshot, groups: list[Group], names: Kind, lists: Lists) -> Items:
    """The main list of the page for a kind that nothing names; without members where it may not be meant."""
    taken = [seen.shape for seen in lists.kinds.values()]
    main = [g for g in groups if is_main_list(snapshot, g) and g.shape not in taken]
    if not names or not main:
        return Items(())
    weights = {group: substance(snapshot, group) for group in main}
    best = max(main, key=weights.__getitem__)
    found = _found(snapshot, best, main, groups, names)
    if not any(" ".join(stems(name)) in lexicon().items["main"] for name in names):
        return Items((), f"saw a list of {len(found.members)} entries, but nothing names them {names[0]!r}")
    for rival in main:
        is_inside = any(snapshot.holds(member, rival.container) for member in best.members)
        if rival.shape != best.shape and weights[rival] >= weights[best] * _RIVAL and not is_inside:
            sizes = f"{len(found.members)} and {len(rival.members)}"
            note = f"lists of {sizes} entries, and nothing names either {names[0]!r}"
            return Items(found.members, note, is_clear=False)
    return found


def _surety(snapshot: Snapshot, best: Group, groups: list[Group], names: Kind) -> float:
    """1 where something names the kind; less for the only main list, and least where there are several.

    Radio buttons may choose anything, so that they decide no failure.
    """
    if best.are_choices:
        return _CHOICES
    if _naming(snapshot, best, names) >= _NAMED:
        return 1.0
    has_others = any(group.shape != best.shape and is_main_list(snapshot, group) for group in groups)
    return _ONE_OF_SEVERAL if has_others else _MAIN_LIST


def _rank(snapshot: Snapshot, group: Group, names: Kind, *, section: bool) -> float:
    """How likely a group is meant; 0: it is not."""
    by_name = _naming(snapshot, group, names)
    is_side = any(" ".join(stems(name)) in lexicon().items["side"] for name in names if name)
    is_marked = len(group.members) > 1 and snapshot.elements[group.members[0]].role in MARKED
    is_told = by_name >= _NAMED or (section and is_marked)
    if is_side and not is_told and not _is_headline(snapshot, names):
        return 0.0
    weight = substance(snapshot, group)
    if not is_side and are_mere_buttons(snapshot, group):
        by_name *= _BUTTONS
    return weight + 2.0 * by_name if weight > 0 or by_name >= _NAMED else 0.0


def _is_headline(snapshot: Snapshot, names: Kind) -> bool:
    """True if a heading mentions the kind: on an "Orders" page orders are no side kind."""
    headings = (snapshot.text(e.index) for e in snapshot.elements if e.role == "heading" and e.is_shown)
    wanted = [content(name) for name in names if content(name)]
    return any(_mentions(words, heading) >= 1 for heading in headings for words in wanted)


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
        for button in buttons_of(snapshot, index) if without_buttons else ():
            if button != index:
                text = text.replace(snapshot.text(button), " ", 1)
        found.append(without_numbers(text))
    return found


def without_numbers(text: str) -> str:
    """Words without the numbers among them, which may count anything: "Tea (4)" is "Tea"."""
    return " ".join(_NUMBERS.sub(" ", text).split())
