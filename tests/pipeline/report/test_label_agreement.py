"""`benchwright report --labels`: how far the judge agrees with people, on the page, in the terminal and as JSON."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.report import report
from pipeline.runner.scoring.agreement import read_labels
from plans.errors import AuthorError
from plans.files import write_record
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport
from plans.records.review import PointLabel, PointLabels
from plans.records.verdict import FailureCause
from tests.pipeline.report.conftest import Opens
from tests.pipeline.report.synthetic_points import Hands, played, points_run, project
from tests.test_house import ROOT

TASKS = ("u1", "s1", "f1")
HANDS: list[Hands] = [{"u1": 2, "s1": 1, "f1": FailureCause.NO_FILE}, {"u1": 2, "s1": 2, "f1": 2}]
PEOPLE: list[list[int]] = [[2, 1, 1], [2, 0, 2]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of two projects, and people's labels of its submissions."""
    items = [project("jars", TASKS), project("tins", TASKS)]
    run = points_run(items, ["mine"], rounds=1)
    (tmp_path / "evidence").mkdir()
    for item, hands, points in zip(items, HANDS, PEOPLE, strict=True):
        one = played(item, "mine", 1, hands, AgentReport(ended="done"))
        run.trials[item.id, "mine", 1] = [one.model_copy(update={"evidence": tmp_path / "evidence"})]
        labels = {
            task: PointLabel.model_validate({"points": given, "hands": [given], "why": "It was used."})
            for task, given in zip(TASKS, points, strict=True)
        }
        write_record(
            tmp_path / "labels" / f"{item.id}.yaml",
            PointLabels(
                item=item.id, submission="mine", submission_digest=one.record.submission_digest, tasks=labels
            ),
        )
    run.save(RunPaths(tmp_path / "run"))
    return tmp_path


def run_report(folder: Path, *options: str) -> str:
    arguments = [str(folder / "run"), "--labels", str(folder / "labels"), *options]
    result = CliRunner().invoke(report, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_the_terminal_says_it_of_all_tasks_and_by_kind(folder: Path) -> None:
    said = run_report(folder)
    table = said[said.index("Agreement with people") :]
    exact, off_by_two = (
        next(line.split() for line in table.splitlines() if line.strip().startswith(name))
        for name in ("exact", "off by two")
    )
    assert exact[1:] == ["66.7%", "100.0%", "50.0%", "50.0%"]
    assert off_by_two[3:] == ["16.7%", "0.0%", "50.0%", "0.0%"]
    assert "2 labelled submissions for 2 projects, 6 labels." in said


def test_as_json_it_stands_beside_the_numbers(folder: Path) -> None:
    found = json.loads(run_report(folder, "--json"))
    (whole, *_) = found["agreement"]["rows"]
    assert whole["counts"]["zero_one"] == whole["counts"]["two_zero"] == 1
    assert found["points"]["agents"][0]["agent"] == "mine"


def test_labels_of_nothing_that_was_judged_are_refused(folder: Path) -> None:
    for path in (folder / "labels").iterdir():
        path.write_text(path.read_text().replace("submission_digest: ", "submission_digest: x"))
    with pytest.raises(AuthorError, match="submission_digest"):
        run_report(folder)


def test_a_folder_without_labels_is_refused(folder: Path) -> None:
    """The page was written as if nobody had asked for agreement, and the exit code was 0."""
    for path in (folder / "labels").iterdir():
        path.rename(path.with_suffix(".txt"))
    with pytest.raises(AuthorError, match="No labels lie in"):
        run_report(folder)


def test_the_beginning_of_a_digest_is_enough_where_it_names_one_submission(folder: Path) -> None:
    """The README showed a short one, and labels with such a one were of no submission of the run."""
    for path in (folder / "labels").iterdir():
        shorter = re.sub(r"(submission_digest: \w{8})\w+", r"\1", path.read_text())
        path.write_text(shorter)
    assert "2 labelled submissions for 2 projects, 6 labels." in run_report(folder)
    first = min((folder / "labels").iterdir())
    (folder / "labels" / "again.yaml").write_text(first.read_text())
    with pytest.raises(AuthorError, match="labelled in several files"):
        run_report(folder)


def test_a_few_letters_name_no_submission(folder: Path) -> None:
    for path in (folder / "labels").iterdir():
        path.write_text(re.sub(r"(submission_digest: \w{3})\w+", r"\1", path.read_text()))
    with pytest.raises(AuthorError, match="None of the labelled submissions"):
        run_report(folder)


def test_the_labels_that_the_readme_shows_are_read(tmp_path: Path) -> None:
    (shown,) = re.findall(
        r"```yaml point-labels\n(.*?)```", (ROOT / ".github" / "python-projects.md").read_text(), re.S
    )
    (tmp_path / "labels.yaml").write_text(shown)
    (labels,) = read_labels(tmp_path)
    assert labels.tasks["writes-csv"].alternative == 0


@pytest.mark.browser
async def test_the_page_has_measures_with_what_they_are_and_the_table(folder: Path, opened: Opens) -> None:
    run_report(folder)
    page = await opened(folder / "run" / "report.html", width=390)
    section = page.locator("#agreed")
    headings = await section.locator("table.scores thead th").all_inner_texts()
    assert headings == ["Measure", "All", "Unit tests", "Shell interactions", "File comparisons"]
    weighted = section.locator("tr", has_text="weighted kappa")
    assert "quadratic" in (await weighted.locator("abbr").get_attribute("title") or "")
    counts = section.locator("table").nth(1).locator("tbody tr")
    assert [await row.locator("td").all_inner_texts() for row in await counts.all()] == [
        ["0", "1", "0"],
        ["0", "1", "0"],
        ["1", "0", "3"],
    ]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
