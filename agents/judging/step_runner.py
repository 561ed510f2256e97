"""One attempt at a task: its steps are run in order on a fresh page.

A step that cannot be done ends the attempt. The outcomes after it have failed where the step's target is missing on a
page that was seen whole, or the page does not answer. They are unresolved where the target is there and could not be
operated, shows a value in a form that the judge cannot read, and where the judge itself may be at fault.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import cast
from urllib.parse import urlsplit

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable, NotThere, locate
from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge
from agents.browser.grounding.values import NotReadable, Undecidable
from agents.browser.page import LivePage
from agents.browser.snapshot import FRAME, Snapshot
from agents.judging.decision import Approach, Attempt, OutcomeAttempt, Pictures
from agents.judging.scene import (
    LastAction,
    Observed,
    Remembered,
    Scene,
    bound,
    may_be_more,
    may_be_unseen,
    observe,
    observe_aside,
    read_now,
)
from agents.judging.wire import JudgeSettings
from plans.errors import Event, JudgeError, PageUnresponsive
from plans.made_up import MadeUp
from plans.records import steps
from plans.records.app_map import AdaptedStep
from plans.records.base import found_in
from plans.records.criteria import EvaluationTask
from plans.records.expressions import PLACEHOLDER, ExpressionError, evaluate, substitute
from plans.records.marks import MarkCode
from plans.records.steps import (
    Absent,
    Action,
    Click,
    Expect,
    Expectation,
    Fill,
    Press,
    Remember,
    Select,
    Step,
    Target,
)
from plans.records.values import Value
from plans.records.verdict import Observation, OutcomeCause, Status
from plans.step_words import describe, is_named, name_of, shown, told
from plans.time_limits import RunningTimeLimit

_MOST_TRIED = 12
"""Entries of a draw that are checked for its condition."""
_PRESSES = 30
"""Presses after which a list in parts is taken to have no end."""
_LONGEST_ACTION = 120
"""Characters of an action that are shown in the reason of a verdict."""
_INPUTS = (Fill, Select, Press, steps.SetChecked, steps.Drag, steps.Upload, steps.Complete)
"""Actions that may change what the app keeps."""
_ENDS = (NotThere, NotOperable, NotReadable, PageUnresponsive, JudgeError, ExpressionError)
"""Errors that end an attempt."""


async def attempt(
    page: LivePage,
    task: EvaluationTask,
    start: str,
    approach: Approach,
    settings: JudgeSettings,
    pictures: Pictures,
) -> Attempt:
    """Run a task's steps; the result has an entry for every outcome. `start` is the app's address."""
    meant = {each.target: each for adapted in approach.adapted.values() for each in adapted.meant}
    known = replace(approach.bound, meant={**approach.bound.meant, **meant})
    scene = Scene(page, Knowledge(known=known), is_last_attempt=approach.is_last)
    made_up = MadeUp(approach.seed, settings.browser.today, draw=approach.draw)
    running = _Run(scene, task, start, made_up, pictures, approach.adapted)
    result, stop = running.result, None
    to_answer = page.settings.action_limit * approach.answer_factor
    page.settings = page.settings.model_copy(update={"action_limit": to_answer})
    limit = settings.task_limit * page.slowness
    try:
        async with RunningTimeLimit(limit):
            stop = await running.run()
    except TimeoutError:
        stop = await running.ended(TimeoutError(f"the task took longer than {limit:g} s"))
    result.bindings = tuple(scene.context.bindings.values())
    result.names, result.drawn = scene.names, scene.drawn
    # What was seen of an outcome before the attempt ended is not all of it where a later step observes it too.
    rest = task.steps[result.begun - 1 :] if stop is not None else ()
    open_ones = {step.outcome for step in rest if isinstance(step, Expect)}
    for outcome in task.outcomes:
        seen = result.outcomes.get(outcome.id)
        if stop is not None and (seen is None or (outcome.id in open_ones and seen.status is Status.PASSED)):
            reason = f"not reached: {stop.reason}"
            result.outcomes[outcome.id] = replace(stop, reason=reason, is_unseen=True)
        elif seen is None:
            result.outcomes[outcome.id] = OutcomeAttempt(
                Status.UNRESOLVED,
                "no step of the task observes this outcome; add an expect step to the task",
                Observation(looked_for="an expect step", saw="none"),
                OutcomeCause.INFRASTRUCTURE,
                is_unseen=True,
            )
    # "Nothing found" was there where a target that goes by the same words was.
    met = {name for one in found_in(task.steps, Target) if scene.context.was_met(one) for name in one.names}
    for seen in result.outcomes.values():
        seen.unmet = tuple(target for target in seen.unmet if met.isdisjoint(target.names))
    _discount(result.outcomes.values(), page.events.faults)
    return result


def _discount(outcomes: Collection[OutcomeAttempt], faults: Sequence[str]) -> None:
    """Take back what proves nothing.

    Passes that would come in an app in which nothing works too have failed, and are unresolved beside an unresolved
    outcome, unless another outcome passed for sure. In an open world decision.py leaves more of them open. Failures are
    unresolved after a script of the judge crashed in the page.
    """
    passed = [seen for seen in outcomes if seen.status is Status.PASSED]
    is_open = any(seen.status is Status.UNRESOLVED for seen in outcomes)
    for seen in passed if all(seen.vacuous for seen in passed) else ():
        seen.status, seen.cause = Status.UNRESOLVED if is_open else Status.FAILED, OutcomeCause.VACUOUS
        seen.is_unseen, said = True, seen.reason
        seen.reason = f"holds where nothing works too, and nothing else of this task was observed ({said})"
    for seen in outcomes if faults else ():
        if seen.status is Status.FAILED:
            seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.INFRASTRUCTURE
            seen.reason += f"; a script of the judge failed in the page: {faults[0]}"


@dataclass(slots=True)
class _Run:
    """An attempt that is under way."""

    scene: Scene
    task: EvaluationTask
    start: str
    made_up: MadeUp
    pictures: Pictures
    adapted: Mapping[int, AdaptedStep]
    result: Attempt = field(default_factory=Attempt)

    async def run(self) -> OutcomeAttempt | None:
        """Run the steps; the result for all outcomes after the step that ended them early, or None."""
        for number, step in enumerate(self.task.steps, 1):
            self.result.begun = number
            adapted = self.adapted.get(number)
            try:
                if adapted is not None:
                    await self._adapted(adapted, step)
                if adapted is None or not adapted.is_instead:
                    await self._step(step)
            except _ENDS as error:
                return await self.ended(error)
            self.result.account.append(self._came_of(step))
        return None

    async def _adapted(self, adapted: AdaptedStep, step: Step) -> None:
        """Run the actions that precede or replace a step, within the entry that the step itself points at."""
        scene = self.scene
        entry = next(filter(None, map(_entry_of, found_in(step, Target))), None)
        if entry is not None:
            scene.context.known = replace(scene.context.known, entry=bound(entry, scene.names))
        for action in adapted.actions:
            await self._step(action)
        entered = [each.value for each in adapted.actions if isinstance(each, Fill | Select) and each.value]
        if adapted.is_instead and isinstance(step, Select) and step.bind is not None and entered:
            scene.bind(step.bind, substitute(entered[-1], scene.names))

    def _came_of(self, step: Step) -> str:
        """The result of a step that was done, in words."""
        if isinstance(step, Expect):
            seen = self.result.outcomes[step.outcome]
            return "holds" if seen.status is Status.PASSED else f"does not hold: {seen.reason}"
        if isinstance(step, Remember | steps.Generate | steps.Compute | steps.Draw):
            return shown(self.scene.names.get(step.bind))
        bindings = (self.scene.context.bindings.get(name_of(target)) for target in found_in(step, Target))
        taken = ", ".join(repr(each.bound_to) for each in bindings if each is not None and each.bound_to)
        return f"done, on {taken}" if taken else "done"

    async def _step(self, step: Step) -> None:
        scene = self.scene
        if not isinstance(step, Expect | steps.Generate | steps.Draw | steps.Compute | steps.Open):
            await scene.page.patience.catch_up()
        match step:
            case Expect():
                await self._expect(step)
            case Remember():
                now = bound(step, scene.names)
                value = await self._read(now)
                scene.bind(step.bind, value, partial=await may_be_more(scene, now.read, now.target))
                scene.remembered[step.bind] = Remembered(now.read, now.target, value)
            case steps.Generate():
                scene.bind(step.bind, self.made_up.value(step.kind, step.minimum, step.maximum))
            case steps.Draw():
                await self._draw(step)
            case steps.Compute():
                value = evaluate(step.expression, scene.names, scene.page.settings.today.date())
                scene.bind(step.bind, value, partial=scene.is_partial(step.expression))
            case _:
                await (self._click(step) if isinstance(step, Click) else self._enter(step))
                snapshot = await scene.page.look()
                if FRAME in snapshot.left_out:
                    self.result.marks.add(MarkCode.FOREIGN_FRAME)

    async def _enter(self, step: Action) -> None:
        """Perform an action other than a click."""
        scene = self.scene
        if not isinstance(step, steps.Open):
            scene.before = await scene.page.look()
            if scene.entered is None or scene.last.is_press:
                scene.entered = scene.before
        now = bound(step, scene.names)
        done = await perform(scene.page, now, self.start, scene.context, self.made_up)
        is_input = isinstance(now, _INPUTS) and not (isinstance(now, Press) and now.key == "Escape")
        is_refused = scene.last.is_refused and not is_input
        scene.last = LastAction(told(now)[:_LONGEST_ACTION], done.asked, is_refused=is_refused)
        if isinstance(step, Select) and step.bind is not None:
            scene.bind(step.bind, done.chosen)
        if isinstance(step, Fill) and done.slid is not None:
            # Later expectations use the value at which the slider stands in place of the one that was asked for.
            what, taken = f"{step.target.name} {step.value}", done.slid
            scene.context.note_guess(what, f"{taken}, where the slider stands")
            if (name := PLACEHOLDER.fullmatch(step.value)) is not None:
                scene.bind(name[1], taken, partial=name[1] in scene.partial)
        if done.is_guess:
            scene.context.note_guess("a form that the criteria do not describe", "a guess")

    async def _click(self, step: Click) -> None:
        """Click as often as a step says, until what it is to bring about is there.

        Raises as `perform` does, unless the target is missing because that came about late.
        """
        scene = self.scene
        scene.last = replace(scene.last, asked=None)
        for _ in range(step.times):
            now = bound(step, scene.names)
            known, entry = scene.context.known, _entry_of(now.target)
            scene.context.known = replace(known, entry=entry or known.entry)
            if await self._is_spared(step.unless):
                self._spare()
                break
            scene.before = await scene.page.look()
            if now.target.anywhere in known.no_steps:
                self._spare()
                break
            try:
                done = await perform(scene.page, now, self.start, scene.context, self.made_up)
            except NotThere:
                if not await self._is_spared(step.unless):
                    raise
                self._spare()
                break
            # A press that changes what the page says was heard, whatever state the control is in.
            is_idle = done.refused and scene.before.content == (await scene.page.look()).content
            scene.refused, scene.unfolded = now.target if is_idle else None, entry
            said = told(now)[:_LONGEST_ACTION]
            scene.last = LastAction(said, done.asked, is_refused=done.refused, is_press=True)

    def _spare(self) -> None:
        """Leave a click out; what an earlier action was answered proves nothing of it."""
        self.scene.page.begin_action()
        self.scene.last = replace(self.scene.last, asked=None, is_refused=False)

    async def _is_spared(self, unless: Expectation | None) -> bool:
        """Whether a click is not needed.

        Where that rests on the absence of what was not found before, or on a page that was seen in part, what follows
        counts as weakly bound.
        """
        if unless is None:
            return False
        observed = await observe_aside(self.scene, bound(unless, self.scene.names))
        if observed.holds and (observed.partial or _unmet(observed, unless)):
            self.scene.context.note_guess(f"a click that was left out, since {observed.looked_for}", "")
        return observed.holds

    async def _draw(self, step: steps.Draw) -> None:
        """Bind the place of an entry for which the step's condition holds, else of the first free one."""
        scene = self.scene
        among = bound(step.among, scene.names)
        matches = (await locate(scene.page, among, scene.context, "see")).matches
        taken = {scene.drawn[name] for name in step.apart if name in scene.drawn}
        free = [place for place in self.made_up.order(step.bind, len(matches)) if place not in taken]
        drawn = min(free, default=1)
        for place in free[:_MOST_TRIED]:
            names = {**scene.names, step.bind: place}
            tried = replace(scene, names=names)
            if step.where is None or (await observe_aside(tried, bound(step.where, names))).holds:
                drawn = place
                break
        else:
            scene.context.note_guess(f"{describe(among)} as the step asks for", "the first one")
        scene.drawn[step.bind] = drawn
        scene.bind(step.bind, drawn)

    async def _read(self, step: Remember) -> Value:
        if step.turning is not None:
            return await self._gathered(step, step.turning)
        try:
            return await read_now(self.scene, step.read, step.target, reveal=True)
        except NotReadable as error:
            if step.otherwise is None or isinstance(error, Undecidable):
                raise
            return step.otherwise

    async def _gathered(self, step: Remember, turning: Target) -> Value:
        """Values read off all parts of a list, in their order, each shown by pressing `turning`.

        Reading ends where `turning` is gone, and where a press shows nothing new. A part that begins with all that was
        read so far takes its place, since the list has grown. Raises NotThere where there is nothing to press at
        first; numbers, which a task reads besides, are then those of the one part.
        """
        scene = self.scene

        async def part_now() -> list[str | float]:
            value = await read_now(scene, step.read, step.target, reveal=True)
            return list(value) if isinstance(value, list) else []

        turn = Click(do="click", target=turning)
        whole = last = await part_now()
        for presses in range(_PRESSES):
            scene.before = await scene.page.look()
            found = scene.context.recognise(scene.before, turning, "act").found
            if found is Presence.MISSING and (presses or step.read == "numbers"):
                break
            done = await perform(scene.page, turn, self.start, scene.context, self.made_up)
            part = [] if done.refused else await part_now()
            # A value may stand in several parts, so only a whole part is known again.
            if not part or part in (last, whole[: len(part)]):
                break
            whole, last = part if part[: len(whole)] == whole else whole + part, part
        else:
            scene.context.note_guess(f"all that {describe(turning)} shows", f"its first {_PRESSES} parts")
        return cast("Value", whole)

    async def _expect(self, step: Expect) -> None:
        """Add the result of an expectation; that of an outcome that did not pass before stands."""
        scene, outcomes = self.scene, self.result.outcomes
        earlier = outcomes.get(step.outcome)
        if earlier is not None and earlier.status is not Status.PASSED:
            return
        observed = await observe(scene, bound(step, scene.names).that)
        page = await scene.page.look()
        status, cause, said, why = Status.PASSED, None, f"observed: {observed.saw}", ""
        if observed.partial:
            is_unbound = bool(observed.unfound) and not page.left_out
            status = Status.UNRESOLVED
            cause = OutcomeCause.MISSING if is_unbound else OutcomeCause.SEEN_IN_PART
            cause = OutcomeCause.NOT_READABLE if observed.is_unreadable else cause
            said = f"not all of the page could be seen, read or understood; in what could: {observed.saw}"
            why = _partly(page) if page.left_out else ""
        elif not observed.holds:
            status, cause, why = await _fate_of_miss(scene, next(iter(observed.unfound), None))
            after = f"; done last: {scene.last.done}" if scene.last.done else ""
            said = f"expected {observed.looked_for}; saw {observed.saw}{after}"
        is_passed = status is Status.PASSED
        address = urlsplit(page.url)
        where = address.path + (f"#{address.fragment}" if address.fragment else "")
        observation = Observation(
            looked_for=observed.looked_for,
            saw=observed.saw,
            url=where[:300],
            screenshot=None if is_passed else await self.pictures.take(scene.page, step.outcome),
            console=tuple(scene.page.events.errors[:5]),
        )
        outcomes[step.outcome] = OutcomeAttempt(
            status,
            "; ".join(filter(None, (said, why))),
            observation,
            cause,
            unfound=observed.unfound,
            was_met=any(map(scene.context.was_met, observed.unfound)),
            page=None if is_passed else await scene.page.look(),
            weakly_bound=(*observed.rests_on, *scene.weakly_bound),
            unmet=_unmet(observed, step.that),
            vacuous=observed.vacuous and (earlier is None or earlier.vacuous),
            step=self.result.begun,
        )

    async def ended(self, error: Exception) -> OutcomeAttempt:
        """What an error that ended the attempt says of all outcomes that were not reached."""
        scene, number = self.scene, self.result.begun
        step = self.task.steps[number - 1]
        place = f"step {number} ({step.do})"
        status, what, looked_for, saw, why = Status.UNRESOLVED, str(error), place, "", ""
        target, page, picture = None, None, None
        try:
            match error:
                case NotThere():
                    what, looked_for, saw, target = "not found", error.looked_for, error.saw, error.target
                    status, cause, why = await _fate_of_miss(scene, target)
                case NotReadable():
                    what, saw = "nothing to read", str(error)
                    target = bound(step, scene.names).target if isinstance(step, Remember) else None
                    status, cause, why = await _fate_of_miss(scene, target)
                    if isinstance(error, Undecidable) or target is None:
                        status, cause = Status.UNRESOLVED, OutcomeCause.NOT_READABLE
                case NotOperable():
                    what, looked_for, saw = "not operable", error.looked_for, error.saw
                    cause = OutcomeCause.NOT_OPERABLE
                case PageUnresponsive():
                    self.result.event = Event.PAGE_UNRESPONSIVE
                    status, what, saw = Status.FAILED, "page unresponsive", str(error)
                    cause = OutcomeCause.UNRESPONSIVE
                case _:
                    is_late = isinstance(error, TimeoutError)
                    cause = OutcomeCause.OUT_OF_TIME if is_late else OutcomeCause.INFRASTRUCTURE
        except PageUnresponsive as later:
            # The page stopped answering while the judge looked for the reason.
            return await self.ended(later)
        if not isinstance(error, PageUnresponsive):
            picture = await self.pictures.take(scene.page, "stopped")
            # A page that stops answering now takes nothing back of what was observed before.
            with suppress(PageUnresponsive):
                page = await scene.page.look()
        saw = "; ".join(filter(None, (saw, why)))
        reason = f"{place}: {what}" + (f": looked for {looked_for}; {saw}" if saw else "")
        self.result.account.append(f"could not be done: {reason}")
        console = tuple(scene.page.events.errors[:5])
        return OutcomeAttempt(
            status,
            reason,
            Observation(looked_for=looked_for, saw=saw, screenshot=picture, console=console),
            cause,
            unfound=(target,) if target is not None else (),
            was_met=target is not None and scene.context.was_met(target),
            page=page,
            weakly_bound=scene.weakly_bound,
            step=number,
        )


def _unmet(observed: Observed, expectation: Expectation) -> tuple[Target, ...]:
    """Named targets that the task never found, where the expectation holds only because they are absent."""
    named = {name_of(one.target) for one in found_in(expectation, Absent) if is_named(one.target)}
    return tuple(one for one in observed.unmet if observed.vacuous and name_of(one) in named)


async def _fate_of_miss(scene: Scene, target: Target | None) -> tuple[Status, OutcomeCause, str]:
    """Status, cause and explanation where a target was not found, or an expectation without a target does not hold.

    It has failed, unless the target may be in what the look left out, or a disabled control was pressed, whose form may
    only need more input than the task gave.
    """
    snapshot, control = await scene.page.look(), scene.refused
    if target is not None and await may_be_unseen(scene, target):
        return Status.UNRESOLVED, OutcomeCause.SEEN_IN_PART, _partly(snapshot)
    if control is not None:
        why = f"{describe(control)} was disabled when it was pressed"
        return Status.UNRESOLVED, OutcomeCause.NOT_OPERABLE, why
    return Status.FAILED, OutcomeCause.CONTRARY_OBSERVED if target is None else OutcomeCause.MISSING, ""


def _partly(snapshot: Snapshot) -> str:
    return f"not all of the page was seen, for {'; '.join(snapshot.obstacles)}"


def _entry_of(target: Target) -> Target | None:
    """The item or row that a target is looked for in, if any."""
    outer = target.within
    return outer if outer is not None and outer.role in ("item", "row") else None
