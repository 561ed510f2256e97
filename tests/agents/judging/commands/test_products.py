"""Files that commands have to write: what is sure of them is sure, and what nobody says is left to who reads."""

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from agents.judging.commands.decisions import PointsDecision
from agents.judging.commands.products import by_product, products_of
from agents.judging.commands.reading.showing import shown
from agents.judging.commands.running import ExecutedCommand, Transcript
from plans.records.verdict import Status
from tests.agents.judging.commands.programs import RUBRIC, TILL, file, task, verdict, write
from tests.agents.sandbox.providers import refusal

pytestmark = pytest.mark.slow

RECORDS = '{"id": 7, "created_at": "2026-01-01", "names": ["a", "b"], "total": 3.5}'
RIGHT = '{"total": 3.5}'
WRONG = '{"total": 4}'
IN_SANDBOX = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")


def wrote(root: Path, files: Mapping[str, str]) -> Transcript:
    write(root, files)
    ran = ExecutedCommand(line="python src/main.py", input="", output="", status=0)
    return Transcript(ran=(ran,), root=root, written={name: len(text) for name, text in files.items()})


def alike(root: Path, product: str, files: Mapping[str, str], expected: str | None) -> PointsDecision:
    """What is made of these files where one has to be like the expected one, and what a difference costs is read."""
    how = file("", product, "expected", RUBRIC, "alike")
    return by_product(
        how, wrote(root, files), None if expected is None else expected.encode(), most=16_000_000
    )


@pytest.mark.parametrize(
    ("name", "written", "expected"),
    [
        ("a.json", RECORDS.replace("7", "8"), RECORDS),
        ("a.json", RECORDS.replace("2026-01-01", "1999-12-31"), RECORDS),
        ("a.json", RECORDS.replace('"a", "b"', '"b", "a"'), RECORDS),
        ("a.csv", "code\n007\n", "code\n7\n"),
        ("a.txt", "Done!", "Done?"),
    ],
    ids=["id", "day", "order", "zeros", "signs"],
)
def test_what_is_alike_only_once_something_is_left_out_is_not_sure(
    name: str, written: str, expected: str, tmp_path: Path
) -> None:
    """It was told as sure, though the id, the day or the order may be just what is asked for."""
    found = alike(tmp_path, name, {name: written}, expected)
    assert (found.points, found.is_sure) == (2.0, False)


def test_what_is_equal_is_sure_however_it_is_laid_out(tmp_path: Path) -> None:
    assert alike(tmp_path, "a.json", {"a.json": RECORDS.replace(", ", ",\n  ")}, RECORDS) == PointsDecision(
        2.0, "a.json holds what is expected"
    )


def test_of_several_files_only_what_all_come_to_is_sure(tmp_path: Path) -> None:
    """The first by name was taken, which was the program's own store as often as what it had to write."""
    both = alike(tmp_path / "both", "*.json", {"a.json": RIGHT, "b.json": RIGHT}, RIGHT)
    assert (both.points, both.is_sure) == (2.0, True)
    mixed = alike(tmp_path / "mixed", "*.json", {"a.json": RIGHT, "b.json": WRONG}, RIGHT)
    assert (mixed.points, mixed.is_sure) == (2.0, False)
    assert "2 files were written there (a.json, b.json)" in mixed.why
    neither = alike(tmp_path / "neither", "*.json", {"a.json": "{", "b.json": "["}, None)
    assert (neither.points, neither.is_sure) == (0.0, True)


def test_of_very_many_files_nothing_is_sure(tmp_path: Path) -> None:
    found = alike(tmp_path, "*.json", {f"{n:03}.json": RIGHT for n in range(40)}, RIGHT)
    assert not found.is_sure
    assert "40 files were written there" in found.why


def test_empty_files_are_none_where_others_hold_something(tmp_path: Path) -> None:
    transcript = wrote(tmp_path, {"a.json": "", "b.json": RIGHT})
    assert products_of("*.json", transcript) == ["b.json"]
    assert products_of("a*", transcript) == ["a.json"]


def test_who_reads_is_shown_all_that_was_written_there(tmp_path: Path) -> None:
    seen = shown(
        task("file", file("", "*.json", None, RUBRIC)),
        wrote(tmp_path, {"a.json": RIGHT, "b.json": WRONG}),
        None,
    )
    assert seen.product == f"a.json:\n{RIGHT}\nb.json:\n{WRONG}"


STALE = TILL.replace('"receipt.json"', '"out/receipt.json"')


@IN_SANDBOX
@pytest.mark.parametrize("is_pattern", [True, False], ids=["pattern", "laid"])
async def test_a_file_that_is_written_anew_as_it_lay_there_is_written(
    tmp_path: Path, *, is_pattern: bool
) -> None:
    """A submission that brings what its last run wrote was told to have written nothing."""
    receipt = '{"amounts": [1.0, 2.5], "total": 3.5}'
    how = file(
        "1\n1 2.5\n2\n0\n", "out/*.json" if is_pattern else "out/receipt.json", "expected/receipt.json"
    )
    submission = {"src/main.py": STALE, "out/receipt.json": receipt}
    if not is_pattern:
        laid = {"file": "expected/receipt.json", "to": "out/receipt.json"}
        how = how.model_validate({**how.model_dump(), "arrange": {"files": [laid]}})
    found = await verdict(tmp_path, submission, how, grader={"expected/receipt.json": receipt})
    assert found.status is Status.PASSED, found.reason


@IN_SANDBOX
async def test_a_file_that_only_lies_there_is_not_written(tmp_path: Path) -> None:
    submission = {"src/main.py": "print(open('out/receipt.json').read())\n", "out/receipt.json": RIGHT}
    how = file("", "out/*.json", "expected/receipt.json")
    found = await verdict(tmp_path, submission, how, grader={"expected/receipt.json": RIGHT})
    assert found.status is Status.FAILED
    assert "nothing was written" in found.reason


TIDY = ("cp given/receipt.json receipt.json", "python src/main.py", "rm -f receipt.json", "rmdir given")


@IN_SANDBOX
async def test_what_a_plan_tidies_up_was_written(tmp_path: Path) -> None:
    """A file that the program wrote, and the plan's own last command removed, had surely not been written."""
    receipt = '{"amounts": [1.0, 2.5], "total": 3.5}'
    how = file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json")
    how = how.model_validate(
        {
            **how.model_dump(),
            "arrange": {"files": [{"file": "given", "to": "given"}]},
            "act": [{"line": line, "input": how.act[0].input} for line in TIDY],
        }
    )
    grader = {"expected/receipt.json": receipt, "given/receipt.json": WRONG}
    found = await verdict(tmp_path, {"src/main.py": TILL}, how, grader=grader)
    assert found.status is Status.PASSED, found.reason
    assert (seen := found.outcomes[0].observation) is not None
    assert "rm -f receipt.json" in seen.saw


@IN_SANDBOX
async def test_what_is_tidied_up_and_too_much_to_be_kept_is_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three hundred files with holes filled the disk of the machine, as each was kept whole."""
    monkeypatch.setattr("agents.judging.commands.working_copies.MOST_KEPT", 10)
    how = file("1\n1 2.5\n2\n0\n", "receipt.json", "expected/receipt.json")
    how = how.model_validate(
        {**how.model_dump(), "act": [*how.model_dump()["act"], {"line": "rm receipt.json"}]}
    )
    found = await verdict(tmp_path, {"src/main.py": TILL}, how, grader={"expected/receipt.json": RIGHT})
    assert found.status is Status.UNRESOLVED
    assert "receipt.json has 37 bytes, and was tidied up with more than is kept" in found.reason


@IN_SANDBOX
async def test_what_a_plan_lays_and_tidies_up_is_nothing_that_was_written(tmp_path: Path) -> None:
    how = file("0\n", "receipt.json", "expected/receipt.json")
    lines = (TIDY[0], "rm receipt.json", "python src/main.py")
    how = how.model_validate(
        {
            **how.model_dump(),
            "arrange": {"files": [{"file": "given", "to": "given"}]},
            "act": [{"line": line, "input": "0\n"} for line in lines],
        }
    )
    grader = {"expected/receipt.json": RIGHT, "given/receipt.json": RIGHT}
    found = await verdict(tmp_path, {"src/main.py": TILL}, how, grader=grader)
    assert found.status is Status.FAILED
    assert "nothing was written" in found.reason


def test_where_nobody_says_that_a_file_comes_about_its_absence_shows_nothing(tmp_path: Path) -> None:
    """What was typed as the name of a file of a file system was looked for as a file on this one."""
    how = file("create a.txt\n", "a.txt", None)
    transcript = wrote(tmp_path, {"servers/1/ann_a.txt": "mine"})
    supposed = by_product(how.model_copy(update={"is_supposed": True}), transcript, None, most=100)
    assert (supposed.points, supposed.is_sure) == (0.0, False)
    assert by_product(how, transcript, None, most=100).is_sure
    elsewhere = by_product(how, wrote(tmp_path, {"exports/a.txt": "mine"}), None, most=100)
    assert (elsewhere.is_sure, elsewhere.why) == (
        False,
        "nothing was written to a.txt, but to exports/a.txt",
    )


def test_where_commands_only_look_the_submission_wrote_nothing_and_has_not_failed(tmp_path: Path) -> None:
    """A criterion about a README, tried by looking at it, had surely failed: no command had written one."""
    how = file("", "*.md", None)
    looked = wrote(tmp_path, {})
    ran = ExecutedCommand(line="cat README.md", input="", output="# Till", status=0)
    found = by_product(how, Transcript(ran=(ran,), root=looked.root), None, most=100)
    assert (found.points, found.is_sure) == (0.0, False)
    assert by_product(how, looked, None, most=100).is_sure


def created(root: Path, product: str, files: Mapping[str, bytes], expected: str) -> PointsDecision:
    """What is made of these files where a file has to be like a picture, of which nothing but this is said."""
    how = file("", product, "expected", RUBRIC, "alike").model_copy(update={"expected": expected})
    for name, data in files.items():
        (root / name).write_bytes(data)
    ran = ExecutedCommand(line="python src/main.py", input="", output="", status=0)
    written = {name: len(data) for name, data in files.items()}
    return by_product(
        how, Transcript(ran=(ran,), root=root, written=written), picture("white"), most=16_000_000
    )


def picture(colour: str) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(data, "png")
    return data.getvalue()


CREATED = "The file Status_*.png should be successfully created."


def test_where_a_file_has_but_to_come_about_its_name_says_which_is_meant(tmp_path: Path) -> None:
    """Two charts were written, each asked for by its name alone, and neither was decided."""
    files = {"Status_20.png": picture("red"), "Effect_20.png": picture("blue")}
    found = created(tmp_path, "*.png", files, CREATED)
    assert (found.points, found.is_sure) == (2.0, True)
    assert found.why == "Status_20.png was written and can be read, and no more is expected"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"Status_20.png": b"no picture", "Effect_20.png": picture("blue")}, CREATED),
        ({"Other_20.png": picture("red"), "Effect_20.png": picture("blue")}, CREATED),
        ({"Status_20.png": picture("red")}, "The file Status_*.png is created and shows three bars."),
    ],
    ids=["torn", "other names", "more is expected"],
)
def test_what_is_no_such_file_or_more_than_that_is_left_to_who_reads(
    files: Mapping[str, bytes], expected: str, tmp_path: Path
) -> None:
    assert not created(tmp_path, "*.png", files, expected).is_sure
