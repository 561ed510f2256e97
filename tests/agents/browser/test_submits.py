"""The button that submits what was typed is known by its form; what only counts submits nothing."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotThere
from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge, ground
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Action, Click, Fill, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOATS = """
<style>span{{cursor:pointer;padding:4px}}</style>
<div id=boats></div>
<script>
const boats = [['Heron', ['Leaks a little']], ['Otter', []]]; let out = {{}};
function draw() {{
  document.getElementById('boats').innerHTML = boats.map(([name, notes], i) => `<div class=boat><h3>${{name}}</h3>
    <span onclick="out[${{i}}] = !out[${{i}}]; draw()">Notes <b>${{notes.length}}</b></span>` + (out[i] ? `<div>
    ${{notes.map(n => `<p>${{n}}</p>`).join('')}}<div class=write><textarea placeholder="Note" id=t${{i}}></textarea>
    {buttons}</div></div>` : '') + '</div>').join('');
}}
function keep(i) {{ {work} }}
draw();
</script>
"""
TELL = '<span onclick="keep(${i})">Tell the crew</span><span onclick="out[${i}]=0;draw()">Cancel</span>'
WORK = "boats[i][1].push(document.getElementById('t' + i).value); draw()"
HERON = Target(role="item", name="boat", nth=1)
NOTES = Target(role="button", name="Notes", within=HERON)
NOTE = Target(role="textbox", name="Note")
POST = Target(role="button", name="Post note", synonyms=("Add note", "Send"))


async def do(page: LivePage, context: Knowledge, *steps: Action) -> None:
    """Perform steps one after the other."""
    for step in steps:
        await perform(page, step, page.page.url, context, MadeUp(0, page.settings.today))


async def test_the_one_button_of_the_form_posts_whatever_it_says(open_app: OpenApp) -> None:
    page, context = await open_app(html=BOATS.format(buttons=TELL, work=WORK)), Knowledge()
    await do(page, context, Click(do="click", target=NOTES), Fill(do="fill", target=NOTE, value="New rope"))
    await do(page, context, Click(do="click", target=POST))
    assert "New rope" in (await page.look()).content


async def test_a_button_that_does_nothing_posts_nothing(open_app: OpenApp) -> None:
    page, context = await open_app(html=BOATS.format(buttons=TELL, work="")), Knowledge()
    await do(page, context, Click(do="click", target=NOTES), Fill(do="fill", target=NOTE, value="New rope"))
    await do(page, context, Click(do="click", target=POST))
    assert "New rope" not in (await page.look()).content


@pytest.mark.parametrize(
    "buttons",
    [
        "",
        '<span onclick="1">Cancel</span>',
        '<span onclick="1">Clear it</span>',
        '<span onclick="1">×</span>',
    ],
)
async def test_without_a_button_that_hands_in_nothing_is_taken_for_it(
    buttons: str, open_app: OpenApp
) -> None:
    page, context = await open_app(html=BOATS.format(buttons=buttons, work=WORK)), Knowledge()
    await do(page, context, Click(do="click", target=NOTES), Fill(do="fill", target=NOTE, value="New rope"))
    assert context.recognise(await page.look(), POST).found is Presence.MISSING
    with pytest.raises(NotThere):
        await do(page, context, Click(do="click", target=POST))


async def test_what_was_typed_in_a_search_is_not_submitted_for_a_form(open_app: OpenApp) -> None:
    page, context = (
        await open_app(html="<div><input placeholder=Search><button>Go!</button></div>"),
        Knowledge(),
    )
    await do(page, context, Fill(do="fill", target=Target(role="textbox", name="Search"), value="rope"))
    assert context.recognise(await page.look(), POST).found is Presence.MISSING


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ("", Presence.MISSING),
        ("<form><input aria-label=Boat><button>Save</button></form>", Presence.FOUND),
    ],
    ids=["shut", "open"],
)
async def test_what_every_entry_is_saved_with_for_later_is_no_save_of_a_form(
    open_app: OpenApp, form: str, found: Presence
) -> None:
    """A form that had shut was said to be open still: each entry could be saved to a list."""
    entries = "".join(
        f"<li><h3>{name}</h3><button>Save to my list</button></li>" for name in ("Heron", "Otter")
    )
    snapshot = await (await open_app(html=f"<h1>Boats</h1><ul>{entries}</ul>{form}")).look()
    save = Target(role="button", name="Save boat", synonyms=("Save", "Add", "Submit", "Create"))
    assert ground(snapshot, save, purpose="absent").found is found
