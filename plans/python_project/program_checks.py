"""Checks of Python projects without a catalog: readable reference, stated functions, tests that can tell."""

import ast
import re
import sys
from collections.abc import Iterator, Sequence

from plans.patches import oversized, reference_of
from plans.python_project.trivial import entries
from plans.records.base import Problem, found_in
from plans.records.criteria import EvaluationTask
from plans.records.plan import Plan
from plans.records.project import Files, Project
from plans.records.specification import Requirement
from plans.records.task_kinds import Laid
from plans.syntax_trees import Function, is_assertion, module_tree, reached_nodes

_NAMED = re.compile(r"([\w./-]+\.py)::(\w+)")
"""A test as a command names it."""
_SKIPPING = re.compile(r"\b(?:pytest\.(?:skip|importorskip|xfail)|mark\.(?:skip|skipif|xfail)|skipTest)\b")


class TellingTests:
    """Each test that a command names is there, asserts something, itself or by functions of its file that it calls, and
    skips nothing.
    """

    name = "telling tests"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return list(_test_problems(project))


class FreshProducts:
    """No file that a command has to write lies there before: the reference brings none, and none is laid."""

    name = "fresh products"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [
            Problem(
                where=f"{project.id}/criteria.yaml: task {task.id}",
                message=f"{product!r} is to be written, and {source}: who writes nothing would pass.",
                mend="Let the command write to a path that nothing else has.",
            )
            for task in project.criteria.tasks
            if (product := task.how.product_path) is not None
            for source in _sources(product, task, project)
        ]


def _sources(product: str, task: EvaluationTask, project: Project) -> Iterator[str]:
    """Where a product is there before a command has run, in words."""
    if product in reference_of(project, "nobody knows what it writes"):
        yield "the reference brings it"
    if product in {laid.to for laid in found_in(task.how, Laid)}:
        yield "the grader lays it"


def _test_problems(project: Project) -> Iterator[Problem]:
    for path, named in _named_tests(project).items():
        where = f"{project.id}/grader/{path}"
        content = project.grader.get(path)
        if content is None:
            continue  # That a named file is missing, the check of consistency tells.
        try:
            text = content.decode()
            tree = module_tree(text)
        except (UnicodeDecodeError, SyntaxError) as error:
            yield Problem(where=where, message=f"is no Python ({error}).", mend="Correct it.")
            continue
        if skipping := _SKIPPING.search(text):
            yield Problem(
                where=where,
                message=f"holds {skipping.group()!r}, and a test that skips itself tells nothing.",
                mend="Let it fail where what it tries is missing.",
            )
        functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
        for name in named:
            if name not in functions:
                yield Problem(
                    where=where,
                    message=f"has no test {name!r}, which a command names.",
                    mend="Write it, or correct the command.",
                )
            elif not any(map(is_assertion, reached_nodes(name, functions))):
                yield Problem(
                    where=where,
                    message=f"{name} asserts nothing, neither itself nor by functions of its file, so that any program "
                    "passes it.",
                    mend="Assert what the requirement says.",
                )


def _named_tests(project: Project) -> dict[str, list[str]]:
    """File of tests → names of those that commands run."""
    named: dict[str, list[str]] = {}
    for task in project.criteria.tasks:
        if task.how.runs_tests:
            for command in task.how.commands:
                for path, test in _NAMED.findall(command.line):
                    named.setdefault(path, []).append(test)
    return {path: list(dict.fromkeys(tests)) for path, tests in named.items()}


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


OF_A_NETWORK = frozenset(
    ["ftplib", "http", "imaplib", "poplib", "smtplib", "socket", "socketserver", "ssl", "urllib", "xmlrpc"]
)
"""Modules of the standard library by which a program reaches others."""


class PythonProgram:
    """Every program that commands start is there, every file can be read, and nothing reaches beyond the folder.

    A program that a model wrote may use packages, which its suite's runtime then has to bring.
    """

    name = "python program"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        folder = f"{project.id}/reference"
        reference = reference_of(project, "there is no program to check")
        return [
            *_missing(project, reference, folder),
            *oversized(reference, folder),
            *_import_problems(project, reference, folder),
        ]


def _missing(project: Project, reference: Files, folder: str) -> Iterator[Problem]:
    for path in entries(project.criteria):
        if path not in reference:
            yield Problem(
                where=folder,
                message=f"has no {path}, which commands start, so that every submission like it would fail.",
                mend="Add the program, or correct the commands.",
            )


def _import_problems(project: Project, reference: Files, folder: str) -> Iterator[Problem]:
    own = {path.removeprefix("src/").partition("/")[0].removesuffix(".py") for path in reference}
    for name, content in reference.items():
        if not name.endswith(".py"):
            continue
        try:
            tree = module_tree(content)
        except SyntaxError as error:
            yield Problem(
                where=f"{folder}/{name}:{error.lineno or 1}",
                message=f"is no Python ({error.msg}).",
                mend="Correct it; judging runs it as it is.",
            )
            continue
        for line, module in _imported(tree):
            where = f"{folder}/{name}:{line}"
            if module in OF_A_NETWORK:
                yield Problem(
                    where=where,
                    message=f"imports {module!r}, by which a program reaches others.",
                    mend="Bring along what it needs; judging has no network.",
                )
            elif (
                module not in own
                and module not in sys.stdlib_module_names
                and not project.is_specified_by_model
            ):
                yield Problem(
                    where=where,
                    message=f"imports {module!r}, which is neither its own nor of the standard library.",
                    mend="Do without it: the PRD promises that the standard library is enough.",
                )


def _imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and top-level module of each import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.lineno, (node.module or "").partition(".")[0]
