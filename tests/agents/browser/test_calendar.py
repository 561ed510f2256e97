"""A page has one calendar: its dates and what formats them tell the same."""

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
