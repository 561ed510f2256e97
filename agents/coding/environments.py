"""Runtime environments of suites, built once by their package client and never changed again.

Each lies in a folder named by the digest of what was locked, outside any home folder, so that other users may read it.
"""

import asyncio
import json
import re
from pathlib import Path
from typing import Any, cast

from agents.coding.fetching import fetch, is_fetched
from agents.coding.program import Installation
from agents.coding.runtimes import runtime_for
from plans.digests import files_digest
from plans.errors import InvalidFile
from plans.files import read_record
from plans.records.problem import Problem
from plans.records.runtime import BuiltRuntime, RuntimeEnvironment
from plans.records.sandboxing import Mount

NAME = "The runtime environment"
RECORD = "runtime.yaml"
FILES = {"python": ("requirements.lock",), "node": ("package.json", "package-lock.json")}
MODULES = "/node_modules"
"""Where programs see them: Node looks for packages in every folder above the workspace."""
_NAMED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==", re.MULTILINE)
_PLAIN = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*==[^\s;\\]+")


async def built(folder: Path, cache: Path) -> BuiltRuntime | None:
    """The environment that a suite's `runtime` folder declares, built where it is missing; None where it declares none.

    Raises InvalidFile for a lock that is missing or leaves versions open, and InstallFailed.
    """
    if not (folder / RECORD).exists():
        return None
    return await asyncio.to_thread(_built, folder, cache)


def _built(folder: Path, cache: Path) -> BuiltRuntime:
    declared = read_record(folder / RECORD, RuntimeEnvironment)
    texts = {name: _text(folder / name) for name in FILES[declared.kind]}
    digest = files_digest({**texts, RECORD: declared.kind})
    place = cache / digest[:32]
    if declared.kind == "python":
        return _python(folder / FILES["python"][0], texts, digest, place)
    return _node(folder, texts, digest, place)


def _python(lock: Path, texts: dict[str, str], digest: str, place: Path) -> BuiltRuntime:
    lines = re.sub(r"\\\n", " ", texts[lock.name]).splitlines()
    asked = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    if loose := [line for line in asked if not _PLAIN.match(line)]:
        raise InvalidFile(
            [
                Problem(
                    where=f"{lock}: {line[:60]}",
                    message="It names no exact version, so that everybody would build another environment.",
                    mend="Lock it: NAME==VERSION.",
                )
                for line in loose
            ]
        )
    names = tuple(sorted(name.lower() for name in _NAMED.findall(texts[lock.name])))
    hashed = ["--require-hashes"] if "--hash=" in texts[lock.name] else []
    interpreter = runtime_for(Installation(manager="pip", packages=(), executable=""), NAME, place.parent)
    if not is_fetched(place):
        own = str(place / "bin" / "python")
        commands = [
            [str(interpreter.program), "-I", "-m", "venv", str(place)],
            [own, "-I", "-m", "pip", "install", "--quiet", "--no-deps", *hashed, "-r", str(lock.resolve())],
        ]
        fetch(place, commands, names, NAME)
    mounts = (Mount(source=place.resolve(), target=str(place)), *interpreter.mounts)
    return BuiltRuntime(digest=digest, mounts=mounts, path=(str(place / "bin"),), packages=names)


def _node(folder: Path, texts: dict[str, str], digest: str, place: Path) -> BuiltRuntime:
    locked = cast("dict[str, Any]", json.loads(texts["package-lock.json"])).get("packages", {})
    names = tuple(sorted(one.rpartition("node_modules/")[2] for one in locked if one))
    client = runtime_for(Installation(manager="npm", packages=(), executable=""), NAME, place.parent)
    if not is_fetched(place):
        copies = [["cp", str((folder / name).resolve()), str(place / name)] for name in texts]
        install = [*client.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(place)]
        fetch(place, [*copies, install], names, NAME)
    modules = place / "node_modules"
    mounts = (Mount(source=modules.resolve(), target=MODULES), *client.mounts)
    return BuiltRuntime(digest=digest, mounts=mounts, path=(f"{MODULES}/.bin",), packages=names)


def _text(path: Path) -> str:
    if not path.is_file():
        what = "The runtime environment is built from it, and it is not there."
        raise InvalidFile([Problem(where=str(path), message=what, mend=f"Add it, or remove {RECORD}.")])
    return path.read_text(encoding="utf-8")
