"""Finding a target on a live page: one look, and when it is missing one attempt to bring it to light."""

from agents.browser.actions.outcome import NotOperable, NotThere
from agents.browser.actions.revealing import reveal
from agents.browser.actions.wandering import leads_on, wander
from agents.browser.grounding.contract import Context, Found, Grounding, Purpose
from agents.browser.grounding.ground import describe, ground
from agents.browser.page import LivePage
from plans.records.targets import Target


async def find(page: LivePage, target: Target, context: Context) -> int:
    """The index of the element to operate; raises NotThere and NotOperable with what was seen instead."""
    grounding = await locate(page, target, context, "act")
    if grounding.found is Found.MISSING:
        raise NotThere(describe(target), seen(grounding), target.role)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(describe(target), f"several fit equally well: {candidates(grounding)}")
    return grounding.index


async def locate(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """What a target means now; when nothing fits, it is brought to light, or, in an attempt that may, looked
    for where its item leads.
    """
    snapshot = await page.look()
    grounding = ground(snapshot, target, context, purpose)
    if grounding.found is not Found.MISSING or purpose == "absent":
        return grounding
    if await reveal(page, snapshot, target, context):
        again = ground(await page.look(), target, context, purpose)
        if again.found is not Found.MISSING:
            return again
    if leads_on(await page.look(), target, context):
        context.lacking.add(target)
    return await wander(page, target, context, purpose) or grounding


def seen(grounding: Grounding) -> str:
    """What was there instead, in words."""
    note = f"{grounding.note}; " if grounding.note else ""
    if not grounding.candidates:
        return grounding.note or "nothing like it on the page"
    return f"{note}nearest: {candidates(grounding)}"


def candidates(grounding: Grounding) -> str:
    """The best candidates with their scores."""
    return ", ".join(f"{c.said[:40]!r} ({c.score:.2f})" for c in grounding.candidates[:4])
