"""How well an element answers to a name, and what speaks against it."""

from collections.abc import Iterable, Iterator

from agents.browser.grounding.contract import Purpose
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.naming import Known, by_tokens, column_header, heading_of, known_as
from agents.browser.grounding.roles import CONTAINERS
from agents.browser.grounding.values import (
    number_beside,
    number_within,
    value_beside,
    value_patterns,
)
from agents.browser.grounding.words import (
    agreement,
    finds_things,
    has_words,
    label_rest,
    means_else,
    means_label,
    same_label,
    says,
    word_agreement,
)
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target
from plans.records.values import number_in

_SHORT = 60
"""Letters up to which a run of text may be called by its class."""
_BY_CLASS = 0.75
_BY_SIGN = 0.85
"""Trust in the name of an icon, or in a tooltip, for the fact that stands beside it or in it."""
_VALUE = 40
_SENTENCE = 100
"""Letters up to which a run of text may be a value that nothing labels, and up to which it may begin with a count."""
_FACT = 0.75
"""Score of a label that says in other words what is looked for."""
_BESIDE = 0.93
"""Words in which what is looked for is only mentioned are seldom the label of the number beside them."""
_IN_PROSE = 0.98
"""A sentence that says a name by the way is seldom where its number is read: "14% is taken off your total"."""
_PROSE = 5
"""Words besides a name from which a text is a sentence rather than a label."""
_NO_NUMBER = 0.6
"""Words that no number stands in or beside cannot be read, however well they agree."""
_OTHER_TOOL = 0.6
_AVERAGE = 0.7
_COVERED = {"slider": 0.95}
"""A covered slider is worked all the same: what is drawn over it is its own thumb and rail."""
_COUNTED = 10
"""Synonyms after which order no longer matters."""
_PART = 0.93
"""Trust in a heading that says what is looked for and more."""
_SYNONYM = 0.985
"""Trust in an author's synonym against the name itself."""
_UNSEEN = 0.7
"""A list or a line that is folded away is seldom meant; ticks and radio buttons are hidden by those that draw them."""
_LATER = 0.0005
"""Less trust in each later synonym: authors name what is nearest first, "Bar chart" before "Statistics"."""


def name_score(
    snapshot: Snapshot, element: Element, target: Target, names: Iterable[str], purpose: Purpose
) -> tuple[float, str]:
    """The best agreement of the element with any of the names, and the words that agree."""
    best, said = 0.0, ""
    spoken = tuple(_spoken(snapshot, element, target, purpose))
    for position, name in enumerate(names):
        trust = 1.0 if position == 0 else _SYNONYM - _LATER * min(position - 1, _COUNTED)
        for known in spoken:
            score = _agrees(name, known, purpose) * known.trust * trust
            if target.role in CONTAINERS and _is_part_of(name, known):
                score = max(score, _PART * known.trust * trust)
            if score > best:
                best, said = score, known.words
        if target.role in ("text", "any", "heading", "alert", "cell"):
            score = _text_score(snapshot, element, name, purpose) * trust
            if score > best:
                best, said = score, snapshot.text(element.index)[:80]
    return best, said


def _is_part_of(name: str, known: Known) -> bool:
    """Whether several words that a container is looked for by stand in its heading: "Average price by category"."""
    is_heading = not known.is_code and len(known.words) <= _SHORT and "\n" not in known.words
    return is_heading and len(stems(name)) > 1 and says(name, known.words)


def _told_by_sign(element: Element) -> Iterator[str]:
    if element.title:
        yield element.title
    if element.name and element.source in ("alt", "aria", "title"):
        yield element.name


def _agrees(name: str, known: Known, purpose: Purpose) -> float:
    if purpose == "absent":
        return float(says(name, known.words) and not means_else(name, known.words))
    return word_agreement(name, known.words) if known.is_code else agreement(name, known.words)


def _spoken(snapshot: Snapshot, element: Element, target: Target, purpose: Purpose) -> Iterator[Known]:
    if purpose == "absent":
        if element.name:
            yield Known(element.name, 1.0)
        return
    if target.role == "text":
        # Text is known by what it says; short text also by what its classes call it.
        if element.tokens and 0 < len(snapshot.text(element.index)) <= _SHORT:
            # A number in a class or an id counts elements of the page, and is no part of what the text says.
            called = " ".join(word for word in by_tokens(element).words.split() if not word.isdigit())
            yield Known(called, _BY_CLASS, is_code=True)
        if not element.clickable and not element.is_field and len(snapshot.text(element.index)) <= _SHORT:
            # A fact may be labelled by an icon or a tooltip.
            yield from (Known(words, _BY_SIGN) for words in _told_by_sign(element))
    else:
        yield from known_as(snapshot, element)
    if target.role in CONTAINERS:
        heading = heading_of(snapshot, element)
        if heading:
            yield Known(heading, 0.97)
    # Inside of a row the header names one value; on a whole page it would name a column of them.
    header = column_header(snapshot, element) if target.within is not None or target.role == "cell" else ""
    if header:
        yield Known(header, 0.92)


def _text_score(snapshot: Snapshot, element: Element, name: str, purpose: Purpose) -> float:
    """How well the text of an element says a name; the innermost element that says it is the best."""
    if element.last_text == element.first_text or element.last_text - element.first_text > 40:
        return 0.0
    text = snapshot.text(element.index)
    if not says(name, text):
        if purpose == "number" and same_label(name, text):
            return 0.9
        if purpose == "see" and _is_fact(snapshot, element, name, text):
            return _FACT
        return _value_score(snapshot, element, name, text, purpose)
    for child in snapshot.children.get(element.index, []):
        inner = snapshot.elements[child]
        if inner.last_text > inner.first_text and says(name, snapshot.text(child)):
            return 0.0
    return 1.0 if len(stems(text)) == len(stems(name)) else 0.96


def _is_fact(snapshot: Snapshot, element: Element, name: str, text: str) -> bool:
    """Whether it is the label of a fact, in other words, with a value in it or beside it: "Taught by" for "Teacher"."""
    if element.clickable or element.role in ("heading", "columnheader", "label") or len(text) > _SHORT:
        return False
    if not means_label(name, text):
        return False
    return has_words(label_rest(text)) or bool(value_beside(snapshot, element))


def _value_score(snapshot: Snapshot, element: Element, name: str, text: str, purpose: Purpose) -> float:
    """Unlabelled values are known by their look: a price by its currency, a date by its form, "12 places" by both."""
    own = snapshot.own_text(element.index)
    if not own or len(own) > _SENTENCE:
        return 0.0
    for pattern in value_patterns(name):
        is_count = "number" in pattern.groupindex
        # How many there are is often said at the head of a longer line: "12 sessions so far, 9 h on the move".
        if len(own) > _VALUE and not (is_count and pattern.match(text)):
            continue
        if (purpose == "number" or not is_count) and pattern.search(text):
            return 0.66
    return 0.0


def handicap(snapshot: Snapshot, element: Element, names: Iterable[str], purpose: Purpose) -> float:
    """Factor for what speaks against an element, from 0 to 1."""
    factor = 1.0
    if purpose == "number":
        factor *= _number_factor(snapshot, element, names)
    if (element.is_field and _is_other_tool(element, names)) or _clears_a_tool(snapshot, element, names):
        factor *= _OTHER_TOOL
    if purpose == "act":
        factor *= _COVERED.get(element.role, 0.8) if element.covered else 1.0
        factor *= _UNSEEN if element.unseen and _is_written_in(element) else 1.0
        factor *= 0.97 if element.faint or element.unseen else 1.0
        factor *= 0.95 if "disabled" in element.states else 1.0
    return factor


def _is_written_in(element: Element) -> bool:
    return element.tag in ("select", "textarea") or element.role in ("textbox", "spinbutton")


def _number_factor(snapshot: Snapshot, element: Element, names: Iterable[str]) -> float:
    """A number is read in the words that name it, or beside them when they are its label and no more."""
    if not _has_number(snapshot, element):
        return _NO_NUMBER
    said = snapshot.text(element.index) or element.name
    if _counts_votes(said, names) or _is_votes_column(snapshot, element, names):
        return _NO_NUMBER
    # A sign alone labels nothing: each of five stars to press is called "★" as the average is.
    is_label = has_words(said) and any(stems(said) == stems(name) for name in names)
    if element.is_field or is_label:
        return 1.0
    return (_IN_PROSE if _is_prose(said, names) else 1.0) if number_in(said) is not None else _BESIDE


def _is_prose(said: str, names: Iterable[str]) -> bool:
    words = sum(1 for word in stems(said) if not word.isdigit())
    return all(words >= len(stems(name)) + _PROSE for name in names)


def _counts_votes(said: str, names: Iterable[str]) -> bool:
    """Whether words say no more than how many have rated, where the rating itself is asked for: "27 ratings"."""
    kinds = {
        kind for kind, words in lexicon().values.words.items() for name in names if words & set(stems(name))
    }
    return (
        "rating" in kinds
        and "votes" not in kinds
        and bool(lexicon().values.looks["votes"].fullmatch(said.strip(" ()")))
    )


def _is_votes_column(snapshot: Snapshot, element: Element, names: Iterable[str]) -> bool:
    """Whether a cell stands under "Ratings" beside a column of averages, where the rating itself is asked for."""
    header = column_header(snapshot, element).strip()
    words = {word for name in names for word in stems(name)}
    if (
        not lexicon().rates.votes.fullmatch(header)
        or lexicon().values.words["votes"] & words
        or "rating" not in words
    ):
        return False
    beside = (snapshot.elements[i] for i in snapshot.children.get(element.parent, []))
    return any(agreement("Average", column_header(snapshot, cell)) >= _AVERAGE for cell in beside)


def _is_other_tool(element: Element, names: Iterable[str]) -> bool:
    """Whether a field is for searching or filtering while something else is looked for."""
    # Libraries make their lists to choose from of inputs for searching.
    kind = "" if element.role == "combobox" else element.input_type
    said = f"{element.name} {element.placeholder} {kind}"
    return finds_things(said) and not any(map(finds_things, names))


def _clears_a_tool(snapshot: Snapshot, element: Element, names: Iterable[str]) -> bool:
    """Whether it is a bare "Clear" beside a field for searching, while it is not that what is to be cleared."""
    if element.is_field or not element.clickable or element.parent < 0:
        return False
    said = set(stems(snapshot.text(element.index) or element.name))
    if not said or not said <= lexicon().buttons.clears or any(map(finds_things, names)):
        return False
    beside = [e for i in snapshot.inside(element.parent) if (e := snapshot.elements[i]).is_field]
    return bool(beside) and all(_is_other_tool(field, names) for field in beside)


def _has_number(snapshot: Snapshot, element: Element) -> bool:
    if number_beside(snapshot, element) is not None or number_within(snapshot, element) is not None:
        return True
    return any(number_in(words) is not None for words in (element.value or "", element.name))
