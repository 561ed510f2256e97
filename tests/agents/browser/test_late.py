"""What a page shows late is waited for where something is missing, as long as the page shows that it is at work."""

import time

import pytest

from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(
    "work",
    [
        "setTimeout(() => { p.textContent = 'Here' }, 1000)",
        "setTimeout(() => setTimeout(() => { p.textContent = 'Here' }, 900), 900)",
        "p.ariaBusy = 'true'; const i = setInterval(() => { clearInterval(i); p.ariaBusy = 'false';"
        " p.textContent = 'Here' }, 900)",
        "p.textContent = 'Loading data…'; const i = setInterval(() => { clearInterval(i);"
        " p.textContent = 'Here' }, 900)",
    ],
    ids=["a timer", "two timers", "aria-busy", "words"],
)
async def test_what_is_under_way_is_waited_for(open_app: OpenApp, work: str) -> None:
    page = await open_app(html=f"<p id=p>Nothing</p><script>{work}</script>")
    assert (await page.look()).content != "Here"
    while await page.patience.outlast():
        await page.look()
    assert (await page.look()).content == "Here"


async def test_what_came_between_the_look_and_the_question_is_looked_at(open_app: OpenApp) -> None:
    page = await open_app(html="<p id=p>Nothing</p>")
    await page.look()
    await page.page.evaluate("p.textContent = 'Here'")
    assert await page.patience.outlast()
    assert (await page.look()).content == "Here"


async def test_a_page_at_rest_is_not_waited_for(open_app: OpenApp) -> None:
    page = await open_app(html="<p>The loading dock opens at six.</p><button disabled>Go</button>")
    await page.look()
    assert not await page.patience.outlast()
    assert page.patience.waited == 0


async def test_loading_that_never_ends_is_waited_for_once(open_app: OpenApp) -> None:
    page = await open_app(html="<p>Loading…</p>")
    page.settings = page.settings.model_copy(update={"late_wait": 0.5})
    await page.look()
    assert await page.patience.outlast()
    assert not await page.patience.outlast()


async def test_all_waiting_of_a_visit_is_bounded(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p id=p></p><script>const more = () => setTimeout(() => { p.textContent += 'x' }, 2000);"
        "more(); setInterval(more, 100)</script>"
    )
    page.settings = page.settings.model_copy(update={"late_wait": 0.3, "late_waits": 0.5})
    answers = [await page.patience.outlast() for _ in range(4)]
    assert answers[0]
    assert not answers[-1]


@pytest.mark.parametrize("tick", ["tick", "() => tick()"])
async def test_a_clock_keeps_no_look_waiting(open_app: OpenApp, tick: str) -> None:
    """Each look of such a page once took as long as looks may."""
    page = await open_app(
        html="<p id=p></p><script>let n = 0; const tick = () => { p.textContent = `${n++}`;"
        f" setTimeout({tick}, 400) }}; tick()</script>"
    )
    await page.look()
    page.touch()
    began = time.perf_counter()
    await page.look()
    assert time.perf_counter() - began < page.settings.settle_cap


async def test_a_press_that_is_at_work_is_waited_for_before_the_next(open_app: OpenApp) -> None:
    page = await open_app(
        html="<button id=b>Save</button><p id=p></p><script>b.onclick = () => { b.disabled = true;"
        " setTimeout(() => { b.disabled = false; p.textContent = 'Saved' }, 1000) }</script>"
    )
    (button,) = [element for element in (await page.look()).elements if element.role == "button"]
    await page.mouse("click", button.box.x + 5, button.box.y + 5)
    page.touch()
    await page.look()
    await page.patience.catch_up()
    assert (await page.look()).content.endswith("Saved")


async def test_nothing_is_done_while_a_page_is_loading(open_app: OpenApp) -> None:
    """Keys were pressed on pages that had nothing yet to hear them."""
    page = await open_app(
        html="<p id=p>Loading…</p><script>setTimeout(() => { p.textContent = 'Here' }, 1500)</script>"
    )
    await page.patience.catch_up()
    assert (await page.look()).content == "Here"


@pytest.mark.parametrize(
    "html",
    [
        "<p>Loading…</p><i aria-busy=true>x</i><progress></progress>",
        "<p>Nothing to see</p><script>setTimeout(() => {}, 3000)</script>",
    ],
    ids=["words without work", "work without words"],
)
async def test_what_only_looks_busy_or_only_works_holds_nothing_up(open_app: OpenApp, html: str) -> None:
    page = await open_app(html=html)
    await page.patience.catch_up()
    assert page.patience.waited == 0


async def test_a_page_that_stays_busy_holds_up_one_action(open_app: OpenApp) -> None:
    # It is at work from the beginning: on a busy machine the first look came before the first tick.
    page = await open_app(
        html="<p>Loading…</p><script>const go = () => setTimeout(() => {}, 3000); go(); setInterval(go, 100)</script>"
    )
    page.settings = page.settings.model_copy(update={"settle_cap": 0.1, "late_wait": 0.5})
    page.touch()
    await page.patience.catch_up()
    waited = page.patience.waited
    page.touch()
    await page.patience.catch_up()
    assert 0.4 < waited == page.patience.waited


async def test_a_page_sees_a_visitor_like_others(open_app: OpenApp) -> None:
    """Some signs of a judge remain, as its timing; those that pages do read do not."""
    page = await open_app(
        html="<p id=p></p><script>const natives = [setTimeout, clearTimeout, fetch, alert, console.error, Date,"
        " Math.random, XMLHttpRequest.prototype.send]; p.textContent = [navigator.webdriver,"
        " /Headless/.test(navigator.userAgent), natives.every((one) => `${one}`.includes('[native code]')),"
        " Object.keys(globalThis).some((name) => /playwright|pw/.test(name)), Number.isInteger(Date.now()),"
        " new Date() instanceof Date, Date.name]</script>"
    )
    assert (await page.look()).content == "false,false,true,false,true,true,Date"


async def test_a_page_finds_the_plug_ins_and_the_brands_of_a_browser_with_a_window(open_app: OpenApp) -> None:
    """An app that looked for plug-ins worked for browsers without any alone."""
    page = await open_app(
        html="<p id=p></p><script>p.textContent = [navigator.plugins.length > 0,"
        " navigator.plugins instanceof PluginArray, [...navigator.plugins][0].name === navigator.plugins.item(0).name,"
        " outerHeight > 0, !!window.chrome,"
        " navigator.userAgentData.brands.some(({ brand }) => /headless/i.test(brand))]</script>"
    )
    assert (await page.look()).content == "true,true,true,true,true,false"
