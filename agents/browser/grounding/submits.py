"""The button that submits a form, also where its words do not say so."""

from collections import Counter
from collections.abc import Iterable

from agents.browser.grounding.candidates import Candidate
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import finds_things, has_words
from agents.browser.snapshot import Element, Snapshot

PLACED = 0.7
"""Score of the only button of a form, which is known by its place alone."""
_CLIMB = 4
"""Containers around a field in which the button of its form is looked for."""
_LONG = 30
"""Letters beyond which what is pressed is content rather than a button."""
_SEVERAL = 3
"""Buttons side by side from which they are choices."""
_PAGE = ("body", "html", "main")
_CHOICES = frozenset({"radio", "checkbox", "switch", "option", "label"})
_NO_SUBMITS = _CHOICES | {
    "link", "tab", "listitem", "menuitem", "heading", "combobox", "listbox", "slider", "spinbutton", "textbox",
}  # fmt: skip
_CLOSING_SIGNS = ("×", "✕", "✖", "❌", "🗑", "−", "-")


def said_on(snapshot: Snapshot, element: Element) -> str:
    """The text of a control, else its name."""
    return snapshot.text(element.index) or element.name


def begins_with(text: str, names: Iterable[str]) -> bool:
    """Whether the words of a text begin with those of one of some names, whatever their case and plural."""
    said = stems(text)
    return any(said[: len(stems(name))] == stems(name) for name in names)


def means_submit(name: str) -> bool:
    """Whether a name says that something typed is submitted: "Post comment", "Save"."""
    said = stems(name)
    return bool(said) and said[0] in lexicon().buttons["submits"]


def in_own_form(snapshot: Snapshot, candidates: list[Candidate], field: int, least: float) -> list[Candidate]:
    """The candidates in the form of a field: in its smallest container with one that scores `least`.

    The button that opened the form, which is often called alike, stands outside. Where nothing in the form is called
    so, its one button is meant; without one, all candidates are left.
    """
    if _is_search(snapshot.elements[field]):
        return candidates
    sole = sole_submit(snapshot, field)
    candidates = [c for c in candidates if not _is_choice(snapshot, c.index)]
    for ancestor in snapshot.ancestors(field):
        if snapshot.elements[ancestor].tag in _PAGE:
            break
        inside = [c for c in candidates if snapshot.holds(ancestor, c.index)]
        if any(c.score >= least for c in inside):
            return inside
        if sole is not None and snapshot.holds(ancestor, sole) and has_words(snapshot.text(sole)):
            return [Candidate(sole, PLACED, snapshot.text(sole)[:_LONG])]
        if snapshot.elements[ancestor].role in ("form", "dialog"):
            break
    return candidates


def sole_submit(snapshot: Snapshot, field: int) -> int | None:
    """The one button that may submit the form of a field; None where there is none, or several.

    The form is the smallest container of the field with anything to press. A button before the field, or one that
    names another action, is none.
    """
    if _is_search(snapshot.elements[field]):
        return None
    for level, ancestor in enumerate(snapshot.ancestors(field)):
        if level >= _CLIMB or snapshot.elements[ancestor].tag in _PAGE:
            return None
        pressed = _pressed(snapshot, ancestor)
        if pressed:
            left = [e for e in pressed if not _gives_up(snapshot, e)]
            is_one = len(left) == 1 and left[0].index >= field and _may_submit(snapshot, left[0])
            return left[0].index if is_one else None
    return None


def pressed_in(snapshot: Snapshot, container: int) -> list[Element]:
    """What can be pressed in a form besides its fields and choices, apart from what gives it up."""
    return [e for e in _pressed(snapshot, container) if not _gives_up(snapshot, e)]


def _is_search(field: Element) -> bool:
    return finds_things(f"{field.name} {field.placeholder}")


def _is_choice(snapshot: Snapshot, index: int) -> bool:
    """Whether a press chooses something in the form: "Done" of three states submits nothing."""
    return any(snapshot.elements[i].role in _CHOICES for i in (index, *snapshot.ancestors(index)))


def _pressed(snapshot: Snapshot, container: int) -> list[Element]:
    """What can be pressed in a container besides its fields; of nested elements the outer one.

    Several that stand side by side and are built alike, as chips are, are choices and left out.
    """
    found: list[Element] = []
    for index in snapshot.inside(container):
        element = snapshot.elements[index]
        if not element.clickable or element.is_field or element.unseen or element.role == "label":
            continue
        if not found or not snapshot.holds(found[-1].index, index):
            found.append(element)
    builds = [(e.parent, e.tag, *e.tokens.split()[:1]) for e in found]
    alike = Counter(builds)
    return [e for e, build in zip(found, builds, strict=True) if alike[build] < _SEVERAL]


def _gives_up(snapshot: Snapshot, element: Element) -> bool:
    known = lexicon().questions
    return begins_with(
        element.name or snapshot.text(element.index), (w for w in known.decline if w not in known.keeps)
    )


def _may_submit(snapshot: Snapshot, element: Element) -> bool:
    """Whether it may submit: a few words, or a picture alone, that name no other action and no count."""
    text = said_on(snapshot, element)
    said = stems(text)
    roles = {snapshot.elements[i].role for i in snapshot.within(element.index)}
    if roles & _NO_SUBMITS or len(text) > _LONG or any(word.isdigit() for word in said):
        return False
    if not said:
        return not any(sign in text for sign in _CLOSING_SIGNS)
    return said[0] in lexicon().buttons["submits"] or said[0] not in lexicon().buttons["deeds"]
