"""The folder of a family from elsewhere: what of it is code, by which digest it is known, what it imports."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from plans.digests import files_digest
from plans.errors import AuthorError, InvalidFile
from plans.family_files import seen_files
from plans.files import read_bytes, read_record, storage_errors
from plans.instance_families import REQUIRED_FILES
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.syntax_trees import module_tree

NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")
"""What a family is called: its folder is a package of Python."""
PACKAGES: Mapping[str, str] = {"PIL": "pillow", "numpy": "numpy", "pymunk": "pymunk", "yaml": "pyyaml"}
"""What a family may import beside the standard library and itself: module → package of ours that has it."""
MOST_FILES, FILE_BYTES = 300, 4_000_000
"""Of a folder, and of a file of it."""


@dataclass(frozen=True)
class FamilyFolder:
    """A family's files, as they were read once: what runs is what the digest is of, whatever becomes of the folder."""

    place: Path
    plan: Plan
    files: Mapping[str, bytes]
    """Path in the folder → content, of all that its code could see."""

    @property
    def name(self) -> str:
        return self.place.name

    @cached_property
    def digest(self) -> str:
        """Digest of its files."""
        return files_digest(dict(self.files))

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """Packages of ours that its modules import."""
        found = {PACKAGES[one] for _, text in self._modules() for one in imported(text) if one in PACKAGES}
        return tuple(sorted(found))

    def refuse_unfit(self) -> None:
        """Raise InvalidFile with everything for which its modules could not run: what is no Python, and imports of what
        is not there.
        """
        problems = [
            Problem(where=str(self.place / name), message=message, mend=mend)
            for name, text in self._modules()
            for message, mend in _unfit(text, self.name)
        ]
        if problems:
            raise InvalidFile(problems)

    def _modules(self) -> Iterator[tuple[str, bytes]]:
        return ((name, text) for name, text in self.files.items() if name.endswith(".py"))


def read_family(place: Path) -> FamilyFolder:
    """The family in a folder; raises InvalidFile where a part is missing or cannot be used."""
    if not NAME.fullmatch(place.name):
        raise AuthorError(
            f"{place.name!r} is no name for a family: its folder is a package of Python. Use small letters, digits and "
            "underscores, a letter first."
        )
    missing = [part for part in REQUIRED_FILES if not (place / part).is_file()]
    if missing:
        raise AuthorError(f"{place} is no family of instances: it has no {' and no '.join(missing)}.")
    folder = FamilyFolder(place, read_record(place / REQUIRED_FILES[0], Plan), dict(family_files(place)))
    if folder.plan.family != folder.name:
        raise AuthorError(
            f"{place / REQUIRED_FILES[0]} is the plan of a family {folder.plan.family!r}, and lies in a folder called "
            f"{folder.name!r}. Call both alike."
        )
    folder.refuse_unfit()
    return folder


def imported(text: str | bytes) -> set[str]:
    """First names of the modules that a text of Python imports, wherever in it; raises SyntaxError and ValueError."""
    return {name.partition(".")[0] for name in module_imports(text)}


def is_given(module: str) -> bool:
    """Whether a module is there for a family: of the standard library, or of a package that is lent."""
    return module in PACKAGES or module in sys.stdlib_module_names


def module_imports(text: str | bytes) -> Iterator[str]:
    """Names of the modules that a text of Python imports by name, wherever in it; raises SyntaxError and ValueError."""
    for node in ast.walk(module_tree(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def _unfit(text: bytes, family: str) -> Iterator[tuple[str, str]]:
    try:
        names = sorted(set(module_imports(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        yield f"is no Python: {error}.", "Mend it."
        return
    own = f"plans.{family}"
    for name in names:
        if name != own and not name.startswith(f"{own}.") and not is_given(name.partition(".")[0]):
            yield (
                f"imports {name}, which is not there for it.",
                f"Use the standard library, {', '.join(PACKAGES)} and modules of {own} alone.",
            )


def family_files(place: Path) -> Iterator[tuple[str, bytes]]:
    """Path in the folder and content, of all that a family's code could see; raises InvalidFile for a link, and
    AuthorError for too much.
    """
    with storage_errors(place):
        for count, (name, path) in enumerate(seen_files(place), start=1):
            if path.is_symlink():
                mend = "Put the file itself there."
                raise InvalidFile(
                    [Problem(where=str(path), message="is a link, and none is followed.", mend=mend)]
                )
            if count > MOST_FILES:
                raise AuthorError(f"{place} holds more than {MOST_FILES} files, and a family has but a few.")
            yield name, read_bytes(path, FILE_BYTES)
