"""A small program that runs another one and ends everything that it started.

    python -I -S reaper.py COMMAND [ARGUMENT …]

It runs as the parent of COMMAND and, on Linux, adopts whatever COMMAND's processes leave behind, so that a program that
went into the background is found and ended too. SIGTERM, or the end of the process that started it, ends the whole
tree; under `python -X lone=ANYTHING` the latter does not, as what starts programs in a container ends at once. Its exit
code is COMMAND's; 127 when COMMAND cannot be started. It uses the standard library alone and nothing of this project,
because it starts once per command.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def main(command: list[str]) -> int:
    """Run `command` to its end and return its exit code, 128 + signal when a signal ended it."""
    signal.signal(signal.SIGTERM, _end_all)
    _adopt_orphans()
    try:
        # In a session of its own, so that a signal to its process group does not reach this process. Elsewhere than on
        # Linux that group is all by which the tree is ended.
        process = subprocess.Popen(command, start_new_session=sys.platform == "linux")
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
    try:
        code = process.wait()
    finally:
        _end_tree()
    return code if code >= 0 else 128 - code


def _adopt_orphans() -> None:
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if "lone" not in sys._xoptions:  # pyright: ignore[reportPrivateUsage]
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _end_all(_number: int, _frame: object) -> None:
    # Only the tree is ended here; the wait in `main` then returns and the exit code says which signal it was.
    _kill(_descendants())


def _end_tree() -> None:
    """Kill until nothing is left: a process may start another one between the look and the signal."""
    while True:
        _kill(_descendants())
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _kill(processes: list[int]) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _descendants() -> list[int]:
    """Processes below this one, nearest first; empty where there is no /proc, and the process group must do."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = entry.read_text(errors="replace").rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found = list(children.get(os.getpid(), ()))
    for process in found:
        found.extend(children.get(process, ()))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
