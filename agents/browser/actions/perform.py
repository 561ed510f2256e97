"""Performing one step of a task on a live page."""

from dataclasses import dataclass

from agents.browser.actions import pointing
from agents.browser.actions.completing import complete_form
from agents.browser.actions.filling import fill_target, upload_to
from agents.browser.actions.finding import find
from agents.browser.actions.selecting import apply_filter, select_from
from agents.browser.context import Context
from agents.browser.grounding.buttons import PageQuestion
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage, bounded
from plans.records import steps

_OF_A_SECOND = 0.02
"""Seconds in which an app does what a second asks of it."""
_TICKED = 3600.0
"""Seconds up to which every timer fires on the way; beyond, each fires once, as after a laptop's sleep."""


@dataclass(frozen=True, slots=True)
class Done:
    """Result of an action."""

    chosen: str = ""
    """Text of the option that was chosen."""
    asked: PageQuestion | None = None
    """The question that the page asked before it acted."""
    slid: float | None = None
    """The position of a slider that does not take the given value."""
    refused: bool = False
    """The pressed control is disabled, or says so (aria-disabled); in the latter case the page heard the press."""
    is_guess: bool = False
    """Values were made up for fields that the step does not name, or a button that it may need was not known."""


async def perform(page: LivePage, step: steps.Action, start: str, context: Context, made_up: MadeUp) -> Done:
    """Do what a step says. Raises NotThere, NotOperable and PageUnresponsive."""
    page.begin_action(step.then if isinstance(step, steps.Click) else None)
    if not isinstance(step, steps.Press):
        context.entered = None
    match step:
        case steps.Open():
            await pointing.open_app(page, start)
        case steps.Click():
            question, is_disabled = await pointing.click_and_answer(page, step, context)
            return Done(asked=question, refused=is_disabled)
        case steps.Fill():
            return Done(slid=await fill_target(page, step, context))
        case steps.Select():
            return Done(chosen=await select_from(page, step, context))
        case steps.Check():
            await pointing.check_target(page, step, context)
        case steps.Press():
            await _press(page, step, context)
        case steps.Drag():
            await pointing.drag_target(page, step, context)
        case steps.Upload():
            return Done(is_guess=await upload_to(page, step, context))
        case steps.Hover():
            await pointing.hover_target(page, step, context)
        case steps.Complete():
            return Done(is_guess=await complete_form(page, step, context, made_up))
        case steps.Reload():
            await page.reload()
            await pointing.outwait_splash(page)
        case steps.Back():
            await page.back()
        case steps.SetClock():
            page.touch()
            clock, passed = page.page.context.clock, round(step.advance * 1000)
            work = clock.run_for(passed) if step.advance <= _TICKED else clock.fast_forward(passed)
            # An app that draws itself anew every second has as much to do as in all of that time.
            limit = page.settings.step_limit * 2 + min(step.advance, _TICKED) * _OF_A_SECOND
            await bounded(work, limit, "time passed")
        case steps.Resize():
            await page.resize(step.width, step.height)
    return Done()


async def _press(page: LivePage, step: steps.Press, context: Context) -> None:
    if step.target is not None:
        await page.operate("attend", await find(page, step.target, context))
    else:
        await page.call("bench.mark()")
    page.touch()
    await page.key(step.key)
    if step.key == "Tab" and context.entered is not None:
        (field, before), context.entered = context.entered, None
        after = (await page.look()).elements
        if field < len(after) and after[field].tokens == before.elements[field].tokens:
            await apply_filter(page, field, before, context)
