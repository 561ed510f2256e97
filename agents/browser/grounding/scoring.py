"""How well an element fits a target: by its role, by its name, by what stands near, and what speaks against it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from agents.browser.grounding.candidates import Candidate, Purpose
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import (
    Known,
    agreement,
    column_header,
    finds_things,
    has_words,
    heading_of,
    known_as,
    means_else,
    same_label,
    says,
)
from agents.browser.grounding.values import number_beside, number_within, value_beside, value_patterns
from agents.browser.snapshot import FRAME, Box, Element, Snapshot
from plans.records.targets import Role, Target
from plans.records.values import number_in

_MAY_BE_BUTTONS = frozenset(
    {"", "listitem", "article", "image", "cell", "columnheader", "rowheader", "row", "group", "figure"}
)
"""Roles of what an app may make a control of."""

CONTAINERS: frozenset[Role] = frozenset({"form", "dialog", "region", "list", "table", "navigation", "chart"})
"""Roles of things that are known by their heading rather than by all that they say."""


def may_be_among(wanted: Role, left_out: frozenset[str]) -> bool:
    """True where a target of that role may be among things of which only the kinds are known (Snapshot.left_out)."""
    if wanted in ("any", "text", "item", "row") or not left_out.isdisjoint(("any", FRAME)):
        return bool(left_out)
    return "text" in left_out and wanted in lexicon().roles.plain


def suits(wanted: Role, element: Element) -> float:
    """How well an element's kind suits the role that is looked for: 1 is exactly it, 0 is never it."""
    if wanted in ("any", "text"):
        return 1.0
    roles = lexicon().roles
    if element.role == "label":
        # Pressing a label works its field, which is a candidate of its own.
        return 0.6 if wanted in ("checkbox", "radio", "switch") else roles.plain.get(wanted, 0.0)
    if wanted == "combobox" and element.role == "button" and element.has_popup:
        return 0.9
    known = roles.suits.get(wanted, {}).get(element.role, 0.0)
    if element.clickable and element.role in _MAY_BE_BUTTONS:
        known = max(known, roles.clickable.get(wanted, 0.0))
    if element.role in ("", "region", "status", "group", "article", "listitem", "banner"):
        plain = roles.plain.get(wanted, 0.0)
        if element.clickable and wanted in CONTAINERS:
            # What is pressed says what it does or where it leads rather than what it stands over.
            plain *= 0.85
        known = max(known, plain)
    return known


_SYNONYM = 0.985
"""Trust in an author's synonym against the name itself."""
_HEADING, _HEADER, _TOOLTIP = 0.97, 0.92, 0.85
"""Trust in the heading of a container, in the header over a cell, and in the tooltip or picture of a text."""
_PART = 0.93
"""Score of a heading that says the name of a container and more: "Number of goods by kind"."""
_MENTIONED = 0.96
"""Score of a text that says the name and more."""
_SAME_LABEL = 0.9
"""Score of a label in synonyms, where a number is read."""
_VALUE = 0.66
"""Score of a value that nothing labels."""
_SHORT = 60
"""Letters up to which a text may be a label."""
_LONG_VALUE = 40
"""Letters up to which a text may be a value that nothing labels."""
_SENTENCE = 100
"""Letters up to which a text may begin with a count."""


def name_score(
    snapshot: Snapshot, element: Element, target: Target, names: Iterable[str], purpose: Purpose
) -> tuple[float, str]:
    """The best agreement of the element with any of the names, and the words that agree."""
    best, said = 0.0, ""
    spoken = tuple(_spoken(snapshot, element, target, purpose))
    for position, name in enumerate(names):
        trust = 1.0 if position == 0 else _SYNONYM
        for known in spoken:
            if purpose == "absent":
                agrees = float(says(name, known.words) and not means_else(name, known.words))
            else:
                agrees = agreement(name, known.words)
                if target.role in CONTAINERS and _heads_with_more(name, known.words):
                    agrees = max(agrees, _PART)
            if agrees * known.trust * trust > best:
                best, said = agrees * known.trust * trust, known.words
        if target.role in ("text", "any", "heading", "alert", "cell"):
            score = _text_score(snapshot, element, name, purpose) * trust
            if score > best:
                best, said = score, snapshot.text(element.index)[:80]
    return best, said


def _heads_with_more(name: str, heading: str) -> bool:
    is_heading = len(heading) <= _SHORT and "\n" not in heading
    return is_heading and len(stems(name)) > 1 and says(name, heading)


def _spoken(snapshot: Snapshot, element: Element, target: Target, purpose: Purpose) -> Iterator[Known]:
    """The words by which an element is compared with a target of that role."""
    if purpose == "absent":
        if element.name:
            yield Known(element.name, 1.0)
        return
    if target.role != "text":
        yield from known_as(snapshot, element)
    elif not element.clickable and not element.is_field and len(snapshot.text(element.index)) <= _SHORT:
        # A text is known by what it says; a fact may be labelled by an icon or a tooltip.
        if element.title:
            yield Known(element.title, _TOOLTIP)
        if element.name and element.source in ("alt", "aria", "title"):
            yield Known(element.name, _TOOLTIP)
    if target.role in CONTAINERS and (heading := heading_of(snapshot, element)):
        yield Known(heading, _HEADING)
    # In a row the header names one value; on a whole page it would name a column of them.
    if target.within is not None or target.role == "cell":
        header = column_header(snapshot, element)
        if header:
            yield Known(header, _HEADER)


def _text_score(snapshot: Snapshot, element: Element, name: str, purpose: Purpose) -> float:
    """How well the text of an element says a name; of nested elements the innermost says it best."""
    if element.last_text == element.first_text or element.last_text - element.first_text > 40:
        return 0.0
    text = snapshot.text(element.index)
    if says(name, text):
        children = (snapshot.elements[i] for i in snapshot.children.get(element.index, []))
        if any(e.last_text > e.first_text and says(name, snapshot.text(e.index)) for e in children):
            return 0.0
        return 1.0 if len(stems(text)) == len(stems(name)) else _MENTIONED
    if purpose == "number" and same_label(name, text):
        return _SAME_LABEL
    own = snapshot.own_text(element.index)
    if not own or len(own) > _SENTENCE:
        return 0.0
    for pattern in value_patterns(name):
        # A price is known by its currency, a date by its form. How many there are is often said at the head of a
        # longer line: "12 sessions so far, 9 h on the move".
        is_count = "number" in pattern.groupindex
        if len(own) > _LONG_VALUE and not (is_count and pattern.match(text)):
            continue
        if (purpose == "number" or not is_count) and pattern.search(text):
            return _VALUE
    return 0.0


_BESIDE = 0.93
"""Factor for words that say more than the name, with the number beside them: they are seldom its label."""
_PROSE = 0.98
"""Factor for a sentence that mentions the name: "14% is taken off your total"."""
_LONG_PROSE = 5
"""Words besides a name from which a text is a sentence rather than a label."""
_NO_NUMBER = 0.6
"""Factor for words with no number in or beside them."""
_NO_COUNT = 0.5
"""Factor for an amount of money where a count is wanted."""
_OTHER_TOOL = 0.6
"""Factor for a search or filter field where something else is wanted."""
_COVERED, _HINDERED = 0.8, 0.95


def handicap(snapshot: Snapshot, element: Element, names: Sequence[str], purpose: Purpose) -> float:
    """Factor for what speaks against an element, from 0 to 1."""
    factor = 1.0
    if purpose == "number":
        factor *= _number_factor(snapshot, element, names)
    # Libraries make their lists to choose from of inputs for searching.
    kind = "" if element.role == "combobox" else element.input_type
    is_finder = element.is_field and finds_things(f"{element.name} {element.placeholder} {kind}")
    if is_finder and not any(map(finds_things, names)):
        factor *= _OTHER_TOOL
    if purpose == "act":
        if element.covered:
            # What covers a slider is its own thumb.
            factor *= _HINDERED if element.role == "slider" else _COVERED
        if element.faint or element.unseen or "disabled" in element.states:
            factor *= _HINDERED
    return factor


def _number_factor(snapshot: Snapshot, element: Element, names: Sequence[str]) -> float:
    """A number is read in the words that name it, or beside them where they are its label and no more."""
    said = snapshot.text(element.index) or element.name
    number = number_in(said)
    if (
        number_within(snapshot, element) is None
        and number_beside(snapshot, element) is None
        and all(number_in(words) is None for words in (element.value or "", element.name))
    ):
        return _NO_NUMBER
    count_words = lexicon().values.words["count"]
    if any(stems(name) and set(stems(name)) <= count_words for name in names):
        value = said if number is not None else value_beside(snapshot, element)
        others = re.sub(rf"[\d.,]*(?:{lexicon().values.looks['money'].pattern})[\d.,]*", " ", value)
        if others != value and number_in(others) is None:
            # "Total: $12.00" is no number of entries, though "total" may name that too.
            return _NO_COUNT
    words = {word for name in names for word in stems(name)}
    kinds, is_votes = lexicon().values.words, lexicon().values.looks["votes"].fullmatch(said.strip(" ()"))
    if is_votes and words & kinds["rating"] and not words & kinds["votes"]:
        # "27 ratings" is no rating.
        return _NO_NUMBER
    # A sign alone is no label: each of five stars to press is called "★" as the average is.
    if element.is_field or (has_words(said) and any(stems(said) == stems(name) for name in names)):
        return 1.0
    if number is None:
        return _BESIDE
    length = sum(not word.isdigit() for word in stems(said))
    is_prose = all(length >= len(stems(name)) + _LONG_PROSE for name in names)
    return _PROSE if is_prose else 1.0


_NEAR = 260.0
"""CSS pixels beyond which two things are not near each other."""
_LABEL_AGREES = 0.85
_INSIDE = 0.95
"""Nearness of words inside an element or around it."""


def placed(snapshot: Snapshot, target: Target, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates that hold `target.containing`, their scores weighed by the distance to `target.near`."""
    if target.containing is not None:
        words = target.containing
        candidates = [c for c in candidates if _contains(snapshot, snapshot.elements[c.index], words)]
    if target.near is not None:
        weighed = [(_nearness(snapshot, snapshot.elements[c.index], target.near), c) for c in candidates]
        candidates = [
            Candidate(c.index, c.score * (0.7 + 0.3 * near), c.said) for near, c in weighed if near > 0
        ]
    return candidates


def _nearness(snapshot: Snapshot, element: Element, words: str) -> float:
    """1 right beside the words, falling to 0 at `_NEAR`; words that stand below the element do not count."""
    best = 0.0
    for other in snapshot.elements:
        if not other.is_shown or other.last_text == other.first_text:
            continue
        own = snapshot.own_text(other.index) or (other.name if other.clickable else "")
        if not own or not (says(words, own) or agreement(words, own) >= _LABEL_AGREES):
            continue
        if snapshot.holds(element.index, other.index) or snapshot.holds(other.index, element.index):
            best = max(best, _INSIDE)
        elif other.box.y < element.box.bottom - 2:
            best = max(best, 1 - _distance(other.box, element.box) / _NEAR)
    return best


def _distance(first: Box, second: Box) -> float:
    """Gap between two boxes in CSS pixels; things in one row count as nearer than things in a column."""
    across = max(second.x - first.right, first.x - second.right, 0)
    down = max(second.y - first.bottom, first.y - second.bottom, 0)
    return across + 1.4 * down


def _contains(snapshot: Snapshot, element: Element, words: str) -> bool:
    """True where the words stand in an element: in its text, its name, or a field inside."""
    if says(words, snapshot.text(element.index)) or says(words, element.name):
        return True
    inside = (snapshot.elements[i] for i in snapshot.within(element.index))
    return any(
        (bool(e.value) and says(words, e.value or ""))
        or (e.source in ("aria", "alt", "title") and says(words, e.name))
        for e in inside
    )
