"""Looking for a target in another place of the app: on the page of the item that it belongs to, and back where one was.

What one app offers on each card of a list another offers where a card leads to. Only what a person would press without
a second thought is pressed on the way: the title of an item, the way back.
"""

from agents.browser.actions.revealing import press
from agents.browser.grounding.contract import Context, Found, Grounding, Purpose
from agents.browser.grounding.ground import ground
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

_ITEMS = ("item", "row")
_WAY_OUT = Target(role="button", name="Back", synonyms=("Close", "Back to list", "Back to the list", "All"))
_WAYS_OUT = 2
"""A drawer may lie over the page that is to be left."""
_TITLE_LETTERS = 2
"""Letters from which words are a title rather than a sign."""


async def wander(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """The target in another place, where the page then stands; None when it was not found, and nothing has changed."""
    return await _in_entered(page, target, context, purpose) or (
        await _into_item(page, target, context, purpose)
        or await _where_one_was(page, target, context, purpose)
    )


async def _in_entered(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """On the page of an item that was gone into earlier in the task."""
    if target.within is None or target.within != context.entered:
        return None
    return _found(await page.look(), target.model_copy(update={"within": None}), context, purpose)


async def _into_item(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """On the page that the item leads to."""
    if target.within is None or target.within.role not in _ITEMS:
        return None
    before = await page.look()
    outer = ground(before, target.within, context, "see")
    if outer.found is not Found.FOUND or len(outer.matches) != 1:
        return None
    title = _title(before, outer.index)
    if title is None or not await press(page, title.index):
        return None
    after = await page.look()
    inner = target.model_copy(update={"within": None})
    found = _found(after, inner, context, purpose) if _is_elsewhere(before, after) else None
    if found is None:
        if _is_elsewhere(before, after):
            await _go_back(page)
        return None
    context.entered = target.within
    return found


async def _where_one_was(
    page: LivePage, target: Target, context: Context, purpose: Purpose
) -> Grounding | None:
    """Back in the list from which an item was gone into, or where another of its items leads."""
    if context.entered is None:
        return None
    context.entered = None
    for _ in range(_WAYS_OUT):
        if not await _go_back(page):
            return None
        found = _found(await page.look(), target, context, purpose) or await _into_item(
            page, target, context, purpose
        )
        if found is not None:
            return found
    return None


async def _go_back(page: LivePage) -> bool:
    """Leave what was gone to, by what closes it or leads back, else as the address tells; False when nothing does."""
    here = await page.look()
    out = ground(here, _WAY_OUT, Context())
    if out.found is not Found.MISSING and await press(page, out.candidates[0].index):
        return _is_elsewhere(here, await page.look())
    if any(e.role == "dialog" and e.is_shown for e in here.elements):
        page.touch()
        await page.key("Escape")
    elif "#" in here.url:
        await page.back()
    return _is_elsewhere(here, await page.look())


def _found(snapshot: Snapshot, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    grounding = ground(snapshot, target, context, purpose)
    return grounding if grounding.found is Found.FOUND else None


def _is_elsewhere(before: Snapshot, after: Snapshot) -> bool:
    return before.url != after.url or before.content != after.content


def _title(snapshot: Snapshot, item: int) -> Element | None:
    """What of an item leads to its page: its heading, a link in words, or the item itself."""
    inside = [e for i in snapshot.inside(item) if (e := snapshot.elements[i]).is_shown and not e.is_field]
    for group in (
        [e for e in inside if e.clickable and _has_heading(snapshot, e)],
        [
            e
            for e in inside
            if e.role == "heading" and any(snapshot.elements[i].clickable for i in snapshot.inside(e.index))
        ],
        [e for e in inside if e.role == "link" and len(snapshot.text(e.index)) > _TITLE_LETTERS],
        # A card that can be dragged shows the hand for that, and says of a press nothing.
        [card] if (card := snapshot.elements[item]).clickable or card.draggable else [],
    ):
        if group:
            return group[0]
    return None


def _has_heading(snapshot: Snapshot, element: Element) -> bool:
    around = (*snapshot.within(element.index), element.parent)
    return any(snapshot.elements[i].role == "heading" for i in around)
