"""Choosing from a list: native select, custom combobox, radio group, chips, tabs, filter buttons."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from agents.browser.actions.filling import pick_option
from agents.browser.actions.finding import NotOperable, NotThere, candidates, locate, seen
from agents.browser.actions.pointing import click_element
from agents.browser.context import Context
from agents.browser.grounding.buttons import pressed_in
from agents.browser.grounding.candidates import Found
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
from agents.browser.grounding.known import Lists
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import agreement, says
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Select
from plans.records.targets import Target

_AGREES = 0.72
"""Agreement from which an option is the one that is asked for."""
_AROUND = 5
"""Containers around a control in which the button stands that applies it."""
_LONG = 30
"""Letters of the longest name of such a button."""
_OPENS = frozenset({"expanded", "disabled", "pressed", "selected"})
_NO_BUTTONS = ("link", "tab", "option", "radio", "menuitem")


async def select_from(page: LivePage, step: Select, context: Context) -> str:
    """Choose an option; returns its text. Raises NotThere and NotOperable."""
    grounding = await locate(page, step.target, context, "act")
    snapshot = await page.look()
    looked_for = describe(step.target)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(looked_for, f"several fit equally well: {candidates(grounding)}")
    if grounding.found is Found.MISSING:
        loose = loose_choices(snapshot, step.target, context.known, step.value)
        context.keep(loose.learnt)
        if not _offers(loose.choices, step):
            raise NotThere(looked_for, seen(grounding), step.target)
        return await _press_one_of(page, snapshot, loose.choices, step, context)
    element = snapshot.elements[grounding.index]
    if element.tag == "select":
        return await _choose_native(page, element, step, context)
    inside = choices_in(snapshot, element.index)
    if len(inside) > 1:
        return await _press_one_of(page, snapshot, inside, step, context)
    return await _choose_custom(page, element, step, context)


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


async def _choose_native(page: LivePage, element: Element, step: Select, context: Context) -> str:
    if "disabled" in element.states:
        raise NotOperable(describe(step.target), "it is disabled")
    before = await page.look()
    choices = [
        Choice(option.text, place)
        for place, option in enumerate(element.options)
        if not option.disabled and (option.value != "" or step.value is not None)
    ]
    chosen = _pick(_from_the_end(before, choices, step, context), step)
    await pick_option(page, element.index, chosen.place)
    await _apply_filter(page, before, element.index, step, context)
    return chosen.text


async def _choose_custom(page: LivePage, element: Element, step: Select, context: Context) -> str:
    before = await page.look()
    await click_element(page, element.index, describe(step.target))
    after = await page.look()
    choices = [Choice(after.text(e.index) or e.name, e.index) for e in _new_choices(before, after)]
    return await _press_one_of(page, after, choices, step, context, element.index)


def _new_choices(before: Snapshot, after: Snapshot) -> list[Element]:
    """The choices that have appeared since `before`; one that only moved is not new."""
    known = Counter(
        (e.role, before.text(e.index)) for e in before.elements if e.is_shown and is_choice(before, e)
    )
    fresh: list[Element] = []
    for element in after.elements:
        if not element.is_shown or not is_choice(after, element):
            continue
        said = (element.role, after.text(element.index))
        if known[said] > 0:
            known[said] -= 1
        else:
            fresh.append(element)
    return fresh


async def _press_one_of(
    page: LivePage,
    snapshot: Snapshot,
    choices: Sequence[Choice],
    step: Select,
    context: Context,
    control: int | None = None,
) -> str:
    """Press the choice that is asked for; `control` is what had to be opened to choose."""
    chosen = _pick(_from_the_end(snapshot, choices, step, context), step)
    await click_element(page, chosen.place, f"{chosen.text!r} of {describe(step.target)}")
    await _apply_filter(page, snapshot, chosen.place if control is None else control, step, context)
    return chosen.text


def _from_the_end(
    snapshot: Snapshot, choices: Sequence[Choice], step: Select, context: Context
) -> Sequence[Choice]:
    """Of a filter that is counted from its end, the choices that items say, where they say more than one.

    After its kinds a filter may offer something else ("Favourites"), or a kind without items.
    """
    if step.value is not None or (step.position or 1) > 0 or not _is_filter(step):
        return choices
    entries = listed_entries(snapshot, context.known.lists, without_buttons=True)
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
    wanted = wanted_order(step.target, step.value)
    if wanted is not None:
        orders = [(choice, order_said(choice.text)) for choice in choices]
        verdicts = [(choice, means_order(wanted, order) if order else None) for choice, order in orders]
        meant = [choice for choice, is_meant in verdicts if is_meant]
        if meant:
            return _best(meant, step.value) or meant[0]
        fitting = [choice for choice, is_meant in verdicts if is_meant is None]
    best = _best(fitting, step.value)
    if best is None:
        offered = ", ".join(repr(choice.text[:30]) for choice in choices[:8]) or "nothing"
        raise NotOperable(looked_for, f"it offers no {step.value!r}, only {offered}")
    return best


def _best(choices: Sequence[Choice], value: str) -> Choice | None:
    best = max(choices, key=lambda choice: agreement(value, choice.text), default=None)
    return best if best is not None and agreement(value, best.text) >= _AGREES else None


def _is_filter(step: Select) -> bool:
    return any("filter" in stems(name) for name in step.target.names if name)


async def _apply_filter(
    page: LivePage, before: Snapshot, control: int, step: Select, context: Context
) -> None:
    """Press the button that applies a filter, where the choice alone left the list as it was."""
    lists = context.known.lists
    if not _is_filter(step) or _listing(await page.look(), lists) != _listing(before, lists):
        return
    if await page.patience.outlast() and _listing(await page.look(), lists) != _listing(before, lists):
        return
    await _put_into_effect(page, control, context)


async def leave_field(page: LivePage, context: Context) -> None:
    """Apply what was typed last, where leaving its field did nothing to the list."""
    if context.entered is None:
        return
    (field, before), context.entered = context.entered, None
    after = await page.look()
    if field >= len(after.elements) or after.elements[field].tokens != before.elements[field].tokens:
        return
    if _listing(before, context.known.lists) == _listing(after, context.known.lists):
        await _put_into_effect(page, field, context)


def _listing(snapshot: Snapshot, lists: Lists) -> list[str]:
    """The words of the items of the page, numbers included."""
    return [snapshot.text(index) for index in listed(snapshot, lists)]


async def _put_into_effect(page: LivePage, control: int, context: Context) -> None:
    """Press the one button that applies a control of the last look, if there is one."""
    snapshot = await page.look()
    button = _applier(snapshot, control, context.known.lists) if control < len(snapshot.elements) else None
    if button is not None:
        await click_element(page, button, "the button that puts it into effect")


def _applier(snapshot: Snapshot, control: int, lists: Lists) -> int | None:
    """The one button near a control that applies it: by its name ("Show results"), else the one of its form."""
    entries = listed(snapshot, lists)
    known = lexicon().applies
    things = {word for kind in lists.kinds for name in kind for word in stems(name)}
    resets = lexicon().doors["harms"] - lexicon().buttons["submits"]
    for around in islice(snapshot.ancestors(control), _AROUND):
        if around in entries:
            return None
        named: list[int] = []
        submits: list[int] = []
        for element in pressed_in(snapshot, around):
            is_in_entry = any(snapshot.holds(entry, element.index) for entry in entries)
            if is_in_entry or not element.is_shown or element.has_popup or element.states & _OPENS:
                continue
            said = element.name or snapshot.text(element.index)
            begins, *others = [word for word in stems(said) if not word.isdigit()] or [""]
            is_button = len(said) <= _LONG and element.role not in _NO_BUTTONS
            if is_button and begins in known["begins"] and set(others) <= known["along"] | things:
                named.append(element.index)
            if element.index > control and not resets & {begins, *others}:
                submits.append(element.index)
        is_form = snapshot.elements[around].role in ("form", "dialog", "search")
        if named or is_form:
            found = named or submits
            return found[0] if len(found) == 1 else None
    return None
