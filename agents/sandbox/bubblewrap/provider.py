"""The provider `bubblewrap`: a sandbox without a daemon, with its system call filter and users."""

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from agents.sandbox.bubblewrap.box import FILES, NAME, Box, Frame, KeeperLine
from agents.sandbox.bubblewrap.kill_monitor import KILLED
from agents.sandbox.bubblewrap.namespaces import SPACE
from agents.sandbox.cgroups import ControlGroup, make_group
from agents.sandbox.door import Wire, connected_to, forwarding
from agents.sandbox.layout import MountPoint, MountPoints, layout, refuse_unfit, to_its_end, written_back
from agents.sandbox.processes import run_aside, run_true
from agents.sandbox.space import CopyBudget, copy_folder
from plans.contracts.sandboxing import Sandbox
from plans.errors import SandboxRefused, StorageFailed
from plans.records.sandboxing import BuiltRuntime, SandboxLimits, SandboxNeeds, SandboxService, Strength
from plans.scratch import scratch

_FIRST = 0x70000000
"""Far above any account, and with room for every process number below the largest user number."""
_MOST_PROCESSES = 1 << 22
_ENOUGH = 40_000
"""Users that a machine with accounts of its own must have before some of them are taken for nobody's."""


def own_user(process: int) -> int | None:
    """A user that nobody else is, for the sandbox that `process` keeps; None where this process may not become another.

    As the number of a living process is its own, so is the user's: neither limits on processes nor files are shared
    between sandboxes. An ordinary user stays what he is, and so does a root that is one only in a user namespace.
    """
    if os.geteuid() != 0:
        return None
    first, outer, count = _largest_range(Path("/proc/self/uid_map"))
    if first + count >= _FIRST + _MOST_PROCESSES:
        return _FIRST + process
    if count < _ENOUGH:
        if outer == 0:
            raise SandboxRefused(
                "This process is root and may not become another user, so nothing keeps what is run apart from root. "
                "Start it as an ordinary user, or as root with all users of this machine."
            )
        return None
    half = count // 2
    return first + half + process % half


def _largest_range(of: Path) -> tuple[int, int, int]:
    """The largest range of users that this user namespace knows: its first, who that is outside, and how many."""
    ranges = [tuple(map(int, line.split())) for line in of.read_text().splitlines()]
    first, outer, count = max(ranges, key=lambda one: one[2])
    return first, outer, count


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


_ADVICE = (
    "Where this is a container, it may not make namespaces: give it the right to (docker: --security-opt "
    "seccomp=unconfined --cap-add SYS_ADMIN), or run benchwright outside. On Ubuntu 24.04 and newer, set "
    "kernel.apparmor_restrict_unprivileged_userns=0 or give bwrap an AppArmor profile; where a system forbids user "
    "namespaces, set kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0."
)


class Bubblewrap:
    """Implements plans.contracts.sandboxing.SandboxProvider."""

    name = NAME
    strength: Strength = "strong"
    runtime: BuiltRuntime | None = None

    def preflight(self) -> None:
        """Open a sandbox as it is always opened and run `true` in it; raises SandboxRefused with what to do."""
        _tried_once()

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """See plans.contracts.sandboxing.SandboxProvider."""
        return _opened(needs)


@cache
def _tried_once() -> None:
    """What has once been possible is not tried again; what was refused is."""
    run_aside(_tried)


async def _tried() -> None:
    await run_true(_opened, "A sandbox")


@asynccontextmanager
async def _opened(needs: SandboxNeeds) -> AsyncGenerator[Sandbox]:
    bwrap = _bwrap()
    refuse_unfit(needs)
    async with AsyncExitStack() as opening:
        doors = opening.enter_context(scratch("doors"))
        group = make_group(needs.limits)
        if group is not None:
            opening.callback(group.remove)
        line = await KeeperLine.start()
        opening.push_async_callback(line.close)
        user = own_user(line.process)
        writable, seen = layout(needs)
        plan = _plan(needs, bwrap, user, group) | {
            "seen": [str(source) for source, _ in seen],
            "space": len(writable),
        }
        try:
            await line.make(plan, filter_program())
        except SandboxRefused as refused:
            raise SandboxRefused(f"Nothing safe can be had here: {refused}. {_ADVICE}") from refused
        places = [_place(line, number, *one, opening) for number, one in enumerate(writable)]
        shown = [MountPoint(target, source, source, is_writable=False) for source, target in seen]
        frame = Frame(
            line=line,
            group=group,
            places=MountPoints([*places, *shown]),
            seen=tuple(target for _, target in seen),
            space=tuple(target for _, target in writable),
            limits=needs.limits,
            network=needs.network,
            user=user,
            bwrap=bwrap,
            doors=doors,
        )
        await asyncio.to_thread(_bring_in, places, needs.limits, user)
        for gateway in needs.network.gateways:
            await opening.enter_async_context(_offered(line, gateway))
        box = Box(frame)
        try:
            yield box
        finally:
            await to_its_end(_closed(box, places, needs.limits))


def _bwrap() -> str:
    if sys.platform != "linux":
        raise SandboxRefused(
            "The sandbox `bubblewrap` needs Linux, and no other is there yet: what others wrote cannot be run here. "
            "Static submissions are judged all the same."
        )
    found = shutil.which("bwrap")
    if found is None:
        raise SandboxRefused(
            "bubblewrap is not installed, and without it what others wrote cannot be run safely. "
            "Install it (Debian and Ubuntu: apt-get install bubblewrap), or run `make setup` as root."
        )
    return found


def _plan(needs: SandboxNeeds, bwrap: str, user: int | None, group: ControlGroup | None) -> dict[str, Any]:
    limits = needs.limits
    return {
        "bwrap": bwrap,
        "user": user,
        "network": needs.network.kind,
        "bytes": limits.disk_bytes,
        "entries": limits.disk_entries,
        "etc": FILES,
        "groups": [str(folder) for folder in group.folders] if group else [],
        "watched": None if group else limits.memory_bytes,
        "kill_monitor": kill_monitor_plan(),
        "limits": {
            "RLIMIT_CPU": limits.cpu_seconds,
            "RLIMIT_FSIZE": limits.file_bytes,
            # Not of addresses: Node and Chromium take far more of these than of memory.
            "RLIMIT_DATA": limits.memory_bytes,
            "RLIMIT_NOFILE": limits.open_files,
            "RLIMIT_NPROC": limits.processes,
            "RLIMIT_CORE": 0,
        },
    }


def _place(
    line: KeeperLine, number: int, source: Path | None, target: str, opening: AsyncExitStack
) -> MountPoint:
    """A folder of the sandbox, held open from here: it can be read when everything inside has ended."""
    handle = os.open(f"/proc/{line.process}/root{SPACE}/{number}", os.O_RDONLY | os.O_DIRECTORY)
    opening.callback(os.close, handle)
    return MountPoint(target, source, Path(f"/proc/self/fd/{handle}"), is_writable=True)


def _bring_in(places: list[MountPoint], limits: SandboxLimits, user: int | None) -> None:
    for place in places:
        if place.source is not None:
            place.source.mkdir(parents=True, exist_ok=True)
            # The quota itself is what bounds it: nothing of ours may be left out without a word.
            whole = CopyBudget(bytes=sys.maxsize, entries=sys.maxsize)
            try:
                copy_folder(place.source, place.root, whole, user)
            except StorageFailed as error:
                raise SandboxRefused(
                    f"{place.source} does not fit into a sandbox of {limits.disk_bytes:,} bytes and "
                    f"{limits.disk_entries:,} files and folders, so nothing is run there."
                ) from error


def _write_back(places: list[MountPoint], limits: SandboxLimits) -> None:
    for place in places:
        if place.source is not None:
            written_back(place.source, partial(_taken_out, place, limits))


def _taken_out(place: MountPoint, limits: SandboxLimits, fresh: Path) -> None:
    copy_folder(place.root, fresh, _budget(limits))


def _budget(limits: SandboxLimits) -> CopyBudget:
    return CopyBudget(limits.disk_bytes, limits.disk_entries)


@asynccontextmanager
async def _offered(line: KeeperLine, gateway: SandboxService) -> AsyncGenerator[None]:
    async def connect() -> Wire:
        return await connected_to(gateway.socket)

    with await line.listener(gateway.port) as listener:
        async with forwarding(listener, connect):
            yield


async def _closed(box: Box, places: list[MountPoint], limits: SandboxLimits) -> None:
    await box.end_all()
    await asyncio.to_thread(_write_back, places, limits)
