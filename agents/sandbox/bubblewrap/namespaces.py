"""Namespaces and mounts by system calls, for keeper.py. Standard library alone.

In the mount namespace everything that bwrap is to show is put beneath /tmp, where it can reach it as an ordinary user:

    /tmp/seen/N      what is shown read-only, also where its own place is closed to that user
    /tmp/space/N     the folders that may be written to, in a file system of limited size
    /tmp/etc/NAME    small files for the sandbox's /etc
"""
# ruff: noqa: PTH102, PTH123 - see keeper.py

import ctypes
import os
import signal
import stat
from typing import Any

from agents.sandbox.network import bring_up_loopback

STAGE = "/tmp"
SEEN, SPACE, ETC = f"{STAGE}/seen", f"{STAGE}/space", f"{STAGE}/etc"
INNER_USER = 1000
"""The user's number inside."""

_NEWNS, _NEWUSER, _NEWNET = 0x00020000, 0x10000000, 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_BIND, _MS_REC, _MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_libc = ctypes.CDLL(None, use_errno=True)


def make_namespaces(plan: dict[str, Any]) -> None:
    """Move this process into namespaces of its own and put there what the plan names; raises OSError.

    `user`: the host's user that bwrap is to run as, or None where this process has but its own. `network`: "own" or
    "joined". `seen`: paths. `space`: how many folders. `bytes`, `entries`: of all of them. `etc`: name → text.
    """
    _unshare(plan["user"], is_connected=plan["network"] == "joined")
    if plan["network"] == "own":
        bring_up_loopback()
    _mount("none", "/", None, _MS_REC | _MS_PRIVATE)
    # Opened before /tmp is covered, in which they may lie.
    seen = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in plan["seen"]]
    _mount("tmpfs", STAGE, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=755")
    for folder in (SEEN, SPACE, ETC):
        os.mkdir(folder)
    for number, handle in enumerate(seen):
        _show(handle, f"{SEEN}/{number}")
    size = f"mode=755,size={plan['bytes']},nr_inodes={plan['entries']}"
    _mount("tmpfs", SPACE, "tmpfs", _MS_NOSUID | _MS_NODEV, size)
    for number in range(plan["space"]):
        os.mkdir(f"{SPACE}/{number}", 0o755)
        if plan["user"] is not None:
            os.chown(f"{SPACE}/{number}", plan["user"], plan["user"])
    for name, text in plan["etc"].items():
        with open(f"{ETC}/{name}", "w") as file:
            file.write(text)


def become_subreaper() -> None:
    """Adopt what is orphaned beneath this process."""
    _check(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl")


def die_with_parent() -> None:
    """Be killed when the parent ends."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0), "prctl")


def _unshare(user: int | None, *, is_connected: bool) -> None:
    me, group = os.geteuid(), os.getegid()
    kinds = _NEWNS | (0 if is_connected else _NEWNET) | (_NEWUSER if user is None else 0)
    _check(_libc.unshare(kinds), "unshare")
    if user is None:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{INNER_USER} {me} 1")
        _write("/proc/self/gid_map", f"{INNER_USER} {group} 1")


def _show(handle: int, place: str) -> None:
    if stat.S_ISDIR(os.fstat(handle).st_mode):
        os.mkdir(place)
    else:
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT))
    _mount(f"/proc/self/fd/{handle}", place, None, _MS_BIND | _MS_REC)
    os.close(handle)


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _mount(source: str, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    words = [None if word is None else word.encode() for word in (source, target, kind, data)]
    _check(_libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]), target)


def _check(result: int, what: str) -> None:
    if result:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), what)
