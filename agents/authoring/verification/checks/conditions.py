"""Does every condition of an expected outcome speak of something that is read off the page, and could it be otherwise;
and does it compare values as values.

`1 == 1` holds of every app, and so does `before == before`: an outcome that asks no more is earned by whoever comes to
it, and no mutant can fail it. `contains(it, 58.0)` holds of "58.00 €" and not of "$58": apps that do the same differ.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from plans.records.base import found_in
from plans.records.expressions import read_expression
from plans.records.problem import Problem, ProblemCode
from plans.records.steps import (
    Action,
    Compute,
    Downloaded,
    Draw,
    Expect,
    Generate,
    Holds,
    Reads,
    Remember,
    Select,
    Step,
    Target,
)

_READ = "read: "
"""What a name begins with that stands for something read off the page; no name of the step language does."""
_OF_TWO = frozenset({"same", "close", "contains", "any_contain", "all_contain", "any_close"})
"""Functions by which two values are compared."""


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
_LETTERS = frozenset({"contains", "same", "any_contain", "all_contain"})
"""Functions that compare letter by letter."""


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
