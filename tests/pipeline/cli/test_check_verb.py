"""What `benchwright check` prints."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.author import author
from pipeline.cli.check import check
from plans.files import write_record
from plans.paths import ItemPaths, SuitePaths
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop


def test_a_problem_is_its_place_what_is_wrong_and_what_to_do(tmp_path: Path) -> None:
    """In a table, paths were cut and sentences stood in columns of twenty characters."""
    folder = suite_of(tmp_path / "a-folder-with-a-long-name" / "of-another-one", shop(features=("cart",)))
    write_record(SuitePaths(folder).plan, PLAN)
    result = CliRunner().invoke(check, [str(folder)])
    assert result.exit_code == 1
    lines = result.output.splitlines()
    where = lines.index(f"error {SuitePaths(folder).plan}")
    assert lines[where + 1].startswith("  is not the plan that suite.yaml names")
    assert lines[where + 2].startswith("  Restore it, or run `benchwright verify`")
    assert all(line == line.rstrip() for line in lines)
    assert ": 1 item, " in lines[-1]


@pytest.mark.parametrize(
    "that", ["not " * 200 + "1", "1" + "+1" * 300, "it > 0 " * 200, "it ** 2 > 1", "it >"]
)
def test_an_expression_that_nothing_could_compute_is_a_problem_with_its_line(
    tmp_path: Path, that: str
) -> None:
    """Long and deep ones ended `check` with a traceback: Python's parser gives up by a RecursionError."""
    folder = suite_of(tmp_path / "suite", shop(features=("cart",)))
    write_record(SuitePaths(folder).plan, PLAN)
    (item,) = (folder / "items").iterdir()
    criteria = ItemPaths(item).criteria
    lines = criteria.read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if "kind: visible" in line)
    indent = " " * (len(lines[place]) - len(lines[place].lstrip()))
    lines[place : place + 1] = [f"{indent}kind: reads", f"{indent}read: number", f"{indent}that: {that!r}"]
    criteria.write_text("\n".join(lines))

    result = CliRunner().invoke(check, [str(folder)])
    assert result.exit_code == 1, result.output
    assert f"error {criteria}:{place + 3}\n" in result.output, "\n".join(lines)


def test_items_that_no_judge_has_seen_are_one_line_and_no_errors(tmp_path: Path) -> None:
    """A suite of six written with --gate static was told in eighteen lines, and "6 errors"."""
    (tmp_path / "seeds.txt").write_text(
        "a shop for house plants with a cart\n\nA cookbook of family recipes to search\n"
    )
    suite = tmp_path / "mine"
    CliRunner().invoke(author, [str(tmp_path / "seeds.txt"), "--gate", "static", "--out", str(suite)])
    result = CliRunner().invoke(check, [str(suite)])
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert lines[-2].startswith(
        "Unproved: a-shop-for-house-plants-with, a-cookbook-of-family-recipes. No judge has seen"
    )
    assert "Exit code 1 until then" in lines[-2]
    assert lines[-1].endswith("; 0 errors, 0 warnings, 2 items unproved.")
    assert len(lines) == 2


def test_an_edited_item_of_such_a_suite_is_an_error_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("a shop for house plants with a cart\n")
    suite = tmp_path / "mine"
    CliRunner().invoke(author, [str(tmp_path / "seeds.txt"), "--gate", "static", "--out", str(suite)])
    criteria = next((suite / "items").iterdir()) / "criteria.yaml"
    criteria.write_text(criteria.read_text().replace("weight: 1.0", "weight: 5.0", 1))
    result = CliRunner().invoke(check, [str(suite)])
    assert result.exit_code == 1
    assert "they were edited" in result.output
