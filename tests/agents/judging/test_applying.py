"""A filter may take effect by a button of its own."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, criteria, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THINGS = {"role": "item", "name": "thing", "synonyms": ["things"]}
KIND = {"role": "combobox", "name": "Stall", "synonyms": ["Filter by stall"]}
LIMIT = {"role": "spinbutton", "name": "Maximum price", "synonyms": ["Price up to"]}


def _counts(outcome: str, that: str) -> dict[str, object]:
    return {"do": "expect", "outcome": outcome,
            "that": {"kind": "reads", "read": "count", "target": THINGS, "that": that}}  # fmt: skip


NARROWS = task(
    "filter",
    {"do": "remember", "bind": "before", "read": "count", "target": THINGS},
    {"do": "select", "target": KIND, "position": 1},
    _counts("kind", "it == 2"),
    {"do": "select", "target": KIND, "value": "All"},
    _counts("all", "it == before"),
    {"do": "fill", "target": LIMIT, "value": "3"},
    {"do": "press", "key": "Tab"},
    _counts("limit", "it == 3"),
    {"do": "fill", "target": LIMIT, "value": ""},
    {"do": "press", "key": "Tab"},
    _counts("back", "it == before"),
)
ROWS = """const all = [['Pears', 'Fruit', 3], ['Rolls', 'Bread', 1], ['Plums', 'Fruit', 4], ['Buns', 'Bread', 2]];
let kind = '', most = '';
const fits = (row) => (!kind || row[1] === kind) && (!most || row[2] <= Number(most));
const draw = () => { const list = document.querySelector('#l'); if (list) list.innerHTML = all.filter(FITS).map((row) =>
  `<li class=thing><h3>${row[0]}</h3><i>${row[1]}</i> €${row[2]} <button>Show</button></li>`).join(''); };"""
CHOICES = "<option value=''>Any<option>Fruit<option>Bread"
BESIDE = f"""<div><label>Stall <select id=k>{CHOICES}</select></label><label>Price up to <input id=m type=number>
</label><button id=go>Search</button><button>Show all</button></div><h2>Market</h2><ul id=l></ul><script>{ROWS}
go.onclick = () => {{ kind = k.value; most = m.value; draw(); }}; draw();</script>"""
BOXED = f"""<h2>Market</h2><aside><form id=f><fieldset><legend>Stall</legend><label><input type=radio name=s value=''
checked>All</label><label><input type=radio name=s value=Fruit>Fruit</label><label><input type=radio name=s value=Bread>
Bread</label></fieldset><label>Price up to <input name=m inputmode=numeric></label>
<button aria-label="Take these wishes"><svg width=9 height=9></svg></button><button type=reset>Clear</button>
</form></aside><ul id=l></ul><script>{ROWS}
f.onsubmit = (event) => {{ event.preventDefault(); kind = f.elements.s.value; most = f.elements.m.value; draw(); }};
draw();</script>"""


@pytest.mark.parametrize("page", [BESIDE, BOXED])
async def test_a_choice_is_put_into_effect_by_the_button_beside_it(
    judge: ProgrammaticJudge, make_app: MakeApp, page: str
) -> None:
    verdict = await _judged(judge, make_app, page.replace("FITS", "fits"))
    assert verdict == {name: Status.PASSED for name in ("kind", "all", "limit", "back")}


@pytest.mark.parametrize("page", [BESIDE, BOXED])
async def test_a_button_that_puts_nothing_into_effect_earns_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp, page: str
) -> None:
    verdict = await _judged(judge, make_app, page.replace("FITS", "() => true"))
    assert verdict["kind"] is Status.FAILED
    assert verdict["limit"] is Status.FAILED


async def test_a_list_that_follows_at_once_has_no_button_pressed(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Pressed though the list had followed, a button "Search" for something else emptied it."""
    live = BESIDE.replace("go.onclick", "k.onchange = m.onchange").replace(
        "draw();</script>", "draw(); go.onclick = () => l.replaceChildren();</script>"
    )
    verdict = await _judged(judge, make_app, live.replace("FITS", "fits"))
    assert verdict == {name: Status.PASSED for name in ("kind", "all", "limit", "back")}


async def _judged(judge: ProgrammaticJudge, make_app: MakeApp, page: str) -> dict[str, Status]:
    request = JudgeRequest(item="market", submission=make_app(page), criteria=criteria(NARROWS))
    (verdict,) = (await judge.judge(request)).tasks
    return {o.outcome: o.status for o in verdict.outcomes}
