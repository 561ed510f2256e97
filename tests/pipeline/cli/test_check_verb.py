"""What `benchwright check` prints."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli.author import author
from pipeline.cli.check import check, print_checked
from pipeline.cli.output import GOOD_TO_KNOW, MUST_BE_FIXED, SHOWN
from pipeline.cli.verbs import benchwright
from pipeline.refresh.checking import CheckedSuite, check_suite
from plans.errors import InvalidFile
from plans.files import read_record, write_record, write_text
from plans.items import read_suite, write_suite
from plans.paths import ItemPaths, SuitePaths
from plans.records.base import Problem
from plans.records.suite import Suite
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.runner.stand_ins import shop


def git(folder: Path, *words: str) -> None:
    command = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@localhost", *words)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_line_endings_that_git_changed_are_one_error_with_the_command_that_restores_them(
    tmp_path: Path,
) -> None:
    """A clone with core.autocrlf gave 204 errors, none of which said why, and `run` went on with it."""
    item = shop(features=("cart",))
    unguarded, guarded = (SuitePaths(tmp_path / "source" / name) for name in ("unguarded", "guarded"))
    for paths in (unguarded, guarded):
        suite_of(paths.root, item)
        write_record(paths.plan, PLAN)
        for page in (paths.card, paths.changelog, paths.item(item.id).prd_text):
            write_text(page, "# A page\n")
    write_suite(guarded, read_record(guarded.suite, Suite))
    git(tmp_path, "init", "-q", "source")
    git(tmp_path / "source", "add", "-A")
    git(tmp_path / "source", "commit", "-q", "-m", "suites")
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "-q", "source", "clone")
    clone = tmp_path / "clone"

    assert bytes_of(clone / "guarded") == bytes_of(guarded.root), (
        "its .gitattributes is written with the suite"
    )
    suite, place = clone / "unguarded", SuitePaths(clone / "unguarded").item(item.id).root
    for words in (
        ("check", suite),
        ("verify", suite),
        ("run", suite, "--agent", "oracle", "--out", tmp_path / "run"),
        ("judge", place / "reference", "--item", place),
    ):
        refused = CliRunner().invoke(benchwright, [*map(str, words)]).exception
        assert isinstance(refused, InvalidFile), words
        assert [problem.where for problem in refused.problems] == [
            str(place if words[0] == "judge" else suite)
        ]
        assert "`git config core.autocrlf false`" in refused.problems[0].mend
    assert not (tmp_path / "run").exists()

    git(clone, "config", "core.autocrlf", "false")
    shutil.rmtree(suite)
    git(clone, "checkout", "--", "unguarded")
    assert bytes_of(suite) == bytes_of(unguarded.root)
    assert CliRunner().invoke(check, [str(suite)]).exception.__class__ is not InvalidFile


def test_one_file_saved_with_other_line_endings_is_read_as_ever(tmp_path: Path) -> None:
    paths = SuitePaths(suite_of(tmp_path, shop(features=("cart",))))
    write_record(paths.plan, PLAN)
    paths.suite.write_bytes(paths.suite.read_bytes().replace(b"\n", b"\r\n"))
    assert read_suite(paths).items


def test_a_problem_is_its_place_what_is_wrong_and_what_to_do(tmp_path: Path) -> None:
    """In a table, paths were cut and sentences stood in columns of twenty characters."""
    folder = suite_of(tmp_path / "a-folder-with-a-long-name" / "of-another-one", shop(features=("cart",)))
    write_record(SuitePaths(folder).plan, PLAN)
    result = CliRunner().invoke(check, [str(folder)])
    assert result.exit_code == 1
    lines = result.output.splitlines()
    where = lines.index(str(SuitePaths(folder).plan))
    assert lines[where + 1].startswith("  is not the plan that suite.yaml names")
    assert lines[where + 2].startswith("    Restore it, or run `benchwright verify`")
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
    place = next(number for number, line in enumerate(lines) if "{kind: visible, " in line)
    read = "{kind: reads, read: number, that: " + json.dumps(that) + ", "
    lines[place] = lines[place].replace("{kind: visible, ", read)
    criteria.write_text("\n".join(lines))

    result = CliRunner().invoke(check, [str(folder)])
    assert result.exit_code == 1, result.output
    told = result.output.partition(f"{criteria}\n")[2].splitlines()
    assert told[0].startswith(f"  line {place + 1}: "), "\n".join(lines)


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
    assert lines[0] == MUST_BE_FIXED
    assert lines[1].startswith("Unproved: a-shop-for-house-plants-with, a-cookbook-of-family-recipes. ")
    assert lines[-1].endswith("; 2 errors (2 items unproved), 0 warnings.")
    assert len(lines) == 4


def test_an_edited_item_of_such_a_suite_is_an_error_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("a shop for house plants with a cart\n")
    suite = tmp_path / "mine"
    CliRunner().invoke(author, [str(tmp_path / "seeds.txt"), "--gate", "static", "--out", str(suite)])
    criteria = next((suite / "items").iterdir()) / "criteria.yaml"
    criteria.write_text(criteria.read_text().replace("weight: 1.0", "weight: 5.0", 1))
    result = CliRunner().invoke(check, [str(suite), "--all"])
    assert result.exit_code == 1
    assert "they were edited" in result.output


def test_long_lists_do_not_push_the_verdict_out_of_sight(capsys: pytest.CaptureFixture[str]) -> None:
    """A hundred lines of findings stood around one line with the verdict."""
    many = SHOWN + 3
    errors = [Problem(where=f"e{number}", message="is wrong.", mend="") for number in range(many)]
    warning = Problem(where="w", message="is old.", mend="", severity="warning")
    checked = CheckedSuite(
        suite="mine", version="1.0.0", items=many, tasks=many, outcomes=many, proved_outcomes=many, errors=many,
        unfailed_outcomes=tuple(f"item-{number}/task/outcome" for number in range(many)),
        unproved=tuple(f"unproved-{number}" for number in range(many)), problems=(warning, *errors),
    )  # fmt: skip

    def printed(most: int | None) -> list[str]:
        print_checked(checked, most)
        return capsys.readouterr().out.splitlines()

    short, whole = printed(SHOWN), printed(None)
    for lines, shown in ((short, SHOWN), (whole, many)):
        files = lines[: lines.index("")]
        assert sum(line.startswith("e") for line in files) == shown
        assert sum(": task/outcome" in line for line in lines) == shown
        assert sum(line.count("unproved-") for line in lines) == shown
        assert lines.index(MUST_BE_FIXED) < lines.index(GOOD_TO_KNOW) < lines.index("w")
        assert lines[-1].startswith("mine 1.0.0: ")
    assert sum("3 more" in line and "--all" in line for line in short) == 3
    assert "--all" not in "".join(whole)


def test_problems_of_one_file_stand_together_whatever_named_it(tmp_path: Path) -> None:
    """Checks of the gate name a file from the item's folder on, so that one file had two names."""
    folder = suite_of(tmp_path / "suite", shop(features=("cart",)))
    write_record(SuitePaths(folder).plan, PLAN)
    checked = check_suite(folder)
    files = [problem.where.partition(":")[0] for problem in checked.problems]
    assert files == sorted(files)
    assert [file for file in files if not Path(file).is_relative_to(folder)] == []
    printed = json.loads(CliRunner().invoke(check, [str(folder), "--json"]).output)
    assert [problem["where"] for problem in printed["problems"]] == [one.where for one in checked.problems]
