"""Values are picked with real keys, so that a page which answers to people alone answers to the judge as well."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Step
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_STEP: TypeAdapter[Any] = TypeAdapter(Step)
TOLD = (
    "<script>told = []; for (const kind of ['input', 'change']) document.addEventListener(kind, (event) => "
    "told.push(`${kind} ${event.target.value}${event.isTrusted ? '' : ' by a script'}`));</script>"
)


async def do(page: LivePage, verb: str, **said: Any) -> None:
    step = _STEP.validate_python({"do": verb, **said})
    await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))


async def told(page: LivePage) -> list[str]:
    return await page.page.evaluate("told")


async def test_an_option_is_chosen_by_keys_with_one_change(open_app: OpenApp) -> None:
    page = await open_app(
        html="<label>Stall <select><option value=''>All<option disabled>Meat<option>Fruit"
        f"<optgroup label=More><option>Bread</optgroup></select></label>{TOLD}"
    )
    await do(page, "select", target={"role": "combobox", "name": "Stall"}, value="Bread")
    assert await told(page) == ["input Bread", "change Bread"]
    await do(page, "select", target={"role": "combobox", "name": "Stall"}, value="All")
    assert (await told(page))[2:] == ["input ", "change "]


async def test_a_list_that_goes_back_to_its_first_option_is_told_once(open_app: OpenApp) -> None:
    page = await open_app(
        html="<label>Move to <select onchange='this.selectedIndex = 0'><option>Move to…<option>Done</select>"
        f"</label>{TOLD}"
    )
    await do(page, "select", target={"role": "combobox", "name": "Move to"}, value="Done")
    assert await told(page) == ["input Done", "change Move to…"]


async def test_a_list_that_takes_no_keys_is_chosen_from_all_the_same(open_app: OpenApp) -> None:
    page = await open_app(
        html="<label>Stall <select onkeydown='event.preventDefault()'><option>All<option>Fruit</select></label>"
        f"{TOLD}"
    )
    await do(page, "select", target={"role": "combobox", "name": "Stall"}, value="Fruit")
    assert await page.page.evaluate("document.querySelector('select').value") == "Fruit"


@pytest.mark.parametrize("value", ["10", "35", "90"])
async def test_a_slider_is_brought_to_its_value_by_a_key(open_app: OpenApp, value: str) -> None:
    page = await open_app(
        html=f"<label>Maximum price <input type=range min=10 max=90 step=5 value=50></label>{TOLD}"
    )
    await do(page, "fill", target={"role": "slider", "name": "Maximum price"}, value=value)
    assert await told(page) == [f"input {value}", f"change {value}"]


@pytest.mark.parametrize(
    "field", ["<input id=s>", "<input id=s type=date>", "<select id=s><option>1<option>30</select>"]
)
@pytest.mark.parametrize(
    "cover",
    [
        "<div style='position:fixed; inset:0; background:white'></div>",
        "<style>label {visibility:hidden}</style>",
    ],
    ids=["covered", "in a closed drawer"],
)
async def test_a_field_that_nobody_can_reach_is_not_filled(open_app: OpenApp, field: str, cover: str) -> None:
    """A list that something covered was chosen from by a script, and a covered field was typed into."""
    page = await open_app(html=f"<label>Maximum price {field}</label>{cover}")
    before = await page.page.evaluate("s.value")
    with pytest.raises(NotOperable):
        await do(page, "fill", target={"role": "spinbutton", "name": "Maximum price"}, value="30")
    assert await page.page.evaluate("s.value") == before
