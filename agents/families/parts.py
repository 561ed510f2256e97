"""The parts of a family that are code: who writes each, what it has to have, and what is wrong with a text of it."""

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from agents.families.folder import PACKAGES, is_given, module_imports
from plans.records.decision import Stage
from plans.records.model_role import Role
from plans.syntax_trees import module_tree


class Part(NamedTuple):
    """One module, and the plan in words that comes before it."""

    role: Role
    module: str
    design: str
    """File of the plan in words: what the code is going to do."""
    functions: Mapping[str, int]
    """Function that it has to have → arguments that it is called with."""


PARTS: Mapping[Stage, Part] = {
    "generation": Part("generator", "generator.py", "generator.md", {"draw": 2}),
    "verification": Part("verifier", "checks.py", "checks.md", {"check": 1}),
    "evaluation": Part("evaluator", "metrics.py", "metrics.md", {"evaluate": 2, "labels": 1}),
}
"""Stage → the part that is made in it, in the order in which they are."""
PLAN = "plan.yaml"
MODULES: Mapping[str, Part] = {part.module: part for part in PARTS.values()}
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
