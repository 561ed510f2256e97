"""A visit sees the same date and the same random numbers each time, starts clean, and reaches nothing but loopback."""

from pathlib import Path

import pytest

from agents.browser.settings import MOST_STRETCHED, BrowserSettings
from agents.browser.visits import browser, visit
from agents.sandbox.serving import serve_files
from plans.errors import BrowserMissing, PageUnresponsive
from plans.settings import read_settings
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TELLS = (
    "<p id=p></p><script>const now = new Date();"
    "p.textContent = [now.toISOString().slice(0, 13), now.getDay(), Math.random()]</script>"
)

POINTED_AT = (
    "<body style='background: teal'><h1>Here</h1><p>nowhere</p><script>addEventListener('mousemove', (event) => {"
    "document.querySelector('p').textContent = ["
    "event.clientX, event.clientY, event.screenX, event.screenY, event.movementX, event.movementY,"
    "innerWidth, innerHeight, outerWidth, screen.width, devicePixelRatio, screen.orientation.type,"
    "visualViewport.scale, visualViewport.width, visualViewport.pageLeft] })</script>"
)


async def test_every_visit_begins_on_the_same_monday_with_the_same_luck(open_app: OpenApp) -> None:
    told = [(await (await open_app(html=TELLS)).look()).content for _ in range(2)]
    assert told[0].startswith("2026-06-15T10,1,0.")
    assert told[0] == told[1]


async def test_a_task_that_sets_the_clock_begins_on_the_same_day(open_app: OpenApp) -> None:
    page = await open_app(html=TELLS, clock=True)
    assert (await page.look()).content.startswith("2026-06-15T10,1,0.")


async def test_that_it_is_not_drawn_shows_neither_to_a_page_nor_on_pictures(open_app: OpenApp) -> None:
    page = await open_app(html=POINTED_AT)
    running = page.page.context.browser
    assert running is not None
    drawn = await running.new_page(viewport={"width": page.settings.width, "height": page.settings.height})
    await drawn.goto(page.page.url)
    for window in (page.page, drawn):
        await window.mouse.move(300, 200)
        await window.mouse.move(700, 500)
    told = [await window.text_content("p") for window in (page.page, drawn)]
    assert told[0] == told[1]
    assert told[0] is not None
    assert told[0].startswith("700,500,700,500,400,300,")
    quality = page.settings.screenshot_quality
    assert await page.screenshot() == await drawn.screenshot(type="jpeg", quality=quality)


async def test_a_window_that_was_resized_stays_so(open_app: OpenApp) -> None:
    page = await open_app(html="<a href='?again'>Again</a>")
    address = page.page.url
    await page.resize(390, 700)
    widths = [(await page.look()).width]
    for go in (page.reload, lambda: page.goto(f"{address}?again"), page.back):
        await go()
        widths.append((await page.look()).width)
    await page.screenshot()
    await page.reload()
    assert [*widths, (await page.look()).width] == [390] * 5
    assert await page.page.evaluate("[screen.width, outerWidth, innerHeight]") == [390, 390, 700]


async def test_late_data_is_waited_for_with_and_without_a_clock(open_app: OpenApp) -> None:
    for clock in (False, True):
        page = await open_app(
            html="<p id=p>Loading</p><script>setTimeout(() => p.textContent = 'Here', 600)</script>",
            clock=clock,
        )
        assert (await page.look()).content == "Here"


async def test_what_one_visit_stores_the_next_does_not_find(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        "<p id=p></p><script>p.textContent = localStorage.seen ?? 'new'; localStorage.seen = 'old'</script>"
    )
    settings = BrowserSettings()
    with serve_files(tmp_path) as url:
        async with browser(read_settings().chromium, settings) as running:
            for _ in range(2):
                async with visit(running, settings, seed=1) as page:
                    await page.goto(url)
                    assert (await page.look()).content == "new"
                    await page.reload()
                    assert (await page.look()).content == "old"


async def test_without_a_namespace_requests_beyond_loopback_are_cut(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p id=p>asking</p><script>const say = (word) => () => { p.textContent = word };"
        "fetch('http://192.0.2.1/').then(say('out'), say('cut'))</script>"
    )
    assert (await page.look()).content == "cut"
    assert page.events.errors == [], "that the judge is offline is not the app's error"


async def test_errors_of_the_page_are_kept(open_app: OpenApp) -> None:
    page = await open_app(
        html="<script>console.error('bad thing'); setTimeout(() => { throw new Error('worse') })</script>"
    )
    await page.look()
    assert any("bad thing" in error for error in page.events.errors)
    assert any("worse" in error for error in page.events.errors)


@pytest.mark.parametrize("noise", ["console.log(i)", "console.assert(!i)", "console.warn(i)"])
async def test_no_flood_of_other_messages_hides_an_error(open_app: OpenApp, noise: str) -> None:
    """Three hundred of them earned the outcome that there is none."""
    page = await open_app(
        html=f"<script>for (let i = 0; i < 1000; i += 1) {noise}; console.error('boom')</script>"
    )
    await page.look()
    assert page.events.errors == ["boom"]


async def test_half_letters_are_replaced_wherever_a_page_says_them(open_app: OpenApp) -> None:
    """One half of an emoji in a heading once ended the judge's worker: no JSON can carry it."""
    page = await open_app(
        html="<h1 id=h></h1><input id=i><script>const half = String.fromCharCode(0xd83d);"
        "h.textContent = i.value = document.title = 'Half ' + half; console.error('said ' + half);"
        "alert('asked ' + half)</script>"
    )
    snapshot = await page.look()
    told = [
        snapshot.content,
        snapshot.title,
        *page.events.errors,
        *(q.message for q in page.events.questions),
    ]
    assert told == ["Half \ufffd", "Half \ufffd", "said \ufffd", "asked \ufffd"]
    assert "Half \ufffd" in [element.value for element in snapshot.elements]


LEAVING = (
    "<p>Here</p><script>location.reload();"
    "for (const until = performance.now() + 300; performance.now() < until;);</script>"
)
PADDING = f"<!--{'x' * 17_000_000}-->"


async def test_a_document_above_the_limit_is_a_page_that_does_not_respond(open_app: OpenApp) -> None:
    """It was waited for, so that attempts disagreed by how busy the machine was, and 50 MB of nothing left all open."""
    with pytest.raises(
        PageUnresponsive, match="document is 17 MB large and was not waited for while loading"
    ):
        await open_app(html=f"<h1>Long</h1>{PADDING}")


async def test_a_large_document_within_the_limit_is_looked_at(open_app: OpenApp) -> None:
    page = await open_app(html=f"<h1>Long</h1>{PADDING[:3]}{PADDING[-15_000_000:]}")
    assert (await page.look()).content == "Long"


async def test_a_page_that_leaves_while_it_is_asked_whether_it_answers_has_answered(tmp_path: Path) -> None:
    """It counted as a browser that was lost, of which a page was the cause."""
    (tmp_path / "index.html").write_text(LEAVING)
    settings = BrowserSettings(load_limit=0.5)
    with serve_files(tmp_path) as url:
        async with browser(read_settings().chromium, settings) as running:
            for _ in range(6):  # it is caught leaving every second time
                async with visit(running, settings, seed=1) as page:
                    await page.goto(url)
                    assert page.events.lost is None


async def test_no_browser_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(BrowserMissing, match="chromium-headless-shell"):
        async with browser(tmp_path / "none", BrowserSettings()):
            pass


def test_a_slow_machine_gets_longer_limits_within_bounds() -> None:
    settings = BrowserSettings()
    assert settings.stretched(settings.slowness(0.1)) == settings
    assert settings.stretched(settings.slowness(0.4)).step_limit == 2 * settings.step_limit
    assert settings.stretched(settings.slowness(1000)).step_limit == MOST_STRETCHED * settings.step_limit
