"""Programs of others in a cache, installed by their own package client when they are first needed.

None is a dependency of this project. Each version has a folder of its own, which is never changed once it is complete.
"""

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from agents.coding.fetching import fetch, is_fetched
from agents.coding.program import Installation, Program
from agents.coding.runtimes import Runtime, commands_of_pip, runtime_for
from plans.errors import InstallFailed
from plans.records.sandboxing import Mount


@dataclass(frozen=True)
class Installed:
    """A program that can be started."""

    executable: Path
    mounts: tuple[Mount, ...]
    """What a sandbox must show for it to start."""
    path: tuple[Path, ...] = ()
    """Folders that must be on its PATH."""


async def installed(program: Program, version: str, cache: Path) -> Installed:
    """The program in the cache, installed where it is missing; raises InstallFailed with the client's last words.

    Several processes may ask at once: one installs, and the others wait for it.
    """
    return await asyncio.to_thread(_installed, program, version, cache)


def is_installed(program: Program, version: str, cache: Path) -> bool:
    """Whether nothing would have to be fetched."""
    return is_fetched(cache / f"{program.name}-{version}")


def _installed(program: Program, version: str, cache: Path) -> Installed:
    installation, folder = program.installation(version), cache / f"{program.name}-{version}"
    runtime = runtime_for(installation, program.name, cache)
    if not is_fetched(folder):
        fetch(folder, _commands(installation, runtime, folder), installation.packages, program.name)
    executable = folder / installation.executable
    if not os.access(executable, os.X_OK):
        raise InstallFailed(
            f"{program.name} is in {folder}, and {installation.executable} is not, so that it cannot be started. "
            "Remove the folder and give the same command again; if that does not help, another version may."
        )
    place = Mount(source=folder.resolve(), target=str(folder))
    return Installed(executable, (place, *runtime.mounts), (runtime.program.parent,))


def _commands(installation: Installation, runtime: Runtime, folder: Path) -> list[list[str]]:
    if installation.manager == "pip":
        return commands_of_pip(runtime.program, folder, installation.packages)
    return [
        [*runtime.npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), *installation.packages]
    ]
