"""What `benchwright run` makes of its options, before and around the run itself."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agents.authoring.evaluation.agent import settled
from pipeline.cli.report import report
from pipeline.cli.run import run
from pipeline.cli.run_setup import RunOrder, start
from pipeline.report.remarks import remarks
from pipeline.runner.driver import no_progress
from pipeline.runner.planning import Terms
from plans.errors import EXIT_CODE, AuthorError, Cause, Event, RunMismatch
from plans.files import read_record, write_record
from plans.items import read_project, suite_item, write_project
from plans.paths import RunPaths, SuitePaths
from plans.records.feedback import LeakPolicy
from plans.records.marks import Mark, MarkCode
from plans.records.project import Project
from plans.records.result import RunResult
from plans.records.run import RunSpec
from plans.records.specification import Underspecification
from plans.settings import read_settings
from tests.agents.sandbox import stand_in_docker
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop, suite
from tests.proofs import proof

READABLE = "".join(f"<p>cart-{level}</p>" for level in ("presence", "functionality", "robustness"))
"""A page on which the tasks of the shop's cart are met."""
SECRET = "a-value-that-may-stand-nowhere"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --out a run lies in `runs/` of the working directory, where an earlier one may lie."""
    monkeypatch.chdir(tmp_path)


def suite_of(folder: Path, *items: Project) -> Path:
    """A suite on disk."""
    paths = SuitePaths(folder)
    for item in items:
        write_project(paths.item(item.id), item, "")
    listed = suite(*items).model_copy(update={"items": tuple(suite_item(item) for item in items)})
    write_record(paths.suite, listed)
    return folder


def call(*arguments: Any) -> Result:
    return CliRunner().invoke(run, [str(a) for a in arguments], standalone_mode=False, catch_exceptions=False)


def command(folder: Path) -> str:
    """A program that submits what it sees of the environment."""
    script = folder / "agent.py"
    script.write_text(
        "import os, pathlib\n"
        "seen = '\\n'.join(f'{k}={len(v)}' for k, v in sorted(os.environ.items()))\n"
        "pathlib.Path('seen.txt').write_text(seen)\n"
    )
    return f"mine=command:{sys.executable} {script}"


async def test_a_command_gets_the_named_variables_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", SECRET)
    monkeypatch.setenv("OTHER_KEY", SECRET)
    order = RunOrder(
        suite=suite_of(tmp_path / "sample", shop(features=("cart",))),
        agents=(command(tmp_path),),
        out=tmp_path / "run",
        rounds=1,
        sandbox="local-unsafe",
        pass_env=("MODEL_KEY",),
    )
    await start(order, no_progress)

    seen = next((tmp_path / "run" / "archive").rglob("seen.txt")).read_text()
    assert f"MODEL_KEY={len(SECRET)}" in seen
    assert "OTHER_KEY" not in seen
    assert read_record(RunPaths(tmp_path / "run").spec, RunSpec).place.passed_on == ("MODEL_KEY",)
    files = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert [path for path in files if SECRET.encode() in path.read_bytes()] == []


@pytest.mark.browser
async def test_the_agent_class_that_is_shown_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How to name a class of one's own stood nowhere."""
    page = (Path(__file__).resolve().parents[3] / ".github" / "agents.md").read_text()
    shown = re.search(r"```python\n(.*?)```", page, flags=re.DOTALL)
    assert shown
    (tmp_path / "my_agent.py").write_text(shown[1])
    monkeypatch.syspath_prepend(tmp_path)
    order = RunOrder(
        suite=suite_of(tmp_path / "sample", shop(features=("cart",))),
        agents=("mine=my_agent:MyAgent",),
        out=tmp_path / "run",
        rounds=1,
    )
    result = await start(order, no_progress)
    assert [score.agent.kind for score in result.agents] == ["my_agent:MyAgent"]
    assert "Nothing yet" in next((tmp_path / "run" / "archive").rglob("index.html")).read_text()
    assert "Round 1: " in next((tmp_path / "run").rglob("transcript.txt")).read_text()


def test_a_run_of_nobody_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(
        AuthorError, match="No agent is named.*NAME=command:.*codex:MODEL.*minimal:MODEL.*nop, oracle"
    ):
        call(suite_of(tmp_path / "sample", shop()), "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("agent", ["codex:some-model", "mine=claude-code:some-model"])
def test_a_program_that_could_not_ask_its_model_there_is_refused_before_it_is_installed(
    tmp_path: Path, agent: str
) -> None:
    """All of it was installed, and then every round was refused."""
    with pytest.raises(AuthorError, match=f"{agent[:4]}.* our relay, and inspect:docker has no way"):
        call(suite_of(tmp_path / "sample", shop()), "--agent", agent, "--sandbox", "inspect:docker")


def test_a_variable_that_is_not_set_is_named(tmp_path: Path) -> None:
    folder = suite_of(tmp_path / "sample", shop())
    with pytest.raises(AuthorError, match="'NOT_SET_ANYWHERE' cannot be passed on"):
        call(
            *(folder, "--agent", command(tmp_path), "--sandbox", "local-unsafe"),
            *("--pass-env", "NOT_SET_ANYWHERE", "--out", tmp_path / "run"),
        )


def test_debugging_gives_all_away_and_is_not_recorded_as_less(tmp_path: Path) -> None:
    folder = suite_of(tmp_path / "sample", shop())
    with pytest.raises(AuthorError, match="Give one of them"):
        call(folder, "--agent", "nop", "--debug", "--leak-policy", "symptom")


def test_the_specification_and_a_level_of_the_request_exclude_each_other(tmp_path: Path) -> None:
    folder = suite_of(tmp_path / "sample", shop())
    with pytest.raises(AuthorError):
        call(folder, "--agent", "nop", "--full-prd", "--level", "low", "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("family", "asked", "mode"),
    [
        ("webapp", {}, "query"),
        ("webapp", {"level": Underspecification.LOW}, "query"),
        ("webapp", {"full_prd": True}, "full-prd"),
        ("python_project", {}, "full-prd"),
        ("python_project", {"level": Underspecification.LOW}, "query"),
        ("python_project", {"full_prd": True}, "full-prd"),
    ],
)
def test_agents_are_told_by_what_the_criteria_were_shown_fair(
    tmp_path: Path, family: str, asked: dict[str, object], mode: str
) -> None:
    """Agents on Python projects got a request, which left out what the criteria asked for by the word."""
    order = RunOrder.model_validate({"suite": tmp_path, "agents": ("nop",), "out": tmp_path / "run", **asked})
    chosen = order.choices(Terms(3, LeakPolicy.SYMPTOM), family)
    assert (chosen.mode, chosen.rounds) == (mode, 3)


def test_what_is_to_be_shown_to_an_agent_must_be_there(tmp_path: Path) -> None:
    folder = suite_of(tmp_path / "sample", shop())
    with pytest.raises(AuthorError, match="--mount .*gone' is not there"):
        call(folder, "--agent", "x=command:true", "--mount", tmp_path / "gone", "--out", tmp_path / "run")


def test_a_variable_that_reaches_nobody_is_refused(tmp_path: Path) -> None:
    folder = suite_of(tmp_path / "sample", shop())
    with pytest.raises(AuthorError, match="--pass-env 'HOME' applies to"):
        call(folder, "--agent", "nop", "--pass-env", "HOME", "--out", tmp_path / "run")


@pytest.mark.parametrize(
    ("script", "event"), [("exit 75", "endpoint failed"), ("no-such-program", "agent not started")]
)
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_run_that_could_judge_nothing_of_a_trial_ends_with_4(
    tmp_path: Path, script: str, event: str, more: list[str]
) -> None:
    """An endpoint that was down in every round ended with 0, and a script took it for a finished run."""
    folder = suite_of(tmp_path / "sample", shop(features=("cart",)))
    agents = ("--agent", f"down=command:sh -c '{script}'", "--agent", "nop", "--sandbox", "local-unsafe")
    result = CliRunner().invoke(
        run,
        [str(folder), *agents, "--rounds", "1", "--out", str(tmp_path / "run"), *more],
        catch_exceptions=False,
    )
    assert result.exit_code == EXIT_CODE[Cause.INFRASTRUCTURE]
    assert f"shop, down, round 1: {event}, 3 tasks" in (result.stderr if more else result.stdout)
    if more:
        told = json.loads(result.stdout)
        assert [score["agent"]["name"] for score in told["agents"]] == ["down", "nop"]
        assert [(one["agent"], one["event"], one["is_trial_lost"]) for one in told["faults"]] == [
            ("down", event, True)
        ]


@pytest.mark.slow
@pytest.mark.browser
def test_a_browser_that_dies_costs_a_run_nothing_but_the_same_command_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tasks stayed unresolved for good, nobody said why, and the run ended with 0."""
    sound = read_settings().chromium
    assert sound is not None, "this story needs a Chromium: run `make setup`"
    browser, broken = tmp_path / "browser", tmp_path / "broken"
    browser.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] || [ ! -e {broken} ] && exec {sound} "$@"\nkill -9 $$\n'
    )
    browser.chmod(0o755)
    monkeypatch.setenv("BENCHWRIGHT_CHROMIUM", str(browser))
    item = shop(features=("cart",))
    item = item.model_copy(update={"reference": {"index.html": READABLE}})
    asked = [str(suite_of(tmp_path / "sample", item)), "--agent", "oracle", "--rounds", "1", "--out"]

    def ran() -> tuple[int, RunResult]:
        done = CliRunner().invoke(run, [*asked, str(tmp_path / "run")], catch_exceptions=False)
        return done.exit_code, read_record(RunPaths(tmp_path / "run").result, RunResult)

    broken.touch()
    code, result = ran()
    assert code == EXIT_CODE[Cause.INFRASTRUCTURE]
    assert [(one.event, len(one.tasks), one.is_trial_lost) for one in result.faults] == [
        (Event.BROWSER_LOST, 3, True)
    ]
    assert result.baseline_failures == (), "nothing was seen of the reference"
    broken.unlink()
    code, result = ran()
    assert (code, result.faults, result.baseline_failures) == (0, (), ())
    assert result.agents[0].rounds[0].task_pass_rate.low == 1.0


def test_a_run_whose_oracle_falls_short_ends_with_5(tmp_path: Path) -> None:
    """It is there to prove the harness, and at 0% the run said nothing and ended with 0."""
    item = shop(features=("cart",)).model_copy(update={"reference": {"notes.txt": "No page."}})
    agents = ("--agent", "oracle", "--agent", "nop", "--rounds", "1")
    result = CliRunner().invoke(
        run, [str(suite_of(tmp_path / "sample", item)), *agents, "--out", str(tmp_path / "run")]
    )
    assert result.exit_code == EXIT_CODE[Cause.JUDGE], result.output
    (told,) = [line for line in result.stdout.splitlines() if "oracle reached" in line]
    assert "shop (cart-presence" in told
    (failure,) = read_record(RunPaths(tmp_path / "run").result, RunResult).baseline_failures
    assert "cart-presence" in failure.tasks["shop"]


def test_a_run_whose_agents_fail_by_themselves_is_done(tmp_path: Path) -> None:
    folder = suite_of(tmp_path / "sample", shop(features=("cart",)))
    agents = ("--agent", "mine=command:sh -c 'exit 3'", "--sandbox", "local-unsafe")
    result = CliRunner().invoke(run, [str(folder), *agents, "--rounds", "1", "--out", str(tmp_path / "run")])
    assert result.exit_code == 0, result.output
    assert "agent failed: 1 round of mine, exit code 3" in result.stdout
    assert "nothing new submitted: 1 round of mine" in result.stdout


async def test_a_run_goes_by_what_its_items_ask_for(tmp_path: Path) -> None:
    """The rounds that a reviewer put into evaluation.yaml at the release checkpoint are those that are played."""
    item = shop(features=("cart",))
    folder = suite_of(tmp_path / "sample", item)
    asked = settled(item.criteria, item.query, LeakPolicy.REQUIREMENT, 2)
    write_record(SuitePaths(folder).item("shop").evaluation, asked)

    order = RunOrder(suite=folder, agents=("nop",), out=tmp_path / "run")
    await start(order, no_progress)
    spec = read_record(RunPaths(tmp_path / "run").spec, RunSpec)
    assert (spec.play.rounds, spec.play.leak_policy) == (2, LeakPolicy.REQUIREMENT)

    said = order.model_copy(update={"rounds": 1, "out": tmp_path / "said"})
    await start(said, no_progress)
    assert read_record(RunPaths(tmp_path / "said").spec, RunSpec).play.rounds == 1


async def test_a_run_of_items_that_are_not_proved_says_so_beside_its_numbers(tmp_path: Path) -> None:
    """Such items were scored like any other: only whether the evidence had cells was looked at."""
    items = [shop(id, features=("cart",)) for id in ("proved", "claimed", "bare")]
    folder = suite_of(tmp_path / "sample", *items)
    proved, claimed = (SuitePaths(folder).item(id) for id in ("proved", "claimed"))
    write_record(proved.evidence, proof(read_project(proved)))
    whole = proof(read_project(claimed))
    write_record(claimed.evidence, whole.model_copy(update={"cells": whole.cells[1:]}))

    result = await start(RunOrder(suite=folder, agents=("nop",), out=tmp_path / "run", rounds=1), no_progress)
    assert list(result.run.proof.judges) == ["proved"]
    assert result.run.proof.unproved == {
        "claimed": "nop (run 1) was never judged",
        "bare": "it has no evidence",
    }
    assert Mark(code=MarkCode.UNPROVED, detail="2 of 3 items") in result.marks
    remark = next(r for r in remarks(result) if r.title.startswith("Without evidence"))
    assert remark.weight == "warning"
    assert "claimed (nop (run 1) was never judged); bare (it has no evidence)" in remark.text


async def test_evidence_that_another_gate_made_is_told(tmp_path: Path) -> None:
    """`check` warned of it, and a run of the same suite said nothing."""
    folder = suite_of(tmp_path / "sample", shop(features=("cart",)))
    paths = SuitePaths(folder)
    write_record(paths.plan, PLAN)
    made = proof(read_project(paths.item("shop")))
    other = made.model_copy(update={"digests": made.digests.model_copy(update={"gate": "f" * 64})})
    write_record(paths.item("shop").evidence, other)

    result = await start(RunOrder(suite=folder, agents=("nop",), out=tmp_path / "run", rounds=1), no_progress)
    (told,) = result.run.proof.outdated.values()
    assert told.startswith("by another version of the release gate")
    assert told.endswith(f"(gate {'f' * 16})")
    (remark,) = [r for r in remarks(result) if "release gate did not make: 1 item" in r.title]
    assert remark.weight == "warning"


@pytest.mark.skipif(stand_in_docker.lack() is not None, reason=stand_in_docker.lack() or "")
async def test_the_image_that_programs_run_in_is_among_the_tools_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another BENCHWRIGHT_IMAGE has another Node.js, and a run that was taken up again with it looked like the same."""
    stand_in_docker.provide(monkeypatch, tmp_path / "daemon")
    suite = suite_of(tmp_path / "sample", shop(features=("cart",)))
    order = RunOrder(suite=suite, agents=("nop",), out=tmp_path / "run", rounds=1, sandbox="docker")
    result = await start(order, no_progress)
    assert result.run.tools.versions["image"] == f"node:22-bookworm {stand_in_docker.IMAGE['Id']}"

    monkeypatch.setenv("BENCHWRIGHT_IMAGE", "node:24-bookworm")
    with pytest.raises(
        RunMismatch, match="tools.versions, image: was node:22-bookworm .*, is node:24-bookworm "
    ):
        await start(order, no_progress)

    plain = await start(order.model_copy(update={"sandbox": None, "out": tmp_path / "plain"}), no_progress)
    assert "image" not in plain.run.tools.versions, "nothing ran in a container"


@pytest.mark.parametrize("limit", ["0", "-1", "inf", "nan", "-nan"])
def test_a_time_limit_that_is_no_time_is_a_matter_of_usage(tmp_path: Path, limit: str) -> None:
    """It was a traceback of the record that refused it."""
    result = CliRunner().invoke(run, [str(tmp_path), "--agent", "nop", "--time-limit", limit])
    assert result.exit_code == 2
    assert "Invalid value for '--time-limit'" in result.output


@pytest.mark.parametrize(
    "option",
    ["--rounds=0", "--rounds=-1", "--rounds=21", "--jobs=0", "--jobs=-2", "--repeats=0", "--repeats=1.5"],
)
def test_a_number_that_makes_no_sense_is_refused_with_the_range(tmp_path: Path, option: str) -> None:
    result = CliRunner().invoke(run, [str(tmp_path), "--agent", "nop", option])
    assert result.exit_code == 2
    assert f"Invalid value for '{option.split('=')[0]}'" in result.output


@pytest.mark.parametrize("option", ["--item=shop", "--agent=nop", "--rounds=2", "--full-prd"])
def test_what_judging_again_would_pass_over_is_refused(tmp_path: Path, option: str) -> None:
    """`run --rejudge --item shop` judged all items again."""
    folder = suite_of(tmp_path / "sample", shop())
    result = CliRunner().invoke(run, [str(folder), "--rejudge", option])
    assert result.exit_code == 2
    assert option.split("=")[0] in result.output


def test_what_judging_again_goes_by_is_taken(tmp_path: Path) -> None:
    """Of a run that there is not, it was said that its run.yaml is missing."""
    folder = suite_of(tmp_path / "sample", shop())
    with pytest.raises(AuthorError, match="No run lies in .*run"):
        call(
            folder,
            "--rejudge",
            "--out",
            tmp_path / "run",
            "--jobs",
            "1",
            "--sandbox",
            "local-unsafe",
            "--json",
        )


STEERING = (
    "\x1b]52;c;eA==\x07 \x1b]8;;http://evil.example\x1b\\\\ \x9b2J \u202e \u2066 \u200b [/bold][link=x]"
)
"""What writes to the clipboard, makes a link, clears a screen, reorders a line and hides; and markup of a console."""


@pytest.mark.browser
def test_what_agents_and_pages_say_steers_no_terminal_and_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From an agent's program and its app to the terminal, --json and the page, which are read with trust."""
    script = tmp_path / "agent.py"
    script.write_text(
        "import pathlib, sys\n"
        f"said = {STEERING!r}\n"
        "page = f'<title>{said}</title><h1>{said}</h1><button>Card {said}</button><a href=#>Cart {said}</a>'\n"
        "pathlib.Path('index.html').write_text('<meta charset=utf-8>' + page)\n"
        "sys.exit(f'It broke: {said}')\n"
    )
    suite_folder, out = suite_of(tmp_path / "sample", shop(features=("cart",))), tmp_path / "run"
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    agent = f"mine=command:{sys.executable} {script}"
    asked = (suite_folder, "--agent", agent, "--rounds", 1, "--sandbox", "local-unsafe", "--out", out)
    told = [call(*asked).output, call(*asked, "--json").stdout]
    for words in ((out,), (out, "--json")):
        told.append(CliRunner().invoke(report, [str(word) for word in words]).stdout)
    page = (out / "report.html").read_text()

    for text in (*told, page):
        assert not re.search(
            r"[\x07\x80-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]|\x1b[^[]|\x1b\[2J", text
        )
    assert r"\u202e \u2066 \u200b" in page, "it is shown as what it is"
    for text in (told[1], told[3]):
        assert text.isascii()
        assert json.loads(text)
