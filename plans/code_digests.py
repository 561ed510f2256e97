"""Digests of our own code: of what some modules do, and of nothing that they cannot reach."""

import ast
from collections import deque
from collections.abc import Collection, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from plans.digests import files_digest
from plans.syntax_trees import module_tree

OURS = ("agents", "pipeline", "plans", "review")
"""Packages whose imports are followed; of others the version is what counts, where one counts."""
_DATA = (".yaml", ".js", ".css", ".jinja", ".j2")
"""Data that code reads of its own folder: words, scripts, styles, templates."""


def closure_digest(modules: Collection[str]) -> str:
    """Digest of everything of ours that these modules could run; read once in the life of a process.

    A module that is named in a string alone (started as a program, or imported by name) has to be given.
    """
    return _digest(frozenset(modules))


def closure_sources(modules: Collection[str]) -> dict[str, bytes]:
    """The files that `closure_digest` is of, by path from the folder that holds the packages.

    They are the modules, and whatever they import of our packages or of their own, wherever in a file it says so; the
    packages above these, as Python runs them too; and the data in the folder of each such module and in folders below
    it that are no packages themselves, but for hidden ones. ModuleNotFoundError for a module that is not there.
    """
    sources: dict[str, bytes] = {}
    packages = _folders({*OURS, *(module.partition(".")[0] for module in modules)})
    waiting = deque(modules)
    seen = set(modules)
    folders = set[Path]()
    while waiting:
        name = waiting.popleft()
        path = _file(name, packages)
        if path is None:
            raise ModuleNotFoundError(f"There is no module {name!r} to be digested.")
        root = packages[name.partition(".")[0]].parent
        sources[path.relative_to(root).as_posix()] = path.read_bytes()
        if path.parent not in folders:
            folders.add(path.parent)
            sources |= {data.relative_to(root).as_posix(): data.read_bytes() for data in _data(path.parent)}
        above = _home(name.rpartition(".")[0], packages)
        for found in {above, *_imported(name, path, packages)}:
            if found and found not in seen:
                seen.add(found)
                waiting.append(found)
    return sources


@cache
def _digest(modules: frozenset[str]) -> str:
    return files_digest(dict(closure_sources(modules)))


def _folders(packages: Collection[str]) -> dict[str, Path]:
    """Package at the top level → its folder."""
    found: dict[str, Path] = {}
    for name in packages:
        spec = find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            found[name] = Path(next(iter(spec.submodule_search_locations)))
    return found


def _file(module: str, packages: dict[str, Path]) -> Path | None:
    top, *below = module.split(".")
    if top not in packages:
        return None
    place = packages[top].joinpath(*below)
    return next((path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()), None)


def _imported(name: str, path: Path, packages: dict[str, Path]) -> set[str]:
    """Modules of the packages that a module imports."""
    return {home for target in _targets(name, path) if (home := _home(target, packages))}


@cache
def _targets(name: str, path: Path) -> tuple[str, ...]:
    return tuple(_named(module_tree(path.read_bytes()), name, path.name == "__init__.py"))


def _named(tree: ast.Module, importer: str, is_package: bool) -> Iterator[str]:
    """Whatever is imported, as written out in full: a module, or a name in one."""
    package = importer.split(".") if is_package else importer.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _home(target: str, packages: dict[str, Path]) -> str:
    """The module that holds an imported name; empty for one of other packages."""
    while target and _file(target, packages) is None:
        target = target.rpartition(".")[0]
    return target


def _data(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and entry.name != "__pycache__" and not (entry / "__init__.py").exists():
            yield from _data(entry)
        elif entry.is_file() and entry.name.endswith(_DATA):
            yield entry
