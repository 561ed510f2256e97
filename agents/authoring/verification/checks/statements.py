"""Does the statement of every outcome say all that its steps expect.

A reader of a verdict sees the statement and not the steps, so an app must not fail by something that no statement
names. Each expectation of an outcome therefore carries its phrase: the words of the statement that it checks.
"""

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple, cast

from plans.plurals import count_text
from plans.records.criteria import EvaluationTask
from plans.records.expressions import read_expression
from plans.records.functions import FUNCTIONS
from plans.records.problem import Problem, ProblemCode
from plans.records.steps import AllOf, Downloaded, Expect, Expectation, Holds, Reads, SingleExpectation
from plans.step_words import expected


class PhraseFault(StrEnum):
    """Why an expectation does not match words of its statement."""

    COMPOUND = "compound"
    """Its condition holds several, and one phrase cannot stand for them."""
    MISSING = "missing"
    """It has no phrase, and is not the only expectation."""
    NOT_IN_STATEMENT = "not_in_statement"
    """The statement does not have these words."""
    SHARED = "shared"
    """Other expectations stand for these words, and they do not occur again."""


class Atom(NamedTuple):
    """One expectation of an outcome, and what is wrong with its phrase."""

    step: int
    """Number of the step, from 1."""
    expects: str
    """The expectation in one line."""
    phrase: str
    fault: PhraseFault | None


_MENDS = {
    PhraseFault.COMPOUND: "split it into an `all_of` of single conditions",
    PhraseFault.MISSING: "has no `phrase`",
    PhraseFault.NOT_IN_STATEMENT: "its `phrase` is not in the statement",
    PhraseFault.SHARED: "another expectation stands for its `phrase`",
}


def statement_problems(task: EvaluationTask, where: str) -> Iterator[Problem]:
    """Every outcome whose steps expect more than its statement names, each with all of its expectations."""
    for outcome in task.outcomes:
        found = atoms(task, outcome.id)
        if not any(atom.fault for atom in found):
            continue
        listed = "; ".join(
            f"step {atom.step}: {atom.expects}"
            + (f" for {atom.phrase!r}" if atom.phrase else "")
            + (f" ({_MENDS[atom.fault]})" if atom.fault else "")
            for atom in found
        )
        yield Problem(
            where=f"{where}, outcome {outcome.id!r}",
            message=f"{outcome.statement!r} does not say what its {count_text(len(found), 'expectation')} ask for, so "
            f"that an app can fail for a reason that nobody stated: {listed}.",
            mend="Give each expectation a `phrase`: words of the statement that no other expectation stands for. Where "
            "the statement lacks them, add them, make two outcomes of it, or delete the expectation.",
            code=ProblemCode.STATEMENT_DIFFERS,
        )


def atoms(task: EvaluationTask, outcome: str) -> list[Atom]:
    """The single expectations of an outcome, in the order of the steps."""
    statement = _plain(next((one.statement for one in task.outcomes if one.id == outcome), ""))
    single = [
        (number, one)
        for number, step in enumerate(task.steps, 1)
        if isinstance(step, Expect) and step.outcome == outcome
        for one in _flat(step.that)
    ]
    taken: list[tuple[int, int]] = []
    faults: dict[int, PhraseFault | None] = {}
    # Long phrases first: a short one may find its words elsewhere.
    for index in sorted(range(len(single)), key=lambda index: -len(_plain(single[index][1].phrase))):
        faults[index] = _fault(single[index][1], statement, taken, is_alone=len(single) == 1)
    return [
        Atom(number, expected(cast("Expectation", one)), one.phrase, faults[index])
        for index, (number, one) in enumerate(single)
    ]


def _fault(
    one: SingleExpectation, statement: str, taken: list[tuple[int, int]], *, is_alone: bool
) -> PhraseFault | None:
    """The fault of an expectation's phrase, or None; the span of a good phrase is added to `taken`."""
    if len(conjuncts(one)) > 1:
        return PhraseFault.COMPOUND
    phrase = _plain(one.phrase)
    if not phrase:
        return None if is_alone else PhraseFault.MISSING
    places = [found.span() for found in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", statement)]
    if not places:
        return PhraseFault.NOT_IN_STATEMENT
    free = (place for place in places if all(place[1] <= start or end <= place[0] for start, end in taken))
    if (place := next(free, None)) is None:
        return PhraseFault.SHARED
    taken.append(place)
    return None


def _flat(expectation: Expectation) -> Iterator[SingleExpectation]:
    if isinstance(expectation, AllOf):
        for part in expectation.parts:
            yield from _flat(part)
    else:
        yield expectation


def conjuncts(one: SingleExpectation) -> list[str]:
    """The conditions of an expectation that hold by themselves; the two bounds of a range are one."""
    if not isinstance(one, Reads | Holds | Downloaded):
        return []
    found: list[ast.expr] = []
    for part in _conjoined(read_expression(one.that).body):
        if not any(_is_range(part, other) for other in found):
            found.append(part)
    return [ast.unparse(part) for part in found]


def _conjoined(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in _conjoined(value)]
    return [node]


def _is_range(one: ast.expr, other: ast.expr) -> bool:
    """Whether two conditions are the lower and the upper bound of the same value."""
    return any((value, not is_lower) in _bounds(other) for value, is_lower in _bounds(one))


def _bounds(node: ast.expr) -> list[tuple[str, bool]]:
    """The values that a comparison bounds, and whether from below; both sides have no name in common."""
    match node:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE()], comparators=[right]):
            low, high = left, right
        case ast.Compare(left=left, ops=[ast.Gt() | ast.GtE()], comparators=[right]):
            low, high = right, left
        case _:
            return []
    if _names(low) & _names(high) - FUNCTIONS.keys():
        return []
    return [(ast.unparse(high), True), (ast.unparse(low), False)]


def _names(node: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
