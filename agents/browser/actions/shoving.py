"""Moving an entry of a board by a button that shoves it one column on or back, where others choose its column."""

from agents.browser.actions.pointing import click_element
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import Prior
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import split_words
from agents.browser.grounding.words import has_words
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Select
from plans.records.targets import Target

_MOST = 4
"""Columns that an entry is shoved across at most."""


async def shove(page: LivePage, step: Select, context: Context) -> bool:
    """Whether the entry whose column was to be chosen was shoved towards that column, for as long as it went."""
    entry = step.target.within
    if step.value is None or entry is None or entry.role != "item" or entry.within is None:
        return False
    snapshot = await page.look()
    found = context.recognise(snapshot, entry, "see")
    if found.found is not Found.FOUND:
        return False
    card, title = snapshot.elements[found.index], _first_line(snapshot, found.index)
    is_shoved = False
    for _ in range(_MOST):
        button = _towards(snapshot, step.value, card, context.known)
        if button is None:
            break
        await click_element(page, button, describe(step.target))
        is_shoved, before, snapshot = True, snapshot.content, await page.look()
        again = [
            e for e in snapshot.elements if _is_like(e, card) and _first_line(snapshot, e.index) == title
        ]
        if snapshot.content == before or len(again) != 1:
            break
        [card] = again
    return is_shoved


def _towards(snapshot: Snapshot, column: str, card: Element, known: Prior) -> int | None:
    """The one button of an entry that shoves it towards a column; None where it is there, or has no such button."""
    place = _place_of(snapshot, column, card, known)
    if place is None:
        return None
    words = lexicon().buttons.pushes["on" if place > card.index else "back"]
    inside = (snapshot.elements[i] for i in snapshot.inside(card.index))
    buttons = [e.index for e in inside if _can_be_pressed(e) and _says(snapshot, e, words)]
    return buttons[0] if len(buttons) == 1 else None


def _place_of(snapshot: Snapshot, column: str, card: Element, known: Prior) -> int | None:
    """Where a column stands in which an entry is not yet; one without entries is known by its heading alone."""
    head = ground(snapshot, Target(role="heading", name=column), known, "see")
    part = ground(snapshot, Target(role="region", name=column), known, "see")
    if head.found is not Found.FOUND or part.found is not Found.FOUND:
        return None
    if not snapshot.holds(part.index, card.index):
        return part.index
    kind = snapshot.elements[head.index]
    heads = [e.index for e in snapshot.elements if e.role == "heading" and _is_like(e, kind)]
    before = max((index for index in heads if index < card.index), default=head.index)
    return None if before == head.index else head.index


def _can_be_pressed(element: Element) -> bool:
    return (
        element.clickable and not element.is_field and element.is_shown and "disabled" not in element.states
    )


def _says(snapshot: Snapshot, button: Element, words: frozenset[str]) -> bool:
    text = snapshot.text(button.index).strip() or button.drawn
    if text and not has_words(text) and not has_words(button.name):
        return text in words
    return bool(set(split_words(f"{button.name} {text}")) & words)


def _is_like(element: Element, card: Element) -> bool:
    return (element.tag, element.role, element.tokens) == (card.tag, card.role, card.tokens)


def _first_line(snapshot: Snapshot, index: int) -> str:
    return snapshot.text(index).split("\n", 1)[0]
