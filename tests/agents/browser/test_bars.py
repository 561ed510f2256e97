"""Bars of a chart are known by what is drawn, and say what stands in their strip."""

import pytest

from agents.browser.context import Context
from agents.browser.grounding.contract import Purpose
from agents.browser.grounding.ground import ground
from agents.browser.page import LivePage
from agents.browser.reading import read
from plans.records.targets import ReadKind, Target
from plans.records.values import Value
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHART = Target(role="chart", name="by kind", synonyms=("Chart", "Bar chart"))
BARS = Target(role="item", name="bar", synonyms=("column",), within=CHART)
ACROSS = """
<svg width=400 height=140 role=img aria-label="Bars by kind">
<text x=0 y=25>Tea</text><rect x=90 y=10 width=200 height=20 /><text x=300 y=25>4</text>
<text x=0 y=65>Oil &amp; salt</text><rect x=90 y=50 width=100 height=20 /><text x=200 y=65>2</text>
<text x=0 y=105>Bread</text><rect x=90 y=90 width=150 height=20 /><text x=250 y=105>3</text></svg>
"""
UP = """
<h2>Parcels by kind</h2><svg width=400 height=200>
<text x=0 y=40>6</text><text x=0 y=150>0</text>
<rect x=60 y=30 width=30 height=120 /><rect x=160 y=110 width=30 height=40 /><rect x=260 y=70 width=30 height=80 />
<text x=62 y=25>6</text><text x=162 y=105>2</text><text x=262 y=65>4</text>
<text x=55 y=175>Large</text><text x=155 y=175>Small</text><text x=255 y=175>Flat</text></svg>
"""
TRACKS = """
<style>.line{display:flex;height:30px}.n{width:90px}.t{width:200px;background:#eee}.f{height:18px;background:#36c}
</style><section><div><h2>%s</h2><div><button>Number</button><button>Average</button></div></div>
<div class=chart>
<div class=line><div class=n>Tea</div><div class=t><div class=f style="width:100%%"></div></div><div>4</div></div>
<div class=line><div class=n>Oil</div><div class=t><div class=f style="width:50%%"></div></div><div>2</div></div>
<div class=line><div class=n>Bread</div><div class=t><div class=f style="width:75%%"></div></div><div>3</div></div>
</div></section>
"""

APART = """
<style>.c{display:flex;gap:30px;width:300px;align-items:flex-end;height:140px}.c div{width:60px;background:#36c}
.l{display:flex;gap:30px;width:300px;text-align:center}.l span{width:60px}</style>
<section><h2>By kind</h2><div class=c><div style="height:120px">6</div><div style="height:40px">2</div>
<div style="height:80px">4</div></div><div class=l><span>Large</span><span>Small</span><span>Flat</span></div></section>
"""


async def look(page: LivePage, kind: ReadKind) -> Value:
    """What is read off the bars."""
    snapshot = await page.look()
    purpose: Purpose = "number" if kind == "numbers" else "see"
    return read(snapshot, kind, ground(snapshot, BARS, purpose=purpose), (BARS.name, *BARS.synonyms))


async def test_bars_of_a_drawing_have_the_words_of_their_strip(open_app: OpenApp) -> None:
    page = await open_app(html=ACROSS)
    assert await look(page, "count") == 3
    assert await look(page, "texts") == ["Tea 4", "Oil & salt 2", "Bread 3"]
    assert await look(page, "numbers") == [4.0, 2.0, 3.0]


async def test_columns_are_bars_too_and_the_scale_beside_them_is_none(open_app: OpenApp) -> None:
    page = await open_app(html=UP)
    assert await look(page, "numbers") == [6.0, 2.0, 4.0]


async def test_labels_in_a_row_of_their_own_belong_to_the_bars_above_them(open_app: OpenApp) -> None:
    page = await open_app(html=APART)
    assert await look(page, "texts") == ["6 Large", "2 Small", "4 Flat"]
    assert await look(page, "numbers") == [6.0, 2.0, 4.0]


@pytest.mark.parametrize("heading", ["Goods by kind", "Average price of goods by kind"])
async def test_a_heading_that_says_more_still_names_its_chart(open_app: OpenApp, heading: str) -> None:
    """What was found was the heading with the buttons beside it, and a switch to the averages lost the chart."""
    page = await open_app(html=TRACKS % heading)
    assert await look(page, "numbers") == [4.0, 2.0, 3.0]


async def test_columns_of_lengths_between_whole_pixels_stand_on_one_line(open_app: OpenApp) -> None:
    """Rounded by themselves, where they begin and how long they are put their ends a pixel apart."""
    columns = "".join(
        f"<div style='display:flex;flex-direction:column;justify-content:flex-end;height:200px'>"
        f"<small>{n}</small><div style='width:40px;height:{170 * n / 4}px;background:#36c'></div></div>"
        for n in (3, 4, 2, 3, 1)
    )
    page = await open_app(
        html=f"<div role=figure aria-label='Bar chart' style='display:flex;gap:9px'>{columns}</div>"
    )
    assert await look(page, "numbers") == [3.0, 4.0, 2.0, 3.0, 1.0]


PLOT = """
<style>.b{width:60px;background:#36c}.col{width:90px}</style><nav><a href="#">Insights</a></nav>
<h2>Parcels per kind</h2>
<div role=switch tabindex=0 class=tg onclick="on = !on; draw()">Parcels | Average price</div>
<div id=p style="display:flex;align-items:flex-end;height:200px"></div><script>
let on = false; const all = [["Large", 6, 12], ["Small", 2, 30], ["Flat", 4, 18]];
const draw = () => p.innerHTML = all.map(([t, n, m]) => `<div class="col of-${t}"><div>${on ? m : n}</div>
<div class=b style="height:${(on ? m : n) * 5}px"></div><div>${t}</div></div>`).join(""); draw();</script>
"""


async def test_a_chart_that_nothing_names_is_known_by_its_bars(open_app: OpenApp) -> None:
    """Its heading said "per" for "by", and each column had a class of its own."""
    page = await open_app(html=PLOT)
    assert await look(page, "numbers") == [6.0, 2.0, 4.0]


async def test_of_two_parts_called_alike_the_one_with_bars_is_the_chart(open_app: OpenApp) -> None:
    """A table beneath was called "Kind by kind", which agrees better."""
    table = "<section aria-label='Kind by kind'><h2>Kind by kind</h2><p>Large 6, small 2</p></section>"
    page = await open_app(html=f"{table}{TRACKS % 'Number of goods by kind'}{table}")
    assert await look(page, "numbers") == [4.0, 2.0, 3.0]


async def test_the_head_of_a_chart_with_drawn_buttons_is_not_the_chart(open_app: OpenApp) -> None:
    """The icons of its two buttons counted as the drawing, and the buttons as its bars."""
    icon = "<svg width=9 height=9><path d='M0 0h9'/></svg>"
    bar = """<div class=bar style="display:flex"><span style="width:90px">{}</span>
    <i style="display:block;height:18px;width:{}px;background:#36c"></i><b>{}</b></div>"""
    bars = "".join(bar.format(t, 40 * n, n) for t, n in (("Tea", 4), ("Oil", 2), ("Bread", 3)))
    page = await open_app(
        html=f"""<section><div class=head><h2>Goods per kind</h2><button title="Number of goods">{icon}</button>
        <button title="Average price">{icon}</button></div><div id=bars>{bars}</div></section>"""
    )
    assert await look(page, "numbers") == [4.0, 2.0, 3.0]


async def test_a_table_that_shares_its_part_with_the_chart_is_none_of_it(open_app: OpenApp) -> None:
    """The rows of the list were counted as bars: one box held both tables, with a heading before each."""
    rows = "".join(f"<tr><td>Parcel {n}</td><td>{n} kg</td></tr>" for n in range(1, 6))
    line = (
        "<tr><td>{}</td><td>{}</td><td><div style='height:12px;width:{}px;background:#36c'></div></td></tr>"
    )
    kinds = "".join(line.format(t, n, 40 * n) for t, n in (("Large", 6), ("Small", 2), ("Flat", 4)))
    page = await open_app(
        html=f"""<div id=view><h1>Parcels</h1><table><tbody>{rows}</tbody></table>
        <h2>By kind: number of parcels</h2><table><tbody>{kinds}</tbody></table></div>"""
    )
    assert await look(page, "numbers") == [6.0, 2.0, 4.0]


async def test_bars_that_were_seen_are_known_when_all_are_of_one_length(open_app: OpenApp) -> None:
    """The table that is called like the chart was taken for it, as nothing seemed to be drawn any more."""
    kinds = (("Tea", 4), ("Oil", 2), ("Bread", 3))
    rows = "".join(f"<tr><th>{name}</th><td>{n}</td></tr>" for name, n in kinds)
    bars = "".join(
        f"<li><span>{name}</span> <b>{n}</b><div style='width:200px;height:20px;background:#eee'>"
        f"<div style='height:20px;width:{25 * n}%;background:#36c'></div></div></li>"
        for name, n in kinds
    )
    page, context = (
        await open_app(
            html=f"<section><h2>By kind</h2><table><tr><th>Kind<th>Number</tr>{rows}</table></section>"
            f"<section><h2>Chart</h2><ul>{bars}</ul></section>"
        ),
        Context(),
    )
    context.recognise(await page.look(), BARS, "number")
    await page.page.evaluate(
        "document.querySelectorAll('li').forEach((li) => {"
        " li.querySelector('b').textContent = 5; li.querySelector('div div').style.width = '100%' })"
    )
    page.touch()
    now = context.recognise(await page.look(), BARS, "number")
    assert read(await page.look(), "numbers", now, (BARS.name, *BARS.synonyms)) == [5.0, 5.0, 5.0]
