"""What else a target may mean: other meanings are kept where names are alike, and none where one bears the name."""

import pytest

from agents.browser.memory.context import Context
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TITLE = Target(role="textbox", name="Title", synonyms=("Name", "Note"))


async def doubts(open_app: OpenApp, fields: str) -> list[str]:
    """First words of the other meanings of the title on a page."""
    page = await open_app(html=f"<h1>Notes</h1><form>{fields}<button>Save</button></form>")
    context = Context()
    context.recognise(await page.look(), TITLE)
    return [" ".join(look.words) for look in context.doubts[TITLE]]


async def test_where_a_field_bears_the_name_its_neighbours_are_no_other_meaning_of_it(
    open_app: OpenApp,
) -> None:
    """A title that an app lost was once written into "Written by" instead, and read from there."""
    others = "<label>Written by <input></label><label>Description <textarea></textarea></label>"
    assert await doubts(open_app, f"<label>Title <input></label>{others}") == []


async def test_two_fields_of_the_very_name_are_meanings_of_it_both(open_app: OpenApp) -> None:
    assert await doubts(open_app, "<label>Title <input></label><label>Title <input id=other></label>") == [
        "title"
    ]


async def test_where_no_field_bears_the_name_what_may_be_meant_is_kept(open_app: OpenApp) -> None:
    assert await doubts(open_app, "<label>Name <input></label><label>Written by <input></label>") != []
