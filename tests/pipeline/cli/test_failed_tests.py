"""Tests that failed are named as the transcript has them: of pytest, of unittest, cut, and written by a submission."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cli.judge import MOST_TESTS, failed_tests, print_judgement
from pipeline.cli.output import open_console
from plans.python_project.catalog.library import shipped_library
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status, TaskVerdict
from tests.plans.python_project.composing import composed

pytestmark = pytest.mark.slow

TESTS = """
import unittest
import pytest

def double(number):
    return number + number + 1

def test_of_two():
    assert double(2) == 4, "twice two"

def test_that_passes():
    assert double(0) == 1

class TestOthers:
    def test_of_three(self):
        wanted = 6
        assert double(3) == wanted

@pytest.fixture
def broken():
    raise KeyError("nothing there")

def test_with_a_fixture(broken):
    assert broken

class Cases(unittest.TestCase):
    def test_of_four(self):
        self.assertEqual(double(4), 8)
"""


def printed(folder: Path, *words: str) -> str:
    (folder / "test_double.py").write_text(TESTS)
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    ran = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return ran.stdout + ran.stderr


def test_pytest_names_each_test_with_its_assertion(tmp_path: Path) -> None:
    """`judge` said "0 passed, 1 failed", and neither which nor why."""
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_double.py")
    told = failed_tests(printed(tmp_path, *words))
    named = {line.partition(":")[0].removeprefix("ERROR at setup of ") for line in told}
    assert named == {"test_of_two", "test_of_three", "test_of_four", "test_with_a_fixture"}
    assert 'test_of_two: assert double(2) == 4, "twice two"; AssertionError: twice two' in told
    assert "test_of_three: assert double(3) == wanted; assert 7 == 6" in told
    assert not any("test_that_passes" in line for line in told)


def test_unittest_names_them_too(tmp_path: Path) -> None:
    told = failed_tests(printed(tmp_path, "-m", "unittest", "test_double"))
    assert told == ["test_of_four: self.assertEqual(double(4), 8); AssertionError: 9 != 8"]


def test_where_only_the_end_was_kept_the_summary_names_them(tmp_path: Path) -> None:
    whole = printed(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_double.py::test_of_two")
    end = whole[whole.index("=== short test summary") :]
    [told] = failed_tests(end)
    assert told.startswith("test_of_two: AssertionError: twice two")


@given(st.text())
def test_whatever_was_printed_is_read(text: str) -> None:
    assert all(isinstance(line, str) for line in failed_tests(text))


def print_failed(task: EvaluationTask, *, saw: str, reason: str) -> None:
    """What a judgement prints of a task that failed, and of which this was seen."""
    seen = Observation(looked_for="all", saw=saw)
    outcomes = tuple(
        OutcomeVerdict(outcome=one.id, status=Status.FAILED, reason=reason, observation=seen)
        for one in task.outcomes
    )
    verdict = TaskVerdict(task=task.id, status=Status.FAILED, reason=reason, outcomes=outcomes)
    judgement = Judgement(
        item="trial",
        graded_digest="a",
        submission_digest="b",
        judge="commands",
        judge_digest="c",
        tasks=(verdict,),
    )
    print_judgement(judgement, Criteria(tasks=(task.model_copy(update={"depends_on": ()}),)), open_console())


@pytest.mark.parametrize("letter", ["\x1b[2J", "\u202e", "\x07", "[red]", "\r"])
def test_what_a_submission_prints_of_tests_steers_no_terminal(
    letter: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project = composed(shipped_library(), "houseplants", ("records", "search"))
    task = next(one for one in project.criteria.tasks if one.how.kind == "unit-test")
    line = f"________ test_{letter}mine ________\n>   assert {letter}\nE   assert False\n"
    saw = line * (MOST_TESTS + 2) + "".join(line.replace("mine", str(n)) for n in range(MOST_TESTS + 2))
    print_failed(task, saw=saw, reason="1 failed")
    out = capsys.readouterr().out
    assert out.count("printed of ") == MOST_TESTS
    assert "[red]" in out if letter == "[red]" else letter not in out


def test_of_tasks_that_are_no_tests_nothing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that prints such a heading is no test."""
    project = composed(shipped_library(), "houseplants", ("records", "search"))
    task = next(one for one in project.criteria.tasks if one.how.kind == "shell-interaction")
    print_failed(
        task, saw="________ test_mine ________\n>   assert 1\nE   assert False\n", reason="not printed"
    )
    assert "test_mine" not in capsys.readouterr().out
