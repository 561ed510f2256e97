"""A lock is a file of our own: whatever else lies in its place stays what it is."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from plans.errors import Busy, InvalidFile
from plans.files import held
from tests.pipeline.runner.test_full_disk import NAMESPACE, can_mount

TAKING = """
import sys
from pathlib import Path

from plans.errors import Busy
from plans.files import held

try:
    with held(Path(sys.argv[1])):
        print("taken")
except Busy as error:
    print(error)
"""


def test_the_second_process_is_told_who_holds_it_and_the_next_may_have_it(tmp_path: Path) -> None:
    lock = tmp_path / "run" / "lock"

    def other() -> str:
        command = [sys.executable, "-c", TAKING, str(lock)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    with held(lock):
        assert other().startswith(f"{lock.parent} is in use by process {os.getpid()}, ")
    assert other() == "taken"
    with held(lock), pytest.raises(Busy), held(lock):
        pass
    assert lock.read_text() == str(os.getpid())


def test_what_a_link_in_its_place_leads_to_is_not_emptied(tmp_path: Path) -> None:
    """`ln -s thesis.txt run/lock` made the next run empty the thesis and write a number into it."""
    thesis, lock = tmp_path / "thesis.txt", tmp_path / "lock"
    thesis.write_text("years of work")
    lock.symlink_to(thesis)
    told = "lock: is a link, and what it leads to would be emptied. .* remove it"
    with pytest.raises(InvalidFile, match=told), held(lock):
        pass
    lock.unlink()
    lock.symlink_to(tmp_path / "new.txt")
    with pytest.raises(InvalidFile, match="is a link"), held(lock):
        pass
    assert not (tmp_path / "new.txt").exists()
    lock.unlink()
    os.link(thesis, lock)
    with pytest.raises(InvalidFile, match="holds something else than a lock does"), held(lock):
        pass
    assert thesis.read_text() == "years of work"


def test_a_folder_or_a_pipe_in_its_place_is_told_in_plain_words(tmp_path: Path) -> None:
    """A folder was a traceback of IsADirectoryError."""
    folder, pipe = tmp_path / "folder", tmp_path / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    with pytest.raises(InvalidFile, match="is a folder, and the lock is a file"), held(folder):
        pass
    with pytest.raises(InvalidFile, match="is no ordinary file"), held(pipe):
        pass


FULL = """
import sys
from pathlib import Path

from plans.errors import StorageFailed
from plans.files import held

try:
    with held(Path(sys.argv[1])):
        print("taken")
except StorageFailed as error:
    print("full", error)
"""


@pytest.mark.skipif(not can_mount(), reason="this machine does not let us mount a small file system")
def test_a_disk_without_room_for_the_lock_is_told_as_the_locks(tmp_path: Path) -> None:
    """It was told as standard output's, which had failed to be written."""
    lock = tmp_path / "lock"
    take = shlex.join([sys.executable, "-c", FULL, str(lock)])
    disk = shlex.quote(str(tmp_path))
    filled = f"mount -t tmpfs -o size=4k tmpfs {disk} && printf x > {disk}/filling && {take}"
    done = subprocess.run([*NAMESPACE, "sh", "-c", filled], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"full {lock} ")
