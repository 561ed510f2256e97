"""A folder of the wrong kind: what it is and the command that was meant, not a file that seems to be missing."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pipeline.cli.apps import show
from pipeline.cli.check import check
from pipeline.cli.exchange import schemas
from pipeline.cli.judge import judge
from pipeline.cli.report import report
from pipeline.cli.review import review
from pipeline.cli.run import run
from plans.errors import AuthorError, InvalidFile


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite of two items, a run, a suite that is still being authored, and one of which all was refused."""
    for file in (
        "mine/suite.yaml",
        "mine/items/shop/criteria.yaml",
        "mine/items/shop/reference/index.html",
        "mine/items/wiki/criteria.yaml",
        "runs/mine/run.yaml",
        "begun/.authoring/authoring.json",
        "refused/.authoring/authoring.json",
        "refused/.authoring/fruitless",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("verb", "arguments", "told"),
    [
        (show, ["mine"], "mine is a suite, and an item of a suite is needed here. One of these\\?\n"
                         "  benchwright show mine/items/shop\n  benchwright show mine/items/wiki"),
        (show, ["mine/items"], "benchwright show mine/items/shop"),
        (show, ["mine/items/shop/reference"], "a part of an item of a suite.*\n  benchwright show mine/items/shop$"),
        (check, ["mine/items/shop"], "is an item of a suite, and a suite is needed here. This one\\?\n"
                                     "  benchwright check mine$"),
        (check, ["."], "lies around a suite. One of these\\?\n  benchwright check mine$"),
        (check, ["begun"], "is not finished.*benchwright review begun"),
        (check, ["refused"], "every seed of it was refused or rejected, and nothing waits"),
        (run, ["refused", "--agent", "nop"], "says why when it is repeated"),
        (run, ["mine/items/shop", "--agent", "nop"], "\n  benchwright run mine --item shop$"),
        (run, ["runs/mine", "--agent", "nop"], "runs/mine is a run, and a suite is needed here"),
        (report, ["mine"], "mine is a suite, and a run of it is needed here.*benchwright run mine --agent"),
        (report, ["runs"], "benchwright report runs/mine"),
        (judge, [".", "--item", "mine"], "\n  --item mine/items/shop\n"),
    ],
)  # fmt: skip
def test_a_folder_of_another_kind_is_told(
    folder: Path, verb: click.Command, arguments: list[str], told: str
) -> None:
    with pytest.raises(AuthorError, match=told):
        CliRunner().invoke(verb, arguments, standalone_mode=False, catch_exceptions=False)


def test_a_folder_whose_seeds_were_all_refused_is_not_called_unfinished(folder: Path) -> None:
    """`check` sent to `review` for what waits, and `review` said that nothing does."""
    said = CliRunner().invoke(review, ["refused", "--list"], standalone_mode=False, catch_exceptions=False)
    assert "Nothing waits" in said.output
    with pytest.raises(AuthorError) as caught:
        CliRunner().invoke(check, ["refused"], standalone_mode=False, catch_exceptions=False)
    assert "is not finished" not in str(caught.value)


def test_a_suite_that_is_still_authored_can_be_reviewed(folder: Path) -> None:
    said = CliRunner().invoke(review, ["begun", "--list"], standalone_mode=False, catch_exceptions=False)
    assert "Nothing waits" in said.output


def test_a_suite_that_lost_a_file_is_left_to_the_verb(folder: Path) -> None:
    (folder / "torn" / "items").mkdir(parents=True)
    with pytest.raises(InvalidFile, match=r"torn/suite\.yaml: is missing"):
        CliRunner().invoke(check, ["torn"], standalone_mode=False, catch_exceptions=False)


@pytest.mark.parametrize(
    ("verb", "arguments", "told"),
    [
        (show, ["mine/items/nosuch"], "There is no item 'nosuch' in mine; it has: shop, wiki."),
        (judge, [".", "--item", "mine/items/nosuch"], "There is no item 'nosuch' in mine; it has: shop, wiki."),
        (report, ["runs/nosuch"], "No run lies in runs/nosuch: it does not exist. In runs lie: mine."),
        (report, ["empty"], "No run lies in empty: there is no run.yaml. Name the folder of a run."),
        (check, ["nosuch"], "No suite lies in nosuch: it does not exist. In . lie: mine."),
        (review, ["nosuch", "--list"], "No suite lies in nosuch: it does not exist. In . lie: mine."),
        (review, ["empty", "--list"], "No suite lies in empty: there is no suite.yaml. In . lie: mine."),
        (check, ["mine/suite.yaml"], "mine/suite.yaml is a file, and the folder of a suite is needed here. This one?\n"
         "  benchwright check mine"),
        (show, ["mine/items/shop/criteria.yaml"], "mine/items/shop/criteria.yaml is a file, and the folder of an item "
         "of a suite is needed here. This one?\n  benchwright show mine/items/shop"),
        (report, ["notes.txt"], "notes.txt is a file, and the folder of a run is needed here."),
        (schemas, ["mine"], "mine is a suite, and schemas written there would mix with it. Choose another folder."),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_told_with_what_does(
    folder: Path, verb: click.Command, arguments: list[str], told: str
) -> None:
    """Six lines said that six files of an item that never was are missing, and to restore them."""
    (folder / "empty").mkdir()
    (folder / "notes.txt").write_text("Nothing of ours.")
    with pytest.raises(AuthorError) as caught:
        CliRunner().invoke(verb, arguments, standalone_mode=False, catch_exceptions=False)
    assert str(caught.value) == told


def test_the_working_directory_itself_is_looked_at_from_within(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "mine" / "items" / "shop")
    with pytest.raises(AuthorError, match=f"This one\\?\n  benchwright check {folder / 'mine'}$"):
        CliRunner().invoke(check, ["."], standalone_mode=False, catch_exceptions=False)


def test_a_command_that_is_named_can_be_copied_whatever_the_folder_is_called(folder: Path) -> None:
    """For a folder called -rf it named options, and for one with a blank two folders."""
    (folder / "mine").rename(folder / "-my suite")
    with pytest.raises(AuthorError, match=r"This one\?\n  benchwright check './-my suite'$"):
        CliRunner().invoke(
            check, ["--", "-my suite/items/shop"], standalone_mode=False, catch_exceptions=False
        )


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        (check, ["loop"]),
        (report, ["loop"]),
        (review, ["loop"]),
        (show, ["loop"]),
        (run, ["mine", "--agent", "nop", "--out", "loop"]),
        (judge, ["mine", "--item", "loop"]),
    ],
    ids=["check", "report", "review", "show", "run", "judge"],
)
def test_a_symlink_that_leads_back_to_itself_is_refused(
    folder: Path, verb: click.Command, arguments: list[str]
) -> None:
    """It ended with a traceback, as if benchwright had failed."""
    (folder / "loop").symlink_to("loop")
    with pytest.raises(AuthorError):
        verb.main(arguments, standalone_mode=False)
