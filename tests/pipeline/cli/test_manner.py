"""`--manner`: on which copies commands are carried out, as it is told, recorded and judged again by."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.judge import judge
from pipeline.cli.run import run
from pipeline.cli.run_setup import RunOrder, rejudge, start
from pipeline.report.remarks import remarks
from pipeline.runner.driver import no_progress
from plans.errors import RunMismatch
from plans.files import read_record, write_record
from plans.items import suite_item, write_files, write_project
from plans.paths import RunPaths, SuitePaths
from plans.prd_text import prd_text
from plans.python_project.catalog.library import shipped_library
from plans.records.criteria import Criteria, Level
from plans.records.result import RunResult
from plans.records.run import RunSpec
from plans.records.suite import Suite
from tests.agents.judging.commands.programs import KEEPING, shell, task
from tests.agents.sandbox.providers import refusal
from tests.plans.python_project.composing import CANARY, composed

ROOT = Path(__file__).parents[3]
IN_A_SANDBOX = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
TASKS = tuple(
    one.model_copy(update={"level": Level.PRESENCE})
    for one in (
        task("add", shell("add\n", "it is stored", "stored now")),
        task("show", shell("show\n", "what was stored", "found: one")),
    )
)


@pytest.fixture
def suite(tmp_path: Path) -> SuitePaths:
    """A suite of one item, of whose tasks the second passes only after the first."""
    whole = composed(shipped_library(), "houseplants", ("records", "search"))
    project = whole.model_copy(update={"criteria": Criteria(tasks=TASKS), "mutants": ()})
    paths = SuitePaths(tmp_path / "suite")
    write_project(paths.item(project.id), project, prd_text(project.prd, CANARY))
    listed = Suite(
        name="registers",
        family="python_project",
        version="1.0.0",
        plan_digest="0" * 64,
        canary=CANARY,
        licence="MIT",
        items=(suite_item(project),),
    )
    write_record(paths.suite, listed)
    return paths


@pytest.mark.slow
@IN_A_SANDBOX
def test_judge_tells_what_comes_out_otherwise_in_order(suite: SuitePaths, tmp_path: Path) -> None:
    write_files(tmp_path / "mine", {"src/main.py": KEEPING})
    [item] = suite.items.iterdir()
    asked = [str(tmp_path / "mine"), "--item", str(item)]
    both = CliRunner().invoke(judge, [*asked, "--manner", "both"])
    said = " ".join(both.output.replace("│", " ").split())
    assert both.exit_code == 1, said
    assert "Order-dependent, for they come out otherwise" in said
    assert "than by themselves: show. What they are by themselves counts." in said
    assert "after the tasks before it: passed" in said
    ordered = CliRunner().invoke(judge, [*asked, "--manner", "ordered"])
    assert ordered.exit_code == 0, ordered.output
    assert "Order-dependent" not in ordered.output


@pytest.mark.slow
@IN_A_SANDBOX
def test_a_run_records_its_manner_and_is_judged_again_in_it(suite: SuitePaths, tmp_path: Path) -> None:
    """Nobody could ask for PRDBench's own protocol: no option led to it, and nothing told by which one was judged."""
    script = tmp_path / "agent.sh"
    script.write_text(f"mkdir -p src; cat > src/main.py <<'END'\n{KEEPING}\nEND\n")
    order = RunOrder(
        suite=suite.root,
        agents=(f"mine=command:sh {script}",),
        mounts=(script,),
        out=tmp_path / "run",
        full_prd=True,
        manner="both",
    )
    paths = RunPaths(tmp_path / "run")
    result = asyncio.run(start(order, no_progress))
    [item] = result.run.suite.items
    assert read_record(paths.spec, RunSpec).judge.manner == "both"
    assert read_record(paths.result, RunResult).order_dependent == {item: ("show",)}
    [remark] = [one for one in remarks(result) if one.title.startswith("Order-dependent")]
    assert remark.title == "Order-dependent: 1 task"
    assert f"{item} (show)" in remark.text

    with pytest.raises(RunMismatch, match="judge.manner: was both, is ordered — say --manner as before"):
        asyncio.run(start(order.model_copy(update={"manner": "ordered"}), no_progress))

    again = order.model_copy(update={"manner": None, "is_rejudged": True})
    assert asyncio.run(rejudge(again, no_progress)).run.judge == result.run.judge
    ordered = asyncio.run(rejudge(again.model_copy(update={"manner": "ordered"}), no_progress))
    assert ordered.run.judge.manner == "ordered"
    assert ordered.order_dependent == {}
    assert ordered.agents[0].rounds[0].task_pass_rate.low > result.agents[0].rounds[0].task_pass_rate.low


def test_web_apps_are_tried_by_no_commands(tmp_path: Path) -> None:
    asked = [str(ROOT / "generated" / "sample"), "--agent", "nop", "--manner", "ordered"]
    told = CliRunner().invoke(run, [*asked, "--out", str(tmp_path / "run")])
    assert told.exit_code != 0
    assert "Python projects only" in str(told.exception)
