"""Choices and numbers that an app makes of anything but a list or a field."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable, NotThere
from agents.browser.grounding.ground import Knowledge
from agents.browser.grounding.values import read
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Step, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_STEP: TypeAdapter[Any] = TypeAdapter(Step)
SORT = {"role": "combobox", "name": "Sort by", "synonyms": ["Order"]}


class Visitor:
    """Takes steps on one page, as one task does."""

    def __init__(self, page: LivePage) -> None:
        self._page = page
        self._context = Knowledge()

    async def does(self, verb: str, **said: Any) -> str:
        step = _STEP.validate_python({"do": verb, **said})
        made_up = MadeUp(0, self._page.settings.today)
        return (await perform(self._page, step, self._page.page.url, self._context, made_up)).chosen

    async def reads(self, kind: Any, **target: Any) -> Any:
        snapshot = await self._page.look()
        return read(snapshot, kind, self._context.recognise(snapshot, Target.model_validate(target), "see"))

    @property
    def bound(self) -> set[str]:
        """What the task has bound or guessed."""
        return set(self._context.bindings)

    async def script(self, expression: str) -> Any:
        return await self._page.page.evaluate(expression)


def pills(*words: str) -> str:
    """A page with pills that nothing names, and what was pressed last."""
    buttons = "".join(f"<i class=pill>{word}</i>" for word in words)
    return (
        "<style>.pill {display:inline-block; padding:8px; cursor:pointer}</style>"
        "<p><button>Mine</button> <button>Yours</button></p>"
        f"<div onclick='pressed = event.target.textContent'>{buttons}</div>"
        "<ul><li><b>Oak chair</b> 9 kg<li><b>Ash stool</b> 4 kg</ul>"
    )


async def test_chips_that_filter_orders_sort_nothing(open_app: OpenApp) -> None:
    chips = "".join(f"<button>{kind}</button>" for kind in ("All", "Nordics", "Iberia"))
    page = f"<section><b>Order</b> <div>{chips}</div></section><ul><li>Oak, total 9<li>Ash, total 4</ul>"
    visitor = Visitor(await open_app(html=page))
    with pytest.raises(NotThere):
        await visitor.does("select", target=SORT, value="Order total: lowest first")


async def test_a_link_to_the_orders_is_no_order_of_a_list(open_app: OpenApp) -> None:
    """Where sorting was missing from a shop, "Orders" was the one order that it offered, and nothing was decided."""
    page = (
        "<nav><a href=#/>Orders</a> <a href=#/chart>Chart</a></nav><ul><li>Oak, total 9<li>Ash, total 4</ul>"
    )
    visitor = Visitor(await open_app(html=page))
    with pytest.raises(NotThere):
        await visitor.does("select", target=SORT, value="Order total: lowest first")


async def test_pills_that_order_nothing_are_no_sort_control(open_app: OpenApp) -> None:
    visitor = Visitor(await open_app(html=pills("Wood", "Metal", "Low stock")))
    with pytest.raises(NotThere):
        await visitor.does("select", target=SORT, value="Kg: lowest first")


LISTED = "<ul><li><b>Dunes</b><p>Oil<li><b>Heath</b><p>Ink<li><b>Shore</b><p>Oil<li><b>Mill</b><p>Chalk</ul>"
FILTERS = {
    "a list": "<label>Technique <select><option value=''>All<option>Oil<option>Chalk<option>Ink<option>Lino</select>",
    "chips": "<div role=group aria-label=Technique><button>All</button><button>Oil</button><button>Chalk</button>"
    "<button>Ink</button><button>★ Favourites</button></div>",
}


@pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)
async def test_the_last_choice_of_a_filter_is_one_that_the_list_says(open_app: OpenApp, filters: str) -> None:
    """An app whose filter worked for its first kinds alone passed, for the others were never tried."""
    visitor = Visitor(await open_app(html=filters + LISTED))
    technique = {"role": "combobox", "name": "Technique", "synonyms": ["Filter"]}
    assert await visitor.does("select", target=technique, position=-1) == "Ink"
    assert await visitor.does("select", target=technique, position=-2) == "Chalk"
    assert await visitor.does("select", target=technique, position=1) == "Oil"


async def test_a_choice_is_counted_from_the_end_where_no_list_says_it(open_app: OpenApp) -> None:
    html = "<label>Time <select><option value=''>Choose<option>10:00<option>12:00</select></label>" + LISTED
    visitor = Visitor(await open_app(html=html))
    time = {"role": "combobox", "name": "Time"}
    assert await visitor.does("select", target=time, position=-1) == "12:00"
    with pytest.raises(NotOperable, match="offers 2 options, no number -3"):
        await visitor.does("select", target=time, position=-3)


def market(script: str, button: str = "") -> str:
    """A list with orders and a filter; `script` is what a choice does to it."""
    return (
        "<label>Sort <select id=s><option>As they came<option>Cheapest<option>A–Z</select></label>"
        "<label>Stall <select id=k><option value=''>All<option>Fruit (2)<option>Bread (1)</select></label>"
        f"{button}<ul id=l></ul><script>const all = [['Pears', 'Fruit', 4], ['Rolls', 'Bread', 2],"
        "['Apples', 'Fruit', 3]]; let rows = [...all]; function draw() { l.innerHTML = rows.map((r) => "
        f"`<li><b>${{r[0]}}</b> <i>${{r[1]}}</i> €${{r[2]}}</li>`).join('') }} draw();{script}</script>"
    )


SORTS = (
    "s.onchange = () => { rows = [...all]; if (s.value === 'A–Z') rows.sort(); "
    "if (s.value === 'Cheapest') rows.sort((a, b) => a[2] - b[2]); draw() };"
)
NARROWS = "function narrow() { rows = all.filter((r) => k.value.startsWith(r[1]) || !k.value); draw() }"
STALL = {"role": "combobox", "name": "Stall", "synonyms": ["Filter by stall"]}


async def test_orders_that_work_are_chosen_one_after_the_other(open_app: OpenApp) -> None:
    visitor = Visitor(await open_app(html=market(SORTS)))
    assert await visitor.does("select", target=SORT, value="Price: lowest first") == "Cheapest"
    assert await visitor.does("select", target=SORT, value="Title: A to Z") == "A–Z"


@pytest.mark.parametrize(
    ("script", "button"),
    [("k.onchange = narrow;", ""), ("ok.onclick = narrow;", "<button id=ok>Apply</button>")],
)
async def test_a_filter_takes_effect_at_once_or_by_the_button_beside_it(
    open_app: OpenApp, script: str, button: str
) -> None:
    visitor = Visitor(await open_app(html=market(NARROWS + script, button)))
    await visitor.does("select", target=STALL, position=2)
    assert await visitor.script("l.textContent") == "Rolls Bread €2"


async def test_of_several_buttons_that_may_apply_a_filter_none_is_pressed(open_app: OpenApp) -> None:
    buttons = "<button id=ok>Apply</button><button>Go</button>"
    visitor = Visitor(await open_app(html=market(NARROWS + "ok.onclick = narrow;", buttons)))
    await visitor.does("select", target=STALL, position=2)
    assert "Apples" in await visitor.script("l.textContent")
    assert "the button that applies the filter" in visitor.bound
