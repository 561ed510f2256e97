"""`benchwright judge` that is stopped tells what it had decided."""

import os
import signal
import sys
import time
from pathlib import Path
from subprocess import PIPE, Popen
from uuid import uuid4

import pytest

from agents.judging.dag import undecided
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.judge import print_part
from pipeline.cli.output import open_console
from pipeline.cli.wiring.judging import judge_for
from plans.files import read_record
from plans.items import write_files, write_grader, write_project
from plans.paths import ItemPaths
from plans.prd_text import prd_text
from plans.python_project.catalog.library import shipped_library
from plans.records.criteria import Criteria
from plans.records.marks import MarkCode
from plans.records.project import Project
from plans.records.verdict import JudgeRequest, Status, TaskVerdict
from plans.settings import read_settings
from tests.agents.sandbox.providers import refusal
from tests.pipeline.cli.heeding import HEEDING
from tests.plans.python_project.composing import CANARY, composed
from tests.test_house import ROOT

pytestmark = pytest.mark.slow

IN_A_SANDBOX = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
SLOW = "records-change"


@pytest.fixture
def project() -> Project:
    return composed(shipped_library(), "houseplants", ("records", "search"))


def sleeping(project: Project, mark: str) -> dict[str, str]:
    """The reference, of which a change takes very long; by the mark it is seen among the machine's processes."""
    assert project.reference is not None
    wait = (
        "import subprocess, sys\n"
        f"if 'change' in sys.argv: subprocess.run([sys.executable, '-c', 'import time; time.sleep(99)', {mark!r}])\n"
    )
    main = project.reference["src/main.py"]
    return {**project.reference, "src/main.py": wait + main}


def is_running(mark: str) -> bool:
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if mark in words and "time.sleep" in words:
            return True
    return False


@IN_A_SANDBOX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("as_json", [False, True])
def test_what_was_decided_is_printed_and_what_was_not_is_named(
    tmp_path: Path, project: Project, number: signal.Signals, code: int, as_json: bool
) -> None:
    """After minutes of judging nothing was left but "Stopped."."""
    mark = uuid4().hex
    write_project(ItemPaths(tmp_path / "item"), project, prd_text(project.prd, CANARY))
    write_files(tmp_path / "mine", sleeping(project, mark))
    words = [*HEEDING, sys.executable, "-m", "pipeline.cli.main", "judge", str(tmp_path / "mine")]
    words += ["--item", str(tmp_path / "item"), "--task", SLOW, *(["--json"] if as_json else [])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with Popen(words, stdout=PIPE, stderr=PIPE, text=True, env=environment) as judging:
        until = time.monotonic() + 100
        while not is_running(mark):
            assert judging.poll() is None, judging.communicate()
            assert time.monotonic() < until
            time.sleep(0.1)
        judging.send_signal(number)
        output, errors = judging.communicate(timeout=60)
    assert judging.returncode == code
    told = errors if as_json else output
    assert "✓ passed menu-start" in told
    assert f"not decided: {SLOW}." in told
    assert "Stopped. The same command begins anew." in errors
    if as_json:
        assert output == "", "half a judgement is no JSON that a script could read"
    assert not is_running(mark)


def test_who_was_caught_forging_has_passed_no_tests_by_then_either(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    forged, passed = [task for task in project.criteria.tasks if task.how.kind == "unit-test"][:2]
    verdicts = {
        forged.id: undecided(
            forged, Status.UNRESOLVED, "its report was forged", marks=(MarkCode.FORGED_TESTS,)
        ),
        passed.id: undecided(passed, Status.PASSED, "2 passed"),
    }
    print_part(verdicts, (forged, passed), project.criteria, open_console())
    out = capsys.readouterr().out
    assert "2 of 2 evaluation tasks decided (2 unresolved); not decided: none." in out
    assert f"? unresolved {passed.id}" in out


@IN_A_SANDBOX
async def test_each_verdict_on_a_program_is_heard_as_it_is_in_the_judgement(
    tmp_path: Path, project: Project
) -> None:
    assert project.reference is not None
    write_files(tmp_path / "mine", {**project.reference, "src/main.py": "print('nothing')\n"})
    criteria = Criteria(tasks=project.criteria.with_prerequisites(frozenset({"menu-list", SLOW})))
    heard: dict[str, TaskVerdict] = {}
    write_grader(tmp_path / "grader", project.grader)
    request = JudgeRequest(
        item="trial", submission=tmp_path / "mine", grader=tmp_path / "grader", criteria=criteria
    )
    sandbox = make_sandbox(USUAL)
    async with judge_for(
        "python_project", read_settings(), sandbox, on_verdict=lambda one: heard.update({one.task: one})
    ) as judge:
        judgement = await judge.judge(request)
    tried = {one.task: one for one in judgement.tasks if one.attempts}
    assert tried
    assert heard == tried


@pytest.mark.browser
async def test_each_verdict_on_a_page_is_heard_as_it_is_in_the_judgement() -> None:
    item = ItemPaths(ROOT / "generated" / "sample" / "items" / "plant-shop")
    criteria = read_record(item.criteria, Criteria)
    heard: dict[str, TaskVerdict] = {}
    request = JudgeRequest(
        item="plant-shop", submission=item.reference, criteria=criteria, only=frozenset({"browse-facts"})
    )
    async with judge_for(
        "webapp", read_settings(), on_verdict=lambda one: heard.update({one.task: one})
    ) as judge:
        judgement = await judge.judge(request)
    assert {"browse-list", "browse-facts"} <= set(heard)
    assert heard == {one.task: one for one in judgement.tasks}
