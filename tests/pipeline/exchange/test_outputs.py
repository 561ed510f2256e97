"""Which files are compared with, which are to be written, and which were left there by somebody's run."""

from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.exchange.publishing import criterion, defects, only, task_of


def exported(expected: Any, **more: Any) -> dict[str, Any]:
    return criterion("3.1 Export of the jars", type="file_comparison", expected_output_files=expected, **more)


def stale(root: Path, entry: dict[str, Any], files: dict[str, str | bytes]) -> tuple[str, ...]:
    return task_of(root, [entry], files).stale_products


def test_an_expected_file_that_is_there_is_a_reference(tmp_path: Path) -> None:
    files = {"evaluation/expected_jars.csv": "a\n", "evaluation/1.in": "3\nevaluation/jars.csv\n"}
    one = only(tmp_path, exported("evaluation/expected_jars.csv", input="evaluation/1.in"), files)
    assert (one.reference_files, one.products) == (
        ("evaluation/expected_jars.csv",),
        ("evaluation/jars.csv",),
    )
    assert defects(one) == set()


def test_a_file_that_is_typed_and_spoken_of_nowhere_is_only_supposed_to_come_about(tmp_path: Path) -> None:
    """A name within the program's own world was surely a file of this one, and a right program had not written it."""
    entry = exported(None, input="create a.txt\n", expected_output="The file is kept twice")
    one = only(tmp_path / "typed", entry)
    assert (one.products, one.supposed_products) == (("a.txt",), ("a.txt",))
    spoken_of = exported(None, input="create a.txt\n", expected_output="a.txt is written")
    one = only(tmp_path / "spoken of", spoken_of)
    assert (one.products, one.supposed_products) == (("a.txt",), ())
    redirected = exported(None, command="python src/main.py > b.txt", input="create a.txt\n")
    one = only(tmp_path / "redirected", redirected)
    assert (one.products, one.supposed_products) == (("b.txt", "a.txt"), ("a.txt",))


def test_one_that_is_not_there_is_missing(tmp_path: Path) -> None:
    one = only(tmp_path, exported(["evaluation/expected_jars.csv"]))
    assert (one.reference_files, one.products) == ((), ())
    assert defects(one) == {"expected"}


@pytest.mark.parametrize("name", ["jars.csv", "out/charts/*.png", "src/data/jars.db"])
def test_one_outside_of_what_is_shipped_is_the_product_itself(tmp_path: Path, name: str) -> None:
    one = only(tmp_path, exported(name))
    assert (one.products, one.reference_files) == ((name,), ())
    assert defects(one) == {"expected"}


def test_several_references_by_a_pattern(tmp_path: Path) -> None:
    files = {
        "evaluation/expected/a.txt": "",
        "evaluation/expected/b.txt": "",
        "evaluation/expected/c/d.txt": "",
    }
    one = only(tmp_path, exported("evaluation/expected/*.txt"), files)
    assert one.reference_files == ("evaluation/expected/a.txt", "evaluation/expected/b.txt")


@pytest.mark.parametrize(
    ("command", "typed", "file"),
    [
        ("python src/main.py --output evaluation/jars.csv", None, "evaluation/jars.csv"),
        ("python src/main.py --out=evaluation/jars.csv", None, "evaluation/jars.csv"),
        ("python src/main.py > evaluation/jars.txt", None, "evaluation/jars.txt"),
        ("cd evaluation && python ../src/main.py -o jars.csv", None, "evaluation/jars.csv"),
        ("python src/main.py --output-dir evaluation/reports", None, "evaluation/reports/jars.md"),
        ("python src/main.py", "3\nevaluation/exported_jars.csv\n", "evaluation/exported_jars.csv"),
        ("python src/main.py", "3\nevaluation/output_gbk.csv\n", "evaluation/output_gbk.csv"),
    ],
)
def test_what_a_command_is_to_write_is_stale_when_it_is_shipped(
    tmp_path: Path, command: str, typed: str | None, file: str
) -> None:
    entry = exported(None, command=command, input=typed)
    one = only(tmp_path, entry, {file: "left by a run\n"})
    assert stale(tmp_path, entry, {file: "left by a run\n"}) == (file,)
    assert defects(one) == {"expected"}
    assert file in one.products
    assert file not in one.reference_files


def test_a_file_beside_one_that_is_called_expected_is_stale(tmp_path: Path) -> None:
    files = {
        "evaluation/jars.txt": "",
        "evaluation/expected_jars.txt": "",
        "evaluation/1.in": "evaluation/jars.txt\n",
    }
    entry = exported("evaluation/expected_jars.txt", input="evaluation/1.in")
    assert stale(tmp_path, entry, files) == ("evaluation/jars.txt",)


@pytest.mark.parametrize(
    ("entry", "file"),
    [
        (exported(None, command="python src/main.py --list evaluation/jars.csv"), "evaluation/jars.csv"),
        (exported(None, command="python src/main.py -o a.csv", input_files="a.csv"), "a.csv"),
        (exported(None, input="1\nevaluation/jars.csv\n0\n"), "evaluation/jars.csv"),
        (
            exported(None, command="python src/main.py -o evaluation/expected/a.csv"),
            "evaluation/expected/a.csv",
        ),
        (exported(None, command="python src/main.py -o evaluation"), "evaluation/more.txt"),
        (exported(None, command="python evaluation/a.py -o evaluation/a.py"), "evaluation/a.py"),
    ],
)
def test_inputs_references_and_scripts_are_never_stale(
    tmp_path: Path, entry: dict[str, Any], file: str
) -> None:
    """To delete one of them would make the criterion impossible."""
    assert stale(tmp_path, entry, {file: ""}) == ()
