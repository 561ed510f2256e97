"""Amounts of money among other numbers: which one a price or a total is, and which one a count beside it."""

import re
from collections.abc import Collection, Iterator

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.values import value_patterns
from agents.browser.grounding.words import has_words, says
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import NumberIn, numbers_in

_BEFORE = re.compile(r"[$€£¥₹]\s?-?$")
_AFTER = re.compile(r"\s?(?:[$€£¥₹]|(?:kr|USD|EUR|GBP)\b)")
_CENTS = re.compile(r"[.,]\d\d$")
_THOUSANDS = re.compile(r"\d[.,]\d{3}$")
_CLIMB = 3
"""Containers around a label in which its amount is looked for."""


def amount_of(snapshot: Snapshot, element: Element, names: Collection[str]) -> float | None:
    """The number that is meant where an element shows amounts of money and others; None: nothing tells them apart.

    Called by a name of money it is the first amount (77.95 in "Total for 2 pieces: $77.95"), or the one beside a label
    that only counts pieces ("Total (2 items)"); on a button or link of another name it is the first other number (1 in
    "Cart $48.00 (1)"). What is crossed out no longer holds.
    """
    words = snapshot.standing_text(element.index)
    numbers = list(numbers_in(words))
    amounts = [number for number in numbers if _is_amount(words, number)]
    of_money = [name for name in names if lexicon().values.looks["money"] in value_patterns(name)]
    if not of_money:
        others = [number for number in numbers if number not in amounts]
        return others[0].value if element.clickable and amounts and others else None
    if amounts:
        return _value(words, amounts[0])
    exact = [number for number in numbers if _CENTS.search(words[number.start : number.end])]
    if exact:
        return exact[0].value
    # "All leads (12)" is no total, though a total may be meant as well.
    is_called_so = any(says(name, words) for name in of_money)
    counts_alone = (
        is_called_so and numbers and all(lexicon().values.pieces.match(words[n.end :]) for n in numbers)
    )
    return next(_amounts_beside(snapshot, element), None) if counts_alone and not element.clickable else None


def says_number_to_readers_alone(snapshot: Snapshot, element: Element) -> bool:
    """Whether words are shown, and a number only by the name that screen readers are told."""
    words = snapshot.text(element.index)
    return element.source == "aria" and has_words(words) and not any(numbers_in(words))


def _amounts_beside(snapshot: Snapshot, label: Element) -> Iterator[float]:
    for level, ancestor in enumerate(snapshot.ancestors(label.index)):
        if level >= _CLIMB:
            return
        outer = snapshot.elements[ancestor]
        for piece in snapshot.pieces[label.last_text : outer.last_text]:
            if piece.hidden or piece.struck:
                continue
            for number in numbers_in(piece.words):
                if _is_amount(piece.words, number) or _CENTS.search(piece.words[number.start : number.end]):
                    yield _value(piece.words, number)


def _is_amount(words: str, number: NumberIn) -> bool:
    written = words[number.start : number.end]
    has_sign = any(sign in written for sign in "$€£¥₹")
    return has_sign or bool(_BEFORE.search(words[: number.start]) or _AFTER.match(words[number.end :]))


def _value(words: str, number: NumberIn) -> float:
    """The amount; three digits behind one point group it, since no money has thousandths: "1.200 €"."""
    written = words[number.start : number.end]
    if _THOUSANDS.search(written) and abs(number.value) < 1000:
        return number.value * 1000
    return number.value
