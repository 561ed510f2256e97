"""Open shadow roots are read, operated and waited for like the rest of the page."""

import pytest

from agents.browser.page import LivePage
from tests.agents.browser.conftest import OpenApp
from tests.agents.browser.test_actions import do, script

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COUNTS = """const on = () => { let n = 0; const counting = setInterval(() => {
p.textContent = 'Step ' + ++n; if (n === 25) clearInterval(counting) }, 10) };"""
"""Work that no timer and no request tells of: only its changes do."""


async def seen(page: LivePage) -> str:
    return (await page.look()).content


async def test_changes_in_a_declared_shadow_are_waited_for(open_app: OpenApp) -> None:
    page = await open_app(
        html="<div id=h><template shadowrootmode=open><p id=p>None</p></template></div>"
        f"<button onclick='on()'>Count</button><script>const p = h.shadowRoot.getElementById('p');{COUNTS}</script>"
    )
    assert await seen(page) == "None\nCount"
    await do(page, "click", target={"role": "button", "name": "Count"})
    assert await seen(page) == "Step 25\nCount"


async def test_changes_in_a_shadow_that_a_script_adds_later_are_waited_for(open_app: OpenApp) -> None:
    page = await open_app(
        html="<my-steps></my-steps><button onclick='add()'>Count</button><script>const add = () => "
        "customElements.define('my-steps', class extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'open'}).innerHTML = '<my-inner></my-inner>';"
        "const inner = this.shadowRoot.firstChild.attachShadow({mode: 'open'});"
        f"inner.innerHTML = '<p>None</p>'; const p = inner.firstChild; {COUNTS} on() }} }})</script>"
    )
    await do(page, "click", target={"role": "button", "name": "Count"})
    assert await seen(page) == "Step 25\nCount"


async def test_what_is_in_a_shadow_is_seen_and_pressed(open_app: OpenApp) -> None:
    page = await open_app(
        html="<div id=d></div><script>d.attachShadow({mode: 'open'}).innerHTML ="
        " '<button onclick=\"done = 1\">Save</button><input aria-label=Name>'</script>"
    )
    await do(page, "click", target={"role": "button", "name": "Save"})
    await do(page, "fill", target={"role": "textbox", "name": "Name"}, value="Ada")
    assert await script(page, "done") == 1
    assert [e.value for e in (await page.look()).elements if e.role == "textbox"] == ["Ada"]


async def test_messages_in_a_shadow_are_heard(open_app: OpenApp) -> None:
    page = await open_app(
        html="<div><template shadowrootmode=open><form><input required aria-label=Name>"
        "<button>Send</button></form></template></div>"
    )
    await do(page, "click", target={"role": "button", "name": "Send"})
    assert any((await page.look()).invalid)


async def test_a_shadow_that_never_rests_is_looked_at_as_it_is(open_app: OpenApp) -> None:
    page = await open_app(
        html="<h1>Shop</h1><div id=h></div><script>const p = h.attachShadow({mode: 'open'});"
        "setInterval(() => { p.textContent = performance.now() }, 5)</script>"
    )
    assert "Shop" in (await page.look()).content
