"""PRDBench's tables on the page and in the terminal, as a reader meets them."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from pipeline.report.page import write_report
from pipeline.report.points import minutes_text
from pipeline.report.projects import project_page
from pipeline.report.summary import print_summary
from plans.records.code_agent import AgentReport
from plans.records.usage import Tokens, Usage
from plans.records.verdict import FailureCause, Status
from tests.pipeline.report.conftest import Opens, Watched
from tests.pipeline.report.synthetic import SyntheticRun, make_run
from tests.pipeline.report.synthetic_points import Hands, played, points_run, project, reply
from tests.specs import changed_spec

TASKS = ("u1", "s1", "s2", "f1")
PROJECTS = [project("jars", TASKS), project("tins", TASKS)]
USAGE = Usage(calls=30, tokens=Tokens(input=1_500_000, output=20_000), cost=2.5)
AGENTS: dict[str, tuple[AgentReport, list[Hands]]] = {
    "mine": (
        AgentReport(ended="done", seconds=90, usage=USAGE),
        [
            {"u1": FailureCause.TESTS_FAILED, "s1": 2, "s2": FailureCause.CRASH, "f1": Status.BLOCKED},
            {"u1": 2, "s1": 2, "s2": reply(), "f1": Status.UNRESOLVED},
        ],
    ),
    "<i>theirs</i>": (
        AgentReport(ended="done", seconds=30),
        [dict.fromkeys(TASKS, FailureCause.NOT_STARTED)] * 2,
    ),
}


@pytest.fixture
def run() -> SyntheticRun:
    found = points_run(PROJECTS, list(AGENTS), rounds=2)
    for one in PROJECTS:
        for name, (report, rounds) in AGENTS.items():
            found.trials[one.id, name, 1] = [
                played(one, name, number, hands, report) for number, hands in enumerate(rounds, 1)
            ]
    return found


@pytest.mark.browser
async def test_scores_of_development_and_debugging_and_what_lies_between(
    run: SyntheticRun, tmp_path: Path, opened: Opens, watched: Watched
) -> None:
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    table = page.locator("#points table.scores")
    assert await table.locator("thead th").all_inner_texts() == [
        "Tasks",
        "Development",
        "Debug",
        "Enhancement",
    ]
    mine = [
        await row.locator("td").all_inner_texts()
        for row in await table.locator("tbody").first.locator("tr").all()
    ]
    assert [cells[0].split()[0] for cells in mine[1:]] == ["25.0%", "0.0%", "50.0%", "0.0%"]
    assert mine[1][1].startswith("75.0–100.0%")
    assert mine[1][2].startswith("+50.0 to +75.0")
    caption = await table.locator("caption").inner_text()
    assert ("†" in "".join(await table.locator("td").all_inner_texts())) == ("says nothing" in caption)
    assert watched.complaints == []


@pytest.mark.browser
async def test_what_nobody_told_is_not_nothing(run: SyntheticRun, tmp_path: Path, opened: Opens) -> None:
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    costs = page.locator("#points table", has_text="Table 4").locator("tbody")
    told = await costs.nth(0).locator("tr").nth(1).locator("td").all_inner_texts()
    untold = await costs.nth(1).locator("tr").nth(1).locator("td").all_inner_texts()
    assert told == ["1,500,000", "20,000", "$2.50", "30.0", "1.5", "2"]
    assert untold == ["not told", "not told", "not told", "not told", "0.5", "2"]


@pytest.mark.browser
async def test_pieces_of_a_bar_are_as_wide_as_their_share_and_say_their_cause(
    run: SyntheticRun, tmp_path: Path, opened: Opens
) -> None:
    page = await opened(write_report(project_page(run), tmp_path / "report.html"))
    panels = page.locator("#points figure.panel")
    assert await panels.count() == 2
    shells = panels.first.locator(".piece", has_text="crash")
    assert await shells.locator("title").text_content() == "Development, crash: 50.0%, 2 of 4 tasks"
    whole = await panels.nth(1).locator(".piece").first.bounding_box()
    half = await shells.bounding_box()
    assert whole is not None
    assert half is not None
    assert half["width"] == pytest.approx(whole["width"] / 2, abs=1)
    named = await page.locator("#points .legend.errors b").all_inner_texts()
    assert named == ["cannot be started", "crash", "tests failed", "blocked", "unresolved"]


@pytest.mark.browser
async def test_a_telephone_shows_it_without_moving_sideways(
    run: SyntheticRun, tmp_path: Path, opened: Opens
) -> None:
    page = await opened(write_report(project_page(run), tmp_path / "report.html"), width=390)
    await page.locator("#points details summary").click()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
async def test_a_run_that_has_not_begun_has_no_empty_pictures(tmp_path: Path, opened: Opens) -> None:
    page = await opened(
        write_report(project_page(points_run(PROJECTS, ["mine"], rounds=2)), tmp_path / "report.html")
    )
    assert await page.locator("#points").inner_text() != ""
    assert "Nothing has been judged yet." in await page.locator("#points").inner_text()
    assert await page.locator("#points figure, #points table").count() == 0


@pytest.mark.browser
async def test_a_family_without_points_has_no_such_part(tmp_path: Path, opened: Opens) -> None:
    page = await opened(
        write_report(project_page(make_run(tmp_path, {"novice": 0.4}, projects=2)), tmp_path / "report.html")
    )
    assert await page.locator("#points, nav a[href='#points']").count() == 0


def test_rounds_are_called_what_they_were(run: SyntheticRun) -> None:
    def headings(**play: object) -> str:
        run.of = changed_spec(run.of, play=play)
        console = Console(file=StringIO(), width=140)
        print_summary(run.result(), console)
        assert isinstance(console.file, StringIO)
        return next(
            line for line in console.file.getvalue().split("In points")[1].splitlines() if "Agent" in line
        )

    assert headings().split() == ["Agent", "Development", "Debug", "Enhancement"]
    assert "Free development" in headings(interface="free")
    assert headings(mode="query", later="feedback").split() == ["Agent", "First", "round", "Feedback", "Gain"]


def test_judging_by_a_model_is_told_in_the_terminal(run: SyntheticRun) -> None:
    console = Console(file=StringIO(), width=140)
    print_summary(run.result(), console)
    assert isinstance(console.file, StringIO)
    said = console.file.getvalue()
    assert "Verdicts were made of 2 replies of a model in all." in said
    assert "<i>theirs</i>" in said


def test_what_took_little_took_something() -> None:
    """A turn of a tenth of a second was shown as 0.0 minutes."""
    assert [minutes_text(seconds) for seconds in (0, 0.1, 3, 90)] == ["0.0", "<0.1", "0.1", "1.5"]


def test_agents_of_which_nothing_was_judged_have_no_picture(run: SyntheticRun) -> None:
    for one in PROJECTS:
        run.trials[one.id, "mine", 1] = []
    assert [panel.agent for panel in project_page(run).error_panels] == ["<i>theirs</i>"]
