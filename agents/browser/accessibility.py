"""Whether a page can be used with a keyboard and a screen reader.

Names and structure are checked by axe-core (vendored/axe-core), by an explicit list of rules. Everything else is found
out by a walk with the Tab key. Both run in the judge's own world, which no script of the page can reach, and both are
bounded: a page that is larger, or takes longer, is not decided.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from agents.browser.page import LivePage
from agents.browser.page_json import read_json
from agents.browser.snapshot import Snapshot
from plans.errors import PageUnresponsive

NAME_RULES = (
    "area-alt", "aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name",
    "aria-progressbar-name", "aria-tab-name", "aria-toggle-field-name", "aria-tooltip-name", "aria-treeitem-name",
    "button-name", "frame-title", "image-alt", "input-button-name", "input-image-alt", "label", "link-name",
    "object-alt", "role-img-alt", "select-name", "summary-name", "svg-img-alt",
)  # fmt: skip
"""Rules of axe-core by which everything that needs a name has one."""
STRUCTURE_RULES = (
    "aria-allowed-attr", "aria-conditional-attr", "aria-hidden-body", "aria-hidden-focus", "aria-prohibited-attr",
    "aria-required-attr", "aria-required-children", "aria-required-parent", "aria-roles", "aria-valid-attr",
    "aria-valid-attr-value", "definition-list", "dlitem", "document-title", "duplicate-id-aria", "empty-heading",
    "html-has-lang", "html-lang-valid", "list", "listitem", "nested-interactive", "td-headers-attr",
)  # fmt: skip
"""Rules of axe-core by which roles, lists, tables, title and language are what they say."""

MOST_ELEMENTS = 2500
"""Elements of a page up to which axe-core is asked; its time grows with them."""
AXE_SECONDS = 6.0
"""Longest time that axe-core gets."""
MOST_CONTROLS = 250
"""Controls up to which a page is walked."""
MORE_STOPS = 50
"""Presses of Tab in one walk, beside two for each control."""
WALK_SECONDS = 8.0
"""Longest time of one walk."""
UNTOUCHED_SECONDS = 0.25
"""Time after a walk in which the focus stays where it is."""
MARK_SECONDS = 0.3
"""Time in which a mark of focus comes or goes, where the walk has not seen it."""
MOST_INNER_STOPS = 12
"""Presses of Tab that one element may take for its own parts, as a date field does."""
MOST_TRIED = 4
"""Controls with keys of their own making that are pressed."""
MOST_LISTENERS = 150
"""Elements with listeners for the pointer that are looked at."""
MOST_TOLD = 4
"""Elements that an observation lists."""
_LONGEST_NAME = 60
_PRESSES = frozenset({"click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"})

NameAspect = Literal["names", "structure"]
KeyAspect = Literal["reaches", "shows", "leaves", "operates"]


@dataclass(frozen=True, slots=True)
class Examined:
    """Result of one accessibility check of a page."""

    holds: bool
    saw: str
    undecided: bool = False
    """The page is too large, too slow or too strange to decide."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """A walk over a page with the Tab key."""

    controls: int
    missed: tuple[str, ...] = ()
    """Controls that did not get the focus."""
    unmarked: tuple[str, ...] = ()
    """Stops at which nothing showed the focus."""
    stops: int = 0
    """Elements that got the focus."""
    trap: str = ""
    """The control from which Tab did not move on; empty where the focus left the page."""
    doubt: str = ""
    """Why the walk does not count as a whole one; empty: it does."""


_ELSEWHERE = "the page led elsewhere when a control got the focus"

_READ_AXE = r"""(
    ({ violations, passes }) => JSON.stringify({
        named: passes.length,
        faults: violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => (
            { rule: id, help, node: html.replace(/\s+/g, " ").slice(0, 120) }
        ))),
    }),
    (error) => JSON.stringify({ error: String(error).slice(0, 200) }),
)"""
"""Script that reduces axe-core's result in the page."""

_walks: WeakKeyDictionary[LivePage, tuple[Snapshot, _Walk]] = WeakKeyDictionary()
"""Page → its last walk, and the look that followed it: while nothing is done, the walk holds."""


async def examine(page: LivePage, aspect: NameAspect) -> Examined:
    """Whether everything has a name, or whether structure is sound, by axe-core."""
    snapshot = await page.look()
    if snapshot.left_out:
        return Examined(
            False, f"not all of the page was seen: {'; '.join(snapshot.obstacles)}", undecided=True
        )
    if len(snapshot.elements) > MOST_ELEMENTS:
        return Examined(False, f"the page has more than {MOST_ELEMENTS:,} elements", undecided=True)
    rules = NAME_RULES if aspect == "names" else STRUCTURE_RULES
    await page.call(f"globalThis.axe || (() => {{ {_source('vendored/axe-core/axe.min.js')} }})(); 0")
    try:
        limit = AXE_SECONDS * page.slowness
        said = await page.call(_axe_call(rules), limit, "being examined by axe-core")
    except PageUnresponsive as error:
        return Examined(False, str(error), undecided=True)
    answer: dict[str, Any] = read_json(said)
    if "error" in answer:
        return Examined(False, f"axe-core could not examine the page: {answer['error']}", undecided=True)
    faults = [f"{one['node']}: {one['help']} ({one['rule']})" for one in answer["faults"]]
    if faults:
        return Examined(False, _listed(faults))
    if aspect == "names" and answer["named"] == 0:
        return Examined(False, "no control, field or picture")
    return Examined(True, f"{answer['named']} rules of axe-core met")


async def try_keyboard(page: LivePage, aspect: KeyAspect) -> Examined:
    """Whether the keyboard reaches all controls, shows where it is, leaves the page again, or operates controls."""
    walk = await _walked(page)
    if walk.controls == 0:
        return Examined(False, "no control can be seen")
    if walk.stops == 0 and aspect != "reaches" and not walk.doubt:
        return Examined(False, "no control gets the focus")
    if aspect == "operates":
        return await _operated(page, walk)
    faults = {"reaches": walk.missed, "shows": walk.unmarked, "leaves": (walk.trap,) if walk.trap else ()}[
        aspect
    ]
    if walk.doubt and not (aspect == "leaves" and walk.trap):
        return Examined(False, walk.doubt, undecided=True)
    if faults:
        return Examined(False, _listed(faults))
    return Examined(True, f"{walk.controls} controls walked over")


async def _walked(page: LivePage) -> _Walk:
    before = await page.look()
    if (known := _walks.get(page)) and known[0] is before:
        return known[1]
    page.begin_action()
    walk = await _walk(page)
    page.touch()
    _walks[page] = (await page.look(), walk)
    return walk


async def _walk(page: LivePage) -> _Walk:
    limit = WALK_SECONDS * page.slowness
    deadline = time.monotonic() + limit
    await page.call(_keyboard_script())
    await _note_listeners(page)
    begun: dict[str, Any] = await page.call("bench.startWalk()")
    controls = begun["controls"]
    doubt = "" if begun["isWhole"] else f"the page has more than {MOST_CONTROLS} controls"
    trap, has_left, inner = "", False, 0
    if controls == 0 or doubt:
        return _Walk(controls, doubt=doubt)
    presses = 2 * controls + MORE_STOPS
    for _ in range(presses):
        if time.monotonic() > deadline:
            doubt = f"the walk took longer than {limit:g} s"
            break
        await page.key("Tab")
        step = await _stepped(page)
        if step is None:
            return _Walk(controls, doubt=_ELSEWHERE)
        if step["at"] == -1:
            if has_left:
                break
            has_left = True
        elif step["isSame"]:
            inner += 1
            if inner > (MOST_INNER_STOPS if step["mayStay"] else 1) and not await _escapes(page):
                trap = step["said"]
                break
            continue
        elif not step["isNew"]:
            if not has_left:
                trap = step["said"]
            break
        inner = 0
    else:
        doubt = f"Tab had not come round after {presses} presses"
    if not (trap or doubt):
        trap = await _taken_back(page)
    if not doubt:
        doubt = await _revisit(page, deadline + limit)
    ended: dict[str, Any] | None = await page.call("globalThis.bench?.endWalk?.() ?? null")
    if ended is None:
        return _Walk(controls, doubt=_ELSEWHERE)
    missed, unmarked = tuple(ended["missed"]), tuple(ended["unmarked"])
    return _Walk(controls, missed, unmarked, ended["stops"], trap, doubt)


async def _revisit(page: LivePage, deadline: float) -> str:
    """Focus the stops without a visible mark again, and wait for a mark that is drawn late.

    Returns why the walk cannot be decided; empty if it can. `MOST_TOLD` stops without a mark are enough to fail it.
    """
    confirmed = 0
    while confirmed < MOST_TOLD:
        if time.monotonic() > deadline:
            return "" if confirmed else "the mark of focus came too slowly to try all controls"
        came: str = await page.call('globalThis.bench?.revisit?.() ?? "gone"')
        if came == "gone":
            return _ELSEWHERE
        if came == "none left":
            break
        if came == "not focused":
            continue
        await asyncio.sleep(MARK_SECONDS)
        if await page.call("globalThis.bench?.leaveRevisited?.() ?? null") is None:
            return _ELSEWHERE
        await asyncio.sleep(MARK_SECONDS)
        confirmed += await page.call("globalThis.bench?.judgeRevisited?.() ?? null") is False
    return ""


async def _stepped(page: LivePage) -> dict[str, Any] | None:
    # What a page does at once about a change of focus, such as taking it back, is done when its timers have run.
    waiting = "new Promise((resolve) => setTimeout(resolve))"
    return await page.call(f"{waiting}.then(() => globalThis.bench?.stepped?.() ?? null)")


async def _taken_back(page: LivePage) -> str:
    """The control that takes the focus by itself, without a key; empty if none does."""
    before = await _stepped(page)
    await asyncio.sleep(UNTOUCHED_SECONDS)
    after = await _stepped(page)
    if before is None or after is None or before["at"] == after["at"]:
        return ""
    return after.get("said", "the page itself")


async def _escapes(page: LivePage) -> bool:
    """Whether Escape lets Tab lead on, as from a field that takes tabs for itself."""
    await page.key("Escape")
    await page.key("Tab")
    step = await _stepped(page)
    return step is not None and not step["isSame"]


async def _operated(page: LivePage, walk: _Walk) -> Examined:
    """Presses Enter, then Space, on controls whose keys the browser does not provide; of its own ones it does."""
    page.begin_action()
    names: list[str] = await page.call(f"bench.listMadeUp({MOST_TRIED})")
    dead: list[str] = []
    for number, name in enumerate(names):
        if not await page.call(f"globalThis.bench?.faceMadeUp?.({number}) ?? false"):
            continue
        await page.rest(page.settings.quiet)
        await page.call("bench.watchKeys()")
        if not (await _has_effect(page, "Enter") or await _has_effect(page, "Space")):
            dead.append(name)
        await page.key("Escape")
    page.touch()
    if dead:
        return Examined(False, f"neither Enter nor Space does anything on {_listed(dead)}")
    return Examined(True, f"{walk.controls} controls, {len(names)} of them pressed by key")


async def _has_effect(page: LivePage, key: str) -> bool:
    asked = len(page.events.questions)
    await page.key(key)
    await page.rest(page.settings.quiet)
    is_still_there = await page.call("globalThis.bench?.effectOfKeys?.() ?? null")
    return is_still_there is not False or len(page.events.questions) > asked


async def _note_listeners(page: LivePage) -> None:
    """Tell our scripts which elements listen for the pointer; no script can see the listeners of others."""
    # Asked for in the page's own world: a listener that is handed into another one crashes the browser later.
    group = "bench-listeners"
    found = await page.command("Runtime.evaluate", expression="document", objectGroup=group)
    listeners = await page.command(
        "DOMDebugger.getEventListeners", objectId=found["result"]["objectId"], depth=-1, pierce=True
    )
    ids = dict.fromkeys(one["backendNodeId"] for one in listeners["listeners"] if one["type"] in _PRESSES)
    await asyncio.gather(*(_note(page, id, group) for id in list(ids)[:MOST_LISTENERS]))
    await page.command("Runtime.releaseObjectGroup", objectGroup=group)


async def _note(page: LivePage, id: int, group: str) -> None:
    try:
        node = await page.command(
            "DOM.resolveNode", backendNodeId=id, executionContextId=page.world, objectGroup=group
        )
        await page.command(
            "Runtime.callFunctionOn",
            objectId=node["object"]["objectId"],
            functionDeclaration="function () { if (this.nodeType === 1) globalThis.bench.notePressable(this); }",
        )
    except PlaywrightError:
        # It is gone by now.
        return


def _axe_call(rules: Sequence[str]) -> str:
    options = {
        "runOnly": {"type": "rule", "values": list(rules)},
        "resultTypes": ["violations"],
        "iframes": False,
        "elementRef": False,
        "ancestry": False,
    }
    return f"axe.run(document, {json.dumps(options)}).then{_READ_AXE}"


def _keyboard_script() -> str:
    argument = {"mostControls": MOST_CONTROLS, "longestName": _LONGEST_NAME}
    return f"({_source('javascript/keyboard.js')})({json.dumps(argument)})"


def _listed(faults: Sequence[str]) -> str:
    told = "; ".join(faults[:MOST_TOLD])
    rest = len(faults) - MOST_TOLD
    return f"{told}; and {rest} more" if rest > 0 else told


@cache
def _source(name: str) -> str:
    return files("agents.browser").joinpath(name).read_text(encoding="utf-8").strip()
