"""How a step that cannot be done ends an attempt, and what that says of the outcomes after it.

Failed is what is not there on a page that was seen whole, and what comes of a page that does not answer; unresolved is
what is there and could not be operated or read, and everything that may be our own doing.
"""

from collections.abc import Sequence
from dataclasses import replace

from agents.browser.actions.completing import awaited_fields
from agents.browser.actions.finding import NotOperable, NotThere
from agents.browser.grounding.contract import SURE, Found
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import Prior
from agents.browser.page import LivePage
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.snapshot import Snapshot
from agents.judging.attempt import Attempt, OutcomeAttempt
from agents.judging.pictures import Pictures
from agents.judging.scene import Scene, bound, may_be_overlooked
from plans.errors import RULING, Event, Fate, JudgeError, PageUnresponsive
from plans.records.app_map import Binding
from plans.records.expression_syntax import ExpressionError
from plans.records.steps import Check, Click, Fill, Hover, Remember, Select, Step, Upload
from plans.records.targets import Target
from plans.records.verdict import Observation, OutcomeCause, Status

_AIMED = (Click, Fill, Select, Check, Hover, Upload)
"""Steps that operate a target."""
ENDS = (NotThere, NotOperable, Unreadable, PageUnresponsive, JudgeError, ExpressionError)
"""What ends a step early."""


async def ended(
    scene: Scene, step: Step, place: str, error: Exception, result: Attempt, pictures: Pictures
) -> OutcomeAttempt:
    """What an error of ENDS, met at `place`, says of all outcomes that were not come to."""
    match error:
        case NotThere():
            return await _not_found(scene, step, place, error, pictures)
        case NotOperable():
            status, cause = Status.UNRESOLVED, OutcomeCause.NOT_OPERABLE
            said = f"{place}: not operable"
            return await stopped(scene, status, cause, said, error.looked_for, pictures, error.saw)
        case Unreadable():
            return await _not_read(scene, step, place, error, pictures)
        case PageUnresponsive():
            result.event = Event.PAGE_UNRESPONSIVE
            is_failed = RULING[Event.PAGE_UNRESPONSIVE].fate is Fate.OUTCOME_FAILED
            status = Status.FAILED if is_failed else Status.UNRESOLVED
            cause, said = OutcomeCause.UNRESPONSIVE, f"{place}: page unresponsive"
            return await stopped(scene, status, cause, said, place, None, str(error))
        case _:
            cause, said = OutcomeCause.INFRASTRUCTURE, f"{place}: {error}"
            return await stopped(scene, Status.UNRESOLVED, cause, said, place, pictures)


async def stopped(
    scene: Scene,
    status: Status,
    cause: OutcomeCause,
    reason: str,
    looked_for: str,
    pictures: Pictures | None,
    saw: str = "",
) -> OutcomeAttempt:
    """An end in words; with a picture of the page, unless it cannot give one and there are no `pictures`."""
    picture = await pictures.take(scene.page, "stopped") if pictures is not None else None
    errors = tuple(scene.page.events.errors[:5])
    observation = Observation(looked_for=looked_for, saw=saw, screenshot=picture, console=errors)
    said = f"{reason}: looked for {looked_for}; {saw}" if saw else reason
    try:
        seen = await scene.page.look() if pictures is not None else None
    except PageUnresponsive:
        # It gave up meanwhile; what was observed before stands.
        seen = None
    return OutcomeAttempt(status, said, observation, cause, page=seen, weakly_bound=weakly_bound(scene))


def weakly_bound(scene: Scene) -> tuple[Binding, ...]:
    """What was taken for targets of the task, up to here, by a weak resemblance, or not found."""
    return tuple(each for each in scene.context.bindings.values() if each.surety < SURE)


def excuse(result: Attempt, faults: Sequence[str]) -> None:
    """Turn failures into unresolved if one of our own scripts crashed in the page; passes stand."""
    if not faults:
        return
    result.marks.add("own script broke")
    for seen in result.outcomes.values():
        if seen.status is Status.FAILED:
            seen.status = Status.UNRESOLVED
            seen.cause = OutcomeCause.INFRASTRUCTURE
            seen.reason += f"; a script of the judge failed in the page: {faults[0]}"


async def fate_of_miss(scene: Scene, target: Target | None) -> tuple[Status, OutcomeCause, str]:
    """What it means that a target was not found, or that an expectation without one does not hold.

    It has failed, unless the target may be among what the look left out, or a disabled control was pressed whose form
    may only want more than the task gave it.
    """
    snapshot = await scene.page.look()
    if target is not None and may_be_overlooked(snapshot, target, scene.context.known):
        return Status.UNRESOLVED, OutcomeCause.SEEN_IN_PART, partly(snapshot)
    cause = OutcomeCause.CONTRARY_OBSERVED if target is None else OutcomeCause.MISSING
    control = scene.last.refused
    if control is None:
        return Status.FAILED, cause, ""
    if await is_blamed(scene.page, control, scene.context.known):
        return Status.FAILED, cause, refusal(control)
    return Status.UNRESOLVED, OutcomeCause.NOT_OPERABLE, refusal(control)


def partly(snapshot: Snapshot) -> str:
    """Why not all of a page was seen, and what else is on it."""
    return f"not all of the page was seen, for {'; '.join(snapshot.obstacles)}"


async def _not_found(
    scene: Scene, step: Step, place: str, error: NotThere, pictures: Pictures
) -> OutcomeAttempt:
    now = bound(step, scene.names)
    names = now.target.names if isinstance(now, _AIMED) else ()
    unfound = Target(role=error.role, synonyms=tuple(filter(None, names)), within=error.within)
    status, cause, why = await fate_of_miss(scene, unfound)
    saw = "; ".join(filter(None, (error.saw, why)))
    end = await stopped(scene, status, cause, f"{place}: not found", error.looked_for, pictures, saw)
    was_met = isinstance(now, _AIMED) and scene.context.was_met(now.target)
    return replace(end, unfound=(unfound,), was_met=was_met)


async def _not_read(
    scene: Scene, step: Step, place: str, error: Unreadable, pictures: Pictures
) -> OutcomeAttempt:
    now = bound(step, scene.names)
    target = now.target if isinstance(now, Remember) else None
    status, cause, why = await fate_of_miss(scene, target)
    if isinstance(error, Undecidable):
        status, cause = Status.UNRESOLVED, OutcomeCause.NOT_READABLE
    elif target is None:
        cause = OutcomeCause.NOT_READABLE
    saw = "; ".join(filter(None, (str(error), why)))
    end = await stopped(scene, status, cause, f"{place}: nothing to read", place, pictures, saw)
    was_met = target is not None and scene.context.was_met(target)
    return replace(end, unfound=(target,) if target else (), was_met=was_met)


async def is_blamed(page: LivePage, control: Target, known: Prior) -> bool:
    """Whether a control that refused a press is still disabled with nothing left to be filled."""
    snapshot = await page.look()
    grounding = ground(snapshot, control, known)
    if grounding.found is not Found.FOUND:
        return False
    element = snapshot.elements[grounding.index]
    return "disabled" in element.states and not awaited_fields(snapshot, element)


def refusal(control: Target) -> str:
    """The refusal in words."""
    return f"{describe(control)} was disabled when it was pressed"
