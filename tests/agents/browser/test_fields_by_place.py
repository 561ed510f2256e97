"""Fields whose words nobody foresaw are known by what stands with them: finders, names beside a text, numbers."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.candidates import Grounding, Presence
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Fill, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEARCH = Target(role="textbox", name="Search", synonyms=("Search boats", "Query"))
WRITER = Target(role="textbox", name="Your name", synonyms=("Name", "Author"))
LENGTH = Target(role="spinbutton", name="Duration", synonyms=("Duration (min)",))


async def where(page: LivePage, target: Target, context: Knowledge | None = None) -> Grounding:
    return (context or Knowledge()).recognise(await page.look(), target)


async def fill(page: LivePage, target: Target, value: str) -> None:
    """Fill a field, as the first thing that a task does."""
    step = Fill(do="fill", target=target, value=value)
    await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))


POST = "<h1>Guests</h1>%s<form onsubmit='return false'>%s<textarea placeholder='Say it here'></textarea>%s</form>"
SIGN = "<label>Sign as <input id=f></label>"


OWN_PAGE = """<h1>New boat trip</h1>%s<form onsubmit="return false"><label>Trip <input></label>
<label>%s <input id=f type=number></label><button>Keep</button></form>"""


@pytest.mark.parametrize(
    "fields",
    [
        "Name <input id=n> Length <input id=f> <button>OK</button>",
        "<p><b>Heron</b><br>Length <select id=f><option>12<option>90</select> Crew <select id=n></select></p>",
        "<span>Name: <input id=n placeholder='as on its bow'></span> <span>Length: <input id=f placeholder='m'></span>",
    ],
)
async def test_loose_words_before_a_field_are_its_label(open_app: OpenApp, fields: str) -> None:
    """A form without labels, "Date <input> Time <select>", was said to be nothing that anybody explains."""
    page = await open_app(html=f"<h1>Boats</h1><div>{fields}</div>")
    length = Target(role="spinbutton", name="Length")
    found = await where(page, length)
    assert found.found is Presence.FOUND
    assert (await page.look()).elements[found.index].tokens == "f"
