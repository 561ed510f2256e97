"""Folders that package clients fill: each once, whole or not at all, by one process at a time."""

import shutil
import subprocess
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from plans.errors import Busy, InstallFailed
from plans.files import storage_errors, write_text
from plans.locks import held
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
