"""Does every condition of an expected outcome speak of something that is read off the page, and could it be otherwise.

`1 == 1` holds of every app, and so does `before == before`: an outcome that asks no more is earned by whoever comes to
it, and no mutant can fail it.
"""

import ast
from collections.abc import Iterator, Sequence

from plans.records.expectations import Downloaded, Holds, Reads
from plans.records.expression_syntax import read_expression
from plans.records.problem import Problem
from plans.records.steps import Action, Compute, Expect, Remember, Select, Step
from plans.records.walk import found_in

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


class _Inlining(ast.NodeTransformer):
    def __init__(self, known: dict[str, ast.expr]) -> None:
        self._known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._known.get(node.id, node) if isinstance(node.ctx, ast.Load) else node
