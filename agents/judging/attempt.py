"""One attempt at a task: its steps, in order, on a fresh page."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from agents.browser.actions.outcome import NotOffered, NotOperable, NotThere
from agents.browser.actions.perform import perform
from agents.browser.actions.sliding import Slid
from agents.browser.actions.wandering import leave
from agents.browser.grounding.contract import Context
from agents.browser.grounding.roles import may_be_among
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.snapshot import Snapshot
from agents.judging.binding import bound
from agents.judging.drawing import draw
from agents.judging.expecting import observe
from agents.judging.gathering import gathered
from agents.judging.pictures import Pictures
from agents.judging.refusing import is_blamed, refusal
from agents.judging.saying import listed
from agents.judging.scene import Observed, Remembered, Scene, come_back, may_be_more, missed_at_once, read_now
from agents.judging.settings import JudgeSettings
from agents.judging.understanding import not_understood, whereabouts
from agents.judging.unfolding import item_of
from plans.errors import RULING, Event, Fate, JudgeError, PageUnresponsive
from plans.records.criteria import EvaluationTask
from plans.records.expectations import Asked, Downloaded, NoConsoleError, Notice, Unchanged
from plans.records.expressions import ExpressionError, evaluate
from plans.records.findings import Look
from plans.records.steps import Click, Compute, Draw, Expect, Fill, Generate, Remember, Select, Step
from plans.records.targets import Target
from plans.records.verdict import Observation, Status

_NAME = re.compile(r"\{(\w+)\}")
"""A value that is nothing but a bound name."""
_SEEN_THERE = (Notice, Asked, Downloaded, NoConsoleError)
"""What an action brings about wherever one is; everything else is looked for where the list is."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How a task is gone about this time."""

    seed: int
    """Of the values that are made up."""
    draw: int = 0
    """Seed of the entries that are drawn: the same in all attempts at a task, so that they can be compared."""
    meant: Mapping[Target, Look] = field(default_factory=dict[Target, Look])
    """Target → the element that it is to be taken for, whatever fits better."""
    wanders: bool = False
    """Whether items may be gone into for what is not found in them."""
    ways: Mapping[Target, tuple[Look, ...]] = field(default_factory=dict[Target, tuple[Look, ...]])
    """Target → what is pressed to come to where it stands, when it is not found."""
    vocabulary: tuple[str, ...] = ()
    """What the criteria call anything; a control that none of it explains may be what is not found."""


@dataclass(slots=True)
class OutcomeAttempt:
    """What one attempt says about one outcome."""

    status: Status
    reason: str
    observation: Observation
    vacuous: bool = False
    missing: tuple[Target, ...] = ()
    """What was not found for it, and may be on another screen."""


@dataclass(slots=True)
class Attempt:
    """What one attempt says about a task."""

    outcomes: dict[str, OutcomeAttempt] = field(default_factory=dict[str, OutcomeAttempt])
    """By outcome id; outcomes that no step reached are added at the end."""
    marks: set[str] = field(default_factory=set[str])
    doubts: dict[Target, tuple[Look, ...]] = field(default_factory=dict[Target, tuple[Look, ...]])
    """Target → what else it may have meant; in the order in which they were first looked for."""

    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place, of the entries that were drawn."""
    lacking: set[Target] = field(default_factory=set[Target])
    """What was looked for in an item and not found there."""
    waited: float = 0.0
    """Seconds of waiting for what came late, beside the looks."""
    begun: int = 0
    """Steps that were begun."""

    @property
    def is_passed(self) -> bool:
        """Whether every outcome was observed."""
        return all(seen.status is Status.PASSED for seen in self.outcomes.values())


async def attempt(
    page: LivePage,
    task: EvaluationTask,
    start: str,
    approach: Approach,
    settings: JudgeSettings,
    pictures: Pictures,
) -> Attempt:
    """Run a task's steps; with something said of every outcome.

    A step that cannot be done ends the attempt: outcomes after it failed when its target is missing or the page does
    not answer, and are unresolved when it could not be operated.
    """
    context = Context(meant=dict(approach.meant), wanders=approach.wanders, ways=dict(approach.ways))
    scene = Scene(page, context, approach.vocabulary)
    result = Attempt(doubts=context.doubts, lacking=context.lacking, drawn=scene.drawn)
    stop: OutcomeAttempt | None = None
    limit = settings.task_limit * page.settings.step_limit / settings.browser.step_limit
    made_up = MadeUp(approach.seed, settings.browser.today, draw=approach.draw)
    try:
        async with asyncio.timeout(limit):
            stop = await _steps(scene, task, start, made_up, result, pictures)
    except TimeoutError:
        stop = await _stopped(
            scene, Status.UNRESOLVED, f"the task took longer than {limit:g} s", "its end", pictures
        )
        result.marks.add("out of time")
    result.waited = page.waited
    open_ones = _not_looked_at(task, result, ended_early=stop is not None)
    for outcome in task.outcomes:
        seen = result.outcomes.get(outcome.id)
        if seen is None or (outcome.id in open_ones and seen.status is Status.PASSED):
            result.outcomes[outcome.id] = _not_reached(stop)
    _discount_vacuous(result)
    return result


async def _steps(
    scene: Scene, task: EvaluationTask, start: str, made_up: MadeUp, result: Attempt, pictures: Pictures
) -> OutcomeAttempt | None:
    """Go through the steps; what ended them early, or None."""
    for number, step in enumerate(task.steps, 1):
        place = f"step {number} ({step.do})"
        result.begun = number
        scene.context.unfound.clear()
        try:
            await _step(scene, step, start, made_up, result, pictures)
        except NotThere as error:
            # Of a page that was seen in part nobody knows what else is there.
            snapshot = await scene.page.look()
            is_open = may_be_among(error.role, snapshot.left_out)
            status = Status.UNRESOLVED if is_open else Status.FAILED
            saw = f"{error.saw}; {_partly(snapshot)}" if is_open else error.saw
            if scene.refused is not None and not is_open:
                status, saw = await _after_refusal(scene, scene.refused), f"{saw}; {refusal(scene.refused)}"
            part = whereabouts(snapshot, error.within, scene.context)
            if strange := not_understood(snapshot, error.role, scene.vocabulary, part):
                status, saw = Status.UNRESOLVED, f"{saw}; {_strange(strange)}"
            stopped = await _stopped(scene, status, f"{place}: not found", error.looked_for, pictures, saw)
            return replace(stopped, missing=tuple(scene.context.unfound))
        except NotOperable as error:
            # Another screen's choices, none of which is understood, belong to another control than the one missed here.
            status = Status.FAILED if _is_other(error, step, scene) else Status.UNRESOLVED
            return await _stopped(
                scene, status, f"{place}: not operable", error.looked_for, pictures, error.saw
            )
        except Unreadable as error:
            role = step.target.role if isinstance(step, Remember) and step.target else "any"
            is_open = may_be_among(role, (await scene.page.look()).left_out)
            status = Status.UNRESOLVED if is_open or isinstance(error, Undecidable) else Status.FAILED
            return await _stopped(scene, status, f"{place}: nothing to read", place, pictures, str(error))
        except PageUnresponsive as error:
            result.marks.add("unresponsive")
            is_failed = RULING[Event.PAGE_UNRESPONSIVE].fate is Fate.OUTCOME_FAILED
            status = Status.FAILED if is_failed else Status.UNRESOLVED
            return await _stopped(scene, status, f"{place}: page unresponsive", place, pictures, str(error))
        except (JudgeError, ExpressionError) as error:
            return await _stopped(scene, Status.UNRESOLVED, f"{place}: {error}", place, pictures)
    return None


def _is_other(error: NotOperable, step: Step, scene: Scene) -> bool:
    return (
        isinstance(error, NotOffered)
        and isinstance(step, Select)
        and bound(step, scene.names).target in scene.context.ways
    )


async def _step(
    scene: Scene, step: Step, start: str, made_up: MadeUp, result: Attempt, pictures: Pictures
) -> None:
    match step:
        case Expect():
            await _expect(scene, step, result, pictures)
        case Remember():
            await scene.page.catch_up()
            now = bound(step, scene.names)
            if now.turning is None:
                value = await read_now(scene, now.read, now.target, reveal=True)
            else:
                value = await gathered(scene, now, now.turning, start, made_up)
            scene.bind(step.bind, value, partial=await may_be_more(scene, now.read, now.target))
            scene.remembered[step.bind] = Remembered(now.read, now.target, value)
        case Generate():
            scene.bind(step.bind, made_up.value(step.kind, step.minimum, step.maximum))
        case Draw():
            await draw(scene, step, made_up)
        case Compute():
            value = evaluate(step.expression, scene.names)
            scene.bind(step.bind, value, partial=scene.is_partial(step.expression))
        case _:
            if step.do != "open":
                await scene.page.catch_up()
                scene.before = await scene.page.look()
            scene.asked = ""
            now = bound(step, scene.names)
            done = await perform(scene.page, now, start, scene.context, made_up)
            scene.asked = done.asked
            if isinstance(now, Click):
                scene.refused = now.target if done.refused else None
                scene.unfolded = item_of(now.target)
            if step.do == "select" and step.bind is not None:
                scene.bind(step.bind, done.chosen)
            if isinstance(step, Fill):
                _bear_in_mind(scene, step, done.slid)
            await _stay_home(scene, start, result)


def _bear_in_mind(scene: Scene, step: Fill, slid: Slid | None) -> None:
    """What is expected from here on is expected of the limit that a slider could be set to."""
    scene.short = slid is not None and slid.is_short
    name = _NAME.fullmatch(step.value)
    if slid is not None and name is not None:
        scene.bind(name[1], slid.at, partial=name[1] in scene.partial)


async def _stay_home(scene: Scene, start: str, result: Attempt) -> None:
    """A page that led elsewhere is judged as it is, and marked."""
    snapshot = await scene.page.look()
    if not snapshot.settled:
        result.marks.add("settle-capped")
    if snapshot.left_out:
        result.marks.add("seen in part")
    if urlsplit(snapshot.url).netloc != urlsplit(start).netloc:
        result.marks.add("left the app")


async def _expect(scene: Scene, step: Expect, result: Attempt, pictures: Pictures) -> None:
    earlier = result.outcomes.get(step.outcome)
    if earlier is not None and earlier.status is not Status.PASSED:
        return
    if not isinstance(step.that, _SEEN_THERE) and not await leave(scene.page, scene.context):
        raise JudgeError("no way back was found from where an item led")
    observed = await observe(scene, bound(step, scene.names).that)
    if observed.partial:
        status, reason = (
            Status.UNRESOLVED,
            f"not all of the page could be seen, read or understood; in what could: {observed.saw}"
            f"{_because(await scene.page.look())}",
        )
    elif observed.holds:
        status, reason = Status.PASSED, f"observed: {observed.saw}"
    else:
        status, reason = Status.FAILED, f"expected {observed.looked_for}; saw {observed.saw}"
        if scene.refused is not None:
            status, reason = await _after_refusal(scene, scene.refused), f"{reason}; {refusal(scene.refused)}"
        elif scene.short:
            status, reason = Status.UNRESOLVED, f"{reason}; the slider before it goes no further"
    picture = None if status is Status.PASSED else await pictures.take(scene.page, step.outcome)
    observation = await _observation(scene, observed, picture)
    is_proof = scene.refused is not None and isinstance(step.that, Unchanged)
    vacuous = observed.vacuous and not is_proof and (earlier is None or earlier.vacuous)
    missing = () if status is Status.PASSED else missed_at_once(scene)
    result.outcomes[step.outcome] = OutcomeAttempt(status, reason, observation, vacuous, missing)
    await come_back(scene)


async def _after_refusal(scene: Scene, control: Target) -> Status:
    """What it means that something is not there after a press on a disabled control (refusing.py)."""
    return Status.FAILED if await is_blamed(scene.page, control, scene.context) else Status.UNRESOLVED


def _partly(snapshot: Snapshot) -> str:
    """Why not all of a page was seen, and what else is on it."""
    return f"not all of the page was seen, for {'; '.join(snapshot.obstacles)}"


def _strange(controls: Sequence[str]) -> str:
    """That some controls are not understood, so that one of them may be it."""
    return f"it may be one of the controls that nothing explains: {listed(controls)}"


def _because(snapshot: Snapshot) -> str:
    return f"; {_partly(snapshot)}" if snapshot.left_out else ""


async def _observation(scene: Scene, observed: Observed, picture: str | None) -> Observation:
    address = urlsplit((await scene.page.look()).url)
    where = address.path + (f"#{address.fragment}" if address.fragment else "")
    console = tuple(scene.page.events.errors[:5])
    return Observation(
        looked_for=observed.looked_for, saw=observed.saw, url=where[:300], screenshot=picture, console=console
    )


async def _stopped(
    scene: Scene, status: Status, reason: str, looked_for: str, pictures: Pictures, saw: str = ""
) -> OutcomeAttempt:
    picture = None if "unresponsive" in reason else await pictures.take(scene.page, "stopped")
    errors = tuple(scene.page.events.errors[:5])
    observation = Observation(looked_for=looked_for, saw=saw, screenshot=picture, console=errors)
    said = f"{reason}: looked for {looked_for}; {saw}" if saw else reason
    return OutcomeAttempt(status, said, observation)


def _not_looked_at(task: EvaluationTask, result: Attempt, *, ended_early: bool) -> set[str]:
    """Outcomes of which a step was not come to, or ended the attempt; what was seen of them before is not all of it."""
    rest = task.steps[result.begun - 1 :] if ended_early and result.begun else ()
    return {step.outcome for step in rest if isinstance(step, Expect)}


def _not_reached(stop: OutcomeAttempt | None) -> OutcomeAttempt:
    if stop is None:
        reason = "no step of the task observes this outcome; add an expect step to the task"
        return OutcomeAttempt(Status.UNRESOLVED, reason, Observation(looked_for="an expect step", saw="none"))
    return OutcomeAttempt(stop.status, f"not reached: {stop.reason}", stop.observation, missing=stop.missing)


def _discount_vacuous(result: Attempt) -> None:
    """What holds as well where nothing works counts only beside something that does not."""
    passed = [f for f in result.outcomes.values() if f.status is Status.PASSED]
    if any(not seen.vacuous for seen in passed):
        return
    is_open = any(seen.status is Status.UNRESOLVED for seen in result.outcomes.values())
    for seen in passed:
        seen.status = Status.UNRESOLVED if is_open else Status.FAILED
        seen.reason = (
            f"holds where nothing works too, and nothing else of this task was observed ({seen.reason})"
        )
