"""Clicking what may not have to be clicked, as often as it takes."""

from dataclasses import replace

from agents.browser.actions.outcome import NotThere
from agents.browser.actions.perform import Done, perform
from agents.browser.made_up import MadeUp
from agents.judging.binding import bound
from agents.judging.expecting import holds_now
from agents.judging.scene import Scene
from agents.judging.unfolding import item_of
from plans.records.expectations import Expectation
from plans.records.steps import Click


async def click(scene: Scene, step: Click, start: str, made_up: MadeUp) -> Done | None:
    """Click as a step says; None where what it is to bring about is there already, and nothing was clicked.

    Raises as `perform` does; what is missing is no fault where what it is to bring about came late.
    """
    done: Done | None = None
    for _ in range(step.times):
        now = bound(step, scene.names)
        known = scene.context.known
        scene.context.known = replace(known, entry=item_of(now.target) or known.entry)
        if now.unless is not None and await _is_so(scene, now.unless):
            break
        scene.before = await scene.page.look()
        if known.is_needless(now.target) or scene.context.screens.ways.get(now.target) == ():
            # What this leads to stands here already.
            break
        try:
            done = await perform(scene.page, now, start, scene.context, made_up)
        except NotThere:
            if now.unless is None or not await _is_so(scene, now.unless):
                raise
            break
    return done


async def _is_so(scene: Scene, expectation: Expectation) -> bool:
    """Whether it holds now; nothing that is learnt by looking is kept, for the task expects none of it."""
    return await holds_now(scene.aside(), expectation)
