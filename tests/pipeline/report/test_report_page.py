"""The report as a reader meets it: a file opened from disk in a real browser."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import expect

from pipeline.report import words
from pipeline.report.page import write_report
from pipeline.report.projects import project_page
from pipeline.report.words import PROJECTS
from pipeline.runner.reader import RunFolder
from plans.paths import RunPaths
from plans.records.verdict import World
from tests.calibrations import calibrated, keep
from tests.pipeline.report.conftest import Opens, Watched
from tests.pipeline.report.synthetic import SyntheticRun, make_run, tell_usage
from tests.specs import changed_spec

pytestmark = pytest.mark.browser

WIDTHS = (1280, 390)
AGENTS = {"oracle": 1.0, "nop": 0.0, "novice": 0.4, "expert": 0.85}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> SyntheticRun:
    """The run that `run` copies; nobody changes it."""
    return make_run(tmp_path_factory.mktemp("made") / "shots", AGENTS, projects=4)


@pytest.fixture
def run(made: SyntheticRun) -> SyntheticRun:
    return replace(made, items=[*made.items], trials={**made.trials})


@pytest.fixture(scope="module")
def report(made: SyntheticRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that run, written once: nobody changes it."""
    return write_report(project_page(made), tmp_path_factory.mktemp("report") / "report.html")


async def test_it_opens_from_disk_fetches_nothing_and_complains_of_nothing(
    report: Path, opened: Opens, watched: Watched
) -> None:
    await opened(report)
    beyond = [url for url in watched.requests if not url.startswith("data:")]
    assert beyond == [report.resolve().as_uri()]
    assert watched.complaints == []


async def test_the_headline_says_oracle_all_and_nop_nothing(report: Path, opened: Opens) -> None:
    page = await opened(report)
    rows = {
        await row.locator(".agent").inner_text(): await row.locator(".big").all_inner_texts()
        for row in await page.locator("table.numbers tbody tr").all()
    }
    assert rows["oracle"] == ["100.0%"] * 3
    assert rows["nop"][:2] == ["0.0%", "0.0%"]
    assert list(rows) == list(AGENTS)


async def test_bars_that_are_compared_are_drawn_to_one_scale(report: Path, opened: Opens) -> None:
    """Each was as wide as its column: 66.7% of one was longer than 92.3% of the next."""
    page = await opened(report)
    boxes = [await bar.bounding_box() for bar in await page.locator("table.numbers .bar").all()]
    assert len({round(box["width"]) for box in boxes if box}) == 1
    changes = page.locator("table.repairs tr td:nth-child(2) .change.up")
    ends = [
        await change.evaluate("e => e.lastElementChild.getBoundingClientRect().x")
        for change in await changes.all()
    ]
    assert len({round(end) for end in ends}) == 1, "numbers beside bars stand beneath one another"


async def test_choosing_a_small_drawing_shows_its_verdicts_in_the_large_one(
    report: Path, opened: Opens
) -> None:
    page = await opened(report)
    project = page.locator(".project").first
    await project.get_by_role("button", name=re.compile("nop, round 2")).click()
    assert await project.locator("[data-shown]").inner_text() == "nop, round 2"
    shown = [await box.get_attribute("data-v") for box in await project.locator(".large .box").all()]
    assert set(shown) == {"F", "B"}
    pressed = project.locator(".mini[aria-pressed=true]")
    assert await pressed.get_attribute("data-show") == "".join(letter or "" for letter in shown)


async def test_a_cell_of_the_map_leads_to_its_unfolded_project(report: Path, opened: Opens) -> None:
    page = await opened(report)
    last = page.locator(".project").last
    assert await last.get_attribute("open") is None
    await page.locator("table.map tbody tr").last.locator("td a").first.click()
    await last.locator(".query").wait_for()


async def test_without_script_every_project_can_still_be_read(report: Path, opened: Opens) -> None:
    page = await opened(report, script=False)
    second = page.locator(".project").nth(1)
    await second.locator("> summary").click()
    await second.get_by_text("The same as a table").click()
    assert await second.locator("table.verdicts tbody tr").count() == 16


async def test_it_never_scrolls_sideways(run: SyntheticRun, tmp_path: Path, opened: Opens) -> None:
    long_name = "agent-" + "x" * 57
    renamed = run.of.play.agents[2].model_copy(update={"name": long_name, "version": "v" * 90})
    run.of = changed_spec(run.of, play={"agents": (*run.of.play.agents[:2], renamed, run.of.play.agents[3])})
    run.items[0] = run.items[0].model_copy(update={"title": "Donau" + "dampfschiff" * 12})
    page = await opened(write_report(project_page(run), tmp_path / "long.html"))
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        inner, outer = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert inner <= outer, width


async def test_what_goes_on_beyond_the_edge_says_so_until_its_end_is_in_view(
    report: Path, opened: Opens
) -> None:
    """Nothing told that the table of numbers has five more columns."""
    page = await opened(report, width=560)
    numbers = page.locator("#numbers .scroll")
    hint = "box => getComputedStyle(box, '::before').visibility"
    assert await numbers.evaluate(hint) == "visible"
    await numbers.evaluate("box => box.scrollTo(9999, 0)")
    # No wait for a text of script: the report's own policy refuses to evaluate one.
    await expect(numbers).not_to_contain_class("more")
    assert await numbers.evaluate(hint) == "hidden"
    wide = await opened(report, width=1280)
    assert await wide.locator("#numbers .scroll").evaluate("box => box.className") == "scroll"


async def test_on_a_phone_the_three_rates_of_an_agent_stand_under_each_other(
    report: Path, opened: Opens
) -> None:
    """The second of them was cut at the edge."""
    page = await opened(report, width=390)
    rates = page.locator("#numbers tbody tr").first.locator("td:has(.big)")
    boxes = [await rate.bounding_box() for rate in await rates.all()]
    seen = [(box["x"], box["x"] + box["width"], box["y"]) for box in boxes if box]
    assert len(seen) == 3
    assert all(0 <= left < right <= 390 for left, right, _ in seen)
    assert [top for *_, top in seen] == sorted({top for *_, top in seen})
    named = "cell => getComputedStyle(cell, '::before').content"
    assert [await rate.evaluate(named) for rate in await rates.all()] == [
        f'"{metric.title}"' for metric in PROJECTS.metrics
    ]
    numbers = page.locator("#numbers .scroll")
    assert await numbers.evaluate("box => box.scrollWidth <= box.clientWidth")


async def test_tokens_and_cost_are_told_by_agent_and_round_and_unknown_ones_are_no_zero(
    run: SyntheticRun, tmp_path: Path, opened: Opens
) -> None:
    tell_usage(run, "novice")
    tell_usage(run, "expert", silent=2)
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    table = page.locator("#used table")
    rows = [row.split() for row in await table.locator("tr").all_inner_texts()][1:]
    assert rows[:2] == [["oracle"], ["all", "–", "–", "–", "–", "–", "12"]]
    assert rows[4:6] == [["novice"], ["1", "339,600", "20,800", "$0.33", "244,000", "48", "4"]]
    assert rows[8] == ["all", "1,029,600", "62,400", "$1.00", "732,000", "144", "12"]
    assert rows[11] == ["2", "–", "–", "–", "–", "48", "4"]
    assert " ".join(rows[13]) == "all ≥ 686,400 ≥ 41,600 ≥ $0.67 ≥ 488,000 144 12"
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        for cell in await table.locator("tr.all td:nth-child(4)").all():
            box = await cell.bounding_box()
            assert box
            assert box["x"] + box["width"] <= width, "tokens and cost are seen without scrolling"
        assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_the_large_drawing_opens_on_the_best_agent_that_is_no_baseline(
    run: SyntheticRun, tmp_path: Path, opened: Opens
) -> None:
    """It opened on whoever had the most kinds of verdicts, which could be the agent that does nothing."""
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    kinds = {agent.name: agent.kind for agent in run.of.play.agents}
    assert (kinds["oracle"], kinds["nop"]) == ("oracle", "nop")
    shown = await page.locator("[data-shown]").all_text_contents()
    assert len(shown) == 4
    assert shown[0] == "expert, round 3"
    assert {name.split(",")[0] for name in shown} <= {"expert", "novice"}


async def test_words_between_backticks_are_code_and_what_the_reader_meets_is_explained(
    run: SyntheticRun, tmp_path: Path, opened: Opens
) -> None:
    run.of = changed_spec(run.of, proof={"judges": {}, "unproved": {run.items[0].id: "<b>`x`</b>"}})
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    remark = page.locator(".remark", has_text="Without evidence")
    assert "benchwright verify" in await remark.locator("code").all_inner_texts()
    assert "<b>" in await remark.inner_text()
    assert "`" not in await remark.inner_text()
    explained = await page.locator("#words dt").all_inner_texts()
    assert {"Carried", "Reused"} <= set(explained)


async def test_levels_stand_as_they_build_on_one_another(report: Path, opened: Opens) -> None:
    page = await opened(report)
    levels = page.locator("table.splits").first.locator("tbody th")
    assert await levels.all_inner_texts() == ["presence", "functionality", "robustness"]


async def test_a_run_without_a_finished_trial_says_so(tmp_path: Path, opened: Opens) -> None:
    run = make_run(tmp_path / "shots", AGENTS, projects=3, begun=False)
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    remarks = await page.locator("#remarks").inner_text()
    assert "Not finished: 12 of 12 trials" in remarks
    assert await page.locator("table.map td").all_inner_texts() == ["–"] * 12
    assert await page.locator("table.minis").first.get_by_text("not reached").count() == 12


async def test_a_run_folder_reads_as_the_run_in_memory(
    run: SyntheticRun, report: Path, tmp_path: Path
) -> None:
    run.save(RunPaths(tmp_path / "run"))
    folder = RunFolder(RunPaths(tmp_path / "run"))
    assert write_report(project_page(folder), tmp_path / "again.html").read_bytes() == report.read_bytes()


@pytest.mark.long
@pytest.mark.slow
async def test_a_huge_run_stays_usable(tmp_path: Path, opened: Opens, watched: Watched) -> None:
    agents = {f"agent-{number}": number / 10 for number in range(10)}
    run = make_run(tmp_path / "shots", agents, projects=100)
    report = write_report(project_page(run), tmp_path / "huge.html")
    assert report.stat().st_size < 30_000_000
    page = await opened(report)
    await page.get_by_label("Find a project").fill("boat rental 3")
    assert await page.locator("#found").inner_text() == "1 of 100"
    project = page.locator(".project:visible")
    await project.locator("> summary").click()
    await project.locator(".mini").nth(29).wait_for()
    assert await page.locator(".project .mini").count() <= 60
    assert watched.complaints == []


async def test_a_screenshot_that_is_only_linked_appears_where_it_is_unfolded(
    report: Path, opened: Opens, watched: Watched
) -> None:
    page = await opened(report)
    name = await page.locator(".trial:has(a.again)").first.get_attribute("id")
    trial = page.locator(f"#{name}")
    before = await trial.locator("a.again").count()
    await page.evaluate("for (const one of document.querySelectorAll('.project')) one.open = true")
    await trial.locator("> summary").click()
    await trial.locator("a.again").first.wait_for(state="detached")
    assert await trial.locator("img").count() >= before > 0
    assert watched.complaints == []


LYING_ON_ANOTHER = """() => {
    const found = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, range = document.createRange();
        if (!node.textContent.trim() || node.parentElement.closest('.vh, script, title')) continue;
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
            if (box.width > 1 && box.height > 1) found.push([node.textContent.trim(), box, node.parentElement]);
    }
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    return found.flatMap(([text, box, of], place) => found.slice(place + 1)
        .filter(([, other, its]) => its !== of && over(box, other)).map(([beside]) => [text, beside]));
}"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390])
async def test_on_a_telephone_no_words_lie_on_others(report: Path, opened: Opens, width: int) -> None:
    page = await opened(report, width=width)
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert await page.evaluate(LYING_ON_ANOTHER) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await page.add_style_tag(content="h2 { margin-bottom: -2rem }")
    assert await page.evaluate(LYING_ON_ANOTHER) != [], "what looks for them finds them"


async def test_the_corrected_rate_stands_beneath_the_raw_one(
    run: SyntheticRun, tmp_path: Path, opened: Opens
) -> None:
    run.of = changed_spec(run.of, judge={"world": World.OPEN})
    run.calibrations = keep(tmp_path / "calibrations", calibrated(run.of.judge))
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    found = run.result()
    for score in found.agents:
        row = page.locator("table.numbers tbody tr").filter(has_text=score.agent.name)
        cells = row.locator("td").filter(has_text=re.compile("corrected"))
        rate = score.rounds[-1].corrected_task_pass_rate
        assert rate is not None
        await expect(cells).to_contain_text(words.corrected_text(rate))
    assert found.calibration is not None
    await expect(page.locator("#numbers")).to_contain_text(
        words.proportion_text(found.calibration.sensitivity)
    )
    await expect(page.locator("#remarks")).not_to_contain_text("alibration")
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
