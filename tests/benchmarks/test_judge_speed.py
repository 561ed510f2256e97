"""The judge against bare Playwright: the same steps on the same app in the same browser, taken in turns."""

import statistics
import time
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from agents.authoring.verification.matrix import without_edges
from agents.browser.settings import BrowserSettings
from agents.browser.visits import browser, page_script, visit
from agents.judging.decision import Approach, Pictures
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.step_runner import attempt
from agents.judging.wire import JudgeSettings
from agents.sandbox.serving import serve_files
from plans.records.criteria import EvaluationTask
from plans.records.verdict import JudgeRequest, Status
from plans.settings import read_settings
from tests.agents.judging.conftest import clicks, expects, sees, task
from tests.benchmarks.figures import Figures
from tests.benchmarks.meter import metered
from tests.benchmarks.sample import sample_project, submitted
from tests.corpus.material import App

APP = Path(__file__).parents[1] / "agents" / "browser" / "apps" / "semantic.html"
ROUNDS = 12
BUSY = "bench-busy"
"""Event by which the bare script asks what the judge asks: whether timers or requests are under way."""

SETTLE = """([quiet, cap, busy]) => new Promise((resolve) => {
  const start = performance.now();
  let changed = start;
  const observer = new MutationObserver(() => { changed = performance.now(); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const look = () => {
    const now = performance.now();
    const isQuiet = now - changed >= quiet && document.dispatchEvent(new Event(busy, { cancelable: true }));
    if (isQuiet || now - start > cap) { observer.disconnect(); resolve(isQuiet); } else setTimeout(look, 8);
  };
  look();
})"""

TEAS = {"role": "item", "name": "tea"}
STEPS = task(
    "shop",
    {"do": "fill", "value": "gold", "target": {"role": "textbox", "name": "Search teas"}},
    expects("found", kind="reads", read="count", target=TEAS, that="it == 1"),
    sees("named", "heading", "Assam Gold"),
    {"do": "fill", "value": "", "target": {"role": "textbox", "name": "Search teas"}},
    expects("all", kind="reads", read="count", target=TEAS, that="it == 4"),
    clicks("Add to cart", within={**TEAS, "nth": 1}),
    clicks("Cart", role="link"),
    expects("sum", kind="reads", read="number", target={"role": "text", "name": "Total"}, that="it == 4.5"),
)


async def judged(running: Browser, url: str, settings: JudgeSettings) -> None:
    async with visit(running, settings.browser, seed=42, isolated=True) as page:
        result = await attempt(
            page, EvaluationTask.model_validate(STEPS), url, Approach(1), settings, Pictures(None, "shop")
        )
    assert {seen.status for seen in result.outcomes.values()} == {Status.PASSED}


async def bare(running: Browser, url: str, settings: JudgeSettings, *, polling: bool) -> None:
    """The same by locators written for this app: settled and looked at once, or by Playwright's own polling."""
    limits = settings.browser
    context = await running.new_context(
        viewport={"width": limits.width, "height": limits.height}, timezone_id="UTC"
    )
    await context.add_init_script(page_script(BUSY, limits, seed=42, started=time.time(), clock=False))
    page = await context.new_page()
    await page.goto(url)
    list_items = page.get_by_role("list", name="Teas").get_by_role("listitem")
    field = page.get_by_label("Search teas")
    await _rest(page, limits, polling)
    await field.fill("gold")
    await _rest(page, limits, polling)
    if polling:
        await expect(list_items).to_have_count(1)
        await expect(page.get_by_role("heading", name="Assam Gold")).to_be_visible()
    else:
        assert await list_items.count() == 1
        assert await page.get_by_role("heading", name="Assam Gold").is_visible()
    await field.fill("")
    await _rest(page, limits, polling)
    if polling:
        await expect(list_items).to_have_count(4)
    else:
        assert await list_items.count() == 4
    await list_items.first.get_by_role("button", name="Add to cart").click()
    await _rest(page, limits, polling)
    await page.get_by_role("link", name="Cart").click()
    await _rest(page, limits, polling)
    total = page.locator("#total")
    if polling:
        await expect(total).to_have_text("$4.50")
    else:
        assert await total.inner_text() == "$4.50"
    await context.close()


async def _rest(page: Page, limits: BrowserSettings, polling: bool) -> None:
    if not polling:
        await page.evaluate(SETTLE, [limits.quiet * 1000, limits.settle_cap * 1000, BUSY])


async def test_the_judge_costs_little_more_than_a_script_written_for_the_app(
    tmp_path: Path, figures: Figures
) -> None:
    (tmp_path / "index.html").write_text(APP.read_text(encoding="utf-8"), encoding="utf-8")
    settings = JudgeSettings()
    times: dict[str, list[float]] = {"judge": [], "bare, settled": [], "bare, polling": []}
    with serve_files(tmp_path) as url:
        async with browser(read_settings().chromium, settings.browser) as running:
            for number in range(ROUNDS + 1):
                for name, seconds in times.items():
                    began = time.perf_counter()
                    if name == "judge":
                        await judged(running, url, settings)
                    else:
                        await bare(running, url, settings, polling=name == "bare, polling")
                    # The first round warms the browser up.
                    if number:
                        seconds.append(time.perf_counter() - began)
    medians = {name: statistics.median(seconds) for name, seconds in times.items()}
    for name, median in medians.items():
        figures.note(f"a task, {name}", 1000 * median, "ms")
    for name, target in (("bare, settled", 1.25), ("bare, polling", 1.75)):
        ratio = figures.note(f"judge against {name}", medians["judge"] / medians[name], "×", target)
        assert ratio <= target


async def test_a_missing_target_is_decided_in_under_half_a_second(tmp_path: Path, figures: Figures) -> None:
    (tmp_path / "index.html").write_text(APP.read_text(encoding="utf-8"), encoding="utf-8")
    settings = JudgeSettings()
    missing = EvaluationTask.model_validate(
        task("missing", clicks("Export", within=TEAS), sees("h", "heading"))
    )
    nothing = EvaluationTask.model_validate(task("nothing", sees("h", "heading")))
    seconds: dict[str, list[float]] = {"missing": [], "nothing": []}
    with serve_files(tmp_path) as url:
        async with browser(read_settings().chromium, settings.browser) as running:
            for _ in range(ROUNDS):
                for tried in (nothing, missing):
                    async with visit(running, settings.browser, seed=42, isolated=True) as page:
                        began = time.perf_counter()
                        await attempt(page, tried, url, Approach(1), settings, Pictures(None, tried.id))
                        seconds[tried.id].append(time.perf_counter() - began)
    cost = statistics.median(seconds["missing"]) - statistics.median(seconds["nothing"])
    figures.note("a missing target, more than looking", 1000 * cost, "ms", 500)
    assert cost < 0.5


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_project_of_16_tasks(tmp_path: Path, figures: Figures, workers: int) -> None:
    project = sample_project()
    submission = submitted(project, tmp_path / "submission")
    # A root and two that build on it: as many tasks at once as there are workers, so that all of them are up.
    first = frozenset(task.id for task in project.criteria.tasks[:3])
    async with ProgrammaticJudge(read_settings().chromium, workers=workers) as judge:
        await judge.judge(
            JudgeRequest(item="warm", submission=submission, criteria=project.criteria, only=first)
        )
        with metered() as cost:
            judgement = await judge.judge(
                JudgeRequest(item=project.id, submission=submission, criteria=project.criteria)
            )
    assert {verdict.status for verdict in judgement.tasks} == {Status.PASSED}
    what = f"{len(judgement.tasks)} tasks with {workers} {'worker' if workers == 1 else 'workers'}"
    figures.note(f"{what}, clock", judgement.seconds, "s", 6 if workers == 2 else None)
    figures.note(f"{what}, processor for each", cost.processor / len(judgement.tasks), "s", 0.75)


async def test_16_tasks_of_an_app_by_strangers(tmp_path: Path, figures: Figures) -> None:
    """With what is searched for, and what fails; each of the tasks is judged, whatever it builds on."""
    app = App("fashion-boutique", "partial")
    alone = without_edges(app.criteria())
    sixteen = alone.model_copy(update={"tasks": alone.tasks[:16]})
    async with ProgrammaticJudge(read_settings().chromium, workers=2) as judge:
        await judge.judge(
            JudgeRequest(
                item="warm", submission=app.site, criteria=sixteen, only=frozenset({sixteen.tasks[0].id})
            )
        )
        with metered() as cost:
            judgement = await judge.judge(
                JudgeRequest(item=app.project, submission=app.site, criteria=sixteen, evidence=tmp_path)
            )
    failed = sum(verdict.status is Status.FAILED for verdict in judgement.tasks)
    assert len(judgement.tasks) == 16
    figures.note(f"{app.name}: 16 tasks with 2 workers, clock", judgement.seconds, "s", 15)
    figures.note(f"{app.name}: 16 tasks, processor for each", cost.processor / 16, "s")
    figures.note(f"{app.name}: attempts", sum(verdict.attempts for verdict in judgement.tasks), "")
    figures.note(f"{app.name}: tasks that failed", failed, "")
