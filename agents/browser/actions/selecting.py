"""Choosing from a list: native select, custom combobox, radio group, chips, tabs, filter buttons."""

from collections.abc import Sequence
from itertools import islice

from agents.browser.actions.filling import pick_option
from agents.browser.actions.finding import NotOperable, NotThere, find
from agents.browser.actions.pointing import click_element
from agents.browser.context import Context
from agents.browser.grounding.buttons import fresh, pressed_in, said_on
from agents.browser.grounding.choices import (
    Choice,
    choices_in,
    is_choice,
    is_placeholder,
    loose_choices,
    means_order,
    order_said,
    wanted_order,
)
from agents.browser.grounding.ground import describe
from agents.browser.grounding.items import listed, listed_entries, without_numbers
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import agreement, says
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.moments import place_meant
from plans.records.steps import Select, Target

_AGREES = 0.72
"""Agreement from which an option is the one that is asked for."""
_AROUND = 5
"""Containers around a control in which the button stands that applies it."""


async def select_from(page: LivePage, step: Select, context: Context) -> str:
    """Choose an option; returns its text. Raises NotThere and NotOperable."""
    try:
        index = await find(page, step.target, context)
    except NotThere:
        loose = loose_choices(await page.look(), step.target, context.known, step.value)
        if not _offers(loose, step):
            raise
        return await _choose(page, loose, step, context)
    snapshot = await page.look()
    control = snapshot.elements[index]
    if control.tag == "select":
        if "disabled" in control.states:
            raise NotOperable(describe(step.target), "it is disabled")
        choices = [
            Choice(option.text, place)
            for place, option in enumerate(control.options)
            if not option.disabled and (option.value != "" or step.value is not None)
        ]
        return await _choose(page, choices, step, context, control)
    inside = choices_in(snapshot, control.index)
    if len(inside) > 1 or (inside and not control.clickable and not control.is_field):
        return await _choose(page, inside, step, context)
    return await _choose_custom(page, control, step, context)


def _offers(choices: Sequence[Choice], step: Select) -> bool:
    """True where choices without a control hold what is asked for, or orders where an order is.

    Others are of something else: the chips "All", "Nordics" beside "Orders" sort nothing.
    """
    if step.value is None:
        return bool(choices)
    if wanted_order(step.target, step.value) and any(order_said(choice.text) for choice in choices):
        return True
    return any(agreement(step.value, choice.text) >= _AGREES for choice in choices)


async def choose_first(page: LivePage, element: Element, looked_for: str) -> str:
    """Open a custom list and choose its first real option; returns its text. Raises NotOperable."""
    step = Select(do="select", target=Target(role="combobox", name=looked_for), position=1)
    return await _choose_custom(page, element, step, Context())


async def _choose_custom(page: LivePage, element: Element, step: Select, context: Context) -> str:
    before = await page.look()
    await click_element(page, element.index, describe(step.target))
    after = await page.look()
    appeared = fresh(
        before, after, lambda page: [e for e in page.elements if e.is_shown and is_choice(page, e)]
    )
    choices = [Choice(said_on(after, e), e.index) for e in appeared]
    return await _choose(page, choices, step, context, element)


async def _choose(
    page: LivePage, choices: Sequence[Choice], step: Select, context: Context, control: Element | None = None
) -> str:
    """Choose what is asked for; `control` is the list that offers it, where there is one."""
    snapshot, looked_for = await page.look(), describe(step.target)
    chosen = _pick(_from_the_end(snapshot, choices, step, context), step)
    if control is not None and control.tag == "select":
        await pick_option(page, control.index, chosen.place, looked_for)
    else:
        await click_element(page, chosen.place, f"{chosen.text!r} of {looked_for}")
    if _is_filter(step):
        await apply_filter(page, chosen.place if control is None else control.index, snapshot, context)
    return chosen.text


def _from_the_end(
    snapshot: Snapshot, choices: Sequence[Choice], step: Select, context: Context
) -> Sequence[Choice]:
    """Of a filter that is counted from its end, the choices that items say, where they say more than one.

    After its kinds a filter may offer something else ("Favourites"), or a kind without items.
    """
    if step.value is not None or (step.position or 1) > 0 or not _is_filter(step):
        return choices
    entries = listed_entries(snapshot, context.known.lists)
    said = [c for c in choices if any(says(without_numbers(c.text), entry) for entry in entries)]
    return said if len(said) > 1 else choices


def _pick(choices: Sequence[Choice], step: Select) -> Choice:
    """The choice that is asked for; raises NotOperable naming those there are, or for a place beyond the last."""
    looked_for = describe(step.target)
    if step.value is None:
        real = [choice for choice in choices if not is_placeholder(choice.text.strip())]
        position = step.position or 1
        if not 1 <= abs(position) <= len(real):
            raise NotOperable(looked_for, f"it offers {len(real)} options, no number {position}")
        return real[position - 1 if position > 0 else position]
    fitting = choices
    if wanted := wanted_order(step.target, step.value):
        orders = [(choice, order_said(choice.text)) for choice in choices]
        verdicts = [(choice, means_order(wanted, order) if order else None) for choice, order in orders]
        if meant := [choice for choice, is_meant in verdicts if is_meant]:
            return _best(meant, step.value) or meant[0]
        fitting = [choice for choice, is_meant in verdicts if is_meant is None]
    best = _best(fitting, step.value)
    if best is None:
        offered = ", ".join(repr(choice.text[:30]) for choice in choices[:8]) or "nothing"
        raise NotOperable(looked_for, f"it offers no {step.value!r}, only {offered}")
    return best


def _best(choices: Sequence[Choice], value: str) -> Choice | None:
    if (place := place_meant([choice.text for choice in choices], value)) is not None:
        return choices[place]
    best = max(choices, key=lambda choice: agreement(value, choice.text), default=None)
    return best if best is not None and agreement(value, best.text) >= _AGREES else None


def _is_filter(step: Select) -> bool:
    return any("filter" in stems(name) for name in step.target.names)


async def apply_filter(page: LivePage, control: int, before: Snapshot, context: Context) -> None:
    """Press the one button that applies a filter, by its name or its type, where the list is as it was `before`.

    Another one beside the control may apply it, or show all again ("Show everything"): it is left alone.
    """
    lists = context.known.lists

    async def is_as_before() -> bool:
        now = await page.look()
        return [now.text(i) for i in listed(now, lists)] == [before.text(i) for i in listed(before, lists)]

    if not await is_as_before() or (await page.patience.outlast() and not await is_as_before()):
        return
    snapshot, known = await page.look(), lexicon()
    resets = known.doors["harms"] - known.buttons["submits"]
    entries = listed(snapshot, lists)
    around = snapshot.ancestors(control) if control < len(snapshot.elements) else ()
    for container in islice(around, _AROUND):
        if container in entries:
            return
        inside = [e for e in pressed_in(snapshot, container) if e.is_shown]
        buttons = [e for e in inside if not any(snapshot.holds(entry, e.index) for entry in entries)]
        words = {e.index: set(stems(said_on(snapshot, e))) for e in buttons}
        named = [e for e in buttons if words[e.index] and words[e.index] <= known.buttons["applies"]]
        if named or snapshot.elements[container].role in ("form", "dialog", "search"):
            found = named or [e for e in buttons if e.input_type == "submit"]
            if len(found) == 1:
                await click_element(page, found[0].index, "the button that applies the filter")
            elif found or any(e.index > control and not resets & words[e.index] for e in buttons):
                context.note_guess("the button that applies the filter", "none")
            return
