"""Relations between values that a task bound: what holds of them, and whether one changed since."""

import ast

from agents.browser.reading import Undecidable, Unreadable
from agents.judging.saying import brightness, shown
from agents.judging.scene import Observed, Scene, may_be_more, may_be_unseen, read_now
from plans.errors import JudgeError
from plans.records.expectations import Changed, Unchanged
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.expressions import evaluate, names_in
from plans.records.values import Value


def holds(scene: Scene, expression: str, **further: Value) -> Observed:
    """Whether an expression holds of the names bound so far and of `further` ones.

    What speaks of a value that was read off a part of a page is partial, whichever way it comes out. Raises JudgeError
    for a name that nothing bound.
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
    vacuous = is_denial(expression) or all(value in (0, "", []) for value in used)
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


def is_denial(expression: str) -> bool:
    """Whether the expression only says what something is not, which also holds of nothing at all."""
    body = read_expression(expression).body
    if isinstance(body, ast.UnaryOp):
        return isinstance(body.op, ast.Not)
    return isinstance(body, ast.Compare) and all(isinstance(op, ast.NotEq | ast.NotIn) for op in body.ops)


def _difference(before: Value, now: Value) -> str:
    """What is new in a long text, or simply the new value."""
    if isinstance(before, str) and isinstance(now, str) and len(now) > 120:
        known = set(before.split("\n"))
        fresh = [line for line in now.split("\n") if line not in known]
        gone = [line for line in before.split("\n") if line not in set(now.split("\n"))]
        return f"new: {shown(fresh[:5])}; gone: {shown(gone[:5])}"
    return f"now {shown(now)}"
