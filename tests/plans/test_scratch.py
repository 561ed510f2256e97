"""Temporary folders go with their process, however that ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plans.errors import StorageFailed
from plans.scratch import scratch

HOLDER = """
import sys, time
from plans.scratch import scratch
with scratch("show") as folder:
    (folder / "page.html").touch()
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, where temporary files go in this test."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path / f"benchwright-{os.getuid()}"


def test_a_folder_is_there_as_long_as_it_is_used_and_for_this_user_alone(place: Path) -> None:
    with scratch("gate") as folder:
        assert folder.parent == place
        assert folder.name.startswith("gate-")
        assert [path.stat().st_mode & 0o777 for path in (place, folder)] == [0o700, 0o700]
    assert list(place.iterdir()) == []


def test_what_a_killed_process_left_is_swept_and_what_a_living_one_uses_stays(place: Path) -> None:
    """Homes, messages and browser profiles were heaped up under /tmp by every kill."""
    with holder() as killed, holder() as living:
        left, used = folder_of(killed), folder_of(living)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert left.exists()
        with scratch("judge") as own, scratch("home") as second:
            assert not left.exists()
            assert {path.name for path in place.iterdir()} == {own.name, second.name, used.name}
            assert (used / "page.html").exists()
        living.kill()


def holder() -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True)


def folder_of(process: subprocess.Popen[str]) -> Path:
    assert process.stdout is not None
    return Path(process.stdout.readline().strip())


def test_links_and_files_that_lie_there_are_not_followed(place: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept.txt").touch()
    place.mkdir(mode=0o700)
    (place / "link").symlink_to(outside)
    left = place / "home-left"
    left.mkdir()
    (left / "link").symlink_to(outside)
    with scratch("home"):
        assert not left.exists()
    assert (outside / "kept.txt").exists()


def test_a_folder_that_others_can_look_into_is_refused(place: Path, tmp_path: Path) -> None:
    place.mkdir(mode=0o755)
    with pytest.raises(StorageFailed, match="not a folder of this user alone"), scratch("home"):
        pass
    place.rmdir()
    place.symlink_to(tmp_path)
    with pytest.raises(StorageFailed, match="not a folder of this user alone"), scratch("home"):
        pass
