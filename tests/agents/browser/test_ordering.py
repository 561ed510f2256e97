"""Orders in two parts: what a list goes by, and which way round; in selects, buttons and the heads of tables."""

import pytest

from tests.agents.browser.conftest import OpenApp
from tests.agents.browser.test_choosing import SORT, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIST = """<ul id=l></ul><script>
const all = [["Oak", 9], ["Ash", 4], ["Elm", 7]]; let by = null, way = 1;
const draw = () => { const rows = [...all];
 if (by !== null) rows.sort((a, b) => (a[by] > b[by] ? 1 : -1) * way);
 l.innerHTML = rows.map(([t, n]) => `<li class=tree><h3>${t}</h3> Height: ${n}`).join(""); };
const press = (n) => { way = by === n ? -way : 1; by = n; draw(); }; draw();</script>"""
SELECT = "<p><label>Sort by <select id=s onchange='by = +s.value; draw()'><option value=0>Title<option value=1>Height"
TABLE = """<table><thead><tr><th><button onclick="press(0)">Title</button>
<th><button onclick="press(1)">Height ▾</button>
</thead><tbody id=l></tbody></table>""" + LIST.removeprefix("<ul id=l></ul>").replace(
    "<li class=tree><h3>${t}</h3> Height: ${n}", "<tr class=tree><td><h3>${t}</h3><td>${n}"
)
APPS = {
    "a button beside it": f"{SELECT}</select></label> <button onclick='way = -way; draw()'>↑</button></p>{LIST}",
    "a second list": f"{SELECT}</select></label> <select id=d onchange='way = +d.value; draw()'>"
    f"<option value=1>Ascending<option value=-1>Descending</select></p>{LIST}",
    "the same button again": "<p>Sort by <button onclick='press(0)'>Title</button> <button onclick='press(1)'>"
    f"Height</button></p>{LIST}",
    "the heads of a table": TABLE,
}


@pytest.mark.parametrize("app", APPS)
async def test_a_list_is_turned_the_way_that_is_asked_for(open_app: OpenApp, app: str) -> None:
    visitor = Visitor(await open_app(html=APPS[app]))
    await visitor.reads("count", role="item", name="tree")
    for value, first in (
        ("Height: highest first", "Oak"),
        ("Height: lowest first", "Ash"),
        ("Title: A to Z", "Ash"),
        ("Height: highest first", "Oak"),
    ):
        await visitor.does("select", target=SORT, value=value)
        assert await visitor.script("l.querySelector('h3').textContent") == first, value
