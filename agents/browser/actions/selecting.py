"""Choosing from a list: native select, custom combobox, radio group, chips, tabs, filter buttons."""

from collections.abc import Sequence

from agents.browser.actions.filling import fill_element
from agents.browser.actions.finding import candidates, locate, seen
from agents.browser.actions.outcome import NotOperable, NotThere
from agents.browser.actions.pointing import click_element
from agents.browser.grounding.choices import PLACEHOLDER, Choice, choices_in, is_choice, loose_choices
from agents.browser.grounding.contract import Context, Found
from agents.browser.grounding.ground import describe
from agents.browser.grounding.words import agreement
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.steps import Select
from plans.records.targets import Target

_AGREES = 0.72
_AGREES_LOOSE = 0.75
"""Outside of the control, above what the first word alone is worth: the link "Orders" is not "Order total: lowest"."""


async def select_from(page: LivePage, step: Select, context: Context) -> str:
    """Choose an option; returns its text. Raises NotThere and NotOperable."""
    grounding = await locate(page, step.target, context, "act")
    snapshot = await page.look()
    looked_for = describe(step.target)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(looked_for, f"several fit equally well: {candidates(grounding)}")
    if grounding.found is Found.MISSING:
        choices = loose_choices(snapshot, step.target, context, step.value)
        if not choices or not _offers(choices, step):
            raise NotThere(looked_for, seen(grounding), step.target.role)
        return await _press(page, _pick(choices, step, looked_for), looked_for)
    element = snapshot.elements[grounding.index]
    if element.tag == "select":
        return await _choose_native(page, element, step, looked_for)
    inside = choices_in(snapshot, element.index)
    if len(inside) > 1:
        return await _press(page, _pick(inside, step, looked_for), looked_for)
    return await _choose_custom(page, element, step, looked_for)


async def choose_first(page: LivePage, element: Element, looked_for: str) -> str:
    """Open a list of the app's own and choose its first real option; returns its text. Raises NotOperable."""
    step = Select(do="select", target=Target(role="combobox", name=looked_for), position=1)
    return await _choose_custom(page, element, step, looked_for)


async def _choose_native(page: LivePage, element: Element, step: Select, looked_for: str) -> str:
    choices = [
        Choice(option.text, place) for place, option in enumerate(element.options) if not option.disabled
    ]
    real = [c for c in choices if element.options[c.place].value != "" or step.value is not None]
    chosen = _pick(real, step, looked_for)
    page.touch()
    await page.operate("choose", element.index, chosen.place)
    return chosen.text


async def _choose_custom(page: LivePage, element: Element, step: Select, looked_for: str) -> str:
    before = await page.look()
    if (
        step.value is not None
        and agreement(step.value, element.name) >= _AGREES
        and element.role != "combobox"
    ):
        # The option itself was meant: a chip or a tab.
        await click_element(page, element.index, looked_for)
        return element.name
    if element.role == "textbox" and step.value is not None:
        await fill_element(page, element.index, step.value, looked_for)
        return step.value
    await click_element(page, element.index, looked_for)
    after = await page.look()
    known = {(e.role, before.text(e.index)) for e in before.elements if e.is_shown}
    fresh = [
        e for e in after.elements
        if is_choice(after, e) and e.is_shown and (e.role, after.text(e.index)) not in known
    ]  # fmt: skip
    choices = [Choice(after.text(e.index) or e.name, e.index) for e in fresh]
    return await _press(page, _pick(choices, step, looked_for), looked_for)


async def _press(page: LivePage, choice: Choice, looked_for: str) -> str:
    await click_element(page, choice.place, f"{choice.text!r} of {looked_for}")
    return choice.text


def _pick(choices: Sequence[Choice], step: Select, looked_for: str) -> Choice:
    """The choice that is asked for; raises NotOperable naming those there are."""
    if step.value is not None:
        scored = sorted(choices, key=lambda c: agreement(step.value or "", c.text), reverse=True)
        if scored and agreement(step.value, scored[0].text) >= _AGREES:
            return scored[0]
        offered = ", ".join(repr(c.text[:30]) for c in choices[:8]) or "nothing"
        raise NotOperable(looked_for, f"it offers no {step.value!r}, only {offered}")
    real = [c for c in choices if not PLACEHOLDER.match(c.text.strip())]
    position = step.position or 1
    if not 1 <= position <= len(real):
        raise NotOperable(looked_for, f"it offers {len(real)} options, no number {position}")
    return real[position - 1]


def _offers(choices: Sequence[Choice], step: Select) -> bool:
    """Whether loose choices hold what is asked for: without the control, others on the page are none of its own."""
    return step.value is None or any(
        agreement(step.value, choice.text) >= _AGREES_LOOSE for choice in choices
    )
