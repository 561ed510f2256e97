"""What most apps do by one kind of control, and some by another: ratings and limits in lists, numbers to turn."""

import pytest

from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.perform import Done, perform
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.made_up import MadeUp
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.reading import read
from plans.records.steps import Click, Fill, Select
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOAT = Target(role="item", name="boat", nth=2)
TWO = Target(role="button", name="2 stars", synonyms=("Rate 2", "two stars"))
LIMIT = Target(role="spinbutton", name="Maximum length", synonyms=("Length up to", "Length at most"))
STARS = "<option value=''>rate…</option>" + "".join(f"<option value={n}>{'★' * n} {n}" for n in range(1, 6))


async def do(page: LivePage, step: Click | Fill | Select) -> Done:
    return await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))


async def test_stars_are_chosen_from_a_list(open_app: OpenApp) -> None:
    """An app with a list "Rate Heron" in each row was said to have no button for rating."""
    rows = "".join(
        f"<li><h3>{n}</h3><select aria-label='Rate {n}'>{STARS}</select></li>" for n in ("Heron", "Teal")
    )
    page = await open_app(html=f"<h1>Boats</h1><ul>{rows}</ul>")
    await do(page, Click(do="click", target=Target(role="button", name="Rate", within=BOAT)))
    await do(page, Click(do="click", target=TWO.model_copy(update={"within": BOAT})))
    held = "[...document.querySelectorAll('select')].map((list) => list.value)"
    assert await page.page.evaluate(held) == ["", "2"]


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ("<nav>" + "".join(f"<button>{n}</button>" for n in range(1, 6)) + "</nav>", Found.MISSING),
        ("<p>Rate it: " + "".join(f"<button>{n}</button>" for n in range(1, 6)) + "</p>", Found.FOUND),
        ("<p>" + "".join(f"<button>{n} ★</button>" for n in range(1, 6)) + "</p>", Found.FOUND),
        ("<p>Guests <select><option>1<option>2<option>3<option>4<option>5</select></p>", Found.MISSING),
    ],
    ids=["pages", "told to rate", "stars", "guests"],
)
async def test_a_number_by_itself_is_no_star(open_app: OpenApp, numbers: str, found: Found) -> None:
    """The button of page 2 was pressed to give two stars."""
    page = await open_app(html=f"<h1>Boats</h1>{numbers}")
    assert ground(await page.look(), TWO).found is found


TURNED = """<div id=f role=spinbutton tabindex=0 aria-label="Length at most" aria-valuemin=0 aria-valuemax=100>
    <b id=b></b></div><script>let v = null;
    const draw = () => { b.textContent = v === null ? "no limit" : v + " m";
      f.setAttribute("aria-valuenow", v ?? 100); f.setAttribute("aria-valuetext", b.textContent); };
    f.onkeydown = (e) => { const d = {ArrowUp: 5, ArrowDown: -5}[e.key]; if (!d) return;
      v = v === null ? (d < 0 ? 95 : null) : v + d >= 100 ? null : Math.max(0, v + d); draw(); }; draw();</script>"""


@pytest.mark.parametrize(
    ("value", "stands"), [("45", "45 m"), ("46", "50 m"), ("99", "no limit"), ("", "no limit")]
)
async def test_a_number_that_takes_no_letters_follows_the_keys(
    open_app: OpenApp, value: str, stands: str
) -> None:
    """A filter with a number of its own making was typed into in vain, and was said not to filter."""
    page = await open_app(html=f"<h1>Boats</h1>{TURNED}")
    await do(page, Fill(do="fill", target=LIMIT, value=value))
    assert await page.page.inner_text("#b") == stands


async def test_a_number_that_follows_nothing_cannot_be_operated(open_app: OpenApp) -> None:
    page = await open_app(
        html="<div role=spinbutton tabindex=0 aria-label='Length up to' aria-valuenow=7>7</div>"
    )
    with pytest.raises(NotOperable):
        await do(page, Fill(do="fill", target=LIMIT, value="5"))


@pytest.mark.parametrize(
    ("value", "chosen"), [("40", "40 m"), ("33", "40 m"), ("90", "Any"), ("", "Any"), ("3", "25 m")]
)
async def test_a_limit_is_chosen_from_a_list(open_app: OpenApp, value: str, chosen: str) -> None:
    """A list of limits that did not hold the very number stayed open for ever."""
    lists = "<label>Length up to <select><option>Any<option>25 m<option>40 m<option>60 m</select></label>"
    page = await open_app(html=f"<h1>Boats</h1>{lists}")
    await do(page, Fill(do="fill", target=LIMIT, value=value))
    assert await page.page.evaluate("document.querySelector('select').value") == chosen


async def test_what_numbers_the_entries_is_not_what_they_are_called(open_app: OpenApp) -> None:
    """Stations were put in order by "ST-107", and so were said not to be in order by title."""
    rows = "".join(
        f"<tr><td>B-{n}<td>{name}<td>12 m" for n, name in ((7, "Avocet"), (3, "Teal"), (5, "Wigeon"))
    )
    head = "<tr><th>No.<th>Title<th>Length"
    page = await open_app(html=f"<h1>Boats</h1><table><thead>{head}<tbody>{rows}</table>")
    titles = Target(role="heading", within=Target(role="item", name="boat"))
    snapshot = await page.look()
    assert read(snapshot, "texts", ground(snapshot, titles, purpose="see")) == ["Avocet", "Teal", "Wigeon"]


async def test_a_sign_between_two_words_leads_nowhere(open_app: OpenApp) -> None:
    """The order "A→Z" was pressed to turn the page."""
    page = await open_app(html="<h1>Boats</h1><button>A→Z</button>")
    turned = Target(role="button", name="Next page", synonyms=("Next", "→"))
    assert ground(await page.look(), turned).found is Found.MISSING


BOARD = """<div id=b></div><script>const on = {Heron: 0, Teal: 0};
    const draw = () => { b.innerHTML = ["Afloat", "Ashore", "Sold"].map((name, place) =>
      `<section><h2>${name}</h2>` + Object.keys(on).filter((boat) => on[boat] === place).map((boat) =>
        `<div class=card><b>${boat}</b><p>12 m</p><span class=x data-by=-1>←</span>
         <span class=x data-by=1>→</span></div>`).join("") + "</section>").join("");
      b.querySelectorAll("span").forEach((s) => { s.style.cursor = "pointer"; s.onclick = () => {
        on[s.parentNode.querySelector("b").textContent] += MOVES * s.dataset.by; draw(); }; }); };
    draw();</script>"""


@pytest.mark.parametrize(
    ("column", "moves", "stands"), [("Ashore", "1", 1), ("Sold", "1", 2), ("Sold", "0", 0)]
)
async def test_an_entry_of_a_board_is_shoved_to_its_column(
    open_app: OpenApp, column: str, moves: str, stands: int
) -> None:
    """A board whose cards have arrows was said to have no control that moves them."""
    page = await open_app(html=f"<h1>Boats</h1>{BOARD.replace('MOVES', moves)}")
    card = Target(
        role="item", name="boat", synonyms=("card",), nth=-1, within=Target(role="region", name="Afloat")
    )
    move = Target(role="combobox", name="Move to", synonyms=("Stage", "Column"), within=card)
    await do(page, Select(do="select", target=move, value=column))
    assert await page.page.evaluate("on") == {"Heron": 0, "Teal": stands}
