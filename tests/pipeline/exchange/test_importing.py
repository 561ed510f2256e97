"""A published folder becomes a suite: an item for each task, which is checked, audited and run like any other."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cli.judgeable_items import require_runnable, runnable, runnable_ids
from pipeline.cli.verbs import benchwright
from pipeline.exchange.prdbench.files import commit_of
from pipeline.exchange.prdbench.importing import imported_suite, prd_of
from pipeline.refresh.checking import check_suite
from plans.errors import EXIT_CODE, AuthorError, Cause, NoReference
from plans.items import KEEP_LINE_ENDINGS, read_project, read_suite
from plans.patches import reference_of
from plans.paths import SuitePaths
from plans.prd_text import prd_page
from plans.records.project import Project
from plans.records.published import ImportedSuite
from plans.records.task_kinds import UnitTest
from tests.agents.sandbox.providers import refusal
from tests.pipeline.exchange.publishing import criterion, publish

TEST = "def test_jars():\n    assert 2 + 2 == 4\n"
BROKEN = "def test_jars(:\n"
PRD = """# Pantry

## 1. Overview
Keep the pantry's jars.

## 2. Functions

### 2.1 Listing of jars
Every jar is listed.

### 2.2 Removal
A jar can be removed.
"""
PLAN = [
    criterion("2.1 Jars are listed", input="1\n0\n"),
    criterion("2.2 Jars are counted", type="unit_test", command="pytest evaluation/test_jars.py"),
    criterion("2.3 Lids are counted", type="unit_test", command="pytest evaluation/test_broken.py"),
]
FILES: dict[str, str | bytes] = {
    "src/PRD.md": PRD,
    "evaluation/test_jars.py": TEST,
    "evaluation/test_broken.py": BROKEN,
    "src/data/jars.csv": "jar\n",
}


UNIT_OF_PANDAS = [criterion(type="unit_test", command="pytest evaluation/test_charts.py")]
WITH_PANDAS: dict[str, str | bytes] = {
    "evaluation/test_charts.py": "import pandas\n\n\ndef test_charts():\n    assert pandas\n"
}


def published(root: Path, **more: Any) -> Path:
    return publish(root, PLAN, FILES, aux={"7": ["src/data/jars.csv"]}, **more)


def imported(tmp_path: Path, **more: Any) -> tuple[ImportedSuite, SuitePaths]:
    paths = SuitePaths(tmp_path / "suite")
    return imported_suite(published(tmp_path / "data"), paths, **more), paths


def item(paths: SuitePaths) -> Project:
    return read_project(paths.item("prdbench-7"))


def test_each_task_is_an_item_and_says_where_it_comes_from(tmp_path: Path) -> None:
    summary, paths = imported(tmp_path, commit="c" * 40)
    project = item(paths)
    assert paths.git_attributes.read_text() == KEEP_LINE_ENDINGS
    assert [one.id for one in read_suite(paths).items] == ["prdbench-7"]
    assert project.imported is not None
    assert project.imported.version == f"commit {'c' * 40}"
    assert "task 7" in project.seed.seed.source
    assert {level.text for level in project.query.levels.values()} == {PRD.strip()}
    assert {level.withholds for level in project.query.levels.values()} == {()}
    assert paths.item("prdbench-7").prd_text.read_text() == prd_page(project, read_suite(paths).canary)
    assert paths.item("prdbench-7").prd_text.read_text().startswith(PRD)
    assert (summary.tasks, summary.items, summary.counts.total, summary.evaluation_tasks) == (1, 1, 3, 2)


def test_what_nobody_can_satisfy_is_told_and_left_out(tmp_path: Path) -> None:
    summary, paths = imported(tmp_path)
    project = item(paths)
    assert summary.unsatisfiable == ("7/3",)
    assert [task.title for task in project.criteria.tasks] == ["2.1 Jars are listed", "2.2 Jars are counted"]
    assert project.imported is not None
    assert sorted(project.imported.tasks.values()) == [1, 2]
    assert summary.defects["script"] == 1


def test_published_counting_has_all_criteria(tmp_path: Path) -> None:
    summary, paths = imported(tmp_path, counting="as_published")
    assert summary.evaluation_tasks == len(item(paths).criteria.tasks) == 3


def test_data_that_agents_are_given_are_laid_for_every_task(tmp_path: Path) -> None:
    _, paths = imported(tmp_path)
    project = item(paths)
    assert project.grader["given/src/data/jars.csv"] == b"jar\n"
    for task in project.criteria.tasks:
        assert isinstance(task.how, UnitTest) or task.how.kind == "shell-interaction"
        assert [(laid.file, laid.to) for laid in task.how.arrange.files] == [
            ("evaluation", "evaluation"),
            ("given/src/data/jars.csv", "src/data/jars.csv"),
        ]


def test_data_that_lie_elsewhere_than_under_src_are_told_and_not_laid(tmp_path: Path) -> None:
    """They were laid beside the tests themselves, and every check of the suite that came of it failed."""
    data = publish(tmp_path / "data", PLAN, FILES, aux={"7": ["evaluation/test_jars.py"]})
    paths = SuitePaths(tmp_path / "suite")
    suite = imported_suite(data, paths)
    assert any("does not lie under src/" in str(problem) for problem in suite.problems)
    assert not [file for file in item(paths).grader if file.startswith("given/")]


def test_headings_of_the_prd_are_its_requirements() -> None:
    prd = prd_of(PRD)
    assert (prd.title, prd.overview) == ("Pantry", "Keep the pantry's jars.")
    assert [(one.id, one.title) for one in prd.walk()] == [
        ("R1", "Functions"),
        ("R1.1", "Listing of jars"),
        ("R1.2", "Removal"),
    ]


def test_a_criterion_is_of_the_requirement_that_it_is_like(tmp_path: Path) -> None:
    _, paths = imported(tmp_path)
    listed, counted = item(paths).criteria.tasks
    assert listed.requirements == ("R1.1",)
    assert set(counted.requirements) <= {"R1.1", "R1.2"}


@given(
    st.text(max_size=300), st.lists(st.sampled_from(["# A", "## B", "#", "```", "---", "text"]), max_size=12)
)
def test_any_text_is_a_prd(text: str, lines: list[str]) -> None:
    prd = prd_of("\n".join([*lines, text]))
    assert prd.leaves()
    assert len({one.id for one in prd.walk()}) == len([*prd.walk()])


def test_an_imported_suite_passes_its_checks_and_is_known_to_be_unproved(tmp_path: Path) -> None:
    _, paths = imported(tmp_path)
    checked = check_suite(paths.root)
    assert [str(problem) for problem in checked.problems if problem.severity == "error"] == []
    assert ["no audit" in problem.message for problem in checked.problems] == [True]


def test_a_task_that_needs_what_is_not_there_is_told_and_left_out_of_runs(tmp_path: Path) -> None:
    data = published(tmp_path / "data")
    publish(data, [criterion(command="mysqladmin ping")], {"src/PRD.md": "# Charts\n"}, number=8)
    publish(data, UNIT_OF_PANDAS, WITH_PANDAS, number=9)
    paths = SuitePaths(tmp_path / "suite")
    summary = imported_suite(data, paths)
    assert list(summary.not_runnable) == ["prdbench-8", "prdbench-9"]
    said: list[str] = []
    items = [read_project(paths.item(one.id)) for one in read_suite(paths).items]
    assert [one.id for one in runnable(paths, items, said.append)] == ["prdbench-7"]
    assert "mysql" in said[0]
    assert "pandas" in said[1]
    with pytest.raises(AuthorError, match="None of the items can be tried"):
        runnable(paths, items[1:], said.append)
    told: list[str] = []
    assert runnable_ids(paths, [one.id for one in items], told.append) == ["prdbench-7"]
    assert told == said[:2]


def test_packages_that_the_suite_locks_are_there(tmp_path: Path) -> None:
    data = publish(tmp_path / "data", UNIT_OF_PANDAS, WITH_PANDAS)
    paths = SuitePaths(tmp_path / "suite")
    lock(paths, "Pandas==2.2.0\npytest==8.4.0\n")
    assert imported_suite(data, paths).not_runnable == {}


def test_packages_that_are_locked_after_the_import_are_there_too(tmp_path: Path) -> None:
    """What was lacking at the import stood on in the item, and the other way round a lock without pytest was enough."""
    data = publish(tmp_path / "data", UNIT_OF_PANDAS, WITH_PANDAS)
    paths = SuitePaths(tmp_path / "suite")
    (id,) = imported_suite(data, paths).not_runnable
    with pytest.raises(AuthorError, match="pandas"):
        require_runnable(paths, paths.item(id))
    lock(paths, "pandas==2.2.0\npytest==8.4.0\n")
    require_runnable(paths, paths.item(id))
    assert runnable_ids(paths, [id], pytest.fail) == [id]


def lock(paths: SuitePaths, requirements: str) -> None:
    paths.runtime.mkdir(parents=True)
    (paths.runtime / "runtime.yaml").write_text("schema_version: 1\nkind: python\n")
    (paths.runtime / "requirements.lock").write_text(requirements)


def test_what_a_prd_merely_names_keeps_nobody_from_running(tmp_path: Path) -> None:
    """31 of the 50 published tasks were said not to be runnable, six of them for libraries that a PRD only named."""
    data = publish(
        tmp_path / "data", [criterion()], {"src/PRD.md": "# Charts\n\nVisualisation: Matplotlib\n"}
    )
    summary = imported_suite(data, SuitePaths(tmp_path / "suite"))
    assert summary.not_runnable == {}
    assert summary.may_be_used == {"prdbench-7": ("matplotlib (its PRD names 'Matplotlib')",)}


def test_a_task_that_cannot_be_imported_is_told_and_stops_nothing(tmp_path: Path) -> None:
    data = published(tmp_path / "data")
    publish(data, [criterion()], {"src/PRD.md": "  \n"}, number=8)
    publish(data, "no JSON", number=9)
    publish(data, [criterion(command="python evaluation/gone.py")], number=10)
    summary = imported_suite(data, SuitePaths(tmp_path / "suite"))
    assert (summary.tasks, summary.items) == (3, 1)
    errors = {one.where: one.message for one in summary.problems if one.severity == "error"}
    assert sorted(errors) == ["10", "8", "9/evaluation/detailed_test_plan.json"]
    assert "no criterion that anybody could satisfy" in errors["10"]


def test_a_suite_is_not_imported_over(tmp_path: Path) -> None:
    _, paths = imported(tmp_path)
    with pytest.raises(AuthorError, match="holds a suite already"):
        imported_suite(tmp_path / "data", paths)


def test_the_commit_is_found_in_a_checkout(tmp_path: Path) -> None:
    assert commit_of(tmp_path) is None
    (tmp_path / ".git" / "refs").mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/main\n")
    assert commit_of(tmp_path) is None
    (tmp_path / ".git" / "packed-refs").write_text(f"# pack-refs\n{'a' * 40} refs/main\n")
    assert commit_of(tmp_path) == "a" * 40
    (tmp_path / ".git" / "refs" / "main").write_text(f"{'b' * 40}\n")
    assert commit_of(tmp_path) == "b" * 40


def test_nothing_can_be_shown_of_an_imported_item(tmp_path: Path) -> None:
    _, paths = imported(tmp_path)
    with pytest.raises(NoReference):
        reference_of(item(paths), "nothing can be shown")
    shown = CliRunner().invoke(benchwright, ["show", str(paths.item("prdbench-7").root), "--no-browser"])
    assert isinstance(shown.exception, NoReference)


def test_the_verb_tells_the_counts(tmp_path: Path) -> None:
    data, out = published(tmp_path / "data"), tmp_path / "suite"
    told = CliRunner().invoke(benchwright, ["import", "prdbench", str(data), "--out", str(out), "--json"])
    assert told.exit_code == 0, told.output
    counts = json.loads(told.stdout)
    assert (counts["items"], counts["counts"]["unit_test"], counts["unsatisfiable"]) == (1, 2, ["7/3"])


@pytest.mark.slow
@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
def test_an_imported_suite_is_run_by_who_does_nothing(tmp_path: Path) -> None:
    _, paths = imported(tmp_path)
    out = tmp_path / "run"
    arguments = ["run", str(paths.root), "--agent", "nop", "--rounds", "1", "--out", str(out), "--json"]
    told = CliRunner().invoke(benchwright, arguments)
    # Its second task passes where nothing was done, so that no number of the run can be trusted.
    assert told.exit_code == EXIT_CODE[Cause.JUDGE], told.output
    judged = json.loads(next(out.rglob("judgement.json")).read_text())
    assert {task["task"]: task["status"] for task in judged["tasks"]} == {
        "01-jars-are-listed": "failed",
        "02-jars-are-counted": "passed",
    }
    (message,) = out.rglob("message.md")
    assert "which holds `src/PRD.md` and `src/data/jars.csv`, and nothing else" in message.read_text()
    submitted = {file.name: file.read_text() for file in (out / "archive").rglob("*") if file.is_file()}
    assert submitted["jars.csv"] == "jar\n"
    assert submitted["PRD.md"] == PRD
    assert not any(name.startswith("test_") for name in submitted)


@pytest.mark.slow
@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
def test_an_imported_suite_is_audited_by_verify(tmp_path: Path) -> None:
    """Tests that pass on an empty project are vacuous, and nobody who does no work gains more than these."""
    _, paths = imported(tmp_path)
    told = CliRunner().invoke(benchwright, ["verify", str(paths.root), "--json"])
    assert told.exit_code == 1, told.output
    found = json.loads(told.stdout)["prdbench-7"]
    assert found["released"] is False
    assert "imported without a reference" in found["reasons"][0]
    assert found["vacuous"] == ["02-jars-are-counted"]
    assert {
        "nop",
        "empty",
        "attack/parrot",
        "attack/late-parrot",
        "attack/skipping",
        "attack/editing",
    } <= set(found["gained"])
    assert set(found["gained"].values()) <= {0.0, 0.5}
    checked = check_suite(paths.root)
    assert checked.errors == 0
    assert "nop, empty" in checked.problems[0].message
