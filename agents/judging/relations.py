"""Relations between values that a task bound: what holds of them, and whether one changed since."""

import ast
from collections.abc import Mapping, Sequence

from agents.browser.reading import Undecidable, Unreadable
from agents.judging.conditions import IT
from agents.judging.saying import brightness, shown
from agents.judging.scene import Observed, Remembered, Scene, may_be_more, may_be_unseen, read_now
from plans.errors import JudgeError
from plans.records.expectations import Changed, Unchanged
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.expressions import evaluate, names_in
from plans.records.values import Value


def holds(scene: Scene, expression: str, read: Remembered | None = None, **further: Value) -> Observed:
    """Whether an expression holds of the names bound so far and of `further` ones.

    That a value is what it was shows something only of a press that was refused; `read` says how `it` was read. What
    speaks of a value that was read off a part of a page is partial, whichever way it comes out. Raises JudgeError for
    a name that nothing bound.
    """
    names = {**scene.names, **further}
    unbound = names_in(expression) - names.keys()
    if unbound:
        raise JudgeError(
            f"{expression!r} speaks of {', '.join(sorted(unbound))}, which no step bound; correct the task's steps."
        )
    saw = ", ".join(
        f"{name} = {_told(scene, name, names[name])}"
        for name in sorted(names_in(expression) - further.keys())
    )
    partial = scene.is_partial(expression)
    try:
        is_so = bool(evaluate(expression, names))
    except ExpressionError as error:
        return Observed(False, expression, f"{saw} ({error})", partial=partial, trouble=str(error))
    used = [names[name] for name in names_in(expression)]
    known = _known(scene, read) if is_so else dict[str, Remembered]()
    is_empty = all(value in (0, "", []) for value in used)
    vacuous = is_empty or _shows_nothing(read_expression(expression).body, known)
    return Observed(is_so, expression, saw, vacuous, partial)


async def compared(scene: Scene, expectation: Changed | Unchanged) -> Observed:
    """Whether what was remembered reads the same now."""
    earlier = scene.remembered.get(expectation.since)
    if earlier is None:
        raise JudgeError(f"Nothing was remembered as {expectation.since!r}; correct the task's steps.")
    wants_change = isinstance(expectation, Changed)
    looked_for = f"{expectation.since} ({shown(earlier.value)}) {'changed' if wants_change else 'unchanged'}"
    try:
        now = await read_now(scene, earlier.kind, earlier.target)
    except Unreadable as error:
        partial = isinstance(error, Undecidable) or await may_be_unseen(scene, earlier.target)
        return Observed(False, looked_for, str(error), partial=partial)
    is_same = now == earlier.value
    saw = _difference(earlier.value, now) if not is_same else f"still {shown(now)}"
    partial = expectation.since in scene.partial or await may_be_more(
        scene, earlier.kind, earlier.target, now, shows_it=wants_change and not is_same
    )
    return Observed(is_same != wants_change, looked_for, saw, vacuous=not wants_change, partial=partial)


def _told(scene: Scene, name: str, value: Value) -> str:
    return brightness(value) if name in scene.lit else shown(value)


def _known(scene: Scene, read: Remembered | None) -> Mapping[str, Remembered]:
    """How values were read that may stand for the same thing, at two times."""
    if scene.last.refused is not None:
        return {}
    return {**scene.remembered, **({IT: read} if read else {})}


def is_denial(expression: str) -> bool:
    """Whether the expression only says what something is not, which also holds of nothing at all."""
    return _shows_nothing(read_expression(expression).body, {})


def _shows_nothing(part: ast.expr, known: Mapping[str, Remembered]) -> bool:
    """Whether all that is said denies something, or says that what was read twice reads the same."""
    match part:
        case ast.BoolOp(op=ast.And()):
            return all(_shows_nothing(each, known) for each in part.values)
        case ast.UnaryOp():
            return isinstance(part.op, ast.Not)
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[ast.ListComp() | ast.GeneratorExp()]),
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=0)],
        ):
            return True
        case ast.Compare():
            is_denied = all(isinstance(op, ast.NotEq | ast.NotIn) for op in part.ops)
            return is_denied or _is_unmoved((part.left, *part.comparators), known)
        case _:
            return False


def shows_change(scene: Scene, expression: str, read: Remembered) -> bool:
    """Whether what holds is said of what read otherwise before, if only that nothing is left of it."""
    known = _known(scene, read)

    def has_moved(part: ast.expr) -> bool:
        match part:
            case ast.BoolOp(op=ast.And()):
                return any(has_moved(each) for each in part.values)
            case ast.Compare(left=ast.Name(id=one), comparators=[ast.Name(id=other)]):
                first, second = known.get(one), known.get(other)
                if first is None or second is None:
                    return False
                return (first.kind, first.target) == (second.kind, second.target) and first != second
            case _:
                return False

    return has_moved(read_expression(expression).body)


def _is_unmoved(sides: Sequence[ast.expr], known: Mapping[str, Remembered]) -> bool:
    """Whether all stand for one thing that was read several times and was the same each time."""
    first, *others = (known.get(side.id) if isinstance(side, ast.Name) else None for side in sides)
    return first is not None and all(other == first for other in others)


def _difference(before: Value, now: Value) -> str:
    """What is new in a long text, or simply the new value."""
    if isinstance(before, str) and isinstance(now, str) and len(now) > 120:
        known = set(before.split("\n"))
        fresh = [line for line in now.split("\n") if line not in known]
        gone = [line for line in before.split("\n") if line not in set(now.split("\n"))]
        return f"new: {shown(fresh[:5])}; gone: {shown(gone[:5])}"
    return f"now {shown(now)}"
