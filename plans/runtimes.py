"""What a suite's `runtime` folder locks: the packages that submissions and agents find in their sandbox."""

from pathlib import Path
from typing import Literal

from plans.digests import files_digest
from plans.errors import InvalidFile
from plans.files import read_record, read_text
from plans.records.base import Problem
from plans.records.sandboxing import RuntimeEnvironment

RECORD = "runtime.yaml"
REQUIREMENTS = "requirements.lock"
PACKAGE, PACKAGE_LOCK = "package.json", "package-lock.json"
FILES = {"python": (REQUIREMENTS,), "node": (PACKAGE, PACKAGE_LOCK)}

RuntimeKind = Literal["python", "node"]


def is_declared(folder: Path) -> bool:
    """Whether a suite's `runtime` folder declares an environment."""
    return (folder / RECORD).exists()


def declared_kind(folder: Path) -> RuntimeKind | None:
    """What its packages are for; None where the folder declares none. Raises InvalidFile."""
    return read_record(folder / RECORD, RuntimeEnvironment).kind if is_declared(folder) else None


def declared_digest(folder: Path) -> str | None:
    """The digest of what the folder locks, by which a built one is known; None where it declares none.

    Raises InvalidFile for a lock that is missing.
    """
    return runtime_digest(*declared(folder)) if is_declared(folder) else None


def declared(folder: Path) -> tuple[RuntimeKind, dict[str, str]]:
    """The kind that a folder declares, and its locks by name; raises InvalidFile for one that is missing."""
    kind = read_record(folder / RECORD, RuntimeEnvironment).kind
    return kind, {name: _text(folder / name) for name in FILES[kind]}


def runtime_digest(kind: RuntimeKind, texts: dict[str, str]) -> str:
    """Digest of locks by name and of what they are for."""
    return files_digest({**texts, RECORD: kind})


def _text(path: Path) -> str:
    if not path.is_file():
        what = "The runtime environment is built from it, and it is not there."
        raise InvalidFile([Problem(where=str(path), message=what, mend=f"Add it, or remove {RECORD}.")])
    return read_text(path)
