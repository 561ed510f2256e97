"""What an agent is told of its submission, held against what is done with one."""

import re
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.sandbox.serving import CommandSite, StaticSite, find_site
from pipeline.runner.archive import LEFT_OUT_FOLDERS
from pipeline.runner.messages import first_message, next_message
from plans.records.code_agent import AgentSpec
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.run import RunSpec
from plans.records.verdict import Judgement, Status
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop, verdict

PROMPTER = JinjaPrompter()
PACKAGE = '{"scripts": {"%s": "%s"}, "devDependencies": {"vite": "^7"}}'


def run_of(mode: str, later: str = "feedback") -> RunSpec:
    agent = AgentSpec(name="mine", kind="scripted", version="1")
    return planned((shop(),), (agent,), ReadingJudge(), mode=mode, later=later)


def later_message(run: RunSpec, cart: Status = Status.FAILED) -> str:
    feedback = Feedback(
        policy=LeakPolicy.SYMPTOM, persona="plain", text="The cart is broken.", points=(), satisfied=False
    )
    criteria = shop().criteria
    judgement = Judgement(
        item="shop",
        graded_digest="0",
        submission_digest="0",
        judge="reading",
        judge_digest="0",
        tasks=tuple(
            verdict(task, cart if task.id == "cart-presence" else Status.PASSED) for task in criteria.tasks
        ),
    )
    return next_message(PROMPTER, feedback, judgement, criteria, run)


@pytest.mark.parametrize("mode", ["query", "full-prd"])
def test_an_agent_is_told_each_way_in_which_a_submission_is_opened(tmp_path: Path, mode: str) -> None:
    """That a built folder may stand in for a start script was said nowhere."""
    message = first_message(PROMPTER, shop(), run_of(mode))
    script, top, built = re.findall(r"^\d\. (.*)$", message, flags=re.MULTILINE)

    folders = re.findall(r"`(\w+)/`", built)
    for name in folders:
        page = tmp_path / name / name / "index.html"
        page.parent.mkdir(parents=True)
        page.write_text("<h1>Built</h1>")
        assert find_site(tmp_path / name) == StaticSite(page.parent)
    assert folders == re.findall(r"`(\w+)/`", script)

    submission = tmp_path / "dist"
    assert "`index.html`" in top
    (submission / "index.html").write_text("<h1>Top</h1>")
    assert find_site(submission) == StaticSite(submission)

    package = submission / "package.json"
    scripts = re.findall(r"`(start|dev)`", script)
    for name in scripts:
        package.write_text(PACKAGE % (name, "node server.js"))
        assert find_site(submission) == CommandSite(submission, ("npm", "run", "--silent", name))
        package.write_text(PACKAGE % (name, "vite"))
        assert find_site(submission) == StaticSite(submission / "dist", instead_of=name)
    assert scripts == ["start", "dev"]


def test_an_agent_is_told_at_once_and_later_what_does_not_come_along() -> None:
    """Who kept a repository heard of it in round 2, when its history was gone."""
    run = run_of("query")
    for message in (
        first_message(PROMPTER, shop(), run),
        later_message(run),
        later_message(run_of("query", "debug")),
    ):
        assert "empty folders" in message
        assert all(f"`{name}`" in message for name in LEFT_OUT_FOLDERS)


def test_a_round_of_feedback_repeats_the_user_and_a_round_of_debugging_reports_each_failed_check() -> None:
    told, reported = later_message(run_of("query")), later_message(run_of("query", "debug"))
    assert "> The cart is broken." in told
    assert "The cart is broken." not in reported
    assert "2 of 36 checks did not pass. These did not pass, each" in reported
    assert "1. The cart is there\n   - expected: The cart can be seen\n   - seen: an empty page\n" in reported


def test_a_round_of_debugging_after_nothing_failed_asks_for_no_mending() -> None:
    reported = later_message(run_of("query", "debug"), cart=Status.UNRESOLVED)
    assert "no check failed: 34 passed, and 2 could not be decided" in reported
    assert "find out why" not in reported
