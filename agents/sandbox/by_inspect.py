"""The providers `inspect:KIND` and `inspect:KIND:CONFIG`: a sandbox of Inspect AI behind our contract.

Inspect's interface runs commands and moves files, and no more: there is no way in or out for connections, so no relay
for code agents that ask a model and no server that the judge's browser could meet. What is to be seen is brought in as
a copy. How much programs may take and reach is what Inspect's own configuration says, which is not for us to see; only
for its docker, without a configuration, is it ours.
"""

import asyncio
import io
from collections.abc import AsyncGenerator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol, overload
from uuid import uuid4

import yaml

from agents.sandbox import reaper
from agents.sandbox.beneath import steps_of
from agents.sandbox.errand_calls import errands_text, raise_for
from agents.sandbox.errands import pack, unpack
from agents.sandbox.layout import (
    PATH,
    MountPoint,
    MountPoints,
    layout,
    refuse_unfit,
    to_its_end,
    written_back,
)
from agents.sandbox.processes import cut, in_folder, not_ended, too_long, unfit
from plans.contracts.sandboxing import Sandbox
from plans.errors import AuthorError, SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import (
    HOME,
    WORK,
    BuiltRuntime,
    Connection,
    Door,
    ExecResult,
    SandboxLimits,
    SandboxNeeds,
    Strength,
)
from plans.scratch import scratch
from plans.settings import read_image
from plans.time_limits import within

DOCKER = "docker"
PYTHON = "python3"
TEMPORARY = "/tmp"
_LIMIT = 120
"""Seconds that an errand has."""
_GRACE = 20.0
_FLOODED = 137
_ARGUMENT_LIMIT = 130_000
"""Bytes of the longest argument that Linux takes."""
PREFIX = "inspect:"
UNSAFE = frozenset({"local"})
"""Kinds that keep nothing apart."""


class Result(Protocol):
    """As inspect_ai.util.ExecResult."""

    returncode: int
    stdout: str
    stderr: str


class Environment(Protocol):
    """As inspect_ai.util.SandboxEnvironment, as far as it is used here."""

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        *,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> Result: ...
    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes: ...
    async def write_file(self, file: str, contents: str | bytes) -> None: ...
    async def connection(self) -> Any: ...


def found(kind: str) -> Any:
    """Inspect's class for a kind of sandbox; raises SandboxRefused with the package that has it."""
    try:
        import_module("inspect_ai.util")
        registry = import_module("inspect_ai.util._sandbox.registry")
    except ImportError as error:
        raise SandboxRefused(
            f"The sandbox inspect:{kind} is one of Inspect AI, which is not installed ({error}). Install the extra: "
            "pip install 'benchwright[inspect]'."
        ) from error
    try:
        return registry.registry_find_sandboxenv(kind)
    except ValueError as error:
        raise SandboxRefused(f"Inspect AI has no such sandbox: {error}") from error


@asynccontextmanager
async def begun(kind: str, config: str | None, limits: SandboxLimits) -> AsyncGenerator[Environment]:
    """One environment, as Inspect begins and ends it around a sample; raises SandboxRefused where it cannot."""
    provider, task = found(kind), f"benchwright-{uuid4().hex[:12]}"
    with scratch("inspect") as folder:
        given = str(_compose(folder, limits)) if kind == DOCKER and config is None else config
        environments: dict[str, Environment] = {}
        try:
            try:
                await provider.task_init(task, given)
                environments = await provider.sample_init(task, given, {})
            # Whatever a provider of others raises here, it could not begin.
            except Exception as error:
                raise SandboxRefused(f"Inspect's sandbox {kind!r} could not be begun: {error}") from error
            yield next(iter(environments.values()))
        finally:
            if environments:
                await provider.sample_cleanup(task, given, environments, False)
            await provider.task_cleanup(task, given, True)


def _compose(folder: Path, limits: SandboxLimits) -> Path:
    """What Inspect's docker is told: the same bounds as our own sandbox docker has."""
    memory = limits.memory_bytes + limits.disk_bytes
    service = {
        "image": read_image(),
        "pull_policy": "never",
        "x-local": True,
        "init": True,
        "command": ["sleep", "infinity"],
        "network_mode": "none",
        "read_only": True,
        "user": "1000:1000",
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true"],
        "tmpfs": [
            f"/tmp:rw,exec,nosuid,nodev,size={limits.disk_bytes},nr_inodes={limits.disk_entries},mode=1777"
        ],
        "mem_limit": memory,
        "memswap_limit": memory,
        "pids_limit": limits.processes,
        "cpus": limits.cpus,
        "ulimits": {
            "cpu": limits.cpu_seconds,
            "data": limits.memory_bytes,
            "fsize": limits.file_bytes,
            "nofile": limits.open_files,
            "core": 0,
        },
    }
    path = folder / "compose.yaml"
    path.write_text(yaml.safe_dump({"services": {"default": service}}), encoding="utf-8")
    return path


class Box:
    """Implements the contract Sandbox; all that programs may write to lies in one folder of its own inside."""

    strength: Strength = "weak"
    path = PATH

    def __init__(self, name: str, environment: Environment, base: str, limits: SandboxLimits) -> None:
        self.name = name
        self._environment = environment
        self._base = base
        self._limits = limits
        self._running: set[str] = set()
        self._places = MountPoints(
            [MountPoint(f"{base}{WORK}", None, Path(f"{base}{WORK}"), is_writable=True)]
        )

    @classmethod
    async def made(cls, name: str, environment: Environment, limits: SandboxLimits) -> "Box":
        """With an empty folder inside; raises SandboxRefused where programs would lack what they need."""
        first = await _asked(environment, ["mktemp", "-d", f"{TEMPORARY}/benchwright-XXXXXX"])
        python = await _asked(environment, [PYTHON, "-I", "-S", "-c", "print('here')"])
        if first.returncode or python.stdout.strip() != "here":
            raise SandboxRefused(
                f"{name} has no python3, or no {TEMPORARY} to write to ({folded(first.stderr or python.stderr)}), "
                "without which nothing is started, read or ended there. Choose another image."
            )
        return cls(name, environment, first.stdout.strip(), limits)

    async def bring_in(
        self, writable: Sequence[tuple[Path | None, str]], seen: Sequence[tuple[Path, str]]
    ) -> None:
        """Copy in what programs are to see; each place lies beneath the box's own folder."""
        shown = [(source, target, True) for source, target in writable]
        shown += [(source, target, False) for source, target in seen]
        places: list[MountPoint] = []
        for source, target, may_write in shown:
            inner = f"{self._base}{target}"
            if source is not None and source.is_file():
                await self._environment.write_file(inner, source.read_bytes())
            else:
                await self._fill(source, inner)
            places.append(MountPoint(inner, source, Path(inner), may_write))
        self._places = MountPoints(places)

    async def exec(
        self,
        command: Sequence[str],
        *,
        input: str | bytes | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """See plans.contracts.sandboxing.Sandbox. More output than Inspect takes (10 MiB) ends the command."""
        if (refused := unfit(command, cwd)) is not None:
            return refused
        if any(len(word.encode()) > _ARGUMENT_LIMIT for word in command):
            return too_long(command)
        token = uuid4().hex
        running = asyncio.ensure_future(self._start(token, command, input, cwd, environment or {}))
        self._running.add(token)
        timed_out = False
        try:
            timed_out = not await within(running, timeout)
        finally:
            await self._end(token, running)
            self._running.discard(token)
        result = running.result()
        return ExecResult(
            success=result.returncode == 0 and not timed_out,
            returncode=result.returncode,
            stdout=cut(result.stdout.encode(), self._limits.output_bytes),
            stderr=cut(result.stderr.encode(), self._limits.output_bytes),
            timed_out=timed_out,
        )

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """See plans.contracts.sandboxing.Sandbox."""
        root, name = self._places.opened(file)
        words = ("read", str(root), "/".join(steps_of(name)), str(self._limits.read_bytes))
        data = await self._taken(words, file)
        return data.decode() if text else data

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        root, name = self._places.opened(file)
        data = contents.encode() if isinstance(contents, str) else contents
        await self._given(("write", str(root), "/".join(steps_of(name))), data, file)

    async def connection(self) -> Connection:
        """As Inspect says it; SandboxRefused where it does not."""
        try:
            told: Any = await self._environment.connection()
        except (NotImplementedError, ConnectionError) as error:
            raise SandboxRefused(f"{self.name} has no way for a person to look inside: {error}") from error
        return Connection(type=self.name, command=str(told.command))

    def inside(self, source: Path) -> str:
        """See plans.contracts.sandboxing.Sandbox."""
        return self._places.inside(source)

    @asynccontextmanager
    async def expose(self, port: int) -> AsyncGenerator[Door]:
        """Inspect has no way in for connections; raises SandboxRefused."""
        raise SandboxRefused(f"{self.name} has no way in for connections, so port {port} cannot be reached.")
        yield Door(kind="tcp", port=port)  # pragma: no cover - what makes this a generator

    async def end_all(self) -> None:
        """See plans.contracts.sandboxing.Sandbox; this one counts as weak, as a program can hide from it.

        What has lost its reaper is found by the home folder that it was started with, and no other list is to be had.
        """
        for token in tuple(self._running):
            await self._do("end", token)
        result = await self._do("end-marked", self._base)
        if result.returncode:
            raise SandboxRefused(
                f"Processes of a sandbox could not be ended ({folded(result.stderr)}), so nothing that they may still "
                "change can be judged."
            )

    async def write_back(self) -> None:
        """Copy out what was left; nothing may run inside any more."""
        most = (str(self._limits.disk_bytes), str(self._limits.disk_entries))
        for place in self._places.writable():
            if place.source is not None:
                parcel = io.BytesIO(await self._taken(("pack", place.target, *most), place.target))
                await asyncio.to_thread(written_back, place.source, partial(_unpacked, parcel))

    async def clear(self) -> None:
        """Remove the box's own folder; where the sandbox goes with it, that is no loss."""
        with suppress(SandboxRefused):
            await _asked(self._environment, ["rm", "-rf", "--", self._base])

    async def _start(
        self,
        token: str,
        command: Sequence[str],
        input: str | bytes | None,
        cwd: str | None,
        environment: Mapping[str, str],
    ) -> Result:
        work = self._places.workspace.target
        usual = {
            "PATH": PATH,
            "HOME": f"{self._base}{HOME}",
            "TMPDIR": f"{self._base}{TEMPORARY}",
            "LANG": "C.UTF-8",
        }
        variables = [f"{name}={value}" for name, value in {**usual, **environment}.items()]
        source = Path(reaper.__file__).read_text(encoding="utf-8")
        begun = in_folder(in_folder(command, cwd), work)
        words = ["env", "-i", *variables, PYTHON, "-I", "-S", "-X", f"lone={token}", "-c", source, *begun]
        try:
            return await self._environment.exec(words, input or "", timeout_retry=False, concurrency=False)
        # Whatever a provider of others raises: output beyond measure is the program's doing, all else is not.
        except Exception as error:
            if type(error).__name__ == "OutputLimitExceededError":
                return _Said(_FLOODED, getattr(error, "truncated_output", None) or "", str(error))
            raise SandboxRefused(f"{self.name} could not run a command: {error}") from error

    async def _end(self, token: str, running: asyncio.Future[Result]) -> None:
        """End one command and all beneath it; it may be about to begin."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _GRACE
        while not running.done():
            await self._do("end", token)
            if not await within(running, 0.3) and loop.time() > until:
                raise not_ended(f"Processes of a command in {self.name}")

    async def _fill(self, source: Path | None, inner: str) -> None:
        made = await _asked(self._environment, ["mkdir", "-p", inner])
        if made.returncode:
            raise SandboxRefused(f"{inner} cannot be made in {self.name}: {folded(made.stderr)}")
        if source is None:
            return
        source.mkdir(parents=True, exist_ok=True)
        parcel = io.BytesIO()
        await asyncio.to_thread(
            pack, str(source), parcel, [self._limits.disk_bytes, self._limits.disk_entries]
        )
        await self._given(("unpack", inner), parcel.getvalue(), str(source))

    async def _taken(self, words: Sequence[str], file: str) -> bytes:
        """What an errand says, by way of a file: output is text to Inspect."""
        place = f"{self._base}/.{uuid4().hex}"
        self._settle(file, await self._do("to", place, *words))
        try:
            return await self._environment.read_file(place, text=False)
        # See _start.
        except Exception as error:
            raise SandboxRefused(f"{file!r} could not be taken out of {self.name}: {error}") from error
        finally:
            await _asked(self._environment, ["rm", "-f", "--", place])

    async def _given(self, words: Sequence[str], data: bytes, file: str) -> None:
        place = f"{self._base}/.{uuid4().hex}"
        try:
            await self._environment.write_file(place, data)
        # See _start.
        except Exception as error:
            raise SandboxRefused(f"{file!r} could not be brought into {self.name}: {error}") from error
        self._settle(file, await self._do("from", place, *words))
        await _asked(self._environment, ["rm", "-f", "--", place])

    def _settle(self, file: str, result: Result) -> None:
        raise_for(result.returncode, file, folded(result.stderr), self.name)

    async def _do(self, *words: str) -> Result:
        return await _asked(self._environment, [PYTHON, "-I", "-S", "-c", errands_text(), *words])


class _Said:
    """A result of our own making."""

    def __init__(self, returncode: int, stdout: str, stderr: str) -> None:
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr


async def _asked(environment: Environment, words: list[str]) -> Result:
    try:
        return await environment.exec(words, timeout=_LIMIT, timeout_retry=False, concurrency=False)
    # Whatever a provider of others raises for a command of ours, the sandbox failed.
    except Exception as error:
        raise SandboxRefused(f"Inspect's sandbox does not answer: {error}") from error


def _unpacked(parcel: io.BytesIO, fresh: Path) -> None:
    unpack(parcel, str(fresh))


class ByInspect:
    """Implements plans.contracts.sandboxing.SandboxProvider."""

    strength: Strength = "weak"
    runtime: BuiltRuntime | None = None

    def __init__(self, kind: str, config: str | None = None) -> None:
        self.name = f"{PREFIX}{kind}" + (f":{config}" if config else "")
        self._kind = kind
        self._config = config

    def preflight(self) -> None:
        """Begin one and run `true` in it; raises SandboxRefused with what is missing."""
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(self._tried())).result()

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """See the contract SandboxProvider; raises SandboxRefused also for networks, which Inspect has no way to."""
        return self._opened(needs)

    async def _tried(self) -> None:
        async with self._opened(SandboxNeeds()) as sandbox:
            result = await sandbox.exec(["true"], timeout=60)
        if not result.success:
            raise SandboxRefused(f"{self.name} was begun, and `true` failed in it: {folded(result.stderr)}")

    @asynccontextmanager
    async def _opened(self, needs: SandboxNeeds) -> AsyncGenerator[Sandbox]:
        if needs.network.gateways or needs.network.kind == "joined":
            raise SandboxRefused(
                f"{self.name} has no way in or out for connections, so neither an agent that asks a model through our "
                "relay nor a submission's own server runs there. Choose the sandbox docker or bubblewrap."
            )
        refuse_unfit(needs)
        writable, seen = layout(needs)
        async with begun(self._kind, self._config, needs.limits) as environment:
            box = await Box.made(self.name, environment, needs.limits)
            await box.bring_in(writable, seen)
            try:
                yield box
            finally:
                await to_its_end(_closed(box))


def by_inspect(name: str) -> ByInspect:
    """The sandbox that `inspect:KIND[:CONFIG]` names; AuthorError for one that keeps nothing apart."""
    kind, _, config = name.removeprefix(PREFIX).partition(":")
    if kind in UNSAFE or not kind:
        raise AuthorError(
            f"{name!r} is no sandbox: Inspect's `local` runs programs on this machine, and nothing holds them back. "
            "Name another (inspect:docker, inspect:k8s), or choose local-unsafe, by which every result is marked."
        )
    return ByInspect(kind, config or None)


async def _closed(box: Box) -> None:
    await box.end_all()
    await box.write_back()
    await box.clear()
