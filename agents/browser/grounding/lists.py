"""Lists on a page: groups of siblings that are built alike, and which of them are the entries of a kind.

They are known by name, by what was seen before, or else as the main list.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from agents.browser.grounding.candidates import NOTHING, EntryLook, ItemShape, Kind, Lists
from agents.browser.grounding.names import agreement, content, lexicon, stems
from agents.browser.snapshot import Element, Snapshot

ENTRY_ROLES = frozenset({"listitem", "row", "article"})
"""Roles that make a single element an item."""
_CELLS = frozenset({"cell", "columnheader", "rowheader"})
_NEVER_ITEMS = frozenset(
    {
        "label", "legend", "heading", "columnheader", "rowheader", "cell", "gridcell", "status", "rowgroup", "form",
        "list", "table",
    }
)  # fmt: skip
_LARGEST_FORM_ROW = 60
"""Elements of the largest field with its label."""
_COMPARED = 8
"""Members whose parts are compared: some have parts that others lack."""
_READ = 400
"""Members whose words are compared."""
_ALIKE = 0.6
"""Share of common parts or words from which two groups are of one kind."""
_UNLIKE = 0.3
"""Share of the parts of known items below which a single element in their place is a message."""
_NAMED = 0.6
"""Agreement from which words name a group."""
_UNDOES = 0.9
"""Agreement from which a button undoes something."""
_RIVAL = 0.8
"""Share of the letters of the longest list from which another list may be meant as well."""
_MAIN = 3
"""Members from which an unnamed group may be of a side kind."""
_FRAMES = frozenset(
    {"navigation", "banner", "contentinfo", "tablist", "radiogroup", "menu", "listbox", "combobox", "form"}
)
"""Roles of containers whose groups are navigation, choices or fields rather than items."""
_NUMBERS = re.compile(r"\d+|[()]")


@dataclass(frozen=True, slots=True)
class Siblings:
    """Siblings that are built alike."""

    members: tuple[int, ...]
    container: int
    shape: ItemShape
    are_choices: bool = False
    """True where each is one radio button and its label."""


def repeated(
    snapshot: Snapshot, scope: range, known: ItemShape | None, *, choices: bool = False
) -> list[Siblings]:
    """Groups of visible siblings that are built alike and may be items.

    A single element is a group where its role says that it is an item, or where it is built like the `known` ones.
    """
    found: list[Siblings] = []
    for container, children in snapshot.children.items():
        if container < 0 or container not in scope:
            continue
        alike: dict[tuple[str, bool], list[int]] = defaultdict(list)
        for element in map(snapshot.elements.__getitem__, children):
            is_choice = choices and _is_choice(snapshot, element)
            if element.is_shown and (is_choice or _may_be_item(snapshot, element)):
                alike[_signature(element), is_choice].append(element.index)
        outer = _signature(snapshot.elements[container])
        for (signature, are_choices), members in alike.items():
            shape = ItemShape(signature, outer, _columns_of(snapshot, container) if signature == "tr" else "")
            has_known_class = not signature.endswith(".") and signature == (known and known.signature)
            is_known = shape == known or has_known_class
            group = Siblings(tuple(members), container, shape, are_choices)
            if len(members) > 1 or is_known or _has_entry_role(snapshot, group):
                found.append(group)
    return found


def _signature(element: Element) -> str:
    """How an element is built, as far as siblings of one kind share it: tag, role and first classes."""
    if element.tag in ("li", "tr", "article", "option"):
        return element.tag
    return f"{element.tag}.{element.role}.{_class_of_kind(element.tokens)}"


@lru_cache(maxsize=8192)
def _class_of_kind(tokens: str) -> str:
    """The first two classes that neither number an element nor say its state."""
    state = lexicon().item_state
    kept = (t for t in tokens.split() if not state.search(t) and not any(map(str.isdigit, t)))
    return ".".join(islice(kept, 2))


def _columns_of(snapshot: Snapshot, container: int) -> str:
    """The number of columns of the table that holds rows."""
    around = (container, *snapshot.ancestors(container))
    table = next((i for i in around if snapshot.elements[i].role == "table"), container)
    rows = (i for i in snapshot.inside(table) if snapshot.elements[i].role == "row")
    return str(max((len(_cells(snapshot, row)) for row in rows), default=0))


def _cells(snapshot: Snapshot, row: int) -> list[str]:
    roles = (snapshot.elements[i].role for i in snapshot.children.get(row, []))
    return [role for role in roles if role in _CELLS]


def _may_be_item(snapshot: Snapshot, element: Element) -> bool:
    """True unless it is a field, a label, prose, a header or message row, a row of a form, or empty."""
    if element.is_field or element.role in _NEVER_ITEMS or _is_form_row(snapshot, element):
        return False
    is_in_prose = element.parent >= 0 and snapshot.elements[element.parent].tag == "p"
    is_bare_paragraph = element.tag == "p" and not element.role and not element.tokens
    if is_in_prose or (is_bare_paragraph and not _is_operated(snapshot, element)):
        return False
    if element.role == "row":
        cells = _cells(snapshot, element.index)
        # A single cell over all columns holds a message or a total.
        is_message = len(cells) == 1 and _columns_of(snapshot, element.parent) != "1"
        if is_message or set(cells) == {"columnheader"}:
            return False
    return element.last_text > element.first_text or element.end > element.index + 1


def _is_choice(snapshot: Snapshot, element: Element) -> bool:
    """True for a radio button that says what it chooses, and for one with its label and nothing else."""
    if element.role == "radio":
        return element.last_text > element.first_text
    radios = [i for i in snapshot.inside(element.index) if snapshot.elements[i].role == "radio"]
    return len(radios) == 1 and _is_form_row(snapshot, element)


def _is_operated(snapshot: Snapshot, element: Element) -> bool:
    """True where something in an element takes a press."""
    return any(snapshot.elements[i].clickable for i in snapshot.inside(element.index))


def _is_form_row(snapshot: Snapshot, element: Element) -> bool:
    """True for a field with its label and nothing else; rows of a form are built alike."""
    if element.role in ENTRY_ROLES or element.end - element.index > _LARGEST_FORM_ROW:
        return False
    inner = [snapshot.elements[i] for i in snapshot.inside(element.index)]
    if all(e.role in ("checkbox", "switch") for e in inner if e.is_field):
        return False
    parts = [e.index for e in inner if e.is_field or e.role in ("label", "legend")]
    said = [p.owner for p in snapshot.pieces[element.first_text : element.last_text] if not p.hidden]
    signs = [e.index for e in inner if e.role == "button" and e.name and not snapshot.text(e.index)]
    beside = [i for i in (*said, *signs) if not any(snapshot.holds(part, i) for part in parts)]
    return len(beside) <= 1


def learnt(snapshot: Snapshot, group: Siblings) -> ItemShape:
    """The shape of a group with what its members contain and say, by which they are known again."""
    parts, said = _parts(snapshot, group.members), _words(snapshot, group.members)
    return replace(group.shape, parts=parts, said=said, width=snapshot.width)


def known_again(snapshot: Snapshot, groups: Sequence[Siblings], seen: EntryLook) -> list[Siblings]:
    """The groups that are of a kind seen before, wherever they stand.

    They have the same shape, or else the same parts, as a list of favourites has, or are table rows that say the same
    words, as in a narrow window without room for all columns. A group that was seen beside the kind does not belong to
    it, unless the window is narrower now; nor does a message in the place of the items.
    """
    known = seen.shape
    groups = [group for group in groups if not _is_empty_message(snapshot, group, known)]
    same = [group for group in groups if group.shape == known]
    if same:
        return same
    found: list[Siblings] = []
    for group in groups:
        was_beside = group.shape in seen.beside and snapshot.width >= known.width
        if group.shape.signature != known.signature or was_beside:
            continue
        if group.shape.columns == known.columns:
            parts = _parts(snapshot, group.members)
            shared = len(parts & known.parts)
            is_alike = shared > 1 and shared >= _ALIKE * len(parts | known.parts)
        else:
            said = _words(snapshot, group.members)
            is_alike = len(said & known.said) > _ALIKE * len(said)
        if is_alike:
            found.append(group)
    return found


def _is_empty_message(snapshot: Snapshot, group: Siblings, known: ItemShape) -> bool:
    """True for a single element in the place of the items that has hardly any of their parts: "No results"."""
    if len(group.members) != 1 or group.shape.container != known.container:
        return False
    member = snapshot.elements[group.members[0]]
    if member.clickable or _is_operated(snapshot, member) or snapshot.holds_field(member.index):
        return False
    return len(known.parts & _parts(snapshot, group.members)) < _UNLIKE * len(known.parts)


def _parts(snapshot: Snapshot, members: Sequence[int]) -> frozenset[str]:
    """Tags with their first class of what stands in the members; classes with numbers are left out."""
    inner = (snapshot.elements[i] for member in members[:_COMPARED] for i in snapshot.inside(member))
    classes = ((e.tag, (t for t in e.tokens.split() if not any(map(str.isdigit, t)))) for e in inner)
    return frozenset(f"{tag}.{next(tokens, '')}" for tag, tokens in classes)


def _words(snapshot: Snapshot, members: Sequence[int]) -> frozenset[str]:
    return frozenset(word for member in members[:_READ] for word in snapshot.text(member).split())


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
    learnt: EntryLook | None = None
    """What they look like, where the kind was not known before."""


def find_items(
    snapshot: Snapshot, names: Kind, lists: Lists, scope: range, *, section: bool = False, rows: bool = False
) -> Items:
    """The items of a kind.

    A kind that was seen before is known by its shape. Otherwise it is the group that words on it name, else one that
    words around it name, else the main list, unless another is as long or it is a side kind of the lexicon ("comment").
    A group of radio buttons is named by a kind that is called like options. In a `section` that is named for a
    side kind, list items, table rows and articles are named too. With `rows` rows of tables precede other groups.
    """
    seen = lists.kinds.get(names)
    known = seen.shape if seen is not None else None
    groups = repeated(snapshot, scope, known, choices=any(agreement(name, "option") == 1 for name in names))
    if rows:
        groups = [g for g in groups if snapshot.elements[g.members[0]].role == "row"] or groups
    if seen is not None:
        again = known_again(snapshot, groups, seen)
        return _items(snapshot, again, names, is_named=names in lists.bound)
    called = {" ".join(stems(name)) for name in names if name}
    is_side = bool(called & lexicon().items["side"])
    named: dict[Siblings, tuple[int, bool, int]] = {}
    for group in groups:
        # A synonym ("post" for a reply) names no single element.
        naming = _naming(snapshot, group, names, _NAMED if len(group.members) > 1 else 1.0)
        is_of_buttons = _are_mere_buttons(snapshot, group)
        is_entry = len(group.members) > 1 and _has_entry_role(snapshot, group)
        is_meant = naming > 0 or (is_side and section and is_entry)
        # Chips called "Kind of plant" are chosen from, and are no plants.
        if is_meant and (is_side or not is_of_buttons):
            named[group] = naming, not is_of_buttons, _letters(snapshot, group)
    # Sections in `div.messages`, one of which holds a table called "Messages", are no messages.
    entries = [g for g in named if _has_entry_role(snapshot, g)]
    tables = {g.container if named[g][0] > 1 else snapshot.elements[g.container].parent for g in entries}
    for group in [g for g, (naming, *_) in named.items() if naming < 3]:
        if any(tables.intersection(snapshot.inside(member)) for member in group.members):
            del named[group]
    if named:
        # A list may stand in several tables, the later ones under headings of their own.
        fitting = [g for g in groups if g in named or (not is_side and _is_main_list(snapshot, g, 1))]
        return _learning(snapshot, max(named, key=named.__getitem__), fitting, groups, names)
    # Tables on two pages may be built alike, but what is known as another kind is no side kind.
    taken = [seen.shape for seen in lists.kinds.values()] if is_side else []
    least = _MAIN if is_side else 1
    main = [g for g in groups if _is_main_list(snapshot, g, least) and g.shape not in taken]
    if not main:
        return Items(())
    letters = {group: _letters(snapshot, group) for group in main}
    best = max(main, key=letters.__getitem__)
    found = _learning(snapshot, best, main, groups, names)
    if is_side and not called & lexicon().items["main"]:
        return Items((), f"saw a list of {len(found.members)} entries, but nothing names them {names[0]!r}")
    for rival in main:
        is_inside = any(snapshot.holds(member, rival.container) for member in best.members)
        if rival.shape != best.shape and letters[rival] >= letters[best] * _RIVAL and not is_inside:
            sizes = f"{len(found.members)} and {len(rival.members)}"
            note = f"lists of {sizes} entries, and nothing names either {next(iter(names), '')!r}"
            return Items(found.members, note, is_clear=False)
    return found


def _learning(
    snapshot: Snapshot, best: Siblings, fitting: list[Siblings], groups: list[Siblings], names: Kind
) -> Items:
    """The members of all fitting groups of the shape of the best; more than one are learnt."""
    beside = frozenset(group.shape for group in groups) - {best.shape}
    taken = [best, *(g for g in fitting if g.shape == best.shape and g is not best)]
    found = _items(snapshot, taken, names)
    is_learnt = len(best.members) > 1
    return replace(found, learnt=EntryLook(learnt(snapshot, best), beside)) if is_learnt else found


def _items(snapshot: Snapshot, groups: list[Siblings], names: Kind, *, is_named: bool = False) -> Items:
    """The members of groups; sure where the first is named, and no member may be a notice instead.

    One of several members, or the only one, that offers to undo may say what was removed in its place.
    """
    members = sorted(i for group in groups for i in group.members)
    pressed = ([e for e in snapshot.elements[i : snapshot.elements[i].end] if e.clickable] for i in members)
    undoing = [any(agreement("Undo", e.name) >= _UNDOES for e in buttons) for buttons in pressed]
    has_notice = any(undoing) and not (len(undoing) > 1 and all(undoing))
    # Radio buttons may choose anything.
    is_named = is_named or any(_naming(snapshot, g, names, 1.0) and not g.are_choices for g in groups[:1])
    return Items(tuple(members), is_sure=is_named and not has_notice)


def _naming(snapshot: Snapshot, group: Siblings, names: Kind, least: float = _NAMED) -> int:
    """3 where classes of its members name a kind, 2 where classes, a name or a heading of the group do, 1 where those
    of what it stands in do; else 0.
    """
    first, container = snapshot.elements[group.members[0]], snapshot.elements[group.container]
    outer = snapshot.elements[container.parent] if container.parent >= 0 else container

    def is_said(text: str) -> bool:
        have = content(text)
        wanted = [content(name) for name in names if content(name)] if have else []
        agreed = [sum(max(agreement(w, o) for o in have) for w in words) / len(words) for words in wanted]
        return max(agreed, default=0.0) >= least

    def words_of(element: Element) -> str:
        """Its classes, its name unless that is its own text, and the heading before it among its siblings."""
        before = [i for i in snapshot.children.get(element.parent, []) if i < element.index]
        heads = [snapshot.text(i) for i in before if snapshot.elements[i].role == "heading"]
        return f"{element.tokens} {element.name if element.source != 'text' else ''} {' '.join(heads[-1:])}"

    own = f"{'option ' * group.are_choices}{first.tokens}"
    spots = own, f"{own} {words_of(container)}", words_of(outer)
    return next((3 - place for place, text in enumerate(spots) if is_said(text)), 0)


def _has_entry_role(snapshot: Snapshot, group: Siblings) -> bool:
    return snapshot.elements[group.members[0]].role in ENTRY_ROLES


def _letters(snapshot: Snapshot, group: Siblings) -> int:
    """How many letters the members say."""
    return sum(len(snapshot.text(member)) for member in group.members)


def _are_mere_buttons(snapshot: Snapshot, group: Siblings) -> bool:
    """True if each member is pressed, says no more than its name, and has no role of an entry."""
    for member in map(snapshot.elements.__getitem__, group.members):
        said = [p for p in snapshot.pieces[member.first_text : member.last_text] if not p.hidden]
        if not member.clickable or len(said) > 1 or member.role in ENTRY_ROLES:
            return False
    return True


def _is_main_list(snapshot: Snapshot, group: Siblings, least: int) -> bool:
    """True for a list of entries to be read: in no form or navigation, and not merely of buttons."""
    around = (group.container, *snapshot.ancestors(group.container))
    if len(group.members) < least or any(snapshot.elements[i].role in _FRAMES for i in around):
        return False
    return _letters(snapshot, group) >= 2 * len(group.members) and not _are_mere_buttons(snapshot, group)


def page_entries(snapshot: Snapshot, lists: Lists = NOTHING.lists) -> tuple[int, ...]:
    """The items of the page, in their order: of the first kind seen before that is there, else of its main list."""
    everywhere = range(len(snapshot.elements))
    each = (find_items(snapshot, kind, lists, everywhere).members for kind in lists.kinds or ((),))
    return next(filter(None, each), ())


def listed_entries(snapshot: Snapshot, lists: Lists) -> list[str]:
    """The words of the items, without numbers and the words of their buttons ("Mark as done").

    A button in a heading unfolds an item, and says its title.
    """
    found: list[str] = []
    for index in page_entries(snapshot, lists):
        text, inside = snapshot.text(index), [snapshot.elements[i] for i in snapshot.inside(index)]
        heads = [e.index for e in inside if e.role == "heading"]
        for button in inside:
            if button.role == "button" and not any(snapshot.holds(head, button.index) for head in heads):
                text = text.replace(snapshot.text(button.index), " ", 1)
        found.append(without_numbers(text))
    return found


def without_numbers(text: str) -> str:
    """Words without the numbers among them, which may count anything: "Tea (4)" is "Tea"."""
    return " ".join(_NUMBERS.sub(" ", text).split())
