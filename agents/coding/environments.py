"""Runtime environments of suites, built once by their package client and never changed again.

Each lies in a folder named by the digest of what was locked and by what it was built for, outside any home folder, so
that other users may read it. A lock comes with a suite, from wherever, so nothing of what it names is run to build it:
no sdist, no install script.
"""

import asyncio
from pathlib import Path
from typing import Literal

from agents.coding.fetching import fetch, is_fetched
from agents.coding.locked import PACKAGE, PACKAGE_LOCK, node_lock, python_lock
from agents.coding.program import Installation
from agents.coding.runtimes import bound_to, runtime_for
from plans.digests import files_digest
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.records.problem import Problem
from plans.records.runtime import BuiltRuntime, RuntimeEnvironment
from plans.records.sandboxing import Mount

NAME = "The runtime environment"
RECORD = "runtime.yaml"
REQUIREMENTS = "requirements.lock"
FILES = {"python": (REQUIREMENTS,), "node": (PACKAGE, PACKAGE_LOCK)}
MODULES = "/node_modules"
"""Where programs see them: Node looks for packages in every folder above the workspace."""


async def built(folder: Path, cache: Path) -> BuiltRuntime | None:
    """The environment that a suite's `runtime` folder declares, built where it is missing; None where it declares none.

    Raises InvalidFile for a lock that is missing, broken or leaves versions open, and InstallFailed.
    """
    if not is_declared(folder):
        return None
    return await asyncio.to_thread(_built, folder, cache)


def is_declared(folder: Path) -> bool:
    """Whether a suite's `runtime` folder declares an environment."""
    return (folder / RECORD).exists()


def declared_digest(folder: Path) -> str | None:
    """The digest of what the folder locks, by which a built one is known; None where it declares none.

    Raises InvalidFile for a lock that is missing.
    """
    if not is_declared(folder):
        return None
    return _digest(*_declared(folder))


def declared_kind(folder: Path) -> Literal["python", "node"] | None:
    """What its packages are for; None where the folder declares none. Raises InvalidFile."""
    return read_record(folder / RECORD, RuntimeEnvironment).kind if is_declared(folder) else None


def _built(folder: Path, cache: Path) -> BuiltRuntime:
    kind, texts = _declared(folder)
    make = _python if kind == "python" else _node
    return make(folder, texts, _digest(kind, texts), cache)


def _declared(folder: Path) -> tuple[str, dict[str, str]]:
    kind = read_record(folder / RECORD, RuntimeEnvironment).kind
    return kind, {name: _text(folder / name) for name in FILES[kind]}


def _digest(kind: str, texts: dict[str, str]) -> str:
    return files_digest({**texts, RECORD: kind})


def _python(folder: Path, texts: dict[str, str], digest: str, cache: Path) -> BuiltRuntime:
    locked = python_lock(folder / REQUIREMENTS, texts[REQUIREMENTS])
    names = tuple(sorted(set(locked.values())))
    hashed = ["--require-hashes"] if any(" --hash=" in asked for asked in locked) else []
    interpreter = runtime_for(Installation(manager="pip", packages=(), executable=""), NAME, cache)
    place = cache / f"{digest[:32]}-{bound_to(interpreter)}"
    if not is_fetched(place):
        own = str(place / "bin" / "python")
        asked = ["--no-deps", "--only-binary", ":all:", *hashed, "-r", REQUIREMENTS]
        commands = [
            [str(interpreter.program), "-I", "-m", "venv", str(place)],
            [own, "-I", "-m", "pip", "install", "--quiet", *asked],
        ]
        fetch(place, commands, names, NAME, {REQUIREMENTS: "".join(f"{line}\n" for line in locked)})
    mounts = (Mount(source=place.resolve(), target=str(place)), *interpreter.mounts)
    return BuiltRuntime(digest=digest, mounts=mounts, path=(str(place / "bin"),), packages=names)


def _node(folder: Path, texts: dict[str, str], digest: str, cache: Path) -> BuiltRuntime:
    names = node_lock(folder, texts)
    client = runtime_for(Installation(manager="npm", packages=(), executable=""), NAME, cache)
    place = cache / f"{digest[:32]}-{bound_to(client)}"
    if not is_fetched(place):
        # Versions of npm that cannot be told to leave git alone do not mind: the lock was looked through.
        bounds = ["--ignore-scripts", "--allow-git=none", "--no-audit", "--no-fund"]
        install = [*client.npm, "ci", *bounds, "--prefix", str(place)]
        # A lock without packages makes no such folder, and it is shown all the same.
        modules = ["mkdir", "-p", str(place / "node_modules")]
        fetch(place, [install, modules], names, NAME, texts)
    mounts = (Mount(source=(place / "node_modules").resolve(), target=MODULES), *client.mounts)
    return BuiltRuntime(digest=digest, mounts=mounts, path=(f"{MODULES}/.bin",), packages=names)


def _text(path: Path) -> str:
    if not path.is_file():
        what = "The runtime environment is built from it, and it is not there."
        raise InvalidFile([Problem(where=str(path), message=what, mend=f"Add it, or remove {RECORD}.")])
    return read_text(path)
