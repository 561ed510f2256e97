"""Why what a task misses may be no fault of the app.

What is missed has failed, unless something leaves it open: the page was seen in part, a control that was pressed is
still disabled, something beside it may have to be pressed first. These are the excuses, asked in one order whether a
step does not find its target or an expectation does not hold. The first one that leaves it open ends the questions,
but for controls that nothing explains: they are always told, so that each can be tried as what was missed.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.naming import known_as
from agents.browser.grounding.submits import pressed_in
from agents.browser.grounding.words import agreement
from agents.browser.snapshot import Element, Snapshot
from agents.judging.overlooked import may_be_overlooked
from agents.judging.refusing import is_blamed, refusal
from agents.judging.saying import listed
from agents.judging.scene import Scene
from agents.judging.understanding import CONTROLS, in_own_words, not_understood, whereabouts
from plans.records.steps import Click, Fill, Remember, Select, Step
from plans.records.targets import Role, Target
from plans.records.verdict import Status

_BESIDE = 3
"""Containers around a control in which something stands beside it."""
_NOT_USED = "whether the app has used what was typed is not known"
_SAYS_IT = 0.75
"""Agreement from which a control of another kind may do what another was looked for."""


@dataclass(frozen=True, slots=True)
class Unheld:
    """An expectation that does not hold."""

    was_visible: bool
    """Something was to be visible for the same outcome before, and was."""
    is_enough: bool = False
    """It goes by the very name, and the task asks for no more than that it is there."""


@dataclass(frozen=True, slots=True)
class Unfound:
    """A step with something that is not there."""

    step: Step
    """With the values of names in its targets."""
    role: Role
    within: Target | None


@dataclass(frozen=True, slots=True)
class Unread:
    """A step that was to read what is not there, or says nothing that can be read."""

    step: Step
    """With the values of names in its targets."""


Miss = Unheld | Unfound | Unread


class Excused(NamedTuple):
    """What an excuse makes of a miss."""

    status: Status
    said: str = ""
    controls: Sequence[Element] = ()
    """Of which one may be what was missed."""


class Excuse(NamedTuple):
    """One of the reasons for which a miss may be no failure."""

    name: str
    applies: Callable[[Scene, Miss], Awaitable[Excused | None]]
    is_always_asked: bool = False
    """Also where another one has left the miss open."""


class Weighed(NamedTuple):
    """What all excuses together make of a miss."""

    status: Status
    said: tuple[str, ...]
    """What those that apply say, in their order."""
    left_open_by: tuple[str, ...]
    """Names of those that leave it open."""
    controls: Sequence[Element]
    """Of which one may be what was missed; nothing explains them."""

    @property
    def is_open_by_controls_alone(self) -> bool:
        """Whether nothing else would have left it open."""
        return self.left_open_by == (UNEXPLAINED,)


def partly(snapshot: Snapshot) -> str:
    """Why not all of a page was seen, and what else is on it."""
    return f"not all of the page was seen, for {'; '.join(snapshot.obstacles)}"


async def weigh(scene: Scene, miss: Miss) -> Weighed:
    """Ask all excuses for what was missed; without one it has failed."""
    status = Status.FAILED
    said: list[str] = []
    left_open_by: list[str] = []
    controls: Sequence[Element] = ()
    for excuse in EXCUSES:
        if status is Status.UNRESOLVED and not excuse.is_always_asked:
            continue
        excused = await excuse.applies(scene, miss)
        if excused is None:
            continue
        status, controls = excused.status, excused.controls
        said.extend(filter(None, (excused.said,)))
        if status is Status.UNRESOLVED:
            left_open_by.append(excuse.name)
    return Weighed(status, tuple(said), tuple(left_open_by), controls)


async def _seen_in_part(scene: Scene, miss: Miss) -> Excused | None:
    """Of a page that was seen in part nobody knows what else is there."""
    snapshot = await scene.page.look()
    match miss:
        case Unfound() if may_be_overlooked(
            snapshot, Target(role=miss.role, within=miss.within), scene.context.known
        ):
            return Excused(Status.UNRESOLVED, partly(snapshot))
        case Unread() if may_be_overlooked(snapshot, _read_target(miss.step), scene.context.known):
            return Excused(Status.UNRESOLVED)
        case _:
            return None


def _read_target(step: Step) -> Target:
    return step.target if isinstance(step, Remember) and step.target else Target()


async def _refused(scene: Scene, miss: Miss) -> Excused | None:
    """A press on a disabled control speaks against the app only where nothing was left to be filled (refusing.py)."""
    control = scene.last.refused
    if control is None or isinstance(miss, Unread):
        return None
    is_fault = await is_blamed(scene.page, control, scene.context.known)
    return Excused(Status.FAILED if is_fault else Status.UNRESOLVED, refusal(control))


async def _waits_beside(scene: Scene, miss: Miss) -> Excused | None:
    """What was set last may wait for a control beside it that nothing explains."""
    if not _went_through(scene, miss):
        return None
    beside = await _beside_idle(scene)
    if not beside:
        return None
    said = f"what was set last may wait for one of the controls beside it: {listed(beside)}"
    return Excused(Status.UNRESOLVED, said)


async def _at_its_end(scene: Scene, miss: Miss) -> Excused | None:
    """A slider could not be set to what was asked for."""
    if not _went_through(scene, miss) or not scene.last.short:
        return None
    return Excused(Status.UNRESOLVED, "the slider before it goes no further")


async def _merely_typed(scene: Scene, miss: Miss) -> Excused | None:
    """Nothing was pressed since something was typed, and what was to be seen of it was.

    That it is used tells a field that is called otherwise from its neighbours. One of the very name needs no telling:
    left open, it would keep open all tasks after it, and a dead filter would never have failed.
    """
    if not isinstance(miss, Unheld) or not _went_through(scene, miss):
        return None
    if not scene.last.typed or not miss.was_visible:
        return None
    if miss.is_enough:
        return Excused(Status.PASSED, "it is there by its name, and other tasks ask whether it works")
    return Excused(Status.UNRESOLVED, f"what was to be seen of it was, and {_NOT_USED}")


async def _of_another_kind(scene: Scene, miss: Miss) -> Excused | None:
    """A control of an entry is called like the one that was looked for there, and is of another kind."""
    if not isinstance(miss, Unfound):
        return None
    snapshot = await scene.page.look()
    part = whereabouts(snapshot, miss.within, scene.context.known)
    other = _called_like(snapshot, miss.step, part)
    if not other:
        return None
    return Excused(Status.UNRESOLVED, f"it may be done by {other!r}, which is of another kind")


async def _unexplained(scene: Scene, miss: Miss) -> Excused | None:
    """Some controls are not understood, so that one of them may be it."""
    snapshot = await scene.page.look()
    match miss:
        case Unfound(step, role, within):
            is_here = isinstance(step, Select) and _is_here(scene, snapshot, step.target)
        case Unread(Remember(target=Target() as target)) if target.role in CONTROLS:
            role, within = target.role, target.within
            is_here = _is_here(scene, snapshot, target)
        case _:
            return None
    part = whereabouts(snapshot, within, scene.context.known)
    controls = not_understood(snapshot, role, scene.vocabulary, part)
    if is_here or not controls:
        return None
    said = [in_own_words(snapshot, control) for control in controls]
    return Excused(
        Status.UNRESOLVED, f"it may be one of the controls that nothing explains: {listed(said)}", controls
    )


UNEXPLAINED = "nothing explains some controls"
EXCUSES = (
    Excuse("seen in part", _seen_in_part),
    Excuse("disabled", _refused),
    Excuse("waits for what is beside it", _waits_beside),
    Excuse("a slider at its end", _at_its_end),
    Excuse("merely typed", _merely_typed),
    Excuse("done by another kind of control", _of_another_kind),
    Excuse(UNEXPLAINED, _unexplained, is_always_asked=True),
)
"""In the order in which they are asked."""


def _went_through(scene: Scene, miss: Miss) -> bool:
    """Whether an expectation does not hold after a press that was not refused."""
    return isinstance(miss, Unheld) and scene.last.refused is None


async def _beside_idle(scene: Scene) -> list[str]:
    """What nothing explains beside a control that was set last and left the list as it was."""
    snapshot = await scene.page.look()
    control = scene.context.effects.idle_at
    if control is None or control >= len(snapshot.elements):
        return []
    for ancestor in islice(snapshot.ancestors(control), _BESIDE):
        pressed = {e.index for e in pressed_in(snapshot, ancestor) if e.index > control}
        if pressed:
            controls = not_understood(snapshot, "button", scene.vocabulary, snapshot.within(ancestor))
            return [in_own_words(snapshot, each) for each in controls if each.index in pressed]
    return []


def _called_like(snapshot: Snapshot, step: Step, part: range) -> str:
    """What a control of an entry says that is called like the one looked for there; empty where none is."""
    target = step.target if isinstance(step, Click | Fill | Select) else None
    if target is None or len(part) == len(snapshot.elements):
        return ""
    names = [name for name in (target.name, *target.synonyms) if name]
    for element in (snapshot.elements[index] for index in part[1:]):
        if element.is_shown and (element.clickable or element.is_field) and element.role != "label":
            for known in known_as(snapshot, element):
                if any(agreement(name, known.words) >= _SAYS_IT for name in names):
                    return known.words
    return ""


def _is_here(scene: Scene, snapshot: Snapshot, target: Target) -> bool:
    return ground(snapshot, target, scene.context.known, "see").found is not Found.MISSING
