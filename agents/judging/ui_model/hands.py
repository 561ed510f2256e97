"""A model's move, made on a live page by the same hands that a program's steps are made by.

No move leads to another address than the app's own, and none runs a script: what a page could talk a model into is what
a visitor could do with mouse and keyboard.
"""

import asyncio
from typing import TypeVar

from playwright.async_api import Error as PlaywrightError

from agents.browser.actions.filling import fill_element, pick_option
from agents.browser.actions.finding import NotOperable, NotThere, point_at
from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import click_element, drag_element
from agents.browser.context import Context
from agents.browser.grounding.known import Prior
from agents.browser.grounding.looks import look_of
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from agents.gateway.quoting import string
from agents.judging.ui_model.moves import Move
from agents.judging.ui_model.sight import Sight, spaced
from agents.judging.ui_model.wording import named_in_words
from plans.records.steps import Action, Back, Open, Reload, Resize, SetClock, Upload
from plans.records.targets import Target

T = TypeVar("T")

LONGEST_WAIT = 5.0
"""Seconds of a wait."""
LONGEST_TIME = 86400 * 400.0
"""Seconds that a clock may be moved on by."""
LONGEST_TEXT = 5000
"""Letters that are typed at once."""
_NARROWEST, _WIDEST = 240, 3840
"""CSS pixels of a window."""
_ON = frozenset({"checked", "pressed", "selected"})


class Unclear(Exception):
    """A move that says not what is to be done, or to what."""


async def make(page: LivePage, move: Move, sight: Sight, start: str, *, has_clock: bool) -> str:
    """Do what a move says to the page of a look; returns what was done, in words.

    Raises Unclear, NotOperable, NotThere and PageUnresponsive.
    """
    page.begin_action("confirm" if move.accept else "decline")
    match move.do:
        case "open":
            await _as_a_step(page, Open(do="open"), start)
            return "opened the app's start page"
        case "reload":
            await _as_a_step(page, Reload(do="reload"), start)
            return "reloaded the page"
        case "back":
            await _as_a_step(page, Back(do="back"), start)
            return "went back"
        case "wait":
            seconds = min(max(move.number or 1.0, 0.0), LONGEST_WAIT)
            page.touch()
            await asyncio.sleep(seconds)
            return f"waited {seconds:g} s"
        case "pass_time":
            if not has_clock:
                raise Unclear("this task has no clock that could be moved: use wait")
            seconds = min(max(_given(move.number, "number"), 1.0), LONGEST_TIME)
            await _as_a_step(page, SetClock(do="set_clock", advance=seconds), start)
            return f"let {seconds:g} s pass"
        case "resize":
            width = round(min(max(_given(move.number, "number"), _NARROWEST), _WIDEST))
            await _as_a_step(page, Resize(do="resize", width=width, height=page.settings.height), start)
            return f"made the window {width} px wide"
        case "press" if move.element is None:
            return await _press(page, _given(move.text, "text"), None, sight)
        case _:
            return await _to_element(page, move, sight)


async def _as_a_step(page: LivePage, step: Action, start: str, context: Context | None = None) -> None:
    await perform(page, step, start, context or Context(), MadeUp(0, page.settings.today))


async def _to_element(page: LivePage, move: Move, sight: Sight) -> str:
    index = _element(sight, move.element, "element")
    what = named_in_words(sight.snapshot, index)
    element = sight.snapshot.elements[index]
    match move.do:
        case "click":
            await click_element(page, index, what)
            return f"clicked {what}"
        case "fill":
            text = _given(move.text, "text")[:LONGEST_TEXT]
            await fill_element(page, index, text, what)
            return f"filled {what} with {string(text, 80)}"
        case "choose":
            return await _choose(page, element, _given(move.text, "text"), what)
        case "check" | "uncheck":
            if bool(_ON & element.states) is (move.do == "check"):
                return f"left {what} as it is: it is {move.do}ed already"
            await click_element(page, index, what)
            return f"{move.do}ed {what}"
        case "press":
            return await _press(page, _given(move.text, "text"), index, sight)
        case "hover":
            if not await point_at(page, index):
                raise NotOperable(what, "it is covered or gone")
            return f"pointed at {what}"
        case "drag":
            onto = _element(sight, move.onto, "onto")
            other = named_in_words(sight.snapshot, onto)
            await drag_element(page, index, onto, what, other)
            return f"dragged {what} onto {other}"
        case "upload":
            return await _upload(page, move, sight, index)
        case _:
            raise Unclear(f"{move.do} is done to no element")


async def _choose(page: LivePage, element: Element, text: str, what: str) -> str:
    if element.tag != "select":
        raise Unclear(
            f"{what} is no list of the browser's own: click it, and then click the option in the next look"
        )
    said = [spaced(option.text).casefold() for option in element.options]
    wanted = spaced(text).casefold()
    if wanted not in said:
        raise Unclear(f"{what} has no option {string(text, 80)}")
    await pick_option(page, element.index, said.index(wanted))
    return f"chose {string(text, 80)} in {what}"


async def _press(page: LivePage, key: str, index: int | None, sight: Sight) -> str:
    where = ""
    if index is None:
        await page.call("bench.mark()")
    else:
        await page.operate("attend", index)
        where = f" in {named_in_words(sight.snapshot, index)}"
    page.touch()
    try:
        await page.key(key)
    except PlaywrightError as error:
        raise Unclear(f"no key is called {string(key, 40)}") from error
    return f"pressed the key {string(key, 40)}{where}"


async def _upload(page: LivePage, move: Move, sight: Sight, index: int) -> str:
    name, content = _given(move.filename, "filename"), _given(move.text, "text")
    target = Target(role="file", name=name)
    context = Context(known=Prior(meant=dict([(target, look_of(sight.snapshot, index))])))
    await _as_a_step(page, Upload(do="upload", target=target, filename=name, content=content), "", context)
    return f"gave the file {string(name, 80)} to {named_in_words(sight.snapshot, index)}"


def _element(sight: Sight, sign: str | None, field: str) -> int:
    if sign is None:
        raise Unclear(f"the move names no `{field}`")
    index = sight.index_of(sign)
    if index is None or not (sight.snapshot.elements[index].is_shown or _takes_files(sight, index)):
        raise Unclear(
            f"there is no {string(sign, 20)} in look {sight.number}, which is the one that is shown"
        )
    return index


def _takes_files(sight: Sight, index: int) -> bool:
    return sight.snapshot.elements[index].role == "file"


def _given(value: T | None, field: str) -> T:
    if value is None:
        raise Unclear(f"the move needs `{field}`")
    return value


REFUSED = (Unclear, NotOperable, NotThere)
"""What a model is told of, so that it can go about it otherwise."""
