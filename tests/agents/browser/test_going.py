"""Going to another screen by a way that is known: also from beneath a dialog that lies over where it begins."""

import pytest

from agents.browser.actions.finding import go
from agents.browser.context import Context, Screens
from agents.browser.grounding.contract import Found
from agents.browser.grounding.looks import look_of
from agents.browser.page import LivePage
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser

EXPORT = Target(role="button", name="Export")
APP = """<nav><button id=a onclick="settings.hidden = false; boats.hidden = true">Account</button></nav>
<main id=boats><h1>Boats</h1><ul><li>Heron</li></ul><input aria-label=Search id=f></main>
<section id=settings hidden><h2>Account</h2><button>Export</button></section>
<style>#veil { position:fixed; inset:0; background:#0008 } #veil[hidden] { display:none }</style>
<div id=veil hidden><div role=dialog aria-modal=true style="background:#fff; margin:80px">
<h2>Heron</h2><p>A sloop of oak</p><button>Keep</button></div></div>
<script>let keys = [];
onkeydown = ({ key }) => { keys.push(key); if (key === "Escape" && CLOSES) veil.hidden = true; };</script>"""


async def way_to_account(page: LivePage) -> Context:
    """What was learnt when the app was explored: "Account" leads to where "Export" stands."""
    snapshot = await page.look()
    account = next(e.index for e in snapshot.elements if e.name == "Account")
    return Context(screens=Screens(ways=dict([(EXPORT, (look_of(snapshot, account),))])))


async def covered(open_app: OpenApp, closes: str) -> tuple[LivePage, Context]:
    """The app with the view of a boat over it, and the way that was found before."""
    page = await open_app(html=APP.replace("CLOSES", closes))
    context = await way_to_account(page)
    await page.page.evaluate("veil.hidden = false")
    page.touch()
    return page, context


@pytest.mark.slow
async def test_a_dialog_over_the_beginning_of_the_way_is_left_first(open_app: OpenApp) -> None:
    """The view of an entry lay over the bar, the way "could not be gone", and what stood elsewhere was missing."""
    page, context = await covered(open_app, "true")
    assert (found := await go(page, EXPORT, context, "act")) is not None
    assert found.found is Found.FOUND
    assert context.screens.gone_from == page.page.url
    assert await page.page.evaluate("veil.hidden && !settings.hidden")


async def test_a_dialog_that_stays_keeps_the_way_shut(open_app: OpenApp) -> None:
    page, context = await covered(open_app, "false")
    assert await go(page, EXPORT, context, "act") is None
    assert context.screens.gone_from == ""
    assert await page.page.evaluate("settings.hidden")


async def test_an_open_way_is_gone_without_a_key(open_app: OpenApp) -> None:
    page = await open_app(html=APP.replace("CLOSES", "true"))
    assert await go(page, EXPORT, await way_to_account(page), "act") is not None
    assert await page.page.evaluate("keys") == []


@pytest.mark.parametrize("knows", [True, False])
async def test_where_no_way_begins_nothing_is_put_away(open_app: OpenApp, knows: bool) -> None:
    """A form that was half filled in would be given up for nothing."""
    page, context = await covered(open_app, "true")
    await page.page.evaluate("a.remove()")
    page.touch()
    assert await go(page, EXPORT, context if knows else Context(), "act") is None
    assert await page.page.evaluate("[keys.length, veil.hidden]") == [0, False]


FOLDED = APP.replace(
    "<button>Export</button>", "<button onclick='data.hidden = false'>Your data</button>"
).replace("</section>", "<p id=data hidden><button>Export</button></p></section>")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begun", "keys", "pressed"),
    [
        ("", [], ["a", "Your data"]),
        ("veil.hidden = false", ["Escape"], ["a", "Your data"]),
        ("settings.hidden = false; boats.hidden = true", [], ["Your data"]),
    ],
    ids=["from its beginning", "from beneath a dialog", "from its middle"],
)
async def test_a_way_of_two_presses_is_gone_from_where_one_is(
    open_app: OpenApp, begun: str, keys: list[str], pressed: list[str]
) -> None:
    """The last press that can be made from here comes first: nothing is pressed again that was gone past."""
    page = await open_app(html=FOLDED.replace("CLOSES", "true"))
    await page.page.evaluate("settings.hidden = false")
    page.touch()
    snapshot = await page.look()
    way = tuple(
        look_of(snapshot, e.index)
        for e in snapshot.elements
        if e.name in ("Account", "Your data") and e.clickable
    )
    context = Context(screens=Screens(ways=dict([(EXPORT, way)])))
    await page.page.evaluate(
        f"settings.hidden = true; {begun}; window.pressed = [];"
        "addEventListener('click', ({ target: t }) => pressed.push(t.id || t.textContent), true)"
    )
    page.touch()
    assert await go(page, EXPORT, context, "act") is not None
    assert await page.page.evaluate("[keys, pressed]") == [keys, pressed]


async def test_one_comes_back_to_the_view_that_was_left_for_it(open_app: OpenApp) -> None:
    """A view with an address of its own is left by Escape; what the task goes on with stands there all the same."""
    closes = "(location.hash = '') === ''"
    page, context = await covered(open_app, closes)
    await page.page.evaluate("location.hash = 'heron'")
    page.touch()
    assert await go(page, EXPORT, context, "act") is not None
    assert context.screens.gone_from.endswith("#heron")
    assert not page.page.url.endswith("#heron")
