"""Where things lie in this clone, and how set-up speaks, fails and starts programs."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


class SetUpError(Exception):
    """Says what went wrong and what to do."""


def say(text: str) -> None:
    print(f"set-up: {text}", flush=True)


def run(*command: str | Path, advice: str) -> None:
    """Starts a program that prints its own reasons when it fails; `advice` says what to do then."""
    # It inherits the lock of set_up.py: a pip that outlives a killed set-up keeps the next one waiting until it has
    # ended, instead of writing into the folder that the next one makes.
    result = subprocess.run(
        command, env=environment(), stdin=subprocess.DEVNULL, close_fds=False, check=False
    )
    if result.returncode != 0:
        raise SetUpError(f"failed: {' '.join(map(str, command))}\n{advice}")


def environment() -> dict[str, str]:
    """The caller's, without what would make another Python's modules visible."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}


def write_whole(path: Path, text: str) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text)
    unfinished.replace(path)
