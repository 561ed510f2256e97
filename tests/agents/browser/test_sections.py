"""What stands in a section is known by the section's name, whatever the app calls it in its markup."""

import pytest

from agents.browser.context import Context
from agents.browser.grounding.ground import ground
from agents.browser.page import LivePage
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOARD = """
<style>.lanes{{display:flex;gap:12px}}.lane{{width:260px}}.top b{{font-size:18px}}.ticket{{padding:8px}}</style>
<div class="lanes">{lanes}</div>
"""
LANE = """<div class="lane lane-{key}"><div class="top"><b>{name}</b> <i>{count}</i></div><div class="sub">{sub}</div>
{tickets}</div>"""
TICKET = """<div class="ticket"><div class="row"><div class="what">{title}</div></div><div class="foot">
<span>{hours} h</span> <span>Bay {bay}</span></div><div class="go">
<span onclick="1" style="cursor:pointer">Parked</span>
<span onclick="1" style="cursor:pointer">Running</span></div></div>"""


def board(**lanes: list[str]) -> str:
    """A board in div and span; what stands in it is called nothing that a task would say."""
    made: list[str] = []
    for name, titles in lanes.items():
        tickets = "".join(TICKET.format(title=t, hours=n + 2, bay=n + 4) for n, t in enumerate(titles))
        said = {"key": name.lower(), "name": name, "count": len(titles), "sub": f"{name} for now"}
        made.append(LANE.format(tickets=tickets or "<div class=none>none at all</div>", **said))
    return BOARD.format(lanes="".join(made))


async def machines(page: LivePage, lane: str, context: Context, containing: str | None = None) -> list[str]:
    """First lines of the machines in a lane."""
    within = Target(role="region", name=lane)
    target = Target(role="item", name="machine", synonyms=("question",), within=within, containing=containing)
    snapshot = await page.look()
    return [
        snapshot.text(i).splitlines()[0] for i in context.recognise(snapshot, target, purpose="see").matches
    ]


async def test_cards_of_each_lane_are_known_however_few_there_are(open_app: OpenApp) -> None:
    lanes = {"Parked": ["Lathe", "Press", "Drill"], "Running": ["Saw"], "Broken": []}
    page = await open_app(html=board(**lanes))
    context = Context()
    assert {lane: await machines(page, lane, context) for lane in lanes} == lanes


async def test_a_card_that_moved_is_known_in_its_new_lane(open_app: OpenApp) -> None:
    page = await open_app(html=board(Parked=["Lathe", "Press"], Running=["Saw", "Mill"], Broken=["Oven"]))
    context = Context()
    assert await machines(page, "Parked", context) == ["Lathe", "Press"]
    await page.page.evaluate(
        "document.querySelector('.lane-running').append(document.querySelector('.ticket'))"
    )
    page.touch()
    assert await machines(page, "Running", context, containing="Lathe") == ["Lathe"]
    assert await machines(page, "Parked", context) == ["Press"]
    assert await machines(page, "Parked", context, containing="Lathe") == []


async def test_the_frame_of_a_lane_and_what_is_in_a_card_are_no_cards(open_app: OpenApp) -> None:
    page = await open_app(html=board(Parked=[], Running=[], Broken=[]))
    assert await machines(page, "Parked", Context()) == []
    assert await machines(page, "Broken", Context()) == []


async def test_a_lane_is_known_by_its_head_and_not_by_the_buttons_that_lead_to_it(open_app: OpenApp) -> None:
    page = await open_app(html=board(Running=["Saw", "Mill"], Parked=["Lathe", "Press", "Drill"]))
    snapshot = await page.look()
    found = ground(snapshot, Target(role="region", name="Parked"), purpose="see")
    assert snapshot.elements[found.index].tokens == "lane lane-parked"


async def test_a_card_that_can_be_dragged_is_one_although_it_holds_a_choice(open_app: OpenApp) -> None:
    card = '<div class="x" draggable=true>{}<select><option>Parked<option>Running</select></div>'
    lane = '<div class="lane"><h4>{} <i>{}</i></h4><div class="pile">{}</div></div>'
    lanes = lane.format("Parked", 2, card.format("Lathe") + card.format("Press")) + lane.format(
        "Running", 1, card.format("Saw")
    )
    page = await open_app(html=lanes)
    context = Context()
    assert await machines(page, "Parked", context) == ["Lathe", "Press"]
    assert await machines(page, "Running", context) == ["Saw"]
