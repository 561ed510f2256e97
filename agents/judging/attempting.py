"""Attempting a task: its steps, in order, on a fresh page."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import cast
from urllib.parse import urlsplit

from agents.browser.actions.filling import Slid
from agents.browser.actions.finding import NotThere, locate
from agents.browser.actions.perform import Done, perform
from agents.browser.context import Context, Screens, name_of
from agents.browser.grounding.contract import Found
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.snapshot import Snapshot
from agents.judging.absence import in_own_words, unexplained_buttons
from agents.judging.attempt import Approach, Attempt, OutcomeAttempt
from agents.judging.ending import ENDS, ended, excuse, fate_of_miss, partly, stopped, weakly_bound
from agents.judging.expecting import holds_now, observe
from agents.judging.pictures import Pictures
from agents.judging.scene import (
    LastAction,
    Observed,
    Remembered,
    Scene,
    bound,
    come_back,
    item_of,
    may_be_more,
    missed_at_once,
    read_now,
)
from agents.judging.settings import JudgeSettings
from agents.judging.telling import shown, told_briefly
from plans.records.criteria import EvaluationTask
from plans.records.expectations import Expectation, Unchanged
from plans.records.expressions import evaluate, substitute
from plans.records.findings import AdaptedStep, Meaning
from plans.records.marks import MarkCode
from plans.records.steps import (
    Action,
    Click,
    Compute,
    Draw,
    Expect,
    Fill,
    Generate,
    Press,
    Remember,
    Select,
    Step,
)
from plans.records.targets import ReadKind, Target
from plans.records.values import Value
from plans.records.verdict import Observation, OutcomeCause, Status
from plans.records.walk import found_in
from plans.time_limits import TimeLimit

_NAME = re.compile(r"\{(\w+)\}")
"""A value that is nothing but a bound name."""


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
    context = Context(
        known=replace(approach.bound, meant={**approach.bound.meant, **_meant_by(approach)}),
        screens=Screens(ways=approach.ways),
        first_press=_first_press(task),
    )
    scene = Scene(page, context, approach.vocabulary)
    result = Attempt(drawn=scene.drawn)
    stop: OutcomeAttempt | None = None
    result.slowness = page.settings.step_limit / settings.browser.step_limit
    limit = settings.task_limit * result.slowness
    made_up = MadeUp(approach.seed, settings.browser.today, draw=approach.draw)
    try:
        async with TimeLimit(limit):
            stop = await _steps(scene, task, start, made_up, result, pictures, approach.adapted)
    except TimeoutError:
        slow = f"the task took longer than {limit:g} s"
        stop = await stopped(scene, Status.UNRESOLVED, OutcomeCause.OUT_OF_TIME, slow, "its end", pictures)
        stop.step = result.begun
        result.marks.add("out of time")
    result.waited = page.patience.waited
    result.bindings = tuple(context.bindings.values())
    result.names = scene.names
    open_ones = _not_looked_at(task, result, ended_early=stop is not None)
    for outcome in task.outcomes:
        seen = result.outcomes.get(outcome.id)
        if seen is None or (outcome.id in open_ones and seen.status is Status.PASSED):
            result.outcomes[outcome.id] = _not_reached(stop)
    _discount_vacuous(result)
    excuse(result, page.events.faults)
    return result


def _first_press(task: EvaluationTask) -> Target | None:
    """What a task presses first, where that is a button of the page itself."""
    first = next((step.target for step in task.steps if isinstance(step, Click)), None)
    return first if first is not None and first.role == "button" and first.within is None else None


def _meant_by(approach: Approach) -> dict[Target, Meaning]:
    """What the targets of adapted steps are."""
    return {each.target: each for adapted in approach.adapted.values() for each in adapted.meant}


async def _steps(
    scene: Scene,
    task: EvaluationTask,
    start: str,
    made_up: MadeUp,
    result: Attempt,
    pictures: Pictures,
    adapted: Mapping[int, AdaptedStep],
) -> OutcomeAttempt | None:
    """Go through the steps; what ended them early, or None."""
    for number, step in enumerate(task.steps, 1):
        place = f"step {number} ({step.do})"
        result.begun = number
        scene.context.screens = replace(scene.context.screens, unfound=())
        try:
            if number in adapted:
                await _adapted(scene, adapted[number], step, start, made_up, result, pictures)
            if number not in adapted or not adapted[number].is_instead:
                await _step(scene, step, start, made_up, result, pictures)
        except ENDS as error:
            stop = await ended(scene, step, place, error, result, pictures)
            result.account.append(f"could not be done: {stop.reason}")
            return replace(stop, step=number)
        result.account.append(_came_of(scene, step, result))
    return None


async def _adapted(
    scene: Scene,
    adapted: AdaptedStep,
    step: Step,
    start: str,
    made_up: MadeUp,
    result: Attempt,
    pictures: Pictures,
) -> None:
    """Do what stands for a step, or comes before it; within the entry that the step itself points at."""
    within = next((each.within for each in found_in(step, Target) if item_of(each)), None)
    if within is not None:
        entry = bound(within, scene.names)
        scene.context.known = replace(scene.context.known, entry=entry)
    for action in adapted.actions:
        await _step(scene, action, start, made_up, result, pictures)
    entered = [each.value for each in adapted.actions if isinstance(each, Fill | Select) and each.value]
    if adapted.is_instead and isinstance(step, Select) and step.bind is not None and entered:
        scene.bind(step.bind, substitute(entered[-1], scene.names))


def _came_of(scene: Scene, step: Step, result: Attempt) -> str:
    """What came of a step that could be done, in words."""
    if isinstance(step, Expect):
        seen = result.outcomes[step.outcome]
        return "holds" if seen.status is Status.PASSED else f"does not hold: {seen.reason}"
    if isinstance(step, Remember | Generate | Compute | Draw):
        return shown(scene.names.get(step.bind))
    bindings = (scene.context.bindings.get(name_of(target)) for target in found_in(step, Target))
    taken = ", ".join(repr(each.bound_to) for each in bindings if each is not None and each.bound_to)
    return f"done, on {taken}" if taken else "done"


async def _step(
    scene: Scene, step: Step, start: str, made_up: MadeUp, result: Attempt, pictures: Pictures
) -> None:
    match step:
        case Expect():
            await _expect(scene, step, result, pictures)
        case Remember():
            await scene.page.patience.catch_up()
            now = bound(step, scene.names)
            if now.turning is None:
                value = await _read(scene, now)
            else:
                value = await gathered(scene, now, now.turning, start, made_up)
            scene.bind(step.bind, value, partial=await may_be_more(scene, now.read, now.target, value))
            scene.remembered[step.bind] = Remembered(now.read, now.target, value)
        case Generate():
            scene.bind(step.bind, made_up.value(step.kind, step.minimum, step.maximum))
        case Draw():
            await draw(scene, step, made_up)
        case Compute():
            value = evaluate(step.expression, scene.names)
            scene.bind(step.bind, value, partial=scene.is_partial(step.expression))
        case Click():
            await scene.page.patience.catch_up()
            scene.last = replace(scene.last, asked="")
            done = await click(scene, step, start, made_up)
            if done is not None:
                target = bound(step, scene.names).target
                refused = target if done.refused else None
                scene.last = LastAction(done.asked, refused, item_of(target), done=scene.last.done)
                _note_done(scene, bound(step, scene.names))
            await _stay_home(scene, start, result)
        case _:
            if step.do != "open":
                await scene.page.patience.catch_up()
                scene.before = await scene.page.look()
            scene.last = replace(scene.last, asked="")
            now = bound(step, scene.names)
            done = await perform(scene.page, now, start, scene.context, made_up)
            is_typed = isinstance(step, Fill | Select) or (scene.last.typed and step.do == "press")
            is_escape = isinstance(step, Press) and step.key == "Escape"
            scene.last = replace(scene.last, asked=done.asked, typed=is_typed, is_escape=is_escape)
            _note_done(scene, now)
            if step.do == "select" and step.bind is not None:
                scene.bind(step.bind, done.chosen)
            if isinstance(step, Fill):
                _bear_in_mind(scene, step, done.slid)
            if done.is_guess:
                scene.context.note_guess("fields that the criteria do not name", "made-up values")
            await _stay_home(scene, start, result)


async def _read(scene: Scene, step: Remember) -> Value:
    try:
        return await read_now(scene, step.read, step.target, reveal=True)
    except Undecidable:
        raise
    except Unreadable:
        if step.otherwise is None:
            raise
        return step.otherwise


def _note_done(scene: Scene, step: Action) -> None:
    """What comes of it may be missed soon; the key that merely leaves a field says nothing of why."""
    if not (isinstance(step, Press) and step.key == "Tab"):
        scene.last = replace(scene.last, done=told_briefly(step))


def _bear_in_mind(scene: Scene, step: Fill, slid: Slid | None) -> None:
    """What is expected from here on is expected of the limit that a slider could be set to."""
    if slid is not None and slid.is_short:
        scene.context.note_guess(f"{step.target.name} {step.value}", f"{slid.at}, where the slider ends")
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
    if snapshot.frames:
        result.marks.add(MarkCode.FOREIGN_FRAME)
    if urlsplit(snapshot.url).netloc != urlsplit(start).netloc:
        result.marks.add("left the app")


async def _expect(scene: Scene, step: Expect, result: Attempt, pictures: Pictures) -> None:
    earlier = result.outcomes.get(step.outcome)
    if earlier is not None and earlier.status is not Status.PASSED:
        return
    observed = await observe(scene, bound(step, scene.names).that)
    cause: OutcomeCause | None = None
    if observed.partial:
        is_whole = not (await scene.page.look()).left_out
        cause = OutcomeCause.MISSING if observed.unfound and is_whole else OutcomeCause.SEEN_IN_PART
        status, reason = (
            Status.UNRESOLVED,
            f"not all of the page could be seen, read or understood; in what could: {observed.saw}"
            f"{_because(await scene.page.look())}",
        )
    elif observed.holds:
        status, reason = Status.PASSED, f"observed: {observed.saw}"
    else:
        status, cause, why = await fate_of_miss(scene, next(iter(observed.unfound), None))
        after = f"; done last: {scene.last.done}" if scene.last.done else ""
        missed = f"expected {observed.looked_for}; saw {observed.saw}{after}"
        reason = "; ".join(filter(None, (missed, why)))
    picture = None if status is Status.PASSED else await pictures.take(scene.page, step.outcome)
    observation = await _observation(scene, observed, picture)
    is_proof = scene.last.refused is not None and isinstance(step.that, Unchanged)
    vacuous = observed.vacuous and not is_proof and (earlier is None or earlier.vacuous)
    missing = () if status is Status.PASSED else missed_at_once(scene)
    result.outcomes[step.outcome] = OutcomeAttempt(
        status,
        reason,
        observation,
        None if status is Status.PASSED else cause,
        observed.unfound,
        any(map(scene.context.was_met, observed.unfound)),
        None if status is Status.PASSED else await scene.page.look(),
        weakly_bound(scene),
        vacuous,
        missing,
        unexplained="" if status is Status.PASSED else await _unexplained_button(scene),
        step=result.begun,
    )
    await come_back(scene)


async def _unexplained_button(scene: Scene) -> str:
    """A button that no criterion names, where something was entered and nothing pressed since."""
    if not scene.last.typed:
        return ""
    snapshot = await scene.page.look()
    buttons = unexplained_buttons(snapshot, scene.vocabulary)
    return in_own_words(snapshot, buttons[0]) if buttons else ""


def _because(snapshot: Snapshot) -> str:
    return f"; {partly(snapshot)}" if snapshot.left_out else ""


async def _observation(scene: Scene, observed: Observed, picture: str | None) -> Observation:
    address = urlsplit((await scene.page.look()).url)
    where = address.path + (f"#{address.fragment}" if address.fragment else "")
    console = tuple(scene.page.events.errors[:5])
    return Observation(
        looked_for=observed.looked_for, saw=observed.saw, url=where[:300], screenshot=picture, console=console
    )


def _not_looked_at(task: EvaluationTask, result: Attempt, *, ended_early: bool) -> set[str]:
    """Outcomes of which a step was not come to, or ended the attempt; what was seen of them before is not all of it."""
    rest = task.steps[result.begun - 1 :] if ended_early and result.begun else ()
    return {step.outcome for step in rest if isinstance(step, Expect)}


def _not_reached(stop: OutcomeAttempt | None) -> OutcomeAttempt:
    if stop is None:
        reason = "no step of the task observes this outcome; add an expect step to the task"
        observation = Observation(looked_for="an expect step", saw="none")
        return OutcomeAttempt(
            Status.UNRESOLVED, reason, observation, OutcomeCause.INFRASTRUCTURE, is_unseen=True
        )
    return replace(stop, reason=f"not reached: {stop.reason}", is_unseen=True)


def _discount_vacuous(result: Attempt) -> None:
    """What holds as well where nothing works counts only beside something that does not."""
    passed = [f for f in result.outcomes.values() if f.status is Status.PASSED]
    if any(not seen.vacuous for seen in passed):
        return
    is_open = any(seen.status is Status.UNRESOLVED for seen in result.outcomes.values())
    for seen in passed:
        seen.status = Status.UNRESOLVED if is_open else Status.FAILED
        seen.is_unseen = True
        seen.cause = OutcomeCause.VACUOUS
        seen.reason = (
            f"holds where nothing works too, and nothing else of this task was observed ({seen.reason})"
        )


_MOST_TRIED = 12
"""Entries of which it is asked whether they can be drawn."""


async def draw(scene: Scene, step: Draw, made_up: MadeUp) -> None:
    """Bind the place of an entry, and have what is known of such entries mean this one; raises JudgeError."""
    among = bound(step.among, scene.names)
    matches = (await locate(scene.page, among, scene.context, "see")).matches
    taken = {scene.drawn[name] for name in step.apart if name in scene.drawn}
    free = [place for place in made_up.order(step.bind, len(matches)) if place not in taken]
    place = await _suitable(scene, step, free)
    scene.drawn[step.bind] = place or min(free, default=1)
    scene.bind(step.bind, scene.drawn[step.bind])
    context = scene.context
    ways = {target.placed(scene.drawn): presses for target, presses in context.screens.ways.items()}
    context.screens = replace(context.screens, ways=ways)


async def _suitable(scene: Scene, step: Draw, places: list[int]) -> int | None:
    if step.where is None:
        return places[0] if places else None
    for place in places[:_MOST_TRIED]:
        if await _holds_at(scene, step.where, step.bind, place):
            return place
    return None


async def _holds_at(scene: Scene, where: Expectation, name: str, place: int) -> bool:
    """Whether it holds now of one entry; nothing that is learnt by looking at it is kept."""
    names = {**scene.names, name: place}
    aside = replace(scene.aside(), names=names)
    return await holds_now(aside, bound(where, names))


async def click(scene: Scene, step: Click, start: str, made_up: MadeUp) -> Done | None:
    """Click as a step says; None where what it is to bring about is there already, and nothing was clicked.

    Raises as `perform` does; what is missing is no fault where what it is to bring about came late.
    """
    done: Done | None = None
    for _ in range(step.times):
        now = bound(step, scene.names)
        known = scene.context.known
        scene.context.known = replace(known, entry=item_of(now.target) or known.entry)
        if now.unless is not None and await _is_so(scene, now.unless):
            break
        scene.before = await scene.page.look()
        if known.is_needless(now.target) or _is_left_open(scene, scene.before, now.target):
            # What this leads to stands here already.
            break
        try:
            done = await perform(scene.page, now, start, scene.context, made_up)
        except NotThere:
            if now.unless is None or not await _is_so(scene, now.unless):
                raise
            break
    return done


def _is_left_open(scene: Scene, snapshot: Snapshot, target: Target) -> bool:
    """Whether a press would shut what a target opens, which Escape has left open."""
    if not scene.last.is_escape:
        return False
    found = scene.context.recognise(snapshot, target)
    return found.found is Found.FOUND and "expanded" in snapshot.elements[found.index].states


async def _is_so(scene: Scene, expectation: Expectation) -> bool:
    """Whether it holds now; nothing that is learnt by looking is kept, for the task expects none of it."""
    return await holds_now(scene.aside(), expectation)


_PRESSES = 30
"""Presses after which a list is taken to have no end."""

Parts = list[str | float]


async def gathered(scene: Scene, step: Remember, turning: Target, start: str, made_up: MadeUp) -> Value:
    """What a step reads off all parts of a list, in their order, each brought up by pressing `turning`.

    It ends where that is gone or disabled, and where a press brings up nothing that was not there before: at the last
    part again, at nothing, or at the first part once more. A part that begins with all that was read so far has grown,
    and takes its place. Raises Unreadable, NotThere where there is nothing to press at first, and NotOperable; numbers,
    which are read beside what a task is about, are then those of the one part that can be seen.
    """
    whole = last = await _part_now(scene, step)
    for presses in range(_PRESSES):
        if (presses or step.read == "numbers") and not await _is_offered(scene, turning):
            break
        scene.before = await scene.page.look()
        done = await perform(scene.page, Click(do="click", target=turning), start, scene.context, made_up)
        part = [] if done.refused else await _part_now(scene, step)
        if _is_seen(whole, last, part, step.read):
            break
        whole, last = part if part[: len(whole)] == whole else whole + part, part
    return cast("Value", whole)


def _is_seen(whole: Parts, last: Parts, part: Parts, kind: ReadKind) -> bool:
    """Whether a part was there before; of numbers each may stand in several parts, so only all of them tell."""
    if kind == "numbers":
        return not part or part in (last, whole[: len(part)])
    return all(one in whole for one in part)


async def _part_now(scene: Scene, step: Remember) -> Parts:
    value = await read_now(scene, step.read, step.target, reveal=True)
    return list(value) if isinstance(value, list) else []


async def _is_offered(scene: Scene, turning: Target) -> bool:
    """Whether what leads on is there and can be used."""
    snapshot = await scene.page.look()
    grounding = scene.context.recognise(snapshot, turning, "act")
    if grounding.found is Found.MISSING:
        return False
    return grounding.found is Found.AMBIGUOUS or "disabled" not in snapshot.elements[grounding.index].states
