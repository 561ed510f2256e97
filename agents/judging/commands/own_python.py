"""This program's own Python, with a few of its packages and nothing else of it: for submissions of suites that lock no
packages pytest alone.
"""

import importlib.metadata
import re
import shutil
import sys
import sysconfig
import venv
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path

from plans.contracts.sandboxing import SandboxProvider
from plans.digests import value_digest
from plans.errors import SandboxRefused
from plans.files import storage_errors
from plans.plain_text import folded
from plans.records.sandboxing import BuiltRuntime, Mount, SandboxNeeds
from plans.scratch import scratch

PLACE = "/opt/judging-python"
"""Where programs see it."""
_PYTEST = "pytest"
_START_LIMIT = 120.0
"""Seconds that pytest may take to start."""
_runs: set[tuple[str, str, tuple[str, ...]]] = set()
"""Sandboxes and environments in which pytest has run."""
_NAME = re.compile(r"^[\w.-]+")
_SCRIPT = """#!/bin/sh
'''exec' "${0%/*}/python" "$0" "$@"
' '''
import sys

from pytest import console_main

sys.exit(console_main())
"""
"""Runs by the Python beside it, as not every sandbox shows the environment at PLACE; a shell reads its second line, and
Python a text.
"""


@contextmanager
def own_python(packages: Collection[str] = (_PYTEST,)) -> Generator[BuiltRuntime]:
    """An environment of this program's Python with these packages alone, and what they need, for as long as it is
    needed; raises StorageFailed, and PackageNotFoundError for one that is not installed.
    """
    with scratch("python") as folder:
        place = folder / "environment"
        with storage_errors(place):
            versions = _made(place, packages)
        base = Path(sys.base_prefix)
        shown = () if base.is_relative_to("/usr") else (Mount(source=base),)
        yield BuiltRuntime(
            digest=value_digest({"python": sys.version, **versions}),
            mounts=(Mount(source=place, target=PLACE), *shown),
            path=(f"{PLACE}/bin",),
            packages=tuple(versions),
        )


def _made(place: Path, packages: Collection[str]) -> dict[str, str]:
    """Make the environment in a folder; returns the versions of what it has."""
    venv.create(place, with_pip=False, symlinks=True)
    there = place / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    needed = {one for name in packages for one in _closure(name)}
    versions = {name: _copied(name, there) for name in sorted(needed)}
    for name in ("pytest", "py.test") if _PYTEST in packages else ():
        (place / "bin" / name).write_text(_SCRIPT)
        (place / "bin" / name).chmod(0o755)
    return versions


async def require_pytest_runs(provider: SandboxProvider) -> None:
    """Run pytest once in a sandbox whose environment has it; raises SandboxRefused where it does not start.

    Otherwise every program would fail there for the grader's fault. What has run once is not tried again.
    """
    runtime = provider.runtime
    if runtime is None or runtime.lacking([_PYTEST]):
        return
    key = (provider.name, runtime.digest, runtime.path)
    if key in _runs:
        return
    async with provider.open(SandboxNeeds()) as sandbox:
        result = await sandbox.exec(["python", "-m", "pytest", "--version"], timeout=_START_LIMIT)
    if not result.success:
        said = folded(result.stderr.strip() or result.stdout)[-300:]
        raise SandboxRefused(
            f"`python -m pytest --version` does not run in the sandbox {provider.name} (exit code {result.returncode}: "
            f"{said}), so no program can be judged there. Mend the Python that benchwright runs with, or the suite's "
            "runtime environment, or choose another --sandbox."
        )
    _runs.add(key)


def own_versions() -> dict[str, str]:
    """Of Python and of what it has."""
    return {"python": sys.version.split()[0], _PYTEST: importlib.metadata.version(_PYTEST)}


def _closure(name: str) -> set[str]:
    """A package and whatever it needs in any case; what it needs elsewhere alone has a condition."""
    found: set[str] = set()
    wanted = [name]
    while wanted:
        one = wanted.pop()
        if one not in found:
            found.add(one)
            asked = [text for text in importlib.metadata.requires(one) or () if ";" not in text]
            wanted += [match.group() for text in asked if (match := _NAME.match(text))]
    return found


def _copied(name: str, packages: Path) -> str:
    """Copy an installed package among others; its version."""
    distribution = importlib.metadata.distribution(name)
    for file in distribution.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(distribution.locate_file(file)), target)
    return distribution.version
