"""Filling a number that only two buttons change: one press for each step."""

from agents.browser.actions.outcome import Disabled, NotOperable
from agents.browser.actions.pointing import click_element
from agents.browser.grounding.steppers import Stepper, steppers
from agents.browser.page import LivePage

_PRESSES = 40


async def step_to(page: LivePage, stepper: Stepper, value: str, looked_for: str) -> None:
    """Press more or less until the number is reached, the app lets it go no further, or it is gone.

    Raises NotOperable when the value is no number, or too far.
    """
    if not value.strip().isdecimal():
        raise NotOperable(looked_for, f"{value!r} cannot be reached by its buttons for more and less")
    goal = int(value)
    if abs(goal - stepper.number) > _PRESSES:
        raise NotOperable(looked_for, f"{value} is more than {_PRESSES} presses from {stepper.number}")
    here = await _all(page)
    place = next(i for i, other in enumerate(here) if other.holder == stepper.holder)
    now = stepper
    while now.number != goal:
        try:
            await click_element(page, now.more if goal > now.number else now.less, looked_for)
        except Disabled:
            return
        after = await _all(page)
        if len(after) != len(here) or after[place].number == now.number:
            return
        if abs(after[place].number - goal) >= abs(now.number - goal):
            raise NotOperable(looked_for, f"a press made {after[place].number} of {now.number}")
        now = after[place]


async def _all(page: LivePage) -> list[Stepper]:
    snapshot = await page.look()
    return list(steppers(snapshot, range(len(snapshot.elements))))
