"""An error of the judge's own script in a page is never held against the page."""

import pytest

from agents.browser import visits as browsing
from agents.browser.settings import BrowserSettings
from agents.browser.visits import browser, world_script
from agents.judging.decision import Approach, Attempt, Pictures
from agents.judging.step_runner import attempt
from agents.judging.wire import JudgeSettings
from agents.sandbox.serving import serve_files
from plans.records.verdict import OutcomeCause, Status
from plans.settings import read_settings
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = pytest.mark.browser

ASKED = task(
    "t",
    clicks("Go"),
    expects("quiet", kind="no_console_error"),
    sees("still", "button", "Go"),
    sees("more", "button", "Export"),
)
HONEST = "<button>Go</button>"
BROKEN = "<button onclick='nowhere.to.go()'>Go</button>"


async def _tried(make_app: MakeApp, html: str) -> Attempt:
    settings = JudgeSettings()
    async with browser(read_settings().chromium, settings.browser) as running:
        with serve_files(make_app(html)) as start:
            async with browsing.visit(running, settings.browser, seed=1) as page:
                return await attempt(
                    page, criteria(ASKED).tasks[0], start, Approach(1), settings, Pictures(None, "t")
                )


@pytest.mark.slow
async def test_a_listener_of_ours_that_breaks_fails_nothing(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One such error failed seven honest apps."""

    def breaking(busy_event: str, settings: BrowserSettings, name: str) -> str:
        listener = "addEventListener('click', () => nothing.of.that.name, true)"
        return f"{world_script(busy_event, settings, name)}\n{listener}"

    monkeypatch.setattr(browsing, "world_script", breaking)
    tried = await _tried(make_app, HONEST)
    assert tried.outcomes["quiet"].status is Status.PASSED, tried.outcomes["quiet"].reason
    assert tried.outcomes["more"].status is Status.UNRESOLVED
    assert tried.outcomes["more"].cause is OutcomeCause.INFRASTRUCTURE


@pytest.mark.slow
async def test_an_error_of_the_page_is_its_own(make_app: MakeApp) -> None:
    tried = await _tried(make_app, BROKEN)
    assert tried.outcomes["quiet"].status is Status.FAILED
    assert "nowhere is not defined" in tried.outcomes["quiet"].reason
    assert tried.marks == set()
