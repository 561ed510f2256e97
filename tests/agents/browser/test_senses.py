"""What is refused or missing is understood in the words that people use."""

import pytest

from agents.browser.notices import new_messages
from agents.browser.senses import says_the_same
from tests.agents.browser.conftest import OpenApp

UNKNOWN = ("not valid", "invalid", "not found", "recogni")
EMPTY = ("Your list is empty", "nothing in your list", "no items found")


@pytest.mark.parametrize(
    "text",
    [
        "We do not know the number “K7”.",
        "Sorry, that ticket doesn't exist",
        "No such ticket.",
        "This one doesn’t work here",
        "We couldn't recognise your card",
    ],
)
def test_what_is_refused_as_unknown_is_understood(text: str) -> None:
    assert says_the_same(UNKNOWN, text)
    assert not says_the_same(("saved", "stored"), text)


@pytest.mark.parametrize(
    "text",
    [
        "Ticket K7 is valid until Monday",
        "Thank you! 10% are off.",
        "We know that one",
        "Not today. Find out more",
        "",
    ],
)
def test_what_is_taken_or_said_by_the_way_refuses_nothing(text: str) -> None:
    assert not says_the_same(UNKNOWN, text)


@pytest.mark.parametrize(
    "text",
    [
        "Still empty. Nothing wrong with that.",
        "Nobody has signed up",
        "No boats fit these dates",
        "Nothing afloat",
    ],
)
def test_that_nothing_is_there_is_understood(text: str) -> None:
    assert says_the_same(EMPTY, text)
    assert not says_the_same(("Boats", "12 boats"), text)


@pytest.mark.parametrize("text", ["3 boats", "No shipping cost", "Heron", "Notices"])
def test_what_is_there_is_not_nothing(text: str) -> None:
    assert not says_the_same(EMPTY, text)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("said", ["We cannot find that one anywhere", ""])
async def test_only_what_an_action_made_appear_refuses_it(said: str, open_app: OpenApp) -> None:
    page = await open_app(
        html="<p>Other tickets are not known here</p><button id=b>Check</button><p id=out></p>"
        f"<script>b.onclick = () => {{ out.textContent = '{said}' }}</script>"
    )
    before = await page.look()
    page.begin_action(None)
    await page.call("document.getElementById('b').click()")
    page.touch()
    told = new_messages(before, await page.look(), page.events, UNKNOWN)
    assert told == ([said] if said else [])
