"""What was imported is exported as it was published, and a project of the catalog in the same format."""

import json
from pathlib import Path

import pytest

from pipeline.cli.exchange import exports, imports
from pipeline.exchange.exporters import export_suite
from pipeline.exchange.prdbench.exporting import PRDBenchExporter, laid_from, places_of, renamed_line
from pipeline.exchange.prdbench.importing import imported_suite
from pipeline.exchange.prdbench.reading import AUX, METRIC, PRD
from pipeline.exchange.prdbench.reading import PLAN as PLAN_FILE
from pipeline.exchange.prdbench.reports import write_report
from plans.errors import AuthorError
from plans.files import write_record
from plans.items import read_project, read_suite, suite_item, write_project
from plans.paths import SuitePaths
from plans.prd_text import prd_page
from plans.python_project.catalog.library import shipped_library
from plans.records.criteria import EvaluationTask
from plans.records.project import Project
from plans.records.published import ReportLine
from plans.records.suite import Suite
from tests.pipeline.exchange.publishing import publish
from tests.pipeline.exchange.test_importing import FILES, PLAN, published
from tests.plans.python_project.composing import CANARY, composed
from tests.test_readme import PAGE


def reimported(suite: SuitePaths, folder: Path) -> list[Project]:
    """The items that come of exporting a suite and importing that."""
    export_suite(PRDBenchExporter(), suite, folder / "exported")
    again = SuitePaths(folder / "again")
    imported_suite(folder / "exported", again)
    return [read_project(again.item(one.id)) for one in read_suite(again).items]


def test_what_was_imported_is_exported_as_it_was_published(tmp_path: Path) -> None:
    rubric = [
        {"metric": PLAN[0]["metric"], "expected_output": "2 points: all. 1 point: some. 0 points: none."}
    ]
    suite = SuitePaths(tmp_path / "suite")
    imported_suite(published(tmp_path / "data", rubric=rubric), suite)
    first = read_project(suite.item("prdbench-7"))
    (again,) = reimported(suite, tmp_path)
    assert again.criteria == first.criteria
    assert again.grader == first.grader
    assert again.prd == first.prd
    assert again.imported is not None
    assert first.imported is not None
    assert again.imported.published == first.imported.published


def own_suite(root: Path, project: Project) -> SuitePaths:
    paths = SuitePaths(root)
    write_project(paths.item(project.id), project, prd_page(project, CANARY))
    suite = Suite(
        name="own", family="python_project", version="1.0.0", plan_digest="0" * 64, canary=CANARY,
        licence="CC0", items=(suite_item(project),),
    )  # fmt: skip
    write_record(paths.suite, suite)
    return paths


def test_a_project_of_the_catalog_is_published_with_all_its_criteria(tmp_path: Path) -> None:
    project = composed(shipped_library(), "houseplants", ("records", "search", "csv-export"))
    (again,) = reimported(own_suite(tmp_path / "suite", project), tmp_path)

    def told(task: EvaluationTask) -> tuple[str, str, bool]:
        assert task.how.kind != "browser"
        return task.title.partition(" ")[2], task.how.kind, task.how.rubric is not None

    assert [told(task) for task in again.criteria.tasks] == [
        (task.title, task.how.kind, True) for task in project.criteria.tasks
    ]
    assert again.imported is not None
    assert all(one.is_satisfiable for one in again.imported.published.criteria)


def test_what_lies_there_is_not_replaced(tmp_path: Path) -> None:
    suite = SuitePaths(tmp_path / "suite")
    imported_suite(publish(tmp_path / "data", PLAN, FILES), suite)
    with pytest.raises(AuthorError, match="is not empty"):
        export_suite(PRDBenchExporter(), suite, tmp_path / "data")


def test_the_format_is_described_as_it_is_written(tmp_path: Path) -> None:
    """Nowhere was it said which files with which fields are read and written."""
    project = composed(shipped_library(), "houseplants", ("records", "search", "csv-export"))
    out = tmp_path / "exported"
    export_suite(PRDBenchExporter(), own_suite(tmp_path / "suite", project), out)
    line = ReportLine(metric="1 Start", description="it starts", score=2.0, explanation="it did")
    write_report(out / "reports.jsonl", [line])

    readme = PAGE["python-projects"].split("## What is read and written")[1].split("```")[1]
    of_plans = [
        command.help or "" for command in (imports.commands["prdbench"], exports.commands["prdbench"])
    ]
    of_reports = imports.commands["prdbench-reports"].help or ""
    for told in (readme, *of_plans):
        for file in (PRD, PLAN_FILE, METRIC, "", AUX):
            assert (file if file == AUX else f"ID/{file}") in told
        for file in (PLAN_FILE, METRIC):
            listed = told.split(file)[1].split("ID/")[0]
            entries = json.loads((out / "1" / file).read_text())
            # Of a rubric the description is empty, and read by nobody.
            fields = {field for entry in entries for field, value in entry.items() if value != ""}
            assert {field for field in fields if field not in listed} == set()
    fields = set(json.loads((out / "reports.jsonl").read_text()))
    for told in (readme.split("round1.jsonl")[1], of_reports.split("A line of a report")[1]):
        assert {field for field in fields if field not in told} == set()


PLACES = {"tests/test_jars.py": "evaluation/test_jars.py", "tests/test_lids.py": "evaluation/test_lids.py"}


@pytest.mark.parametrize(
    ("line", "renamed"),
    [
        ("pytest tests/test_jars.py::test_a -q", "pytest evaluation/test_jars.py::test_a -q"),
        ("pytest 'tests/test_jars.py::test_a[1]'", "pytest 'evaluation/test_jars.py::test_a[1]'"),
        (
            "pytest tests/test_jars.py tests/test_lids.py",
            "pytest evaluation/test_jars.py evaluation/test_lids.py",
        ),
        # Other files whose names end or go on alike.
        ("pytest mytests/test_jars.py", "pytest mytests/test_jars.py"),
        ("pytest src/mytests", "pytest src/mytests"),
    ],
)
def test_paths_of_tests_are_those_at_which_they_are_published(line: str, renamed: str) -> None:
    assert renamed_line(line, PLACES) == renamed


@pytest.mark.parametrize(
    "line",
    [
        "cd tests && pytest test_jars.py",
        "pytest tests -q",
        "python -m unittest tests.test_jars.TestJars",
        "cd src; pytest ../tests/test_jars.py",
        "pytest tests/test_jars.python",
    ],
)
def test_tests_that_are_run_in_another_way_are_not_published(line: str) -> None:
    """They would not be found where they are published, and nobody would notice."""
    with pytest.raises(AuthorError, match="otherwise than by their paths"):
        renamed_line(line, PLACES)


@pytest.mark.parametrize(
    "code", [b"from tests.helpers import jars\n", b"import tests.helpers\n", b'open("tests/jars.csv")\n']
)
def test_tests_that_name_other_files_of_theirs_are_not_published(code: bytes) -> None:
    with pytest.raises(AuthorError, match="names other files"):
        places_of({"tests/test_jars.py": code})


@pytest.mark.parametrize(
    "names", [("jars.csv", "tests/jars.csv"), ("tests/metric.json",), ("typed/01-a-0.in",)]
)
def test_no_file_is_published_over_another(names: tuple[str, ...]) -> None:
    """`tests/jars.csv` and `jars.csv` were written to one place, and one of them was lost."""
    with pytest.raises(AuthorError, match="would be lost"):
        places_of(dict.fromkeys(names, b""))


def test_a_folder_is_laid_file_by_file() -> None:
    places = places_of(dict.fromkeys(["data/a.csv", "data/b/c.csv", "tests/a.csv"], b""))
    assert sorted(laid_from("data", "in", places)) == [
        ("evaluation/data/a.csv", "in/a.csv"),
        ("evaluation/data/b/c.csv", "in/b/c.csv"),
    ]
    assert list(laid_from("tests/a.csv", "a.csv", places)) == [("evaluation/a.csv", "a.csv")]
