"""The judge's digest: whatever could change a verdict is in it."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from agents.judging.digest import MODULES, PACKAGES

DECIDE_NOTHING = {"plans.contracts", "plans.digests", "plans.files", "plans.scratch", "plans.settings"}
"""What judging uses of the lowest floor without a verdict depending on it: Protocols, digests, files and folders, and
settings: where docker's client finds its daemon, and which image it takes, which run.yaml names among its tools."""


def imported(package: str) -> Iterator[tuple[str, str]]:
    """(importing file, imported module) of every import in a package."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    for path in Path(spec.submodule_search_locations[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield path.name, node.module
            elif isinstance(node, ast.Import):
                yield from ((path.name, alias.name) for alias in node.names)


def test_what_judging_imports_of_ours_is_in_its_digest() -> None:
    """The table of whose fault is what verdict was once not in it: changed, it left old verdicts standing."""
    ours = ("agents.", "plans.", "review.", "pipeline.")
    for package in ("agents.browser", "agents.judging", "agents.sandbox"):
        for file, module in imported(package):
            if not module.startswith(ours) or module in DECIDE_NOTHING:
                continue
            known = module in MODULES or any(module == p or module.startswith(f"{p}.") for p in PACKAGES)
            assert known, f"{package}/{file} imports {module}, which the judge's digest leaves out"
