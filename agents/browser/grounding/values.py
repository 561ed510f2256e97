"""Values beside their labels, amounts of money among them."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import islice

from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import has_words, says
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import NumberIn, number_in, numbers_in

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
_BEFORE = re.compile(r"[$€£¥₹]\s?-?$")
_AFTER = re.compile(r"\s?(?:[$€£¥₹]|(?:kr|USD|EUR|GBP)\b)")
_CENTS = re.compile(r"[.,]\d\d$")
_THOUSANDS = re.compile(r"\d[.,]\d{3}$")


@lru_cache(maxsize=512)
def value_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the values that a name stands for, for values without a label: amounts of money for "price"."""
    named = stems(name)
    kinds = lexicon().values.words.items()
    return tuple(
        lexicon().values.looks[kind] for kind, words in kinds if named and all(w in words for w in named)
    )


def number_called(text: str, names: Iterable[str]) -> float | None:
    """The number that a text gives a name of its own: 27 in "4.3 (27 ratings)", when reviews are asked for.

    Of several facts in one line, the fact that says the name counts: 0 in "Question 1 of 4 · Score 0". A number before
    the plural of a name counts entries, and is not the value of one: for "rating", 27 in "★ 4.3 · 27 ratings".
    """
    facts = _BETWEEN_FACTS.split(text) if len(text) <= _SHORT else []
    for name in filter(None, names):
        count = re.compile(rf"(?i)\d\s+{re.escape(name)}s\b")
        for fact in facts if len(facts) > 1 else ():
            if says(name, fact) and not count.search(fact) and (said := number_in(fact)) is not None:
                return said
        for pattern in value_patterns(name):
            found = pattern.search(text) if "number" in pattern.groupindex else None
            if found is not None:
                return number_in(next(said for said in found.groupdict().values() if said))
    return None


def number_beside(snapshot: Snapshot, element: Element) -> float | None:
    """The first number after a label in the smallest container that has one, else the last one before it."""
    if (element.clickable and not element.is_field) or element.role == "columnheader":
        return None
    for level, ancestor in enumerate(snapshot.ancestors(element.index)):
        outer = snapshot.elements[ancestor]
        if level >= _CLIMB or len(snapshot.text(ancestor)) > _SHORT:
            return None
        following = [
            p.words
            for p in snapshot.pieces[element.last_text : outer.last_text]
            if not p.hidden and not p.struck
        ]
        before = [p.words for p in snapshot.pieces[outer.first_text : element.first_text] if not p.hidden]
        for words in (*following, *reversed(before)):
            found = number_in(words)
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


def number_within(snapshot: Snapshot, element: Element) -> float | None:
    """The first number in the text of an element, else how many written stars of it are filled: 2 of "★★☆☆☆".

    What is crossed out is read only where nothing else is a number.
    """
    text = snapshot.text(element.index)
    standing = number_in(snapshot.standing_text(element.index))
    if standing is None and (stars := _STARS.search(text)):
        return float(stars[0].count("★"))
    return number_in(text) if standing is None else standing


def amount_of(snapshot: Snapshot, element: Element, names: Collection[str]) -> float | None:
    """The number that is meant where an element shows amounts of money and others; None: nothing tells them apart.

    For a name of money it is the first amount: 77.95 in "Total for 2 pieces: $77.95". On a button or link of another
    name it is the first number that is no amount: 1 in "Cart $48.00 (1)". What is crossed out is ignored.
    """
    words = snapshot.standing_text(element.index)
    numbers = list(numbers_in(words))
    amounts = [number for number in numbers if _is_amount(words, number)]
    of_money = [name for name in names if lexicon().values.looks["money"] in value_patterns(name)]
    if not of_money:
        others = [number.value for number in numbers if number not in amounts]
        return others[0] if element.clickable and amounts and others else None
    amounts = amounts or [number for number in numbers if _CENTS.search(words[number.start : number.end])]
    if numbers and not amounts and not element.clickable and any(says(name, words) for name in of_money):
        # "Total (2 items)" counts, and is the label of the amount beside it.
        beside = value_beside(snapshot, element)
        words = "" if any(map(str.isalpha, beside)) else beside
        amounts = [number for number in numbers_in(words) if _is_amount(words, number)]
    if not amounts:
        return None
    value, start, end = amounts[0]
    # Money has no thousandths: three digits after one point are a group, as in "1.200 €".
    return value * 1000 if abs(value) < 1000 and _THOUSANDS.search(words[start:end]) else value


def _is_amount(words: str, number: NumberIn) -> bool:
    has_sign = any(sign in words[number.start : number.end] for sign in "$€£¥₹")
    return has_sign or bool(_BEFORE.search(words[: number.start]) or _AFTER.match(words[number.end :]))
