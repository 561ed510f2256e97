"""Submissions by content: what counts, what is left out, and what never is followed."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.runner import archive as archiving
from pipeline.runner.archive import archive, cut, restore, was_cut
from plans.errors import StorageFailed
from plans.files import read_record
from plans.paths import RunPaths
from plans.records.run import Submission


@pytest.fixture
def run(tmp_path: Path) -> RunPaths:
    return RunPaths(tmp_path / "run")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Shop</h1>")
    (folder / "js" / "app.js").write_text("start()")
    return folder


def test_the_same_content_is_kept_once_wherever_it_comes_from(workspace: Path, run: RunPaths) -> None:
    first = archive(workspace, run)
    os.utime(workspace / "index.html", (1, 1))
    assert archive(workspace, run).digest == first.digest
    assert [folder.name for folder in run.archive.iterdir()] == [first.digest[:32]]
    (workspace / "js" / "app.js").write_text("start(1)")
    assert archive(workspace, run).digest != first.digest


def test_what_was_kept_comes_back_and_what_came_after_is_gone(workspace: Path, run: RunPaths) -> None:
    (workspace / "home").symlink_to("index.html")
    kept = archive(workspace, run)
    (workspace / "index.html").write_text("spoiled")
    (workspace / "later.txt").write_text("x")
    restore(run.archived(kept.digest), workspace)
    assert sorted(path.name for path in workspace.rglob("*")) == ["app.js", "home", "index.html", "js"]
    assert (workspace / "home").read_text() == "<h1>Shop</h1>"
    assert archive(workspace, run).digest == kept.digest


def test_links_are_recorded_and_never_followed(workspace: Path, run: RunPaths, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key.txt").write_text("private")
    (workspace / "stolen").symlink_to(secret)
    (workspace / "js" / "key").symlink_to(secret / "key.txt")
    kept = archive(workspace, run)
    assert kept.links == {"stolen": str(secret), "js/key": str(secret / "key.txt")}
    files = run.archived(kept.digest).files
    assert not any(
        path.is_symlink() or path.read_text() == "private" for path in files.rglob("*") if not path.is_dir()
    )


def test_a_pipe_does_not_hold_up_the_harness(workspace: Path, run: RunPaths) -> None:
    os.mkfifo(workspace / "pipe")
    kept = archive(workspace, run)
    assert kept.left_out == {"pipe": "no ordinary file"}
    assert was_cut(kept)


def test_a_huge_file_is_left_out_and_said_so(workspace: Path, run: RunPaths) -> None:
    with (workspace / "sparse.bin").open("wb") as file:
        file.truncate(1_000_000_000_000)
    kept = archive(workspace, run)
    assert kept.left_out == {"sparse.bin": "1,000,000,000,000 bytes, at most 64,000,000 are kept"}
    assert kept.bytes < 100


def test_too_many_files_are_cut(workspace: Path, run: RunPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "COUNT_LIMIT", 3)
    for number in range(5):
        (workspace / f"{number}.txt").write_text("x")
    kept = archive(workspace, run)
    assert kept.files == 3
    assert len(kept.left_out) == 4


def test_tools_own_folders_do_not_count(workspace: Path, run: RunPaths) -> None:
    bare = archive(workspace, run)
    for folder in ("node_modules/left-pad", ".git/objects", "js/__pycache__"):
        (workspace / folder).mkdir(parents=True)
        (workspace / folder / "file").write_text("x")
    kept = archive(workspace, run)
    assert kept.digest == bare.digest
    assert not was_cut(kept)


def test_an_empty_workspace_is_a_submission_too(tmp_path: Path, run: RunPaths) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    kept = archive(empty, run)
    assert (kept.files, kept.bytes) == (0, 0)
    assert run.archived(kept.digest).files.is_dir()
    assert read_record(run.archived(kept.digest).record, Submission) == kept


def test_a_file_in_the_place_of_the_archive_is_a_clear_message(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "run").write_text("not a folder")
    with pytest.raises(StorageFailed, match="A file stands where a folder is needed"):
        archive(workspace, RunPaths(tmp_path / "run"))


CLOSED = """
import sys
from pathlib import Path

from pipeline.runner.archive import archive, cut, restore, was_cut
from plans.paths import RunPaths

workspace, run = Path(sys.argv[1]), RunPaths(Path(sys.argv[2]))
for name, mode in (("closed", 0o000), ("listed", 0o600), ("fixed", 0o500)):
    (workspace / name).mkdir()
    (workspace / name / "deep").mkdir()
    (workspace / name / "deep" / "page.html").write_text("deep")
    (workspace / name).chmod(mode)
kept = archive(workspace, run)
print(sorted(kept.left_out.items()), kept.files, was_cut(kept))
restore(run.archived(kept.digest), workspace)
print(sorted(path.name for path in workspace.iterdir()))
"""


def test_folders_that_cannot_be_read_are_named_and_removed(workspace: Path, run: RunPaths) -> None:
    """They once vanished without a word, and clearing the workspace of them stopped the run of everybody."""
    # The superuser reads everything, unless that power is taken away.
    powerless = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    command = [*powerless, sys.executable, "-c", CLOSED, str(workspace), str(run.root)]
    said = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3], timeout=60
    )
    assert said.stderr == ""
    assert said.stdout.splitlines() == [
        "[('closed', 'unreadable: Permission denied'), ('listed', 'unreadable: Permission denied')] 3 True",
        "['fixed', 'index.html', 'js']",
    ]


def test_a_name_that_is_no_text_is_left_out_and_said_so(workspace: Path, run: RunPaths) -> None:
    """One such name once ended the run of every agent with a traceback."""
    (workspace / os.fsdecode(b"\xff\xfe.html")).write_text("x")
    (workspace / os.fsdecode(b"\xff folder")).mkdir()
    (workspace / "link").symlink_to(os.fsdecode(b"to \xff"))
    kept = archive(workspace, run)
    assert sorted(kept.left_out) == ["\\xff folder", "\\xff\\xfe.html", "link"]
    assert was_cut(kept)
    restore(run.archived(kept.digest), workspace)
    assert archive(workspace, run).files == 2
    assert sorted(path.name for path in workspace.iterdir()) == ["index.html", "js"]


@pytest.mark.slow
@pytest.mark.parametrize(("letters", "levels"), [(200, 25), (1, 1500)])
def test_folders_deeper_than_the_system_can_name_are_left_out(
    workspace: Path, run: RunPaths, letters: int, levels: int
) -> None:
    """Such folders once ended the run of every agent: their path is too long for the system."""
    nest(workspace, "d" * letters, levels)
    kept = archive(workspace, run)
    assert kept.files == 2
    assert was_cut(kept)
    restore(run.archived(kept.digest), workspace)
    assert archive(workspace, run).left_out == {}


def nest(folder: Path, name: str, levels: int) -> None:
    """Make folders within each other, each reached through the one above."""
    above = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=above)  # noqa: PTH102 - the path is too long for pathlib
        below = os.open(name, os.O_RDONLY, dir_fd=above)
        os.close(above)
        above = below
    os.close(above)


def test_thousands_of_links_leave_a_record_that_can_be_read(
    workspace: Path, run: RunPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "LISTED_LIMIT", 3)
    for number in range(10):
        (workspace / f"link{number}").symlink_to("index.html")
    kept = archive(workspace, run)
    assert sorted(kept.links) == ["link0", "link1", "link2"]
    assert sorted(kept.left_out) == ["link3", "link4", "link5", "…"]


def test_names_cannot_forge_the_digest_of_other_files(workspace: Path, run: RunPaths, tmp_path: Path) -> None:
    """One file called like the list of two once had their digest, and so stood for another agent's submission."""
    two, one = tmp_path / "two", tmp_path / "one"
    for folder in (two, one):
        folder.mkdir()
    (two / "app.js").write_text("good")
    (two / "index.html").write_text("page")
    (one / f"app.js {hashlib.sha256(b'good').hexdigest()}\nfile index.html").write_text("page")
    assert archive(two, run).digest != archive(one, run).digest


@pytest.mark.parametrize("stand_in", ["nothing", "file", "pipe", "link", "loop"])
def test_a_workspace_that_was_replaced_is_an_empty_submission(
    workspace: Path, run: RunPaths, tmp_path: Path, stand_in: str
) -> None:
    """A file in its place once ended the run of every agent; a link once submitted what it leads to."""
    before = archive(workspace, run)
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key.txt").write_text("private")
    shutil.rmtree(workspace)
    match stand_in:
        case "file":
            workspace.write_text("hi")
        case "pipe":
            os.mkfifo(workspace)
        case "link":
            workspace.symlink_to(secret)
        case "loop":
            workspace.symlink_to(workspace)
        case _:
            pass
    kept = archive(workspace, run)
    assert (kept.files, list(kept.left_out)) == (0, ["."])
    assert was_cut(kept)
    restore(run.archived(before.digest), workspace)
    assert archive(workspace, run).digest == before.digest
    assert not workspace.is_symlink()
    assert (secret / "key.txt").read_text() == "private"


@pytest.mark.parametrize("start", ["index.html", "package.json", "dist/index.html", "public/index.html"])
def test_what_starts_the_app_is_kept_before_a_limit_is_reached(
    workspace: Path, run: RunPaths, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    """20,000 files beside a good index.html: by name it came after them, and was cut: "no start page"."""
    monkeypatch.setattr(archiving, "COUNT_LIMIT", 3)
    (workspace / "index.html").unlink()
    (workspace / start).parent.mkdir(exist_ok=True)
    (workspace / start).write_text("{}")
    for number in range(5):
        (workspace / f"{number}.txt").write_text("x")
    kept = archive(workspace, run)
    assert (run.archived(kept.digest).files / start).is_file()
    assert kept.files == 3
    assert cut(kept).startswith("'2.txt', more than 3 files; ")


def test_folders_that_are_served_are_kept_before_others(
    workspace: Path, run: RunPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "COUNT_LIMIT", 3)
    for folder in ("data", "dist"):
        (workspace / folder).mkdir()
        (workspace / folder / "app.js").write_text("x")
    (workspace / "dist" / "index.html").write_text("x")
    files = run.archived(archive(workspace, run).digest).files
    assert sorted(path.name for path in files.rglob("*.*")) == ["app.js", "index.html", "index.html"]
    assert (files / "dist" / "app.js").is_file()


def test_a_link_in_the_place_of_a_start_page_is_not_followed(
    workspace: Path, run: RunPaths, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "index.html").write_text("private")
    (workspace / "dist").symlink_to(secret)
    kept = archive(workspace, run)
    assert not (run.archived(kept.digest).files / "dist").exists()
