"""The button that hands a form in, where nothing on it says so in the words that are looked for."""

from collections import Counter

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.words import finds_things, has_words
from agents.browser.snapshot import Element, Snapshot

PLACED = 0.7
"""Score of what is known by its place alone: the one button of a form, the name of the app at the top."""
_CLIMB = 4
"""Containers around a field in which the button of its form is looked for."""
_LONG = 30
"""Letters beyond which what is pressed is content rather than a button."""
_SEVERAL = 3
"""Buttons side by side from which they are choices."""
_NO_BUTTONS = frozenset(
    {
        "link", "tab", "label", "option", "radio", "listitem", "menuitem", "heading", "combobox", "listbox", "checkbox",
        "switch", "slider", "spinbutton", "textbox",
    }
)  # fmt: skip


def means_submit(name: str) -> bool:
    """Whether a name says that something typed is handed in: "Post comment", "Save"."""
    said = stems(name)
    return bool(said) and said[0] in lexicon().buttons.submits


def in_own_form(snapshot: Snapshot, candidates: list[Candidate], field: int, least: float) -> list[Candidate]:
    """The candidates that stand nearest around the field that was typed into, as far as its form reaches.

    What hands in is a part of the form: the button that opened it, which is often called alike, stands outside. Where
    the form has nothing that is called so, its one button is meant, or else all of them are left.
    """
    if finds_things(f"{snapshot.elements[field].name} {snapshot.elements[field].placeholder}"):
        return candidates
    sole = sole_submit(snapshot, field)
    candidates = [c for c in candidates if not _chooses(snapshot, c.index)]
    for ancestor in snapshot.ancestors(field):
        if snapshot.elements[ancestor].tag in ("body", "html", "main"):
            return candidates
        inside = [c for c in candidates if snapshot.holds(ancestor, c.index)]
        if any(c.score >= least for c in inside):
            return inside
        if sole is not None and snapshot.holds(ancestor, sole) and has_words(snapshot.text(sole)):
            return [Candidate(sole, PLACED, snapshot.text(sole)[:_LONG])]
        if snapshot.elements[ancestor].role in ("form", "dialog"):
            return candidates
    return candidates


def _chooses(snapshot: Snapshot, index: int) -> bool:
    """Whether a press chooses something in the form: "Done" of three states hands nothing in."""
    if snapshot.elements[index].role in ("radio", "checkbox", "switch", "option"):
        return True
    labels = (i for i in (index, *snapshot.ancestors(index)) if snapshot.elements[i].role == "label")
    return any(snapshot.holds_field(label) for label in labels)


def sole_submit(snapshot: Snapshot, field: int) -> int | None:
    """The one button of the form in which a field stands, apart from those that give up; None where there is none.

    The form is the smallest container of the field in which anything can be pressed. A button that stands before the
    field, or that says a deed of its own, leaves it open.
    """
    if finds_things(f"{snapshot.elements[field].name} {snapshot.elements[field].placeholder}"):
        return None
    for level, ancestor in enumerate(snapshot.ancestors(field)):
        if level >= _CLIMB or snapshot.elements[ancestor].tag in ("body", "html", "main"):
            return None
        pressed = _pressed(snapshot, ancestor)
        if not pressed:
            continue
        left = pressed_in(snapshot, ancestor)
        if len(left) != 1 or left[0].index < field or not _may_submit(snapshot, left[0]):
            return None
        return left[0].index
    return None


def pressed_in(snapshot: Snapshot, container: int) -> list[Element]:
    """What can be pressed in a form besides its fields, apart from what gives it up."""
    return [e for e in _pressed(snapshot, container) if not _gives_up(snapshot, e)]


def _pressed(snapshot: Snapshot, container: int) -> list[Element]:
    """What can be pressed in a container besides its fields; of nested ones the outer one."""
    found: list[Element] = []
    for index in snapshot.inside(container):
        element = snapshot.elements[index]
        if not element.clickable or element.is_field or element.unseen or element.role == "label":
            continue
        if not found or not snapshot.holds(found[-1].index, index):
            found.append(element)
    return _without_choices(found)


def _without_choices(pressed: list[Element]) -> list[Element]:
    """Without what is chosen from: several that stand side by side and are built alike, as chips and times are."""
    alike = Counter(map(_build, pressed))
    return [element for element in pressed if alike[_build(element)] < _SEVERAL]


def _build(element: Element) -> tuple[int, str, str]:
    return element.parent, element.tag, next(iter(element.tokens.split()), "")


def _gives_up(snapshot: Snapshot, element: Element) -> bool:
    said = (element.name or snapshot.text(element.index)).casefold()
    words = (word for word in lexicon().questions.decline if word not in lexicon().questions.keeps)
    return any(said == word or said.startswith(f"{word} ") for word in words)


def _may_submit(snapshot: Snapshot, element: Element) -> bool:
    """Whether it may be a button that hands in: short words or a picture alone, with no other deed and no count."""
    text = snapshot.text(element.index) or element.name
    said = stems(text)
    kinds = {element.role, *(snapshot.elements[i].role for i in snapshot.inside(element.index))}
    if kinds & _NO_BUTTONS or len(text) > _LONG or any(word.isdigit() for word in said):
        return False
    if not has_words(text):
        return not any(sign in text for sign in ("×", "✕", "✖", "❌", "🗑", "−", "-"))
    return said[0] in lexicon().buttons.submits or said[0] not in lexicon().buttons.deeds
