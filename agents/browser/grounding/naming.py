"""By what words an element may be known: name, text, tooltip, classes, icon, sign, label beside it."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from agents.browser.grounding.lexicon import lexicon, split_words, stems
from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Snapshot

_OUTER = 2
"""Containers around a field in whose own words its label is looked for: it may stand in a wrapper of its own."""
_LABEL_LETTERS = 40
"""Letters beyond which words are content rather than a label."""
_TICKED = frozenset({"checkbox", "radio", "switch"})


def loose_label(snapshot: Snapshot, field: Element) -> str:
    """The words right before a field that stand in no element but what holds it; empty where others stand there.

    Of what is ticked or chosen they stand behind it.
    """
    is_behind = field.role in _TICKED
    edge = field.last_text if is_behind else field.first_text
    place = edge if is_behind else edge - 1
    for outer in _holders(snapshot, field):
        between = range(field.end, outer.end) if is_behind else range(outer.index + 1, field.index)
        if any(e.is_field and e.first_text == edge for e in map(snapshot.elements.__getitem__, between)):
            return ""
        if outer.first_text <= place < outer.last_text:
            piece = snapshot.pieces[place]
            is_label = piece.owner == outer.index and not piece.hidden and has_words(piece.words)
            return piece.words.strip() if is_label and len(piece.words) <= _LABEL_LETTERS else ""
    return ""


def _holders(snapshot: Snapshot, field: Element) -> list[Element]:
    around = [snapshot.elements[i] for i in snapshot.ancestors(field.index)][:_OUTER]
    return [e for e in around if not e.clickable or e.role == "label"]


def given_name(element: Element) -> str:
    """What an element is called; what it says itself is no name: a report may mention anything."""
    return "" if element.source == "text" else element.name


def heading_before(snapshot: Snapshot, container: Element) -> str:
    """The heading that stands right before a container, among its siblings."""
    siblings = snapshot.children.get(container.parent, [])
    if container.index not in siblings:
        return ""
    for index in reversed(siblings[: siblings.index(container.index)]):
        if snapshot.elements[index].role == "heading":
            return snapshot.text(index)
    return ""


_FALLBACK = 0.95
"""Trust in what names a thing for want of a label: a tooltip, the words for a picture, what an empty field says."""
_TEXT, _LABEL, _SIGN, _ICON, _TOKENS, _BESIDE = 1.0, 0.97, 0.86, 0.82, 0.8, 0.9
_LEADING_SIGN = 0.75
_LABELS = 40
"""Letters up to which words behind a sign are a label."""
_LONG = 90
"""Letters beyond which text is content rather than a name."""
_CAPTIONS = 150
"""Captions before a field, and after it, of which one may be its label."""
_FILTERS = "Filter"


class Known(NamedTuple):
    """Words that an element may be known by."""

    words: str
    trust: float
    """0 to 1."""
    is_code: bool = False
    """Written for the program rather than for readers: ids, classes, names of icons."""


def known_as(snapshot: Snapshot, element: Element) -> Iterator[Known]:
    """Words that an element may be known by, each with the trust put in them."""
    if element.name:
        yield Known(element.name, _FALLBACK if element.source in ("alt", "title", "placeholder") else _TEXT)
        label, colon, _ = element.name.partition(":")
        if colon and element.is_field:
            # "Highest price: €120" is the field's label with what it holds.
            yield Known(label, _LABEL)
    text = snapshot.text(element.index)
    is_told = _says_sense(element, text)
    if text and len(text) <= _LONG and text != element.name and not element.is_field and not is_told:
        yield Known(text, _TEXT)
    if element.title and element.source != "title":
        yield Known(element.title, _FALLBACK)
    if element.is_field and element.source in ("", "placeholder", "title"):
        beside = label_beside(snapshot, element)
        if beside:
            yield Known(beside, _BESIDE)
        frame = _frame_of(snapshot, element)
        if frame:
            yield Known(frame, _TOKENS, is_code=True)
        if element.options and not element.options[0].value:
            yield Known(element.options[0].text, _FALLBACK)
    if element.options and lexicon().choices.all_of_them.match(element.options[0].text):
        # "All categories" says what a list is for, whatever its label asks: "Look at".
        yield Known(element.options[0].text, _BESIDE)
    elif element.options and lexicon().choices.alone.match(element.options[0].text):
        # "All" before what can be chosen says that a list filters.
        yield Known(_FILTERS, _BESIDE)
    if (element.clickable or element.is_field) and not is_told:
        yield from _signs(element, text)
    if element.tokens:
        yield by_tokens(element)
        if part := _part_of_block(element):
            yield Known(part, _TOKENS, is_code=True)


def _frame_of(snapshot: Snapshot, field: Element) -> str:
    """What programs call the frame of a field without words or another field in it: a magnifying glass before it."""
    if field.parent < 0 or snapshot.text(field.parent):
        return ""
    frame = snapshot.elements[field.parent]
    inner = [snapshot.elements[i] for i in snapshot.inside(frame.index)]
    if frame.tag in ("body", "form", "main") or any(e.is_field and e is not field for e in inner):
        return ""
    signs = (split_words(f"{e.tokens} {e.icon}") for e in (frame, *inner) if e is not field)
    return " ".join(
        dict.fromkeys(word for words in signs for word in words if word not in lexicon().names.icon_sets)
    )


def heading_of(snapshot: Snapshot, element: Element) -> str:
    """What a container is called: its first heading or legend, else a short heading right before it.

    The heading of one of several parts that are built alike, as of a board's first column, names that part alone.
    """
    for index in snapshot.inside(element.index):
        inner = snapshot.elements[index]
        if inner.role in ("heading", "legend", "caption") and inner.is_shown:
            return "" if _heads_a_part(snapshot, element, inner) else inner.name or snapshot.text(index)
    return _heading_before(snapshot, element)


def _heads_a_part(snapshot: Snapshot, whole: Element, heading: Element) -> bool:
    """Whether a heading stands in one of several parts of a whole that are built alike, each with such a heading."""
    part = heading.index
    for ancestor in snapshot.ancestors(heading.index):
        if part != heading.index and any(
            _is_built_alike(snapshot, part, other) and _has_heading(snapshot, other, heading.tag)
            for other in snapshot.children.get(ancestor, [])
        ):
            return True
        if ancestor == whole.index:
            return False
        part = ancestor
    return False


def _is_built_alike(snapshot: Snapshot, part: int, other: int) -> bool:
    one, two = snapshot.elements[part], snapshot.elements[other]
    return part != other and (one.tag, one.role, one.tokens) == (two.tag, two.role, two.tokens)


def _has_heading(snapshot: Snapshot, part: int, tag: str) -> bool:
    inner = (snapshot.elements[index] for index in snapshot.inside(part))
    return any(e.role == "heading" and e.tag == tag and e.is_shown for e in inner)


def _heading_before(snapshot: Snapshot, element: Element) -> str:
    """The heading right before a container that is all that stands beneath it."""
    siblings = [i for i in snapshot.children.get(element.parent, []) if snapshot.elements[i].box.area > 0]
    if element.index not in siblings:
        return ""
    place = siblings.index(element.index)
    following = siblings[place + 1 :]
    is_alone = not following or snapshot.elements[following[0]].role == "heading"
    if place and is_alone and snapshot.elements[siblings[place - 1]].role == "heading":
        return "" if _are_mere_buttons(snapshot, element) else snapshot.text(siblings[place - 1])
    return ""


def _are_mere_buttons(snapshot: Snapshot, element: Element) -> bool:
    """Whether it says nothing but what its buttons say, which act upon what the heading beside them heads."""
    buttons = [i for i in snapshot.inside(element.index) if snapshot.elements[i].role == "button"]
    pieces = [p for p in snapshot.pieces[element.first_text : element.last_text] if not p.hidden]
    return bool(pieces) and all(any(snapshot.holds(b, piece.owner) for b in buttons) for piece in pieces)


def column_header(snapshot: Snapshot, element: Element) -> str:
    """The header over a table cell; empty when it is no cell or has none."""
    if element.role not in ("cell", "rowheader"):
        return ""
    row = element.parent
    cells = [
        i
        for i in snapshot.children.get(row, [])
        if snapshot.elements[i].role in ("cell", "columnheader", "rowheader")
    ]
    table = next((i for i in snapshot.ancestors(row) if snapshot.elements[i].role == "table"), None)
    if table is None or element.index not in cells:
        return ""
    headers = [i for i in snapshot.inside(table) if snapshot.elements[i].role == "columnheader"]
    place = cells.index(element.index)
    return snapshot.text(headers[place]) if place < len(headers) and len(headers) >= len(cells) else ""


def label_beside(snapshot: Snapshot, element: Element) -> str:
    """Words right beside a field in what holds it, else text left of or above it and nearer than to any other field."""
    if loose := loose_label(snapshot, element):
        return loose
    best, nearest = "", 120.0
    for index in _neighbourhood(snapshot, element):
        other = snapshot.elements[index]
        if other.index == element.index or snapshot.holds(other.index, element.index):
            continue
        distance = _label_distance(other, element)
        if distance < nearest:
            best, nearest = snapshot.captions[index], distance
    return best


def _neighbourhood(snapshot: Snapshot, element: Element) -> Iterator[int]:
    """Captions in the two or three containers around a field, as long as it is the only field there.

    A label stands near its field in the document too; the bound keeps a page of thousands of fields from taking
    minutes.
    """
    order, fields = snapshot.caption_order, snapshot.field_order
    here = bisect_left(order, element.index)
    near = slice(max(here - _CAPTIONS, 0), here + _CAPTIONS)
    for level, ancestor in enumerate(snapshot.ancestors(element.index)):
        if level >= 3:
            return
        inside = snapshot.inside(ancestor)
        yield from (index for index in order[near] if index in inside)
        if bisect_left(fields, inside.stop) - bisect_left(fields, inside.start) > 1:
            return


def _label_distance(label: Element, field: Element) -> float:
    gap_left = field.box.x - label.box.right
    gap_above = field.box.y - label.box.bottom
    same_row = label.box.y < field.box.bottom and field.box.y < label.box.bottom
    if same_row and gap_left >= -2:
        return gap_left
    if gap_above >= -2 and label.box.x <= field.box.right and abs(label.box.x - field.box.x) < 200:
        return gap_above + abs(label.box.x - field.box.x) / 4
    # Right of a box that is ticked or chosen.
    if same_row and field.role in ("checkbox", "radio", "switch") and label.box.x - field.box.right >= -2:
        return label.box.x - field.box.right
    return 1e9


def by_tokens(element: Element) -> Known:
    """The element by its id and classes."""
    return Known(" ".join(split_words(element.tokens)), _TOKENS, is_code=True)


def _part_of_block(element: Element) -> str:
    """What a class calls a part of a block, "book" in "show__book": the block is what it stands in, not what it is."""
    parts = (
        token.rpartition("__")[2].partition("--")[0] for token in element.tokens.split() if "__" in token
    )
    return " ".join(word for part in parts for word in split_words(part))


def _says_sense(element: Element, text: str) -> bool:
    """Whether words say which of its senses a sign has: a cross that is called "Close cart" removes nothing."""
    if not text or has_words(text) or not has_words(element.name):
        return False
    named = set(stems(element.name))
    return any(
        sign in text and any(set(stems(meaning)) <= named for meaning in meanings)
        for sign, meanings in lexicon().symbols.says.items()
    )


def _signs(element: Element, text: str) -> Iterator[Known]:
    if element.icon:
        words = [word for word in split_words(element.icon) if word not in lexicon().names.icon_sets]
        if words:
            yield Known(" ".join(words), _ICON, is_code=True)
    said = text or element.name
    if len(said) <= 6 or not has_words(said):
        for sign, meanings in lexicon().symbols.says.items():
            if sign in said and not _is_between(said, sign):
                for meaning in meanings:
                    yield Known(meaning, _SIGN)
    elif element.clickable and (sign := _telling_sign(said)):
        yield from (Known(meaning, _LEADING_SIGN) for meaning in lexicon().symbols.says[sign])


def _is_between(said: str, sign: str) -> bool:
    """Whether a sign joins two words, and says nothing by itself: "A→Z", "3-5", "2+1"."""
    before, _, behind = said.partition(sign)
    return has_words(before) and has_words(behind)


def _telling_sign(said: str) -> str:
    """The sign before the words of a button that says what it is for; stars before a number or a rating say that."""
    sign = next((sign for sign in lexicon().symbols.telling if said.startswith(sign)), "")
    words = stems(said)
    is_rating = words[0].isdigit() or bool(lexicon().rates.says & set(words))
    return "" if is_rating or len(said) > _LABELS else sign
