"""Places to write to: nothing of somebody's own is mixed with, replaced or removed."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pipeline.cli.author import author
from pipeline.cli.demo import FULL, MARKER, SAMPLE, Extent, demo_folder
from pipeline.cli.exchange import schemas
from pipeline.cli.folders import Held, free_place
from pipeline.cli.judge import judge
from pipeline.cli.renewal import RefreshOrder, refresh
from pipeline.cli.report import report
from pipeline.cli.run import run
from pipeline.cli.run_setup import RunOrder
from pipeline.refresh.refreshing import new_version
from plans.errors import AuthorError, Busy, StorageFailed
from plans.files import held
from plans.paths import RunPaths, SuitePaths
from tests.demo_extent import read_extent
from tests.pipeline.report.synthetic import make_run

SEEDS = "A shop for house plants with a cart and a search.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite with an item, and a run, in the working directory."""
    for file in ("mine/suite.yaml", "mine/items/shop/criteria.yaml", "runs/mine/run.yaml"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / "seeds.txt").write_text(SEEDS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(verb: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(verb, arguments, standalone_mode=False, catch_exceptions=False)


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        (author, ["seeds.txt", "--gate", "static", "--out", ""]),
        (run, ["mine", "--agent", "nop", "--out", " "]),
        (run, ["", "--agent", "nop"]),
        (refresh, ["mine", "--out", ""]),
        (judge, [".", "--item", "mine/items/shop", "--evidence", ""]),
        (report, ["runs/mine", "--out", ""]),
        (schemas, [""]),
    ],
)
def test_an_empty_name_is_not_the_working_directory(
    folder: Path, verb: click.Command, arguments: list[str]
) -> None:
    """`--out "$OUT"` with OUT not set wrote a whole suite, or a run, among whatever lay there."""
    before = sorted(folder.rglob("*"))
    with pytest.raises(click.BadParameter, match="it is empty"):
        call(verb, *arguments)
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("verb", "out", "told"),
    [
        (author, "runs/mine", "runs/mine is a run, and a suite written there would mix with it"),
        (author, "mine/items/shop", "is an item of a suite, and a suite"),
        (author, "mine/new", "mine/new lies inside the suite .*mine, and a suite"),
        (run, "mine", "mine is a suite, and a run written there would mix with it"),
        (run, "mine/items/shop", "is an item of a suite, and a run"),
        (run, "mine/runs/first", "lies inside the suite"),
    ],
)
def test_a_suite_and_a_run_are_not_written_into_each_other(
    folder: Path, verb: click.Command, out: str, told: str
) -> None:
    """An item's folder became a suite of its own, with files of the same names."""
    before = sorted(folder.rglob("*"))
    first = ["seeds.txt", "--gate", "static"] if verb is author else ["mine", "--agent", "nop"]
    with pytest.raises(AuthorError, match=told):
        call(verb, *first, "--out", out)
    assert sorted(folder.rglob("*")) == before


def test_a_place_that_nobody_named_is_looked_at_as_well(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --out a run was written into whatever lay in runs/NAME, and a version into a run's folder."""
    order = RunOrder(suite=folder / "mine", agents=("nop",))
    assert order.folder == Path("runs/mine")
    (folder / "runs" / "mine" / "suite.yaml").touch()
    with pytest.raises(
        AuthorError, match=r"^runs/mine is a suite, and a run .* another folder with --out\.$"
    ):
        _ = order.folder
    monkeypatch.chdir(folder / "mine")
    with pytest.raises(AuthorError, match="^runs/mine lies inside the suite"):
        _ = order.folder


def test_a_refresh_is_not_written_into_a_run_beside_the_suite(folder: Path) -> None:
    order = RefreshOrder(
        suite=folder / "mine",
        out=None,
        version=None,
        random_seed=1,
        review="auto",
        gate="static",
        with_model=False,
        author="catalog",
        reference_by="generator",
        jobs=1,
        as_json=False,
    )
    new = new_version(SuitePaths(SAMPLE), None)
    assert order.folder(new) == folder / f"mine-{new.version}"
    (folder / f"mine-{new.version}").mkdir()
    (folder / f"mine-{new.version}" / "run.yaml").touch()
    with pytest.raises(AuthorError, match="is a run, and a suite written there would mix"):
        order.folder(new)


@pytest.mark.parametrize("name", ["seeds.yaml", "README.md", ".notes"])
@pytest.mark.parametrize("verb", [author, refresh, run])
def test_a_folder_of_somebodys_own_is_not_written_into(folder: Path, verb: click.Command, name: str) -> None:
    """`--out .` beside one's own seeds.yaml and README.md replaced both by the suite's."""
    (folder / "precious").mkdir()
    (folder / "precious" / name).write_text("Years of work.")
    before = sorted(folder.rglob("*"))
    first = {
        author: ["seeds.txt", "--gate", "static"],
        refresh: ["mine", "--gate", "static"],
        run: ["mine", "--agent", "nop"],
    }
    with pytest.raises(
        AuthorError, match=f"precious is not empty and holds no .*'{name}', could be overwritten"
    ):
        call(verb, *first[verb], "--out", "precious")
    assert sorted(folder.rglob("*")) == before
    assert (folder / "precious" / name).read_text() == "Years of work."


@pytest.mark.parametrize(
    ("holds", "files"),
    [
        ("suite", [".authoring/lock"]),
        ("suite", ["suite.yaml", "README.md", "notes.txt"]),
        ("run", ["lock", "times.json", "projects/shop.json"]),
        ("run", ["lock", ".run.yaml.x7"]),
        ("run", ["lock", "projects/shop.json", "graders/shop/tests/test_cart.py"]),
        ("run", ["lock", "media/ab.png", ".instances.jsonl.x7"]),
        ("run", ["journal.sqlite", "journal.sqlite.lock", "lock", "instances.jsonl"]),
        ("run", ["journal.sqlite", "journal.sqlite.lock"]),
        ("run", ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite.lock", "lock", "times.json"]),
        ("run", ["run.yaml", "lock", "notes.txt"]),
    ],
)
def test_work_that_was_begun_goes_on_in_its_folder(tmp_path: Path, holds: Held, files: list[str]) -> None:
    """However early it was killed: a run has its run.yaml last."""
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert free_place(tmp_path, holds) == tmp_path


@pytest.mark.parametrize(
    "files",
    [
        ["projects/thesis.txt"],
        ["lock", "thesis.txt"],
        ["lock", "projects/shop.json", "trials/shop/nop/1/round-1/round.json"],
        ["journal.sqlite", "journal.sqlite.lock", "thesis.txt"],
    ],
)
def test_names_of_a_run_alone_make_no_run(tmp_path: Path, files: list[str]) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    with pytest.raises(AuthorError, match="is not empty and holds no run"):
        free_place(tmp_path, "run")


def test_only_an_earlier_report_is_replaced_by_a_report(tmp_path: Path) -> None:
    """`report --out index.html` replaced somebody's own page."""
    (tmp_path / "index.html").write_text("<!doctype html><title>My home page</title>")
    make_run(tmp_path / "shots", {"nop": 0.0}, projects=1).save(RunPaths(tmp_path / "run"))
    with pytest.raises(AuthorError, match="is not a report of benchwright"):
        call(report, str(tmp_path / "run"), "--out", str(tmp_path / "index.html"))
    assert "My home page" in (tmp_path / "index.html").read_text()
    for _ in range(2):
        call(report, str(tmp_path / "run"), "--out", str(tmp_path / "new.html"))
    assert "benchwright report" in (tmp_path / "new.html").read_text()


@pytest.mark.parametrize("file", ["runs/mine/run.yaml", "seeds.txt", "/dev/null"])
def test_a_report_replaces_nothing_but_reports(folder: Path, file: str) -> None:
    """`--out run.yaml` replaced the run's own record by the page, and /dev/null for whoever may."""
    with pytest.raises(AuthorError, match="is not a report of benchwright"):
        call(report, "runs/mine", "--out", file)
    assert (folder / "seeds.txt").read_text() == SEEDS


SMALL, WHOLE = Extent(), FULL


def begin(paths: RunPaths) -> None:
    """A demo that ends as soon as its folder is empty."""
    with demo_folder(paths, WHOLE):
        pass


def left(paths: RunPaths) -> list[str]:
    """What there is but for locks, which nobody may remove: another process may be waiting for them."""
    files = [file.relative_to(paths.root).as_posix() for file in paths.root.rglob("*") if not file.is_dir()]
    return [file for file in files if not file.endswith("lock")]


@pytest.mark.parametrize(
    "files",
    [
        ["run.yaml", "times.json", "RESULT.json", "projects/shop.json", "archive/ab/files/index.html"],
        ["suite/suite.yaml", "suite/items/shop/criteria.yaml"],
        ["projects/thesis.txt"],
        ["thesis.txt"],
    ],
)
def test_a_demo_removes_nothing_that_no_demo_made(tmp_path: Path, files: list[str]) -> None:
    """A run, a suite of the author's own, or a thesis among projects had the names of a demo's, and was removed."""
    own = tmp_path / "own"
    for file in files:
        (own / file).parent.mkdir(parents=True, exist_ok=True)
        (own / file).write_text("Years of work.")
    before = sorted(own.rglob("*"))
    with pytest.raises(AuthorError, match=rf"own is not empty and .* rm -r {own}$") as caught:
        begin(RunPaths(own))
    assert "\n" not in str(caught.value)
    assert sorted(own.rglob("*")) == before


def test_a_demo_begins_with_an_empty_folder(tmp_path: Path) -> None:
    paths = RunPaths(tmp_path / "demo")
    for _ in range(2):
        begin(paths)
        assert left(paths) == [MARKER]
    (paths.root / "suite").mkdir()
    (paths.root / "suite" / "suite.yaml").touch()
    for name in ("run.yaml", ".summary.json.x7", "RESULT-0123456789abcdef.json", "report.html"):
        (paths.root / name).touch()
    (paths.root / "archive").symlink_to(tmp_path / "elsewhere")

    begin(paths)
    assert left(paths) == [MARKER]


@pytest.mark.parametrize("lock", [".demo-lock", "lock", "suite/.authoring/lock"])
def test_a_demo_does_not_empty_the_folder_of_one_that_runs(tmp_path: Path, lock: str) -> None:
    """It emptied the folder under the hands of the other, and took its lock file along: both then held the lock."""
    paths = RunPaths(tmp_path / "demo")
    with demo_folder(paths, SMALL):
        held_by_the_other = paths.root / lock
    (paths.root / "suite" / "items").mkdir(parents=True)
    (paths.root / "run.yaml").touch()
    with held(held_by_the_other):
        with pytest.raises(Busy), demo_folder(paths, WHOLE):
            pass
        assert (paths.root / "run.yaml").exists()
        assert (paths.root / "suite" / "items").exists()
    assert read_extent(paths) == SMALL

    file = held_by_the_other.stat().st_ino
    with demo_folder(paths, WHOLE):
        assert not (paths.root / "run.yaml").exists()
        assert not (paths.root / "suite" / "items").exists()
        assert held_by_the_other.stat().st_ino == file


def test_a_demo_says_how_much_of_it_was_shown(tmp_path: Path) -> None:
    """The small one that the checks of a commit leave was held against the time of the whole one."""
    paths = RunPaths(tmp_path / "demo")
    assert read_extent(paths) is None
    with demo_folder(paths, SMALL):
        assert read_extent(paths) == SMALL
    (paths.root / MARKER).write_text("Made by `benchwright demo`: the next demo empties this folder.\n")
    assert read_extent(paths) is None
    with demo_folder(paths, WHOLE):
        assert read_extent(paths) == WHOLE


def test_what_was_laid_beside_a_demo_is_not_removed_with_it(tmp_path: Path) -> None:
    begin(RunPaths(tmp_path))
    (tmp_path / "run.yaml").touch()
    (tmp_path / "thesis.txt").write_text("Years of work.")
    with pytest.raises(AuthorError, match=r"holds 'thesis\.txt', which the demo did not write"):
        begin(RunPaths(tmp_path))
    assert (tmp_path / "run.yaml").exists()


@pytest.mark.parametrize("place", ["/proc/nothing/lock", "x" * 300 + "/lock"])
def test_a_place_where_no_folder_can_be_is_told_in_a_line(folder: Path, place: str) -> None:
    """It was a traceback of FileNotFoundError."""
    with pytest.raises(StorageFailed, match="could not be written: .* choose"), held(folder / place):
        pass


@pytest.mark.parametrize("licence", ["", " MIT", "MIT\nname: other", "MIT # mine", "banana"])
def test_a_licence_is_a_name_in_a_line(folder: Path, licence: str) -> None:
    with pytest.raises(click.BadParameter):
        call(author, "seeds.txt", "--gate", "static", "--out", "new", "--licence", licence)
