"""What a published test says by its syntax alone: whether Python parses it, what it asserts, whether it may skip."""

import ast
import warnings
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plans.syntax_trees import module_tree

Function = ast.FunctionDef | ast.AsyncFunctionDef

_SAYS_LITTLE = frozenset({"isinstance", "hasattr", "callable", "bool"})
"""Calls that hold of almost anything."""
_ASSERTS_LITTLE = frozenset({"assertIsNotNone", "assertIsInstance"})
_FAILS = frozenset({"raises", "warns", "fail", "deprecated_call", "exit", "_exit"})
"""Functions by which a test can fail without an assertion of its own."""
_SKIPS = frozenset(
    {"skip", "skipif", "skipIf", "skipUnless", "skipTest", "importorskip", "xfail", "SkipTest"}
)
_CLOCKS = frozenset({"time", "perf_counter", "monotonic", "process_time", "timeit", "perf_counter_ns"})
_MISSING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
"""What is raised, or caught, where a module is missing."""
_AROUND = ("setUp", "setUpClass", "setup_method", "setup_class", "setup", "setup_module", "asyncSetUp")
"""Methods that run before each test."""


class Unparseable(ValueError):
    """Python refuses the file; the message says where and why."""


class Nature(NamedTuple):
    """What a test, or all tests that a command runs together, can do."""

    asserts: bool
    """Whether anything in it can fail for what it found."""
    asserts_more: bool
    """Whether some assertion says more than that there is something."""
    may_skip: bool
    is_timed: bool
    """Whether it reads a clock."""


class Source:
    """A parsed file, with what is asked of it again and again.

    Raises Unparseable.
    """

    def __init__(self, source: bytes) -> None:
        self.body = _tree(source).body
        nodes = [node for statement in self.body for node in ast.walk(statement)]
        self.functions = {node.name: node for node in nodes if isinstance(node, Function)}
        self.classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
        self.modules = frozenset(_imported(nodes))
        """Top-level names of the modules that it imports, wherever in it, but for those that it does without."""
        self.may_skip = any(_called(node) in _SKIPS for node in self._loose())
        """Whether it may skip all its tests at once, or those of a class."""

    def tests(self, parts: Sequence[str]) -> list[Function] | None:
        """The test functions that a node id names, or all of the file; None where it has no such class or function."""
        scope: Sequence[ast.stmt] = self.body
        for part in parts:
            named = next((node for node in _reached(scope) if node.name == part), None)
            if isinstance(named, Function):
                return [named]
            if named is None:
                return self._inherited(parts)
            scope = named.body
        return [
            test
            for node in _reached(scope)
            for test in (_reached(node.body) if isinstance(node, ast.ClassDef) else [node])
            if isinstance(test, Function) and test.name.startswith("test")
        ]

    def nature(self, tests: Sequence[Function]) -> Nature:
        """What these tests of the file can do, with what they call in it."""
        around = [self.functions[name] for name in _AROUND if name in self.functions]
        nodes = [node for test in self._with_called([*tests, *around]) for node in ast.walk(test)]
        asserting = [node for node in nodes if _asserts(node)]
        return Nature(
            asserts=bool(asserting),
            asserts_more=any(_says_more(node) for node in asserting),
            may_skip=self.may_skip or any(_called(node) in _SKIPS for node in nodes),
            is_timed=any(isinstance(node, ast.Call) and _called(node) in _CLOCKS for node in nodes),
        )

    def _inherited(self, parts: Sequence[str]) -> list[Function] | None:
        """The function in a base class of the same file, where a node id names it in the class itself."""
        if len(parts) < 2 or parts[0] not in self.classes:
            return None
        bases = [base.id for base in self.classes[parts[0]].bases if isinstance(base, ast.Name)]
        for base in bases:
            for node in _reached(self.classes[base].body) if base in self.classes else ():
                if isinstance(node, Function) and node.name == parts[1]:
                    return [node]
        return None

    def _with_called(self, tests: Sequence[Function]) -> list[Function]:
        """The functions with those of the same file that they call, however far."""
        found: dict[int, Function] = {}
        waiting = list(tests)
        while waiting:
            function = waiting.pop()
            if id(function) in found:
                continue
            found[id(function)] = function
            names = {_called(node) for node in ast.walk(function) if isinstance(node, ast.Call)}
            # A fixture is called by standing among the parameters.
            names |= {argument.arg for argument in function.args.args}
            waiting += [self.functions[name] for name in names if name in self.functions]
        return list(found.values())

    def _loose(self) -> Iterator[ast.AST]:
        """What stands in no function, with the decorators of classes."""
        for statement in self.body:
            if not isinstance(statement, Function | ast.ClassDef):
                yield from ast.walk(statement)
        for kind in self.classes.values():
            yield from kind.decorator_list


def _tree(source: bytes) -> ast.Module:
    try:
        with warnings.catch_warnings():
            # Backslashes that escape nothing are common in these files, and break nothing.
            warnings.simplefilter("ignore")
            return module_tree(source)
    except SyntaxError as error:
        # That of a file with a wrong encoding has no line.
        place = f"line {error.lineno}: " if error.lineno else ""
        raise Unparseable(f"{place}{error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unparseable(str(error) or "it is nested too deeply") from None


def _imported(nodes: Sequence[ast.AST]) -> Iterator[str]:
    spared = {
        id(node)
        for tried in nodes
        if isinstance(tried, ast.Try) and any(map(_goes_on, tried.handlers))
        for statement in tried.body
        for node in ast.walk(statement)
    }
    for node in nodes:
        if id(node) in spared:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".", 1)[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".", 1)[0]


def _goes_on(handler: ast.ExceptHandler) -> bool:
    """Whether it goes on where a module is missing: it neither skips nor fails."""
    named = [node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)] if handler.type else []
    inside = [node for statement in handler.body for node in ast.walk(statement)]
    gives_up = any(isinstance(node, ast.Raise) or _called(node) in _FAILS | _SKIPS for node in inside)
    return (not named or not _MISSING.isdisjoint(named)) and not gives_up


def _reached(scope: Sequence[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """Functions and classes of a scope, those under an `if` or a `try` among them."""
    for statement in scope:
        if isinstance(statement, Function | ast.ClassDef):
            yield statement
        elif isinstance(statement, ast.If | ast.Try | ast.With):
            blocks = [statement.body, getattr(statement, "orelse", []), getattr(statement, "finalbody", [])]
            blocks += [handler.body for handler in getattr(statement, "handlers", [])]
            for block in blocks:
                yield from _reached(block)


def _called(node: ast.AST) -> str:
    """The last name of what is called or of a decorator: `pytest.skip(...)` is skip."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) and isinstance(node, ast.Call) else ""


def _asserts(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Raise):
        raised = node.exc
        return raised is not None and "Assertion" in ast.dump(raised)
    name = _called(node) if isinstance(node, ast.Call) else ""
    return name.startswith(("assert", "assertion")) or name in _FAILS


def _says_more(node: ast.AST) -> bool:
    """Whether an assertion holds of less than almost everything."""
    if isinstance(node, ast.Assert):
        return _is_telling(node.test)
    if not isinstance(node, ast.Call):
        return True
    name = _called(node)
    if name in _ASSERTS_LITTLE:
        return False
    if name in ("assertTrue", "assertFalse") and node.args:
        return _is_telling(node.args[0])
    return True


def _is_telling(test: ast.expr) -> bool:
    match test:
        case ast.Constant():
            return False
        case ast.Compare(ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return False
        case ast.Call():
            return _called(test) not in _SAYS_LITTLE
        case ast.BoolOp():
            telling = [_is_telling(value) for value in test.values]
            return all(telling) if isinstance(test.op, ast.Or) else any(telling)
        case _:
            return True
