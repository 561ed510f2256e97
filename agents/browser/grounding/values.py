"""Values beside their labels, amounts of money among them, and the clock of a timer."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.words import has_words, says
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import NumberIn, number_in, numbers_in

_CLIMB = 4
"""Containers around a label in which its number is looked for."""
_SHORT = 160
"""Letters beyond which a container says too much for its first number to belong to a label in it."""


_STARS = re.compile(r"★+☆+|★{2,5}")
"""Stars that are written out, filled ones first: "★★☆☆☆" and "★★" are 2. One alone may be an icon."""
_BETWEEN_FACTS = re.compile(r"\s*[·•|]\s*|\s[–—]\s|,\s(?=[^\W\d_])|\n")
"""What stands between facts that share a line."""


@lru_cache(maxsize=512)
def value_patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """How values look that go by a name, where nothing labels them."""
    named = stems(name)
    kinds = lexicon().values.words.items()
    return tuple(
        lexicon().values.looks[kind] for kind, words in kinds if named and all(w in words for w in named)
    )


def number_called(text: str, names: Iterable[str]) -> float | None:
    """The number that a text gives a name of its own: 27 in "4.3 (27 ratings)", when reviews are asked for.

    Of several facts in one line it is in the one that says the name: 0 in "Question 1 of 4 · Score 0". How many there
    are of what is looked for is another: 4.3 in "★ 4.3 · 27 ratings", when the rating is asked for.
    """
    facts = _BETWEEN_FACTS.split(text) if len(text) <= _SHORT else []
    for name in names:
        for fact in facts if len(facts) > 1 else ():
            if says(name, fact) and not _counts(name, fact) and (said := number_in(fact)) is not None:
                return said
        for pattern in value_patterns(name):
            found = pattern.search(text) if "number" in pattern.groupindex else None
            if found is not None:
                return number_in(next(said for said in found.groupdict().values() if said))
    return None


def _counts(name: str, fact: str) -> bool:
    """Whether a fact says of how many it knows, in the plural of a name that is none."""
    return bool(name) and re.search(rf"(?i)\d\s+{re.escape(name)}s\b", fact) is not None


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
    """The next run of text in the smallest container that has one, unless it says much more than a value."""
    for level, ancestor in enumerate(snapshot.ancestors(label.index)):
        outer = snapshot.elements[ancestor]
        following = [p.words for p in snapshot.pieces[label.last_text : outer.last_text] if not p.hidden]
        if following and has_words(following[0]):
            return following[0]
        if level >= 2:
            break
    return ""


def number_within(snapshot: Snapshot, element: Element) -> float | None:
    """The first number in the text of an element, else how many written stars of it are filled: 2 of "★★☆☆☆".

    What is crossed out is read only where nothing else is a number.
    """
    standing = number_in(snapshot.standing_text(element.index))
    if standing is None and (written := _STARS.search(snapshot.text(element.index))):
        return float(written[0].count("★"))
    return number_in(snapshot.text(element.index)) if standing is None else standing


_BEFORE = re.compile(r"[$€£¥₹]\s?-?$")
_AFTER = re.compile(r"\s?(?:[$€£¥₹]|(?:kr|USD|EUR|GBP)\b)")
_CENTS = re.compile(r"[.,]\d\d$")
_THOUSANDS = re.compile(r"\d[.,]\d{3}$")
_AMOUNT_CLIMB = 3
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
        if level >= _AMOUNT_CLIMB:
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


_ALONE = 0.9
"""Score of the one clock of a page, where nothing says what it is; one that is labelled is better."""
_SEVERAL = 2
"""Names of a clock from which a clock is looked for: "Remaining" alone may be any number."""
_LONG = 60
"""Letters up to which words are a clock's own."""


def means_clock(names: Sequence[str]) -> bool:
    """Whether the clock of a timer is looked for."""
    words = lexicon().values.words["clock"]
    return sum(bool(words & set(stems(name))) for name in names) >= _SEVERAL


def with_clock(
    snapshot: Snapshot, names: Sequence[str], found: list[Candidate], scope: range, least: float
) -> list[Candidate]:
    """Candidates for a clock that show one or stand before one; where none does, the one clock that there is.

    Where none is shown at all, nothing is left: the time of a recipe is no time left.
    """
    if not means_clock(names):
        return found
    clocks = [i for i in scope if _is_clock(snapshot, i)]
    told = [c for c in found if c.score >= least and _tells(snapshot, c.index, clocks)]
    if told or not clocks:
        return told
    return [Candidate(clocks[0], _ALONE, snapshot.text(clocks[0]))] if len(clocks) == 1 else found


def _is_clock(snapshot: Snapshot, index: int) -> bool:
    """Whether an element itself shows minutes and seconds, and little else."""
    element = snapshot.elements[index]
    own = snapshot.own_text(index)
    return (
        element.is_shown
        and not element.is_field
        and 0 < len(own) <= _LONG
        and lexicon().values.looks["clock"].search(snapshot.text(index)) is not None
    )


def _tells(snapshot: Snapshot, index: int, clocks: Sequence[int]) -> bool:
    """Whether the first number in an element, or else right after it, is a clock's."""
    element = snapshot.elements[index]
    if any(snapshot.holds(index, clock) for clock in clocks):
        return True
    if number_in(snapshot.text(index)) is not None or element.parent < 0:
        return False
    following = snapshot.pieces[element.last_text : snapshot.elements[element.parent].last_text]
    return any(snapshot.holds(clock, piece.owner) for piece in following for clock in clocks)
