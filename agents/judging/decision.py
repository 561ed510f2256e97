"""The verdict of one task: which attempts are made, and what they add up to.

A failure counts when a second attempt confirms it; attempts that disagree decide nothing.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from agents.browser.charting.atlas import Atlas
from agents.browser.snapshot import Snapshot
from agents.judging.absence import misses, reconsider, unbound_pages
from agents.judging.attempt import Approach, Attempt
from agents.judging.wire import JudgeSettings, Stuck, TaskRequest
from plans.records.criteria import EvaluationTask
from plans.records.event import Event
from plans.records.findings import AdaptedStep, Finding
from plans.records.verdict import OutcomeCause, OutcomeVerdict, Status, TaskVerdict, World

_LONGER = 4.0
"""Factor on the time to answer that a page gets in the second attempt, where it gave no answer in the first."""
INHERITED = "inherited"
"""Mark of a verdict that was reached with the adaptations of the round before."""


@dataclass(frozen=True, slots=True)
class Course:
    """The attempts that decide a task."""

    attempts: Sequence[Attempt]
    finding: Finding | None = None
    """The adaptations of the round before, where the task passed with them."""


@dataclass(slots=True)
class Deciding:
    """Makes the attempts at one task."""

    request: TaskRequest
    settings: JudgeSettings
    attempt: Callable[[Approach], Awaitable[Attempt]]
    atlas: Callable[[], Awaitable[Atlas]]
    """Gives the map of the app."""
    unbound: list[Snapshot] = field(default_factory=list[Snapshot])
    """Pages on which targets of an open task were not bound."""
    stuck: Stuck | None = None
    """Where the first attempt did not pass."""

    async def course(self) -> Course:
        """The attempts that decide, of all that are made."""
        request, before = self.request, self.request.before
        usual = Approach(self._seed(1), self._seed(0), bound=request.bound.prior)
        if before is not None:
            attempts = await self._as_before(replace(usual, adapted=_by_step(before.adapted)))
            if attempts:
                return Course(attempts, before)
        usual = replace(usual, adapted=_by_step(request.adapted))
        attempts = [await self._reconsidered(usual)]
        for number in range(2, self.settings.attempts + 1 if request.confirm else 2):
            last = attempts[-1]
            # A second attempt cannot close an open task; it is made only for a model that is to confirm a failure.
            if last.is_passed or not (last.is_failed or request.tells_missed):
                break
            # A page that was only slow, as on a busy machine, may answer now; one that hangs never does.
            factor = _LONGER if last.event is Event.PAGE_UNRESPONSIVE else 1.0
            again = replace(usual, seed=self._seed(number), answer_factor=factor)
            attempts.append(await self._reconsidered(again))
        self.unbound = unbound_pages(attempts[0]) if request.world is World.OPEN else []
        self.stuck = _stuck(attempts[0])
        return Course(attempts)

    async def _reconsidered(self, approach: Approach) -> Attempt:
        """An attempt; in an open world, what failed in a closed world alone is left open."""
        attempt = await self.attempt(approach)
        if self.request.world is World.OPEN:
            atlas = await self.atlas() if misses(attempt) else None
            reconsider(attempt, atlas, self.request.vocabulary, self.request.bound.absent)
        return attempt

    async def _as_before(self, approach: Approach) -> list[Attempt]:
        """Attempts with the adaptations of the round before; none unless each of them passes."""
        attempts: list[Attempt] = []
        for number in range(1, self.settings.attempts + 1):
            attempts.append(await self.attempt(replace(approach, seed=self._seed(number))))
            if not attempts[-1].is_passed:
                return []
        attempts[0].marks.add(INHERITED)
        return attempts

    def _seed(self, number: int) -> int:
        text = f"{self.request.random_seed}/{self.request.task.id}/{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _by_step(adapted: Iterable[AdaptedStep]) -> dict[int, AdaptedStep]:
    return {each.step: each for each in adapted}


def _stuck(attempt: Attempt) -> Stuck | None:
    """The first step at which outcomes did not pass; None where there is none, or no page shows it."""
    open_ones = {
        id: (seen, seen.page)
        for id, seen in attempt.outcomes.items()
        if seen.status is not Status.PASSED and seen.step and seen.page is not None
    }
    if not open_ones:
        return None
    first, page = min(open_ones.values(), key=lambda one: one[0].step)
    return Stuck(
        step=first.step,
        outcomes=tuple(id for id, (seen, _) in open_ones.items() if seen.step == first.step),
        account=tuple(attempt.account[: first.step]),
        names=attempt.names,
        bindings=attempt.bindings,
        page=page,
    )


def task_verdict(task: EvaluationTask, course: Course, seconds: float, *, made: int = 0) -> TaskVerdict:
    """The verdict of a task.

    Args:
        task: What was judged.
        course: The attempts that decide it.
        seconds: Wall time of all attempts.
        made: How many were made, those included that decide nothing; at least as many as decide.
    """
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
        outcomes.append(
            OutcomeVerdict(
                outcome=planned.id,
                status=status,
                reason=reason,
                observation=telling.observation,
                cause=cause,
                is_unseen=not is_passed and all(seen.is_unseen for seen in tries),
                points=1.0 if is_passed else 0.0,
            )
        )
    status, reason = Status.PASSED, "all outcomes were observed"
    for worst in (Status.FAILED, Status.UNRESOLVED):
        if found := next((one for one in outcomes if one.status is worst), None):
            status, reason = worst, f"{found.outcome}: {found.reason}"
            break
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
