"""Fields whose words nobody foresaw are known by what stands with them: finders, names beside a text, numbers."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.contract import Found, Grounding
from agents.browser.made_up import MadeUp
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from plans.records.steps import Fill
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEARCH = Target(role="textbox", name="Search", synonyms=("Search boats", "Query"))
WRITER = Target(role="textbox", name="Your name", synonyms=("Name", "Author"))
LENGTH = Target(role="spinbutton", name="Duration", synonyms=("Duration (min)",))


async def where(page: LivePage, target: Target, context: Context | None = None) -> Grounding:
    return (context or Context()).recognise(await page.look(), target)


async def fill(page: LivePage, target: Target, value: str) -> None:
    """Fill a field, as the first thing that a task does."""
    step = Fill(do="fill", target=target, value=value)
    await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))


@pytest.mark.parametrize(
    "field",
    [
        "<input id=f placeholder='Look for a title …'>",
        "<label>Look up a boat <input id=f></label>",
        "<div><span>Filter by title</span><input id=f></div>",
    ],
)
async def test_the_one_field_that_begins_to_say_that_it_finds_is_the_search(
    open_app: OpenApp, field: str
) -> None:
    """An app that asked "Look for a title" was said to have no search."""
    page = await open_app(html=f"<h1>Boats</h1>{field}<label>Crew <input></label>")
    await fill(page, SEARCH, "Heron")
    assert await page.page.evaluate("f.value") == "Heron"


@pytest.mark.parametrize(
    "fields",
    [
        "<input placeholder='Look for a title'><input placeholder='Look for a skipper'>",
        "<input placeholder='What do you look for in a boat?'>",
        "<textarea placeholder='Look for words'></textarea>",
        "<input type=email placeholder='Look us up by mail'>",
    ],
)
async def test_of_two_finders_or_of_none_nothing_is_the_search(open_app: OpenApp, fields: str) -> None:
    page = await open_app(html=f"<h1>Boats</h1>{fields}")
    assert (await where(page, SEARCH)).found is Found.MISSING


POST = "<h1>Guests</h1>%s<form onsubmit='return false'>%s<textarea placeholder='Say it here'></textarea>%s</form>"
SIGN = "<label>Sign as <input id=f></label>"


@pytest.mark.parametrize(
    "page", [POST % ("", SIGN, ""), POST % ("<input placeholder='Find a guest'>", "", SIGN)]
)
async def test_the_one_line_beside_the_text_is_for_the_name_of_who_writes(
    open_app: OpenApp, page: str
) -> None:
    """A form that said "Sign as" was said to lack the field for the name, and no comment could be left."""
    app = await open_app(html=page)
    await fill(app, WRITER, "Ada")
    assert await app.page.evaluate("f.value") == "Ada"


@pytest.mark.parametrize(
    "page",
    [
        POST % ("", SIGN, "<label>Mooring <input></label>"),
        POST % ("", "<input placeholder='Find a guest'>", ""),
        POST % ("", "<label>Nights <input type=number></label>", ""),
        POST % (SIGN, "", ""),
        POST % ("", SIGN, "<textarea></textarea>"),
        f"<form>{SIGN}</form>",
    ],
    ids=["two lines", "a finder", "a number", "outside of the form", "two texts", "no text"],
)
async def test_a_line_that_need_not_be_the_name_is_not_taken_for_it(open_app: OpenApp, page: str) -> None:
    assert (await where(await open_app(html=page), WRITER)).found is Found.MISSING


OWN_PAGE = """<h1>New boat trip</h1>%s<form onsubmit="return false"><label>Trip <input></label>
<label>%s <input id=f type=number></label><button>Keep</button></form>"""


@pytest.mark.parametrize("finder", ["", "<p><input type=search placeholder='Search trips'></p>"])
async def test_a_number_may_be_typed_first_on_a_page_of_its_own(open_app: OpenApp, finder: str) -> None:
    """In a dialog the number was known by the field that had the keyboard; on a page none had it."""
    page = await open_app(html=OWN_PAGE % (finder, "Minutes on the water"))
    await fill(page, LENGTH, "45")
    assert await page.page.evaluate("f.value") == "45"


async def test_a_number_of_another_kind_is_not_typed_first(open_app: OpenApp) -> None:
    page = await open_app(html=OWN_PAGE % ("", "Price in euros"))
    assert (await where(page, LENGTH)).found is Found.MISSING


async def test_a_number_beside_the_search_alone_is_in_no_form(open_app: OpenApp) -> None:
    page = await open_app(
        html="<h1>Trips</h1><div><input placeholder='Find a trip'><input type=number aria-label=Minutes></div>"
    )
    found = await where(page, Target(role="spinbutton", name="Time needed"))
    assert found.found is Found.MISSING


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
    assert found.found is Found.FOUND
    assert (await page.look()).elements[found.index].tokens == "f"
