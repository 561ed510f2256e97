"""The steps of a form are known by the bar that shows them; a choice without a list stands beneath what asks for it."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.ground import ground
from agents.browser.made_up import MadeUp
from agents.browser.memory.context import Context
from agents.browser.states import states_of
from plans.records.steps import Select
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STEPS = Target(role="item", name="step")
HEAD = "<h1>Boats</h1><ul><li>Heron <b>5 m</b></li><li>Otter <b>7 m</b></li><li>Tern <b>9 m</b></li></ul>"
LISTED = "<ol class=wizard><li class=now>Boat</li><li>Your details</li><li>Summary</li></ol>"
NUMBERED = "<div><span class=on>1 boat</span> &rsaquo; <span>2 you</span> &rsaquo; <span>3 check</span></div>"
SAID = "<ol><li aria-current=step>Boat</li><li>Contact</li><li>Summary</li></ol>"
NONE_MARKED = "<ol><li>Choose a boat</li><li>Say who you are</li><li>Send it</li></ol>"
LINKS = (
    "<ol><li class=on><a href=#a>Boats</a></li><li><a href=#b>Quiz</a></li><li><a href=#c>Help</a></li></ol>"
)


@pytest.mark.parametrize(
    ("bar", "steps"),
    [(LISTED, 3), (NUMBERED, 3), (SAID, 3), (NONE_MARKED, 0), (LINKS, 0), ("", 0)],
    ids=["listed", "numbered", "said", "instructions", "links", "none"],
)
async def test_the_steps_of_a_form_are_its_bar_with_one_of_them_marked(
    open_app: OpenApp, bar: str, steps: int
) -> None:
    """That it was the first of three steps was taken from the words "Step 1 of 3" alone."""
    snapshot = await (await open_app(html=HEAD + bar)).look()
    found = ground(snapshot, STEPS, purpose="see").matches
    assert len(found) == steps
    marked = [{"current", "selected"} & set(states_of(snapshot, snapshot.elements[i])) for i in found]
    assert [bool(mark) for mark in marked] == [True, False, False][:steps]


CHIPS = """<nav><a href=#l>my boats</a><a href=#q>quiz</a></nav><p><span>3 boats</span> <a href=#n>+ boat</a></p>
<section><div class=ask>which boat is it about?</div><div class=chips>{}</div></section>"""
CHIP = "<span class=chip style='cursor:pointer' onclick=\"document.title='{0}'\">{0}</span>"


async def test_chips_beneath_a_question_are_chosen_from_rather_than_what_is_merely_called_alike(
    open_app: OpenApp,
) -> None:
    """Two links that say "boats" fitted equally well, and the choice could not be operated."""
    page = await open_app(html=CHIPS.format("".join(map(CHIP.format, ("Heron", "Otter", "Tern")))))
    boat = Target(role="combobox", name="Boat", synonyms=("Which boat", "boats"))
    step = Select(do="select", target=boat, position=2)
    done = await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))
    assert (done.chosen, (await page.look()).title) == ("Otter", "Otter")
