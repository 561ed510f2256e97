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
from agents.browser.snapshot import Snapshot, read_json
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
"""Time limit for axe-core."""
MOST_CONTROLS = 250
"""Controls up to which a page is walked."""
MORE_STOPS = 50
"""Presses of Tab in one walk, beside two for each control."""
WALK_SECONDS = 8.0
"""Time limit for one walk; with a second look at stops without a mark it may take twice as long."""
UNTOUCHED_SECONDS = 0.25
"""Time after a walk in which the focus stays where it is."""
MARK_SECONDS = 0.3
"""Time in which a mark of focus comes or goes, where the walk has not seen it."""
MOST_INNER_STOPS = 12
"""Presses of Tab that one element may take for its own parts, as a date field does."""
MOST_TRIED = 4
"""Controls without native keys that are pressed."""
MOST_LISTENERS = 150
"""Elements with listeners for the pointer that are looked at."""
MOST_TOLD = 4
"""Faults that an observation lists, and that are enough to fail a page."""
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
_STEPPED = "globalThis.bench?.stepped?.() ?? null"
"""Script that says where the focus is after a key; null where the page led elsewhere."""

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
        return _open(f"not all of the page was seen: {'; '.join(snapshot.obstacles)}")
    if len(snapshot.elements) > MOST_ELEMENTS:
        return _open(f"the page has more than {MOST_ELEMENTS:,} elements")
    options = {
        "runOnly": {"type": "rule", "values": NAME_RULES if aspect == "names" else STRUCTURE_RULES},
        "resultTypes": ["violations"],
        "iframes": False,
        "elementRef": False,
        "ancestry": False,
    }
    await page.call(f"globalThis.axe || (() => {{ {_source('vendored/axe-core/axe.min.js')} }})(); 0")
    call = f"axe.run(document, {json.dumps(options)}).then{_READ_AXE}"
    try:
        said = await page.call(call, AXE_SECONDS * page.slowness, "being examined by axe-core")
    except PageUnresponsive as error:
        return _open(str(error))
    answer: dict[str, Any] = read_json(said)
    if "error" in answer:
        return _open(f"axe-core could not examine the page: {answer['error']}")
    if faults := [f"{one['node']}: {one['help']} ({one['rule']})" for one in answer["faults"]]:
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
    trapped = (walk.trap,) if walk.trap else ()
    if walk.doubt and not (aspect == "leaves" and trapped):
        return _open(walk.doubt)
    if faults := {"reaches": walk.missed, "shows": walk.unmarked, "leaves": trapped}[aspect]:
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
    end = time.monotonic() + 2 * limit
    script = {"mostControls": MOST_CONTROLS, "longestName": _LONGEST_NAME}
    await page.call(f"({_source('javascript/keyboard.js')})({json.dumps(script)})")
    await _note_listeners(page)
    begun: dict[str, Any] = await page.call("bench.startWalk()")
    controls = begun["controls"]
    if not begun["isWhole"]:
        return _Walk(controls, doubt=f"the page has more than {MOST_CONTROLS} controls")
    if controls == 0:
        return _Walk(controls)
    trap, doubt = await _tabbed(page, 2 * controls + MORE_STOPS, limit)
    if not (trap or doubt):
        trap = await page.call(f'globalThis.bench?.takenBack?.({UNTOUCHED_SECONDS * 1000}) ?? ""')
    if not doubt:
        left = max(end - time.monotonic(), 0)
        call = f"globalThis.bench?.revisit?.({MARK_SECONDS * 1000}, {MOST_TOLD}, {left * 1000}) ?? null"
        longest = left + page.settings.step_limit
        if await page.call(call, longest, "having its controls focused again") is False:
            doubt = "the mark of focus came too slowly to try all controls"
    ended: dict[str, Any] | None = await page.call("globalThis.bench?.endWalk?.() ?? null")
    if ended is None:
        return _Walk(controls, doubt=_ELSEWHERE)
    return _Walk(controls, tuple(ended["missed"]), tuple(ended["unmarked"]), ended["stops"], trap, doubt)


async def _tabbed(page: LivePage, presses: int, limit: float) -> tuple[str, str]:
    """Press Tab until the focus has been everywhere; returns the trap and the doubt, either empty."""
    deadline = time.monotonic() + limit
    has_left, inner = False, 0
    for _ in range(presses):
        if time.monotonic() > deadline:
            return "", f"the walk took longer than {limit:g} s"
        await page.key("Tab")
        step: dict[str, Any] | None = await page.call(_STEPPED)
        if step is None:
            return "", _ELSEWHERE
        if step["at"] == -1:
            if has_left:
                return "", ""
            has_left = True
        elif step["isSame"]:
            inner += 1
            if inner > (MOST_INNER_STOPS if step["mayStay"] else 1):
                # A field that takes tabs for itself lets Tab lead on after Escape.
                await page.key("Escape")
                await page.key("Tab")
                after: dict[str, Any] | None = await page.call(_STEPPED)
                if after is None or after["isSame"]:
                    return step["said"], ""
            continue
        elif not step["isNew"]:
            return "" if has_left else step["said"], ""
        inner = 0
    return "", f"Tab had not come round after {presses} presses"


async def _operated(page: LivePage, walk: _Walk) -> Examined:
    """Presses Enter, then Space, on controls whose keys the browser does not provide."""
    page.begin_action()
    names: list[str] = await page.call(f"bench.listMadeUp({MOST_TRIED})")
    dead: list[str] = []
    for number, name in enumerate(names):
        if not await page.call(f"globalThis.bench?.faceMadeUp?.({number}) ?? false"):
            continue
        await page.rest(page.settings.quiet)
        await page.call("bench.watchKeys()")
        asked = len(page.events.questions)
        for key in ("Enter", "Space"):
            await page.key(key)
            await page.rest(page.settings.quiet)
            # A page that led elsewhere has no watcher any more.
            has_effect = await page.call("globalThis.bench?.effectOfKeys?.() ?? true")
            if has_effect or len(page.events.questions) > asked:
                break
        else:
            dead.append(name)
        await page.key("Escape")
    page.touch()
    if dead:
        return Examined(False, f"neither Enter nor Space does anything on {_listed(dead)}")
    return Examined(True, f"{walk.controls} controls, {len(names)} of them pressed by key")


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


def _open(reason: str) -> Examined:
    return Examined(False, reason, undecided=True)


def _listed(faults: Sequence[str]) -> str:
    told = "; ".join(faults[:MOST_TOLD])
    rest = len(faults) - MOST_TOLD
    return f"{told}; and {rest} more" if rest > 0 else told


@cache
def _source(name: str) -> str:
    return files("agents.browser").joinpath(name).read_text(encoding="utf-8").strip()
