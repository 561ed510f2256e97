"""Reading values off a page: text, numbers, field values, states."""

import re

from agents.browser.grounding.bars import means_bars, words_of_bars
from agents.browser.grounding.contract import Found, Grounding
from agents.browser.grounding.lexicon import stems
from agents.browser.grounding.values import (
    amount_of,
    number_beside,
    number_called,
    number_within,
    says_number_to_readers_alone,
    value_beside,
)
from agents.browser.snapshot import Element, Snapshot
from agents.browser.states import states_of
from plans.records.findings import Part
from plans.records.targets import ReadKind
from plans.records.values import Value, number_in

_SEVERAL = re.compile(r"\s[·•|]\s")
"""What stands between the things that one line tells."""


class Unreadable(ValueError):
    """The target is there, but what should be read off it is not."""


class Undecidable(Unreadable):
    """The target shows what should be read off it, in a way that the judge cannot read."""


def read(
    snapshot: Snapshot,
    kind: ReadKind,
    grounding: Grounding | None,
    names: tuple[str, ...] = (),
    part: Part | None = None,
) -> Value:
    """What is read off a grounded target, or off the whole page when there is none.

    `names` are the words by which the target was looked for: where they label a value, the value is read. `part` is
    which part it is of what its element says.

    Raises Unreadable when the target holds nothing of that kind, Undecidable when it is open what the target is; a
    missing target counts 0 and has no texts.
    """
    if grounding is None:
        return _read_page(snapshot, kind)
    if grounding.found is Found.AMBIGUOUS:
        raise Undecidable(grounding.note)
    missing = grounding.found is Found.MISSING
    if part is not None and not missing and kind in ("text", "number", "texts", "numbers"):
        return _read_parts(snapshot, kind, grounding, part)
    if kind == "count":
        return 0 if missing else len(grounding.matches)
    if kind in ("texts", "numbers"):
        matches = () if missing else grounding.matches
        if matches and means_bars(names) and not any(_has_letters(snapshot, index) for index in matches):
            return _of_bars(words_of_bars(snapshot, matches), kind)
        if kind == "texts":
            return [_labelled(snapshot, snapshot.elements[index], names) for index in matches]
        return [number_of(snapshot, snapshot.elements[index], names) for index in matches]
    if missing:
        raise Unreadable("it is not there")
    element = snapshot.elements[grounding.index]
    return (
        _labelled(snapshot, element, names) if kind == "text" else _read_one(snapshot, kind, element, names)
    )


def _read_parts(snapshot: Snapshot, kind: ReadKind, grounding: Grounding, part: Part) -> Value:
    if kind in ("number", "numbers") and part.after:
        # What stands behind a number may change with it: "1 piece", "2 pieces".
        part = part.model_copy(update={"before": ""})
    texts = [_part_of(snapshot, index, part) for index in grounding.matches]
    if kind in ("text", "texts"):
        return texts if kind == "texts" else texts[0]
    numbers = [_number_in_part(text) for text in texts]
    return numbers if kind == "numbers" else numbers[0]


def _part_of(snapshot: Snapshot, index: int, part: Part) -> str:
    words = visible_words(snapshot, snapshot.elements[index])
    found = part.of(words)
    if found is None:
        raise Unreadable(f"{words[:80]!r} does not say {part.after!r} … {part.before!r}")
    return found


def _number_in_part(text: str) -> float:
    found = number_in(text)
    if found is None:
        raise Unreadable(f"no number in {text[:80]!r}")
    return found


def _has_letters(snapshot: Snapshot, index: int) -> bool:
    return any(map(str.isalpha, visible_words(snapshot, snapshot.elements[index])))


def _of_bars(bars: list[list[str]], kind: ReadKind) -> Value:
    """What stands at the bars of a chart, of which none says anything itself: all of it, or the values."""
    if kind == "texts":
        return [" ".join(words) for words in bars]
    values = [_value_at(words) for words in bars]
    if any(value is None for value in values):
        raise Unreadable("no number stands at one of the bars")
    return [value for value in values if value is not None]


def _value_at(words: list[str]) -> float | None:
    """The number among the words at a bar: what is a number and no more, else the last that has one."""
    numbers = [(number_in(said), said) for said in words if number_in(said) is not None]
    alone = [number for number, said in numbers if not any(map(str.isalpha, said))]
    return alone[0] if alone else numbers[-1][0] if numbers else None


def _read_page(snapshot: Snapshot, kind: ReadKind) -> Value:
    if kind in ("content", "text"):
        return snapshot.content
    if kind == "brightness":
        return snapshot.brightness
    raise Unreadable(f"{kind} can only be read off a target")


def _read_one(snapshot: Snapshot, kind: ReadKind, element: Element, names: tuple[str, ...]) -> Value:
    match kind:
        case "content":
            return snapshot.text(element.index)
        case "number":
            return number_of(snapshot, element, names)
        case "value":
            return value_of(snapshot, element)
        case _:
            return states_of(snapshot, element)


def visible_words(snapshot: Snapshot, element: Element) -> str:
    """The visible words of an element: its text, else what it holds, else its name."""
    text = snapshot.text(element.index)
    if text:
        return " ".join(text.split())
    return element.value or element.name


def _labelled(snapshot: Snapshot, element: Element, names: tuple[str, ...]) -> str:
    """The words of an element; those that follow it, when it only says what it was looked for by."""
    words = visible_words(snapshot, element)
    if not any(names):
        return _title_of(snapshot, element) or words
    for name in names:
        if name and stems(words) == stems(name) and not element.clickable and element.role != "heading":
            return value_beside(snapshot, element) or words
        if name and words.casefold().startswith(f"{name.casefold()}:") and not _SEVERAL.search(words):
            return words[len(name) + 1 :].strip()
        if name and (told := _told_among_others(words, name)):
            return told
    return words


def _told_among_others(words: str, name: str) -> str:
    """What stands after a label in a line that tells several things: "Cuisine: Thai · Chef: Ada"."""
    parts = (part.strip() for part in _SEVERAL.split(words))
    labelled = (part for part in parts if part.casefold().startswith(f"{name.casefold()}:"))
    return next((part[len(name) + 1 :].strip() for part in labelled), "")


def _title_of(snapshot: Snapshot, element: Element) -> str:
    """What stands directly in an element, where it is the first line and boxes with more follow; else nothing."""
    own = snapshot.own_text(element.index)
    return " ".join(own.split()) if snapshot.text(element.index).startswith(f"{own}\n") else ""


def value_of(snapshot: Snapshot, element: Element) -> str:
    """What a field holds; for something else the field inside of it."""
    if element.value == "" and element.faint and snapshot.presents(element):
        raise Undecidable("what it holds is shown by something that is drawn around it")
    if element.value is not None:
        return element.value
    if element.has_popup and element.role in ("combobox", "button") and snapshot.text(element.index):
        # A list of the app's own shows what is chosen in it.
        return visible_words(snapshot, element)
    for index in snapshot.inside(element.index):
        if (value := snapshot.elements[index].value) is not None:
            return value
    raise Unreadable("it holds no value")


def number_of(snapshot: Snapshot, element: Element, names: tuple[str, ...] = ()) -> float:
    """The number that an element shows, or that stands beside it when it is the label of one.

    Of several numbers it is the one that the text calls by one of the names, or that is money where money is asked for,
    else the first. Raises Unreadable when there is none, Undecidable when it is only said.
    """
    for told in (number_called(snapshot.text(element.index), names), amount_of(snapshot, element, names)):
        if told is not None:
            return told
    for found in (number_within(snapshot, element), number_in(element.value or "")):
        if found is not None:
            return found
    beside = number_beside(snapshot, element)
    if beside is not None:
        return beside
    found = number_in(element.name)
    if found is not None and says_number_to_readers_alone(snapshot, element):
        raise Undecidable(
            f"{found:g} is only in the name for screen readers, {element.name[:80]!r}, and is not shown"
        )
    if found is None:
        raise Unreadable(f"no number in {visible_words(snapshot, element)[:80]!r} or beside it")
    return found
