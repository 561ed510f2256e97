"""Does every datum that a step names come from somewhere the agent could know it from.

Apps bring their own data. A step may name what the query says, what a requirement states as data, what an earlier
step of the same task bound; interface words may be named anywhere. Everything else would grade luck.
"""

import ast
import re
from collections.abc import Iterator, Sequence

from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.expressions import PLACEHOLDER, ExpressionError, names_in, placeholders
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.query import Underspecification
from plans.records.steps import Compute, Generate, Remember, Select, Upload

STATE_WORDS = frozenset(
    ["checked", "disabled", "expanded", "pressed", "selected", "focused", "invalid", "readonly", "current"]
)
PLAIN_NUMBERS = frozenset([0, 1, 2, 3, 5, 10, 60, 100, 0.5, 0.01, 0.02])
"""Numbers that speak of structure (first, twice, percent, seconds) and not of an app's data."""

_WORDS = re.compile(r"[^\W_]+")
_DATA_FIELDS = frozenset(["value", "containing", "near"])
_EXPRESSION_FIELDS = frozenset(["that", "expression"])


class DataBinding:
    """No step names a datum that the query, a requirement or an earlier step of its task did not introduce."""

    name = "data binding"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        requirements = {leaf.id: leaf for leaf in project.prd.leaves()}
        query = project.query.levels.get(Underspecification.LOW)
        problems: list[Problem] = []
        for task in project.criteria.tasks:
            stated = [query.text] if query else []
            for id in task.requirements:
                if id in requirements:
                    stated += [*requirements[id].data, requirements[id].text]
            problems.extend(binding_problems(task, " ".join(stated), f"{project.id}/criteria.yaml"))
        return problems


def binding_problems(task: EvaluationTask, stated: str, file: str) -> Iterator[Problem]:
    """Unbound names and unintroduced data of one task; `stated` is all text that introduces data."""
    known = _words(stated)
    numbers = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", stated)}
    bound: set[str] = set()
    for number, step in enumerate(task.steps, 1):
        where = f"{file}: task {task.id}, step {number} ({step.do})"
        for field, text in _strings(step):
            is_expression = field in _EXPRESSION_FIELDS
            names = _expression_names(text) if is_expression else set(placeholders(text))
            if names is None:
                yield Problem(where=where, message=f"{text!r} is no expression.", mend="Correct it.")
                continue
            if field == "since":
                names = {text}
            for name in sorted(names - bound - ({"it", "filename"} if is_expression else set())):
                yield Problem(
                    where=where, message=f"{name!r} is bound by no earlier step.", mend="Bind it first."
                )
            literals = _expression_literals(text) if is_expression else [PLACEHOLDER.sub(" ", text)]
            if field in _DATA_FIELDS or is_expression:
                for literal in literals:
                    yield from _literal_problems(literal, known, numbers, where)
        if isinstance(step, (Remember, Generate, Compute, Select)) and (name := step.bind):
            bound.add(name)


def _literal_problems(
    literal: str | float, known: set[str], numbers: set[float], where: str
) -> Iterator[Problem]:
    if isinstance(literal, (int, float)):
        if literal not in PLAIN_NUMBERS and literal not in numbers and abs(literal) not in numbers:
            yield _unintroduced(where, str(literal))
        return
    unknown = _words(literal) - known - STATE_WORDS
    if unknown and {word for word in unknown if not word.isdigit() or float(word) not in PLAIN_NUMBERS}:
        yield _unintroduced(where, literal.strip())


def _unintroduced(where: str, datum: str) -> Problem:
    return Problem(
        where=where,
        message=f"{datum!r} comes from nowhere: an app that brings its own data cannot know it.",
        mend="Bind what the app shows, generate the value, or let a requirement state it as data.",
    )


def _strings(value: Record | tuple[object, ...], field: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a step with the name of its field, depth first; an upload's file is our own."""
    if isinstance(value, tuple):
        for part in value:
            if isinstance(part, str):
                yield field, part
            elif isinstance(part, (Record, tuple)):
                yield from _strings(part, field)  # pyright: ignore[reportUnknownArgumentType]
        return
    for name in type(value).model_fields:
        if isinstance(value, Upload) and name in {"content", "filename"}:
            continue
        part = getattr(value, name)
        if isinstance(part, str):
            yield name, part
        elif isinstance(part, (Record, tuple)):
            yield from _strings(part, name)  # pyright: ignore[reportUnknownArgumentType]


def _expression_names(text: str) -> set[str] | None:
    try:
        return set(names_in(text))
    except ExpressionError:
        return None


def _expression_literals(text: str) -> list[str | float]:
    constants = [
        node.value for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Constant)
    ]
    return [c for c in constants if isinstance(c, (str, int, float)) and not isinstance(c, bool)]


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORDS.findall(text)}
