"""What is open over a page is where people look for what they operate."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.buttons import asked_in_page, open_layer
from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Action, Click, Fill, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOWS = """
<style>.veil{position:fixed;inset:0;background:#0008}.box{background:#fff;margin:60px;padding:20px}</style>
<ul><li>Fado night <button onclick="veil.hidden=false">Book</button></li><li>Open stage <button>Book</button></li></ul>
<div id=veil class=veil hidden><div class=box role=dialog aria-label="Fado night"><h2>Fado night</h2>%s</div></div>
<p id=told></p>
"""
FORM = """
<label>Your name <input id=name></label>
<button onclick="veil.hidden=true">Never mind</button>
<button onclick="told.textContent='Seat for '+document.getElementById('name').value;veil.hidden=true">Book seat</button>
"""
CONFIRM = Target(role="button", name="Confirm booking", synonyms=("Confirm", "Book now"))
FIRST = Target(role="button", name="Book", within=Target(role="item", name="show", nth=1))


async def do(page: LivePage, context: Knowledge, *steps: Action) -> None:
    """Perform steps one after the other."""
    for step in steps:
        await perform(page, step, page.page.url, context, MadeUp(0, page.settings.today))


async def test_a_button_of_the_dialog_is_meant_and_none_beneath_it(open_app: OpenApp) -> None:
    page, context = await open_app(html=SHOWS % FORM), Knowledge()
    name = Target(role="textbox", name="Your name")
    await do(page, context, Click(do="click", target=FIRST), Fill(do="fill", target=name, value="Ada"))
    await do(page, context, Click(do="click", target=CONFIRM))
    assert "Seat for Ada" in (await page.look()).content


async def test_a_bar_or_a_message_is_no_layer(open_app: OpenApp) -> None:
    html = """<style>.bar{position:fixed;left:0;right:0;top:0;height:40px;background:#fff}</style>
        <button>Under the bar</button><button style="margin-top:90px">Below</button>
        <div class=bar><button>Menu</button></div>"""
    page = await open_app(html=html)
    assert open_layer(await page.look()) is None


async def test_a_radio_button_that_is_not_drawn_is_pressed_by_its_label(open_app: OpenApp) -> None:
    html = """<style>input{position:absolute;opacity:0;pointer-events:none}.p{display:none}#b:checked~.p{display:block}
        </style><input type=radio name=tab id=a checked><input type=radio name=tab id=b>
        <div style="margin:80px"><label for=a>Expenses</label> <label for=b>Figures</label></div>
        <p class=p>Sum 12</p>"""
    page, context = await open_app(html=html), Knowledge()
    await do(page, context, Click(do="click", target=Target(role="link", name="Figures")))
    assert "Sum 12" in (await page.look()).content


async def test_chips_to_choose_from_hand_nothing_in(open_app: OpenApp) -> None:
    html = """<style>span,b{cursor:pointer}</style><div><p>Which day?</p><input type=date aria-label=Day>
        <span class=time>10:00</span> <span class="time on">12:30</span> <span class=time>15:00</span>
        <b>Off we go</b></div>"""
    page, context = await open_app(html=html), Knowledge()
    context.recognise(await page.look(), Target(role="textbox", name="Day"))
    found = context.recognise(await page.look(), CONFIRM)
    assert found.found is Presence.FOUND
    assert (await page.look()).text(found.index) == "Off we go"


COVERED = """
<style>.veil{position:fixed;inset:0;background:#0008}.box{background:#fff;margin:60px;padding:20px}</style>
<a href="#ask" id=ask onclick="veil.hidden=false">Send an enquiry</a><p>Text</p><button>Other</button>
<div id=veil class=veil hidden><div class=box role=dialog aria-label=Enquiry><h2>Enquiry</h2><div>Sent!</div>%s
</div></div>
"""
SEND = Target(role="button", name="Send enquiry", synonyms=("Send",))


async def test_what_a_dialog_covers_is_not_offered(open_app: OpenApp) -> None:
    """The link beneath the dialog was taken for the button of its last step."""
    page, context = await open_app(html=COVERED % "<button>Next</button>"), Knowledge()
    assert context.recognise(await page.look(), SEND, "absent").found is Presence.FOUND
    enquiry = Click(do="click", target=Target(role="link", name="Send an enquiry"))
    await do(page, context, enquiry)
    assert context.recognise(await page.look(), SEND, "absent").found is Presence.MISSING


async def test_a_button_of_the_dialog_itself_is_there(open_app: OpenApp) -> None:
    page, context = await open_app(html=COVERED % "<button>Send</button>"), Knowledge()
    await do(page, context, Click(do="click", target=Target(role="link", name="Send an enquiry")))
    assert context.recognise(await page.look(), SEND, "absent").found is Presence.FOUND


async def test_a_bar_beside_a_dialog_asks_nothing(open_app: OpenApp) -> None:
    """Its count and buttons changed while a drawer was open, and passed for a question."""
    html = """<div style="position:fixed;inset:0;background:#0008"></div><div id=bar style="position:fixed;top:0">
        Cart <b id=n>1</b><button>Cancel</button><button>Pay</button></div>"""
    page = await open_app(html=html)
    before = await page.look()
    await page.page.evaluate("n.textContent = 2")
    page.touch()
    assert asked_in_page(before, await page.look()) is None
