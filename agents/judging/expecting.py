"""Whether an expectation is observed on the page now."""

import ast
import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from agents.browser.accessibility import examine, try_keyboard
from agents.browser.actions.asking import asked_in_page
from agents.browser.actions.finding import locate, seen
from agents.browser.grounding.choices import named_choices
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import describe, ground
from agents.browser.notices import announced, new_messages, new_texts, refusals
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.senses import says_the_same
from agents.judging.scene import (
    Observed,
    Remembered,
    Scene,
    is_elsewhere,
    may_be_more,
    may_be_overlooked,
    may_be_unseen,
    read_now,
    went_away,
)
from agents.judging.telling import IT, brightness, condition, expected, listed, shown
from plans.errors import JudgeError
from plans.records.expectations import (
    Absent,
    Accessible,
    AllOf,
    AnyOf,
    Asked,
    Changed,
    Downloaded,
    Expectation,
    FitsWidth,
    Holds,
    Keyboard,
    NoConsoleError,
    Notice,
    Reads,
    Unchanged,
    Visible,
)
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.expressions import evaluate, names_in
from plans.records.targets import Target
from plans.records.values import Value

_DOWNLOAD_WAIT = 0.6
"""Seconds within which a download that was asked for has begun."""
_SEVERAL = 2
"""Entries that a page still says by name, from which it still lists some."""
_MOSTLY = 0.8
"""Share of a text that was typed in, from which it is no message about it."""
_SIDEWAYS = 1.0
"""CSS pixels by which rounding may make a page wider than its window."""


async def observe(scene: Scene, expectation: Expectation) -> Observed:
    """Look for what is expected; what is not seen at once may come late, or is brought to light, where that can be."""
    first = await _observe(scene, expectation, reveal=False)
    if not first.holds and await _can_come_late(scene, expectation) and await scene.page.patience.outlast():
        first = await _observe(scene, expectation, reveal=False)
    if first.holds or first.vacuous or not _can_be_revealed(expectation):
        return first
    return await _observe(scene, expectation, reveal=True)


async def holds_now(scene: Scene, expectation: Expectation) -> bool:
    """Whether it holds of the page as it stands: nothing is waited for or brought to light."""
    return (await _observe(scene, expectation, reveal=False)).holds


async def _can_come_late(scene: Scene, expectation: Expectation) -> bool:
    """Whether more time can bring about what does not hold: what is to be absent may simply fade, as messages do."""
    match expectation:
        case Visible() | Reads() | Changed() | Notice() | Asked() | Downloaded():
            return True
        case AnyOf():
            return any([await _can_come_late(scene, option) for option in expectation.options])
        case AllOf():
            broken = [p for p in expectation.parts if not (await _observe(scene, p, reveal=False)).holds]
            return any([await _can_come_late(scene, part) for part in broken])
        case _:
            return False


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
            return replace(
                holds(scene, expectation.that), looked_for=condition(expectation.that, scene.names, scene.lit)
            )
        case Changed() | Unchanged():
            return await compared(scene, expectation)
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
        case Accessible():
            found = await examine(scene.page, expectation.asks)
            is_vacuous = expectation.asks == "structure"  # an empty page breaks no structure
            return Observed(found.holds, expected(expectation), found.saw, is_vacuous, found.undecided)
        case Keyboard():
            found = await try_keyboard(scene.page, expectation.asks)
            return Observed(found.holds, expected(expectation), found.saw, partial=found.undecided)
        case AnyOf():
            return await _any_of(scene, expectation, reveal=reveal)
        case AllOf():
            return await _all_of(scene, expectation, reveal=reveal)


async def _visible(scene: Scene, target: Target, *, reveal: bool) -> Observed:
    if reveal:
        grounding = await locate(scene.page, target, scene.context, "see")
    else:
        grounding = scene.context.recognise(await scene.page.look(), target, "see")
    snapshot = await scene.page.look()
    if grounding.found is Found.MISSING and target.role == "combobox":
        choices = named_choices(snapshot, target, scene.context.known)
        if choices:
            return Observed(True, describe(target), f"a choice of {shown([c.text for c in choices])}")
    if grounding.found is Found.MISSING and target.role == "text":
        names = target.names
        fresh = (text for text in new_texts(scene.before, snapshot) if says_the_same(names, text))
        if otherwise := next(fresh, ""):
            return Observed(True, describe(target), f"{otherwise[:80]!r}, which says the same")
    if grounding.found is Found.MISSING:
        is_open = await may_be_unseen(scene, target)
        return Observed(False, describe(target), seen(grounding), partial=is_open, unfound=(target,))
    if grounding.found is Found.AMBIGUOUS:
        return Observed(False, describe(target), grounding.note, partial=True)
    return Observed(True, describe(target), f"{grounding.candidates[0].said[:80]!r}")


async def _absent(scene: Scene, target: Target) -> Observed:
    snapshot = await scene.page.look()
    grounding = scene.context.recognise(snapshot, target, "absent")
    looked_for = f"no {describe(target)}"
    if grounding.found is Found.MISSING:
        known = scene.context.known
        is_open = may_be_overlooked(snapshot, target, known) and not went_away(
            scene.before, snapshot, target, known
        )
        return Observed(True, looked_for, "it is not there", vacuous=True, partial=is_open)
    if grounding.found is Found.AMBIGUOUS:
        return Observed(False, looked_for, grounding.note, partial=True)
    if target.within is None and is_elsewhere(scene, snapshot, grounding):
        return Observed(
            True, looked_for, "it stands in other entries than the one that was opened", vacuous=True
        )
    return Observed(False, looked_for, f"{grounding.candidates[0].said[:80]!r}")


async def _reads(scene: Scene, expectation: Reads) -> Observed:
    what = describe(expectation.target) if expectation.target else "the page"
    lit = {*scene.lit, IT} if expectation.read == "brightness" else scene.lit
    looked_for = f"{expectation.read} of {what} {condition(expectation.that, scene.names, lit)}"
    try:
        value = await read_now(scene, expectation.read, expectation.target)
    except Unreadable as error:
        partial = isinstance(error, Undecidable) or await may_be_unseen(scene, expectation.target)
        unfound = (expectation.target,) if expectation.target else ()
        return Observed(False, looked_for, str(error), partial=partial, unfound=unfound)
    read = Remembered(expectation.read, expectation.target, value)
    held = holds(scene, expectation.that, read, it=value)
    is_nothing = value in (0, "", []) and not shows_change(scene, expectation.that, read)
    vacuous = held.vacuous or is_nothing
    partial = held.partial or await may_be_more(
        scene, expectation.read, expectation.target, value, shows_it=held.holds and not held.vacuous
    )
    # A number that is read off an entry was read, also when it is 0.
    is_none = value == [] or (expectation.read == "count" and value == 0)
    if not held.holds and is_none and (there := await _built_otherwise(scene, expectation.target)):
        saw = f"no entries, though the page says {listed(there)}, which were entries before"
        return Observed(False, looked_for, saw, partial=True)
    if expectation.read == "brightness":
        return Observed(held.holds, looked_for, _with(brightness(value), held), vacuous, partial)
    saw = shown(value) if held.holds else _with(await _told(scene, expectation, value), held)
    unfound = (expectation.target,) if is_none and not held.holds and expectation.target else ()
    return Observed(held.holds, looked_for, saw, vacuous, partial, unfound=unfound)


async def _built_otherwise(scene: Scene, target: Target | None) -> list[str]:
    """What entries were called before the last action and the page still says, where none is recognised now."""
    items = target if target is None or target.role == "item" else target.within
    if items is None or items.role != "item" or items.containing or scene.before is None:
        return []
    kind = Target(role="item", name=items.name, synonyms=items.synonyms)
    known = scene.context.known
    if ground(await scene.page.look(), kind, known, "see").matches:
        return []
    entries = ground(scene.before, kind, known, "see").matches
    called = [first_line for index in entries if (first_line := scene.before.text(index).partition("\n")[0])]
    now = Counter(piece.words for piece in (await scene.page.look()).pieces if not piece.hidden)
    there = [words for words in called if now[words]]
    return there if len(there) >= _SEVERAL and len(set(called)) == len(called) else []


async def _told(scene: Scene, expectation: Reads, value: Value) -> str:
    """A value that is not as expected; of a number of things also what was counted."""
    if expectation.read != "count" or value == 0:
        return shown(value)
    texts = await read_now(scene, "texts", expectation.target)
    return f"{shown(value)}: {listed(texts)}" if isinstance(texts, list) else shown(value)


async def _notice(scene: Scene, expectation: Notice) -> Observed:
    wanted = (
        f"a message with {' or '.join(map(repr, expectation.words))}" if expectation.words else "a message"
    )
    if scene.before is None:
        return Observed(False, wanted, "no action came before")
    after = await scene.page.look()
    messages = new_messages(scene.before, after, scene.page.events, expectation.words)
    if not messages and scene.last.is_press and scene.entered is not None:
        # A form that checks while something is typed has said it before it was handed in.
        messages = announced(scene.entered, after, expectation.words)
    if messages:
        return Observed(True, wanted, shown(messages[0]))
    warned = refusals(scene.before, after, scene.page.events)
    said = [text for text in warned if not _is_entered(text, scene.names.values())]
    if expectation.words and said:
        return Observed(
            False, wanted, f"a message, but with none of the words expected: {shown(said[0])}", partial=True
        )
    if scene.last.is_press and scene.entered is not None:
        earlier = refusals(scene.entered, after, scene.page.events)
        hints = [text for text in earlier if not _is_entered(text, scene.names.values())]
        if hints:
            # What nothing marks as a message may be one all the same, or a hint that any value gets.
            saw = f"nothing new, but since something was entered there stands {shown(hints[0])}"
            return Observed(False, wanted, saw, partial=True)
    fresh = new_texts(scene.before, after)
    return Observed(
        False, wanted, f"new on the page: {shown(fresh[:6])}" if fresh else "nothing new on the page"
    )


def _is_entered(text: str, values: Iterable[Value]) -> bool:
    """Whether a text is hardly more than what was typed in, so that it says nothing of it."""
    entered = (" ".join(value.split())[: len(text)] for value in values if isinstance(value, str))
    return any(value in text and len(value) >= _MOSTLY * len(text) for value in entered)


async def _asked(scene: Scene) -> Observed:
    native = [q.message for q in scene.page.events.questions if q.kind in ("confirm", "prompt")]
    if native or scene.last.asked:
        return Observed(True, "a question", shown(native[0] if native else scene.last.asked))
    if scene.before is not None:
        question = asked_in_page(scene.before, await scene.page.look())
        if question is not None:
            return Observed(True, "a question", shown(question.words))
    return Observed(False, "a question", "nothing was asked")


async def _downloaded(scene: Scene, expectation: Downloaded) -> Observed:
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
    saw = f"{got.filename}: {shown(got.text)}"
    return Observed(held.holds, looked_for, saw if held.holds else _with(saw, held), partial=held.partial)


def _with(value: str, held: Observed) -> str:
    """A value, and why the condition could not be tried on it where that is so."""
    return f"{value} ({held.trouble})" if held.trouble else value


async def _any_of(scene: Scene, expectation: AnyOf, *, reveal: bool) -> Observed:
    """Holds when an option holds; of those that do, the one counts that proves most."""
    tried = [await _observe(scene, option, reveal=reveal) for option in expectation.options]
    held = sorted((o for o in tried if o.holds), key=lambda o: (o.partial, o.vacuous))
    if held:
        return held[0]
    looked_for = " or ".join(o.looked_for for o in tried)
    saw, is_partial = "; ".join(o.saw for o in tried), any(o.partial for o in tried)
    unfound = tuple(target for o in tried for target in o.unfound)
    return Observed(False, looked_for, saw, partial=is_partial, unfound=unfound)


async def _all_of(scene: Scene, expectation: AllOf, *, reveal: bool) -> Observed:
    """Broken when a part is broken for sure; open when one is open, however the others came out."""
    tried = [await _observe(scene, part, reveal=reveal) for part in expectation.parts]
    broken = sorted((o for o in tried if not o.holds), key=lambda o: o.partial)
    if broken:
        return broken[0]
    looked_for = " and ".join(o.looked_for for o in tried)
    saw = "; ".join(o.saw for o in tried)
    vacuous, partial = all(o.vacuous for o in tried), any(o.partial for o in tried)
    return Observed(True, looked_for, saw, vacuous, partial)


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
        f"{name} = {_value_in_words(scene, name, names[name])}"
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


def _value_in_words(scene: Scene, name: str, value: Value) -> str:
    return brightness(value) if name in scene.lit else shown(value)


def _known(scene: Scene, read: Remembered | None) -> Mapping[str, Remembered]:
    """How values were read that may stand for the same thing, at two times."""
    if scene.last.refused is not None:
        return {}
    return {**scene.remembered, **({IT: read} if read else {})}


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
