"""Checks that are Python projects' own: the reference is readable Python that starts where commands start it."""

import ast
import sys
from collections.abc import Iterator, Sequence

from plans.catalog.asking import AsksForWhatIsThere
from plans.contracts.authoring import Check
from plans.python_project.asking import chosen_for
from plans.python_project.catalog.library import shipped_library
from plans.python_project.grading import FreshProducts, TellingTests
from plans.python_project.interfaces import StatedInterfaces
from plans.python_project.trivial import entries
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Files, Project
from plans.references import reference_of
from plans.syntax_trees import module_tree

LARGEST_FILE = 200_000
"""Characters of the largest file that a reference may hold."""
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
            *_oversized(reference, folder),
            *_import_problems(project, reference, folder),
        ]


def _missing(project: Project, reference: Files, folder: str) -> Iterator[Problem]:
    for path in entries(project.criteria):
        if path not in reference:
            yield Problem(
                where=folder,
                message=f"has no {path}, which commands start, so that every hand-in like it would fail.",
                mend="Add the program, or correct the commands.",
            )


def _oversized(files: Files, folder: str) -> Iterator[Problem]:
    for name, content in files.items():
        if len(content) > LARGEST_FILE:
            yield Problem(
                where=f"{folder}/{name}",
                message=f"has {len(content):,} characters, and nobody reads as much.",
                mend=f"Keep files below {LARGEST_FILE:,} characters.",
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


CHECKS: tuple[Check, ...] = (
    PythonProgram(),
    StatedInterfaces(),
    TellingTests(),
    FreshProducts(),
    AsksForWhatIsThere(lambda project: chosen_for(shipped_library(), project)),
)
"""The family's own checks, beside those that every family with criteria shares."""
