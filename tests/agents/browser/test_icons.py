"""What icons draw is told from their lines, as the usual sets of icons draw them."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.icons import drawn
from agents.browser.made_up import MadeUp
from agents.browser.memory.context import Context
from plans.records.steps import Click
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

STAR = "M12 2l3.09 6.26L22 9.27l-5 4.87 1.18 6.88L12 17.77l-6.18 3.25L7 14.14 2 9.27l6.91-1.01L12 2z"
HEART = (
    "M20.84 4.61a5.5 5.5 0 0 0-7.78 0L12 5.67l-1.06-1.06a5.5 5.5 0 0 0-7.78 7.78l1.06 1.06L12 21.23l7.78-7.78 "
    "1.06-1.06a5.5 5.5 0 0 0 0-7.78z"
)
CROSS = (
    "M19 6.41L17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z"
)
PIN = "M12 2C8.13 2 5 5.13 5 9c0 5.25 7 13 7 13s7-7.75 7-13c0-3.87-3.13-7-7-7z"
CLOCK = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2"


@pytest.mark.parametrize(
    ("paths", "sign"),
    [
        ("M12 5v14M5 12h14", "+"),
        ("M12 5L12 19|M5 12L19 12", "+"),
        ("M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6v2z", "+"),
        ("M6 6l12 12M18 6 6 18", "×"),
        (CROSS, "×"),
        ("M5 12h14", "−"),
        ("M3 6h18M3 12h18M3 18h18", "☰"),
        ("M4 12.5l5.5 5.5L20 6.5", "✓"),
        ("M9 16.17L4.83 12l-1.42 1.41L9 19 21 7l-1.41-1.41z", "✓"),
        ("M10 6l6 6-6 6", "→"),
        ("M5 12h14|M12 5L19 12L12 19", "→"),
        ("M14 6l-6 6 6 6", "←"),
        (HEART, "♥"),
        ("M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z", "♥"),
        (STAR, "★"),
        ("M4 20l1-5L16 4l4 4L9 19zM14 6l4 4", "✎"),
        ("M17 3a2.828 2.828 0 1 1 4 4L7.5 20.5 2 22l1.5-5.5L17 3z", "✎"),
        ("M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21", "🔍"),
    ],
)
def test_the_usual_icons_are_told(paths: str, sign: str) -> None:
    assert drawn(paths) == sign


@pytest.mark.parametrize(
    "paths", ["", "M", PIN, CLOCK, "M5 9l7 7 7-7", "M5 4h14v16H5zM9 9h6M9 13h6", "M4 4h16v16H4z"]
)
def test_what_is_something_else_is_not_told(paths: str) -> None:
    assert drawn(paths) == ""


BUTTONS = """<button onclick="document.title='more'"><svg width=24 height=24><circle cx=12 cy=12 r=9 /></svg></button>
<button onclick="document.title='%s'"><svg width=24 height=24>
<line x1=12 y1=5 x2=12 y2=19 /><line x1=5 y1=12 x2=19 y2=12 /></svg></button>"""


@pytest.mark.slow
@pytest.mark.browser
async def test_a_button_that_only_draws_a_plus_adds(open_app: OpenApp) -> None:
    page = await open_app(html=BUTTONS % "added")
    click = Click(do="click", target=Target(role="button", name="Add boat", synonyms=("New boat", "+")))
    await perform(page, click, page.page.url, Context(), MadeUp(0, page.settings.today))
    assert (await page.look()).title == "added"
