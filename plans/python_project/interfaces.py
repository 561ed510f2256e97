"""Is every function there that a requirement states for unit tests."""

import ast
import re
from collections.abc import Iterator, Sequence

from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Files, Project
from plans.records.specification import Requirement
from plans.references import reference_of
from plans.syntax_trees import module_tree

_STATED = re.compile(r"^([a-z_]\w*)\.([A-Za-z_]\w*)\(")
"""A function as data of a requirement: `search.find(records, text) -> …`."""
_HOME = re.compile(r"`([a-z_][\w.]*)\.([a-z_]\w*)`")
"""A module as a requirement's text names it: `plantbook.search`."""


class StatedInterfaces:
    """Each module of which a requirement states functions is told with its package, is there, and has them."""

    name = "interfaces"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        reference = reference_of(project, "no function of it can be looked for")
        return [
            problem for leaf in project.prd.leaves() for problem in _problems(leaf, reference, project.id)
        ]


def _problems(leaf: Requirement, files: Files, item: str) -> Iterator[Problem]:
    homes = {module: package for package, module in _HOME.findall(leaf.text)}
    for line in leaf.data:
        if not (stated := _STATED.match(line)):
            continue
        module, function = stated.groups()
        where = f"{item}/prd.yaml: {leaf.id}"
        if module not in homes:
            yield Problem(
                where=where,
                message=f"states {module}.{function} and not of which package {module!r} is, so nobody can import it.",
                mend=f"Name it in the text, as `package.{module}`.",
            )
            continue
        path = f"src/{homes[module].replace('.', '/')}/{module}.py"
        if path not in files:
            yield Problem(
                where=f"{item}/reference",
                message=f"has no {path}, of which {leaf.id} states functions.",
                mend="Add the module, or correct the requirement.",
            )
        elif function not in _defined(files[path]):
            yield Problem(
                where=f"{item}/reference/{path}",
                message=f"does not define {function!r}, which {leaf.id} states.",
                mend="Define it, or correct the requirement.",
            )


def _defined(source: str) -> set[str]:
    """Functions and classes of a module; of one that is no Python none, which another check tells."""
    try:
        body = module_tree(source).body
    except SyntaxError:
        return set()
    return {
        node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
