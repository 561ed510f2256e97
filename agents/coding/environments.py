"""Runtime environments of suites, built once by their package client and never changed again.

Each lies in a folder named by the digest of what was locked and by what it was built for, outside any home folder, so
that other users may read it. A lock comes with a suite, from wherever, so nothing of what it names is run to build it:
no sdist, no install script.
"""

import asyncio
from pathlib import Path

from agents.coding.fetching import fetch, is_fetched
from agents.coding.locked import node_lock, python_lock
from agents.coding.program import Installation
from agents.coding.runtimes import bound_to, runtime_for
from plans.records.runtime import BuiltRuntime
from plans.records.sandboxing import Mount
from plans.runtimes import REQUIREMENTS, declared, is_declared, runtime_digest

NAME = "The runtime environment"
MODULES = "/node_modules"
"""Where programs see them: Node looks for packages in every folder above the workspace."""


async def built(folder: Path, cache: Path) -> BuiltRuntime | None:
    """The environment that a suite's `runtime` folder declares, built where it is missing; None where it declares none.

    Raises InvalidFile for a lock that is missing, broken or leaves versions open, and InstallFailed.
    """
    if not is_declared(folder):
        return None
    return await asyncio.to_thread(_built, folder, cache)


def _built(folder: Path, cache: Path) -> BuiltRuntime:
    kind, texts = declared(folder)
    make = _python if kind == "python" else _node
    return make(folder, texts, runtime_digest(kind, texts), cache)


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
