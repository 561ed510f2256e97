"""What stands for something without being marked as it: monograms, columns, header cells, bare fields."""

from typing import Any

import pytest

from agents.browser.grounding.candidates import SURE, Grounding, Presence
from agents.browser.grounding.ground import ground
from agents.browser.grounding.values import read
from agents.browser.page import LivePage
from plans.records.steps import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def grounded(page: LivePage, purpose: Any = "see", **target: Any) -> Grounding:
    return ground(await page.look(), Target.model_validate(target), purpose=purpose)


async def reads(page: LivePage, kind: Any, **target: Any) -> Any:
    purpose = "number" if kind in ("number", "numbers") else "see"
    names = (target.get("name", ""), *target.get("synonyms", ()))
    return read(await page.look(), kind, await grounded(page, purpose, **target), names)


async def test_a_monogram_is_no_title(open_app: OpenApp) -> None:
    rows = "".join(
        f"<li class=person><i style='font-size:30px'>{name[0]}</i> <b>{name}</b> <small>Baker</small>"
        for name in ("Ada Lund", "Bo Kern")
    )
    page = await open_app(html=f"<ul>{rows}</ul>")
    titles = {"role": "heading", "within": {"role": "item", "name": "person"}}
    assert await reads(page, "texts", **titles) == ["Ada Lund", "Bo Kern"]


COLUMNS = "".join(
    f"<div class=col><div class=head style='display:flex'><h3>{name}</h3><span>{len(cards)}</span></div>"
    f"<div class=body>{''.join(f'<div class=card><b>{card}</b><p>Some words</p></div>' for card in cards)}"
    "</div></div>"
    for name, cards in (("Planned", ["Roof", "Door"]), ("Built", ["Wall", "Gate"]), ("Sold", []))
)


@pytest.mark.parametrize(("column", "cards"), [("Planned", 2), ("Built", 2), ("Sold", 0)])
async def test_a_heading_names_its_own_column_and_not_the_board(
    open_app: OpenApp, column: str, cards: int
) -> None:
    page = await open_app(html=f"<section><div class=board style='display:flex'>{COLUMNS}</div></section>")
    within = {"role": "region", "name": column}
    assert await reads(page, "count", role="item", name="card", within=within) == cards


async def test_one_cell_over_all_columns_is_no_entry(open_app: OpenApp) -> None:
    head = "<thead><tr><th>Boat<th>Length<th>Berth</thead>"
    page = await open_app(html=f"<table>{head}<tbody><tr><td colspan=3>No boats. Try others.</table>")
    assert await reads(page, "count", role="item", name="boat") == 0
    page = await open_app(html=f"<table>{head}<tbody><tr><td>Gull<td>9 m<td>4</table>")
    assert await reads(page, "count", role="item", name="boat") == 1


async def test_a_header_before_a_value_labels_it(open_app: OpenApp) -> None:
    page = await open_app(
        html="<table><tr><th>Length</th><td>8 weeks</td></tr><tr><th>Evening</th><td>Tuesday, 6:30 pm</td></tr>"
        "</table>"
    )
    assert await reads(page, "number", role="text", name="Length", synonyms=["hours"]) == 8


async def test_a_time_of_day_is_no_length(open_app: OpenApp) -> None:
    page = await open_app(html="<ul><li>Mon 18:30<li>12 evenings<li>€40</ul>")
    assert await reads(page, "number", role="text", name="Length", synonyms=["hours"]) == 12
    assert (await grounded(page, role="text", name="hours")).found is Presence.MISSING


async def test_a_cross_that_is_called_close_removes_nothing(open_app: OpenApp) -> None:
    page = await open_app(
        html="<h1>Cart</h1><button aria-label='Close cart'>×</button><p>Tea <button id=out>✕</button></p>"
    )
    snapshot = await page.look()
    remove = Target(role="button", name="Remove", synonyms=("Delete", "×"))
    assert snapshot.elements[ground(snapshot, remove).index].tokens == "out"


@pytest.mark.parametrize(
    ("fact", "is_told"),
    [
        ("<p><svg role=img aria-label=Teacher width=9 height=9></svg> Ada Berg</p>", True),
        ("<p><abbr title=Teacher>T.</abbr> Ada Berg</p>", True),
        ("<div><span>Taught by</span></div>", False),
        ("<p>Written by Ada Berg</p>", False),
        ("<p>Ada Berg</p>", False),
    ],
)
async def test_a_fact_may_be_labelled_by_an_icon_or_a_tooltip(
    open_app: OpenApp, fact: str, is_told: bool
) -> None:
    page = await open_app(html=f"<h1>Italian</h1>{fact}")
    found = (await grounded(page, role="text", name="Teacher")).found
    assert (found is Presence.FOUND) == is_told


async def test_words_that_merely_mention_a_number_do_not_label_the_one_beside_them(open_app: OpenApp) -> None:
    page = await open_app(
        html="<nav><span>Lost & found</span> <b>7</b></nav><h1>Keys</h1><p>3 found</p><div>Stock <i>5</i></div>"
    )
    assert await reads(page, "number", role="text", name="found") == 3
    assert await reads(page, "number", role="text", name="Stock") == 5


async def test_a_message_that_mentions_a_name_is_not_where_its_number_is_read(open_app: OpenApp) -> None:
    """A thank-you stands before the sum that it speaks of, and 14 was taken for the total."""
    page = await open_app(
        html="<p role=status>Thank you, 14% is taken off your total.</p><p>Total: <output>£3.35</output></p>"
    )
    assert await reads(page, "number", role="text", name="Total") == 3.35


FOUND = {"role": "text", "name": "found", "synonyms": ["shirts", "total", "results"]}


async def test_an_amount_of_money_is_no_number_of_entries(open_app: OpenApp) -> None:
    """An empty cart's "Total: $0.00" was taken for the length of the list, since "total" may name that too."""
    page = await open_app(html="<header>Total: <b>$0.00</b></header><p>4 shirts</p>")
    assert await reads(page, "number", **FOUND) == 4
    assert await reads(page, "number", role="text", name="Total") == 0
    page = await open_app(html="<header>Total: $0.00</header>")
    assert (await grounded(page, "number", **FOUND)).found is Presence.MISSING


@pytest.mark.parametrize(("other", "is_sure"), [("9 results", False), ("Page 1 of 2 · 4 shirts", True)])
async def test_of_two_texts_with_different_numbers_neither_is_sure(
    open_app: OpenApp, other: str, is_sure: bool
) -> None:
    page = await open_app(html=f"<p>4 shirts</p><p>{other}</p>")
    found = await grounded(page, "number", role="text", name="shirts", synonyms=["results"])
    assert (found.surety >= SURE) is is_sure
