"""Reading values off a page: text, numbers, field values, states."""

import re

from agents.browser.grounding.candidates import Found, Grounding
from agents.browser.grounding.lexicon import stems
from agents.browser.grounding.values import Undecidable, Unreadable, number_of, value_beside
from agents.browser.snapshot import Element, Snapshot
from plans.records.findings import Part
from plans.records.targets import ReadKind
from plans.records.values import Value, number_in

_BETWEEN_FACTS = re.compile(r"\s[·•|]\s")
"""Separators of facts in one line: "Cuisine: Thai · Chef: Ada"."""
_STATES = (
    "checked", "disabled", "expanded", "pressed", "selected", "focused", "invalid", "readonly", "current",
)  # fmt: skip
"""Words of ReadKind `state`."""


def read(
    snapshot: Snapshot,
    kind: ReadKind,
    grounding: Grounding | None,
    names: tuple[str, ...] = (),
    part: Part | None = None,
) -> Value:
    """What is read off a grounded target, or off the whole page when there is none.

    `names` are the words by which the target was looked for: where they label a value, the value is read. `part` tells
    which part of the element's words is meant.

    Raises Unreadable when the target holds nothing of that kind, Undecidable when it is open what the target is; a
    missing target counts 0 and has no texts.
    """
    if grounding is None:
        if kind in ("content", "text"):
            return snapshot.content
        if kind == "brightness":
            return snapshot.brightness
        raise Unreadable(f"{kind} can only be read off a target")
    if grounding.found is Found.AMBIGUOUS:
        raise Undecidable(grounding.note)
    is_missing = grounding.found is Found.MISSING
    elements = [] if is_missing else [snapshot.elements[index] for index in grounding.matches]
    if kind == "count":
        return len(elements)
    if kind in ("texts", "numbers"):
        if elements and part is None and not any(_words_of(snapshot, e) for e in elements):
            raise Undecidable("nothing in them says what they stand for")
        if kind == "texts":
            return [_text_of(snapshot, element, names, part) for element in elements]
        return [_number_of(snapshot, element, names, part) for element in elements]
    if is_missing:
        raise Unreadable("it is not there")
    element = snapshot.elements[grounding.index]
    match kind:
        case "text":
            return _text_of(snapshot, element, names, part)
        case "number":
            return _number_of(snapshot, element, names, part)
        case "content":
            return snapshot.text(element.index)
        case "value":
            return _value_of(snapshot, element)
        case _:
            # An element is focused with what is inside of it.
            is_focused = any("focused" in snapshot.elements[i].states for i in snapshot.inside(element.index))
            states = element.states | {"focused"} if is_focused else element.states
            return [state for state in _STATES if state in states]


def _text_of(snapshot: Snapshot, element: Element, names: tuple[str, ...], part: Part | None) -> str:
    """The words of an element, or a part of them; the words after it, when it only says one of the names."""
    words = _words_of(snapshot, element)
    if part is not None:
        return _part_of(words, part)
    for name in filter(None, names):
        if stems(words) == stems(name) and not element.clickable and element.role != "heading":
            return value_beside(snapshot, element) or words
        for fact in _BETWEEN_FACTS.split(words):
            if fact.casefold().startswith(f"{name.casefold()}:"):
                return fact[len(name) + 1 :].strip()
    return words


def _number_of(snapshot: Snapshot, element: Element, names: tuple[str, ...], part: Part | None) -> float:
    if part is None:
        return number_of(snapshot, element, names)
    # What stands behind a number may change with it: "1 piece", "2 pieces".
    part = part.model_copy(update={"before": ""}) if part.after else part
    text = _part_of(_words_of(snapshot, element), part)
    if (found := number_in(text)) is None:
        raise Unreadable(f"no number in {text[:80]!r}")
    return found


def _value_of(snapshot: Snapshot, element: Element) -> str:
    """What a field holds; for something else the field inside of it."""
    if element.value == "" and element.faint and snapshot.presents(element):
        raise Undecidable("what it holds is shown by something that is drawn around it")
    if element.value is not None:
        return element.value
    if element.has_popup and element.role in ("combobox", "button") and snapshot.text(element.index):
        # A list of the app's own shows what is chosen in it.
        return _words_of(snapshot, element)
    for index in snapshot.inside(element.index):
        if (value := snapshot.elements[index].value) is not None:
            return value
    raise Unreadable("it holds no value")


def _words_of(snapshot: Snapshot, element: Element) -> str:
    """The visible words of an element: its text, else what it holds, else its name."""
    return " ".join(snapshot.text(element.index).split()) or element.value or element.name


def _part_of(words: str, part: Part) -> str:
    found = part.of(words)
    if found is None:
        raise Unreadable(f"{words[:80]!r} does not say {part.after!r} … {part.before!r}")
    return found
