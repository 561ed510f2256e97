"""Observation of expectations on the page as it is now."""

import ast
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agents.browser.accessibility import examine, try_keyboard
from agents.browser.actions.finding import locate, seen
from agents.browser.context import guess
from agents.browser.grounding.buttons import asked_in_page
from agents.browser.grounding.candidates import Found, Grounding
from agents.browser.grounding.choices import named_choices
from agents.browser.grounding.ground import describe, ground
from agents.browser.notices import announced, in_other_words, new_messages, new_texts
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.snapshot import Snapshot
from agents.judging.scene import Remembered, Scene, may_be_more, may_be_unseen, read_now
from agents.judging.telling import condition, expected, listed, shown
from plans.errors import JudgeError
from plans.records import expectations
from plans.records.app_map import Binding
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.expressions import evaluate, names_in
from plans.records.targets import Target
from plans.records.values import Value

_DOWNLOAD_WAIT = 0.6
"""Seconds within which a download that was asked for has begun."""
_SIDEWAYS = 1.0
"""CSS pixels by which rounding may make a page wider than its window."""


@dataclass(frozen=True, slots=True)
class Observed:
    """Result of one observation."""

    holds: bool
    looked_for: str
    saw: str
    vacuous: bool = False
    """It would also hold in an app in which nothing works."""
    partial: bool = False
    """The page could not be seen whole or read, so the result may be wrong either way."""
    trouble: str = ""
    """Why a condition could not be computed; it then does not hold."""
    unfound: tuple[Target, ...] = ()
    """Targets that were not found, so that it does not hold."""
    rests_on: tuple[Binding, ...] = ()
    """Guesses on which it rests that it does not hold: in an open world it is left open."""
    may_come: bool = False
    """It does not hold, and may do so later."""
    may_be_hidden: bool = False
    """It does not hold, and may do so once a row is pointed at or a menu is opened."""


async def observe(scene: Scene, expectation: expectations.Expectation) -> Observed:
    """Look for what is expected; what is not seen at once is waited for, and brought to light where that can be."""
    seen_first = await _observe(scene, expectation, reveal=False)
    if seen_first.may_come and await scene.page.patience.outlast():
        seen_first = await _observe(scene, expectation, reveal=False)
    return await _observe(scene, expectation, reveal=True) if seen_first.may_be_hidden else seen_first


async def holds_now(scene: Scene, expectation: expectations.Expectation) -> bool:
    """True when it holds of the page as it is; nothing is waited for or brought to light."""
    return (await _observe(scene, expectation, reveal=False)).holds


async def _observe(scene: Scene, expectation: expectations.Expectation, *, reveal: bool) -> Observed:
    match expectation:
        case expectations.Visible():
            observed = await _visible(scene, expectation.target, reveal=reveal)
            return replace(observed, may_come=not observed.holds, may_be_hidden=not observed.holds)
        case expectations.Absent():
            return await _absent(scene, expectation.target)
        case expectations.Reads():
            observed = await _reads(scene, expectation)
        case expectations.Holds():
            return holds(scene, expectation.that)
        case expectations.Changed():
            observed = await _compared(scene, expectation)
        case expectations.Unchanged():
            return await _compared(scene, expectation)
        case expectations.Notice():
            observed = await _notice(scene, expectation)
        case expectations.Asked():
            observed = await _asked(scene)
        case expectations.Downloaded():
            observed = await _downloaded(scene, expectation)
        case expectations.NoConsoleError():
            errors = scene.page.events.errors
            return Observed(not errors, "no console error", "; ".join(errors[:3]) or "none", vacuous=True)
        case expectations.FitsWidth():
            sideways = (await scene.page.look()).sideways
            saw = f"the page is {max(sideways, 0):.0f} px wider than the window"
            return Observed(sideways <= _SIDEWAYS, "no scrolling sideways", saw, vacuous=True)
        case expectations.Accessible():
            found = await examine(scene.page, expectation.asks)
            is_vacuous = expectation.asks == "structure"  # an empty page breaks no structure
            return Observed(found.holds, expected(expectation), found.saw, is_vacuous, found.undecided)
        case expectations.Keyboard():
            found = await try_keyboard(scene.page, expectation.asks)
            return Observed(found.holds, expected(expectation), found.saw, partial=found.undecided)
        case expectations.AnyOf():
            tried = [await _observe(scene, option, reveal=reveal) for option in expectation.options]
            # Of several options that hold, the one that proves most counts.
            held = sorted((one for one in tried if one.holds), key=lambda one: (one.partial, one.vacuous))
            return held[0] if held else _joined(tried, " or ", holds=False)
        case expectations.AllOf():
            tried = [await _observe(scene, part, reveal=reveal) for part in expectation.parts]
            # A part that is broken for sure decides; else the whole is open where one part is.
            broken = sorted(
                (one for one in tried if not one.holds), key=lambda one: (one.partial, len(one.rests_on))
            )
            if not broken:
                return _joined(tried, " and ", holds=True)
            may_come, may_be_hidden = any(o.may_come for o in broken), any(o.may_be_hidden for o in broken)
            return replace(broken[0], may_come=may_come, may_be_hidden=may_be_hidden)
    return replace(observed, may_come=not observed.holds)


def _joined(tried: Sequence[Observed], word: str, *, holds: bool) -> Observed:
    return Observed(
        holds,
        looked_for=word.join(one.looked_for for one in tried),
        saw="; ".join(one.saw for one in tried),
        vacuous=holds and all(one.vacuous for one in tried),
        partial=any(one.partial for one in tried),
        unfound=tuple(target for one in tried for target in one.unfound),
        rests_on=tuple(guessed for one in tried for guessed in one.rests_on),
        may_come=any(one.may_come for one in tried),
        may_be_hidden=any(one.may_be_hidden for one in tried),
    )


async def _visible(scene: Scene, target: Target, *, reveal: bool) -> Observed:
    if reveal:
        grounding = await locate(scene.page, target, scene.context, "see")
    else:
        grounding = scene.context.recognise(await scene.page.look(), target, "see")
    looked_for = describe(target)
    if grounding.found is Found.FOUND:
        return Observed(True, looked_for, f"{grounding.candidates[0].said[:80]!r}")
    if grounding.found is Found.AMBIGUOUS:
        return Observed(False, looked_for, grounding.note, partial=True)
    if target.role == "combobox":
        choices = named_choices(await scene.page.look(), target, scene.context.known)
        if choices:
            return Observed(True, looked_for, f"a choice of {shown([choice.text for choice in choices])}")
    is_open = await may_be_unseen(scene, target)
    return Observed(False, looked_for, seen(grounding), partial=is_open, unfound=(target,))


async def _absent(scene: Scene, target: Target) -> Observed:
    snapshot = await scene.page.look()
    grounding = scene.context.recognise(snapshot, target, "absent")
    looked_for = f"no {describe(target)}"
    if grounding.found is Found.MISSING:
        is_open = await may_be_unseen(scene, target)
        return Observed(True, looked_for, "it is not there", vacuous=True, partial=is_open)
    if grounding.found is Found.AMBIGUOUS:
        return Observed(False, looked_for, grounding.note, partial=True)
    if target.within is None and _is_elsewhere(scene, snapshot, grounding):
        saw = "it stands in other entries than the one that was opened"
        return Observed(True, looked_for, saw, vacuous=True)
    return Observed(False, looked_for, f"{grounding.candidates[0].said[:80]!r}")


def _is_elsewhere(scene: Scene, snapshot: Snapshot, found: Grounding) -> bool:
    """True when all that was found is in other items than the one that the last click unfolded in place."""
    unfolded, before, known = scene.last.unfolded, scene.before, scene.context.known
    if unfolded is None or before is None:
        return False
    opened, folded = ground(snapshot, unfolded, known, "see"), ground(before, unfolded, known, "see")
    if opened.found is not Found.FOUND or folded.found is not Found.FOUND:
        return False
    if len(snapshot.text(opened.index)) <= len(before.text(folded.index)):
        return False
    any_item = unfolded.model_copy(update={"nth": None, "containing": None, "near": None})
    others = [i for i in ground(snapshot, any_item, known, "see").matches if i != opened.index]
    return all(any(snapshot.holds(other, one.index) for other in others) for one in found.candidates)


async def _reads(scene: Scene, expectation: expectations.Reads) -> Observed:
    kind, target, that = expectation.read, expectation.target, expectation.that
    what = describe(target) if target else "the page"
    looked_for = f"{kind} of {what} {condition(that, scene.names)}"
    try:
        value = await read_now(scene, kind, target)
    except Unreadable as error:
        is_open = isinstance(error, Undecidable) or await may_be_unseen(scene, target)
        unfound = (target,) if target else ()
        return Observed(False, looked_for, str(error), partial=is_open, unfound=unfound)
    read = Remembered(kind, target, value)
    held = holds(scene, that, read, it=value)
    earlier = [one for name, one in scene.remembered.items() if name in names_in(that)]
    is_moved = any((one.kind, one.target) == (kind, target) and one.value != value for one in earlier)
    vacuous = held.vacuous or (value in (0, "", []) and not is_moved)
    shows_it = held.holds and not held.vacuous
    partial = held.partial or await may_be_more(scene, kind, target, value, shows_it=shows_it)
    if held.holds:
        return Observed(True, looked_for, shown(value), vacuous, partial)
    # A number that is read off an entry was read, also when it is 0.
    is_none = value == [] or (kind == "count" and value == 0)
    saw = shown(value)
    if kind == "count" and value:
        texts = await read_now(scene, "texts", target)
        saw = f"{saw}: {listed(texts)}" if isinstance(texts, list) else saw
    unfound = (target,) if is_none and target else ()
    return Observed(False, looked_for, saw + held.trouble, vacuous, partial, unfound=unfound)


async def _compared(scene: Scene, expectation: expectations.Changed | expectations.Unchanged) -> Observed:
    earlier = scene.remembered.get(expectation.since)
    if earlier is None:
        raise JudgeError(f"Nothing was remembered as {expectation.since!r}; correct the task's steps.")
    wants_change = isinstance(expectation, expectations.Changed)
    looked_for = f"{expectation.since} ({shown(earlier.value)}) {'changed' if wants_change else 'unchanged'}"
    try:
        now = await read_now(scene, earlier.kind, earlier.target)
    except Unreadable as error:
        is_open = isinstance(error, Undecidable) or await may_be_unseen(scene, earlier.target)
        return Observed(False, looked_for, str(error), partial=is_open)
    is_same = now == earlier.value
    partial = expectation.since in scene.partial or await may_be_more(
        scene, earlier.kind, earlier.target, now, shows_it=wants_change and not is_same
    )
    saw = f"{'still' if is_same else 'now'} {shown(now)}"
    # Of a click that was refused, the lack of change is the proof.
    vacuous = not wants_change and scene.last.refused is None
    return Observed(is_same != wants_change, looked_for, saw, vacuous, partial)


async def _notice(scene: Scene, expectation: expectations.Notice) -> Observed:
    words, events, before = expectation.words, scene.page.events, scene.before
    looked_for = f"a message with {' or '.join(map(repr, words))}" if words else "a message"
    if before is None:
        return Observed(False, looked_for, "no action came before")
    after = await scene.page.look()
    # A form that checks while something is typed has given its message before it is submitted.
    entered = scene.entered if scene.last.is_press else None
    values = [value for value in scene.names.values() if isinstance(value, str)]
    messages = new_messages(before, after, events, words, values)
    if not messages and entered is not None:
        messages = announced(entered, after, words, values)
    if messages:
        return Observed(True, looked_for, shown(messages[0]))
    for earlier in (before, *([entered] if entered is not None else [])):
        if others := in_other_words(earlier, after, events, words, values):
            saw = f"no such message, but {shown(others[0])}"
            return Observed(False, looked_for, saw, rests_on=(guess(looked_for, others[0]),))
    fresh = new_texts(before, after)
    saw = f"new on the page: {shown(fresh[:6])}" if fresh else "nothing new on the page"
    return Observed(False, looked_for, saw)


async def _asked(scene: Scene) -> Observed:
    native = [one.message for one in scene.page.events.questions if one.kind in ("confirm", "prompt")]
    if native:
        return Observed(True, "a question", shown(native[0]))
    question = scene.last.asked
    if question is None and scene.before is not None:
        question = asked_in_page(scene.before, await scene.page.look())
    if question is None:
        return Observed(False, "a question", "nothing was asked")
    rests_on = () if question.is_sure else (guess("a question", question.words),)
    return Observed(question.is_sure, "a question", shown(question.words), rests_on=rests_on)


async def _downloaded(scene: Scene, expectation: expectations.Downloaded) -> Observed:
    looked_for = f"a download {condition(expectation.that, scene.names)}"
    await scene.page.look()
    events = scene.page.events
    for _ in range(round(_DOWNLOAD_WAIT / 0.05)):
        if events.downloads:
            break
        await asyncio.sleep(0.05)
    if not events.downloads:
        return Observed(False, looked_for, "nothing was downloaded")
    got = events.downloads[-1]
    held = holds(scene, expectation.that, it=got.text, filename=got.filename)
    saw = f"{got.filename}: {shown(got.text)}{held.trouble}"
    return Observed(held.holds, looked_for, saw, partial=held.partial)


def holds(scene: Scene, expression: str, read: Remembered | None = None, **further: Value) -> Observed:
    """Whether an expression holds of the bound names and of `further` ones; `read` says how `it` was read.

    An expression that uses a value read off a part of a page is partial. Raises JudgeError for an unbound name.
    """
    names = {**scene.names, **further}
    used = names_in(expression)
    if unbound := used - names.keys():
        raise JudgeError(
            f"{expression!r} speaks of {', '.join(sorted(unbound))}, which no step bound; correct the task's steps."
        )
    looked_for = condition(expression, scene.names)
    saw = ", ".join(f"{name} = {shown(names[name])}" for name in sorted(used - further.keys()))
    partial = scene.is_partial(expression)
    try:
        is_so = bool(evaluate(expression, names))
    except ExpressionError as error:
        trouble = f" ({error})"
        return Observed(False, looked_for, saw + trouble, partial=partial, trouble=trouble)
    is_empty = all(names[name] in (0, "", []) for name in used)
    # Of a click that was refused, equal readings are the proof.
    readings = {**scene.remembered, **({"it": read} if read else {})} if scene.last.refused is None else {}
    vacuous = is_so and (is_empty or _shows_nothing(read_expression(expression).body, readings))
    return Observed(is_so, looked_for, saw, vacuous, partial)


def _shows_nothing(part: ast.expr, readings: Mapping[str, Remembered]) -> bool:
    """True for an expression that only denies something, or only says that what was read twice reads the same."""
    match part:
        case ast.BoolOp(op=ast.And()):
            return all(_shows_nothing(each, readings) for each in part.values)
        case ast.UnaryOp():
            return isinstance(part.op, ast.Not)
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[ast.ListComp() | ast.GeneratorExp()]),
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=0)],
        ):
            return True
        case ast.Compare():
            if all(isinstance(op, ast.NotEq | ast.NotIn) for op in part.ops):
                return True
            sides = (part.left, *part.comparators)
            first, *others = (readings.get(side.id) if isinstance(side, ast.Name) else None for side in sides)
            return first is not None and all(other == first for other in others)
        case _:
            return False
