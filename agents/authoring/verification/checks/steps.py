"""Do the steps of browser tasks agree with their outcomes: conditions that can fail, statements that say all."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple, cast

from plans.plain_text import count_text
from plans.records.base import Problem, ProblemCode, found_in
from plans.records.criteria import EvaluationTask
from plans.records.expressions import FUNCTIONS, read_expression
from plans.records.steps import (
    Action,
    AllOf,
    Compute,
    Downloaded,
    Draw,
    Expect,
    Expectation,
    Generate,
    Holds,
    Open,
    Reads,
    Remember,
    Select,
    SingleExpectation,
    Step,
    Target,
)
from plans.step_words import expected

_READ = "read: "
"""What a name begins with that stands for something read off the page; no name of the step language does."""
_OF_TWO = frozenset({"same", "close", "contains", "any_contain", "all_contain", "any_close"})
"""Functions by which two values are compared."""


_LETTERS = frozenset({"contains", "same", "any_contain", "all_contain"})
"""Functions that compare letter by letter."""


def idle_conditions(steps: Sequence[Step], where: str) -> Iterator[Problem]:
    """Conditions in which nothing occurs that was read off the page, or that compare a value with itself."""
    known: dict[str, ast.expr] = {}
    acts = 0
    for number, step in enumerate(steps, 1):
        match step:
            case Remember():
                known[step.bind] = _reading(step, acts)
            case Select() if step.bind is not None:
                known[step.bind] = _name(f"{number}")
            case Compute():
                known[step.bind] = _inlined(step.expression, known)
            case Expect():
                place = f"{where}, step {number} ({step.do}), outcome {step.outcome!r}"
                for that in (
                    *found_in(step.that, Reads),
                    *found_in(step.that, Holds),
                    *found_in(step.that, Downloaded),
                ):
                    yield from _idle(that, known, acts, place)
            case _:
                # A name that is bound anew to a made-up value means what was read no longer.
                known.pop(str(getattr(step, "bind", "")), None)
        acts += isinstance(step, Action) or (isinstance(step, Remember) and step.turning is not None)


def _idle(
    that: Reads | Holds | Downloaded, known: dict[str, ast.expr], acts: int, where: str
) -> Iterator[Problem]:
    if isinstance(that, Downloaded) and that.that == Downloaded.model_fields["that"].default:
        return
    names = dict(known)
    if isinstance(that, Reads):
        names["it"] = _reading(that, acts)
    elif isinstance(that, Downloaded):
        names |= {"it": _name("text of the file"), "filename": _name("name of the file")}
    written = read_expression(that.that).body
    for part, inlined in zip(_parts(written), _parts(_inlined(that.that, names)), strict=True):
        said = ast.unparse(part)
        if not _reads_anything(inlined):
            yield Problem(
                where=where,
                message=f"{said!r} speaks of nothing that is read off the page, so that no app can fail it.",
                mend="Compare what the page shows, or leave the condition out.",
            )
        elif _is_with_itself(inlined):
            yield Problem(
                where=where,
                message=f"{said!r} compares a value with itself, so that no app can fail it.",
                mend="Compare it with what the app shows after something was done, or leave the condition out.",
            )


def _parts(node: ast.expr) -> list[ast.expr]:
    """The single conditions that one is put together of."""
    match node:
        case ast.BoolOp():
            return [part for value in node.values for part in _parts(value)]
        case ast.UnaryOp(op=ast.Not()):
            return _parts(node.operand)
        case _:
            return [node]


def _reads_anything(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id.startswith(_READ) for part in ast.walk(node))


def _is_with_itself(node: ast.expr) -> bool:
    match node:
        case ast.Compare():
            sides = [ast.dump(side) for side in (node.left, *node.comparators)]
        case ast.Call(func=ast.Name(id=name), args=[one, other, *_]) if name in _OF_TWO:
            sides = [ast.dump(one), ast.dump(other)]
        case _:
            return False
    return len(set(sides)) < len(sides)


def _reading(step: Remember | Reads, acts: int) -> ast.expr:
    """What is read so: the same wherever nothing was done to the app in between."""
    target = step.target.model_dump_json(exclude_defaults=True) if step.target is not None else ""
    turning = " on all parts" if isinstance(step, Remember) and step.turning is not None else ""
    return _name(f"{step.read} of {target} after {acts}{turning}")


def _name(what: str) -> ast.Name:
    return ast.Name(id=f"{_READ}{what}", ctx=ast.Load())


def _inlined(expression: str, known: dict[str, ast.expr]) -> ast.expr:
    """An expression with what its names stand for; those that it binds itself stay."""
    return _Inlining(known).visit(read_expression(expression).body)


ValueKind = Literal["number", "day", "time", "moment", "text"]
_READ_AS: Mapping[str, ValueKind] = {
    "number": "number", "count": "number", "numbers": "number", "date": "day", "dates": "day", "time": "time",
    "times": "time", "text": "text", "texts": "text", "content": "text", "messages": "text",
}  # fmt: skip
_MADE_AS: Mapping[str, ValueKind] = {
    "integer": "number", "price": "number", "negative": "number", "future_date": "day", "past_date": "day",
    "time": "time",
}  # fmt: skip
_GIVES: Mapping[str, ValueKind] = {
    **dict.fromkeys(("len", "sum", "dot", "number", "number_or", "abs", "round", "days_between"), "number"),
    "day": "day", "later": "day", "days": "day", "at": "time", "moment": "moment",
}  # fmt: skip
_MENDS: Mapping[ValueKind, str] = {
    "number": "says_number({0}, {1})", "day": "says_day({0}, {1})", "time": "says_time({0}, {1})",
    "moment": "says_day({0}, {1}) and says_time({0}, {1})",
}  # fmt: skip


def values_as_text(steps: Sequence[Step], where: str) -> Iterator[Problem]:
    """Expressions that look for a number, a day or a time of day in a text letter by letter: 58.0 in "$58"."""
    known: dict[str, ValueKind] = {}
    for number, step in enumerate(steps, 1):
        expressions = [(step.expression, known)] if isinstance(step, Compute) else []
        for part in (*found_in(step, Reads), *found_in(step, Holds), *found_in(step, Downloaded)):
            kind = _READ_AS.get(part.read) if isinstance(part, Reads) else "text"
            expressions.append((part.that, {**known, "it": kind} if kind else known))
        for expression, names in expressions:
            for said, value, kind in _letters_of_values(expression, names):
                yield Problem(
                    where=f"{where}, step {number} ({step.do})",
                    message=f"`{said}` looks for {value!r} letter by letter, and that is a {kind}, which apps write in "
                    "many ways.",
                    mend=f"Write `{_instead(said, kind)}`.",
                    code=ProblemCode.VALUE_AS_TEXT,
                )
        if isinstance(step, Remember | Generate | Compute | Draw | Select) and step.bind:
            if (bound := _bound_as(step, known)) is not None:
                known[step.bind] = bound
            else:
                known.pop(step.bind, None)


def _bound_as(
    step: Remember | Generate | Compute | Draw | Select, known: Mapping[str, ValueKind]
) -> ValueKind | None:
    match step:
        case Remember(read="value", target=Target(role="spinbutton" | "slider")) | Draw():
            return "number"
        case Remember():
            return _READ_AS.get(step.read)
        case Generate():
            return _MADE_AS.get(step.kind, "text")
        case Compute():
            return _kind_of(read_expression(step.expression).body, known)
        case _:
            return None


def _kind_of(node: ast.expr, known: Mapping[str, ValueKind]) -> ValueKind | None:
    """What an expression gives; None where nothing tells."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=value):
            return "text" if isinstance(value, str) else "number"
        case ast.Name(id=name):
            return known.get(name)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[first, *_]):
            return _kind_of(first, known)
        case ast.Call(func=ast.Name(id=name)):
            return _GIVES.get(name)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            kind = _kind_of(left, known)
            return kind if kind == _kind_of(right, known) else None
        case ast.BinOp():
            return "number"
        case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.Subscript(value=inner):
            return _kind_of(inner, known)
        case ast.IfExp(body=one, orelse=other):
            kind = _kind_of(one, known)
            return kind if kind == _kind_of(other, known) else None
        case _:
            return None


def _letters_of_values(
    expression: str, known: Mapping[str, ValueKind]
) -> Iterator[tuple[str, str, ValueKind]]:
    """What compares a text with a value by letters: the call, the value in it, and what that is."""
    tree = read_expression(expression)
    loops = [
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.ListComp | ast.GeneratorExp)
        for part in node.generators
    ]
    inner: dict[str, ValueKind | None] = {
        one.target.id: _kind_of(one.iter, known) for one in loops if isinstance(one.target, ast.Name)
    }
    names: dict[str, ValueKind] = dict(known)
    for name, kind in inner.items():
        if kind is not None:
            names[name] = kind
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[text, value]) if name in _LETTERS:
                pass
            case ast.Compare(left=value, ops=[ast.In() | ast.NotIn()], comparators=[text]):
                if _kind_of(text, names) != "text":
                    continue
            case _:
                continue
        kind = _kind_of(value, names)
        if kind not in (None, "text") and _kind_of(text, names) != kind:
            yield ast.unparse(node), ast.unparse(value), kind


def _instead(said: str, kind: ValueKind) -> str:
    """The expression that compares by value."""
    match read_expression(said).body:
        case ast.Call(func=ast.Name(id="any_contain" | "all_contain" as name), args=[texts, value]):
            each = _MENDS[kind].format("one", ast.unparse(value))
            count = "> 0" if name == "any_contain" else f"== len({ast.unparse(texts)})"
            return f"len([one for one in {ast.unparse(texts)} if {each}]) {count}"
        case ast.Compare(left=value, ops=[sign], comparators=[text]):
            negated = "not " if isinstance(sign, ast.NotIn) else ""
            return negated + _MENDS[kind].format(ast.unparse(text), ast.unparse(value))
        case ast.Call(args=args):
            return _MENDS[kind].format(*map(ast.unparse, args))
        case _:
            raise AssertionError(said)


class _Inlining(ast.NodeTransformer):
    def __init__(self, known: dict[str, ast.expr]) -> None:
        self._known = known

    def visit_Call(self, node: ast.Call) -> ast.expr:
        # A function may have the name of a value.
        return ast.Call(func=node.func, args=[self.visit(part) for part in node.args], keywords=[])

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._known.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


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


_PHRASE_MENDS = {
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
            + (f" ({_PHRASE_MENDS[atom.fault]})" if atom.fault else "")
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


def step_problems(task: EvaluationTask, where: str) -> Iterator[Problem]:
    """Of a task in a browser: every outcome is observed, by what could be otherwise and what its statement says, every
    expectation has an outcome, and the task starts by opening the app.
    """
    planned = [outcome.id for outcome in task.outcomes]
    observed = [step.outcome for step in task.steps if isinstance(step, Expect)]
    for id in planned:
        if id not in observed:
            yield Problem(
                where=where, message=f"Outcome {id!r} is never observed.", mend="Add an `expect` for it."
            )
    for id in sorted(set(observed) - set(planned)):
        yield Problem(
            where=where, message=f"A step expects {id!r}, which is no outcome.", mend="Correct the id."
        )
    yield from idle_conditions(task.steps, where)
    yield from values_as_text(task.steps, where)
    yield from statement_problems(task, where)
    if not isinstance(task.steps[0], Open):
        yield Problem(
            where=where, message="The first step is not `open`.", mend="Start from a fresh browser."
        )
    if not isinstance(task.steps[-1], Expect):
        yield Problem(
            where=where,
            message="The last step observes nothing.",
            mend="Remove the steps after the last `expect`.",
            severity="warning",
        )
