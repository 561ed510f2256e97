"""The runtime environment of a suite: the locked packages that hand-ins and agents find in their sandbox."""

import re
from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.sandboxing import Mount


class RuntimeEnvironment(FileRecord):
    """`runtime/runtime.yaml` of a suite; where there is none, programs find nothing but the system's own."""

    SCHEMA: ClassVar[str] = "runtime"

    kind: Literal["python", "node"]
    """python: a virtual environment, of `requirements.lock` beside this file (`NAME==VERSION` a line, all of them, with
    hashes or without). node: `node_modules`, of `package.json` and `package-lock.json` beside it."""


class BuiltRuntime(Record):
    """One that was built, as a sandbox shows it."""

    digest: str
    """Of what was declared and locked."""
    mounts: tuple[Mount, ...]
    path: tuple[str, ...]
    """Folders that come first on the PATH."""
    packages: tuple[str, ...] = Field(default=())
    """What it has, by name: a hand-in that names others needs an environment that this is not."""

    def lacking(self, names: Iterable[str]) -> list[str]:
        """Those that it has not; names are the same whatever stands between their words, as package clients have it."""
        known = set(map(_plain, self.packages))
        return [name for name in names if _plain(name) not in known]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
