"""What is wrong with published criteria is told without running anything, and what nobody can pass is marked."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.exchange.prdbench.files import ParsedFile, Unparseable
from plans.records.published import PublishedCriterion
from tests.pipeline.exchange.publishing import criterion, defects, only

SOUND = """
import pytest
from jars import count


class TestJars:
    @pytest.fixture
    def shelf(self):
        return [1, 2]

    def test_count(self, shelf):
        assert count(shelf) == 2


def test_all():
    assert count([]) == 0
"""
UNIT = "evaluation/tests/test_jars.py"


def unit(root: Path, node: str, source: str | bytes = SOUND, **more: Any) -> PublishedCriterion:
    """A unit test whose command names `node` in the one test file."""
    entry = criterion("2.1 Counting", type="unit_test", command=f"pytest {UNIT}{node} -v", **more)
    return only(root, entry, {UNIT: source})


@pytest.mark.parametrize("node", ["", "::TestJars", "::TestJars::test_count", "::test_all", "::test_all[3]"])
def test_a_sound_test_has_no_defect(tmp_path: Path, node: str) -> None:
    one = unit(tmp_path, node)
    assert defects(one) == set()
    assert one.is_satisfiable


@pytest.mark.parametrize("node", ["::test_count", "::TestJars::test_gone", "::TestGone::test_count"])
def test_a_test_that_its_file_does_not_have_cannot_be_passed(tmp_path: Path, node: str) -> None:
    """One published command names a method of a class as if it were a function: pytest finds nothing."""
    one = unit(tmp_path, node)
    assert defects(one) == {"script"}
    assert not one.is_satisfiable


def test_a_method_of_a_base_class_is_found(tmp_path: Path) -> None:
    assert (
        defects(unit(tmp_path, "::TestMore::test_count", f"{SOUND}\nclass TestMore(TestJars):\n    pass\n"))
        == set()
    )


@pytest.mark.parametrize(
    "source",
    [
        "def test_all():\nassert True\n",
        "def test_all(:\n",
        "\0",
        "(" * 5_000,
        "def test_all():\n  x = 1\n x = 2\n",
    ],
)
def test_a_test_that_python_cannot_parse_cannot_be_passed(tmp_path: Path, source: str) -> None:
    one = unit(tmp_path, "::test_all", source)
    assert defects(one) == {"script"}
    assert not one.is_satisfiable


def test_nor_can_one_beside_a_conftest_that_python_cannot_parse(tmp_path: Path) -> None:
    entry = criterion("2.1 Counting", type="unit_test", command=f"cd evaluation && pytest {UNIT[11:]}")
    one = only(tmp_path, entry, {UNIT: SOUND, "evaluation/conftest.py": "def ("})
    assert "evaluation/conftest.py" in next(d.message for d in one.defects if d.blocks)


def test_escapes_that_python_only_warns_of_break_nothing(tmp_path: Path) -> None:
    assert defects(unit(tmp_path, "", "def test_all():\n    assert '\\d' != ' '\n")) == set()


def test_a_test_that_the_agent_has_to_write_is_no_problem(tmp_path: Path) -> None:
    entry = criterion("2.1 Counting", type="unit_test", command="pytest src/tests/test_jars.py::test_all")
    one = only(tmp_path, entry)
    assert defects(one) == set()
    assert one.run_files == ()


def test_a_script_of_the_grader_has_to_be_there_and_one_of_the_agent_has_not(tmp_path: Path) -> None:
    gone = only(tmp_path, criterion(command="cd evaluation; python check_jars.py"))
    assert defects(gone) == {"script"}
    assert not gone.is_satisfiable
    assert defects(only(tmp_path, criterion(command="cd src && python jars/main.py"))) == set()


def test_a_script_that_python_cannot_parse_blocks_whatever_kind_of_criterion_runs_it(tmp_path: Path) -> None:
    for kind in ("unit_test", "shell_interaction", "file_comparison"):
        entry = criterion("2.1 Counting", type=kind, command="python evaluation/check.py")
        assert not only(tmp_path, entry, {"evaluation/check.py": "if x:\nprint(1)\n"}).is_satisfiable


def test_commands_of_powershell_cannot_be_run_and_dir_can(tmp_path: Path) -> None:
    foreign = only(tmp_path, criterion(command="Get-Content evaluation/1.in | python src/main.py"))
    assert (defects(foreign), foreign.is_satisfiable) == ({"command"}, False)
    known = only(tmp_path, criterion(command="dir src"))
    assert (defects(known), known.is_satisfiable) == ({"command"}, True)


def test_a_command_that_bash_refuses_cannot_be_run(tmp_path: Path) -> None:
    assert defects(only(tmp_path, criterion(command="python -c 'print(1)"))) == {"command"}
    assert defects(only(tmp_path, criterion(command="ls " + "a" * 30_000))) == {"command"}


def test_input_files_that_are_not_there_are_told(tmp_path: Path) -> None:
    entry = criterion(
        input_files=["evaluation/gone.csv", "evaluation/*.csv", "evaluation/data", "../../etc/passwd"]
    )
    one = only(tmp_path, entry, {"evaluation/a.csv": "", "evaluation/data/b": ""})
    told = [defect.message for defect in one.defects if defect.kind == "input"]
    assert len(told) == 2
    assert "outside of the task" in told[1]
    assert one.is_satisfiable


def test_unparseable_says_where() -> None:
    with pytest.raises(Unparseable, match=r"line 2: .*indent"):
        ParsedFile(b"def f():\nreturn 1\n")
