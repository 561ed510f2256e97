"""The process that keeps one sandbox: it makes the namespaces and holds them, and starts and ends what runs in them.

It stands between benchwright and bwrap because namespaces need a process of their own to be made in, because a bwrap
lives no longer than the thread that started it, and because only the parent of all can say that nothing is left. It is
told by single messages over a socket and ends with it, so that no sandbox outlives benchwright. Standard library alone,
with neighbours that keep to it too: it starts once for every sandbox.

    {"do": "make", …plan}                → {"made": true} or {"error": why}
    {"do": "start", "id": n} and five descriptors (what to start, options of bwrap, standard input, output and error)
                                         → {"id": n, "status": exit code, "reached": whether the program was started,
                                            "own_kill": whether SIGKILL, if that ended it, was sent inside, or by the
                                            keeper because of a limit,
                                            "outside_kill": whether something outside killed a process of it}
    {"do": "end", "ids": [n, …]}         ends these; their own replies follow
    {"do": "socket", "id": n}            → {"id": n} and a fresh socket of the sandbox's network
    {"do": "listen", "id": n, "port": p} → {"id": n} and a socket that listens there, or {"id": n, "error": why}
"""

import array
import contextlib
import errno
import fcntl
import itertools
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import Any, NoReturn

from agents.sandbox.bubblewrap.kill_monitor import KillMonitor, install
from agents.sandbox.bubblewrap.namespaces import become_subreaper, die_with_parent, make_namespaces

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


# ruff: noqa: PTH123, PTH208 - see keeper.py


PERIOD = 250
"""Milliseconds from one look to the next."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


def largest_of_too_many(limit: int) -> int | None:
    """The process that holds most, when all beneath this one hold more than `limit` bytes together; else None."""
    processes = _beneath(os.getpid())
    if sum(map(_roughly, processes)) <= limit:
        return None
    # Memory that several share, as after a fork, was counted for each of them; to count it once takes longer.
    held = {process: _own_share(process) for process in processes}
    return max(held, key=lambda process: held[process]) if sum(held.values()) > limit else None


def _beneath(process: int) -> list[int]:
    found = _children(process)
    for child in found:
        found.extend(_children(child))
    return found


def _children(process: int) -> list[int]:
    """What any of its threads has started; none where it is gone."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as children:
                found.extend(map(int, children.read().split()))
    return found


def _roughly(process: int) -> int:
    """What it has in memory and shares with no file."""
    with suppress(OSError), open(f"/proc/{process}/statm") as sizes:
        _, resident, shared, *_ = map(int, sizes.read().split())
        return (resident - shared) * _PAGE
    return 0


def _own_share(process: int) -> int:
    """The same, where what is shared counts in parts."""
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup") as sizes:
        for line in sizes:
            if line.startswith("Pss_Anon:"):
                return int(line.split()[1]) * 1024
    return 0


# ruff: noqa: PTH123 - to import pathlib takes longer than all else that this process does before it answers.


MESSAGE = 65536
OPTIONS, FILTER, INFO, REACHED = 3, 4, 5, 9
"""Descriptors that bwrap is given beside the three streams."""
_FIRST_FREE = 20
_LAST_SECONDS = 5
"""Processor time from SIGXCPU to SIGKILL: at one limit for both, nobody could tell the latter from another's."""
_TRAMPOLINE = ("/bin/sh", "-c", f'printf . >&{REACHED}; exec "$@" {REACHED}>&-', "sh")
"""Starts the program, having said that the sandbox stands: what fails before is no failure of the program."""


class Keeper:
    """Answers one line of messages until it closes."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._plan: dict[str, Any] = {}
        self._filter = -1
        self._running: dict[int, Running] = {}
        self._next_watch = 0.0

    def serve(self) -> None:
        while True:
            for handle, events in self._ready(self._line.fileno()):
                if handle == self._line.fileno():
                    if not self._answer():
                        return
                else:
                    self._look(handle, events)
            if self._running and self._plan["watched"]:
                self._watch()

    def end_everything(self) -> None:
        """Kill what runs and wait until it is gone."""
        for running in self._running.values():
            running.kill()
        while self._running:
            for handle, events in self._ready():
                self._look(handle, events)

    def _ready(self, *others: int) -> list[tuple[int, int]]:
        poll = select.poll()
        for handle in others:
            poll.register(handle, select.POLLIN)
        for running in self._running.values():
            if running.monitor is not None and running.monitor.handle >= 0:
                poll.register(running.monitor.handle, select.POLLIN)
            if running.info >= 0:
                poll.register(running.info, select.POLLIN)
            elif running.status is None:
                poll.register(running.outer_handle, select.POLLIN)
            elif running.first_handle is not None:
                poll.register(running.first_handle, select.POLLIN)
        is_watched = self._running and self._plan["watched"]
        return poll.poll(PERIOD if is_watched else None)

    def _watch(self) -> None:
        """Kill what holds most while all hold too much, as the kernel would in a control group."""
        if time.monotonic() < self._next_watch:
            return
        self._next_watch = time.monotonic() + PERIOD / 1000
        largest = largest_of_too_many(self._plan["watched"])
        if largest is not None:
            for running in self._running.values():
                running.was_over_limit = True
            with contextlib.suppress(ProcessLookupError):
                os.kill(largest, signal.SIGKILL)
            self._next_watch = 0.0

    def _look(self, handle: int, events: int) -> None:
        """Take note of what has happened to one of those that run."""
        for monitor in [one.monitor for one in self._running.values() if one.monitor is not None]:
            if handle == monitor.handle:
                # Without POLLIN nobody is left whom it could report on.
                if events & select.POLLIN:
                    monitor.hear()
                else:
                    monitor.close()
                return
        running = next((one for one in self._running.values() if handle in one.watched()), None)
        if running is None:
            return
        if handle == running.info:
            running.hear()
        elif handle == running.outer_handle and running.status is None:
            _, status = os.waitpid(running.outer, 0)
            running.status = os.waitstatus_to_exitcode(status)
            # What bwrap leaves when it is killed itself: the first process inside, which all others end with.
            running.kill()
            if running.first_handle is None:
                _end_strays({other.outer for other in self._running.values()} | self._firsts())
        if running.is_gone():
            self._finish(running)

    def _firsts(self) -> set[int]:
        return {running.first for running in self._running.values() if running.first is not None}

    def _finish(self, running: Running) -> None:
        if running.first is not None:
            # It is ours to bury where bwrap was killed before it could.
            with contextlib.suppress(ChildProcessError):
                os.waitpid(running.first, os.WNOHANG)
        del self._running[running.id]
        self._say(
            {
                "id": running.id,
                "status": running.status,
                "reached": running.was_reached(),
                "own_kill": running.killed_itself(),
                "outside_kill": running.had_outside_kill(),
            }
        )
        running.close()

    def _answer(self) -> bool:
        """Do what is asked; False when nobody is left to ask."""
        text, given, _, _ = socket.recv_fds(self._line, MESSAGE, 8)
        for handle in given:
            os.set_inheritable(handle, False)
        if not text:
            return False
        asked = json.loads(text)
        match asked["do"]:
            case "make":
                self._make(asked, given)
            case "start":
                self._start(asked["id"], given)
            case "end":
                for id in asked["ids"]:
                    if id in self._running:
                        self._running[id].kill()
            case _:
                self._open(asked)
        return True

    def _make(self, plan: dict[str, Any], given: list[int]) -> None:
        with os.fdopen(given[0], "rb") as details:
            self._plan = json.load(details) | plan
        self._filter = given[1]
        try:
            make_namespaces(self._plan)
        except OSError as error:
            self._say({"error": f"{error.strerror} ({error.filename or 'a namespace'})"})
        else:
            self._say({"made": True})

    def _start(self, id: int, given: list[int]) -> None:
        with os.fdopen(given[0], "rb") as file:
            command: list[str] = json.load(file)
        info, info_there = os.pipe()
        reached, reached_there = os.pipe()
        theirs = {0: given[2], 1: given[3], 2: given[4], OPTIONS: given[1], INFO: info_there}
        here, there = socket.socketpair()
        outer = os.fork()
        if outer == 0:
            self._become(command, theirs | {REACHED: reached_there}, there)
        for handle in (*given[1:], info_there, reached_there):
            os.close(handle)
        there.close()
        with here:
            _, reports, _, _ = socket.recv_fds(here, 1, 1)
        monitor = KillMonitor(reports[0], self._plan["kill_monitor"]["exit_group"]) if reports else None
        self._running[id] = Running(id, outer, info, reached, monitor)

    def _become(self, command: list[str], theirs: dict[int, int], to_keeper: socket.socket) -> NoReturn:
        """Turn this fork into bwrap; what goes wrong is said where the program would speak."""
        try:
            die_with_parent()
            if (reports := install(self._plan["kill_monitor"])) is not None:
                socket.send_fds(to_keeper, [b"."], [reports])
            to_keeper.close()
            # Of its own, since reading moves the place in a file, and several may read at a time.
            theirs[FILTER] = os.open(f"/proc/self/fd/{self._filter}", os.O_RDONLY)
            moved = {fd: fcntl.fcntl(here, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE) for fd, here in theirs.items()}
            for fd, here in moved.items():
                os.dup2(here, fd)
            # Whoever had this process's own socket could have anything started, as anybody.
            for first, last in itertools.pairwise((*sorted(theirs), os.sysconf("SC_OPEN_MAX"))):
                os.closerange(first + 1, last)
            for folder in self._plan["groups"]:
                with open(f"{folder}/cgroup.procs", "w") as members:
                    members.write("0")
            for name, value in self._plan["limits"].items():
                _limit(getattr(resource, name), value)
            if self._plan["user"] is not None:
                os.setgroups([])
                os.setresgid(*[self._plan["user"]] * 3)
                os.setresuid(*[self._plan["user"]] * 3)
                # The change of user has undone it.
                die_with_parent()
            arguments = ["bwrap", "--args", str(OPTIONS), "--", *_TRAMPOLINE, *command]
            os.execve(self._plan["bwrap"], arguments, {})
        except OSError as error:
            if error.errno == errno.E2BIG:
                # The sandbox is not to blame for that.
                os.write(REACHED, b".")
            os.write(2, f"{error.strerror}\n".encode())
        finally:
            os._exit(126)

    def _open(self, asked: dict[str, Any]) -> None:
        fresh = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        with fresh:
            try:
                if asked["do"] == "listen":
                    fresh.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    fresh.bind(("127.0.0.1", asked["port"]))
                    fresh.listen(128)
            except OSError as error:
                self._say({"id": asked["id"], "error": error.strerror})
            else:
                self._say({"id": asked["id"]}, fresh.fileno())

    def _say(self, answer: dict[str, Any], *handles: int) -> None:
        # Nobody to hear it: the loop ends with the next message, which is none.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", handles))] if handles else []
            self._line.sendmsg([json.dumps(answer).encode()], rights)


def _limit(kind: int, value: int) -> None:
    _, most = resource.getrlimit(kind)
    hard = value + _LAST_SECONDS if kind == resource.RLIMIT_CPU else value
    hard = hard if most == resource.RLIM_INFINITY else min(hard, most)
    resource.setrlimit(kind, (min(value, hard), hard))


def _end_strays(known: set[int]) -> None:
    """Kill children that were left to this process before they could be told of."""
    with open(f"/proc/self/task/{os.getpid()}/children") as children:
        strays = [int(child) for child in children.read().split() if int(child) not in known]
    for stray in strays:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(stray, signal.SIGKILL)
            os.waitpid(stray, 0)


def main() -> None:
    """Keep the sandbox that is asked for over the socket whose descriptor is the only argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    become_subreaper()
    # Handed down to this process, and to none that it starts.
    os.set_inheritable(int(sys.argv[1]), False)
    with socket.socket(fileno=int(sys.argv[1])) as line:
        keeper = Keeper(line)
        try:
            keeper.serve()
        finally:
            keeper.end_everything()
