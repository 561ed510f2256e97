"""Entries that were seen are known again in other views; words that say "none" are no entries."""

import pytest

from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge
from agents.browser.grounding.lists import find_items
from agents.browser.page import LivePage
from plans.records.steps import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STATIONS = Target(role="item", name="station", synonyms=("stations",))
CARD = "<li><div><h3>{}</h3><small>{}</small></div><strong>{} %</strong></li>"
CARDS = [CARD.format(*s) for s in (("Pier", "Coast", 84), ("Ridge", "Hills", 47), ("Weir", "Valley", 71))]


async def items(page: LivePage, context: Knowledge) -> list[str]:
    """First lines of the entries."""
    snapshot = await page.look()
    found = context.recognise(snapshot, STATIONS, "see")
    is_clear = found.found is not Presence.AMBIGUOUS
    return [snapshot.text(i).splitlines()[0] for i in found.matches] if is_clear else ["unclear"]


async def change(page: LivePage, script: str) -> None:
    await page.page.evaluate(script)
    page.touch()


async def test_entries_of_another_list_of_the_same_make_are_known_again(open_app: OpenApp) -> None:
    """The view of what was marked had a list of its own: `ul#fav-list` where `ul#list` was; it counted as empty."""
    nav = "<nav><ul><li><a href='#'>All</a></li><li><a href='#'>Marked</a></li></ul></nav>"
    page = await open_app(html=f"{nav}<ul id=list>{''.join(CARDS)}</ul><ul id=marked hidden>{CARDS[1]}</ul>")
    context = Knowledge()
    assert await items(page, context) == ["Pier", "Ridge", "Weir"]
    await change(page, "list.hidden = true; marked.hidden = false")
    assert await items(page, context) == ["Ridge"]
    await change(page, "marked.innerHTML = ''")
    assert await items(page, context) == []


async def test_a_list_of_the_marked_may_leave_a_column_out(open_app: OpenApp) -> None:
    """The table of favourites had one column less than the table of all, and counted as empty."""
    row = "<tr><td><strong>{}</strong></td><td>{}</td><td>{} %</td>"
    rows = [
        row.format(*s) + "<td>{}</td></tr>"
        for s in (("Pier", "Coast", 84), ("Ridge", "Hills", 47), ("Weir", "Valley", 71))
    ]
    head = "<thead><tr><th>Name</th><th>Terrain</th><th>Humidity</th>{}</tr></thead>"
    all_of_them = "".join(r.format("Ada") for r in rows)
    page = await open_app(
        html=f"<main id=m><table>{head.format('<th>Keeper</th>')}<tbody>{all_of_them}</tbody></table></main>"
    )
    context = Knowledge()
    assert len(await items(page, context)) == 3
    marked = rows[1].removesuffix("<td>{}</td></tr>") + "</tr>"
    await change(page, f"m.innerHTML = `<table>{head.format('')}<tbody>{marked}</tbody></table>`")
    assert await items(page, context) == ["Ridge"]
    other = "<tr><td><strong>Rain</strong></td><td>gone</td><td>2 mm</td></tr>"
    await change(page, f"m.innerHTML = `<table>{head.format('')}<tbody>{other}</tbody></table>`")
    assert await items(page, context) == []


async def test_the_last_of_many_entries_is_known_again_in_a_table_of_the_marked(open_app: OpenApp) -> None:
    """Words of the first eight entries alone were known, so that the tenth was none of them, by the run's seed."""
    row = "<tr><td><strong>{0}</strong></td><td>{1}</td><td>{2} %</td>"
    names = ("Pier", "Ridge", "Weir", "Quay", "Dune", "Moor", "Fell", "Glen", "Tarn", "Scar")
    rows = [row.format(name, f"{name}land", 10 + number) for number, name in enumerate(names)]
    head = "<thead><tr><th>Name</th><th>Terrain</th><th>Humidity</th>{}</tr></thead>"
    all_of_them = "".join(f"{one}<td>Ada</td></tr>" for one in rows)
    page = await open_app(
        html=f"<main id=m><table>{head.format('<th>Keeper</th>')}<tbody>{all_of_them}</tbody></table></main>"
    )
    context = Knowledge()
    assert len(await items(page, context)) == len(names)
    await change(page, f"m.innerHTML = `<table>{head.format('')}<tbody>{rows[-1]}</tr></tbody></table>`")
    assert await items(page, context) == ["Scar"]


@pytest.mark.parametrize(
    "none",
    ["<li>No station fits this filter.</li>", "<li class=empty><div>No station fits this filter.</div></li>"],
)
async def test_what_says_that_there_are_none_is_no_entry(open_app: OpenApp, none: str) -> None:
    page = await open_app(html=f"<ul id=cards>{''.join(CARDS)}</ul>")
    context = Knowledge()
    assert len(await items(page, context)) == 3
    await change(page, f"cards.innerHTML = `{none}`")
    assert await items(page, context) == []
    await change(page, f"cards.innerHTML = `{CARDS[2]}`")
    assert await items(page, context) == ["Weir"]


async def test_a_table_that_stood_beside_the_entries_is_not_them_in_a_narrow_window(
    open_app: OpenApp,
) -> None:
    """At 375 pixels one column of the list was hidden, and the rows of both tables were counted."""
    rows = "".join(f"<tr><td class=w>ST-{n}</td><td>Mast {n}</td><td>{n}0 %</td></tr>" for n in range(1, 5))
    kinds = "".join(f"<tr><td>{k}</td><td>2</td></tr>" for k in ("Coast", "Hills"))
    page = await open_app(
        html=f"""<style>@media (max-width: 500px) {{ .w {{ display: none }} }}</style><div>
        <table><thead><tr><th class=w>No.</th><th>Title</th><th>Humidity</th></tr></thead><tbody>{rows}</tbody></table>
        <table><thead><tr><th>Terrain</th><th>Stations</th></tr></thead><tbody>{kinds}</tbody></table></div>"""
    )
    context = Knowledge()
    assert len(await items(page, context)) == 4
    await page.resize(375, 740)
    assert [said.split()[:2] for said in await items(page, context)] == [
        ["Mast", str(n)] for n in range(1, 5)
    ]


async def test_a_table_that_loses_its_head_in_a_narrow_window_lists_the_same(open_app: OpenApp) -> None:
    rows = "".join(f"<tr><td>Mast {n}</td><td>Coast</td><td>{n}0 %</td></tr>" for n in range(1, 5))
    page = await open_app(
        html=f"""<style>@media (max-width: 500px) {{ thead {{ display: none }} td {{ display: block }} }}</style>
        <table><thead><tr><th>Title</th><th>Terrain</th><th>Humidity</th></tr></thead><tbody>{rows}</tbody></table>"""
    )
    context = Knowledge()
    assert len(await items(page, context)) == 4
    await page.resize(375, 740)
    assert len(await items(page, context)) == 4


async def test_a_table_beside_the_entries_is_not_them_when_they_are_gone(open_app: OpenApp) -> None:
    """The filter left nothing, and the five terrains of the chart were counted as stations."""
    rows = "".join(f"<tr><td>Mast {n}</td><td>Coast</td><td>{n}0 %</td></tr>" for n in range(1, 5))
    page = await open_app(
        html=f"""<div><table><thead><tr><th>Title</th><th>Terrain</th><th>Humidity</th></tr></thead>
        <tbody id=list>{rows}</tbody></table><table><thead><tr><th>Terrain</th><th>Number</th></tr></thead>
        <tbody><tr><td>Coast</td><td>2</td></tr><tr><td>Hills</td><td>2</td></tr></tbody></table></div>"""
    )
    context = Knowledge()
    assert len(await items(page, context)) == 4
    await change(page, "list.innerHTML = '<tr><td colspan=3>No station is left</td></tr>'")
    assert await items(page, context) == []


async def test_a_table_built_like_another_kind_may_be_of_its_own_kind(open_app: OpenApp) -> None:
    """The rows of the statistics were built like the stations on the page before, and were not found."""
    rows = "".join(f"<tr><td>Mast {n}</td><td>Coast</td><td>{n}0 %</td></tr>" for n in range(1, 5))
    page = await open_app(html=f"<main id=m><table><tbody>{rows}</tbody></table></main>")
    context = Knowledge()
    assert len(await items(page, context)) == 4
    counts = "".join(f"<tr><td>{kind}</td><td>2</td><td>4 %</td></tr>" for kind in ("Coast", "Hills"))
    await change(page, f"m.innerHTML = `<table><tbody>{counts}</tbody></table>`")
    snapshot = await page.look()
    everywhere = range(len(snapshot.elements))
    found = find_items(snapshot, ("By terrain",), context.known.lists, everywhere, rows=True)
    assert len(found.members) == 2
    assert not found.is_sure


async def test_entries_that_hold_lists_are_entries(open_app: OpenApp) -> None:
    made = "<li>salt</li><li>flour</li><li>water</li><li>oil</li>"
    page = await open_app(
        html="".join(f"<section class=dish><h2>{d}</h2><p>25 min</p><ul>{made}</ul></section>" for d in "ABC")
    )
    assert await items(page, Knowledge()) == ["A", "B", "C"]


async def test_sections_around_a_named_table_are_no_entries(open_app: OpenApp) -> None:
    """A form and a table stood in `div.view-messages`; both sections were taken for messages, and 17 tasks failed."""
    rows = "".join(f"<tr><td>{n}</td><td>Sent</td></tr>" for n in ("Maya", "Tom", "Ida"))
    table = f"<table><caption>Messages</caption><tbody>{rows}</tbody></table>"
    form = "<section><h2>New message</h2><label>Recipient <input></label><p>0 of 160</p></section>"
    history = f"<section><h2>History</h2>{table}</section>"
    page = await open_app(html=f"<main><div class='view-messages history-view'>{form}{history}</div></main>")
    snapshot = await page.look()
    found = find_items(
        snapshot, ("message", "messages"), Knowledge().known.lists, range(len(snapshot.elements))
    )
    assert [snapshot.text(i).split()[0] for i in found.members] == ["Maya", "Tom", "Ida"]


async def test_a_post_without_replies_is_no_reply(open_app: OpenApp) -> None:
    """The post stood in `section.page-post`; "post" was taken for a reply, and an honest forum failed."""
    post = "<article class=box><h2>Study group</h2><p>Who wants another go in September?</p></article>"
    page = await open_app(
        html=f"<main><section class=page-post>{post}<h3>0 replies</h3><ol id=replies></ol></section></main>"
    )
    kind, lists = ("reply", "replies", "comment"), Knowledge().known.lists

    async def replies() -> list[str]:
        snapshot = await page.look()
        found = find_items(snapshot, kind, lists, range(len(snapshot.elements)))
        return [snapshot.text(i) for i in found.members]

    assert await replies() == []
    await change(page, "replies.innerHTML = '<li>Me too</li>'")
    assert await replies() == ["Me too"]
