"""Programs of others in a cache, installed by their own package client when they are first needed.

None is a dependency of this project. Each version has a folder of its own, which is never changed once it is complete.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from agents.coding.program import Program, Recipe
from plans.errors import Busy, InstallFailed
from plans.files import storage_errors, write_text
from plans.locks import held
from plans.records.sandboxing import Mount

COMPLETE = ".complete"
"""File in a folder that shows that nothing is missing; it names what was installed."""
SYSTEM = Path("/usr")
"""What every sandbox shows of this machine."""
TIME_LIMIT = 900.0
"""Seconds that an installation may take."""


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
    recipe = program.recipe(version)
    runtime = _runtime(recipe, program.name)
    folder = cache / f"{program.name}-{version}"
    if not (folder / COMPLETE).exists():
        await asyncio.to_thread(_install, recipe, runtime, folder, program.name)
    return _found(recipe, runtime, folder, program.name)


def is_installed(program: Program, version: str, cache: Path) -> bool:
    """Whether nothing would have to be fetched."""
    return (cache / f"{program.name}-{version}" / COMPLETE).exists()


def _found(recipe: Recipe, runtime: Path, folder: Path, name: str) -> Installed:
    executable = folder / recipe.executable
    if not os.access(executable, os.X_OK):
        raise InstallFailed(
            f"{name} is in {folder}, and {recipe.executable} is not, so that it cannot be started. Remove the folder "
            "and give the same command again; if that does not help, another version may."
        )
    mounts = [Mount(source=folder.resolve(), target=str(folder))]
    if not runtime.is_relative_to(SYSTEM):
        mounts.append(Mount(source=runtime.parent.parent))
    return Installed(executable, tuple(mounts), (runtime.parent,))


def _install(recipe: Recipe, runtime: Path, folder: Path, name: str) -> None:
    with storage_errors(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.with_name(f".{folder.name}.lock")):
        if (folder / COMPLETE).exists():
            return
        with storage_errors(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        for command in _commands(recipe, runtime, folder):
            _run(command, folder, name)
        # Sandboxed programs run as another user than the one that installed it.
        for root in (
            folder,
            *(path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink()),
        ):
            root.chmod(root.stat().st_mode | 0o555)
        write_text(folder / COMPLETE, "\n".join(recipe.packages) + "\n")


@contextmanager
def _alone(lock: Path) -> Generator[None]:
    """Hold the lock, after whoever installs the same just now."""
    deadline = time.monotonic() + TIME_LIMIT
    with ExitStack() as holding:
        while True:
            try:
                holding.enter_context(held(lock))
                break
            except Busy:
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)
        yield


def _commands(recipe: Recipe, runtime: Path, folder: Path) -> Iterator[list[str]]:
    if recipe.manager == "npm":
        client = shutil.which("npm") or "npm"
        yield [client, "install", "--no-audit", "--no-fund", "--prefix", str(folder), *recipe.packages]
        return
    # Isolated: what PYTHONPATH shows here would count as installed, and be missing when the program starts.
    yield [str(runtime), "-I", "-m", "venv", str(folder)]
    yield [str(folder / "bin" / "python"), "-I", "-m", "pip", "install", "--quiet", *recipe.packages]


def _run(command: list[str], folder: Path, name: str) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=TIME_LIMIT,
            check=False,
        )
    except FileNotFoundError:
        raise InstallFailed(
            f"{name} is installed by {command[0]}, which is not there. Install it and give the same command again."
        ) from None
    except subprocess.TimeoutExpired:
        raise InstallFailed(
            f"{name} was not installed within {TIME_LIMIT:g} s. Look at the connection to the package registry and "
            "give the same command again."
        ) from None
    if done.returncode:
        raise InstallFailed(
            f"{name} could not be installed, {Path(command[0]).name} ended with {done.returncode}:\n"
            f"{done.stdout.strip()[-2000:]}\nMend what it names and give the same command again."
        )


def _runtime(recipe: Recipe, name: str) -> Path:
    """The program that runs it: Node, or a Python that is new enough."""
    if recipe.manager == "npm":
        if (node := shutil.which("node")) is None:
            raise InstallFailed(
                f"{name} needs Node.js, which is not there. Install it (Debian: nodejs and npm)."
            )
        return Path(node).resolve()
    for python in _pythons(recipe.python):
        return python
    wanted = ".".join(map(str, recipe.python))
    raise InstallFailed(f"{name} needs Python {wanted} or newer, with `venv`, and there is none. Install it.")


def _pythons(oldest: tuple[int, int]) -> Iterator[Path]:
    """Pythons that are new enough; the system's own first, as every sandbox shows it."""
    names = [f"python3.{minor}" for minor in range(oldest[1], oldest[1] + 4)]
    places = [SYSTEM / "bin", SYSTEM / "local" / "bin"]
    yield from (place / name for place in places for name in names if os.access(place / name, os.X_OK))
    if sys.version_info[:2] >= oldest:
        yield Path(sys.executable).resolve()
    yield from (Path(found).resolve() for name in names if (found := shutil.which(name)))
