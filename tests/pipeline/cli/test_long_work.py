"""Long work says what it is about to do, and how far it is where no bar can be drawn."""

import os
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from agents.coding.prompting import JinjaPrompter
from agents.users.template_user import TemplateUser
from pipeline.cli.author import author
from pipeline.cli.authoring_progress import authoring_progress
from pipeline.cli.cost_estimate import GATE_WORK, planned_work
from pipeline.cli.progress import CountLines, gate_progress, run_progress
from pipeline.cli.renewal import grow, refresh
from pipeline.runner.driver import Advance
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, rejudge_run, run_suite
from plans.families import FAMILIES
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, line, planned, shop


@pytest.mark.slow
def test_refresh_and_grow_say_where_they_write_and_then_each_item(tmp_path: Path) -> None:
    """Without --out a long job began at once, nobody knew where, and piped it said nothing for minutes."""
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("a shop for house plants with a cart and a search")
    mine = tmp_path / "mine"
    CliRunner().invoke(author, [str(seeds), "--out", str(mine), "--gate", "static"], catch_exceptions=False)

    made = CliRunner().invoke(refresh, [str(mine), "--gate", "static", "--json"], catch_exceptions=False)
    first, subjects, *later = made.stderr.splitlines()
    assert first == f"Writes {tmp_path / 'mine-2.0.0'}: 1 item, about a second each."
    assert "→" in subjects
    assert [line for line in later if line.endswith(": ended, 1 of 1 item")] == later
    assert len(later) == 1

    more = CliRunner().invoke(grow, [str(mine), "--n", "1", "--gate", "static"], catch_exceptions=False)
    assert more.stderr.startswith(f"Writes {mine}: 1 item, ")
    assert ": ended, 1 of 1 item" in more.stderr
    assert ": ended" not in more.stdout


def test_the_live_gate_says_how_long_it_takes() -> None:
    told = planned_work(Path("mine-2"), 3, "live", "webapp")
    assert told.startswith("Writes mine-2: 3 items, some 147 submissions")
    assert "3–6 minutes" in told


@pytest.mark.parametrize("family", FAMILIES)
def test_the_time_of_every_family_is_known(family: str) -> None:
    """That of programs was told as that of web apps, and is twice as long."""
    work = GATE_WORK[FAMILIES[family].judge]
    assert f"some {work.submissions} submissions" in planned_work(Path("mine-2"), 1, "live", family)


def test_an_item_that_is_long_in_the_gate_is_told_of_now_and_then() -> None:
    """Of the fifty submissions of a program nothing was said for minutes, where no bar is drawn."""
    out, clock = StringIO(), iter(range(0, 200, 7))
    lines = CountLines(Console(file=out), now=lambda: float(next(clock)))
    for done in range(8):
        lines.tell("flat-costs", done, 7)
    assert out.getvalue().splitlines() == [
        "flat-costs: judging 7 submissions",
        "flat-costs: 3 of 7 submissions judged",
        "flat-costs: 6 of 7 submissions judged",
        "flat-costs: 7 submissions judged",
    ]


def test_authoring_tells_how_far_an_item_is_in_the_gate_without_bars(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with authoring_progress(Console(file=StringIO()), 1) as progress:
        for done in range(3):
            progress.gate("flat-costs", done, 2)
    assert capsys.readouterr().err.splitlines() == [
        "flat-costs: judging 2 submissions",
        "flat-costs: 2 submissions judged",
    ]


def test_authoring_says_before_it_begins_what_it_takes_and_not_again_when_it_goes_on(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("a shop for house plants with a cart and a search")
    command = [str(seeds), "--out", str(tmp_path / "mine"), "--gate", "static", "--review", "defer"]
    told = [CliRunner().invoke(author, command, catch_exceptions=False).stderr for _ in range(2)]
    assert f"Writes {tmp_path / 'mine'}: 1 item, about a second each." in told[0]
    assert "Writes " not in told[1]


def test_an_item_in_the_gate_is_told_in_lines_where_no_bar_is_drawn() -> None:
    out = StringIO()
    with gate_progress(Console(file=out), 1) as progress:
        for done in range(4):
            progress("shop", done, 3)
        for done in range(3, 6):
            progress("shop", done, 5)
    assert out.getvalue().splitlines() == [
        "shop: judging 3 submissions",
        "shop: 3 submissions judged",
        "shop: judging 2 more submissions",
        "shop: 5 submissions judged",
    ]


def test_the_gate_on_a_terminal_has_one_bar_which_says_what_it_counts() -> None:
    """Bars in items stood above bars in submissions, and neither said what its numbers were."""
    out = StringIO()
    console = Console(file=out, width=100, force_terminal=True, color_system=None)
    with gate_progress(console, 6) as progress:
        progress("shop", 12, 53)
    drawn = out.getvalue().splitlines()
    bars = [line for line in drawn if "0 of 6 items" in line]
    assert bars
    assert not any("submissions" in line for line in bars)
    assert any("shop: " in line and "12 of 53 submissions" in line for line in drawn)


async def test_a_run_tells_each_round_in_a_line_where_no_bar_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Piped, a run of an hour said nothing before its end."""
    judge, items = ReadingJudge(unsure=["cart-robustness"]), (shop(features=("cart", "search")),)
    agents = [
        ScriptedAgent("mine", {1: line("cart-presence"), 2: items[0].reference["index.html"]}),
        ScriptedAgent("lost", {}, {1: AgentReport(ended="endpoint failed")}),
    ]
    spec = planned(items, tuple(agent.spec for agent in agents), judge, rounds=2, repeats=2)
    run = RunPaths(tmp_path / "run")
    with run_progress(Console(file=StringIO())) as progress:
        await run_suite(
            spec,
            LineUp(items, agents),
            Services(judge, TemplateUser(), JinjaPrompter()),
            run,
            jobs=1,
            progress=progress,
        )
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "shop, mine, round 1: 1 of 6 tasks passed (1 of 8 rounds)",
        "shop, mine, round 2: 5 of 6 tasks passed, 1 unresolved (2 of 8 rounds)",
        "shop, lost, round 1: nothing to judge; over, 1 round not played (4 of 8 rounds)",
        "shop, mine, repeat 2, round 1: 1 of 6 tasks passed (5 of 8 rounds)",
        "shop, mine, repeat 2, round 2: 5 of 6 tasks passed, 1 unresolved (6 of 8 rounds)",
        "shop, lost, repeat 2, round 1: nothing to judge; over, 1 round not played (8 of 8 rounds)",
    ]

    with run_progress(Console(file=StringIO())) as progress:
        await rejudge_run(run, ReadingJudge("b" * 64), jobs=1, progress=progress)
    assert "shop, mine, round 2: 6 of 6 tasks passed (2 of 8 rounds)" in capsys.readouterr().err.splitlines()


def test_a_long_run_tells_some_of_its_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    planned_rounds = 1000 * 5 * 3
    with run_progress(Console(file=StringIO())) as progress:
        for done in range(1, planned_rounds + 1):
            progress(Advance("shop", "mine", 1, 1, None, done, planned_rounds))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 300
    assert lines[-1].endswith("(15,000 of 15,000 rounds)")


def test_a_terminal_shows_bars_and_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with authoring_progress(Console(file=StringIO(), force_terminal=True), 1) as progress:
        progress.gate("shop", 0, 32)
        progress.ended("item/shop", "ready")
    with authoring_progress(Console(file=StringIO()), 1) as progress:
        progress.gate("wiki", 0, 32)
        progress.left("item/wiki", "verify")
        progress.ended("item/wiki", "ready")
        progress.ended("item/of-yesterday", "ready")
        progress.ended("plan", "planned")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "wiki: judging 32 submissions\nwiki: ended, 1 of 1 item\n"
