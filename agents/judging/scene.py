"""A page in the middle of a task: what was bound, seen before and read off it, and what a look at it left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import JsonValue

from agents.browser.actions.finding import in_time, locate, seen
from agents.browser.context import Context
from agents.browser.frames import FRAME, ONLY_FRAMES
from agents.browser.grounding.choices import chosen_now, is_no_list, loose_choices, named_choices
from agents.browser.grounding.contract import Found, Grounding, Purpose
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import Prior
from agents.browser.grounding.roles import may_be_among
from agents.browser.notices import new_messages
from agents.browser.page import LivePage
from agents.browser.reading import Unreadable, read
from agents.browser.snapshot import Snapshot
from plans.records.base import Record
from plans.records.expression_syntax import ExpressionError
from plans.records.expressions import names_in, substitute
from plans.records.targets import ReadKind, Target
from plans.records.values import Value

R = TypeVar("R", bound=Record)

_NOT_TEXT = frozenset(
    {"that", "expression", "bind", "outcome", "since", "do", "kind", "role", "read", "drawn"}
)
"""Fields that hold code or names rather than words for the page."""


def bound(record: R, names: Mapping[str, Value]) -> R:
    """The record with each `{name}` in its words replaced, and each drawn place filled in.

    Raises ExpressionError for a name that is not bound.
    """
    value = record.model_dump(mode="json")
    return type(record).model_validate(_filled(value, names))


def _filled(value: JsonValue, names: Mapping[str, Value]) -> JsonValue:
    if isinstance(value, str):
        return substitute(value, names)
    if isinstance(value, list):
        return [_filled(part, names) for part in value]
    if isinstance(value, dict):
        filled = {key: part if _is_code(key, part) else _filled(part, names) for key, part in value.items()}
        return {**filled, "nth": _place(value["drawn"], names)} if value.get("drawn") else filled
    return value


def _place(name: JsonValue, names: Mapping[str, Value]) -> JsonValue:
    place = names.get(str(name))
    if not isinstance(place, int):
        raise ExpressionError(f"the place {name!r} was drawn by no earlier step")
    return place


def _is_code(key: str, part: JsonValue) -> bool:
    return key in _NOT_TEXT and isinstance(part, str)


def may_be_overlooked(snapshot: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what was not found on a page may be among what the look left out."""
    if may_be_among(target.role, snapshot.left_out - {FRAME}):
        return True
    return FRAME in snapshot.left_out and _may_be_framed(snapshot, target, known)


def may_hold_more(
    snapshot: Snapshot, kind: ReadKind, target: Target | None, known: Prior, value: Value
) -> bool:
    """Whether a value that is only right when everything was seen could be another, had the look reached everything."""
    if may_be_among(target.role if target else "any", snapshot.left_out - {FRAME}):
        return True
    if FRAME not in snapshot.left_out:
        return False
    if target is None:
        return True
    if value in (0, "", []):
        return _may_be_framed(snapshot, target, known)
    return kind == "content" and _holds_frame(snapshot, ground(snapshot, target, known, "see").matches)


def went_away(before: Snapshot | None, now: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what is gone stood outside of all frames before the last action, and nothing but frames is not seen."""
    if before is None or now.left_out != ONLY_FRAMES:
        return False
    earlier, later = (ground(look, target, known, "see") for look in (before, now))
    return earlier.found is Found.FOUND and later.found is Found.MISSING


def _may_be_framed(snapshot: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what was not found may stand in a frame: not where what it belongs to is found, and holds none."""
    one_of = {"containing": None, "nth": None, "drawn": None, "near": None}
    kind = target.model_copy(update=one_of)
    around = kind if target.role in ("item", "row") and kind != target else target.within
    if around is None:
        return True
    grounding = ground(snapshot, around, known, "see")
    if grounding.found is Found.MISSING:
        return _may_be_framed(snapshot, around, known)
    return grounding.found is Found.AMBIGUOUS or _holds_frame(snapshot, grounding.matches)


def _holds_frame(snapshot: Snapshot, matches: tuple[int, ...]) -> bool:
    frames = [frame.index for frame in snapshot.frames if frame.state != "empty"]
    return any(frame < 0 or snapshot.holds(outer, frame) for outer in matches for frame in frames)


_OF_ALL: frozenset[ReadKind] = frozenset({"count", "texts", "numbers", "content"})
"""What is only right when everything was seen."""


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
    trouble: str = ""
    """Why a condition could not be computed, which is then taken not to hold."""
    unfound: tuple[Target, ...] = ()
    """What was not found, so that it does not hold."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """How a bound value was read."""

    kind: ReadKind
    target: Target | None
    value: Value


@dataclass(frozen=True, slots=True)
class LastAction:
    """What the last actions have left behind for what is expected after them."""

    asked: str = ""
    """What the page asked before it did as told."""
    refused: Target | None = None
    """A disabled control that was pressed, until a press goes through."""
    unfolded: Target | None = None
    """The item in which something was pressed last."""
    is_escape: bool = False
    """Escape was pressed last, to leave what is open."""
    is_press: bool = False
    """A press came last, which may hand in what was entered."""
    done: str = ""
    """What was done, in words."""


@dataclass(slots=True)
class Scene:
    """A page, what was bound so far, and how it looked before the last action."""

    page: LivePage
    context: Context
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    remembered: dict[str, Remembered] = field(default_factory=dict[str, Remembered])
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place of an entry that was drawn."""
    partial: set[str] = field(default_factory=set[str])
    """Names whose value comes from a page that was seen in part, and so may be another."""
    before: Snapshot | None = None
    entered: Snapshot | None = None
    """How it looked before what was entered last, until something is entered after a press."""
    last: LastAction = LastAction()

    def bind(self, name: str, value: Value, *, partial: bool = False) -> None:
        """Give a name a value; what is known of an earlier one of that name is forgotten."""
        self.names[name] = value
        self.remembered.pop(name, None)
        self.partial.discard(name)
        if partial:
            self.partial.add(name)

    @property
    def lit(self) -> frozenset[str]:
        """Names of brightnesses, which are told as light or dark."""
        return frozenset(name for name, how in self.remembered.items() if how.kind == "brightness")

    def aside(self) -> "Scene":
        """A copy for checks that must not affect the task."""
        return replace(self, context=self.context.aside())

    def is_partial(self, expression: str) -> bool:
        """Whether an expression speaks of a value that was read off a part of a page only."""
        return bool(names_in(expression) & self.partial)


async def read_now(scene: Scene, kind: ReadKind, target: Target | None, *, reveal: bool = False) -> Value:
    """A value off the page; raises Unreadable."""
    snapshot = await scene.page.look()
    if kind == "messages":
        return new_messages(scene.before, snapshot, scene.page.events, ()) if scene.before else []
    if target is None:
        return read(snapshot, kind, None)
    purpose: Purpose = "number" if kind in ("number", "numbers") else "see"
    if reveal and kind == "count" and target.role == "text":
        # That it is not said is an answer: nothing is opened to find it.
        grounding = await in_time(scene.page, target, scene.context, purpose)
        snapshot = await scene.page.look()
    elif reveal:
        grounding = await locate(scene.page, target, scene.context, purpose)
        snapshot = await scene.page.look()
    else:
        grounding = scene.context.recognise(snapshot, target, purpose)
    if kind == "value" and target.role == "combobox":
        if grounding.found is not Found.FOUND:
            choices = loose_choices(snapshot, target, scene.context.known, None).choices
        else:
            is_list = not is_no_list(snapshot, grounding)
            choices = [] if is_list else named_choices(snapshot, target, scene.context.known)
        if (chosen := chosen_now(snapshot, choices)) is not None:
            return chosen.text
    if grounding.found is Found.MISSING and kind not in ("count", "texts", "numbers"):
        raise Unreadable(f"{describe(target)} is not there; {seen(grounding)}")
    meaning = scene.context.known.meaning(target)
    return read(snapshot, kind, grounding, target.names, meaning.part if meaning else None)


async def may_be_more(
    scene: Scene, kind: ReadKind, target: Target | None, value: Value, *, shows_it: bool = False
) -> bool:
    """Whether a value that was read could be another, had the look reached everything.

    What a page says outside of its frames stands, where that alone `shows_it`, whatever is asked of its words.
    """
    if kind not in _OF_ALL:
        return False
    snapshot = await scene.page.look()
    is_sure = shows_it and target is None and snapshot.left_out == ONLY_FRAMES
    return not is_sure and may_hold_more(snapshot, kind, target, scene.context.known, value)


async def may_be_unseen(scene: Scene, target: Target | None) -> bool:
    """Whether what is looked for may also stand where the look did not reach."""
    return may_be_overlooked(await scene.page.look(), target or Target(), scene.context.known)


def item_of(target: Target) -> Target | None:
    """The item that a target is looked for in, if any."""
    outer = target.within
    return outer if outer is not None and outer.role in ("item", "row") else None


def is_elsewhere(scene: Scene, snapshot: Snapshot, found: Grounding) -> bool:
    """Whether all that was found stands in other items than the one that was pressed last, which has unfolded."""
    if scene.last.unfolded is None or scene.before is None:
        return False
    known = scene.context.known
    pressed = ground(snapshot, scene.last.unfolded, known, "see")
    folded = ground(scene.before, scene.last.unfolded, known, "see")
    if pressed.found is not Found.FOUND or folded.found is not Found.FOUND:
        return False
    if len(snapshot.text(pressed.index)) <= len(scene.before.text(folded.index)):
        return False
    kind = scene.last.unfolded.model_copy(update={"nth": None, "containing": None, "near": None})
    others = [i for i in ground(snapshot, kind, known, "see").matches if i != pressed.index]
    return all(any(snapshot.holds(other, c.index) for other in others) for c in found.candidates)
