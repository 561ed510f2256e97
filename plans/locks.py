"""One process at a time works on a folder; the lock dies with the process that holds it."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from plans.errors import Busy
from plans.files import storage_errors


@contextmanager
def held(path: Path) -> Generator[None]:
    """Hold the lock file `path`; raises Busy, naming the process that has it, when it is taken."""
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise Busy(
                f"{path.parent} is in use by process {holder}, and two at once would undo each other's work. "
                "Wait until that one has ended, or stop it: nothing is lost."
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
