"""How a step that cannot be done ends an attempt, and what that says of the outcomes after it.

Failed is what is not there on a page that was seen whole, and what comes of a page that does not answer; unresolved is
what is there and could not be operated or read, and everything that may be our own doing.
"""

from collections.abc import Sequence
from dataclasses import replace

from agents.browser.actions.outcome import NotOffered, NotOperable, NotThere, NotWorking
from agents.browser.grounding.looks import look_of
from agents.browser.reading import Undecidable, Unreadable
from agents.judging.attempt import Attempt, OutcomeAttempt
from agents.judging.binding import bound
from agents.judging.excuses import Unfound, Unread, Weighed, weigh
from agents.judging.pictures import Pictures
from agents.judging.scene import Scene
from plans.errors import RULING, Event, Fate, JudgeError, PageUnresponsive
from plans.records.app_map import Binding
from plans.records.expression_syntax import ExpressionError
from plans.records.steps import Check, Click, Fill, Hover, Remember, Select, Step, Upload
from plans.records.targets import Target
from plans.records.verdict import Observation, OutcomeCause, Status

_AIMED = (Click, Fill, Select, Check, Hover, Upload)
"""Steps that operate a target."""
SURE = 0.92
"""Surety from which a binding is by role and name; what is taken for a target by less decides no failure in an open
world. Words that mean the same as a label ("Rating" for "Your rating") have 0.9 at most."""

ENDS = (NotThere, NotOperable, Unreadable, PageUnresponsive, JudgeError, ExpressionError)
"""What ends a step early."""


async def ended(
    scene: Scene, step: Step, place: str, error: Exception, result: Attempt, pictures: Pictures
) -> OutcomeAttempt:
    """What an error of ENDS, met at `place`, says of all outcomes that were not come to."""
    match error:
        case NotWorking():
            cause, said = OutcomeCause.CONTRARY_OBSERVED, f"{place}: not working"
            return await stopped(scene, Status.FAILED, cause, said, error.looked_for, pictures, error.saw)
        case NotThere():
            return await _not_found(scene, step, place, error, result, pictures)
        case NotOperable():
            # Another screen's choices, none of which is understood, belong to another control than the one missed here.
            status = Status.FAILED if _is_other(error, step, scene) else Status.UNRESOLVED
            cause, said = OutcomeCause.NOT_OPERABLE, f"{place}: not operable"
            return await stopped(scene, status, cause, said, error.looked_for, pictures, error.saw)
        case Unreadable():
            return await _not_read(scene, step, place, error, result, pictures)
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
    seen = await scene.page.look() if pictures is not None else None
    return OutcomeAttempt(status, said, observation, cause, page=seen, weakly_bound=weakly_bound(scene))


def weakly_bound(scene: Scene) -> tuple[Binding, ...]:
    """What was taken for targets of the task, up to here, by a weak resemblance, or not found."""
    return tuple(each for each in scene.context.bindings.values() if each.surety < SURE)


def excuse(result: Attempt, faults: Sequence[str]) -> None:
    """What failed on a page in which a script of ours broke may have failed by that; what was observed stands."""
    if not faults:
        return
    result.marks.add("own script broke")
    for seen in result.outcomes.values():
        if seen.status is Status.FAILED:
            seen.status = Status.UNRESOLVED
            seen.cause = OutcomeCause.INFRASTRUCTURE
            seen.reason += f"; a script of the judge failed in the page: {faults[0]}"


async def _not_found(
    scene: Scene, step: Step, place: str, error: NotThere, result: Attempt, pictures: Pictures
) -> OutcomeAttempt:
    now = bound(step, scene.names)
    weighed = await weigh(scene, Unfound(now, error.role, error.within))
    missed = await _note(now, scene, weighed, result)
    saw = "; ".join((error.saw, *weighed.said))
    cause, said = OutcomeCause.MISSING, f"{place}: not found"
    end = await stopped(scene, weighed.status, cause, said, error.looked_for, pictures, saw)
    names = (now.target.name, *now.target.synonyms) if isinstance(now, _AIMED) else ()
    unfound = (Target(role=error.role, synonyms=tuple(filter(None, names)), within=error.within),)
    was_met = isinstance(now, _AIMED) and scene.context.was_met(now.target)
    return replace(
        end,
        missing=scene.context.screens.unfound,
        unexplained=missed,
        unfound=unfound,
        was_met=was_met,
    )


async def _not_read(
    scene: Scene, step: Step, place: str, error: Unreadable, result: Attempt, pictures: Pictures
) -> OutcomeAttempt:
    now = bound(step, scene.names)
    weighed = await weigh(scene, Unread(now))
    missed = await _note(now, scene, weighed, result)
    status = Status.UNRESOLVED if isinstance(error, Undecidable) else weighed.status
    saw = "; ".join((str(error), *weighed.said))
    target = now.target if isinstance(now, Remember) else None
    cause = OutcomeCause.MISSING if target else OutcomeCause.NOT_READABLE
    end = await stopped(scene, status, cause, f"{place}: nothing to read", place, pictures, saw)
    unexplained = target if missed is not None else None
    was_met = target is not None and scene.context.was_met(target)
    return replace(end, unexplained=unexplained, unfound=(target,) if target else (), was_met=was_met)


async def _note(step: Step, scene: Scene, weighed: Weighed, result: Attempt) -> Target | None:
    """Keep the controls of which one may be what a step missed, so that each is tried as that.

    Returns what was missed where nothing but them leaves it open.
    """
    match step:
        case Remember():
            missed = step.turning or step.target
        case Click() | Fill() | Select() | Check() | Hover() | Upload():
            missed = step.target
        case _:
            missed = None
    if missed is None or not weighed.controls:
        return None
    snapshot = await scene.page.look()
    looks = dict.fromkeys(look_of(snapshot, control.index) for control in weighed.controls)
    result.strange[missed] = tuple(looks)
    return missed if weighed.is_open_by_controls_alone else None


def _is_other(error: NotOperable, step: Step, scene: Scene) -> bool:
    return (
        isinstance(error, NotOffered)
        and isinstance(step, Select)
        and bound(step, scene.names).target in scene.context.screens.ways
    )
