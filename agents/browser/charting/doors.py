"""Which controls of a page may lead on, and are pressed when an app is explored.

Left alone is what does something rather than lead somewhere, above all what undoes, sends or buys; what only leads
back; and of things that repeat all but the first: what one card leads to, the others lead to as well.
"""

from collections import Counter
from collections.abc import Iterator

from agents.browser.grounding.items import listed
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import sole_submit
from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Snapshot

_LEADS = frozenset({"link", "tab", "menuitem"})
"""Roles of what leads somewhere."""
_ALIKE = 8
"""Controls of one look that are pressed of one screen: the links of a menu, not the days of a calendar."""
_LONG = 40
"""Letters from which the words of a button are content."""
_HERE = frozenset({"current", "selected", "disabled", "expanded", "pressed"})
_ARROWS = "←→↑↓▲▼◀▶«»‹›"
"""Signs of what moves something."""


def doors(snapshot: Snapshot) -> list[Element]:
    """What may lead on from here: what leads somewhere by its kind comes first."""
    return sorted(_doors(snapshot), key=lambda e: (not _leads(e), e.index))


def _doors(snapshot: Snapshot) -> Iterator[Element]:
    items = listed(snapshot)
    unpressed = {*_submits(snapshot)}
    alike = Counter[tuple[str, str, str]]()
    for element in snapshot.elements:
        if element.index in unpressed or not _can_be_pressed(snapshot, element):
            continue
        item = next((i for i in items if snapshot.holds(i, element.index)), None)
        if item is not None and item != items[0]:
            continue
        if not (_leads(element) or _is_title(snapshot, element, item) or _is_named_button(snapshot, element)):
            continue
        kind = (element.tag, element.role, element.tokens)
        alike[kind] += 1
        if alike[kind] <= _ALIKE and not _is_left_alone(snapshot, element):
            yield element


def _is_left_alone(snapshot: Snapshot, element: Element) -> bool:
    """Whether it undoes something, or only leads back."""
    said = element.name or snapshot.text(element.index)
    words = stems(said)
    known = lexicon().doors
    return bool(known.harms & set(words) or known.back & set(words[:1])) or said.startswith(("←", "‹", "«"))


def _submits(snapshot: Snapshot) -> Iterator[int | None]:
    """The buttons that hand in what is typed."""
    return (sole_submit(snapshot, e.index) for e in snapshot.elements if e.role == "textbox" and e.is_shown)


def _is_title(snapshot: Snapshot, element: Element, item: int | None) -> bool:
    """Whether it is an entry of the list, or its heading."""
    if item is None:
        return False
    headings = (i for i in snapshot.inside(item) if snapshot.elements[i].role == "heading")
    return element.index == item or any(
        snapshot.holds(element.index, h) or snapshot.holds(h, element.index) for h in headings
    )


def _leads(element: Element) -> bool:
    return element.role in _LEADS or element.has_popup or element.tag == "summary"


def _can_be_pressed(snapshot: Snapshot, element: Element) -> bool:
    if not element.clickable or not element.is_shown or element.covered or element.is_field:
        return False
    if element.role in ("label", "option") or element.states & _HERE:
        return False
    around = (snapshot.elements[i] for i in snapshot.ancestors(element.index))
    return not any(outer.clickable and outer.role in ("button", "label", *_LEADS) for outer in around)


def _is_named_button(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is called by something other than a deed: of "Settings" nobody knows what it does but open them."""
    said = element.name or snapshot.text(element.index)
    words = stems(said)
    if element.role not in ("", "button") or not has_words(said) or len(said) > _LONG:
        return False
    if any(sign in said for sign in _ARROWS) or any(word.isdigit() for word in words):
        return False
    known = lexicon()
    if words[0] in known.doors.begins:
        return "to" not in words and not _stands_in_a_form(snapshot, element)
    return not (known.doors.does | known.buttons.deeds | known.buttons.submits) & set(words)


def _stands_in_a_form(snapshot: Snapshot, element: Element) -> bool:
    around = (snapshot.elements[i] for i in snapshot.ancestors(element.index))
    return any(outer.role in ("form", "dialog") or outer.tag == "form" for outer in around)
