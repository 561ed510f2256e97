"""Performing one step of a task on a live page."""

from dataclasses import dataclass

from agents.browser.actions.asking import asked_in_page
from agents.browser.actions.completing import complete_form
from agents.browser.actions.filling import Slid, fill_target
from agents.browser.actions.finding import Disabled, NotOperable, find
from agents.browser.actions.pointing import (
    check_target,
    click_element,
    click_target,
    drag_target,
    hover_target,
)
from agents.browser.actions.selecting import leave_field, select_from
from agents.browser.actions.uncovering import open_app, uncover
from agents.browser.actions.uploading import upload_to
from agents.browser.bounded import bounded
from agents.browser.context import Context
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from plans.records.steps import (
    Action,
    Back,
    Check,
    Click,
    Complete,
    Drag,
    Fill,
    Hover,
    Open,
    Press,
    Reload,
    Resize,
    Select,
    SetClock,
    Upload,
)
from plans.records.targets import Target

_TICKED = 3600.0
"""Seconds up to which every timer fires on the way; beyond, each fires once, as after a laptop's sleep."""


@dataclass(frozen=True, slots=True)
class Done:
    """What an action brought to light."""

    chosen: str = ""
    """Text of the option that was chosen."""
    asked: str = ""
    """What the page asked before it did as told."""
    slid: Slid | None = None
    """Where a slider stands that does not take the value that it was to be given."""
    refused: bool = False
    """What was pressed is disabled, and nothing happened."""
    is_guess: bool = False
    """Values were made up for fields that the step does not name."""


async def perform(page: LivePage, step: Action, start: str, context: Context, made_up: MadeUp) -> Done:
    """Do what a step says.

    Raises NotThere, NotOperable and PageUnresponsive.
    """
    page.begin_action(step.then if isinstance(step, Click) else None)
    if not isinstance(step, Press):
        context.entered = None
    match step:
        case Open():
            await open_app(page, start, context.first_press)
        case Click():
            try:
                return Done(asked=await _click(page, step, context))
            except Disabled:
                return Done(refused=True)
        case Fill():
            return Done(slid=await fill_target(page, step, context))
        case Select():
            return Done(chosen=await select_from(page, step, context))
        case Check():
            await check_target(page, step, context)
        case Press():
            await _press(page, step, context)
            if step.key == "Tab":
                await leave_field(page, context)
        case Drag():
            await drag_target(page, step, context)
        case Upload():
            await upload_to(page, step, context)
        case Hover():
            await hover_target(page, step, context)
        case Complete():
            return Done(is_guess=await complete_form(page, step, context, made_up))
        case Reload():
            await page.reload()
            await uncover(page, context.first_press)
        case Back():
            await page.back()
        case SetClock():
            await _advance(page, step)
        case Resize():
            await page.resize(step.width, step.height)
    return Done()


async def _click(page: LivePage, step: Click, context: Context) -> str:
    """Press, and answer the question that follows when the step says how; returns the question."""
    before = await page.look()
    await _press_in_time(page, step.target, context)
    if step.then is None:
        return ""
    question = asked_in_page(before, await page.look())
    if question is None and not page.events.questions and await page.patience.outlast():
        question = asked_in_page(before, await page.look())
    if question is None or page.events.questions:
        return ""
    button = question.button(step.then)
    if button is not None:
        await click_element(page, button, f"the button to {step.then}")
    elif step.then == "confirm":
        raise NotOperable("a button that confirms", f"the page asks {question.words[:80]!r} and offers none")
    else:
        page.touch()
        await page.key("Escape")
    return question.words or "a question"


async def _press_in_time(page: LivePage, target: Target, context: Context) -> None:
    """Press what a target means; what cannot be pressed yet gets a second try when the page is done with its work."""
    try:
        await click_target(page, target, context)
    except NotOperable:
        if not await page.patience.outlast():
            raise
        await click_target(page, target, context)


async def _press(page: LivePage, step: Press, context: Context) -> None:
    if step.target is not None:
        index = await find(page, step.target, context)
        await page.operate("attend", index)
    else:
        await page.call("bench.mark()")
    page.touch()
    await page.key(step.key)


async def _advance(page: LivePage, step: SetClock) -> None:
    page.touch()
    clock = page.page.context.clock
    milliseconds = round(step.advance * 1000)
    work = clock.run_for(milliseconds) if step.advance <= _TICKED else clock.fast_forward(milliseconds)
    await bounded(work, page.settings.step_limit * 2, "time passed")
