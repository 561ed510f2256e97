"""Whether an expectation is observed on the page now."""

import ast
import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from agents.browser.actions.asking import asked_in_page
from agents.browser.actions.finding import locate, seen
from agents.browser.grounding.choices import named_choices
from agents.browser.grounding.contract import Context, Found, Purpose
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.roles import may_be_among
from agents.browser.notices import new_messages, new_texts
from agents.browser.page import LivePage
from agents.browser.reading import Undecidable, Unreadable, read
from agents.browser.snapshot import Snapshot
from agents.judging.saying import condition, shown
from plans.errors import JudgeError
from plans.records.expectations import (
    Absent,
    AllOf,
    AnyOf,
    Asked,
    Changed,
    Downloaded,
    Expectation,
    FitsWidth,
    Holds,
    NoConsoleError,
    Notice,
    Reads,
    Unchanged,
    Visible,
)
from plans.records.expressions import ExpressionError, Value, evaluate, names_in
from plans.records.targets import ReadKind, Target

_DOWNLOAD_WAIT = 0.6
"""Seconds within which a download that was asked for has begun."""
_OF_ALL: frozenset[ReadKind] = frozenset({"count", "texts", "numbers", "content"})
"""What is only right when everything was seen."""
_SIDEWAYS = 1.0
"""CSS pixels by which rounding may make a page wider than its window."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of looking."""

    holds: bool
    looked_for: str
    saw: str
    vacuous: bool = False
    """It would hold as well where nothing works."""
    partial: bool = False
    """The page could not be seen whole or not be read, so what was not seen may be there all the same."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """How a bound value was read."""

    kind: ReadKind
    target: Target | None
    value: Value


@dataclass(slots=True)
class Scene:
    """A page in the middle of a task: what was bound, and how it looked before the last action."""

    page: LivePage
    context: Context
    names: dict[str, Value]
    remembered: dict[str, Remembered]
    before: Snapshot | None = None
    asked: str = ""
    refused: Target | None = None
    """A disabled control that was pressed, until a press goes through."""


async def observe(scene: Scene, expectation: Expectation) -> Observed:
    """Look for what is expected; what is not seen at once is brought to light once, where that can be."""
    first = await _observe(scene, expectation, reveal=False)
    if first.holds or first.vacuous or not _can_be_revealed(expectation):
        return first
    return await _observe(scene, expectation, reveal=True)


async def read_now(scene: Scene, kind: ReadKind, target: Target | None, *, reveal: bool = False) -> Value:
    """A value off the page; raises Unreadable."""
    snapshot = await scene.page.look()
    if target is None:
        return read(snapshot, kind, None)
    purpose: Purpose = "number" if kind in ("number", "numbers") else "see"
    if reveal:
        grounding = await locate(scene.page, target, scene.context, purpose)
        snapshot = await scene.page.look()
    else:
        grounding = ground(snapshot, target, scene.context, purpose)
    if grounding.found is Found.MISSING and kind not in ("count", "texts", "numbers"):
        raise Unreadable(f"{describe(target)} is not there; {seen(grounding)}")
    return read(snapshot, kind, grounding, (target.name, *target.synonyms))


def _can_be_revealed(expectation: Expectation) -> bool:
    match expectation:
        case Visible():
            return True
        case AnyOf():
            return any(_can_be_revealed(option) for option in expectation.options)
        case AllOf():
            return any(_can_be_revealed(part) for part in expectation.parts)
        case _:
            return False


async def _observe(scene: Scene, expectation: Expectation, *, reveal: bool) -> Observed:
    match expectation:
        case Visible():
            return await _visible(scene, expectation.target, reveal=reveal)
        case Absent():
            return await _absent(scene, expectation.target)
        case Reads():
            return await _reads(scene, expectation)
        case Holds():
            return _holds(expectation.that, scene.names)
        case Changed() | Unchanged():
            return await _compared(scene, expectation)
        case Notice():
            return await _notice(scene, expectation)
        case Asked():
            return await _asked(scene)
        case Downloaded():
            return await _downloaded(scene, expectation)
        case NoConsoleError():
            errors = scene.page.events.errors
            return Observed(not errors, "no console error", "; ".join(errors[:3]) or "none", vacuous=True)
        case FitsWidth():
            sideways = (await scene.page.look()).sideways
            saw = f"the page is {max(sideways, 0):.0f} px wider than the window"
            return Observed(sideways <= _SIDEWAYS, "no scrolling sideways", saw, vacuous=True)
        case AnyOf():
            return await _any_of(scene, expectation, reveal=reveal)
        case AllOf():
            return await _all_of(scene, expectation, reveal=reveal)


async def _visible(scene: Scene, target: Target, *, reveal: bool) -> Observed:
    if reveal:
        grounding = await locate(scene.page, target, scene.context, "see")
    else:
        grounding = ground(await scene.page.look(), target, scene.context, "see")
    snapshot = await scene.page.look()
    if grounding.found is Found.MISSING and target.role == "combobox":
        choices = named_choices(snapshot, target, scene.context)
        if choices:
            return Observed(True, describe(target), f"a choice of {shown([c.text for c in choices])}")
    if grounding.found is Found.MISSING:
        is_open = may_be_among(target.role, snapshot.left_out)
        return Observed(False, describe(target), seen(grounding), partial=is_open)
    if grounding.found is Found.AMBIGUOUS:
        return Observed(False, describe(target), grounding.note, partial=True)
    return Observed(True, describe(target), f"{grounding.candidates[0].said[:80]!r}")


async def _absent(scene: Scene, target: Target) -> Observed:
    snapshot = await scene.page.look()
    grounding = ground(snapshot, target, scene.context, "absent")
    looked_for = f"no {describe(target)}"
    if grounding.found is Found.MISSING:
        is_open = may_be_among(target.role, snapshot.left_out)
        return Observed(True, looked_for, "it is not there", vacuous=True, partial=is_open)
    if grounding.found is Found.AMBIGUOUS:
        return Observed(False, looked_for, grounding.note, partial=True)
    return Observed(False, looked_for, f"{grounding.candidates[0].said[:80]!r}")


async def _reads(scene: Scene, expectation: Reads) -> Observed:
    what = describe(expectation.target) if expectation.target else "the page"
    looked_for = f"{expectation.read} of {what} {condition(expectation.that)}"
    try:
        value = await read_now(scene, expectation.read, expectation.target)
    except Unreadable as error:
        partial = isinstance(error, Undecidable) or await _may_be_unseen(scene, expectation.target)
        return Observed(False, looked_for, str(error), partial=partial)
    held = _holds(expectation.that, {**scene.names, "it": value})
    vacuous = held.vacuous or value in (0, "", [])
    saw = shown(value) if held.holds else f"{shown(value)}{held.saw}"
    partial = expectation.read in _OF_ALL and await _may_be_unseen(scene, expectation.target)
    return Observed(held.holds, looked_for, saw, vacuous, partial)


async def _may_be_unseen(scene: Scene, target: Target | None) -> bool:
    """Whether what is read may also stand where the look did not reach."""
    return may_be_among(target.role if target else "any", (await scene.page.look()).left_out)


def _holds(expression: str, names: Mapping[str, Value]) -> Observed:
    unbound = names_in(expression) - names.keys()
    if unbound:
        raise JudgeError(
            f"{expression!r} speaks of {', '.join(sorted(unbound))}, which no step bound; correct the task's steps."
        )
    bound = ", ".join(f"{name} = {shown(names[name])}" for name in sorted(names_in(expression) - {"it"}))
    saw = f" with {bound}" if bound else ""
    try:
        holds = bool(evaluate(expression, names))
    except ExpressionError as error:
        return Observed(False, expression, f"{saw} ({error})")
    used = [names[name] for name in names_in(expression)]
    return Observed(
        holds, expression, saw, vacuous=_is_denial(expression) or all(v in (0, "", []) for v in used)
    )


def _is_denial(expression: str) -> bool:
    """Whether the expression only says what something is not, which also holds of nothing at all."""
    body = ast.parse(expression, mode="eval").body
    if isinstance(body, ast.UnaryOp):
        return isinstance(body.op, ast.Not)
    return isinstance(body, ast.Compare) and all(isinstance(op, ast.NotEq | ast.NotIn) for op in body.ops)


async def _compared(scene: Scene, expectation: Changed | Unchanged) -> Observed:
    earlier = scene.remembered.get(expectation.since)
    if earlier is None:
        raise JudgeError(f"Nothing was remembered as {expectation.since!r}; correct the task's steps.")
    wants_change = isinstance(expectation, Changed)
    looked_for = f"{expectation.since} ({shown(earlier.value)}) {'changed' if wants_change else 'unchanged'}"
    try:
        now = await read_now(scene, earlier.kind, earlier.target)
    except Unreadable as error:
        return Observed(False, looked_for, str(error), partial=isinstance(error, Undecidable))
    is_same = now == earlier.value
    saw = _difference(earlier.value, now) if not is_same else f"still {shown(now)}"
    return Observed(is_same != wants_change, looked_for, saw, vacuous=not wants_change)


def _difference(before: Value, now: Value) -> str:
    """What is new in a long text, or simply the new value."""
    if isinstance(before, str) and isinstance(now, str) and len(now) > 120:
        known = set(before.split("\n"))
        fresh = [line for line in now.split("\n") if line not in known]
        gone = [line for line in before.split("\n") if line not in set(now.split("\n"))]
        return f"new: {shown(fresh[:5])}; gone: {shown(gone[:5])}"
    return f"now {shown(now)}"


async def _notice(scene: Scene, expectation: Notice) -> Observed:
    wanted = (
        f"a message with {' or '.join(map(repr, expectation.words))}" if expectation.words else "a message"
    )
    if scene.before is None:
        return Observed(False, wanted, "no action came before")
    after = await scene.page.look()
    messages = new_messages(scene.before, after, scene.page.events, expectation.words)
    if messages:
        return Observed(True, wanted, shown(messages[0]))
    fresh = new_texts(scene.before, after)
    return Observed(
        False, wanted, f"new on the page: {shown(fresh[:6])}" if fresh else "nothing new on the page"
    )


async def _asked(scene: Scene) -> Observed:
    native = [q.message for q in scene.page.events.questions if q.kind in ("confirm", "prompt")]
    if native or scene.asked:
        return Observed(True, "a question", shown(native[0] if native else scene.asked))
    if scene.before is not None:
        question = asked_in_page(scene.before, await scene.page.look())
        if question is not None:
            return Observed(True, "a question", shown(question.words))
    return Observed(False, "a question", "nothing was asked")


async def _downloaded(scene: Scene, expectation: Downloaded) -> Observed:
    looked_for = f"a download {condition(expectation.that)}"
    await scene.page.look()
    events = scene.page.events
    for _ in range(round(_DOWNLOAD_WAIT / 0.05)):
        if events.downloads:
            break
        await asyncio.sleep(0.05)
    if not events.downloads:
        return Observed(False, looked_for, "nothing was downloaded")
    got = events.downloads[-1]
    held = _holds(expectation.that, {**scene.names, "it": got.text, "filename": got.filename})
    return Observed(
        held.holds, looked_for, f"{got.filename}: {shown(got.text)}{'' if held.holds else held.saw}"
    )


async def _any_of(scene: Scene, expectation: AnyOf, *, reveal: bool) -> Observed:
    tried = [await _observe(scene, option, reveal=reveal) for option in expectation.options]
    held = sorted((o for o in tried if o.holds), key=lambda o: o.vacuous)
    if held:
        return held[0]
    looked_for = " or ".join(o.looked_for for o in tried)
    return Observed(False, looked_for, "; ".join(o.saw for o in tried), partial=any(o.partial for o in tried))


async def _all_of(scene: Scene, expectation: AllOf, *, reveal: bool) -> Observed:
    tried = [await _observe(scene, part, reveal=reveal) for part in expectation.parts]
    broken = next((o for o in tried if not o.holds), None)
    if broken is not None:
        return broken
    looked_for = " and ".join(o.looked_for for o in tried)
    return Observed(True, looked_for, "; ".join(o.saw for o in tried), vacuous=all(o.vacuous for o in tried))
