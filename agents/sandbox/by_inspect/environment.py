"""Inspect AI's side, imported when it is asked for: which sandboxes it knows, how one begins and ends."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol, overload
from uuid import uuid4

import yaml

from plans.errors import SandboxRefused
from plans.records.sandboxing import SandboxLimits
from plans.scratch import scratch
from plans.settings import read_image

DOCKER = "docker"


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
