"""The state of a running task: its page, the values it bound, and the page as it was before the last action."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import JsonValue

from agents.browser.actions.finding import in_time, locate, seen
from agents.browser.context import Context
from agents.browser.grounding.buttons import PageQuestion
from agents.browser.grounding.candidates import SURE, Found, Purpose
from agents.browser.grounding.choices import chosen_now, loose_choices
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import Prior
from agents.browser.grounding.scoring import may_be_among
from agents.browser.notices import new_messages
from agents.browser.page import LivePage
from agents.browser.reading import Unreadable, read
from agents.browser.snapshot import FRAME, Snapshot
from plans.records.app_map import Binding
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
_OF_ALL: frozenset[ReadKind] = frozenset({"count", "texts", "numbers", "content"})
"""Kinds of values that are right only when the whole page was seen."""


def bound(record: R, names: Mapping[str, Value]) -> R:
    """The record with each `{name}` in its words replaced, and each drawn place filled in.

    Raises ExpressionError for a name that is not bound.
    """

    def filled(value: JsonValue, field: str = "") -> JsonValue:
        if isinstance(value, str):
            return value if field in _NOT_TEXT else substitute(value, names)
        if isinstance(value, list):
            return [filled(part) for part in value]
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
    """What the last actions left behind for the expectations after them."""

    asked: PageQuestion | None = None
    """The question that the page asked."""
    refused: Target | None = None
    """A disabled control that was pressed, until a press goes through."""
    unfolded: Target | None = None
    """The item in which something was pressed last."""
    is_escape: bool = False
    """The last action was the Escape key."""
    is_press: bool = False
    """The last action was a click, which may submit what was entered."""
    done: str = ""
    """The action in words."""


@dataclass(slots=True)
class Scene:
    """A page, the values that were bound so far, and the page before the last action."""

    page: LivePage
    context: Context
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    remembered: dict[str, Remembered] = field(default_factory=dict[str, Remembered])
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place of an entry that was drawn."""
    partial: set[str] = field(default_factory=set[str])
    """Names whose values were read off a page that was seen in part, so they may be wrong."""
    before: Snapshot | None = None
    entered: Snapshot | None = None
    """The page before the first input since the last click."""
    last: LastAction = LastAction()

    def bind(self, name: str, value: Value, *, partial: bool = False) -> None:
        """Give a name a value, in place of an earlier one."""
        self.names[name] = value
        self.remembered.pop(name, None)
        self.partial.discard(name)
        if partial:
            self.partial.add(name)

    def aside(self) -> "Scene":
        """A copy for checks that must not affect the task."""
        return replace(self, context=self.context.aside())

    def is_partial(self, expression: str) -> bool:
        """True when an expression uses a value that was read off a page seen in part."""
        return bool(names_in(expression) & self.partial)

    @property
    def weakly_bound(self) -> tuple[Binding, ...]:
        """Bindings of the task so far that are not by role and name, and targets that were not found."""
        return tuple(each for each in self.context.bindings.values() if each.surety < SURE)


def item_of(target: Target) -> Target | None:
    """The item or row that a target is looked for in, if any."""
    outer = target.within
    return outer if outer is not None and outer.role in ("item", "row") else None


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
    if kind == "value" and target.role == "combobox" and grounding.found is not Found.FOUND:
        choices = loose_choices(snapshot, target, scene.context.known, None).choices
        if (chosen := chosen_now(snapshot, choices)) is not None:
            return chosen.text
    if grounding.found is Found.MISSING and kind not in ("count", "texts", "numbers"):
        raise Unreadable(f"{describe(target)} is not there; {seen(grounding)}")
    meaning = scene.context.known.meaning(target)
    return read(snapshot, kind, grounding, target.names, meaning.part if meaning else None)


async def may_be_unseen(scene: Scene, target: Target | None) -> bool:
    """True when a target that was not found may be in a part of the page that the look left out."""
    snapshot, sought = await scene.page.look(), target or Target()
    if may_be_among(sought.role, snapshot.left_out - {FRAME}):
        return True
    return FRAME in snapshot.left_out and _may_be_framed(snapshot, sought, scene.context.known)


async def may_be_more(
    scene: Scene, kind: ReadKind, target: Target | None, value: Value, *, shows_it: bool = False
) -> bool:
    """True when a value that was read could be another if the whole page had been seen.

    With `shows_it`, the words outside of frames prove the expectation whatever frames say.
    """
    snapshot = await scene.page.look()
    if kind not in _OF_ALL or not snapshot.left_out:
        return False
    if may_be_among(target.role if target else "any", snapshot.left_out - {FRAME}):
        return True
    if FRAME not in snapshot.left_out:
        return False
    known = scene.context.known
    if target is None:
        return not shows_it
    if value in (0, "", []):
        return _may_be_framed(snapshot, target, known)
    return kind == "content" and _holds_frame(snapshot, ground(snapshot, target, known, "see").matches)


def _may_be_framed(snapshot: Snapshot, target: Target, known: Prior) -> bool:
    """True unless the container or list that a target belongs to is found outside of frames, and holds no frame."""
    kind = target.model_copy(update={"containing": None, "nth": None, "drawn": None, "near": None})
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
