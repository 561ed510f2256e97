"""Scores of elements for a target: by role, by name, and by what speaks against them."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter

from agents.browser.grounding.candidates import Candidate
from agents.browser.grounding.names import (
    GUESSED,
    MARKED,
    NAMED,
    KnownWords,
    agreement,
    column_header,
    finds_things,
    has_words,
    heading_of,
    known_as,
    lexicon,
    means_else,
    says,
    stems,
)
from agents.browser.grounding.values import number_beside, number_within, tells, value_beside, value_patterns
from agents.browser.snapshot import FRAME, Element, Snapshot
from plans.records.moments import value_meant
from plans.records.steps import ElementRole, Target
from plans.records.values import number_in
from plans.step_words import Purpose

_LEAST = 0.3
"""Agreement from which an element is a candidate."""
_SYNONYM = 0.985
"""Trust in an author's synonym against the name itself."""
_BY_ROLE, _READABLE, _BY_PLACE = 0.95, 0.9, 0.6
"""Score of a target without a name: for an element of its role, for any text, and for a title that nothing marks."""
_MENTIONED, _MENTIONED_IN_TEXT = 0.96, 0.9
"""Scores of what says the name and more; of a mere text it is less than SURE."""
_VALUE = 0.66
"""Score of a value that nothing labels."""
_MORE_THAN_LABEL = 0.93
"""Factor for words that are no mere label of the number beside them; by a synonym they are less than SURE."""
_LESS_LIKELY, _UNLIKELY = 0.95, 0.6
"""Factors for what lets equally good elements come first, and for what leaves little likelihood."""
_SHORT = 60
"""Letters up to which a text may be a label, or a value that nothing labels."""
_FRAME = 2
"""Containers around a picture that may take the press on it."""
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{3}")

CONTAINERS: frozenset[ElementRole] = frozenset(
    {"form", "dialog", "region", "list", "table", "navigation", "chart"}
)
"""Roles of things that are known by their heading rather than by all that they say."""
SAID: frozenset[ElementRole] = frozenset({"text", "any", "heading", "alert", "cell"})
"""Roles of things that are known by all that they say."""
_MAY_BE_BUTTONS = frozenset(
    {"", "listitem", "article", "image", "cell", "columnheader", "rowheader", "row", "group", "figure"}
)
"""Roles of what an app may make a control of."""


def may_be_among(wanted: ElementRole, left_out: frozenset[str]) -> bool:
    """True where a target of that role may be among things of which only the kinds are known (Snapshot.left_out)."""
    if wanted in ("any", "text", "item", "row") or not left_out.isdisjoint(("any", FRAME)):
        return bool(left_out)
    return "text" in left_out and wanted in lexicon().roles.plain


def suits(wanted: ElementRole, element: Element) -> float:
    """How well an element's kind suits the role that is looked for: 1 is exactly it, 0 is never it."""
    if wanted in ("any", "text"):
        return 1.0
    roles = lexicon().roles
    plain = roles.plain.get(wanted, 0.0)
    if element.role == "label":
        # Pressing a label works its field, which is a candidate of its own.
        return 0.6 if wanted in ("checkbox", "radio", "switch") else plain
    if wanted == "combobox" and element.role == "button" and element.has_popup:
        return 0.9
    known = roles.suits.get(wanted, {}).get(element.role, 0.0)
    if element.clickable and element.role in _MAY_BE_BUTTONS:
        known = max(known, roles.clickable.get(wanted, 0.0))
    if element.role in ("", "region", "status", "group", "article", "listitem", "banner"):
        known = max(known, plain)
    return known


def is_only_spoken(snapshot: Snapshot, element: Element, said: str) -> bool:
    """True where a screen reader says an element's words, and nothing to see does: neither a text nor a picture."""
    text = snapshot.text(element.index)
    may_be = element.source in ("aria", "labelledby") and (not text or has_words(text))
    inside = (snapshot.elements[i] for i in snapshot.within(element.index))
    is_pictured = any(e.clickable or e.is_field or e.role in ("image", "canvas", "meter") for e in inside)
    return may_be and not is_pictured and not set(stems(text)) & set(stems(said))


def candidates_for(snapshot: Snapshot, target: Target, scope: range, purpose: Purpose) -> Iterator[Candidate]:
    """The elements of a scope that may be the target, each with its score."""
    names = target.names
    is_any_title = target.role == "heading" and not names
    if scope and is_any_title and not any(_is_title(snapshot.elements[i]) for i in scope):
        yield from _first_words(snapshot, scope)
        return
    for element in (snapshot.elements[index] for index in scope):
        may_be_pressed = element.is_field or not element.unseen
        is_there = may_be_pressed if purpose == "act" else snapshot.presents(element)
        kind = suits(target.role, element) if is_there and element.tag not in ("body", "html") else 0.0
        if target.role in ("button", "link") and element.role == "image":
            around = (element.index, *islice(snapshot.ancestors(element.index), _FRAME))
            # A picture that takes no press, neither itself nor with what it stands in.
            kind *= any(snapshot.elements[i].clickable for i in around)
        if kind == 0:
            continue
        if names:
            score, said = _name_score(snapshot, element, target, purpose)
            if score > _LEAST:
                factor = _handicap(snapshot, element, target, purpose)
                yield Candidate(element.index, score * kind * factor, said)
        elif element.role == "rowheader" and is_any_title and "\n" in snapshot.text(element.index):
            # Beneath a title that heads its row, more is said of the entry.
            yield from _first_words(snapshot, snapshot.within(element.index))
        elif target.role in ("any", "text"):
            if element.last_text > element.first_text:
                yield Candidate(element.index, kind * _READABLE, words_of(snapshot, element))
        elif (element.role or element.clickable) and (_is_title(element) or not is_any_title):
            yield Candidate(element.index, kind * _BY_ROLE, words_of(snapshot, element))


def words_of(snapshot: Snapshot, element: Element) -> str:
    """An element in a few words."""
    return (element.name or snapshot.text(element.index) or element.tokens)[:80]


def _is_title(element: Element) -> bool:
    return element.role in ("heading", "rowheader") and element.is_shown


def _first_words(snapshot: Snapshot, scope: range) -> Iterator[Candidate]:
    """The first words of three letters or more: what stands for a title where nothing is marked as one."""
    part = snapshot.elements[scope.start]
    for piece in snapshot.pieces[part.first_text : part.last_text]:
        owner = snapshot.elements[max(piece.owner, scope.start)]
        if not piece.hidden and _WORD.search(piece.words) and owner.role not in ("label", "columnheader"):
            yield Candidate(owner.index, _BY_PLACE, piece.words[:80])
            return


def _name_score(snapshot: Snapshot, element: Element, target: Target, purpose: Purpose) -> tuple[float, str]:
    """The best agreement of the element with any of the names, and the words that agree."""

    def agrees(name: str, words: str) -> float:
        if purpose == "absent":
            return float(tells(name, words) and not means_else(name, words))
        if target.role in CONTAINERS and len(stems(name)) > 1 and len(words) <= _SHORT and says(name, words):
            # "Number of goods by kind" heads the chart "by kind".
            return MARKED
        return 1.0 if value_meant(name) is not None and tells(name, words) else agreement(name, words)

    best = 0.0, ""
    spoken = tuple(_spoken(snapshot, element, target, purpose))
    for position, name in enumerate(target.names):
        scores = [(agrees(name, known.words) * known.trust, known.words) for known in spoken]
        if target.role in SAID:
            text = snapshot.text(element.index)[:80]
            scores.append((_text_score(snapshot, element, target.role, name, purpose), text))
        trust = 1.0 if position == 0 else _SYNONYM
        best = max([best, *((score * trust, said) for score, said in scores)], key=itemgetter(0))
    return best


def _spoken(snapshot: Snapshot, element: Element, target: Target, purpose: Purpose) -> Iterator[KnownWords]:
    """The words by which an element is compared with a target of that role."""
    if purpose == "absent":
        yield KnownWords(element.name, NAMED)
        return
    if target.role != "text":
        yield from known_as(snapshot, element)
    elif not element.clickable and not element.is_field and len(snapshot.text(element.index)) <= _SHORT:
        # A text is known by what it says; a fact may be labelled by an icon or a tooltip.
        name = element.name if element.source in ("alt", "aria", "title") else ""
        yield from (KnownWords(words, GUESSED) for words in (element.title, name))
    if target.role in CONTAINERS:
        yield KnownWords(heading_of(snapshot, element), MARKED)
    if target.within is not None or target.role == "cell":
        # In a row the header names one value; on a whole page it would name a column of them.
        yield KnownWords(column_header(snapshot, element), MARKED)


def _text_score(
    snapshot: Snapshot, element: Element, role: ElementRole, name: str, purpose: Purpose
) -> float:
    """How well the text of an element says a name; of nested elements the innermost says it best."""
    if element.last_text == element.first_text or element.last_text - element.first_text > 40:
        return 0.0
    text = snapshot.text(element.index)
    if tells(name, text):
        children = (snapshot.elements[i] for i in snapshot.children.get(element.index, []))
        if any(e.last_text > e.first_text and tells(name, snapshot.text(e.index)) for e in children):
            return 0.0
        # "Total: $5" says "Total", and "$5" is a value in "$"; but "27 ratings" is no "rating".
        said, called = (_LETTERS.findall(words.casefold()) for words in (text, name))
        mention = _MENTIONED_IN_TEXT if role in ("text", "any") else _MENTIONED
        is_whole = said == called and (bool(said) or any(map(str.isdigit, text)))
        is_whole |= text.casefold().startswith(f"{name.casefold()}:")
        is_whole |= (meant := value_meant(name)) is not None and value_meant(text) == meant
        return 1.0 if is_whole else mention
    is_short = 0 < len(snapshot.own_text(element.index)) <= _SHORT
    # A price is known by its currency, a date by its form; what a count counts is read as a number only.
    patterns = (p for p in value_patterns(name) if purpose == "number" or "number" not in p.groupindex)
    return _VALUE if is_short and any(pattern.search(text) for pattern in patterns) else 0.0


def _handicap(snapshot: Snapshot, element: Element, target: Target, purpose: Purpose) -> float:
    """Factor for what speaks against an element, from 0 to 1."""
    names = target.names
    factor = _number_factor(snapshot, element, names) if purpose == "number" else 1.0
    # Libraries make their lists to choose from of inputs for searching.
    kind = "" if element.role == "combobox" else element.input_type
    is_finder = element.is_field and finds_things(f"{element.name} {element.placeholder} {kind}")
    if is_finder and not any(map(finds_things, names)):
        factor *= _UNLIKELY
    if purpose == "act":
        if element.covered or element.faint or element.unseen or "disabled" in element.states:
            factor *= _LESS_LIKELY
        if target.role == "any" and not (element.clickable or element.is_field):
            # A badge "Sold out" beside a button that says the same is not what is pressed.
            factor *= _UNLIKELY
    return factor


def _number_factor(snapshot: Snapshot, element: Element, names: Sequence[str]) -> float:
    """A number is read in the words that name it, or beside them where they are its label and no more."""
    said = snapshot.text(element.index) or element.name
    number = number_in(said)
    shown = (number_in(element.value or ""), number_in(element.name), number_within(snapshot, element))
    if shown == (None, None, None) and number_beside(snapshot, element) is None:
        return _UNLIKELY
    values, wanted = lexicon().values, [stems(name) for name in names]
    if any(name and values.words["count"].issuperset(name) for name in wanted):
        value = said if number is not None else value_beside(snapshot, element)
        others = re.sub(rf"[\d.,]*(?:{values.looks['money'].pattern})[\d.,]*", " ", value)
        if others != value and number_in(others) is None:
            # "Total: $12.00" is no number of entries, though "total" may name that too.
            return 0.0
    words = frozenset[str]().union(*wanted)
    is_votes = values.looks["votes"].fullmatch(said.strip(" ()"))
    if is_votes and words & values.words["rating"] and not words & values.words["votes"]:
        # "27 ratings" is no rating.
        return _UNLIKELY
    # A sign alone is no label: each of five stars to press is called "★" as the average is.
    is_label = has_words(said) and stems(said) in wanted
    return 1.0 if element.is_field or is_label or number is not None else _MORE_THAN_LABEL


def placed(snapshot: Snapshot, target: Target, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates that hold `target.containing`, and of these the nearest to the words `target.near`."""
    if target.containing is not None:
        words = target.containing
        candidates = [c for c in candidates if _contains(snapshot, snapshot.elements[c.index], words)]
    if target.near is None:
        return candidates
    said = ((e.index, snapshot.own_text(e.index) or e.name) for e in snapshot.elements if e.is_shown)
    labels = [index for index, words in said if says(target.near, words)]

    def apart(candidate: Candidate) -> int:
        """Size of the smallest container that holds the candidate and a label."""
        around = (candidate.index, *snapshot.ancestors(candidate.index))
        shared = (i for i in around if any(snapshot.holds(i, label) for label in labels))
        return len(snapshot.within(next(shared)))

    nearest = min(map(apart, candidates)) if labels and candidates else 0
    return [c for c in candidates if labels and apart(c) == nearest]


def _contains(snapshot: Snapshot, element: Element, words: str) -> bool:
    """True where the words stand in an element: in its text, its name, or a field inside."""
    if tells(words, snapshot.text(element.index)) or tells(words, element.name):
        return True
    inside = (snapshot.elements[i] for i in snapshot.within(element.index))
    return any(
        tells(words, e.value or "") or (e.source in ("aria", "alt", "title") and tells(words, e.name))
        for e in inside
    )
