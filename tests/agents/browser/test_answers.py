"""The answers of a question are known by where they stand, and are no buttons of another name."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.made_up import MadeUp
from agents.browser.memory.context import Context
from agents.browser.reading import number_of
from plans.records.steps import Click
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWERS = Target(role="item", name="answer", synonyms=("option", "choice"))
NEXT = Target(role="button", name="Next question", synonyms=("Next", "Continue"))

RADIOS = """<form><p>Question 1 of 3</p><fieldset><legend>How deep is the lock?</legend>
<label><input type=radio name=a>Two metres</label><label><input type=radio name=a>Five metres</label></fieldset>
<button>Check answer</button></form>"""
BUTTONS = """<nav><button>Boats</button><button>Quiz</button></nav><div><strong>Who steers?</strong>
<button>The helm</button><button>The cook</button><button>Nobody</button><button>Next question</button></div>"""
LISTED = (
    """<h2>Who steers?</h2><ul><li><button>The helm</button></li><li><button>The cook</button></li></ul>"""
)
ROWS = """<h1>Quiz</h1><form><fieldset><legend>How deep is the lock?</legend><table>
<tr><td><label><input type=radio name=a>Two metres</label></td></tr>
<tr><td><label><input type=radio name=a>Five metres</label></td></tr></table></fieldset>
<button>Check answer</button></form>"""
BOXES = """<h3>How deep is the lock?</h3>
<div><input type=radio name=a id=x><label for=x>Two metres</label></div>
<div><input type=radio name=a id=y><label for=y>Five metres</label></div><div><button>Check</button></div>"""


@pytest.mark.parametrize(
    ("html", "told"),
    [
        (ROWS, ["Two metres", "Five metres"]),
        (BOXES, ["Two metres", "Five metres"]),
        (RADIOS, ["Two metres", "Five metres"]),
        (BUTTONS, ["The helm", "The cook", "Nobody"]),
        (LISTED, ["The helm", "The cook"]),
    ],
    ids=["rows of a table", "boxes", "radio buttons", "buttons", "a list"],
)
async def test_answers_are_what_repeats_under_a_question(
    open_app: OpenApp, html: str, told: list[str]
) -> None:
    page = await open_app(html=html)
    snapshot = await page.look()
    found = ground(snapshot, ANSWERS, purpose="see").matches
    assert [snapshot.text(index) for index in found] == told


async def test_an_answer_of_the_same_word_does_not_lead_on(open_app: OpenApp) -> None:
    """The answer "Go" stood for "Next", and the quiz was taken for one that does not go on."""
    html = """<h2>Black and white stones?</h2>
        <div><button class=ans>Chess</button><button class="ans good">Go</button></div>
        <button class="big next" onclick="document.title='on'"><svg width=9 height=9></svg></button>"""
    page, context = await open_app(html=html), Context()
    context.recognise(await page.look(), ANSWERS, "see")
    click = Click(do="click", target=NEXT)
    await perform(page, click, page.page.url, context, MadeUp(0, page.settings.today))
    assert (await page.look()).title == "on"


async def test_of_several_facts_in_a_line_the_one_that_says_the_name_is_read(open_app: OpenApp) -> None:
    page = await open_app(html="<p>Question 1 of 4 · Score 0</p>")
    snapshot = await page.look()
    score = ground(snapshot, Target(role="text", name="Score"), purpose="number")
    assert number_of(snapshot, snapshot.elements[score.index], ("Score", "Points")) == 0


@pytest.mark.parametrize(("asks", "is_it"), [("Minutes to sail", True), ("Crew", False)])
async def test_the_one_number_of_a_form_is_meant_where_it_says_so_in_other_words(
    open_app: OpenApp, asks: str, *, is_it: bool
) -> None:
    number = "<input type=number placeholder='%s'>"
    html = f"{number % 'At most'}<form><input placeholder=Name>{number % asks}</form>"
    page, context = await open_app(html=html), Context()
    name, time = Target(role="textbox", name="Name"), Target(role="spinbutton", name="Sailing time")
    context.recognise(await page.look(), name)
    assert (context.recognise(await page.look(), time).found is Found.FOUND) is is_it


async def test_the_last_entry_of_another_view_is_an_entry(open_app: OpenApp) -> None:
    card = "<div class=sheet><h3>Boat %d</h3><p>Long</p></div>"
    page = await open_app(
        html=f"<div id=allBoats>{card % 1}{card % 2}{card % 3}</div><div id=favBoats></div>"
    )
    context, boats = Context(), Target(role="item", name="boat")
    assert len(context.recognise(await page.look(), boats, "see").matches) == 3
    await page.page.evaluate("allBoats.hidden = true; favBoats.append(document.querySelector('.sheet')); 0")
    page.touch()
    assert len(context.recognise(await page.look(), boats, "see").matches) == 1


async def test_a_box_is_called_by_the_tooltip_of_its_label(open_app: OpenApp) -> None:
    html = """<style>input{position:absolute;opacity:0}</style><label title=Favourite><input type=checkbox
        onchange="document.title='kept'"><svg width=20 height=20></svg></label>"""
    page = await open_app(html=html)
    click = Click(do="click", target=Target(role="button", name="Favourite"))
    await perform(page, click, page.page.url, Context(), MadeUp(0, page.settings.today))
    assert (await page.look()).title == "kept"


async def test_a_field_for_searching_is_known_by_its_role_alone(open_app: OpenApp) -> None:
    page = await open_app(
        html="<div role=searchbox contenteditable style='width:90px;height:20px'></div><p>9 boats</p>"
    )
    search = Target(role="textbox", name="Search", synonyms=("Find",))
    assert ground(await page.look(), search).found is Found.FOUND


async def test_another_question_of_as_many_is_not_the_one_that_is_looked_for(open_app: OpenApp) -> None:
    """Nobody pressed the way on, for "3 of 4" was taken for a label that means "4 of 4"."""
    row = "<table><tr><th>Question</th><td>3 of 4</td><th>Score</th><td>0</td></tr></table>"
    snapshot = await (await open_app(html=row)).look()
    fourth = Target(role="text", name="Question 4", synonyms=("4 of 4", "4 / 4"))
    assert ground(snapshot, fourth, purpose="see").found is Found.MISSING


ANSWERED = """<h1>Quiz</h1><div><p>Who steers?</p><div class=ans onclick=0>The helm</div>
<div class="ans dim" onclick=0>The cook</div><div class="ans good" onclick=0>Nobody</div><div>Wrong</div>{on}</div>
<footer><a href=#more>Imprint</a></footer>"""


@pytest.mark.parametrize(
    ("on", "found"),
    [
        ("<div class=btn onclick=0>How did I do?</div>", True),
        ("<button>Onwards!</button>", True),
        ("<button>Quit</button>", False),
        ("<button>Back to the boats</button>", False),
        ("<button>Onwards!</button><button>Explain</button>", False),
    ],
)
async def test_the_one_button_behind_answers_leads_on_whatever_it_says(
    open_app: OpenApp, on: str, *, found: bool
) -> None:
    page, context = await open_app(html=ANSWERED.format(on=on)), Context()
    answers = context.recognise(await page.look(), ANSWERS, "see").matches
    assert len(answers) == 3
    grounding = context.recognise(await page.look(), NEXT)
    assert (grounding.found is Found.FOUND) is found
    assert context.recognise(await page.look(), NEXT, "absent").found is Found.MISSING


async def test_who_plays_again_says_again(open_app: OpenApp) -> None:
    """A link "Play" of the bar was the button for another round, wherever the quiz was."""
    snapshot = await (await open_app(html="<nav><a href=#p>Play</a></nav>")).look()
    again = Target(role="button", name="Play again", synonyms=("Try again", "Start over"))
    assert ground(snapshot, again, purpose="see").found is Found.MISSING
