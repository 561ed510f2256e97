"""The seccomp filters: one denies system calls that no program under test needs and that reach past its namespaces, one
reports calls by which a program ends as if SIGKILL had ended it.
"""

import os
import re
import signal
from functools import cache
from importlib import import_module
from typing import Any

from agents.sandbox.bubblewrap.kill_monitor import KILLED
from plans.errors import SandboxRefused

DENIED = (
    # Other processes, and this machine's memory.
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise", "userfaultfd",
    # Programs for the kernel, and its own innards.
    "bpf", "perf_event_open", "io_uring_setup", "io_uring_enter", "io_uring_register", "lookup_dcookie", "vmsplice",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "acct",
    # Namespaces and mounts, which could undo what was bound read-only.
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig",
    "fsmount", "fspick", "mount_setattr", "name_to_handle_at", "open_by_handle_at", "fanotify_init",
    # Keys, clocks, swap, quotas and what else belongs to the whole machine.
    "add_key", "request_key", "keyctl", "clock_settime", "clock_adjtime", "settimeofday", "adjtimex",
    "swapon", "swapoff", "quotactl", "quotactl_fd", "iopl", "ioperm", "vhangup", "nfsservctl", "personality",
    "move_pages", "migrate_pages", "mbind", "set_mempolicy",
)  # fmt: skip
"""Answered with "not permitted"."""
FAMILIES = frozenset({1, 2, 10, 16})
"""Kinds of sockets that can be made: unix, IPv4, IPv6 and netlink, by which programs list addresses. Others, AF_VSOCK
first of all, know nothing of network namespaces."""
_EVERY_FAMILY = 64
"""More than there are."""
_NAMESPACE_FLAGS = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
"""CLONE_NEWNS and all others that `clone` takes."""
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97
_INT = 0xFFFFFFFF
"""The kernel reads no more of an int; a filter that did would be passed by whoever sets the bits above."""
_SENDING = {
    "kill": 1,
    "tkill": 1,
    "tgkill": 2,
    "rt_sigqueueinfo": 1,
    "rt_tgsigqueueinfo": 2,
    "pidfd_send_signal": 1,
}
"""System calls that send a signal → which of their arguments is its number."""
_ENDING = "exit_group"
_REPORTING_SINCE = (5, 5)
"""Linux that lets a reported call go ahead."""


@cache
def filter_program() -> bytes:
    """The filter as the kernel takes it; raises SandboxRefused where it cannot be made."""
    seccomp = _library()
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in DENIED:
        number = seccomp.resolve_syscall(seccomp.Arch.NATIVE, name)
        # Negative: this kind of processor, or this library, does not know it.
        if number >= 0:
            rules.add_rule(seccomp.ERRNO(_EPERM), number)
    for flag in _NAMESPACE_FLAGS:
        rules.add_rule(seccomp.ERRNO(_EPERM), "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    # Its flags lie in memory, where no filter can look; programs fall back to `clone`.
    rules.add_rule(seccomp.ERRNO(_ENOSYS), "clone3")
    for family in set(range(_EVERY_FAMILY)) - FAMILIES:
        is_it = seccomp.Arg(0, seccomp.MASKED_EQ, _INT, family)
        rules.add_rule(seccomp.ERRNO(_EAFNOSUPPORT), "socket", is_it)
    return _exported(rules)


@cache
def kill_monitor_plan() -> dict[str, Any]:
    """What `kill_monitor.install` needs; empty where the kernel has no such reports."""
    release = re.match(r"(\d+)\.(\d+)", os.uname().release)
    if release is None or tuple(map(int, release.groups())) < _REPORTING_SINCE:
        return {}
    seccomp = _library()
    native = seccomp.Arch.NATIVE
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    try:
        for name, place in _SENDING.items():
            is_kill = seccomp.Arg(place, seccomp.MASKED_EQ, _INT, int(signal.SIGKILL))
            if seccomp.resolve_syscall(native, name) >= 0:
                rules.add_rule(seccomp.NOTIFY, name, is_kill)
        rules.add_rule(seccomp.NOTIFY, _ENDING, seccomp.Arg(0, seccomp.MASKED_EQ, 0xFF, KILLED))
    except OSError:
        # The library knows no reports, or knows that this kernel has none.
        return {}
    numbers = {name: seccomp.resolve_syscall(native, name) for name in ("seccomp", _ENDING)}
    return {"filter": _exported(rules).hex(), **numbers}


def _exported(rules: Any) -> bytes:
    with os.fdopen(os.memfd_create("filter"), "w+b") as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _library() -> Any:
    try:
        return import_module("pyseccomp")
    except (ImportError, RuntimeError, OSError) as error:
        raise SandboxRefused(
            f"The filter of system calls cannot be made ({error}), and without it a sandbox is not safe. "
            "Install libseccomp (Debian and Ubuntu: apt-get install libseccomp2) and the Python package pyseccomp."
        ) from error
