"""Groups of siblings that are built alike: the items of a list, the rows of a table, the cards of a grid."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from agents.browser.grounding.candidates import ItemShape, Seen
from agents.browser.grounding.lexicon import lexicon
from agents.browser.snapshot import Element, Snapshot

MARKED = frozenset({"listitem", "row", "article"})
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


@dataclass(frozen=True, slots=True)
class Group:
    """Siblings that are built alike."""

    members: tuple[int, ...]
    container: int
    shape: ItemShape
    are_choices: bool = False
    """True where each is one radio button and its label."""


def repeated(
    snapshot: Snapshot, scope: range, known: ItemShape | None, *, choices: bool = False
) -> list[Group]:
    """Groups of visible siblings that are built alike and may be items.

    A single element is a group where its role says that it is an item, or where it is built like the `known` ones.
    """
    found: list[Group] = []
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
            if len(members) > 1 or is_known or snapshot.elements[members[0]].role in MARKED:
                found.append(Group(tuple(members), container, shape, are_choices))
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
    if element.role in MARKED or element.end - element.index > _LARGEST_FORM_ROW:
        return False
    inner = [snapshot.elements[i] for i in snapshot.inside(element.index)]
    if all(e.role in ("checkbox", "switch") for e in inner if e.is_field):
        return False
    parts = [e.index for e in inner if e.is_field or e.role in ("label", "legend")]
    said = [p.owner for p in snapshot.pieces[element.first_text : element.last_text] if not p.hidden]
    signs = [e.index for e in inner if e.role == "button" and e.name and not snapshot.text(e.index)]
    beside = [i for i in (*said, *signs) if not any(snapshot.holds(part, i) for part in parts)]
    return len(beside) <= 1


def learnt(snapshot: Snapshot, group: Group) -> ItemShape:
    """The shape of a group with what its members contain and say, by which they are known again."""
    parts, said = _parts(snapshot, group.members), _words(snapshot, group.members)
    return replace(group.shape, parts=parts, said=said, width=snapshot.width)


def known_again(snapshot: Snapshot, groups: Sequence[Group], seen: Seen) -> list[Group]:
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
    found: list[Group] = []
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


def _is_empty_message(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
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
