"""What agents are told of the ways by which a program is tried, and of checks that it did not pass."""

from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from pipeline.runner import messages
from pipeline.runner.messages import failed_checks, first_message
from plans.prd_text import prd_text
from plans.python_project.catalog.library import ProgramCatalog, shipped_library
from plans.records.code_agent import AgentSpec
from plans.records.criteria import EvaluationTask
from plans.records.project import Project
from plans.records.run import RunSpec
from plans.records.task_kinds import FileComparison, GraderFile, ShellInteraction, UnitTest
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status, TaskVerdict
from tests.agents.judging.commands.programs import TEST_TOTAL, TILL, by_tests, judged, shell, task
from tests.agents.sandbox.providers import refusal
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop
from tests.plans.python_project.composing import composed

needs_sandbox = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")


@pytest.fixture(scope="module")
def library() -> ProgramCatalog:
    return shipped_library()


@pytest.fixture(scope="module")
def project(library: ProgramCatalog) -> Project:
    return composed(library, "houseplants", ("records", "search", "csv-export"))


def run_of(mode: str, interface: str) -> RunSpec:
    """A run of Python projects."""
    run = planned(
        (shop(),), (AgentSpec(name="mine", kind="scripted", version="1"),), ReadingJudge(), mode=mode
    )
    return run.model_copy(
        update={
            "suite": run.suite.model_copy(update={"family": "python_project"}),
            "play": run.play.model_copy(update={"interface": interface}),
        }
    )


def opening(project: Project, mode: str, interface: str) -> str:
    return first_message(JinjaPrompter(), project, run_of(mode, interface))


def test_development_tells_the_whole_scheme(project: Project) -> None:
    text = opening(project, "full-prd", "fixed")
    for one in project.criteria.tasks:
        assert f"\n{one.id}: {one.title} (" in text
        assert isinstance(one.how, UnitTest | ShellInteraction | FileComparison)
        assert one.how.rubric is not None
        assert f"\n  one point: {one.how.rubric.one}\n" in text
        for command in one.how.act:
            assert f"\n    $ {command.line}\n" in text
    assert "\n    $ python src/main.py\n    > 6\n    > ver\n    > 0\n" in text
    assert "\n  laid: data/plants.json, check/tricky.json\n" in text
    assert "\n  written: out/some/export.csv\n" in text


@pytest.mark.parametrize("mode", ["query", "full-prd"])
@pytest.mark.parametrize("interface", ["fixed", "free"])
def test_nothing_is_told_that_the_grader_keeps_to_itself(project: Project, mode: str, interface: str) -> None:
    """Of tests, expected files and laid records, no line that the specification does not have; and no pattern."""
    text = opening(project, mode, interface)
    known = prd_text(project.prd, "c") + "\n".join(messages.scheme(project.criteria, project.grader))
    rows = {
        row.strip()
        for data in project.grader.values()
        for row in data.decode().splitlines()
        if len(row.strip()) > 12 and row.strip() not in known
    }
    assert len(rows) > 100
    assert [row for row in rows if row in text] == []
    patterns = [
        one.how.expected.pattern for one in project.criteria.tasks if isinstance(one.how, ShellInteraction)
    ]
    assert [pattern for pattern in patterns if pattern and pattern in text] == []


def test_a_request_with_a_fixed_interface_is_told_how_to_be_reached_and_not_what_to_do(
    project: Project,
) -> None:
    text = opening(project, "query", "fixed")
    assert "1. List plants; 2. Show a plant;" in text
    assert "    store.load(path) -> list of records\n" in text
    assert "`plantbook.store` and `plantbook.schema`, importable from `src/`" in text
    assert "    $ python src/main.py search grafted\n" in text
    assert "two points" not in text
    assert "Moon Cactus" not in text


def test_with_a_free_interface_only_what_is_imported_is_told(project: Project) -> None:
    text = opening(project, "query", "free")
    assert "README.md" in text
    assert "    search.find(records, text) -> list" in text
    assert "src/main.py" not in text
    assert "1. List plants" not in text
    whole = opening(project, "full-prd", "free")
    assert "what can be imported from `src/`, is no part of that" in whole
    assert "This alone is imported" not in whole


def test_of_a_web_app_there_are_no_ways(project: Project) -> None:
    criteria = shop().criteria
    assert messages.scheme(criteria, {}) == ()
    assert messages.interface(criteria, shop().prd) == ()
    assert "sandbox" not in "".join(messages.imported(criteria, shop().prd))


def test_what_is_typed_from_a_file_of_the_grader_is_told(project: Project) -> None:
    how = shell(None, "the sum")
    typed = how.act[0].model_copy(update={"input": GraderFile(file="in/sum.txt")})
    one = task("sum", how.model_copy(update={"act": (typed,)}))
    [told] = messages.scheme(
        shop().criteria.model_copy(update={"tasks": (one,)}), {"in/sum.txt": b"1\n2 3\n"}
    )
    assert "\n    > 1\n    > 2 3\n" in told


@needs_sandbox
async def test_a_failed_check_tells_what_came_out_and_no_line_of_a_test(tmp_path: Path) -> None:
    broken = TILL.replace("return sum(amounts)", "return 7")
    tasks = (
        task("adds", shell("1\n1 2.5\n0\n", "the total of 3.50", r"total is 3\.50"), statement="It adds up"),
        task("tested", by_tests(), statement="Amounts are added"),
    )
    found: Judgement = await judged(
        tmp_path, {"src/main.py": broken}, *tasks, grader={"tests/test_total.py": TEST_TOTAL}
    )
    assert {one.status for one in found.tasks} == {Status.FAILED}
    typed, tested = failed_checks(found, shop().criteria.model_copy(update={"tasks": tasks}))
    assert typed.title == "A task (adds; R1)", "by the name and the requirements that the agent was told"
    assert typed.expected == "It adds up. the total of 3.50"
    assert typed.seen == "expected and not printed", "what was expected is told once"
    assert typed.printed.startswith("$ python src/main.py\nTill\n")
    assert "The total is 7.00\n" in typed.printed
    assert tested.seen == "1 passed, 1 failed"
    assert tested.printed.startswith("assert 7 == 3.5")
    assert "def test_total" not in tested.printed


def went_wrong(one: EvaluationTask, saw: str) -> TaskVerdict:
    outcome = OutcomeVerdict(
        outcome=one.outcomes[0].id,
        status=Status.FAILED,
        reason="wrong",
        observation=Observation(looked_for="it", saw=saw),
    )
    return TaskVerdict(task=one.id, status=Status.FAILED, reason="wrong", outcomes=(outcome,))


def test_what_went_wrong_in_the_middle_is_told_to_whoever_debugs() -> None:
    """Of 240 letters of output the middle was left out, and of what a test said the line that names the difference."""
    printed = (
        "$ python src/main.py run mixed.txt\nId: 3\n" + "Note: a long one\n" * 20 + "(line 2)\nDone: 2\n"
    )
    said = (
        "    def test_lines():\n>       assert parse() == [(5, 'show')]\n"
        "E       AssertionError: assert [(1, 'li...'show')] == [(1, 'li...'show')]\n"
        "E         \nE         At index 1 diff: (2, '#') != (5, 'show')\nE         Use -v to get more diff\n"
    )
    tasks = (task("wrong", shell("", "lines are told", "line 4")), task("tested", by_tests()))
    judgement = Judgement(
        item="till",
        graded_digest="g",
        submission_digest="h",
        judge="commands",
        judge_digest="j",
        tasks=tuple(map(went_wrong, tasks, (printed, said))),
    )
    typed, tested = failed_checks(judgement, shop().criteria.model_copy(update={"tasks": tasks}))
    assert "\n(line 2)\n" in typed.printed
    assert tested.printed.splitlines() == [
        "AssertionError: assert [(1, 'li...'show')] == [(1, 'li...'show')]",
        "At index 1 diff: (2, '#') != (5, 'show')",
    ]
