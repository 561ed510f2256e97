"""A page has one calendar: dates and formats tell the same, and cookies are kept as long as the page says."""

import pytest

from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser

TODAY = "2026-06-15"
DAY = "'sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' }"


@pytest.mark.slow
@pytest.mark.parametrize(
    "tells",
    [
        "new Date().toISOString()",
        f"new Intl.DateTimeFormat({DAY}).format()",
        f"new Intl.DateTimeFormat({DAY}).format(undefined)",
        f"[Date.now()].map(new Intl.DateTimeFormat({DAY}).format)[0]",
        f"new Intl.DateTimeFormat({DAY}).formatToParts().map((part) => part.value).join('')",
        f"new Date().toLocaleDateString({DAY})",
    ],
)
async def test_all_that_tells_the_date_tells_the_same(open_app: OpenApp, tells: str) -> None:
    """Some told the real one: a booking for the day after was refused as one in the past."""
    page = await open_app(html=f"<p id=p></p><script>p.textContent = `${{{tells}}}`.slice(0, 10)</script>")
    assert (await page.look()).content == TODAY


async def test_what_is_asked_of_another_day_is_told_of_that_day(open_app: OpenApp) -> None:
    page = await open_app(
        html=f"<p id=p></p><script>const tells = new Intl.DateTimeFormat({DAY});"
        "const day = new Date(2001, 1, 3);"
        "p.textContent = [tells.format(day), tells.format(0), tells.formatToParts(day)[0].value]</script>"
    )
    assert (await page.look()).content == "2001-02-03,1970-01-01,2001"


KEPT = "new Date(Date.now() + 7 * 864e5)"
OVER = "new Date(Date.now() - 864e5)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sets", "kept"),
    [
        (f"document.cookie = 'n=Ada; expires=' + {KEPT}.toUTCString() + '; path=/'", "n=Ada"),
        (f"document.cookie = 'n=Ada;Expires=' + {KEPT}", "n=Ada"),
        (f"document.cookie = 'n=Ada; max-age=600; expires=' + {OVER}.toUTCString()", "n=Ada"),
        (f"document.cookie = 'n=Ada'; document.cookie = 'n=; expires=' + {OVER}.toUTCString()", ""),
        ("document.cookie = 'n=Ada'; document.cookie = 'n=; expires=Thu, 01 Jan 1970 00:00:00 GMT'", ""),
        ("document.cookie = 'n=expires=2; expires=' + new Date(8.64e15).toUTCString()", "n=expires=2"),
    ],
)
async def test_a_cookie_is_kept_as_long_as_it_says(open_app: OpenApp, sets: str, kept: str) -> None:
    """One of seven days was over at once, by the browser's own clock."""
    page = await open_app(
        html=f"<p id=p></p><script type=module>{sets}; p.textContent = `kept ${{document.cookie}}`</script>"
    )
    assert (await page.look()).content == f"kept {kept}".strip()


ASKED = """() => ({
  origin: Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 86400000,
  native: /native code/.test(Object.getOwnPropertyDescriptor(Performance.prototype, "timeOrigin").get.toString()),
})"""


@pytest.mark.slow
async def test_all_that_tells_the_date_tells_the_same_one(open_app: OpenApp) -> None:
    """A page that added performance.timeOrigin to performance.now() worked for the judge alone, and passed all."""
    page = await open_app(html="<title>Dates</title><h1>Dates</h1>")
    told = await page.page.evaluate(ASKED)
    assert told == dict.fromkeys(told, True)
