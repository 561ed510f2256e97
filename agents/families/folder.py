"""The folder of an external family: its parts that are code, its digest, and what is wrong with it."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from plans.digests import files_digest
from plans.errors import AuthorError, InvalidFile
from plans.families import REQUIRED_FILES, seen_files
from plans.files import read_bytes, read_record, storage_errors
from plans.records.base import Problem
from plans.records.model_settings import ModelRole
from plans.records.plan import Plan
from plans.records.review import Stage
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


class FamilyModule(NamedTuple):
    """One module, and the plan in words that comes before it."""

    role: ModelRole
    module: str
    design: str
    """File of the plan in words: what the code is going to do."""
    functions: Mapping[str, int]
    """Function that it has to have → arguments that it is called with."""


PARTS: Mapping[Stage, FamilyModule] = {
    "generation": FamilyModule("generator", "generator.py", "generator.md", {"draw": 2}),
    "verification": FamilyModule("verifier", "checks.py", "checks.md", {"check": 1}),
    "evaluation": FamilyModule("evaluator", "metrics.py", "metrics.md", {"evaluate": 2, "labels": 1}),
}
"""Stage → the part that is made in it, in the order in which they are."""
PLAN = "plan.yaml"
MODULES: Mapping[str, FamilyModule] = {part.module: part for part in PARTS.values()}
DESIGNS = tuple(part.design for part in PARTS.values())
LONGEST_DESIGN = 20_000
"""Letters of a plan in words."""
_CHECKS = "CHECKS"


def design_problems(text: str) -> list[str]:
    """What is wrong with a plan in words."""
    if not text.strip():
        return ["It is empty: say in plain words what the code does."]
    if len(text) > LONGEST_DESIGN:
        return [
            f"It has {len(text):,} letters, and a plan that is read in a minute has a page; at most "
            f"{LONGEST_DESIGN:,}."
        ]
    return []


def module_problems(module: str, text: str, family: str | None = None) -> list[str]:
    """What is wrong with the text of a part by looking at it alone, before it is ever run.

    `family`: whose modules it may import; None: not looked at.
    """
    try:
        tree = module_tree(text)
        names = sorted(module_imports(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [f"It is no Python: {error}."]
    own = None if family is None else f"plans.{family}"
    found = [
        f"It imports {name}, which is not there for it: use the standard library and {', '.join(PACKAGES)} alone."
        for name in names
        if not is_given(name.partition(".")[0]) and (own is None or not f"{name}.".startswith(f"{own}."))
    ]
    return [*found, *_lacking(tree, module)]


def _lacking(tree: ast.Module, module: str) -> Iterator[str]:
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name, count in MODULES[module].functions.items():
        if name not in functions:
            yield f"It has no function `{name}` at its top level."
        elif not _takes(functions[name].args, count):
            yield f"`{name}` has to take {count} arguments, by position."
    if module == MODULES["checks.py"].module and not any(
        isinstance(target, ast.Name) and target.id == _CHECKS for target in _assigned(tree)
    ):
        yield f"It has no {_CHECKS}, the tuple of the names of its checks."


def _takes(arguments: ast.arguments, count: int) -> bool:
    given = len(arguments.posonlyargs) + len(arguments.args)
    least = given - len(arguments.defaults)
    is_bound = all(default is not None for default in arguments.kw_defaults)
    return is_bound and least <= count and (count <= given or arguments.vararg is not None)


def _assigned(tree: ast.Module) -> Iterator[ast.expr]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from node.targets
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield node.target
