"""The verdict of one task: the attempts that are made, what each found, and what they add up to.

A failure counts when a second attempt confirms it; attempts that disagree decide nothing. In an open world, where the
submission decides how things are called and built, a target that was not found has failed only where its absence is
proved, and an observed contrary counts only where every target was bound by its role and name.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agents.browser.atlas import Atlas
from agents.browser.grounding.candidates import NOTHING, SURE, Prior
from agents.browser.grounding.ground import ground
from agents.browser.grounding.scoring import may_be_among
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from agents.judging.bound import CONTROLS, BoundTargets
from agents.judging.wire import JudgeSettings, Stuck, TaskRequest
from plans.errors import PageUnresponsive
from plans.files import write_bytes
from plans.records.app_map import AdaptedStep, Binding, Finding
from plans.records.criteria import EvaluationTask
from plans.records.marks import Event
from plans.records.steps import Target
from plans.records.values import Value
from plans.records.verdict import Observation, OutcomeCause, OutcomeVerdict, Status, TaskVerdict, World

_LONGER = 4.0
"""Factor on the time to answer that a page gets in the second attempt, where it gave no answer in the first."""
_BY_MAP = (OutcomeCause.MISSING, OutcomeCause.VACUOUS)
"""Causes of failures that the map of the app confirms or leaves open."""


@dataclass(frozen=True, slots=True)
class Approach:
    """Parameters of one attempt."""

    seed: int
    """Seed of the made-up values."""
    draw: int = 0
    """Seed of the entries that are drawn; the same in all attempts at a task, so that they can be compared."""
    bound: Prior = NOTHING
    """Bindings by a model or a person."""
    adapted: Mapping[int, AdaptedStep] = field(default_factory=dict[int, AdaptedStep])
    """Number of a step → how it is done in this app."""
    answer_factor: float = 1.0
    """Factor on the time that a page may take to answer an input."""
    is_last: bool = False
    """Whether its failures are final."""


@dataclass(slots=True)
class OutcomeAttempt:
    """Result of one attempt for one outcome; changed in place while the attempt is judged."""

    status: Status
    reason: str
    observation: Observation
    cause: OutcomeCause | None = None
    """Why it did not pass."""
    unfound: tuple[Target, ...] = ()
    """Targets that were not found, with the cause MISSING."""
    unmet: tuple[Target, ...] = ()
    """Targets on whose absence alone it passed, though the task found them nowhere."""
    was_met: bool = False
    """One of `unfound` had been found before, so it is not absent from the app."""
    page: Snapshot | None = None
    """The page on which it did not pass."""
    weakly_bound: tuple[Binding, ...] = ()
    """Bindings of the task, up to this point, that are not by role and name."""
    vacuous: bool = False
    """It would also hold in an app in which nothing works."""
    is_unseen: bool = False
    """No step observed the contrary (see OutcomeVerdict)."""
    step: int = 0
    """Number of the step that decided it; 0: none."""


@dataclass(slots=True)
class Attempt:
    """Result of one attempt at a task."""

    outcomes: dict[str, OutcomeAttempt] = field(default_factory=dict[str, OutcomeAttempt])
    """By outcome id; outcomes that no step reached are added at the end."""
    marks: set[str] = field(default_factory=set[str])
    event: Event | None = None
    """An event with a ruling of its own in plans.errors that ended the attempt."""
    bindings: tuple[Binding, ...] = ()
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place of an entry that was drawn."""
    begun: int = 0
    """Number of the last step that was begun."""
    account: list[str] = field(default_factory=list[str])
    """Result of each step that was begun, in words."""
    names: dict[str, Value] = field(default_factory=dict[str, Value])

    @property
    def is_passed(self) -> bool:
        """True when every outcome passed."""
        return all(seen.status is Status.PASSED for seen in self.outcomes.values())

    @property
    def is_failed(self) -> bool:
        """True when an outcome failed."""
        return any(seen.status is Status.FAILED for seen in self.outcomes.values())


class Pictures:
    """The pictures of one task, over all attempts at it."""

    def __init__(self, folder: Path | None, task: str) -> None:
        """`folder`: where they are kept; None: none are taken."""
        self._folder = folder
        self._task = task
        self._files: dict[str, str] = {}
        """Name of a picture → its file; outcomes that fail on the same snapshot share one."""
        self._last: tuple[Snapshot | None, str] = (None, "")

    async def take(self, page: LivePage, name: str) -> str | None:
        """The file that shows the page as it is now; None where none is taken, also of a name taken before."""
        if self._folder is None or name in self._files:
            return None
        snapshot, file = self._last
        if snapshot is None or page.last_look is not snapshot:
            file = f"{self._task}--{name}.jpg"
            try:
                write_bytes(self._folder / file, await page.screenshot())
            except PageUnresponsive:
                # The verdict stands without a picture of it.
                return None
            self._last = (page.last_look, file)
        self._files[name] = file
        return file

    def keep(self, verdict: TaskVerdict) -> None:
        """Delete those that the verdict does not name: they show attempts that did not decide it."""
        if self._folder is None:
            return
        named = {seen.observation.screenshot for seen in verdict.outcomes if seen.observation}
        for file in set(self._files.values()) - named:
            (self._folder / file).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class AttemptHistory:
    """The attempts that decide a task."""

    attempts: Sequence[Attempt]
    finding: Finding | None = None
    """The adaptations of the round before, where the task passed with them."""

    @property
    def stuck(self) -> Stuck | None:
        """The first step at which outcomes did not pass; None where there is none, or no page shows it."""
        first = self.attempts[0]
        open_ones = {id: seen for id, seen in first.outcomes.items() if seen.status is not Status.PASSED}
        shown = [(seen.step, seen.page) for seen in open_ones.values() if seen.step and seen.page is not None]
        if not shown:
            return None
        step, page = min(shown, key=lambda one: one[0])
        return Stuck(
            step=step,
            outcomes=tuple(id for id, seen in open_ones.items() if seen.step == step),
            account=tuple(first.account[:step]),
            names=first.names,
            bindings=first.bindings,
            page=page,
        )


async def decide(
    request: TaskRequest,
    settings: JudgeSettings,
    attempt: Callable[[Approach], Awaitable[Attempt]],
    atlas: Callable[[], Awaitable[Atlas]],
) -> AttemptHistory:
    """Make the attempts at a task; those that decide. `atlas` gives the map of the app."""

    def seed(number: int) -> int:
        text = f"{request.random_seed}/{request.task.id}/{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    async def reconsidered(approach: Approach) -> Attempt:
        made = await attempt(approach)
        if request.world is World.OPEN:
            needs_map = any(
                _is_failed(seen, *_BY_MAP) or _is_on_trust(seen) for seen in made.outcomes.values()
            )
            _reconsider(made, await atlas() if needs_map else None, request.bound)
        return made

    usual = Approach(seed(1), seed(0), bound=request.bound.prior)
    if (before := request.before) is not None:
        adapted = {each.step: each for each in before.adapted}
        inherited: list[Attempt] = []
        while len(inherited) < settings.attempts and all(one.is_passed for one in inherited):
            inherited.append(
                await reconsidered(replace(usual, seed=seed(len(inherited) + 1), adapted=adapted))
            )
        if all(one.is_passed for one in inherited):
            return AttemptHistory(inherited, before)
    usual = replace(usual, adapted={each.step: each for each in request.adapted})
    attempts = [await reconsidered(usual)]
    for number in range(2, settings.attempts + 1 if request.confirm else 2):
        last = attempts[-1]
        # A second attempt cannot close an open task; it is made only for a model that is to confirm a failure.
        if last.is_passed or not (last.is_failed or request.tells_stuck):
            break
        # A page that was only slow, as on a busy machine, may answer now; one that hangs never does.
        factor = _LONGER if last.event is Event.PAGE_UNRESPONSIVE else 1.0
        is_last = request.world is World.OPEN and number == settings.attempts
        anew = replace(usual, seed=seed(number), answer_factor=factor, is_last=is_last)
        attempts.append(await reconsidered(anew))
    return AttemptHistory(attempts)


def _is_failed(seen: OutcomeAttempt, *causes: OutcomeCause) -> bool:
    return seen.status is Status.FAILED and seen.cause in causes


def _is_on_trust(seen: OutcomeAttempt) -> bool:
    return seen.status is Status.PASSED and bool(seen.unmet)


def _reconsider(attempt: Attempt, atlas: Atlas | None, bound: BoundTargets) -> None:
    """Leave open what failed in a closed world alone, and what passed on the absence of things never seen."""
    outcomes = attempt.outcomes.values()
    known = [screen.snapshot for screen in atlas.screens] if atlas is not None else []
    explored = known if atlas is not None and not atlas.cut and not atlas.left_alone else []
    told = bound.absent if bound.is_map_whole else ()
    for seen in outcomes:
        if _is_failed(seen, OutcomeCause.MISSING):
            screens = [*explored, *([seen.page] if seen.page else [])]
            is_sought = bool(explored and seen.unfound) and not seen.was_met
            if is_sought and all(_is_absent(one, screens, told) for one in seen.unfound):
                seen.cause = OutcomeCause.ABSENT_BY_PROOF
            else:
                seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
                seen.reason += "; it may be there in another form"
        elif _is_failed(seen, OutcomeCause.CONTRARY_OBSERVED) and seen.weakly_bound:
            weak = seen.weakly_bound[0]
            taken = f"{weak.bound_to!r} was taken and may be something else" if weak.bound_to else ""
            seen.status, seen.cause = Status.UNRESOLVED, OutcomeCause.NOT_BOUND
            seen.reason += f"; it rests on {weak.target}, for which {taken or 'nothing was found'}"
        elif seen.cause is OutcomeCause.MISSING:
            seen.cause = OutcomeCause.NOT_BOUND
        elif _is_on_trust(seen) and not all(_is_known(one, known, bound) for one in seen.unmet):
            seen.status, seen.cause, seen.is_unseen = Status.UNRESOLVED, OutcomeCause.NOT_BOUND, True
            seen.reason += "; the app was never seen to have it, so it may be there in another form"
    # Vacuous passes have failed in an empty app, and beside another outcome that failed.
    is_empty = bool(explored) and not any(screen.content or screen.left_out for screen in explored)
    vacuous = [seen for seen in outcomes if _is_failed(seen, OutcomeCause.VACUOUS)]
    if not is_empty and len(vacuous) == sum(seen.status is Status.FAILED for seen in outcomes):
        for seen in vacuous:
            seen.status = Status.UNRESOLVED


def _is_known(target: Target, screens: Sequence[Snapshot], bound: BoundTargets) -> bool:
    """Whether it is bound, said to be absent, or found by its name on a screen."""
    is_bound = bound.prior.meaning(target) is not None
    is_bound |= bound.is_map_whole and target.anywhere in bound.absent
    return is_bound or any(ground(one, target.anywhere, bound.prior, "see").surety >= SURE for one in screens)


def _is_absent(target: Target, screens: Sequence[Snapshot], told_absent: tuple[Target, ...]) -> bool:
    """True when all of these screens was seen and the target is said to be absent, or nothing on them can be it: no
    control at all, or no text.
    """
    for screen in screens:
        operated = (each.is_shown and (each.clickable or each.is_field) for each in screen.elements)
        is_possible = any(operated) if target.role in CONTROLS else bool(screen.content)
        if may_be_among(target.role, screen.left_out) or (is_possible and target.anywhere not in told_absent):
            return False
    return True


def task_verdict(
    task: EvaluationTask, course: AttemptHistory, seconds: float, *, made: int = 0
) -> TaskVerdict:
    """The verdict of a task after `seconds`, and `made` attempts including those that decide nothing."""
    attempts = course.attempts
    marks = set[str]().union(*(attempt.marks for attempt in attempts))
    outcomes: list[OutcomeVerdict] = []
    for planned in task.outcomes:
        tries = [attempt.outcomes[planned.id] for attempt in attempts]
        telling = tries[0]
        status, reason, cause = telling.status, telling.reason, telling.cause
        if any(seen.status is not status for seen in tries):
            marks.add("flaky")
            telling = next(seen for seen in tries if seen.status is not Status.PASSED)
            status, cause = Status.UNRESOLVED, OutcomeCause.FLAKY
            said = " / ".join(f"{seen.status.value} ({seen.reason})" for seen in tries)
            reason = f"attempts disagree: {said}"
        is_passed = status is Status.PASSED
        resembling = [one.surety for one in telling.weakly_bound if one.bound_to] if is_passed else []
        outcomes.append(
            OutcomeVerdict(
                outcome=planned.id,
                status=status,
                reason=reason,
                observation=telling.observation,
                cause=cause,
                is_unseen=not is_passed and all(seen.is_unseen for seen in tries),
                confidence=min(resembling, default=1.0),
                points=1.0 if is_passed else 0.0,
            )
        )
    status, reason = Status.PASSED, "all outcomes were observed"
    for worst in (Status.UNRESOLVED, Status.FAILED):
        if found := next((one for one in outcomes if one.status is worst), None):
            status, reason = worst, f"{found.outcome}: {found.reason}"
    if course.finding is not None:
        reason = f"{reason}, with the adaptations of the round before"
    event = next((attempt.event for attempt in attempts if attempt.event), None)
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=reason,
        outcomes=tuple(outcomes),
        seconds=round(seconds, 3),
        attempts=max(made, len(attempts)),
        event=None if status is Status.PASSED else event,
        marks=tuple(sorted(marks)),
        bindings=attempts[0].bindings,
        drawn=attempts[0].drawn,
        finding=course.finding,
    )
