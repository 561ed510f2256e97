"""The clock of a timer is told from other times on the page."""

import pytest

from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.page import LivePage
from agents.browser.reading import read
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CLOCK = Target(role="text", name="Time left", synonyms=("Time remaining", "Remaining", "Timer", "Time"))
RECIPES = "<ul><li><h3>Goulash</h3><p>Time: 55 min</p></li><li><h3>Soup</h3><p>Time: 20 min</p></li></ul>"


async def left(page: LivePage) -> float | None:
    snapshot = await page.look()
    found = ground(snapshot, CLOCK, purpose="number")
    if found.found is Found.MISSING:
        return None
    number = read(snapshot, "number", found, (CLOCK.name, *CLOCK.synonyms))
    assert isinstance(number, float)
    return number


@pytest.mark.parametrize(
    ("timer", "minutes"),
    [
        ("<div class=egg><span>05:00</span> <button>Go</button></div>", 5),
        ("<p>Time left</p><output>04:50</output><button>Start</button>", 4),
        ("<p>Timer <b>12:07</b></p>", 12),
        ("<h2>Timer</h2><p>Still <b>0:09</b> to go</p>", 0),
        ("<div class=egg>Ding! Time is up</div>", None),
    ],
)
async def test_minutes_and_seconds_that_run_are_the_time_left(
    open_app: OpenApp, timer: str, minutes: float | None
) -> None:
    """Where a bare clock stood beside recipes, their cooking time was read off for it."""
    assert await left(await open_app(html=RECIPES + timer)) == minutes
