"""What is read off a page: texts, field values, states, and numbers with the labels they belong to."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import islice

from agents.browser.grounding.candidates import Found, Grounding
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import has_words, says
from agents.browser.snapshot import Element, Snapshot
from plans.records.findings import Part
from plans.records.targets import ReadKind
from plans.records.values import NumberIn, Value, number_in, numbers_in

_CLIMB = 4
"""Containers around a label in which its number is looked for."""
_CLIMB_FOR_TEXT = 3
"""Containers around a label in which the text after it is looked for."""
_SHORT = 160
"""Letters beyond which a container says too much for its first number to belong to a label in it."""
_STARS = re.compile(r"★+☆+|★{2,5}")
"""Stars that are written out, filled ones first: "★★☆☆☆" and "★★" are 2. One alone may be an icon."""
_BETWEEN_FACTS = re.compile(r"\s*[·•|]\s*|\s[–—]\s|,\s(?=[^\W\d_])|\n")
"""Separators of facts that share a line."""
_FACTS_APART = re.compile(r"\s[·•|]\s")
"""Separators of facts with labels in one line: "Cuisine: Thai · Chef: Ada"."""
_SIGN = re.compile(r"[$€£¥₹]")
_AFTER = re.compile(r"\s?(?:[$€£¥₹]|(?:kr|USD|EUR|GBP)\b)")
_THOUSANDS = re.compile(r"\d[.,]\d{3}$")


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
            return sorted(states - {"required"})


def _text_of(snapshot: Snapshot, element: Element, names: tuple[str, ...], part: Part | None) -> str:
    """The words of an element, or a part of them; the words after it, when it only says one of the names."""
    words = _words_of(snapshot, element)
    if part is not None:
        return _part_of(words, part)
    for name in filter(None, names):
        if stems(words) == stems(name) and not element.clickable and element.role != "heading":
            return value_beside(snapshot, element) or words
        for fact in _FACTS_APART.split(words):
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


@lru_cache(maxsize=512)
def value_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the values that a name stands for, for values without a label: amounts of money for "price"."""
    named = stems(name)
    kinds = lexicon().values.words.items()
    return tuple(
        lexicon().values.looks[kind] for kind, words in kinds if named and all(w in words for w in named)
    )


def number_of(snapshot: Snapshot, element: Element, names: Collection[str] = ()) -> float:
    """The number that an element shows, or that stands beside it when it is the label of one.

    Of several numbers it is the one that the text calls by one of the names, or that is money where money is asked for,
    else the first. Raises Unreadable when there is none, Undecidable when it is only in the name for screen readers, or
    the first of several belongs to a label ("Trees in 2024").
    """
    text = snapshot.text(element.index)
    found = number_called(text, names)
    if found is None:
        found = _amount_of(snapshot, element, names)
    if found is None:
        found = number_within(snapshot, element)
        label, numbers = lexicon().values.in_label.search(text), list(numbers_in(text))
        may_label = label is not None and (label[0][0] != "(" or _are_of_money(names))
        is_of_label = label is not None and bool(numbers) and numbers[0].start >= label.start()
        if may_label and is_of_label and (len(numbers) > 1 or number_beside(snapshot, element) is not None):
            raise Undecidable(f"{found:g} in {text[:80]!r} may belong to the label of another number")
    if found is None:
        found = number_in(element.value or "")
    if found is None:
        found = number_beside(snapshot, element)
    in_name = number_in(element.name)
    if found is None and in_name is not None and element.source == "aria" and has_words(text):
        raise Undecidable(f"{in_name:g} is only in the name for screen readers, and is not shown")
    found = in_name if found is None else found
    if found is None:
        raise Unreadable(f"no number in {(text or element.name)[:80]!r} or beside it")
    return found


def number_called(text: str, names: Iterable[str]) -> float | None:
    """The number that a text gives a name of its own: 27 in "4.3 (27 ratings)", when reviews are asked for.

    Of several facts in one line, the fact that says the name counts: 0 in "Question 1 of 4 · Score 0". A number before
    the plural of a name counts entries, and is not the value of one: for "rating", 27 in "★ 4.3 · 27 ratings". A number
    in a label is not its value: for "trees" in "Trees in 2024: 7".
    """
    facts = _BETWEEN_FACTS.split(text) if len(text) <= _SHORT else []
    for name in filter(None, names):
        count = re.compile(rf"(?i)\d\s+{re.escape(name)}s\b")
        numbered = re.compile(rf"(?i){re.escape(name)}\s*#?\d")
        for fact in facts:
            label, _, behind = fact.partition(": ")
            has_number = number_in(label) is not None and not numbered.search(label)
            if has_number and says(name, label) and (said := number_in(behind)) is not None:
                return said
            is_one_of_several = len(facts) > 1 and says(name, fact) and not count.search(fact)
            if is_one_of_several and (said := number_in(fact)) is not None:
                return said
        for pattern in value_patterns(name):
            found = pattern.search(text) if "number" in pattern.groupindex else None
            if found is not None:
                return number_in(next(said for said in found.groupdict().values() if said))
    return None


def number_within(snapshot: Snapshot, element: Element) -> float | None:
    """The first number in the text of an element, else how many written stars of it are filled: 2 of "★★☆☆☆".

    What is crossed out is read only where nothing else is a number.
    """
    text = snapshot.text(element.index)
    standing = number_in(snapshot.standing_text(element.index))
    if standing is None and (stars := _STARS.search(text)):
        return float(stars[0].count("★"))
    return number_in(text) if standing is None else standing


def number_beside(snapshot: Snapshot, element: Element) -> float | None:
    """The first number after a label in the smallest container that has one, else the last one before it."""
    if (element.clickable and not element.is_field) or element.role == "columnheader":
        return None
    for ancestor in islice(snapshot.ancestors(element.index), _CLIMB):
        outer = snapshot.elements[ancestor]
        if len(snapshot.text(ancestor)) > _SHORT:
            return None
        behind = snapshot.pieces[element.last_text : outer.last_text]
        before = snapshot.pieces[outer.first_text : element.first_text]
        for piece in (*(p for p in behind if not p.struck), *reversed(before)):
            found = None if piece.hidden else number_in(piece.words)
            if found is not None:
                return found
    return None


def value_beside(snapshot: Snapshot, label: Element) -> str:
    """The first run of text after a label, in the smallest container that has one; empty where it has no words."""
    for ancestor in islice(snapshot.ancestors(label.index), _CLIMB_FOR_TEXT):
        outer = snapshot.elements[ancestor]
        following = [p.words for p in snapshot.pieces[label.last_text : outer.last_text] if not p.hidden]
        if following and has_words(following[0]):
            return following[0]
    return ""


def _amount_of(snapshot: Snapshot, element: Element, names: Collection[str]) -> float | None:
    """The number that is meant where an element shows amounts of money and others; None: nothing tells them apart.

    For a name of money it is the first amount: 77.95 in "Total for 2 pieces: $77.95". On a button or link of another
    name it is the first number that is no amount: 1 in "Cart $48.00 (1)". What is crossed out is ignored.
    """
    words = snapshot.standing_text(element.index)
    amounts: list[NumberIn] = []
    others: list[NumberIn] = []
    for number in numbers_in(words):
        # A sign of money stands in it, right before it or right behind it.
        is_amount = _SIGN.search(words, max(number.start - 2, 0), number.end) or _AFTER.match(
            words, number.end
        )
        (amounts if is_amount else others).append(number)
    if not amounts:
        return None
    if not _are_of_money(names):
        return others[0].value if element.clickable and others else None
    value, start, end = amounts[0]
    # Money has no thousandths: three digits after one point are a group, as in "1.200 €".
    return value * 1000 if abs(value) < 1000 and _THOUSANDS.search(words[start:end]) else value


def _are_of_money(names: Iterable[str]) -> bool:
    return any(lexicon().values.looks["money"] in value_patterns(name) for name in names)
