"""Numbers that two buttons make one more and one less: what stands for a field where nothing can be typed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import split_words, stem, stems
from agents.browser.grounding.words import agreement, has_words
from agents.browser.snapshot import Element, Snapshot

_NUMBER = re.compile(r"[×x]?\s?(\d{1,4})\s?[×x]?")
_LONG = 160
"""Letters beyond which a container says too much for its number to be the one between its buttons."""
_PIECES = 20
_AGREES = 0.85
_MORE_SIGNS = frozenset("+＋➕")
_LESS_SIGNS = frozenset("-−–➖")
_LABEL = 30


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number between a button for less and a button for more."""

    less: int
    more: int
    holder: int
    """Index of the element in whose own text the number stands."""
    number: int


def steppers(snapshot: Snapshot, scope: range) -> Iterator[Stepper]:
    """The steppers in a part of the page, in reading order."""
    found: list[Stepper] = []
    for index in reversed(scope):
        element = snapshot.elements[index]
        if element.clickable or not element.is_shown or any(snapshot.holds(index, s.holder) for s in found):
            continue
        stepper = _stepper_in(snapshot, element)
        if stepper is not None:
            found.append(stepper)
    yield from reversed(found)


def stepper_at(snapshot: Snapshot, index: int) -> Stepper | None:
    """The stepper whose number stands in an element."""
    everywhere = range(len(snapshot.elements))
    return next((s for s in steppers(snapshot, everywhere) if s.holder == index), None)


def counts_what(snapshot: Snapshot, stepper: Stepper, names: Sequence[str]) -> bool:
    """Whether the number is what the names say: how many of something, or what stands before the buttons."""
    if any(agreement(name, "quantity") >= _AGREES for name in names):
        return True
    label = _label(snapshot, stepper)
    return any(agreement(name, label) >= _AGREES for name in names)


def _stepper_in(snapshot: Snapshot, outer: Element) -> Stepper | None:
    if outer.last_text - outer.first_text > _PIECES:
        return None
    inner = [snapshot.elements[i] for i in snapshot.inside(outer.index)]
    buttons = [e for e in inner if e.clickable and not e.is_field and e.is_shown]
    if len(buttons) < 2 or any(e.is_field for e in inner) or len(snapshot.text(outer.index)) > _LONG:
        return None
    pair = _pair(snapshot, outer, buttons)
    pieces = [
        piece
        for piece in snapshot.pieces[outer.first_text : outer.last_text]
        if not piece.hidden and not any(snapshot.holds(b.index, piece.owner) for b in buttons)
    ]
    numbers = [(p.owner, m) for p in pieces if (m := _NUMBER.fullmatch(p.words.strip())) is not None]
    if pair is None or len(numbers) != 1:
        return None
    holder, number = numbers[0]
    return Stepper(pair[0].index, pair[1].index, holder, int(number[1]))


def _pair(snapshot: Snapshot, outer: Element, buttons: list[Element]) -> tuple[Element, Element] | None:
    """The buttons for less and for more; of two without any words, where the program calls them so, in that order."""
    less = [b for b in buttons if _means(snapshot, b, _LESS_SIGNS, lexicon().steps.less)]
    more = [b for b in buttons if _means(snapshot, b, _MORE_SIGNS, lexicon().steps.more)]
    if len(less) == 1 and len(more) == 1 and less != more:
        return less[0], more[0]
    called = {stem(word) for word in split_words(outer.tokens)}
    is_wordless = not any(has_words(b.name) or has_words(snapshot.text(b.index)) for b in buttons)
    if len(buttons) == 2 and is_wordless and called & lexicon().steps.frame:
        return buttons[0], buttons[1]
    return None


def _means(snapshot: Snapshot, button: Element, signs: frozenset[str], words: tuple[str, ...]) -> bool:
    text = snapshot.text(button.index).strip()
    if text and not has_words(text):
        return text in signs
    said = stems(" ".join(split_words(f"{button.name} {button.title} {button.tokens} {button.icon}")))
    return any(_in_a_row(stems(word), said) for word in words)


def _in_a_row(wanted: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return any(said[i : i + len(wanted)] == wanted for i in range(len(said)))


def _label(snapshot: Snapshot, stepper: Stepper) -> str:
    """The words right before the number and its buttons."""
    first = min(stepper.less, stepper.holder)
    for ancestor in snapshot.ancestors(first):
        outer = snapshot.elements[ancestor]
        if outer.name and outer.source in ("aria", "labelledby"):
            return outer.name
        before = [
            piece
            for piece in snapshot.pieces[outer.first_text : outer.last_text]
            if not piece.hidden and piece.owner < first and not snapshot.elements[piece.owner].clickable
        ]
        if before:
            return before[-1].words if len(before[-1].words) <= _LABEL else ""
    return ""
