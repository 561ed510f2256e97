"""Orders that are asked for in two parts: what a list goes by, and which way round.

Where a choice says only what the list goes by ("Price"), the list tells which way it now goes. It is turned by the
button or the list for the direction beside the control, or by the same press again, as the head of a table's column is.
"""

from collections.abc import Sequence

from agents.browser.actions.picking import pick_option
from agents.browser.actions.pointing import click_element
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import Prior
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.lexicon_parts import Way
from agents.browser.grounding.naming import known_as
from agents.browser.grounding.orders import Order, order_said, wanted_order
from agents.browser.grounding.stemming import stems
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.reading import Unreadable, number_of
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Select
from plans.records.targets import Target

_AROUND = 3
"""Containers around a control in which its direction is set."""
_SIGNS = frozenset("↑↓▲▼⬆⬇⇅↕")


async def turn_round(page: LivePage, step: Select, chosen: str, control: int, context: Context) -> None:
    """Turn the list round where it goes by what was asked for, the other way.

    `control` is what was chosen from, or pressed, as of the last look before it.
    """
    wanted = wanted_order(step.target, step.value)
    said = order_said(chosen)
    if wanted is None or wanted.way == "given" or (said is not None and said.way == wanted.way):
        return
    now = await page.look()
    if control >= len(now.elements) or _way_of(_values(now, wanted, context.known)) in (None, wanted.way):
        return
    element = now.elements[control]
    if not element.is_field:
        await click_element(page, control, f"{chosen!r} of {describe(step.target)}")
        return
    for other in _beside(now, element):
        place = _offered(other, wanted.way)
        if place is not None:
            await pick_option(page, other.index, place)
            return
        if _turns(now, other):
            await click_element(page, other.index, f"the direction of {describe(step.target)}")
            return


def _values(snapshot: Snapshot, wanted: Order, known: Prior) -> Sequence[float] | Sequence[str]:
    """What the entries say of what the list goes by, in their order; nothing where it cannot be read."""
    for kind in known.lists.kinds or ((),):
        name, *synonyms = kind or ("",)
        item = Target(role="item", name=name, synonyms=tuple(synonyms))
        if wanted.kind == "letters":
            titles = ground(snapshot, Target(role="heading", within=item), known, "see").matches
            return [snapshot.text(index).casefold() for index in titles]
        amount = Target(role="text", name=wanted.by, within=item)
        try:
            found = ground(snapshot, amount, known, "number").matches
            return [number_of(snapshot, snapshot.elements[index], (wanted.by,)) for index in found]
        except Unreadable:
            return []
    return []


def _way_of(values: Sequence[float] | Sequence[str]) -> Way | None:
    if len(set(values)) < 2:
        return None
    if list(values) == sorted(values):
        return "rising"
    return "falling" if list(values) == sorted(values, reverse=True) else None


def _beside(snapshot: Snapshot, control: Element) -> list[Element]:
    """What can be operated near a control, in the smallest container that has anything."""
    for ancestor in list(snapshot.ancestors(control.index))[:_AROUND]:
        found = [
            e
            for i in snapshot.inside(ancestor)
            if (e := snapshot.elements[i]).index != control.index
            and e.is_shown
            and (e.role in ("button", "switch", "checkbox") or e.tag == "select")
        ]
        if found:
            return found
    return []


def _offered(element: Element, way: Way) -> int | None:
    """The place of a direction among the options of a list that offers nothing but directions."""
    orders = [order_said(option.text) for option in element.options]
    if not orders or any(order is None or order.by for order in orders):
        return None
    return next((i for i, order in enumerate(orders) if order is not None and order.way == way), None)


def _turns(snapshot: Snapshot, element: Element) -> bool:
    """Whether a button says that it is for the direction, or which one there is now."""
    if element.tag == "select":
        return False
    if _SIGNS & set(snapshot.text(element.index)):
        return True
    known = lexicon().orders.words
    return any(
        word in lexicon().orders.turns
        or (word in known and not known[word].kind and known[word].way != "given")
        for said in known_as(snapshot, element)
        for word in stems(said.words)
    )
