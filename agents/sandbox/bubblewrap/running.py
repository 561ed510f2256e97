"""One bwrap, as its keeper knows it. Standard library alone."""

import contextlib
import json
import os
import select
import signal

from agents.sandbox.bubblewrap.kill_monitor import KillMonitor

_CHUNK = 65536


class Running:
    """One bwrap and what it has said."""

    def __init__(self, id: int, outer: int, info: int, reached: int, monitor: KillMonitor | None) -> None:
        self.id = id
        self.outer = outer
        self.outer_handle = os.pidfd_open(outer)
        self.info = info
        self.reached = reached
        self.first: int | None = None
        """The first process of its process namespace, as this process numbers it."""
        self.first_handle: int | None = None
        self.status: int | None = None
        self.monitor = monitor
        self.was_over_limit = False
        """Whether anything was killed meanwhile for holding too much."""

    def hear(self) -> None:
        """Read which process is the first inside; it is told once, or never when bwrap failed before."""
        text = b""
        while chunk := os.read(self.info, _CHUNK):
            text += chunk
        os.close(self.info)
        self.info = -1
        if text:
            self.first = int(json.loads(text)["child-pid"])
            with contextlib.suppress(ProcessLookupError):
                self.first_handle = os.pidfd_open(self.first)

    def kill(self) -> None:
        for handle in (self.first_handle, self.outer_handle if self.status is None else None):
            if handle is not None:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(handle, signal.SIGKILL)

    def was_reached(self) -> bool:
        os.set_blocking(self.reached, False)
        try:
            return bool(os.read(self.reached, 1))
        except BlockingIOError:
            return False

    def killed_itself(self) -> bool:
        """Whether an end by SIGKILL, noticed just now, is the doing of what ran; False where nobody can say."""
        return self.was_over_limit or (self.monitor is not None and self.monitor.explains_kill())

    def had_outside_kill(self) -> bool:
        """Whether something outside killed a process of it, as far as a shell in it passed that on."""
        return self.monitor is not None and self.monitor.had_outside_kill and not self.was_over_limit

    def close(self) -> None:
        for handle in (self.outer_handle, self.first_handle, self.reached):
            if handle is not None:
                os.close(handle)
        if self.monitor is not None:
            self.monitor.close()

    def watched(self) -> tuple[int | None, ...]:
        """The descriptors that tell what becomes of it."""
        return self.info, self.outer_handle, self.first_handle

    def is_gone(self) -> bool:
        """Whether nothing of it is left: the first process inside is the last to go."""
        if self.status is None:
            return False
        if self.first_handle is None:
            return True
        poll = select.poll()
        poll.register(self.first_handle, select.POLLIN)
        return bool(poll.poll(0))
