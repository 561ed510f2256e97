"""The errands as one text, for a sandbox in which nothing of this project lies."""

import ast
from functools import cache
from importlib.resources import files

from plans.syntax_trees import module_tree

HOME = "agents.sandbox.errands"
PARTS = ("opening", "single", "parcels", "ends", "verbs")
"""Each after those that it needs. They use the standard library and one another alone, and give no name twice."""


@cache
def errands_text() -> str:
    """The parts one after another, without what they import of one another."""
    return "\n".join(_alone(files(HOME).joinpath(f"{part}.py").read_text(encoding="utf-8")) for part in PARTS)


def _alone(text: str) -> str:
    tree = module_tree(text)
    tree.body = [
        line
        for line in tree.body
        if not (isinstance(line, ast.ImportFrom) and (line.module or "").startswith(HOME))
    ]
    return ast.unparse(tree)
