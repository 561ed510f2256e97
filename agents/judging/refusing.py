"""What a press on a disabled control proves.

Pressing it does nothing, for a person as for the judge: the step is done, and the refusal is kept until a later press
goes through. What is then expected decides:

- what holds is observed as ever: nothing was done, so it speaks of a state that the refusal leaves as it was; that
  something is unchanged is evidence here rather than vacuous, since the app offers the control and refuses it;
- what does not hold, or cannot be reached: failed if the control is still disabled although no
  field of its form waits for a value; unresolved otherwise, for the app may only want more than the task gave it.
"""

from agents.browser.actions.completing import awaited_fields
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import Prior
from agents.browser.page import LivePage
from plans.records.steps import Target


async def is_blamed(page: LivePage, control: Target, known: Prior) -> bool:
    """Whether a control that refused a press is still disabled with nothing left to be filled."""
    snapshot = await page.look()
    grounding = ground(snapshot, control, known)
    if grounding.found is not Found.FOUND:
        return False
    element = snapshot.elements[grounding.index]
    return "disabled" in element.states and not awaited_fields(snapshot, element)


def refusal(control: Target) -> str:
    """The refusal in words."""
    return f"{describe(control)} was disabled when it was pressed"
