"""What was imported is exported as it was published, and a project of the catalog in the same format."""

import json
from pathlib import Path

import pytest

from pipeline.cli.exchange import exports, imports
from pipeline.exchange.exporters import export_suite
from pipeline.exchange.prdbench.exporting import PRDBenchExporter
from pipeline.exchange.prdbench.importing import imported_suite
from pipeline.exchange.prdbench.plan import METRIC
from pipeline.exchange.prdbench.plan import PLAN as PLAN_FILE
from pipeline.exchange.prdbench.reading import AUX, PRD
from pipeline.exchange.prdbench.reports import write_report
from plans.errors import AuthorError
from plans.files import write_record
from plans.items import read_project, read_suite, suite_item, write_project
from plans.paths import SuitePaths
from plans.prd_text import prd_page
from plans.python_project.catalog.library import shipped_library
from plans.records.criteria import EvaluationTask
from plans.records.project import Project
from plans.records.published_scores import ReportLine
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
