"""Digests: by which two records, texts, files or pieces of our own code are known to be the same."""

import ast
import hashlib
import json
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import JsonValue

from plans.records.base import Record, found_in
from plans.records.criteria import Criteria, EvaluationTask, without_wording
from plans.records.specification import PRD, Query
from plans.records.steps import SingleExpectation
from plans.syntax_trees import module_tree

OURS = ("agents", "pipeline", "plans", "review")
"""Packages whose imports are followed; of others the version is what counts, where one counts."""
_DATA = (".yaml", ".js", ".css", ".jinja", ".j2")
"""Data that code reads of its own folder: words, scripts, styles, templates."""


def text_digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def value_digest(value: JsonValue) -> str:
    """SHA-256 of the value's canonical JSON (sorted keys, no spaces)."""
    return text_digest(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def record_digest(record: Record) -> str:
    """SHA-256 of the record's canonical JSON."""
    return value_digest(record.model_dump(mode="json"))


def files_digest(files: Mapping[str, str | bytes]) -> str:
    """SHA-256 over relative paths and contents, in path order."""
    whole = hashlib.sha256()
    for path in sorted(files):
        content = files[path]
        data = content.encode() if isinstance(content, str) else content
        whole.update(f"{path}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()


def folder_digest(folder: Path) -> str:
    """`files_digest` of a folder as it stands; links are recorded by target and never followed."""
    whole: dict[str, str | bytes] = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            whole[name] = f"link to {path.readlink()}"
        elif path.is_file():
            whole[name] = path.read_bytes()
    return files_digest(whole)


def graded_digest(criteria: Criteria, grader: Mapping[str, bytes]) -> str:
    """Digest of what decides a verdict: the criteria without titles and statements, and the grader's files if any.

    The steps of a task that is tried in a browser count as they did when there was no other way.
    """
    tasks: list[JsonValue] = [
        {
            **task.model_dump(mode="json", exclude={"title", "outcomes", "how"}),
            **_tried(task),
            "outcomes": [outcome.id for outcome in task.outcomes],
        }
        for task in criteria.tasks
    ]
    return value_digest([tasks, files_digest(grader)] if grader else tasks)


def _tried(task: EvaluationTask) -> dict[str, JsonValue]:
    how = task.how.model_dump(mode="json")
    return {"steps": [without_wording(step) for step in how["steps"]]} if task.steps else {"how": how}


def prose_digest(prd: PRD, query: Query, criteria: Criteria) -> str:
    """Digest of the wording: PRD, query, titles, statements, and the words of them that expectations stand for."""
    wording: list[JsonValue] = []
    for task in criteria.tasks:
        phrases: list[JsonValue] = [one.phrase for one in found_in(task.steps, SingleExpectation)]
        said: list[JsonValue] = [outcome.statement for outcome in task.outcomes]
        wording.append([task.id, task.title, said, *([phrases] if any(phrases) else [])])
    return value_digest([prd.model_dump(mode="json"), query.model_dump(mode="json"), wording])


def closure_digest(modules: Collection[str]) -> str:
    """Digest of everything of ours that these modules could run; read once in the life of a process.

    A module that is named in a string alone (started as a program, or imported by name) has to be given.
    """
    return _digest(frozenset(modules))


def closure_sources(modules: Collection[str]) -> dict[str, bytes]:
    """What `closure_digest` is computed from: path of each file, relative to the folder that holds the packages, to
    the digest of its syntax tree (Python) or to its bytes (data).

    These files are the modules, everything they import from our packages or from their own (imports inside functions
    too), the `__init__.py` of each package above them, and the data files in the folder of each such module and in its
    subfolders that are no packages. Hidden files are left out. Raises ModuleNotFoundError for a missing module.
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
        sources[path.relative_to(root).as_posix()] = _parsed(path).digest
        if path.parent not in folders:
            folders.add(path.parent)
            sources |= {data.relative_to(root).as_posix(): data.read_bytes() for data in _data(path.parent)}
        above = _home(name.rpartition(".")[0], packages)
        targets = _targets(name, path.name == "__init__.py", _parsed(path).imports)
        for found in {above, *(_home(target, packages) for target in targets)}:
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


class _Parsed(NamedTuple):
    """One Python file."""

    digest: bytes
    imports: tuple[ast.Import | ast.ImportFrom, ...]


@cache
def _parsed(path: Path) -> _Parsed:
    tree = module_tree(path.read_bytes())
    imports = tuple(node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return _Parsed(tree_digest(tree).encode(), imports)


def tree_digest(tree: ast.AST) -> str:
    """Digest of a syntax tree, the same under every version of Python.

    Docstrings, those of attributes too, are left out. So are empty fields, since newer versions of Python add some.
    """
    words: list[str] = []
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AST):
            if _is_docstring(node):
                continue
            words.append(type(node).__name__)
            waiting.append(_END)
            for field in node._fields:
                value: object = getattr(node, field, None)
                if value is not None and value != []:
                    waiting += (value, _Field(field))
        elif isinstance(node, list):
            waiting += (_END, *reversed(cast("list[object]", node)))
        else:
            words.append(node if type(node) is _Field else repr(node))
    return hashlib.sha256("\0".join(words).encode(errors="surrogatepass")).hexdigest()


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


class _Field(str):
    """Name of a field of a node, which no value of the program is taken for."""

    __slots__ = ()


_END = _Field(")")


def forget_parsed_files() -> None:
    """Make the next digest read edited files again; they are parsed once in the life of a process."""
    _parsed.cache_clear()


def _targets(
    importer: str, is_package: bool, imports: Collection[ast.Import | ast.ImportFrom]
) -> Iterator[str]:
    """Whatever is imported, written out in full: a module, or a name in one."""
    package = importer.split(".") if is_package else importer.split(".")[:-1]
    for node in imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
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
