"""Published criteria as evaluation tasks: what is run, what is laid, what is held against what."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pipeline.exchange.prdbench.files import PublishedFolder
from pipeline.exchange.prdbench.importing import evaluation_task, grader_of, parts_of, prd_of
from plans.records.criteria import EvaluationTask
from plans.records.task_kinds import USUAL, FileComparison, ShellInteraction, UnitTest
from tests.pipeline.exchange.publishing import criterion, task_of

TEST = "def test_jars():\n    assert 2 + 2 == 4\n"
RUBRIC_TEXT = "2 points: all jars. 1 point: some jars. 0 points: no jar."


def only(
    root: Path, entry: dict[str, Any], files: Mapping[str, str | bytes] | None = None, **more: Any
) -> EvaluationTask:
    """The only task of a published plan of one criterion."""
    task = task_of(root, [entry], files, **more)
    return evaluation_task(task.criteria[0], [], prd_of(task.prd or ""))


def test_a_shell_interaction_is_typed_and_read(tmp_path: Path) -> None:
    entry = criterion("1.1 Listing jars", input="evaluation/in.txt", expected_output="It prints 'Jars'.")
    task = only(tmp_path, entry, {"evaluation/in.txt": "1\r\n0"})
    assert isinstance(task.how, ShellInteraction)
    assert [(one.line, one.input) for one in task.how.act] == [("python src/main.py", "1\n0\n")]
    assert task.how.expected.words == "It prints 'Jars'."
    assert task.title == "1.1 Listing jars"
    assert task.outcomes[0].statement == "Look at it. It prints 'Jars'."
    assert task.how.rubric is None


def test_the_graders_own_tests_are_named_from_the_root(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"evaluation/tests/test_jars.py": TEST}
    for number, line in enumerate(
        ("pytest evaluation/tests/test_jars.py", "cd evaluation && pytest tests/test_jars.py")
    ):
        task = only(tmp_path / str(number), criterion(type="unit_test", command=line), files)
        assert isinstance(task.how, UnitTest)
        assert task.how.tests == ("evaluation/tests/test_jars.py",)


def test_tests_that_the_submission_brings_are_its_own(tmp_path: Path) -> None:
    task = only(tmp_path, criterion(type="unit_test", command="pytest src/test_own.py"))
    assert isinstance(task.how, UnitTest)
    assert task.how.tests == ()


def test_a_file_is_held_against_the_sealed_one(tmp_path: Path) -> None:
    entry = criterion(
        "2.1 Export of jars",
        type="file_comparison",
        command="python src/main.py --output jars.csv",
        expected_output_files=["evaluation/expected.csv"],
    )
    files: dict[str, str | bytes] = {"evaluation/expected.csv": "jar\n", "evaluation/in.txt": "1\n"}
    published = task_of(tmp_path, [entry], files)
    task = evaluation_task(published.criteria[0], [], prd_of(published.prd or ""))
    assert isinstance(task.how, FileComparison)
    assert (task.how.product, task.how.reference) == ("jars.csv", "expected/evaluation/expected.csv")
    assert task.how.demands == "alike"
    grader = grader_of(PublishedFolder(tmp_path / "7", "7"), published)
    assert grader["expected/evaluation/expected.csv"] == b"jar\n"
    assert "evaluation/in.txt" in grader
    assert not [name for name in grader if name.endswith(("detailed_test_plan.json", "metric.json"))]


def test_a_rubric_comes_along(tmp_path: Path) -> None:
    rubric = [{"metric": "1.1 Listing jars", "description": "", "expected_output": RUBRIC_TEXT}]
    task = only(tmp_path, criterion("1.1 Listing jars"), rubric=rubric)
    assert isinstance(task.how, ShellInteraction)
    assert task.how.rubric is not None
    assert (task.how.rubric.two, task.how.rubric.zero) == ("all jars.", "no jar.")


@pytest.mark.parametrize(
    ("description", "parts"),
    [
        ("1. **Arrange:** a\n2. **Act:** b\n3. **Assert:** c", {"arrange": "a", "act": "b", "assert": "c"}),
        ("**Act**: b **Assert**: c", {"act": "b", "assert": "c"}),
        ("Look at it.", {"assert": "Look at it."}),
        ("", {"assert": ""}),
    ],
)
def test_a_description_has_up_to_three_parts(description: str, parts: dict[str, str]) -> None:
    assert parts_of(description) == parts


def test_what_has_to_hold_before_comes_along_under_whatever_heading(tmp_path: Path) -> None:
    """Checks and preparations were left out unless they were called Arrange: whoever read judged "pre-check passes"
    without the check.
    """
    description = (
        "1. **Pre-Check (User Path):** Is there an option?\n2. **Prepare (Arrange):** A table of jars.\n"
        "3. **Execute (Act):** Import it.\n4. **Assert:** It is listed."
    )
    task = only(tmp_path, criterion(description=description, input_files=["evaluation/jars.csv"]))
    assert isinstance(task.how, ShellInteraction)
    asked, prepared, known = task.how.arrange.words.split("\n")
    assert (asked, prepared) == ("Is there an option?", "A table of jars.")
    assert known.startswith("Known of the task: its input file 'evaluation/jars.csv' is not there")


@pytest.mark.parametrize("description", ["Start it and look at the list.", "**Act:** Start it.", ""])
def test_a_description_need_not_say_what_holds_before(tmp_path: Path, description: str) -> None:
    """One without any heading ended the import of the published data in a traceback."""
    task = only(tmp_path, criterion(description=description))
    assert isinstance(task.how, ShellInteraction)
    assert task.how.arrange.words == ""


def test_a_file_that_differs_costs_what_who_reads_says_where_no_rubric_is_published(tmp_path: Path) -> None:
    """Without one any difference was a sure failure, and expected files differ from right ones too."""
    files: dict[str, str | bytes] = {"evaluation/expected_jars.csv": "jar\n"}
    entry = criterion(type="file_comparison", expected_output_files=["evaluation/expected_jars.csv"])
    task = only(tmp_path, entry, files)
    assert isinstance(task.how, FileComparison)
    assert (task.how.demands, task.how.rubric) == ("alike", USUAL)
