"""Going where an item leads, for what other apps offer on the item itself, and back again.

Looking about changes an app: a press on a card may tick it off. So this is done only in an attempt of its own, on a
fresh start, whose outcomes then decide whether the way was right (agents/judging/searching.py).
"""

from agents.browser.actions.revealing import press
from agents.browser.grounding.contract import Candidate, Found, Grounding, Purpose
from agents.browser.grounding.ground import ground
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.looks import look_of
from agents.browser.grounding.naming import known_as
from agents.browser.grounding.stemming import stems
from agents.browser.memory.context import Context
from agents.browser.memory.visits import Visit
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

_ITEMS = ("item", "row")
_TITLE_LETTERS = 2
"""Letters from which words are a title rather than a sign."""
_WAYS_OUT = 2
"""A drawer may lie over the page that is to be left."""


async def wander(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """What is looked for in an item, where the item leads; None when it is not there either, or none is gone into.

    What an item lacks that leads somewhere is noted also where none is gone into.
    """
    if context.visits.now is None and _leads_on(await page.look(), target, context):
        context.visits = context.visits.with_lacking(target)
    if not context.visits.wanders:
        return None
    if (visit := context.visits.now) is not None:
        is_here = target.within == visit.item
        found = _new_there(await page.look(), target, visit, context, purpose) if is_here else None
        if found is not None:
            return found
        if not await leave(page, context):
            return None
        # What the item's page lacks may stand on the item itself.
        found = _found(await page.look(), target, context, purpose)
        if found is not None or is_here:
            return found
    return await _into_item(page, target, context, purpose)


async def leave(page: LivePage, context: Context) -> bool:
    """Go back to where an item was gone into; False when no way back was found."""
    visit = context.visits.now
    if visit is None:
        return True
    context.visits = context.visits.over()
    if _place((await page.look()).url) not in (_place(visit.url), _place(visit.led_to)):
        # The task itself has gone on to another page.
        return True
    for _ in range(_WAYS_OUT):
        here = await page.look()
        out = next((e for e in here.elements if _leads_back(here, e, visit)), None)
        if out is not None:
            await press(page, out.index)
        elif _place(here.url) != _place(visit.url):
            await page.back()
        elif any(e.role == "dialog" and e.is_shown for e in here.elements):
            page.touch()
            await page.key("Escape")
        now = await page.look()
        if (
            _place(now.url) == _place(visit.url)
            and ground(now, visit.item, context.known, "see").found is Found.FOUND
        ):
            return True
    return False


def _place(url: str) -> str:
    """An address without a fragment that names nothing: a link home may lead to "#/"."""
    return url.rstrip("/").removesuffix("#").rstrip("/")


def _leads_on(snapshot: Snapshot, target: Target, context: Context) -> bool:
    """Whether a target is looked for in an item that is there and that leads somewhere."""
    if target.within is None or target.within.role not in _ITEMS:
        return False
    outer = ground(snapshot, target.within, context.known, "see")
    return (
        outer.found is Found.FOUND and len(outer.matches) == 1 and _title(snapshot, outer.index) is not None
    )


async def _into_item(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    before = await page.look()
    if target.within is None or not _leads_on(before, target, context):
        return None
    title = _title(before, ground(before, target.within, context.known, "see").index)
    if title is None or not await press(page, title.index):
        return None
    looks = frozenset(look_of(before, e.index) for e in before.elements if e.is_shown)
    after = await page.look()
    visit = Visit(target.within, before.url, after.url, looks)
    context.visits = context.visits.begun(visit)
    return _new_there(after, target, visit, context, purpose)


def _new_there(
    snapshot: Snapshot, target: Target, visit: Visit, context: Context, purpose: Purpose
) -> Grounding | None:
    """The target without its item, if it came with the visit: what stood on the page before is not the item's own."""
    grounding = _found(snapshot, target.model_copy(update={"within": None, "nth": None}), context, purpose)
    if grounding is None:
        return None
    fresh = [i for i in grounding.matches if look_of(snapshot, i) not in visit.looks]
    if not fresh:
        return None
    chosen = fresh[0]
    return Grounding(Found.FOUND, (Candidate(chosen, 1.0, snapshot.text(chosen)[:80]),), (chosen,))


def _found(snapshot: Snapshot, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    grounding = context.recognise(snapshot, target, purpose)
    return grounding if grounding.found is Found.FOUND else None


def _leads_back(snapshot: Snapshot, element: Element, visit: Visit) -> bool:
    if not element.clickable or not element.is_shown or look_of(snapshot, element.index) in visit.looks:
        return False
    said = {word for known in known_as(snapshot, element) for word in stems(known.words)[:1]}
    return bool(said & lexicon().leads.out)


def _title(snapshot: Snapshot, item: int) -> Element | None:
    """What of an item leads to its page: its heading, a link in words, or the item itself."""
    inside = [e for i in snapshot.inside(item) if (e := snapshot.elements[i]).is_shown and not e.is_field]
    headings = [e for e in inside if e.role == "heading"]
    for group in (
        [e for e in inside if e.clickable and any(_holds_either(snapshot, e, h) for h in headings)],
        [e for e in inside if e.role == "link" and len(snapshot.text(e.index)) > _TITLE_LETTERS],
        # A card that can be dragged shows the hand for that, and says of a press nothing.
        [card] if (card := snapshot.elements[item]).clickable or card.draggable else [],
    ):
        if group:
            return group[0]
    return None


def _holds_either(snapshot: Snapshot, one: Element, other: Element) -> bool:
    return snapshot.holds(one.index, other.index) or snapshot.holds(other.index, one.index)
