"""Pages that lay everything out in tables: a list is one of them, the head of the page and a form are others."""

import pytest

from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge, ground
from plans.records.steps import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOATS = Target(role="item", name="boat", synonyms=("boats",))
TITLES = Target(role="heading", within=BOATS)
FORM = """<form><table><tr><td><label for=n>Name</label></td><td><input id=n></td></tr>
<tr><td><label for=y>Year</label></td><td><input id=y type=number></td></tr>
<tr><td></td><td><button>Enter</button></td></tr></table></form>"""
BAR = "<table><tr><td><b>Harbour</b></td><td><a href=#q>Quiz</a> | <a href=#r>Request</a></td></tr></table>"


def page(head: str, *rows: str, late: str = "") -> str:
    return f"{BAR}<h1>Boats</h1><table id=list>{head}{''.join(rows)}</table>{late}{FORM}"


def row(name: str, *facts: object) -> str:
    return f"<tr><td><a href=#b>{name}</a></td>{''.join(f'<td>{fact}</td>' for fact in facts)}</tr>"


HEAD = "<thead><tr><th>Name</th><th>Kind</th><th class=wide>Year</th></tr></thead>"
ROWS = [row("Heron", "Yawl", 1990), row("Otter", "Sloop", 1971), row("Tern", "Ketch", 2003)]


@pytest.mark.parametrize("head", [HEAD, "", "<tr><th>Name</th><th>Kind</th><th>Year</th></tr>"])
async def test_rows_of_the_page_and_of_its_form_are_no_entries(open_app: OpenApp, head: str) -> None:
    """The name of the app in the bar was the first boat, and each field of the form another."""
    snapshot, context = await (await open_app(html=page(head, *ROWS))).look(), Knowledge()
    assert len(context.recognise(snapshot, BOATS, "see").matches) == 3
    titles = context.recognise(snapshot, TITLES, "see").matches
    assert [snapshot.text(i) for i in titles] == ["Heron", "Otter", "Tern"]


async def test_an_empty_list_has_no_entries_though_other_tables_stay(open_app: OpenApp) -> None:
    opened, context = await open_app(html=page(HEAD, *ROWS)), Knowledge()
    assert len(context.recognise(await opened.look(), BOATS, "see").matches) == 3
    await opened.page.evaluate("document.querySelectorAll('#list tbody tr').forEach(r => r.remove())")
    opened.touch()
    assert context.recognise(await opened.look(), BOATS, "see").found is Presence.MISSING


async def test_rows_are_entries_still_when_a_narrow_window_has_no_room_for_a_column(
    open_app: OpenApp,
) -> None:
    style = "<style>@media (max-width: 500px) {.wide, td:nth-child(3) {display: none}}</style>"
    opened, context = await open_app(html=style + page(HEAD, *ROWS)), Knowledge()
    assert len(context.recognise(await opened.look(), BOATS, "see").matches) == 3
    await opened.resize(375, 700)
    assert len(context.recognise(await opened.look(), BOATS, "see").matches) == 3


async def test_a_list_in_several_tables_is_one_list(open_app: OpenApp) -> None:
    late = f"<h2>Sold</h2><table id=sold>{HEAD}{row('Skua', 'Cutter', 1965)}</table>"
    snapshot = await (await open_app(html=page(HEAD, *ROWS, late=late))).look()
    assert len(ground(snapshot, BOATS, purpose="see").matches) == 4
