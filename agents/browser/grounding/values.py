"""Values read off a page: texts, field values, states, numbers with their labels, days and times of day.

A number, a day or a time of day is met in whatever form a page gives it. Several fields (year, month and day; date and
time) take it together where they stand in a group of its name or are called by it; a binding can name others.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice

from agents.browser.grounding.candidates import Grounding, Presence
from agents.browser.grounding.names import has_words, lexicon, says, stems
from agents.browser.snapshot import Element, Snapshot
from plans.records import moments
from plans.records.app_map import TextPart
from plans.records.moments import FIRST_DAY, Moment, MomentPart, Undecided
from plans.records.steps import ReadKind
from plans.records.values import NumberIn, Value, number_in, numbers_in, says_value

MomentFields = dict[MomentPart, int]
"""Part of a moment → index of the field that takes it."""
_TAKES = ("textbox", "combobox", "spinbutton", "listbox")


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


@lru_cache(maxsize=8192)
def tells(phrase: str, text: str) -> bool:
    """Whether a text says a phrase; one that is a number, a day or a time of day may be written otherwise.

    Of a day it suffices that it may be told (`why_open`).
    """
    try:
        told = says_value(phrase, text)
    except Undecided:
        return True
    return says(phrase, text) if told is None else told


def day_order(snapshot: Snapshot) -> bool | None:
    """Whether days of this page stand before their months, as clear days and formats of fields show; None: unknown."""
    return moments.order_shown(snapshot.content, [form_of(e) for e in snapshot.elements if e.is_field])


def form_of(field: Element) -> str | None:
    """The format of a date that a field tells."""
    said = (field.placeholder, field.title, field.name) if field.role == "textbox" else ()
    return next(filter(None, map(moments.date_form, said)), None)


def moment_read(snapshot: Snapshot, element: Element, text: str, today: date) -> Moment:
    """The first day and the first time of day in a text of an element, or held by a field. Raises Undecided."""
    own = moments.form_order(form_of(element))
    return moments.moment_in(text, today, day_order(snapshot) if own is None else own)


def held_by(snapshot: Snapshot, fields: MomentFields, today: date) -> Moment:
    """What several fields hold together, as far as it can be read. Raises Undecided."""
    held: dict[MomentPart, str] = {
        part: snapshot.elements[index].value or "" for part, index in fields.items()
    }
    for part, index in fields.items():
        if part in ("date", "time", "moment"):
            day, at = moment_read(snapshot, snapshot.elements[index], held[part], today)
            held |= {"date": day or held.get("date", ""), "time": at or held.get("time", "")}
    return moments.joined(held)


def fields_for(
    snapshot: Snapshot, moment: Moment, names: Sequence[str], index: int | None = None
) -> MomentFields | None:
    """The fields that take a moment together; `index` is what a target of these names was found to be.

    Empty where that is a field for a part and nobody tells the others; None where there is no such set of fields, or
    several are.
    """
    wanted, fields = moments.part_sets(moment), [e for e in snapshot.elements if _takes(e)]
    around, part = {index}, None
    if index is not None and (sole := snapshot.elements[index]).is_field:
        if (part := _part_of(sole)) is None or frozenset([part]) in wanted:
            return None
        around = set[int | None]()
    cores = [core for name in names if (core := set(stems(name)) - moments.PART_WORDS)]
    sets = [[field for field in fields if any(core <= set(stems(field.name)) for core in cores)]]
    for e in snapshot.elements:
        if e.index in around or (e.role == "group" and any(says(name, e.name) for name in names)):
            sets.append([field for field in fields if snapshot.holds(e.index, field.index)])
    whole = (moments.complete([(_part_of(field), field.index) for field in one], wanted) for one in sets)
    # A field for a time of day may be found for want of the one for the day, and the other way round.
    is_part = any(part in one for one in wanted)
    found = [one for one in whole if one and (index in one.values() or not is_part)]
    if found and all(one == found[0] for one in found):
        return found[0]
    return MomentFields() if part in ("year", "month", "hour", "minute", "half") else None


def fields_together(
    snapshot: Snapshot, names: Sequence[str], index: int | None = None
) -> MomentFields | None:
    """`fields_for` a day, a time of day or both."""
    kinds: tuple[Moment, ...] = (("1", ""), ("", "1"), ("1", "1"))
    return next(filter(None, (fields_for(snapshot, one, names, index) for one in kinds)), None)


def _takes(element: Element) -> bool:
    return element.role in _TAKES and not element.unseen


def _part_of(element: Element) -> MomentPart | None:
    """Which part of a day and time of day a field takes; None where nothing tells."""
    if form_of(element):
        return "date"
    filled_in = dict(element.limits).get("autocomplete", "").rpartition("-")[2]
    called = (filled_in, element.name, element.placeholder, element.title)
    return moments.part_taken(element.input_type, called, [option.text for option in element.options])


class NotReadable(ValueError):
    """The target is there, but what should be read off it is not."""


class Undecidable(NotReadable):
    """The target shows what should be read off it, in a way that the judge cannot read."""


class Ambiguous(Undecidable):
    """Several elements may be the target."""


def read(
    snapshot: Snapshot,
    kind: ReadKind,
    grounding: Grounding | None,
    names: tuple[str, ...] = (),
    part: TextPart | None = None,
    today: date = FIRST_DAY,
) -> Value:
    """What is read off a grounded target, or off the whole page when there is none.

    `names` are the words by which the target was looked for: where they label a value, the value is read. `part` tells
    which part of the element's words is meant; days without a year are those nearest to `today`.

    Raises Unreadable when the target holds nothing of that kind, Undecidable when it is open what the target is; a
    missing target counts 0 and has no texts.
    """
    if grounding is None:
        if kind in ("content", "text"):
            return snapshot.content
        if kind == "brightness":
            return snapshot.brightness
        raise NotReadable(f"{kind} can only be read off a target")
    if grounding.found is Presence.AMBIGUOUS:
        raise Ambiguous(grounding.note)
    is_missing = grounding.found is Presence.MISSING
    elements = [] if is_missing else [snapshot.elements[index] for index in grounding.matches]
    if kind == "count":
        return len(elements)
    if kind in ("texts", "numbers"):
        if elements and part is None and not any(_words_of(snapshot, e) for e in elements):
            raise Undecidable("nothing in them says what they stand for")
        if kind == "texts":
            return [_text_of(snapshot, element, names, part) for element in elements]
        return [_number_of(snapshot, element, names, part) for element in elements]
    if kind in ("dates", "times"):
        return [
            _moment_of(snapshot, e, _text_of(snapshot, e, names, part), names, kind, today) for e in elements
        ]
    if is_missing:
        raise NotReadable("it is not there")
    element = snapshot.elements[grounding.index]
    match kind:
        case "text":
            return _text_of(snapshot, element, names, part)
        case "number":
            return _number_of(snapshot, element, names, part)
        case "date" | "time":
            text = element.value or "" if element.is_field else _text_of(snapshot, element, names, part)
            return _moment_of(snapshot, element, text, names, kind, today)
        case "content":
            return snapshot.text(element.index)
        case "value":
            return _value_of(snapshot, element)
        case _:
            # An element is focused with what is inside of it.
            is_focused = any("focused" in snapshot.elements[i].states for i in snapshot.inside(element.index))
            states = element.states | {"focused"} if is_focused else element.states
            return sorted(states - {"required"})


def _text_of(snapshot: Snapshot, element: Element, names: tuple[str, ...], part: TextPart | None) -> str:
    """The words of an element, or a part of them; the words after it, when it only says one of the names."""
    words = _words_of(snapshot, element)
    if part is not None:
        return _said_in_part(words, part)
    for name in filter(None, names):
        if stems(words) == stems(name) and not element.clickable and element.role != "heading":
            return value_beside(snapshot, element) or words
        for fact in _FACTS_APART.split(words):
            if fact.casefold().startswith(f"{name.casefold()}:"):
                return fact[len(name) + 1 :].strip()
    return words


def _moment_of(
    snapshot: Snapshot, element: Element, text: str, names: tuple[str, ...], kind: ReadKind, today: date
) -> str:
    """The first day or time of day in a text of an element, or what the fields hold that it is one of or holds."""
    at, wanted = (0, ("1", "")) if kind.startswith("date") else (1, ("", "1"))
    try:
        said = moment_read(snapshot, element, text, today)[at]
        fields = fields_for(snapshot, wanted, names, element.index) if element.is_field or not said else None
        said = held_by(snapshot, fields, today)[at] if fields else said
    except Undecided as open_one:
        raise Undecidable(str(open_one)) from None
    if not said:
        raise NotReadable(f"no {kind.rstrip('s')} in {text[:80]!r}")
    return said


def _number_of(snapshot: Snapshot, element: Element, names: tuple[str, ...], part: TextPart | None) -> float:
    if part is None:
        return number_of(snapshot, element, names)
    # What stands behind a number may change with it: "1 piece", "2 pieces".
    part = part.model_copy(update={"before": ""}) if part.after else part
    text = _said_in_part(_words_of(snapshot, element), part)
    if (found := number_in(text)) is None:
        raise NotReadable(f"no number in {text[:80]!r}")
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
    raise NotReadable("it holds no value")


def _words_of(snapshot: Snapshot, element: Element) -> str:
    """The visible words of an element: its text, else what it holds, else its name."""
    return " ".join(snapshot.text(element.index).split()) or element.value or element.name


def _said_in_part(words: str, part: TextPart) -> str:
    found = part.of(words)
    if found is None:
        raise NotReadable(f"{words[:80]!r} does not say {part.after!r} … {part.before!r}")
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
        raise NotReadable(f"no number in {(text or element.name)[:80]!r} or beside it")
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
