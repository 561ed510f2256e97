"""The files of a criterion: what its commands run and write, and what an output is compared with."""

from pathlib import Path
from typing import Any

import pytest

from plans.records.published import PublishedCriterion
from tests.pipeline.exchange.publishing import criterion, defects, only, task_of

SOUND = "from jars import count\n\n\ndef test_all():\n    assert count([]) == 0\n"
UNIT = "evaluation/tests/test_jars.py"


def unit(root: Path, node: str, source: str | bytes = SOUND, **more: Any) -> PublishedCriterion:
    """A unit test whose command names `node` in the one test file."""
    entry = criterion("2.1 Counting", type="unit_test", command=f"pytest {UNIT}{node} -v", **more)
    return only(root, entry, {UNIT: source})


def test_a_sound_test_has_no_defect(tmp_path: Path) -> None:
    one = unit(tmp_path, "::test_all")
    assert defects(one) == set()
    assert one.is_satisfiable
    assert one.run_files == (UNIT,)


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


def test_a_command_that_bash_refuses_cannot_be_run(tmp_path: Path) -> None:
    assert defects(only(tmp_path, criterion(command="python -c 'print(1)"))) == {"command"}
    assert defects(only(tmp_path, criterion(command="ls " + "a" * 30_000))) == {"command"}


def test_input_files_that_are_not_there_are_told(tmp_path: Path) -> None:
    entry = criterion(
        input_files=["evaluation/gone.csv", "evaluation/a.csv", "evaluation/data", "../../etc/passwd"]
    )
    one = only(tmp_path, entry, {"evaluation/a.csv": "", "evaluation/data/b": ""})
    told = [defect.message for defect in one.defects if defect.kind == "input"]
    assert len(told) == 2
    assert "outside of the task" in told[1]
    assert one.is_satisfiable


def test_what_python_refuses_is_told_with_its_line(tmp_path: Path) -> None:
    one = unit(tmp_path, "", "def f():\nreturn 1\n")
    assert "line 2" in next(defect.message for defect in one.defects if defect.blocks)


def exported(expected: Any, **more: Any) -> dict[str, Any]:
    return criterion("3.1 Export of the jars", type="file_comparison", expected_output_files=expected, **more)


def stale(root: Path, entry: dict[str, Any], files: dict[str, str | bytes]) -> tuple[str, ...]:
    return task_of(root, [entry], files).stale_products


def test_an_expected_file_that_is_there_is_a_reference(tmp_path: Path) -> None:
    files = {"evaluation/expected_jars.csv": "a\n"}
    command = "python src/main.py -o evaluation/jars.csv"
    one = only(tmp_path, exported("evaluation/expected_jars.csv", command=command), files)
    assert (one.reference_files, one.products) == (
        ("evaluation/expected_jars.csv",),
        ("evaluation/jars.csv",),
    )
    assert defects(one) == set()


def test_a_file_that_is_only_typed_or_told_of_is_no_product(tmp_path: Path) -> None:
    """Names in what is typed, and in prose, were supposed to be files that come about."""
    command = "python src/main.py > b.txt"
    entry = exported(None, command=command, input="create a.txt\n", expected_output="out/a.txt is written")
    one = only(tmp_path, entry)
    assert (one.products, one.supposed_products) == (("b.txt",), ())


def test_one_that_is_not_there_is_missing(tmp_path: Path) -> None:
    one = only(tmp_path, exported(["evaluation/expected_jars.csv"]))
    assert (one.reference_files, one.products) == ((), ())
    assert defects(one) == {"expected"}


@pytest.mark.parametrize("name", ["jars.csv", "out/charts/*.png", "src/data/jars.db"])
def test_one_outside_of_what_is_shipped_is_the_product_itself(tmp_path: Path, name: str) -> None:
    one = only(tmp_path, exported(name))
    assert (one.products, one.reference_files) == ((name,), ())
    assert defects(one) == {"expected"}


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("python src/main.py --output evaluation/jars.csv", "evaluation/jars.csv"),
        ("python src/main.py --out=evaluation/jars.csv", "evaluation/jars.csv"),
        ("python src/main.py > evaluation/jars.txt", "evaluation/jars.txt"),
        ("cd evaluation && python ../src/main.py -o jars.csv", "evaluation/jars.csv"),
    ],
)
def test_what_a_command_is_to_write_is_stale_when_it_is_shipped(
    tmp_path: Path, command: str, file: str
) -> None:
    entry = exported(None, command=command)
    one = only(tmp_path, entry, {file: "left by a run\n"})
    assert stale(tmp_path, entry, {file: "left by a run\n"}) == (file,)
    assert defects(one) == {"expected"}
    assert file in one.products
    assert file not in one.reference_files


def test_a_shipped_file_that_is_named_as_expected_is_the_reference_of_what_is_written(tmp_path: Path) -> None:
    entry = exported("evaluation/jars.csv", command="python src/main.py -o evaluation/jars.csv")
    one = only(tmp_path, entry, {"evaluation/jars.csv": "jar\n"})
    assert one.reference_files == one.products == ("evaluation/jars.csv",)
    assert stale(tmp_path, entry, {"evaluation/jars.csv": "jar\n"}) == ("evaluation/jars.csv",)


@pytest.mark.parametrize(
    ("entry", "file"),
    [
        (exported(None, command="python src/main.py --list evaluation/jars.csv"), "evaluation/jars.csv"),
        (exported(None, command="python src/main.py -o a.csv", input_files="a.csv"), "a.csv"),
        (exported(None, input="1\nevaluation/jars.csv\n0\n"), "evaluation/jars.csv"),
        (exported(None, command="python src/main.py -o evaluation"), "evaluation/more.txt"),
    ],
)
def test_inputs_and_what_is_only_named_are_never_stale(
    tmp_path: Path, entry: dict[str, Any], file: str
) -> None:
    """To delete one of them would make the criterion impossible."""
    assert stale(tmp_path, entry, {file: ""}) == ()
