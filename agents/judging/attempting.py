"""Attempting a task: its steps, in order, on a fresh page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast
from urllib.parse import urlsplit

from agents.browser.actions.filling import Slid
from agents.browser.actions.finding import NotThere, locate
from agents.browser.actions.perform import Done, perform
from agents.browser.context import Context, name_of
from agents.browser.grounding.contract import Found
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.reading import Undecidable, Unreadable
from agents.browser.snapshot import Snapshot
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
    item_of,
    may_be_more,
    read_now,
)
from agents.judging.settings import JudgeSettings
from agents.judging.telling import shown, told_briefly
from plans.errors import PageUnresponsive
from plans.records.criteria import EvaluationTask
from plans.records.expectations import Expectation, Unchanged
from plans.records.expressions import evaluate, substitute
from plans.records.findings import AdaptedStep
from plans.records.marks import MarkCode
from plans.records.steps import (
    Action,
    Click,
    Compute,
    Draw,
    Expect,
    Fill,
    Generate,
    Open,
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
    meant = {each.target: each for adapted in approach.adapted.values() for each in adapted.meant}
    context = Context(
        known=replace(approach.bound, meant={**approach.bound.meant, **meant}),
        first_press=_first_press(task),
    )
    made_up = MadeUp(approach.seed, settings.browser.today, draw=approach.draw)
    running = _Running(Scene(page, context), task, start, made_up, pictures, approach.adapted)
    result, stop = running.result, None
    result.slowness = page.slowness
    page.settings = page.settings.with_time_to_answer(approach.answer_factor)
    limit = settings.task_limit * result.slowness
    try:
        async with TimeLimit(limit):
            stop = await running.steps()
    except TimeoutError:
        slow = f"the task took longer than {limit:g} s"
        stop = await stopped(
            running.scene, Status.UNRESOLVED, OutcomeCause.OUT_OF_TIME, slow, "its end", pictures
        )
        stop.step = result.begun
        result.marks.add("out of time")
    result.waited = page.patience.waited
    result.bindings = tuple(context.bindings.values())
    result.names, result.drawn = running.scene.names, running.scene.drawn
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


_MOST_TRIED = 12
"""Entries of which it is asked whether they can be drawn."""
_PRESSES = 30
"""Presses after which a list is taken to have no end."""

Parts = list[str | float]


@dataclass(slots=True)
class _Running:
    """An attempt that is under way."""

    scene: Scene
    task: EvaluationTask
    start: str
    """The app's address."""
    made_up: MadeUp
    pictures: Pictures
    adapted: Mapping[int, AdaptedStep]
    """Number of a step → how it is done in this app."""
    result: Attempt = field(default_factory=Attempt)

    async def steps(self) -> OutcomeAttempt | None:
        """Go through the steps; what ended them early, or None."""
        scene, result = self.scene, self.result
        for number, step in enumerate(self.task.steps, 1):
            result.begun = number
            try:
                if number in self.adapted:
                    await self._adapted(self.adapted[number], step)
                if number not in self.adapted or not self.adapted[number].is_instead:
                    await self._step(step)
            except ENDS as error:
                place = f"step {number} ({step.do})"
                try:
                    stop = await ended(scene, step, place, error, result, self.pictures)
                except PageUnresponsive as later:
                    # It stopped answering while it was looked at why the step could not be done.
                    stop = await ended(scene, step, place, later, result, self.pictures)
                result.account.append(f"could not be done: {stop.reason}")
                return replace(stop, step=number)
            result.account.append(self._came_of(step))
        return None

    async def _adapted(self, adapted: AdaptedStep, step: Step) -> None:
        """Do what stands for a step, or comes before it; within the entry that the step itself points at."""
        scene = self.scene
        within = next((each.within for each in found_in(step, Target) if item_of(each)), None)
        if within is not None:
            scene.context.known = replace(scene.context.known, entry=bound(within, scene.names))
        for action in adapted.actions:
            await self._step(action)
        entered = [each.value for each in adapted.actions if isinstance(each, Fill | Select) and each.value]
        if adapted.is_instead and isinstance(step, Select) and step.bind is not None and entered:
            scene.bind(step.bind, substitute(entered[-1], scene.names))

    def _came_of(self, step: Step) -> str:
        """What came of a step that could be done, in words."""
        if isinstance(step, Expect):
            seen = self.result.outcomes[step.outcome]
            return "holds" if seen.status is Status.PASSED else f"does not hold: {seen.reason}"
        if isinstance(step, Remember | Generate | Compute | Draw):
            return shown(self.scene.names.get(step.bind))
        bindings = (self.scene.context.bindings.get(name_of(target)) for target in found_in(step, Target))
        taken = ", ".join(repr(each.bound_to) for each in bindings if each is not None and each.bound_to)
        return f"done, on {taken}" if taken else "done"

    async def _step(self, step: Step) -> None:
        scene = self.scene
        if not isinstance(step, Expect | Generate | Draw | Compute | Open):
            await scene.page.patience.catch_up()
        match step:
            case Expect():
                await self._expect(step)
            case Remember():
                now = bound(step, scene.names)
                value = (
                    await self._read(now) if now.turning is None else await self._gathered(now, now.turning)
                )
                scene.bind(step.bind, value, partial=await may_be_more(scene, now.read, now.target, value))
                scene.remembered[step.bind] = Remembered(now.read, now.target, value)
            case Generate():
                scene.bind(step.bind, self.made_up.value(step.kind, step.minimum, step.maximum))
            case Draw():
                await self._draw(step)
            case Compute():
                value = evaluate(step.expression, scene.names)
                scene.bind(step.bind, value, partial=scene.is_partial(step.expression))
            case Click():
                await self._click(step)
                await self._stay_home()
            case _:
                await self._enter(step)
                await self._stay_home()

    async def _enter(self, step: Action) -> None:
        """Do what is no press: fill, choose, reload, resize …"""
        scene = self.scene
        if not isinstance(step, Open):
            scene.before = await scene.page.look()
            if scene.entered is None or scene.last.is_press:
                scene.entered = scene.before
        now = bound(step, scene.names)
        done = await perform(scene.page, now, self.start, scene.context, self.made_up)
        # The key that merely leaves a field says nothing of why something is missed later.
        is_told = not (isinstance(now, Press) and now.key == "Tab")
        words = told_briefly(now) if is_told else scene.last.done
        is_escape = isinstance(now, Press) and now.key == "Escape"
        scene.last = replace(scene.last, asked=done.asked, is_escape=is_escape, is_press=False, done=words)
        if isinstance(step, Select) and step.bind is not None:
            scene.bind(step.bind, done.chosen)
        if isinstance(step, Fill) and done.slid is not None:
            self._bear_in_mind(step, done.slid)
        if done.is_guess:
            scene.context.note_guess("fields that the criteria do not name", "made-up values")

    def _bear_in_mind(self, step: Fill, slid: Slid) -> None:
        """What is expected from here on is expected of the limit that a slider could be set to."""
        scene = self.scene
        if slid.limits_otherwise:
            scene.context.note_guess(
                f"{step.target.name} {step.value}", f"{slid.at}, where the slider stands"
            )
        if (name := _NAME.fullmatch(step.value)) is not None:
            scene.bind(name[1], slid.at, partial=name[1] in scene.partial)

    async def _read(self, step: Remember) -> Value:
        try:
            return await read_now(self.scene, step.read, step.target, reveal=True)
        except Undecidable:
            raise
        except Unreadable:
            if step.otherwise is None:
                raise
            return step.otherwise

    async def _stay_home(self) -> None:
        """A page that led elsewhere is judged as it is, and marked."""
        snapshot, marks = await self.scene.page.look(), self.result.marks
        if not snapshot.settled:
            marks.add("settle-capped")
        if snapshot.left_out:
            marks.add("seen in part")
        if snapshot.frames:
            marks.add(MarkCode.FOREIGN_FRAME)
        if urlsplit(snapshot.url).netloc != urlsplit(self.start).netloc:
            marks.add("left the app")

    async def _expect(self, step: Expect) -> None:
        scene, outcomes = self.scene, self.result.outcomes
        earlier = outcomes.get(step.outcome)
        if earlier is not None and earlier.status is not Status.PASSED:
            return
        observed = await observe(scene, bound(step, scene.names).that)
        page = await scene.page.look()
        is_proof = scene.last.refused is not None and isinstance(step.that, Unchanged)
        seen = OutcomeAttempt(
            Status.PASSED,
            f"observed: {observed.saw}",
            _observation(scene, page, observed),
            unfound=observed.unfound,
            was_met=any(map(scene.context.was_met, observed.unfound)),
            weakly_bound=weakly_bound(scene),
            vacuous=observed.vacuous and not is_proof and (earlier is None or earlier.vacuous),
            step=self.result.begun,
        )
        outcomes[step.outcome] = seen
        if observed.partial or not observed.holds:
            await self._missed(seen, step, observed, page)

    async def _missed(self, seen: OutcomeAttempt, step: Expect, observed: Observed, page: Snapshot) -> None:
        """Say of an outcome that was not observed what that means, and why."""
        scene = self.scene
        if observed.partial:
            seen.status = Status.UNRESOLVED
            is_whole = not page.left_out
            seen.cause = OutcomeCause.MISSING if observed.unfound and is_whole else OutcomeCause.SEEN_IN_PART
            seen.reason = (
                f"not all of the page could be seen, read or understood; in what could: {observed.saw}"
            )
            seen.reason += f"; {partly(page)}" if page.left_out else ""
        else:
            seen.status, seen.cause, why = await fate_of_miss(scene, next(iter(observed.unfound), None))
            after = f"; done last: {scene.last.done}" if scene.last.done else ""
            missed = f"expected {observed.looked_for}; saw {observed.saw}{after}"
            seen.reason = "; ".join(filter(None, (missed, why)))
        picture = await self.pictures.take(scene.page, step.outcome)
        seen.observation = seen.observation.model_copy(update={"screenshot": picture})
        seen.page = await scene.page.look()

    async def _draw(self, step: Draw) -> None:
        """Bind the place of an entry, and have what is known of such entries mean this one; raises JudgeError."""
        scene = self.scene
        among = bound(step.among, scene.names)
        matches = (await locate(scene.page, among, scene.context, "see")).matches
        taken = {scene.drawn[name] for name in step.apart if name in scene.drawn}
        free = [place for place in self.made_up.order(step.bind, len(matches)) if place not in taken]
        suitable = next(iter(free), None)
        if step.where is not None:
            suitable = None
            for place in free[:_MOST_TRIED]:
                # Nothing that is learnt by looking at an entry is kept.
                aside = replace(scene.aside(), names={**scene.names, step.bind: place})
                if await holds_now(aside, bound(step.where, aside.names)):
                    suitable = place
                    break
        scene.drawn[step.bind] = suitable or min(free, default=1)
        scene.bind(step.bind, scene.drawn[step.bind])

    async def _click(self, step: Click) -> None:
        """Click as a step says, unless what it is to bring about is there already.

        Raises as `perform` does; what is missing is no fault where what it is to bring about came late.
        """
        scene = self.scene
        scene.last = replace(scene.last, asked="")
        done: Done | None = None
        for _ in range(step.times):
            now = bound(step, scene.names)
            known = scene.context.known
            scene.context.known = replace(known, entry=item_of(now.target) or known.entry)
            if await self._is_so(now.unless):
                break
            scene.before = await scene.page.look()
            if known.is_needless(now.target) or self._is_left_open(scene.before, now.target):
                # What this leads to stands here already.
                break
            try:
                done = await perform(scene.page, now, self.start, scene.context, self.made_up)
            except NotThere:
                if not await self._is_so(now.unless):
                    raise
                break
        if done is not None:
            now = bound(step, scene.names)
            scene.last = LastAction(
                asked=done.asked,
                refused=now.target if done.refused else None,
                unfolded=item_of(now.target),
                is_press=True,
                done=told_briefly(now),
            )

    def _is_left_open(self, page: Snapshot, target: Target) -> bool:
        """Whether a press would shut what a target opens, which Escape has left open."""
        if not self.scene.last.is_escape:
            return False
        found = self.scene.context.recognise(page, target)
        return found.found is Found.FOUND and "expanded" in page.elements[found.index].states

    async def _is_so(self, unless: Expectation | None) -> bool:
        """Whether it holds now; nothing that is learnt by looking is kept, for the task expects none of it."""
        return unless is not None and await holds_now(self.scene.aside(), unless)

    async def _gathered(self, step: Remember, turning: Target) -> Value:
        """What a step reads off all parts of a list, in their order, each brought up by pressing `turning`.

        It ends where that is gone or disabled, and where a press brings up nothing that was not there before: at the
        last part again, at nothing, or at the first part once more. A part that begins with all that was read so far
        has grown, and takes its place. Raises Unreadable, NotThere where there is nothing to press at first, and
        NotOperable; numbers, which are read beside what a task is about, are then those of the one part that can be
        seen.
        """
        scene = self.scene
        turn = Click(do="click", target=turning)
        whole = last = await self._part_now(step)
        for presses in range(_PRESSES):
            if (presses or step.read == "numbers") and not await _is_offered(scene, turning):
                break
            scene.before = await scene.page.look()
            done = await perform(scene.page, turn, self.start, scene.context, self.made_up)
            part = [] if done.refused else await self._part_now(step)
            if _is_seen(whole, last, part, step.read):
                break
            whole, last = part if part[: len(whole)] == whole else whole + part, part
        return cast("Value", whole)

    async def _part_now(self, step: Remember) -> Parts:
        value = await read_now(self.scene, step.read, step.target, reveal=True)
        return list(value) if isinstance(value, list) else []


def _observation(scene: Scene, page: Snapshot, observed: Observed) -> Observation:
    address = urlsplit(page.url)
    where = address.path + (f"#{address.fragment}" if address.fragment else "")
    console = tuple(scene.page.events.errors[:5])
    return Observation(looked_for=observed.looked_for, saw=observed.saw, url=where[:300], console=console)


def _is_seen(whole: Parts, last: Parts, part: Parts, kind: ReadKind) -> bool:
    """Whether a part was there before; of numbers each may stand in several parts, so only all of them tell."""
    if kind == "numbers":
        return not part or part in (last, whole[: len(part)])
    return all(one in whole for one in part)


async def _is_offered(scene: Scene, turning: Target) -> bool:
    """Whether what leads on is there and can be used."""
    snapshot = await scene.page.look()
    grounding = scene.context.recognise(snapshot, turning, "act")
    if grounding.found is Found.MISSING:
        return False
    return grounding.found is Found.AMBIGUOUS or "disabled" not in snapshot.elements[grounding.index].states


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
