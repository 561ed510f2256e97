"""Lists that count: what they do not offer is refused by that."""

import pytest

from agents.browser.actions.finding import NotOperable
from agents.browser.actions.perform import perform
from agents.browser.context import Context
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from plans.records.steps import Fill
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PIECES = Target(role="spinbutton", name="Quantity", synonyms=("Pieces",))


async def filled(page: LivePage, value: str) -> str | None:
    """What the list holds after it was filled."""
    step = Fill(do="fill", target=PIECES, value=value)
    await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))
    return next(e.value for e in (await page.look()).elements if e.tag == "select")


def listing(*options: object) -> str:
    offered = "".join(f"<option>{option}</option>" for option in options)
    return f"<h1>Basket</h1><label>Pieces <select>{offered}</select></label>"


async def test_a_list_that_ends_with_the_stock_takes_no_more(open_app: OpenApp) -> None:
    """More than it offers was "not operable", as if nobody could know what the app does then."""
    page = await open_app(html=listing(1, 2, 3))
    assert await filled(page, "3") == "3"
    assert await filled(page, "4") == "3"


@pytest.mark.parametrize(
    ("options", "value"), [((10, 20, 30), "40"), ((2, 3), "1"), (("1", "2", "many"), "3")]
)
async def test_what_another_list_lacks_is_not_refused_by_it(
    open_app: OpenApp, options: tuple[object, ...], value: str
) -> None:
    with pytest.raises(NotOperable, match="offers no"):
        await filled(await open_app(html=listing(*options)), value)
