"""Buttons known by their place: those that submit a form, close what lies over a page, or answer a question."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import NamedTuple

from agents.browser.grounding.candidates import Candidate
from agents.browser.grounding.names import added, finds_things, has_words, lexicon, stems
from agents.browser.snapshot import Element, Snapshot

PLACED = 0.7
"""Score of the only button of a form, which is known by its place alone."""
_CLIMB = 4
"""Containers around a field in which the button of its form is looked for."""
_LONG = 30
"""Letters beyond which what is pressed is content rather than a button."""
_SEVERAL = 3
"""Buttons side by side from which they are choices."""
_FILLING = 0.9
"""Share of the window's width and height from which a box fills it."""
_MOST = 0.5
"""Share of what can be pressed outside of a layer that it keeps from being pressed."""
_FEW = 6
"""More new buttons than these are a new view rather than a question."""
_PAGE = ("body", "html", "main")
_CHOICES = frozenset({"checkbox", "radio", "switch", "option", "label"})
_NO_SUBMITS = _CHOICES | {
    "link", "tab", "listitem", "menuitem", "heading", "combobox", "listbox", "slider", "spinbutton", "textbox",
}  # fmt: skip


def said_on(snapshot: Snapshot, element: Element) -> str:
    """The text of a control, else its name."""
    return snapshot.text(element.index) or element.name


def _meanings(snapshot: Snapshot, element: Element) -> tuple[str, ...]:
    """What a control says by its text, its name or its sign."""
    text = said_on(snapshot, element)
    return (text, element.name, *lexicon().symbols.get(text.strip(), ()))


def _begins(texts: Iterable[str], names: Iterable[str]) -> bool:
    """Whether a text begins with the words of a name; a single letter, as an X, has to be all of it."""
    known = [stems(name) for name in names]
    return any(
        said[: len(name)] == name and (len(said) == 1 or name != ("x",))
        for said in map(stems, texts)
        for name in known
    )


def means_submit(name: str) -> bool:
    """Whether a name says that something typed is submitted: "Post comment", "Save"."""
    return not lexicon().buttons["submits"].isdisjoint(stems(name)[:1])


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
        if _pressed(snapshot, ancestor):
            left = pressed_in(snapshot, ancestor)
            is_one = len(left) == 1 and left[0].index >= field and _may_submit(snapshot, left[0])
            return left[0].index if is_one else None
    return None


def pressed_in(snapshot: Snapshot, container: int) -> list[Element]:
    """What can be pressed in a form besides its fields and choices, apart from what gives it up."""
    known = lexicon().questions
    gives_up = [words for words in known.decline if words not in known.keeps]
    return [e for e in _pressed(snapshot, container) if not _begins(_meanings(snapshot, e), gives_up)]


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


def _may_submit(snapshot: Snapshot, element: Element) -> bool:
    """Whether it may submit: a few words, or a picture alone, that name no other action and no count."""
    text, buttons = said_on(snapshot, element), lexicon().buttons
    roles = {snapshot.elements[i].role for i in snapshot.within(element.index)}
    if roles & _NO_SUBMITS or len(text) > _LONG or any(word.isdigit() for word in stems(text)):
        return False
    deeds = buttons["deeds"] - buttons["submits"]
    return deeds.isdisjoint(word for words in _meanings(snapshot, element) for word in stems(words)[:1])


def open_layer(snapshot: Snapshot) -> range | None:
    """Indices of the layer that is open on top of all others; None where the page itself can be operated."""
    pressed = [e for e in snapshot.elements if e.clickable and e.is_shown]
    middles = [(e, e.box.x + e.box.width / 2, e.box.y + e.box.height / 2) for e in pressed]
    beneath = [e for e, x, y in middles if 0 <= x < snapshot.width and 0 <= y < snapshot.height]
    if not any(e.covered for e in beneath):
        return None
    for layer in reversed(_layers(snapshot)):
        inside = snapshot.within(layer.index)
        outside = [e for e in beneath if e.index not in inside]
        blocked = sum(e.covered for e in outside)
        operated = (
            e for i in inside[1:] if ((e := snapshot.elements[i]).clickable or e.is_field) and e.is_shown
        )
        if blocked and blocked >= len(outside) * _MOST and not all(e.covered for e in operated):
            return inside
    return None


def outermost_fixed(snapshot: Snapshot) -> list[Element]:
    """Boxes of the page that stand still in the window, as bars, messages and layers do."""
    elements = snapshot.elements
    return [e for e in elements if e.fixed and e.is_shown and e.parent >= 0 and not elements[e.parent].fixed]


def _layers(snapshot: Snapshot) -> list[Element]:
    """What may be a layer: dialogs and, where something that stands still fills the window, all such boxes."""
    shown = [e for e in snapshot.elements if e.is_shown and e.parent >= 0]
    has_veil = any(e.fixed and _fills(snapshot, e) for e in shown)
    boxes = {e.index for e in outermost_fixed(snapshot)} if has_veil else set[int]()
    return [e for e in shown if e.role == "dialog" or e.index in boxes]


def _fills(snapshot: Snapshot, element: Element) -> bool:
    width, height = _FILLING * snapshot.width, _FILLING * snapshot.height
    return element.box.width >= width and element.box.height >= height


class PageQuestion(NamedTuple):
    """A question that an app asks in the page before it does something: a dialog, or buttons that appear."""

    confirm: int
    """Index of the button that says yes."""
    decline: int | None
    """Index of the button that says no."""
    words: str
    is_sure: bool = True
    """False for a dialog with one button, signs apart, and no question mark: it may merely tell what was done."""


def asked_in_page(before: Snapshot, after: Snapshot) -> PageQuestion | None:
    """The question that the page asked between two snapshots; None if it asked none."""
    layers = (e for e in fresh(before, after, _layers) if e.role == "dialog" or _fills(after, e))
    dialog = next((e for e in layers if after.text(e.index)), None)
    if dialog is None:
        buttons = fresh(before, after, _buttons)
    else:
        buttons = [b for b in _buttons(after) if after.holds(dialog.index, b.index)]
    if not buttons or len(buttons) > _FEW or (dialog and after.holds_field(dialog.index)):
        return None
    known = lexicon().questions
    said = {button.index: said_on(after, button) for button in buttons}
    decline = next((index for index in said if _begins([said[index]], known.decline)), None)
    others = [index for index in said if index != decline]
    confirm = next((index for index in others if _begins([said[index]], known.confirm)), None)
    words, is_sure = said[buttons[0].index], True
    if dialog is not None:
        words = after.text(dialog.index)
        is_sure = sum(map(has_words, said.values())) > 1 or "?" in words
        if confirm is None and others:
            # Whatever the button of the action is called, it is the one that does not decline.
            confirm = others[-1]
    elif decline is None and not any(known.again & set(stems(text)) for text in said.values()):
        return None
    return None if confirm is None else PageQuestion(confirm, decline, words, is_sure)


def fresh(before: Snapshot, after: Snapshot, kind: Callable[[Snapshot], list[Element]]) -> list[Element]:
    """Elements of a kind that have another role or say something else than all those before."""
    was, now = ([((e.role, said_on(page, e)), e) for e in kind(page)] for page in (before, after))
    return added(was, now)


def _buttons(snapshot: Snapshot) -> list[Element]:
    """The pressable elements, without containers of buttons that only take the focus."""
    pressed = [
        e for e in snapshot.elements if e.clickable and e.is_shown and not e.is_field and e.role != "label"
    ]
    pairs = zip_longest(pressed, pressed[1:])
    return [e for e, after in pairs if e.role == "button" or after is None or after.index >= e.end]
