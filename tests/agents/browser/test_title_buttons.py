"""Entries whose titles are buttons that open them."""

import pytest

from agents.browser.grounding.ground import ground
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TITLES = Target(role="heading", within=Target(role="item", name="boat", synonyms=("boats",)))
STYLE = "<style>b, button.big {font-size: 20px}</style>"


@pytest.mark.parametrize(
    "entry",
    [
        "<li><button class=big>{0}</button><span>{1}</span><span>{2} points</span></li>",
        "<li><button>{0}</button> <span>{1}</span> <span>{2} points</span> <button>Book</button></li>",
        "<li><button>Book</button><b>{0}</b><span>{1}</span></li>",
    ],
    ids=["large", "first", "another button first"],
)
async def test_the_first_words_of_an_entry_are_its_title_though_they_are_a_button(
    open_app: OpenApp, entry: str
) -> None:
    """What stood beneath the button was taken for the title: each boat was called by its kind."""
    boats = (("Heron", "Yawl", 5), ("Otter", "Sloop", 20), ("Tern", "Ketch", 35))
    html = f"{STYLE}<h1>Boats</h1><ul>{''.join(entry.format(*boat) for boat in boats)}</ul>"
    snapshot = await (await open_app(html=html)).look()
    found = ground(snapshot, TITLES, purpose="see").matches
    assert [snapshot.text(index) for index in found] == ["Heron", "Otter", "Tern"]
