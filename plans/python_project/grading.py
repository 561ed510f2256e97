"""Can the grader's files tell a program that works from one that does not.

Published tests were found that assert nothing, that skip themselves where a module is missing, and products that lie
there before any command has run: all of them give points for nothing.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.task_modes import FileComparison, UnitTest
from plans.references import reference_of
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
                message=f"{task.how.product!r} is to be written, and {source}: who writes nothing would pass.",
                mend="Let the command write to a path that nothing else has.",
            )
            for task in project.criteria.tasks
            if isinstance(task.how, FileComparison)
            for source in _sources(task.how, project)
        ]


def _sources(how: FileComparison, project: Project) -> Iterator[str]:
    """Where a product is there before a command has run, in words."""
    if how.product in reference_of(project, "nobody knows what it writes"):
        yield "the reference brings it"
    if how.product in {laid.to for laid in how.arrange.files}:
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
        if isinstance(task.how, UnitTest):
            for command in task.how.act:
                for path, test in _NAMED.findall(command.line):
                    named.setdefault(path, []).append(test)
    return {path: list(dict.fromkeys(tests)) for path, tests in named.items()}
