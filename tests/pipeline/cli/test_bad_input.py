"""A suite that was edited into nonsense, and a machine that lacks something: a clear message, and nothing is begun."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.browser.visits import require_chromium
from pipeline.cli.judge import judge
from pipeline.cli.judgeable_items import lack_of_proof
from pipeline.cli.main import main
from pipeline.cli.renewal import refresh
from pipeline.cli.review import review
from pipeline.cli.run import run
from pipeline.cli.run_setup import RunOrder, start
from pipeline.cli.verbs import OWN_ENVIRONMENT
from pipeline.runner.driver import no_progress
from plans.errors import EXIT_CODE, AuthorError, BrowserMissing, Cause, InvalidFile
from plans.files import write_record
from plans.items import suite_item, write_project
from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.marks import MarkCode
from plans.records.project import Project
from plans.settings import read_settings
from tests.pipeline.runner.stand_ins import CLAUSE, accessible_shop, shop, suite

ROOT = Path(__file__).resolve().parents[3]


def suite_of(folder: Path, item: Project) -> SuitePaths:
    paths = SuitePaths(folder)
    write_project(paths.item(item.id), item, "")
    write_record(paths.suite, suite(item).model_copy(update={"items": (suite_item(item),)}))
    return paths


def with_parents(**parents: str) -> Project:
    """The shop, with these prerequisites put in by hand."""
    project = shop(features=("cart",))
    tasks = tuple(
        task.model_copy(update={"depends_on": (parents[task.id.replace("-", "_")],)})
        if task.id.replace("-", "_") in parents
        else task
        for task in project.criteria.tasks
    )
    return project.model_copy(update={"criteria": Criteria(tasks=tasks)})


async def test_a_cycle_is_told_before_anything_is_run(tmp_path: Path) -> None:
    """Once the judge met it, twice a round, and every task was unresolved."""
    paths = suite_of(tmp_path / "suite", with_parents(cart_presence="cart-robustness"))
    order = RunOrder(suite=paths.root, agents=("nop",), out=tmp_path / "run")
    with pytest.raises(InvalidFile, match="is in a cycle: cart-.* Remove one of these edges"):
        await start(order, no_progress)
    assert not (tmp_path / "run").exists()


def test_a_prerequisite_that_does_not_exist_is_told_by_judge(tmp_path: Path) -> None:
    paths = suite_of(tmp_path / "suite", with_parents(cart_functionality="nowhere"))
    arguments = [str(tmp_path), "--item", str(paths.item("shop").root)]
    with pytest.raises(InvalidFile, match="depends on 'nowhere', which does not exist"):
        CliRunner().invoke(judge, arguments, standalone_mode=False, catch_exceptions=False)


def test_a_free_interface_leaves_no_accessibility_to_judge(tmp_path: Path) -> None:
    item = suite_of(tmp_path, accessible_shop()).item("shop").root
    with pytest.raises(AuthorError, match="--interface free leaves out"):
        judge.main(
            [str(tmp_path), "--item", str(item), "--task", CLAUSE, "--interface", "free"],
            standalone_mode=False,
        )


def test_an_item_that_there_is_not_is_no_item_of_which_nothing_waits(tmp_path: Path) -> None:
    """`review --item` with a slip of the pen said that nothing waits for a decision."""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    with pytest.raises(AuthorError, match=r"There is no item 'shoop' in .*There are: .*, shop\."):
        CliRunner().invoke(review, [str(paths.root), "--item", "shoop"], catch_exceptions=False)
    known = CliRunner().invoke(review, [str(paths.root), "--item", "shop"], catch_exceptions=False)
    assert known.output == "Nothing waits for a decision.\n"


def test_a_suite_is_no_place_for_its_own_next_version(tmp_path: Path) -> None:
    """It first said what it writes there and how long that takes, and then that it does not."""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    command = [str(paths.root), "--out", f"{paths.root}/../suite"]
    with pytest.raises(AuthorError, match="is the suite itself"):
        CliRunner().invoke(refresh, command, catch_exceptions=False)


def test_an_agent_without_its_command_line_is_told_that(tmp_path: Path) -> None:
    """It said that there is no agent 'x=command:', and listed every agent that there is."""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    command = [str(paths.root), "--agent", "x=command:", "--out", str(tmp_path / "run")]
    with pytest.raises(AuthorError, match="Agent 'x' has no command line. Give one: x=command:PROGRAM"):
        CliRunner().invoke(run, command, catch_exceptions=False)


def test_a_browser_that_is_named_and_not_there_is_told_by_its_name() -> None:
    settings = read_settings({"BENCHWRIGHT_CHROMIUM": "/nowhere/chromium"})
    with pytest.raises(BrowserMissing, match="/nowhere/chromium"):
        require_chromium(settings.chromium)


def call_main(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int | str | None:
    """What the whole command exits with."""
    for name, value in OWN_ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["benchwright", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_submission_without_a_page_is_of_no_use_and_that_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: tuple[str]
) -> None:
    """It counted as an ordinary answer, exit code 1, and each root task gave the same reason again."""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "notes.txt").write_text("Nothing to open.")
    code = call_main(monkeypatch, "judge", submission, "--item", paths.item("shop").root, *options)
    said = capsys.readouterr()
    assert code == EXIT_CODE[Cause.AGENT] == 7
    assert said.err.count("The submission has no start page") == 1
    assert said.out == "" if not options else MarkCode.NOTHING_SERVABLE in said.out
    assert not options or "error" not in json.loads(said.out), "one document, the judgement"
    assert (MarkCode.UNPROVED in said.err) or (MarkCode.UNPROVED in said.out), (
        "an item that was authored without the gate gave verdicts as any other"
    )


@pytest.mark.slow
def test_a_browser_that_does_not_start_is_told_as_a_fault_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended with 1, as if the submission had been judged and found wanting."""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\n[ "$1" = --version ] && exec echo Chromium 140\nexit 1\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BENCHWRIGHT_CHROMIUM", str(browser))
    item = paths.item("shop")
    code = call_main(monkeypatch, "judge", item.reference, "--item", item.root)
    said = capsys.readouterr()
    assert code == EXIT_CODE[Cause.INFRASTRUCTURE] == 4
    assert "3 of 3 tasks could not be judged, which is not the submission's doing" in said.err
    assert "3 unresolved" in said.out


def test_what_proves_an_item_is_looked_for_in_its_suite_and_else_beside_it(tmp_path: Path) -> None:
    alone = SuitePaths(ROOT / "generated" / "sample").item("plant-shop")
    assert lack_of_proof(alone, None) == ""
    assert lack_of_proof(alone, SuitePaths(ROOT / "generated" / "sample")) == ""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    assert lack_of_proof(paths.item("shop"), paths) == "it has no evidence"
    paths.item("shop").prd.unlink()
    assert "cannot be read: " in lack_of_proof(paths.item("shop"), paths)
    assert "prd.yaml: is missing" in lack_of_proof(paths.item("shop"), paths)


@pytest.mark.slow
def test_where_nothing_safe_can_be_had_nothing_is_executed_and_what_to_install_is_said(
    tmp_path: Path,
) -> None:
    """And nothing weaker is taken in its stead: that has to be named."""
    paths = suite_of(tmp_path / "suite", shop(features=("cart",)))
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "package.json").write_text('{"scripts": {"start": "node server.js"}}')
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "ls").symlink_to("/usr/bin/ls")

    def said(code: int, *arguments: object) -> str:
        """In a process of its own: what has once been possible in this one is not tried again."""
        command = [sys.executable, "-m", "pipeline.cli.main", *map(str, arguments)]
        ended = subprocess.run(
            command, env={**os.environ, "PATH": str(programs)}, capture_output=True, text=True, check=False
        )
        assert ended.returncode == code, ended.stderr
        return ended.stderr

    run = ("run", paths.root, "--agent", "x=command:ls", "--out", tmp_path / "run", "--rounds", 1)
    assert EXIT_CODE[Cause.INFRASTRUCTURE] == 4
    assert "apt-get install bubblewrap" in said(4, *run)
    assert not (tmp_path / "run" / "trials").exists()

    judge_it = ("judge", submission, "--item", paths.item("shop").root)
    assert "apt-get install bubblewrap" in said(4, *judge_it)
    refused = said(3, *judge_it, "--sandbox", "local")
    assert (
        "There is no sandbox 'local'. Use one of: bubblewrap, docker, local-unsafe, inspect:KIND" in refused
    )
