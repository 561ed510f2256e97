"""What repeats: the items of a list, the rows of a table, the cards of a grid."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from agents.browser.grounding.groups import (
    Group,
    are_mere_buttons,
    buttons_of,
    columns_of,
    hold_the_list,
    is_main_list,
    items_of_section,
    known_again,
    learnt,
    says_none,
    stands_apart,
    substance,
)
from agents.browser.grounding.known import UNSEEN, ItemShape, Kind, Lists, Seen
from agents.browser.grounding.lexicon import content, lexicon, split_words, stems
from agents.browser.grounding.naming import given_name, heading_before
from agents.browser.grounding.words import agreement
from agents.browser.snapshot import Element, Snapshot

_SAID = 0.6
"""Agreement from which a group is named by what stands on or over it."""
_NEVER_ITEMS = {
    "label", "legend", "heading", "columnheader", "rowheader", "cell", "gridcell", "status", "rowgroup", "form",
}  # fmt: skip
_OF_BUTTONS = 0.2
"""Trust in the name of a group of buttons for what is listed."""
_ROWS = 2
"""Rows of a table from which what holds them is no row."""
_MAIN_LIST = 0.93
"""Surety of the page's only large list for a kind that nothing names."""
_ONE_OF_SEVERAL = 0.6
"""Surety of the largest of several lists for a kind that nothing names."""
_RIVALS = 0.8
"""Share of the best list's substance from which another list may be meant as well."""


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
    """How well the kind's name says that these are meant."""
    learnt: Lists = UNSEEN
    """What the look taught of lists that were not known."""


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

    A kind that is not named, or by a word of the app's own, is what the page is mainly about; side kinds of the
    lexicon ("comment") must be recognised by a word. Those of them that some apps are about ("question") are the
    page's main list where nothing names them; two lists of like substance leave it open which is meant. In a
    `section` that is named for them (a column of a board), they are what repeats there. Where `rows` are looked for,
    what holds several of a table is none. `lists` are those that were seen before.
    """
    known = lists.shape(names)
    means_choices = any(agreement(name, "option") >= _SAID for name in names)
    groups = repeated(snapshot, scope, known, choices=means_choices)
    if rows:
        groups = [g for g in groups if not any(_holds_rows(snapshot, i) for i in g.members)]
    others = lists.beside(names)
    if known is not None:
        groups = [group for group in groups if not says_none(snapshot, group, known)]
        if again := known_again(snapshot, groups, known, others):
            surety = 1.0 if names in lists.bound else _surety(snapshot, again[0], groups, names)
            return Items(_members(again), surety=surety)
    ranked = sorted(
        ((_rank(snapshot, group, names), group) for group in groups), key=lambda pair: pair[0], reverse=True
    )
    if known is not None:
        # The kind has been seen: something built otherwise is it only if it says so and did not stand beside it.
        ranked = [
            (score, group)
            for score, group in ranked
            if group.shape not in others
            and _is_named(snapshot, group, names)
            and not are_mere_buttons(snapshot, group)
        ]
    if not ranked or ranked[0][0] <= 0:
        in_section = _in_section(snapshot, scope, lists, names) if section else None
        return in_section or _unnamed(snapshot, groups, names, lists)
    is_part = known is None and _is_part(snapshot, ranked[0][1], groups, names)
    if is_part:
        ranked = [pair for pair in ranked if not _is_part(snapshot, pair[1], groups, names)] or ranked
    best = ranked[0][1]
    if is_part and (rival := _rival(snapshot, ranked, names)) is not None:
        return _unclear(_members([g for _, g in ranked if g.shape == best.shape]), rival, names)
    is_new = known is None and len(best.members) > 1
    alike = [group for score, group in ranked if score > 0 and group.shape == best.shape]
    return Items(
        _members(alike),
        learnt=_learnt(snapshot, names, best, groups) if is_new else UNSEEN,
        surety=_surety(snapshot, best, groups, names),
    )


def _holds_rows(snapshot: Snapshot, index: int) -> bool:
    return sum(snapshot.elements[i].role == "row" for i in snapshot.inside(index)) >= _ROWS


def _members(groups: list[Group]) -> tuple[int, ...]:
    return tuple(sorted(i for group in groups for i in group.members))


def _in_section(snapshot: Snapshot, scope: range, lists: Lists, names: Kind) -> Items | None:
    """What repeats in a part of the page and in those beside it that are built like it."""

    def groups_in(part: range) -> list[Group]:
        return repeated(snapshot, part, None, alone=True)

    group = items_of_section(snapshot, scope.start, groups_in, lists.shape(names))
    if group is None:
        return None
    is_new = names not in lists.kinds and bool(group.members)
    return Items(
        group.members,
        learnt=_learnt(snapshot, names, group, []) if is_new else UNSEEN,
        surety=_surety(snapshot, group, [group], names) if group.members else 0.0,
    )


def _unnamed(snapshot: Snapshot, groups: list[Group], names: Kind, lists: Lists) -> Items:
    """The page's main list for a kind that nothing names; without members where it may not be meant."""
    taken = [seen.shape for kind, seen in lists.kinds.items() if kind != names]
    main = [g for g in groups if is_main_list(snapshot, g) and g.shape not in taken]
    if not names or not main:
        return Items(())
    weighed = sorted(((substance(snapshot, g), g) for g in main), key=lambda pair: pair[0], reverse=True)
    most, best = weighed[0]
    alike = _members([g for g in main if g.shape == best.shape])
    if names in lists.kinds or not any(" ".join(stems(n)) in lexicon().items.main for n in names):
        return Items((), f"saw a list of {len(alike)} entries, but nothing names them {names[0]!r}")
    rivals = [g for weight, g in weighed[1:] if weight >= most * _RIVALS and stands_apart(snapshot, g, best)]
    if rivals:
        return _unclear(alike, rivals[0], names)
    surety = _surety(snapshot, best, groups, names)
    return Items(alike, learnt=_learnt(snapshot, names, best, groups), surety=surety)


def _surety(snapshot: Snapshot, best: Group, groups: list[Group], names: Kind) -> float:
    """1 where something names the kind; less for the page's only large list, and least where others stand beside it."""
    if best.are_choices:
        others = [g for g in groups if g.are_choices and g != best]
    elif _is_named(snapshot, best, names):
        return 1.0
    else:
        others = [g for g in groups if is_main_list(snapshot, g) and g.shape != best.shape]
    return _ONE_OF_SEVERAL if others else _MAIN_LIST


def _unclear(members: tuple[int, ...], rival: Group, names: Kind) -> Items:
    called = repr(names[0]) if names else "what the page is about"
    sizes = f"{len(members)} and {len(rival.members)}"
    return Items(members, f"lists of {sizes} entries, and nothing names either {called}", is_clear=False)


def _is_part(snapshot: Snapshot, group: Group, groups: list[Group], names: Kind) -> bool:
    """Whether nothing names them, and one of them holds a list that the others have not."""
    return not _is_named(snapshot, group, names) and hold_the_list(snapshot, group, groups)


def _rival(snapshot: Snapshot, ranked: list[tuple[float, Group]], names: Kind) -> Group | None:
    """Another list that may be meant as well as the first; None where that is named, or outweighs all others."""
    most, best = ranked[0]
    if _is_named(snapshot, best, names):
        return None
    return next(
        (
            g
            for score, g in ranked[1:]
            if score >= most * _RIVALS and is_main_list(snapshot, g) and stands_apart(snapshot, g, best)
        ),
        None,
    )


def _is_named(snapshot: Snapshot, group: Group, names: Kind) -> bool:
    return max((_named(snapshot, group, name) for name in names), default=0.0) >= _SAID


def _learnt(snapshot: Snapshot, names: Kind, best: Group, groups: list[Group]) -> Lists:
    beside = frozenset(group.shape for group in groups) - {best.shape}
    return Lists({names: Seen(learnt(snapshot, best), beside)})


def signature(element: Element) -> str:
    """How an element is built, as far as siblings of a kind share it."""
    if element.tag in ("li", "tr", "article", "option"):
        return element.tag
    return f"{element.tag}.{element.role}.{_class_of_kind(element.tokens)}"


@lru_cache(maxsize=8192)
def _class_of_kind(tokens: str) -> str:
    found = (
        token
        for token in tokens.split()
        if not lexicon().states.of_items.search(token) and not _numbered(token)
    )
    return ".".join(islice(found, 2))


def _numbered(token: str) -> bool:
    return any(letter.isdigit() for letter in token)


def repeated(
    snapshot: Snapshot, scope: range, known: ItemShape | None, *, alone: bool = False, choices: bool = False
) -> list[Group]:
    """Siblings that are built alike; with `alone` also what stands alone, with `choices` also radio buttons."""
    found: list[Group] = []
    for container, children in snapshot.children.items():
        if container < 0 or container not in scope:
            continue
        alike: dict[tuple[str, bool], list[int]] = defaultdict(list)
        for child in children:
            element = snapshot.elements[child]
            if not element.is_shown:
                continue
            is_choice = choices and _is_choice(snapshot, element)
            if is_choice or (not element.is_field and _is_data_row(snapshot, element)):
                alike[signature(element), is_choice].append(child)
        for (shape, are_choices), members in alike.items():
            outer = _standing(snapshot, shape, container)
            is_marked = snapshot.elements[members[0]].role in ("listitem", "row", "article")
            if alone or len(members) > 1 or is_marked or outer == known or _is_of_kind(shape, known):
                found.append(Group(tuple(members), container, outer, are_choices))
    return found


def _standing(snapshot: Snapshot, shape: str, container: int) -> ItemShape:
    outer = snapshot.elements[container]
    return ItemShape(shape, signature(outer), columns_of(snapshot, container) if shape == "tr" else "")


def _is_of_kind(shape: str, known: ItemShape | None) -> bool:
    """Whether it has the class of a kind that was seen: the last one left stands in another view, too."""
    if known is None or shape.endswith("."):
        return False
    return shape == known.signature


def _is_data_row(snapshot: Snapshot, element: Element) -> bool:
    """Whether it may be an item at all: no header row, no label, and it has something to read."""
    if element.role in _NEVER_ITEMS or _is_prose(snapshot, element) or _is_form_row(snapshot, element):
        return False
    if element.role == "row":
        children = snapshot.children.get(element.index, [])
        if children and all(snapshot.elements[i].role == "columnheader" for i in children):
            return False
        if len(children) == 1 and _columns(snapshot, element) > 1:
            # One cell over all columns says something about the table: that nothing was found, or a total.
            return False
    return element.last_text > element.first_text or element.end > element.index + 1


def _columns(snapshot: Snapshot, row: Element) -> int:
    """How many columns have a header in the table of a row."""
    table = next((i for i in snapshot.ancestors(row.index) if snapshot.elements[i].role == "table"), None)
    if table is None:
        return 0
    return sum(snapshot.elements[i].role == "columnheader" for i in snapshot.inside(table))


def _is_prose(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is a bare paragraph, with nothing to press and no word that calls it anything; or words in one."""
    if element.parent >= 0 and snapshot.elements[element.parent].tag == "p":
        return True
    return (
        element.tag == "p"
        and not element.role
        and not element.tokens
        and not any(snapshot.elements[i].clickable for i in snapshot.inside(element.index))
    )


def _is_choice(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is a radio button that says what it chooses, or holds one with its label and no more."""
    if element.role == "radio":
        return element.last_text > element.first_text
    radios = [i for i in snapshot.inside(element.index) if snapshot.elements[i].role == "radio"]
    return len(radios) == 1 and _is_form_row(snapshot, element)


_FIELD_ROLES = frozenset({"combobox", "listbox", "spinbutton", "slider"})
"""Roles of fields that an app may make of other elements."""
_LARGEST_ROW = 60
"""Elements of the largest field with its label."""


def _is_form_row(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is a field with its label and no more, which is built like its neighbours in a form."""
    if element.role in ("listitem", "row", "article") or element.draggable:
        return False
    if element.end - element.index > _LARGEST_ROW:
        return False
    inner = [snapshot.elements[i] for i in snapshot.inside(element.index)]
    fields = [e for e in inner if e.is_field or e.role in _FIELD_ROLES]
    if not any(e.role not in ("checkbox", "switch") for e in fields):
        return False
    known = [*fields, *(e for e in inner if e.role in ("label", "legend"))]

    def is_known(index: int) -> bool:
        return any(snapshot.holds(e.index, index) for e in known)

    def is_of_field(box: Element) -> bool:
        """Whether it is the box that a field is drawn in, or a sign in that, as an arrow."""
        is_around = any(snapshot.holds(box.index, e.index) for e in fields)
        return is_around or not (box.role or box.name or snapshot.text(box.index))

    if any(e.clickable and not is_known(e.index) and not is_of_field(e) for e in inner):
        return False
    pieces = snapshot.pieces[element.first_text : element.last_text]
    return sum(not piece.hidden and not is_known(piece.owner) for piece in pieces) <= 1


def _rank(snapshot: Snapshot, group: Group, names: Kind) -> float:
    """How likely the group is what is meant; 0 or less: it is not."""
    by_word = max((_named(snapshot, group, name) for name in names), default=0.0)
    is_side = any(" ".join(stems(name)) in lexicon().items.side for name in names if name)
    if is_side and by_word < _SAID and not _is_headline(snapshot, names):
        return 0.0
    weight = substance(snapshot, group)
    if not is_side and are_mere_buttons(snapshot, group):
        # Chips called "Kind of plant" are chosen from, and are no plants.
        by_word *= _OF_BUTTONS
    return weight + 2.0 * by_word if weight > 0 or by_word >= _SAID else 0.0


def _is_headline(snapshot: Snapshot, names: Kind) -> bool:
    """Whether the page says that it is about this kind: an "Orders" page lists orders, and they are no side kind."""
    headings = (element for element in snapshot.elements if element.role == "heading" and element.is_shown)
    return any(
        _mentions(content(name), snapshot.text(h.index)) >= 1
        for h in headings
        for name in names
        if content(name)
    )


def _named(snapshot: Snapshot, group: Group, name: str) -> float:
    wanted = content(name)
    if not wanted:
        return 0.0
    first = snapshot.elements[group.members[0]]
    container = snapshot.elements[group.container]
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
    return max(_mentions(wanted, text) * trust for text, trust in spots)


def _mentions(wanted: tuple[str, ...], text: str) -> float:
    have = content(text)
    if not have:
        return 0.0
    return sum(max(agreement(word, other) for other in have) for word in wanted) / len(wanted)


_NUMBERS = re.compile(r"\d+|[()]")


def listed(snapshot: Snapshot, lists: Lists = UNSEEN) -> tuple[int, ...]:
    """The page's entries, in their order: of the first kind that was seen and is there, else of its main list."""
    return next(filter(None, _of_each_kind(snapshot, lists)), ())


def all_listed(snapshot: Snapshot, lists: Lists = UNSEEN) -> frozenset[int]:
    """The page's entries of all kinds that were seen, else of its main list."""
    return frozenset(chain.from_iterable(_of_each_kind(snapshot, lists)))


def listed_entries(snapshot: Snapshot, lists: Lists, *, without_buttons: bool = False) -> list[str]:
    """The words of the page's entries, in their order; on request without those of buttons in them."""
    said = _without_buttons if without_buttons else Snapshot.text
    return [without_numbers(said(snapshot, index)) for index in listed(snapshot, lists)]


def _of_each_kind(snapshot: Snapshot, lists: Lists) -> Iterator[tuple[int, ...]]:
    everywhere = range(len(snapshot.elements))
    for kind in lists.kinds or ((),):
        yield find_items(snapshot, kind, lists, everywhere).members


def _without_buttons(snapshot: Snapshot, index: int) -> str:
    """The words of an entry, but for what its buttons would do: one that says "Done" is of an entry that is not."""
    text = snapshot.text(index)
    for button in buttons_of(snapshot, index):
        if button != index:
            text = text.replace(snapshot.text(button), " ", 1)
    return text


def without_numbers(text: str) -> str:
    """Words without the numbers among them, which may count anything: "Tea (4)" is "Tea"."""
    return " ".join(_NUMBERS.sub(" ", text).split())
