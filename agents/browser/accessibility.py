"""Accessibility of a page for keyboard and screen reader.

Names and structure are checked by axe-core (vendored/axe-core), by an explicit list of rules. Everything else is found
out by a walk with the Tab key. Both run in the judge's own world, which no script of the page can reach, and both are
bounded: a page that is larger, or takes longer, is not decided.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, get_args
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from agents.browser.page import LivePage, package_script
from agents.browser.snapshot import FRAME, Snapshot, read_json
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

_MOST_ELEMENTS, _MOST_CONTROLS, _MOST_LISTENERS = 2500, 250, 150
"""Elements, controls and listeners for the pointer up to which a page is examined; the time grows with them."""
_AXE_SECONDS, _WALK_SECONDS, _PICTURE_SECONDS = 6.0, 8.0, 16.0
"""Time limits for axe-core, for one walk, and for the pictures of its stops."""
_MORE_STOPS, _MOST_INNER_STOPS = 50, 12
"""Presses of Tab in one walk beside two for each control, and those that one element may take, as a date field does."""
_MARK_SECONDS = (0.0, 0.03, 0.3)
"""Seconds that a mark of focus gets to come and go, one try after the other: some libraries draw it late."""
_AROUND, _FEWEST_PIXELS = 60, 8
"""CSS pixels around a control within which a mark of its focus is looked for, and pixels that make one, as a caret."""
_MOST_TRIED = 4
"""Controls without native keys that are pressed."""
_MOST_TOLD = 4
"""Faults that an observation lists, and that are enough to fail a page."""
_PRESSES = frozenset({"click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"})

NameAspect = Literal["names", "structure"]
KeyAspect = Literal["reaches", "shows", "leaves", "operates"]
_KEY_ASPECTS: tuple[KeyAspect, ...] = get_args(KeyAspect)


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


@dataclass(frozen=True, slots=True)
class Examined:
    """Result of one accessibility check of a page."""

    holds: bool
    saw: str
    undecided: bool = False
    """The page is too large, too slow or too strange to decide."""


_walks = WeakKeyDictionary[LivePage, tuple[Snapshot, dict[KeyAspect, Examined], dict[int, str]]]()
"""Page → the look that followed its last walk, and what that found: while nothing is done, it holds."""


async def examine(page: LivePage, aspect: NameAspect) -> Examined:
    """Whether everything has a name, or whether structure is sound, by axe-core."""
    snapshot = await page.look()
    if snapshot.left_out:
        return _open(f"not all of the page was seen: {'; '.join(snapshot.obstacles)}")
    if len(snapshot.elements) > _MOST_ELEMENTS:
        return _open(f"the page has more than {_MOST_ELEMENTS:,} elements")
    options = {
        "runOnly": {"type": "rule", "values": NAME_RULES if aspect == "names" else STRUCTURE_RULES},
        "resultTypes": ["violations"],
        "iframes": False,
    }
    await page.call(f"globalThis.axe || (() => {{ {package_script('vendored/axe-core/axe.min.js')} }})(); 0")
    call = f"axe.run(document, {json.dumps(options)}).then{_READ_AXE}"
    try:
        answer = read_json(await page.call(call, _AXE_SECONDS * page.slowness, "being examined by axe-core"))
    except PageUnresponsive as error:
        return _open(str(error))
    if "error" in answer:
        return _open(f"axe-core could not examine the page: {answer['error']}")
    if faults := [f"{one['node']}: {one['help']} ({one['rule']})" for one in answer["faults"]]:
        return Examined(False, _listed(faults))
    if aspect == "names" and answer["named"] == 0:
        return Examined(False, "no control, field or picture")
    return Examined(True, f"{answer['named']} rules of axe-core met")


async def try_keyboard(page: LivePage, aspect: KeyAspect) -> Examined:
    """Whether the keyboard reaches all controls, shows where it is, leaves the page again, or operates controls."""
    before = await page.look()
    if FRAME in before.left_out:
        return _open(f"not all of the page was seen: {'; '.join(before.obstacles)}")
    known = _walks.get(page)
    if known is None or known[0] is not before:
        page.begin_action()
        found, made_up = await _walk(page)
        page.touch()
        known = _walks[page] = (await page.look(), found, made_up)
    _, found, made_up = known
    return found.get(aspect) or await _operated(page, made_up)


async def _walk(page: LivePage) -> tuple[dict[KeyAspect, Examined], dict[int, str]]:
    """What a walk with the Tab key finds, and the stops whose keys the browser does not provide, by their places.

    Nothing is said of what operates controls where there is something to press.
    """
    await page.call(f"({package_script('javascript/keyboard.js')})({_MOST_CONTROLS})")
    await _note_listeners(page)
    controls: int = await page.call("bench.startWalk()")
    if controls == 0:
        return dict.fromkeys(_KEY_ASPECTS, Examined(False, "no control can be seen")), {}
    if controls > _MOST_CONTROLS:
        return dict.fromkeys(_KEY_ASPECTS, _open(f"the page has more than {_MOST_CONTROLS} controls")), {}
    trap, doubt = await _tabbed(page, 2 * controls + _MORE_STOPS)
    trapped: dict[KeyAspect, Examined] = {"leaves": Examined(False, trap)} if trap else {}
    ended: dict[str, Any] | None = await _asked(page, "endWalk")
    if ended is None or doubt:
        return dict.fromkeys(_KEY_ASPECTS, _open(doubt or _ELSEWHERE)) | trapped, {}
    hands, stops = _listed(ended["hands"]), ended["stops"]
    walked = f"{controls} controls walked over"
    unmarked, unclear = await _unmarked(page, {place: stops[place] for place in ended["kinds"]})
    shows = _decided(unmarked, unclear, walked)
    missed, maybe = await _reacting(page, ended["unkeyed"])
    if hands:
        maybe = f"no key reaches {hands}, which may be for the pointer alone"
    reaches = _decided([*ended["missed"], *missed], maybe, walked)
    if not stops:
        found = dict.fromkeys(_KEY_ASPECTS, Examined(False, "no control gets the focus"))
        return found if reaches.holds else {**found, "reaches": reaches}, {}
    pressed = {place: stops[place] for place in ended["madeUp"][:_MOST_TRIED]}
    return {"reaches": reaches, "shows": shows, "leaves": Examined(True, walked), **trapped}, pressed


async def _reacting(page: LivePage, names: Sequence[str]) -> tuple[list[str], str]:
    """Elements with pointer listeners that no key reaches and that react to a click; and what is not known.

    Libraries hand listeners that do nothing to labels and chips, which are no controls.
    """
    for place, name in enumerate(names[:_MOST_TRIED]):
        face = (
            "(element) => { element.scrollIntoView({ block: 'center' });"
            "return { ...element.getBoundingClientRect().toJSON(), now: performance.now() } }"
        )
        changes: list[bool] = []
        for is_press in (False, False, True):  # the first time it may scroll, which changes something
            box = await page.call(f"({face})(bench.unkeyed[{place}])")
            if is_press:
                await page.mouse("click", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await page.rest(page.settings.quiet)
            changes.append(await _asked(page, "hasChangedSince", box["now"]) is not False)
        if changes[1:] == [False, True]:
            return [name], ""
        if changes[1]:
            return [], f"the page changes by itself, so it is not known whether {name} can be pressed"
    more = _listed(names[_MOST_TRIED:])
    return [], f"it was not tried whether {more} can be pressed" if more else ""


def _decided(faults: Sequence[str], doubt: str, otherwise: str) -> Examined:
    if faults:
        return Examined(False, _listed(faults))
    return _open(doubt) if doubt else Examined(True, otherwise)


async def _asked(page: LivePage, verb: str, *values: float | str) -> Any:
    """The answer of one of the verbs of javascript/keyboard.js; None where the page led elsewhere."""
    return await page.call(f"globalThis.bench?.{verb}?.({', '.join(map(json.dumps, values))}) ?? null")


async def _tabbed(page: LivePage, presses: int) -> tuple[str, str]:
    """Press Tab until the focus has been everywhere; returns the trap and the doubt, either empty."""
    limit = _WALK_SECONDS * page.slowness
    deadline = time.monotonic() + limit
    has_left, inner = False, 0
    for _ in range(presses):
        if time.monotonic() > deadline:
            return "", f"the walk took longer than {limit:g} s"
        await page.key("Tab")
        step: dict[str, Any] | None = await _asked(page, "stepped")
        if step is None:
            return "", _ELSEWHERE
        if step["isOut"]:
            if has_left:
                return "", ""
            has_left = True
        elif step["isSame"]:
            inner += 1
            if inner > (_MOST_INNER_STOPS if step["mayStay"] else 1):
                # A field that takes tabs for itself lets Tab lead on after Escape.
                await page.key("Escape")
                await page.key("Tab")
                if (await _asked(page, "stepped") or step)["isSame"]:
                    return step["said"], ""
            continue
        elif not step["isNew"]:
            return "" if has_left else step["said"], ""
        inner = 0
    return "", f"Tab had not come round after {presses} presses"


async def _unmarked(page: LivePage, stops: Mapping[int, str]) -> tuple[list[str], str]:
    """Stops that look the same with the focus and without it, and why others cannot be told."""
    end = time.monotonic() + _PICTURE_SECONDS * page.slowness
    unmarked: list[str] = []
    unclear = ""
    for number, stop in stops.items():
        if time.monotonic() > end:
            return unmarked, f"the pictures took longer than {_PICTURE_SECONDS * page.slowness:g} s"
        shows = None
        for pause in _MARK_SECONDS:
            if shows := await _shows_focus(page, number, pause):
                break
        if shows is None:
            unclear = f"pictures do not tell whether {stop} shows the focus, as the page changes meanwhile"
        elif not shows:
            unmarked.append(stop)
        if len(unmarked) >= _MOST_TOLD:
            break
    return unmarked, unclear


async def _shows_focus(page: LivePage, number: int, pause: float) -> bool | None:
    """Whether a stop of the walk looks different while it has the focus; None where that cannot be told."""
    if (box := await _asked(page, "faceStop", number)) is None:
        return None
    x, y, width, height = box
    left, top = max(x - _AROUND, 0), max(y - _AROUND, 0)
    size = {"width": x + width + _AROUND - left, "height": y + height + _AROUND - top}
    clip = {"x": left, "y": top, **size, "scale": 1}
    pictures: list[str] = []
    for verb in ("leaveStop", "faceStop", "leaveStop"):
        if await _asked(page, verb, number) is None and verb == "faceStop":
            return None
        await asyncio.sleep(pause)
        taken = await page.command("Page.captureScreenshot", format="png", optimizeForSpeed=True, clip=clip)
        pictures.append(taken["data"])
    marked, changed = await _asked(page, "compare", *pictures) or (0, 1)
    if marked >= _FEWEST_PIXELS and 4 * changed <= marked:
        return True
    return None if changed else False


async def _operated(page: LivePage, stops: Mapping[int, str]) -> Examined:
    """Presses Enter, then Space, on controls whose keys the browser does not provide."""
    page.begin_action()
    dead: list[str] = []
    for number, name in stops.items():
        if await _asked(page, "faceStop", number) is None:
            continue
        await page.rest(page.settings.quiet)
        await page.call("bench.watchKeys()")
        asked = len(page.events.questions)
        for key in ("Enter", "Space"):
            await page.key(key)
            await page.rest(page.settings.quiet)
            # A page that led elsewhere has no watcher any more.
            if await _asked(page, "effectOfKeys") is not False or len(page.events.questions) > asked:
                break
        else:
            dead.append(name)
        await page.key("Escape")
    page.touch()
    if dead:
        return Examined(False, f"neither Enter nor Space does anything on {_listed(dead)}")
    return Examined(True, f"{len(stops)} controls pressed by key, all others have the browser's own")


async def _note_listeners(page: LivePage) -> None:
    """Tell our scripts which elements listen for the pointer; no script can see the listeners of others."""
    # Asked for in the page's own world: a listener that is handed into another one crashes the browser later.
    group = "bench-listeners"
    found = await page.command("Runtime.evaluate", expression="document", objectGroup=group)
    listeners = await page.command(
        "DOMDebugger.getEventListeners", objectId=found["result"]["objectId"], depth=-1, pierce=True
    )
    noting = "function () { if (this.nodeType === 1) globalThis.bench.notePressable(this); }"

    async def note(id: int) -> None:
        with suppress(PlaywrightError):  # it may be gone by now
            node = await page.command(
                "DOM.resolveNode", backendNodeId=id, executionContextId=page.world, objectGroup=group
            )
            object = node["object"]["objectId"]
            await page.command("Runtime.callFunctionOn", objectId=object, functionDeclaration=noting)

    ids = dict.fromkeys(one["backendNodeId"] for one in listeners["listeners"] if one["type"] in _PRESSES)
    await asyncio.gather(*(note(id) for id in list(ids)[:_MOST_LISTENERS]))
    await page.command("Runtime.releaseObjectGroup", objectGroup=group)


def _open(reason: str) -> Examined:
    return Examined(False, reason, undecided=True)


def _listed(faults: Sequence[str]) -> str:
    told = "; ".join(faults[:_MOST_TOLD])
    rest = len(faults) - _MOST_TOLD
    return f"{told}; and {rest} more" if rest > 0 else told
