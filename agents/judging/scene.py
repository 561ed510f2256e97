"""A running task: its page, the values that it bound so far, and what is observed of its expectations."""

import ast
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import JsonValue

from agents.browser.accessibility import examine, try_keyboard
from agents.browser.actions.pointing import in_time, locate, seen
from agents.browser.events import announced, in_other_words, new_messages, new_texts
from agents.browser.grounding.buttons import PageQuestion, asked_in_page
from agents.browser.grounding.candidates import SURE, Presence
from agents.browser.grounding.ground import Knowledge, ground, guess
from agents.browser.grounding.names import lexicon
from agents.browser.grounding.scoring import SAID, is_only_spoken, may_be_among
from agents.browser.grounding.values import Ambiguous, NotReadable, Undecidable, read
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.errors import JudgeError
from plans.records import steps
from plans.records.app_map import Binding
from plans.records.base import Record, found_in
from plans.records.expressions import (
    ExpressionError,
    UndecidedError,
    evaluate,
    names_in,
    read_expression,
    substitute,
)
from plans.records.steps import ReadKind, Target
from plans.records.values import Value
from plans.step_words import Purpose, condition, describe, expected, joined_values, shown

R = TypeVar("R", bound=Record)

_NOT_TEXT = frozenset(
    {"that", "expression", "bind", "outcome", "since", "do", "kind", "role", "read", "drawn"}
)
"""Fields that hold code or names rather than words for the page."""
_MAY_BE_EMPTY = frozenset({"value", "content"})
"""Fields that take an empty text; in any other it would fit whatever the page says."""
_OF_ALL: frozenset[ReadKind] = frozenset({"count", "texts", "numbers", "dates", "times", "content"})
"""Kinds of values that are right only when the whole page was seen."""
_DOWNLOAD_WAIT = 0.6
"""Seconds within which a download that was asked for has begun."""
_LAST_WAIT = 2.0
"""Seconds after which a failure is looked at again: of a countdown by frames, for one, there is no other sign."""
_LAST_LOOKS = 3
"""Such looks, while what is seen goes on changing."""
_SIDEWAYS = 1.0
"""CSS pixels by which rounding may make a page wider than its window."""


def bound(record: R, names: Mapping[str, Value]) -> R:
    """The record with each `{name}` in its words replaced, and each drawn place filled in.

    Raises ExpressionError for a name that is not bound, and for words to look for that would be empty.
    """

    def filled(value: JsonValue, field: str = "") -> JsonValue:
        if isinstance(value, str):
            words = value if field in _NOT_TEXT else substitute(value, names)
            if value.strip() and not words.strip() and field not in _MAY_BE_EMPTY:
                raise ExpressionError(f"{value!r} is empty here, so nothing can be recognised by it")
            return words
        if isinstance(value, list):
            return [filled(part, field) for part in value]
        if not isinstance(value, dict):
            return value
        parts = {key: filled(part, key) for key, part in value.items()}
        if drawn := value.get("drawn"):
            place = names.get(str(drawn))
            if not isinstance(place, int):
                raise ExpressionError(f"the place {drawn!r} was drawn by no earlier step")
            parts["nth"] = place
        return parts

    return type(record).model_validate(filled(record.model_dump(mode="json")))


@dataclass(frozen=True, slots=True)
class Remembered:
    """How a bound value was read."""

    kind: ReadKind
    target: Target | None
    value: Value


@dataclass(frozen=True, slots=True)
class LastAction:
    """What the last action left behind for the expectations after it."""

    done: str = ""
    """The action in words."""
    asked: PageQuestion | None = None
    """The question that the page asked."""
    is_refused: bool = False
    """It was a press of a disabled control."""
    is_press: bool = False
    """It was a click, which may submit what was entered."""


@dataclass(slots=True)
class Scene:
    """A page, the values that were bound so far, and the page before the last action."""

    page: LivePage
    context: Knowledge
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    remembered: dict[str, Remembered] = field(default_factory=dict[str, Remembered])
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place of an entry that was drawn."""
    partial: set[str] = field(default_factory=set[str])
    """Names whose values were read off a page that was seen in part, so they may be wrong."""
    before: Snapshot | None = None
    entered: Snapshot | None = None
    """The page before the first input since the last click."""
    refused: Target | None = None
    """A disabled control that was pressed, until a press goes through."""
    unfolded: Target | None = None
    """The entry in which something was pressed last."""
    last: LastAction = LastAction()
    is_last_attempt: bool = False
    """Whether a failure is final, so that what has not come is waited for without any sign of it."""

    def bind(self, name: str, value: Value, *, partial: bool = False) -> None:
        """Give a name a value, in place of an earlier one."""
        self.names[name] = value
        self.remembered.pop(name, None)
        (self.partial.add if partial else self.partial.discard)(name)

    def is_partial(self, expression: str) -> bool:
        """True when an expression uses a value that was read off a page seen in part."""
        return bool(names_in(expression) & self.partial)

    @property
    def weakly_bound(self) -> tuple[Binding, ...]:
        """Bindings of the task so far that are not by role and name, and targets that were not found."""
        return tuple(each for each in self.context.bindings.values() if each.surety < SURE)


async def read_now(scene: Scene, kind: ReadKind, target: Target | None, *, reveal: bool = False) -> Value:
    """A value off the page; raises Unreadable.

    With `reveal`, a target that is not found is waited for and, unless the absence of a text is counted, brought to
    light by opening what hides it.
    """
    snapshot = await scene.page.look()
    if kind == "messages":
        return new_messages(scene.before, snapshot, scene.page.events, ()) if scene.before else []
    if target is None:
        return read(snapshot, kind, None)
    purpose: Purpose = "number" if kind in ("number", "numbers") else "see"
    if reveal:
        find = in_time if kind == "count" and target.role == "text" else locate
        grounding = await find(scene.page, target, scene.context, purpose)
        snapshot = await scene.page.look()
    else:
        grounding = scene.context.recognise(snapshot, target, purpose)
    if grounding.found is Presence.MISSING and kind not in _OF_ALL - {"content"}:
        raise NotReadable(f"{describe(target)} is not there; {seen(grounding)}")
    meaning = scene.context.known.meaning(target)
    part = meaning.part if meaning else None
    # Texts that are called by drawn or read values are these values, and no labels of what stands beside them.
    values = scene.names.values() if kind == "texts" else ()
    labels = tuple(name for name in target.names if name not in values)
    return read(snapshot, kind, grounding, labels, part, scene.page.settings.today.date())


async def may_be_unseen(scene: Scene, target: Target | None) -> bool:
    """True when a target that was not found may be in a part of the page that the look left out."""
    return may_be_among(target.role if target else "any", (await scene.page.look()).left_out)


async def may_be_more(scene: Scene, kind: ReadKind, target: Target | None) -> bool:
    """True when a value that was read could be another if the whole page had been seen."""
    return kind in _OF_ALL and await may_be_unseen(scene, target)


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
    unfound: tuple[Target, ...] = ()
    """Targets that were not found, so that it does not hold."""
    unmet: tuple[Target, ...] = ()
    """Targets on whose absence it rests, and which the task has not found before."""
    rests_on: tuple[Binding, ...] = ()
    """Guesses on which it rests that it does not hold: in an open world it is left open."""
    may_come: bool = False
    """It does not hold, and may do so later."""
    is_unreadable: bool = False
    """The target was found, and shows its value in a form that the judge cannot read."""


async def observe(scene: Scene, expectation: steps.Expectation) -> Observed:
    """Look for what is expected; what is not seen at once is waited for, and brought to light where that can be.

    What must not be there, and goes away only when work under way has ended, is left open.
    """
    observed = await _observe(scene, expectation)
    is_still_there = isinstance(expectation, steps.Absent) and not observed.holds
    if (observed.may_come or is_still_there) and await scene.page.patience.outlast():
        observed = await _observe(scene, expectation)
        if is_still_there and observed.holds:
            # It went away late, and a complaint that fades was there.
            return replace(observed, partial=True)
    if observed.may_come and any(found_in(expectation, steps.Visible)):
        observed = await _observe(scene, expectation, reveal=True)
    for _ in range(_LAST_LOOKS if observed.may_come and scene.is_last_attempt else 0):
        await asyncio.sleep(_LAST_WAIT)
        scene.page.touch()
        before, observed = observed, await _observe(scene, expectation)
        if not observed.may_come or observed.saw == before.saw:
            return observed
    return replace(observed, partial=observed.partial or (observed.may_come and scene.is_last_attempt))


async def observe_aside(scene: Scene, expectation: steps.Expectation) -> Observed:
    """Look for it on the page as it is; nothing is waited for, brought to light or learnt for the task."""
    return await _observe(replace(scene, context=scene.context.aside()), expectation)


async def _observe(scene: Scene, expectation: steps.Expectation, *, reveal: bool = False) -> Observed:
    match expectation:
        case steps.Visible():
            observed = await _visible(scene, expectation.target, reveal=reveal)
        case steps.Absent():
            return await _absent(scene, expectation.target)
        case steps.Reads():
            observed = await _reads(scene, expectation)
        case steps.Holds():
            return _holds(scene, expectation.that)
        case steps.Changed():
            observed = await _compared(scene, expectation)
        case steps.Unchanged():
            return await _compared(scene, expectation)
        case steps.Notice():
            observed = await _notice(scene, expectation)
        case steps.ConfirmationAsked():
            observed = await _asked(scene)
        case steps.Downloaded():
            observed = await _downloaded(scene, expectation)
        case steps.NoConsoleError():
            errors = scene.page.events.errors
            return Observed(not errors, "no console error", "; ".join(errors[:3]) or "none", vacuous=True)
        case steps.FitsWidth():
            sideways = (await scene.page.look()).sideways
            saw = f"the page is {max(sideways, 0):.0f} px wider than the window"
            return Observed(sideways <= _SIDEWAYS, "no scrolling sideways", saw, vacuous=True)
        case steps.Accessible():
            found = await examine(scene.page, expectation.asks)
            is_vacuous = expectation.asks == "structure"  # an empty page breaks no structure
            return Observed(found.holds, expected(expectation), found.saw, is_vacuous, found.undecided)
        case steps.Keyboard():
            found = await try_keyboard(scene.page, expectation.asks)
            return Observed(found.holds, expected(expectation), found.saw, partial=found.undecided)
        case steps.AnyOf():
            tried = [await _observe(scene, option, reveal=reveal) for option in expectation.options]
            # Of several options that hold, the one that proves most counts.
            held = sorted((one for one in tried if one.holds), key=lambda one: (one.partial, one.vacuous))
            return held[0] if held else _joined(tried, " or ", holds=False)
        case steps.AllOf():
            tried = [await _observe(scene, part, reveal=reveal) for part in expectation.parts]
            # A part that is broken for sure decides; else the whole is open where one part is.
            broken = sorted(
                (one for one in tried if not one.holds), key=lambda one: (one.partial, len(one.rests_on))
            )
            may_come = any(one.may_come for one in broken)
            return replace(broken[0], may_come=may_come) if broken else _joined(tried, " and ", holds=True)
    return replace(observed, may_come=not observed.holds)


def _joined(tried: Sequence[Observed], word: str, *, holds: bool) -> Observed:
    return Observed(
        holds,
        looked_for=word.join(one.looked_for for one in tried),
        saw="; ".join(one.saw for one in tried),
        vacuous=holds and all(one.vacuous for one in tried),
        partial=any(one.partial for one in tried),
        unfound=tuple(target for one in tried for target in one.unfound),
        unmet=tuple(target for one in tried for target in one.unmet),
        rests_on=tuple(guessed for one in tried for guessed in one.rests_on),
        may_come=not holds and any(one.may_come for one in tried),
    )


async def _visible(scene: Scene, target: Target, *, reveal: bool) -> Observed:
    if reveal:
        grounding = await locate(scene.page, target, scene.context, "see")
    else:
        grounding = scene.context.recognise(await scene.page.look(), target, "see")
    looked_for = describe(target)
    if grounding.found is Presence.FOUND:
        said, snapshot = grounding.candidates[0].said, await scene.page.look()
        is_open = target.role in SAID and is_only_spoken(snapshot, snapshot.elements[grounding.index], said)
        return Observed(True, looked_for, f"{said[:80]!r}", partial=is_open)
    if grounding.found is Presence.AMBIGUOUS:
        return Observed(False, looked_for, grounding.note, partial=True, unfound=(target,))
    is_open = await may_be_unseen(scene, target)
    return Observed(False, looked_for, seen(grounding), partial=is_open, unfound=(target,))


async def _absent(scene: Scene, target: Target) -> Observed:
    snapshot = await scene.page.look()
    grounding = scene.context.recognise(snapshot, target, "absent")
    looked_for = f"no {describe(target)}"
    if grounding.found is Presence.MISSING:
        is_open = await may_be_unseen(scene, target)
        unmet = () if scene.context.was_met(target) else (target,)
        return Observed(True, looked_for, "it is not there", vacuous=True, partial=is_open, unmet=unmet)
    if grounding.found is Presence.AMBIGUOUS:
        return Observed(False, looked_for, grounding.note, partial=True)
    is_elsewhere = False
    if scene.unfolded is not None and target.within is None:
        # What stands in another entry than the one that was opened may have stood open before.
        targets = (scene.unfolded, scene.unfolded.anywhere)
        opened, entries = (ground(snapshot, each, scene.context.known, "see").matches for each in targets)
        others, found = set(entries) - set(opened), [one.index for one in grounding.candidates]
        is_elsewhere = bool(opened) and all(any(snapshot.holds(o, i) for o in others) for i in found)
    return Observed(False, looked_for, f"{grounding.candidates[0].said[:80]!r}", partial=is_elsewhere)


async def _reads(scene: Scene, expectation: steps.Reads) -> Observed:
    kind, target, that = expectation.read, expectation.target, expectation.that
    looked_for = f"{kind} of {describe(target) if target else 'the page'}"
    unfound = (target,) if target else ()
    try:
        value = await read_now(scene, kind, target)
    except NotReadable as error:
        is_open = isinstance(error, Undecidable) or await may_be_unseen(scene, target)
        looked_for = f"{looked_for} {condition(that, scene.names)}"
        return Observed(
            False, looked_for, str(error), partial=is_open, unfound=unfound, is_unreadable=_is_unreadable(error)
        )  # fmt: skip
    read = Remembered(kind, target, value)
    held = _holds(scene, that, looked_for, shown(value), read, it=value)
    earlier = [one for name, one in scene.remembered.items() if name in names_in(that)]
    is_moved = any((one.kind, one.target) == (kind, target) and one.value != value for one in earlier)
    # An empty page is white.
    is_of_blank = kind == "brightness" and not earlier and _holds(scene, that, it=1.0).holds
    is_vacuous = held.vacuous or is_of_blank or (value in (0, "", []) and not is_moved)
    is_open = held.partial or await may_be_more(scene, kind, target)
    saw = held.saw
    if not held.holds and kind == "count" and value:
        texts = await read_now(scene, "texts", target)
        saw += f": {joined_values(texts)}" if isinstance(texts, list) else ""
    rests_on = _more_of(scene, kind, target, await scene.page.look()) if target and not held.holds else ()
    # A number that is read off an entry was read, also when it is 0.
    is_none = value == [] or (kind == "count" and value == 0)
    unfound = unfound if is_none and not held.holds else ()
    return replace(held, vacuous=is_vacuous, partial=is_open, saw=saw, unfound=unfound, rests_on=rests_on)


def _is_unreadable(error: NotReadable) -> bool:
    return isinstance(error, Undecidable) and not isinstance(error, Ambiguous)


def _more_of(scene: Scene, kind: ReadKind, target: Target, page: Snapshot) -> tuple[Binding, ...]:
    """A guess where all entries were asked for, and a control that the task does not name shows more of them."""
    if kind not in _OF_ALL or not {target.role, target.within and target.within.role} & {"item", "row"}:
        return ()
    usable = (e for e in page.elements if e.clickable and e.is_shown and "disabled" not in e.states)
    taken = {one.bound_to for one in scene.context.bindings.values()}
    names = (e.name for e in usable if not e.has_popup and e.name not in taken)
    more = next(filter(lexicon().goes_on.match, names), None)
    return (guess("all entries", f"those beside {more!r}"),) if more else ()


async def _compared(scene: Scene, expectation: steps.Changed | steps.Unchanged) -> Observed:
    earlier = scene.remembered.get(expectation.since)
    if earlier is None:
        raise JudgeError(f"Nothing was remembered as {expectation.since!r}; correct the task's steps.")
    wants_change = isinstance(expectation, steps.Changed)
    looked_for = f"{expectation.since} ({shown(earlier.value)}) {'changed' if wants_change else 'unchanged'}"
    try:
        now = await read_now(scene, earlier.kind, earlier.target)
    except NotReadable as error:
        is_open = isinstance(error, Undecidable) or await may_be_unseen(scene, earlier.target)
        return Observed(False, looked_for, str(error), partial=is_open, is_unreadable=_is_unreadable(error))
    is_same = now == earlier.value
    partial = expectation.since in scene.partial or await may_be_more(scene, earlier.kind, earlier.target)
    saw = f"{'still' if is_same else 'now'} {shown(now)}"
    # Of a press that was refused, the lack of change is the proof.
    vacuous = not wants_change and not scene.last.is_refused
    return Observed(is_same != wants_change, looked_for, saw, vacuous, partial)


async def _notice(scene: Scene, expectation: steps.Notice) -> Observed:
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
    for earlier in filter(None, (before, entered)):
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
    before, page = scene.before, await scene.page.look()
    question = scene.last.asked or (asked_in_page(before, page) if before is not None else None)
    if question is None:
        return Observed(False, "a question", "nothing was asked")
    rests_on = () if question.is_sure else (guess("a question", question.words),)
    return Observed(question.is_sure, "a question", shown(question.words), rests_on=rests_on)


async def _downloaded(scene: Scene, expectation: steps.Downloaded) -> Observed:
    await scene.page.look()
    downloads, waited = scene.page.events.downloads, 0.0
    while not downloads and waited < _DOWNLOAD_WAIT:
        await asyncio.sleep(_DOWNLOAD_WAIT / 12)
        downloads, waited = scene.page.events.downloads, waited + _DOWNLOAD_WAIT / 12
    if not downloads:
        return Observed(False, "a download", "nothing was downloaded")
    got = downloads[-1]
    saw = f"{got.filename}: {shown(got.text)}"
    held = _holds(scene, expectation.that, "a download", saw, it=got.text, filename=got.filename)
    return replace(held, vacuous=False)


def _holds(
    scene: Scene, that: str, what: str = "", saw: str = "", read: Remembered | None = None, **further: Value
) -> Observed:
    """Whether an expression holds of the bound names and of `further` ones.

    `what` is looked at and `saw` tells how it is; `read` tells how `it` was read. An expression that uses a value read
    off a part of a page is partial. Raises JudgeError for an unbound name.
    """
    names = {**scene.names, **further}
    used = names_in(that)
    if unbound := used - names.keys():
        raise JudgeError(
            f"{that!r} speaks of {', '.join(sorted(unbound))}, which no step bound; correct the task's steps."
        )
    looked_for = f"{what} {condition(that, scene.names)}".strip()
    saw = saw or ", ".join(f"{name} = {shown(names[name])}" for name in sorted(used))
    partial = scene.is_partial(that)
    try:
        is_so = bool(evaluate(that, names, scene.page.settings.today.date()))
    except ExpressionError as error:
        is_open = partial or isinstance(error, UndecidedError)
        return Observed(False, looked_for, f"{saw} ({error})", partial=is_open)
    is_empty = all(names[name] in (0, "", []) for name in used)
    # Of a press that was refused, equal readings are the proof.
    readings = {} if scene.last.is_refused else {**scene.remembered, **({"it": read} if read else {})}
    vacuous = is_so and (is_empty or _shows_nothing(read_expression(that).body, readings))
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
