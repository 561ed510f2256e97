"""Runtime environments of suites: locked packages, built once and never changed again."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any, cast

from agents.coding.installing import bound_to, fetch, is_fetched, runtime_for
from agents.coding.program import Installation
from plans.errors import InvalidFile
from plans.records.base import Problem
from plans.records.sandboxing import BuiltRuntime, Mount
from plans.runtimes import PACKAGE, PACKAGE_LOCK, REQUIREMENTS, declared, is_declared, runtime_digest

_REQUIREMENT = re.compile(
    r"(?P<asked>(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\[[A-Za-z0-9._, -]+\])?"
    r"==[0-9A-Za-z](?:[0-9A-Za-z.!+_-]*[0-9A-Za-z])?"
    r"(?:\s*;(?:(?!\s-)[^#$])+?)?"
    r"(?:\s+--hash=[a-z0-9]+:[0-9A-Fa-f]+)*)"
    r"(?:\s+#.*)?"
)
"""NAME==VERSION, perhaps with extras, a marker, hashes and a remark; no option beyond hashes, and no address."""
_ARCHIVE = re.compile(r"file:[!-\[\]-~]+|https?://(?P<host>[A-Za-z0-9.-]+)(?::\d+)?/[!-\[\]-~]*")
"""Where an archive may lie, without anything in the address that npm might read otherwise."""
_GIT_HOSTS = frozenset({"github.com", "gist.github.com", "gitlab.com", "bitbucket.org", "git.sr.ht"})
"""Of whose addresses npm makes repositories."""
_VERSION = re.compile(r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*")
_SHOWN = 60
_LOCKED_ANEW = "Name packages of a registry, and have npm write it: npm install --package-lock-only."


def python_lock(lock: Path, text: str) -> dict[str, str]:
    """What is asked of pip, a line each → the package's name; raises InvalidFile with the lines that leave it open.

    pip gets these lines and never the file itself, which it might read otherwise than it was read here.
    """
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for number, line in _joined(text):
        if not line or line.startswith("#"):
            continue
        if (locked := _REQUIREMENT.fullmatch(line)) is not None:
            found[locked["asked"]] = locked["name"].lower()
            continue
        told = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
        problems.append(
            Problem(
                where=f"{lock}, line {number}",
                message=f"{told!r} names no exact version, so that everybody would build another environment.",
                mend="Lock it: NAME==VERSION, with nothing after it but extras, a marker and hashes.",
            )
        )
    if problems:
        raise InvalidFile(problems)
    return found


def node_lock(folder: Path, texts: dict[str, str]) -> tuple[str, ...]:
    """The names of what package-lock.json locks; raises InvalidFile for what is no archive."""
    _object(folder / PACKAGE, texts[PACKAGE], "Mend it: npm reads it too.")
    place = folder / PACKAGE_LOCK
    packages = _object(place, texts[PACKAGE_LOCK], _LOCKED_ANEW).get("packages")
    if not isinstance(packages, dict):
        raise InvalidFile([_problem(place, "It has no table `packages`, as those of npm 7 and later have.")])
    entries = {name: entry for name, entry in cast("dict[str, Any]", packages).items() if name}
    problems = [_problem(place, told) for name, entry in entries.items() if (told := _unfit(name, entry))]
    if problems:
        raise InvalidFile(problems)
    return tuple(sorted({name.rpartition("node_modules/")[2] for name in entries}))


def _joined(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, those that go on after a backslash as one."""
    whole: list[tuple[int, str]] = []
    is_open = False
    # As pip splits them, which also ends a line at a form feed or U+2028.
    for number, line in enumerate(text.splitlines(), 1):
        own = line.removesuffix("\\").strip()
        if is_open:
            first, begun = whole[-1]
            whole[-1] = (first, f"{begun} {own}".strip())
        else:
            whole.append((number, own))
        is_open = line.endswith("\\")
    return whole


def _unfit(name: str, entry: object) -> str:
    """What is wrong with a package; empty when nothing is.

    A repository is refused: to pack it, npm runs what its `.npmrc` and its scripts name, whatever we say of scripts.
    """
    if not isinstance(entry, dict):
        return f"packages, {name!r} is no table."
    known = cast("dict[str, Any]", entry)
    if known.get("link"):
        return f"packages, {name!r} is a link to a folder, which is no part of the lock."
    if not _VERSION.fullmatch(str(known.get("version"))):
        return f"packages, {name!r} has no exact version but {known.get('version')!r}."
    if "resolved" in known and not _is_archive(str(known["resolved"])):
        return (
            f"packages, {name!r} is no archive of a registry but {known['resolved']!r}, which may run code."
        )
    return ""


def _is_archive(address: str) -> bool:
    read = _ARCHIVE.fullmatch(address)
    return read is not None and (read["host"] or "").lower().removeprefix("www.") not in _GIT_HOSTS


def _object(path: Path, text: str, mend: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidFile(
            [Problem(where=f"{path}, line {error.lineno}", message=f"It is no JSON: {error.msg}.", mend=mend)]
        ) from None
    except (ValueError, RecursionError) as error:
        what = f"It cannot be read as JSON: {type(error).__name__}."
        raise InvalidFile([Problem(where=str(path), message=what, mend=mend)]) from None
    if not isinstance(value, dict):
        raise InvalidFile([Problem(where=str(path), message="It is no JSON object.", mend=mend)])
    return cast("dict[str, Any]", value)


def _problem(path: Path, message: str) -> Problem:
    return Problem(where=str(path), message=message, mend=_LOCKED_ANEW)


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
