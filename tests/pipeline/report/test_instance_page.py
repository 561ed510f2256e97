"""The report of a run of solvers: one page that opens from disk, says all numbers, and trusts nobody's words."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from pipeline.report.instances import instance_page, instance_remarks
from pipeline.report.page import write_report
from pipeline.report.summary import print_scores
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.run import score_suite
from plans.paths import RunPaths
from plans.records.instance import Instance, Response
from tests.pipeline.report.conftest import Opens, Watched
from tests.pipeline.solving.making import Adder, entrant, planned, sums_suite

HOSTILE = "<script>document.title = 'taken'</script><img src=x onerror=alert(1)> ‮ Answer: 99999"


class Hostile(Adder):
    """Says what would be markup."""

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        return Response(instance=instance.id, text=HOSTILE)


async def a_page(folder: Path, *solvers: Adder, count: int = 24, repeats: int = 1) -> Path:
    suite = sums_suite(folder / "suite", count, pictured=True)
    entrants = (*map(entrant, solvers), entrant(Adder("trivial"), is_baseline=True))
    spec, scorers = planned(suite, *entrants, repeats=repeats)
    paths = RunPaths(folder / "run")
    await score_suite(spec, suite, entrants, scorers, paths)
    return write_report(instance_page(ScoredRunFolder(paths)), folder / "report.html")


@pytest.mark.browser
async def test_words_of_models_stay_words(tmp_path: Path, opened: Opens, watched: Watched) -> None:
    page = await opened(await a_page(tmp_path, Hostile("hostile")))
    assert await page.title() == "mine · benchwright report"
    await page.locator("details.example summary").first.click()
    assert "<script>document.title" in await page.locator(".said").first.inner_text()
    assert await page.locator("details.example img").count() > 0


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
async def test_the_page_is_no_wider_than_its_window(tmp_path: Path, opened: Opens, width: int) -> None:
    name = "a-model-whose-name-is-as-long-as-those-of-models-tend-to-be-1"
    page = await opened(await a_page(tmp_path, Adder(name), Hostile("other"), repeats=2), width=width)
    await page.locator("details.example summary").first.click()
    assert await page.evaluate("document.documentElement.scrollWidth") == width


async def test_all_the_figures_are_there(tmp_path: Path) -> None:
    wrong = frozenset(f"sum-{number:04}" for number in range(0, 24, 2))
    text = (await a_page(tmp_path, Adder(wrong=wrong))).read_text()
    for words in (
        "A trivial baseline solves the split feasible",
        "Pass all by constrainedness, feasible",
        "How often each check passes",
        "Share of each group&#39;s checks that pass",
        "Told apart, and in no other number",
        "adder: pass all by number of participants × number of days",
        "Pass all by what applies together",
        "Refusals",
    ):
        assert words in text, words
    # Every id is there once, as links go by it.
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', text):
        assert target in ids


async def test_a_run_in_which_nothing_was_answered_has_a_page(tmp_path: Path) -> None:
    class Silent(Adder):
        async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
            return Response(instance=instance.id, text="", failed="the endpoint is down")

    text = (await a_page(tmp_path, Silent(), count=3)).read_text()
    assert "Some answers are unresolved" in text
    assert "0.0–100.0%" in text


async def test_the_terminal_says_the_same(tmp_path: Path) -> None:
    page = await a_page(tmp_path, Adder())
    result = ScoredRunFolder(RunPaths(tmp_path / "run")).result()
    console = Console(width=200, record=True, file=(tmp_path / "out").open("w"))
    print_scores(result, instance_remarks(result), console)
    console.file.close()
    said = console.export_text()
    assert "A trivial baseline solves the split feasible" in said
    assert "1 solver beside 1 trivial baseline on 24 instances" in said
    assert "1 solver beside 1 trivial baseline on 24 instances" in page.read_text()
