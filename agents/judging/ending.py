"""How a step that cannot be done ends an attempt, and what that says of the outcomes after it.

Failed is what is not there on a page that was seen whole, and what comes of a page that does not answer; unresolved is
what is there and could not be operated or read, and everything that may be our own doing.
"""

from collections.abc import Sequence
from dataclasses import replace

from agents.browser.actions.outcome import NotOffered, NotOperable, NotThere, NotWorking
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.looks import look_of
from agents.browser.grounding.naming import known_as
from agents.browser.grounding.roles import may_be_among
from agents.browser.grounding.words import agreement
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.snapshot import Element, Snapshot
from agents.judging.attempt import Attempt, OutcomeAttempt
from agents.judging.binding import bound
from agents.judging.pictures import Pictures
from agents.judging.refusing import is_blamed, refusal
from agents.judging.saying import listed
from agents.judging.scene import Scene
from agents.judging.understanding import CONTROLS, in_own_words, not_understood, whereabouts
from plans.errors import RULING, Event, Fate, JudgeError, PageUnresponsive
from plans.records.expressions import ExpressionError
from plans.records.steps import Check, Click, Fill, Hover, Remember, Select, Step, Upload
from plans.records.targets import Target
from plans.records.verdict import Observation, Status

ENDS = (NotThere, NotOperable, Unreadable, PageUnresponsive, JudgeError, ExpressionError)
"""What ends a step early."""

_SAYS_IT = 0.75
"""Agreement from which a control of another kind may do what another was looked for."""


async def ended(
    scene: Scene, step: Step, place: str, error: Exception, result: Attempt, pictures: Pictures
) -> OutcomeAttempt:
    """What an error of ENDS, met at `place`, says of all outcomes that were not come to."""
    match error:
        case NotWorking():
            return await stopped(
                scene, Status.FAILED, f"{place}: not working", error.looked_for, pictures, error.saw
            )
        case NotThere():
            return await _not_found(scene, step, place, error, result, pictures)
        case NotOperable():
            # Another screen's choices, none of which is understood, belong to another control than the one missed here.
            status = Status.FAILED if _is_other(error, step, scene) else Status.UNRESOLVED
            return await stopped(
                scene, status, f"{place}: not operable", error.looked_for, pictures, error.saw
            )
        case Unreadable():
            role = step.target.role if isinstance(step, Remember) and step.target else "any"
            is_open = may_be_among(role, (await scene.page.look()).left_out)
            strange = await _unread(scene, step, result)
            is_unclear = is_open or bool(strange) or isinstance(error, Undecidable)
            status, saw = Status.UNRESOLVED if is_unclear else Status.FAILED, f"{error}{strange}"
            end = await stopped(scene, status, f"{place}: nothing to read", place, pictures, saw)
            missed = step.target if isinstance(step, Remember) and strange and not is_open else None
            return replace(end, unexplained=bound(missed, scene.names) if missed else None)
        case PageUnresponsive():
            result.marks.add("unresponsive")
            is_failed = RULING[Event.PAGE_UNRESPONSIVE].fate is Fate.OUTCOME_FAILED
            status = Status.FAILED if is_failed else Status.UNRESOLVED
            return await stopped(scene, status, f"{place}: page unresponsive", place, pictures, str(error))
        case _:
            return await stopped(scene, Status.UNRESOLVED, f"{place}: {error}", place, pictures)


async def stopped(
    scene: Scene, status: Status, reason: str, looked_for: str, pictures: Pictures, saw: str = ""
) -> OutcomeAttempt:
    """An end in words, with a picture of the page where it can give one."""
    picture = None if "unresponsive" in reason else await pictures.take(scene.page, "stopped")
    errors = tuple(scene.page.events.errors[:5])
    observation = Observation(looked_for=looked_for, saw=saw, screenshot=picture, console=errors)
    said = f"{reason}: looked for {looked_for}; {saw}" if saw else reason
    return OutcomeAttempt(status, said, observation)


async def after_refusal(scene: Scene, control: Target) -> Status:
    """What it means that something is not there after a press on a disabled control (refusing.py)."""
    return Status.FAILED if await is_blamed(scene.page, control, scene.context) else Status.UNRESOLVED


def excuse(result: Attempt, faults: Sequence[str]) -> None:
    """What failed on a page in which a script of ours broke may have failed by that; what was observed stands."""
    if not faults:
        return
    result.marks.add("own script broke")
    for seen in result.outcomes.values():
        if seen.status is Status.FAILED:
            seen.status = Status.UNRESOLVED
            seen.reason += f"; a script of the judge failed in the page: {faults[0]}"


def partly(snapshot: Snapshot) -> str:
    """Why not all of a page was seen, and what else is on it."""
    return f"not all of the page was seen, for {'; '.join(snapshot.obstacles)}"


async def _not_found(
    scene: Scene, step: Step, place: str, error: NotThere, result: Attempt, pictures: Pictures
) -> OutcomeAttempt:
    # Of a page that was seen in part nobody knows what else is there.
    snapshot = await scene.page.look()
    is_open = may_be_among(error.role, snapshot.left_out)
    status = Status.UNRESOLVED if is_open else Status.FAILED
    saw = f"{error.saw}; {partly(snapshot)}" if is_open else error.saw
    if scene.refused is not None and not is_open:
        status, saw = await after_refusal(scene, scene.refused), f"{saw}; {refusal(scene.refused)}"
    now = bound(step, scene.names)
    part = whereabouts(snapshot, error.within, scene.context)
    controls = not_understood(snapshot, error.role, scene.vocabulary, part)
    missed: Target | None = None
    if status is Status.FAILED and (other := _of_another_kind(snapshot, now, part)):
        status, saw = Status.UNRESOLVED, f"{saw}; it may be done by {other!r}, which is of another kind"
    if controls and not (isinstance(now, Select) and _is_here(scene, snapshot, now.target)):
        noted = _note(now, snapshot, controls, result)
        missed = noted if status is Status.FAILED else None
        status, saw = Status.UNRESOLVED, f"{saw}; {_strange(snapshot, controls)}"
    end = await stopped(scene, status, f"{place}: not found", error.looked_for, pictures, saw)
    return replace(end, missing=tuple(scene.context.unfound), unexplained=missed)


def _of_another_kind(snapshot: Snapshot, step: Step, part: range) -> str:
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


async def _unread(scene: Scene, step: Step, result: Attempt) -> str:
    """That what a step was to read off a control may be one that nothing explains; empty where that is not so."""
    now = bound(step, scene.names)
    if not isinstance(now, Remember) or now.target is None or now.target.role not in CONTROLS:
        return ""
    snapshot = await scene.page.look()
    if _is_here(scene, snapshot, now.target):
        return ""
    part = whereabouts(snapshot, now.target.within, scene.context)
    controls = not_understood(snapshot, now.target.role, scene.vocabulary, part)
    if not controls:
        return ""
    _note(now, snapshot, controls, result)
    return f"; {_strange(snapshot, controls)}"


def _is_here(scene: Scene, snapshot: Snapshot, target: Target) -> bool:
    return ground(snapshot, target, scene.context, "see").found is not Found.MISSING


def _note(step: Step, snapshot: Snapshot, controls: Sequence[Element], result: Attempt) -> Target | None:
    """Keep the controls of which one may be what a step did not find, so that each is tried as that; returns that."""
    match step:
        case Remember():
            missed = step.turning or step.target
        case Click() | Fill() | Select() | Check() | Hover() | Upload():
            missed = step.target
        case _:
            missed = None
    if missed is not None:
        looks = dict.fromkeys(look_of(snapshot, control.index) for control in controls)
        result.strange[missed] = tuple(looks)
    return missed


def _strange(snapshot: Snapshot, controls: Sequence[Element]) -> str:
    """That some controls are not understood, so that one of them may be it."""
    said = [in_own_words(snapshot, control) for control in controls]
    return f"it may be one of the controls that nothing explains: {listed(said)}"


def _is_other(error: NotOperable, step: Step, scene: Scene) -> bool:
    return (
        isinstance(error, NotOffered)
        and isinstance(step, Select)
        and bound(step, scene.names).target in scene.context.ways
    )
