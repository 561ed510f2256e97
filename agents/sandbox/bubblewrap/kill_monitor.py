"""Who sent SIGKILL: a program of the sandbox, or something outside. Standard library alone.

The kernel tells nobody who sent a signal. So a seccomp filter reports to the keeper each SIGKILL that is sent inside,
and each exit with the status that stands for one, before it happens. The keeper lets all of them go ahead. A program
that was killed without such a report was killed from outside.
"""
# ruff: noqa: PTH115 - see keeper.py

import ctypes
import fcntl
import os
import struct
import time
from contextlib import suppress
from typing import Any

KILLED = 128 + 9
"""Exit code that stands for SIGKILL."""
_SET_FILTER, _NEW_LISTENER = 1, 8
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_REPORT = struct.Struct("=QIIiIQ6Q")
"""struct seccomp_notif: id, process, flags, and the system call with its architecture, place and arguments."""
_ANSWER = struct.Struct("=QqiI")
_GO_AHEAD = 1
_RECENT = 2.0
"""Seconds from a report to an end that counts as its effect; what is killed ends at once."""
_PASS_ON = frozenset({"bwrap", "bash", "busybox", "dash", "sh"})
"""Programs that end with the status of a child that was killed, and were not killed themselves."""
_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install(plan: dict[str, Any]) -> int | None:
    """Have this process and all that it starts reported; the descriptor that reports are read from.

    `plan` is what `filter.kill_monitor_plan` made, empty where the kernel has no such reports. Returns None then, and
    where the kernel takes no such filter.
    """
    if not plan:
        return None
    code = bytes.fromhex(plan["filter"])
    program = _Program(len(code) // 8, code)
    handle = _libc.syscall(plan["seccomp"], _SET_FILTER, _NEW_LISTENER, ctypes.byref(program))
    return None if handle < 0 else int(handle)


class KillMonitor:
    """The kernel's reports of SIGKILL in one command."""

    def __init__(self, handle: int, exit_call: int) -> None:
        """`exit_call` is the number of exit_group."""
        self.handle = handle
        self._exit_call = exit_call
        self._last: float | None = None
        self.had_outside_kill = False
        """Whether a shell passed on that SIGKILL ended its child, before anything inside had sent SIGKILL."""

    def hear(self) -> None:
        """Take one report and let what it is about go ahead."""
        report = bytearray(_REPORT.size)
        # Whoever it is about may be gone by now.
        with suppress(FileNotFoundError):
            fcntl.ioctl(self.handle, _RECEIVE, report)
            id, process, _, call, *_ = _REPORT.unpack(report)
            if call != self._exit_call or not _passes_on(process):
                self._last = time.monotonic()
            elif self._last is None:
                self.had_outside_kill = True
            fcntl.ioctl(self.handle, _SEND, _ANSWER.pack(id, 0, 0, _GO_AHEAD))

    def explains_kill(self) -> bool:
        """Whether an end by SIGKILL that was noticed just now was reported."""
        return self._last is not None and time.monotonic() - self._last < _RECENT

    def close(self) -> None:
        """Stop hearing."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


def _passes_on(process: int) -> bool:
    try:
        program = os.readlink(f"/proc/{process}/exe")
    except OSError:
        return False
    return program.rpartition("/")[2] in _PASS_ON
