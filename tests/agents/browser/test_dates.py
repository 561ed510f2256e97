"""Nothing that a page can ask tells the fixed date from the real one."""

import pytest

from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser

ASKED = """async () => {
  const day = 86400000;
  const answer = await fetch(location.href);
  const kept = new File([], "kept", { lastModified: 5 });
  return {
    origin: Math.abs(performance.timeOrigin + performance.now() - Date.now()) < day,
    told: Math.abs(performance.toJSON().timeOrigin - Date.now()) < day,
    timing: Math.abs(performance.timing.navigationStart - Date.now()) < day,
    modified: Math.abs(new Date(document.lastModified) - Date.now()) < 2 * day,
    file: Math.abs(new File([], "new").lastModified - Date.now()) < day,
    kept: kept.lastModified === 5 && kept instanceof File && kept.constructor === File,
    header: !answer.headers.get("date") || Math.abs(new Date(answer.headers.get("date")) - Date.now()) < 2 * day,
    native: /native code/.test(Object.getOwnPropertyDescriptor(Performance.prototype, "timeOrigin").get.toString()),
  };
}"""


@pytest.mark.slow
async def test_all_that_tells_the_date_tells_the_same_one(open_app: OpenApp) -> None:
    """A page that added performance.timeOrigin to performance.now() worked for the judge alone, and passed all."""
    page = await open_app(html="<title>Dates</title><h1>Dates</h1>")
    told = await page.page.evaluate(ASKED)
    assert told == dict.fromkeys(told, True)
