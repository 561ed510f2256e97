"""What the judge found in an app, and what it took the criteria's targets for, as the report tells it."""

from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import expect

from agents.judging.programmatic import ProgrammaticJudge
from pipeline.report.app_map import LINES, LONG, SCREENS, STEPS, AppMapView, MapState, app_map_view
from pipeline.report.page import write_report
from pipeline.report.projects import ProjectPage, project_page
from pipeline.report.trials import FairShare
from plans.files import read_record, write_record
from plans.paths import MAP
from plans.records.app_map import AppMap, Binding, BindingKind
from plans.records.verdict import Judgement, JudgeRequest, OutcomeCause, World
from plans.settings import read_settings
from tests.agents.judging.conftest import clicks, criteria, sees, task
from tests.pipeline.report.conftest import Opens, Watched
from tests.pipeline.report.synthetic import SyntheticRun, make_run

pytestmark = pytest.mark.browser

HOSTILE = "</details><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
WORDS = HOSTILE.replace("<", "&lt;").replace('"', "&quot;")
CRITERIA = criteria(
    task(
        "order",
        sees("greets", "heading", "Seeds", id="greeting"),
        clicks("Reserve", id="reserve"),
        sees("thanks", "text", "Thank you", id="thanks"),
    )
)
SHOP = f"""<title>{WORDS}</title><h1>Seeds</h1><p>{WORDS}</p>
<nav><a href="#/about" onclick="about.hidden = false">About us</a></nav>
<section id=about hidden><h2>Who we are {WORDS}</h2></section>"""


class Found(NamedTuple):
    """What a judge left of an app that has no button to reserve."""

    judgement: Judgement
    evidence: Path


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    folder = tmp_path_factory.mktemp("judged")
    app, evidence = folder / "app", folder / "evidence"
    app.mkdir()
    (app / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{SHOP}")
    asked = JudgeRequest(
        item="seeds",
        submission=app,
        criteria=CRITERIA,
        world=World.OPEN,
        evidence=evidence,
        confirm=frozenset(),
    )
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        return Found(await judge.judge(asked), evidence)


def run_of(folder: Path, *rounds: tuple[Judgement, Path]) -> SyntheticRun:
    """A run of one agent on one project, with these judgements and their evidence."""
    run = make_run(folder, {"mine": 0.5}, projects=1, rounds=len(rounds))
    run.items[0] = run.items[0].model_copy(update={"criteria": CRITERIA})
    (trial,) = run.trials.values()
    for index, (judgement, evidence) in enumerate(rounds):
        update = {"judgement": judgement, "evidence": evidence, "feedback": None}
        trial[index] = trial[index].model_copy(update=update)
    return run


def maps_of(page: ProjectPage) -> list[AppMapView]:
    (trial,) = page.projects[0].trials
    return [one.app_map for one in trial.rounds if one.app_map]


async def test_screens_and_bindings_of_each_round_are_told_and_their_words_do_nothing(
    found: Found, tmp_path: Path, opened: Opens, watched: Watched
) -> None:
    by_model = Binding(target="thanks", kind=BindingKind.ABSENT, bound_by="model", reason=HOSTILE)
    judgement = found.judgement.model_copy(update={"bindings": (by_model,)})
    run = run_of(
        tmp_path / "shots",
        (judgement, found.evidence),
        (judgement, found.evidence),
        (judgement, tmp_path / "nothing"),
    )

    first, second, third = maps_of(project_page(run))
    assert first.state is MapState.SHOWN
    assert [bool(screen.way) for screen in first.screens] == [False, True]
    assert [(one.id, one.is_missed) for one in first.targets] == [
        ("reserve", True),
        ("greeting", False),
        ("thanks", False),
    ]
    (affected,) = first.affected
    assert affected.cause is OutcomeCause.NOT_BOUND
    assert [one.is_unseen for one in affected.outcomes] == [True]
    assert second.same_as == 1
    assert (third.state, third.screens) == (MapState.NOT_KEPT, ())
    assert third.targets == first.targets, "bindings stand in the judgement, and need no map"

    page = await opened(write_report(project_page(run), tmp_path / "report.html"), width=390)
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    rounds = page.locator(".trial .round")
    told = rounds.nth(0).locator(".appmap")
    await expect(told.locator(".screen")).to_have_count(2)
    await expect(told.locator(".screen").nth(1).locator("summary q")).to_have_text("link about us")
    await expect(told.locator(".screen li", has_text="About us")).to_have_count(1)
    await expect(told.locator("tr", has_text="greeting")).to_contain_text("Seeds fits exactly")
    await expect(told.locator("tr", has_text="reserve")).to_contain_text("nothing was found")
    await expect(told.locator("tr", has_text="thanks")).to_contain_text(f"says a model: {HOSTILE}")
    await expect(rounds.nth(1)).to_contain_text("as in round 1")
    await expect(rounds.nth(2).locator(".appmap")).to_contain_text("No map of this app is kept")
    assert "owned" not in await page.title()
    assert await page.locator("main script, main img[src=x]").count() == 0
    assert watched.complaints == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390


async def test_a_map_is_shown_in_part_where_it_is_long_and_not_at_all_where_it_is_damaged_or_elsewhere(
    found: Found, tmp_path: Path
) -> None:
    long, damaged, elsewhere = (tmp_path / name for name in ("long", "damaged", "elsewhere"))
    for folder in (long, damaged, elsewhere):
        folder.mkdir()
    told = read_record(found.evidence / MAP, AppMap)
    lines = tuple(f'[s1e{number}] text "{"word " * 100}"' for number in range(LINES + 5))
    update = {"lines": lines, "way": ("link about\nround 9",) * (STEPS + 1)}
    screen = told.screens[0].model_copy(update=update)
    write_record(long / MAP, told.model_copy(update={"screens": (screen,) * (SCREENS + 3)}))
    (damaged / MAP).write_text('{"screens": [')
    (elsewhere / MAP).symlink_to(found.evidence / MAP)

    cut, broken, beyond = maps_of(
        project_page(run_of(tmp_path, *((found.judgement, folder) for folder in (long, damaged, elsewhere))))
    )
    assert (len(cut.screens), cut.screens_left_out) == (SCREENS, 3)
    first = cut.screens[0]
    assert (len(first.lines), first.left_out) == (LINES, 5)
    assert max(len(line.said) for line in first.lines) <= LONG + 1
    assert len(first.way) == STEPS + 1
    assert not any("\n" in step for step in first.way)
    assert (broken.state, beyond.same_as) == (MapState.UNREADABLE, 2)


def test_a_page_that_has_no_space_left_says_so_and_what_was_not_judged_has_no_map(
    found: Found, tmp_path: Path
) -> None:
    run = run_of(tmp_path, (found.judgement, found.evidence))
    (trial,) = run.trials.values()
    full = FairShare(total=10, parts=1)
    full.begin_part()
    view = app_map_view(run.items[0], trial[0], "U", {}, full.take)
    assert view is not None
    assert (view.state, view.has_details, full.refused) == (MapState.NO_SPACE, False, 1)
    undecided = trial[0].model_copy(update={"judgement": None})
    assert app_map_view(run.items[0], undecided, "U", {}, full.take) is None
