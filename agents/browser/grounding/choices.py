"""What can be chosen: options of a control, groups of choices without a control, and the orders of a list."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from agents.browser.grounding.candidates import Found, Prior
from agents.browser.grounding.ground import ground, section_of
from agents.browser.grounding.lexicon import OrderKind, OrderWord, Way, lexicon, stem, stems
from agents.browser.grounding.names import agreement
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Target

_SAME_KEY = 0.72
"""Agreement from which two orders go by the same thing."""
_LETTERS = re.compile(r"(?i)(?<![^\W_])(a\W*(?:to\W*)?z|z\W*(?:to\W*)?a)(?![^\W_])")
_ARROWS = re.compile("([↑▲⬆])|[↓▼⬇]")
_OPPOSITE: dict[Way, Way] = {"rising": "falling", "falling": "rising"}


class Order(NamedTuple):
    """An order of a list."""

    by: str
    """Stems of the sort key, as said or as a word implies it ("cheapest": price); empty where neither tells it."""
    kind: OrderKind
    way: Way


@lru_cache(maxsize=4096)
def order_said(text: str) -> Order | None:
    """The order that a text names ("Price: low to high", "weight ↑", "A–Z"); None where it names none or is unclear."""
    known = lexicon().orders
    if known.last.search(text):
        return None
    text = _ARROWS.sub(lambda arrow: " ascending " if arrow[1] else " descending ", text)
    letters = _LETTERS.search(text)
    words = stems(text.replace(letters[0], " ") if letters else text)
    told = [known.words[word] for word in words if word in known.words and word not in known.filling]
    if letters is not None:
        told.insert(0, OrderWord("rising" if letters[0][0] in "aA" else "falling", "letters"))
    keys = [word for word in words if word not in known.words and word not in known.filling]
    if not told or told[0].way == "given":
        is_given = bool(words) and not keys and all(word.way == "given" for word in told)
        return Order("", "", "given") if is_given or known.none.search(text) else None
    kinds: list[OrderKind] = [word.kind for word in told if word.kind]
    kind: OrderKind = "time" if "time" in kinds else kinds[0] if kinds else ""
    said = [word for word in keys if not word.startswith("revers")]
    way = told[0].way if said == keys else _OPPOSITE[told[0].way]
    # "Cheap seats first" goes by price, whatever is cheap; "Duration, shortest first" names its key itself.
    implied = [stem(word.by) for word in told if word.by]
    named = [word for word in said if any(word in _named_by(key) for key in implied)]
    by = " ".join(dict.fromkeys(named or implied or said))
    return Order(by or ("title" if kind == "letters" else ""), kind, way)


def wanted_order(target: Target, value: str | None) -> Order | None:
    """The order that is asked for, where the target is a sort control."""
    named = {word for name in target.names for word in stems(name)}
    return order_said(value) if value and named & lexicon().orders.sorts else None


def means_order(wanted: Order, offered: Order) -> bool | None:
    """True if an offered order is the one that is wanted; None where it may be."""
    if "given" in (wanted.way, offered.way) or wanted.way != offered.way:
        return wanted.way == offered.way
    if wanted.kind and offered.kind and wanted.kind != offered.kind:
        return False
    if not wanted.by or not offered.by:
        return True if wanted.kind and wanted.kind == offered.kind else None
    is_same = max(agreement(wanted.by, offered.by), agreement(offered.by, wanted.by)) >= _SAME_KEY
    # "Shortest" implies a length, and may be meant by "Duration".
    ends = ((wanted.by, offered.by), (offered.by, wanted.by))
    is_implied = any(stems(said)[-1] in _named_by(implied) for said, implied in ends)
    return True if is_same or is_implied else None


@lru_cache(maxsize=256)
def _named_by(implied: str) -> frozenset[str]:
    """Stems that name a sort key which order words imply: a length is a duration, a time, and so on."""
    known = lexicon()
    if implied not in {stem(word.by) for word in known.orders.words.values() if word.by}:
        return frozenset()
    return frozenset[str]().union(*(words for words in known.values.words.values() if implied in words))


_CHOICE_ROLES = frozenset({"option", "menuitem", "radio", "tab", "button", "link", "checkbox"})
_NO_LABELS = frozenset({"link", "button", "tab", "cell", "columnheader", "rowheader"})
"""Roles of what is pressed or stands in a table, where no word labels choices."""
_LABEL_AGREES = 0.8
_SHORT = 40
"""Letters of the longest label, and of the longest option beneath one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen."""

    text: str
    place: int
    """Index of the element, or place among the options of a native select."""


def is_placeholder(said: str) -> bool:
    """True for an option that stands for no choice, or for all of them."""
    return lexicon().placeholder.match(said) is not None


def is_choice(snapshot: Snapshot, element: Element) -> bool:
    """True for an element that may be an option of something."""
    if element.role in _CHOICE_ROLES:
        return True
    is_plain = element.role in ("", "listitem") and not element.is_field
    return is_plain and element.clickable and bool(snapshot.text(element.index))


def choices_in(snapshot: Snapshot, index: int) -> list[Choice]:
    """The options inside of an element, in reading order; no plain container that hears of a press on those in it."""
    found: list[Choice] = []
    for inner in snapshot.inside(index):
        element = snapshot.elements[inner]
        if is_choice(snapshot, element) and (element.is_shown or element.role == "radio"):
            text = snapshot.text(inner)
            # A tooltip says something about an option, and does not name it.
            found.append(Choice(text if element.source == "title" and text else element.name or text, inner))
    holding = {outer for choice in found for outer in snapshot.ancestors(choice.place)}
    plain = {i for i in holding if snapshot.elements[i].role in ("", "listitem")}
    return [choice for choice in found if choice.place not in plain]


def loose_choices(snapshot: Snapshot, target: Target, known: Prior, value: str | None) -> list[Choice]:
    """Choices without a control of their own: by the label beside them, or the option that is asked for by itself.

    An order is taken from labelled choices alone: "Orders" may be a link to what was ordered.
    """
    scope = range(len(snapshot.elements))
    if target.within is not None:
        outer = ground(snapshot, target.within, known, "see")
        scope = snapshot.within(outer.index) if outer.found is not Found.MISSING else range(0)
    for element in map(snapshot.elements.__getitem__, scope):
        words = snapshot.own_text(element.index)
        if not element.is_shown or element.clickable or not 0 < len(words) <= _SHORT:
            continue
        if all(agreement(name, words) < _LABEL_AGREES for name in target.names):
            continue
        around = {snapshot.elements[i].role for i in (element.index, *snapshot.ancestors(element.index))}
        if around & _NO_LABELS:
            continue
        choices = choices_in(snapshot, section_of(snapshot, element.index))
        if len(choices) > 1 and all(len(choice.text) <= _SHORT for choice in choices):
            return choices
    if value is None or wanted_order(target, value) is not None:
        return []
    option = ground(snapshot, Target(role="option", name=value, within=target.within), known)
    return [Choice(option.candidates[0].said, option.index)] if option.found is Found.FOUND else []
