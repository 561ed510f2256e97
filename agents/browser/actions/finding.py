"""Finding a target on a live page: by one look, and when it is missing by one more elsewhere."""

from agents.browser.actions.going import go, may_be_elsewhere
from agents.browser.actions.outcome import NotOperable, NotThere
from agents.browser.actions.revealing import reveal
from agents.browser.grounding.contract import Found, Grounding, Purpose
from agents.browser.grounding.ground import describe
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from plans.records.targets import Target


async def find(page: LivePage, target: Target, context: Context) -> int:
    """The index of the element to operate; raises NotThere and NotOperable with what was seen instead."""
    grounding = await locate(page, target, context, "act")
    if grounding.found is Found.MISSING:
        raise NotThere(describe(target), seen(grounding), target.role, target.within)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(describe(target), f"several fit equally well: {candidates(grounding)}")
    return grounding.index


async def locate(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """What a target means now; when nothing fits, it is brought to light, or looked for where the map has it."""
    grounding = await _located(page, target, context, purpose)
    if grounding.found is not Found.MISSING:
        context.screens = context.screens.with_met(target)
    elif target.called not in context.screens.met and may_be_elsewhere(
        await page.look(), target, context.known
    ):
        context.screens = context.screens.with_unfound(target)
    return grounding


async def _located(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    grounding = await in_time(page, target, context, purpose)
    if grounding.found is not Found.MISSING or purpose == "absent":
        return grounding
    for way in (reveal, go):
        found = await way(page, target, context, purpose)
        if found is not None:
            return found
    return grounding


async def in_time(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """What a target means now, or when the page is done with its work; nothing is brought to light for it."""
    grounding = context.recognise(await page.look(), target, purpose)
    is_there = grounding.found is not Found.MISSING or purpose == "absent"
    if is_there or not await page.patience.outlast():
        return grounding
    return context.recognise(await page.look(), target, purpose)


def seen(grounding: Grounding) -> str:
    """What was there instead, in words."""
    note = f"{grounding.note}; " if grounding.note else ""
    if not grounding.candidates:
        return grounding.note or "nothing like it on the page"
    return f"{note}nearest: {candidates(grounding)}"


def candidates(grounding: Grounding) -> str:
    """The best candidates with their scores."""
    return ", ".join(f"{c.said[:40]!r} ({c.score:.2f})" for c in grounding.candidates[:4])
