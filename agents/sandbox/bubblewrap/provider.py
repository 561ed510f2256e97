"""The provider `bubblewrap`: a sandbox without a daemon, as root and as an ordinary user, on Linux.

From the outside in: a control group where one can be made; a keeper process with a mount namespace and a network of its
own; a user that owns nothing here; bwrap with an empty environment and all other namespaces; resource limits; a filter
of system calls; a file system that shows the system's programs read-only, and a copy, under a quota, of what may be
changed.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from agents.sandbox.bubblewrap.box import NAME, Box, Frame
from agents.sandbox.bubblewrap.etc import FILES
from agents.sandbox.bubblewrap.filter import filter_program, kill_monitor_plan
from agents.sandbox.bubblewrap.line import Line
from agents.sandbox.bubblewrap.namespaces import SPACE
from agents.sandbox.bubblewrap.users import own_user
from agents.sandbox.cgroups import Group, make_group
from agents.sandbox.door import Wire, connected_to, forwarding
from agents.sandbox.layout import layout, refuse_unfit, to_its_end, written_back
from agents.sandbox.places import Place, Places
from agents.sandbox.space import Budget, copy_folder
from agents.sandbox.trying import run_aside, run_true
from plans.contracts.sandboxing import Sandbox
from plans.errors import SandboxRefused, StorageFailed
from plans.records.sandboxing import BuiltRuntime, Gateway, Limits, SandboxNeeds, Strength
from plans.scratch import scratch

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
        line = await Line.start()
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
        shown = [Place(target, source, source, is_writable=False) for source, target in seen]
        frame = Frame(
            line=line,
            group=group,
            places=Places([*places, *shown]),
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
            "Static hand-ins are judged all the same."
        )
    found = shutil.which("bwrap")
    if found is None:
        raise SandboxRefused(
            "bubblewrap is not installed, and without it what others wrote cannot be run safely. "
            "Install it (Debian and Ubuntu: apt-get install bubblewrap), or run `make setup` as root."
        )
    return found


def _plan(needs: SandboxNeeds, bwrap: str, user: int | None, group: Group | None) -> dict[str, Any]:
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


def _place(line: Line, number: int, source: Path | None, target: str, opening: AsyncExitStack) -> Place:
    """A folder of the sandbox, held open from here: it can be read when everything inside has ended."""
    handle = os.open(f"/proc/{line.process}/root{SPACE}/{number}", os.O_RDONLY | os.O_DIRECTORY)
    opening.callback(os.close, handle)
    return Place(target, source, Path(f"/proc/self/fd/{handle}"), is_writable=True)


def _bring_in(places: list[Place], limits: Limits, user: int | None) -> None:
    for place in places:
        if place.source is not None:
            place.source.mkdir(parents=True, exist_ok=True)
            # The quota itself is what bounds it: nothing of ours may be left out without a word.
            whole = Budget(bytes=sys.maxsize, entries=sys.maxsize)
            try:
                copy_folder(place.source, place.root, whole, user)
            except StorageFailed as error:
                raise SandboxRefused(
                    f"{place.source} does not fit into a sandbox of {limits.disk_bytes:,} bytes and "
                    f"{limits.disk_entries:,} files and folders, so nothing is run there."
                ) from error


def _write_back(places: list[Place], limits: Limits) -> None:
    for place in places:
        if place.source is not None:
            written_back(place.source, partial(_taken_out, place, limits))


def _taken_out(place: Place, limits: Limits, fresh: Path) -> None:
    copy_folder(place.root, fresh, _budget(limits))


def _budget(limits: Limits) -> Budget:
    return Budget(limits.disk_bytes, limits.disk_entries)


@asynccontextmanager
async def _offered(line: Line, gateway: Gateway) -> AsyncGenerator[None]:
    async def connect() -> Wire:
        return await connected_to(gateway.socket)

    with await line.listener(gateway.port) as listener:
        async with forwarding(listener, connect):
            yield


async def _closed(box: Box, places: list[Place], limits: Limits) -> None:
    await box.end_all()
    await asyncio.to_thread(_write_back, places, limits)
