"""Deciding one task: in the way that passed in the round before, else as its steps say."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace

from agents.browser.charting.atlas import Atlas
from agents.browser.snapshot import Snapshot
from agents.judging.absence import misses, reconsider, unbound_pages
from agents.judging.attempt import Approach, Attempt
from agents.judging.merging import Course
from agents.judging.settings import JudgeSettings
from agents.judging.telling import told_briefly
from agents.judging.wire import Stuck, TaskRequest
from plans.records.event import Event
from plans.records.findings import AdaptedStep, Finding
from plans.records.verdict import Status, World

LONGER = 4.0
"""How many times as long as at first a page gets to answer, once it did not."""
INHERITED = "inherited"
"""Mark of a verdict that was reached in the way of the round before."""


@dataclass(slots=True)
class Deciding:
    """One task, the limits, and how an attempt at it and the map of its app are made."""

    request: TaskRequest
    settings: JudgeSettings
    attempt: Callable[[Approach], Awaitable[Attempt]]
    atlas: Callable[[], Awaitable[Atlas]]
    unbound: list[Snapshot] = field(default_factory=list[Snapshot])
    """Pages on which targets were not bound, so that the task is open."""
    stuck: Stuck | None = None
    """Where the task got stuck first, where it did not pass."""
    _tried: str = ""
    """A way that did not pass, in words."""

    async def course(self) -> Course:
        """The attempts that decide, of all that are made."""
        usual = Approach(self._seed(1), self._seed(0), bound=self.request.bound.prior)
        if self.request.before is not None:
            course = await self._as_before(self.request.before, usual)
            if course is not None:
                return course
        usual = replace(usual, adapted=_by_step(self.request.adapted))
        attempts = [await self.attempt(usual)]
        await self._reconsider(attempts[0])
        for number in range(2, self.settings.attempts + 1 if self.request.confirm else 2):
            # Whatever a second attempt at an open task says, it stays open, unless a model is to confirm that it fails.
            if attempts[-1].is_passed or not (attempts[-1].is_failed or self.request.tells_missed):
                break
            # What hangs does so for any time; what was only slow, as on a machine that does much else, may answer now.
            factor = LONGER if attempts[-1].event is Event.PAGE_UNRESPONSIVE else 1.0
            attempts.append(await self.attempt(replace(usual, seed=self._seed(number), answer_factor=factor)))
            await self._reconsider(attempts[-1])
        self.unbound = unbound_pages(attempts[0]) if self.request.world is World.OPEN else []
        self.stuck = _stuck(attempts[0])
        return Course(attempts, tried=self._tried)

    async def _reconsider(self, attempt: Attempt) -> None:
        """Leave open what failed in a closed world alone."""
        if self.request.world is World.OPEN:
            atlas = await self.atlas() if misses(attempt) else None
            reconsider(attempt, atlas, self.request.vocabulary, self.request.bound.absent)

    async def _as_before(self, before: Finding, usual: Approach) -> Course | None:
        """What comes of the way that passed in the round before; None where it does not pass as often as a failure has
        to come.
        """
        approach = replace(usual, adapted=_by_step(before.adapted))
        how = f"{_in_words(before)}, as in the round before"
        attempts: list[Attempt] = []
        for number in range(1, self.settings.attempts + 1):
            attempts.append(await self.attempt(replace(approach, seed=self._seed(number))))
            if not attempts[-1].is_passed:
                self._tried = how
                return None
        attempts[0].marks.add(INHERITED)
        return Course(attempts, how, before)

    def _seed(self, number: int) -> int:
        text = f"{self.request.random_seed}/{self.request.task.id}/{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _by_step(adapted: Iterable[AdaptedStep]) -> dict[int, AdaptedStep]:
    return {each.step: each for each in adapted}


def _in_words(finding: Finding) -> str:
    return "; ".join(
        f"step {each.step} is {'replaced by' if each.is_instead else 'done after'} "
        f"{', then '.join(map(told_briefly, each.actions))}"
        for each in finding.adapted
    )


def _stuck(attempt: Attempt) -> Stuck | None:
    """Where an attempt got stuck first; None where it did not, or no page shows it."""
    open_ones = {
        id: seen
        for id, seen in attempt.outcomes.items()
        if seen.status is not Status.PASSED and seen.step and seen.page is not None
    }
    if not open_ones:
        return None
    first = min(open_ones.values(), key=lambda seen: seen.step)
    assert first.page is not None
    return Stuck(
        step=first.step,
        outcomes=tuple(id for id, seen in open_ones.items() if seen.step == first.step),
        account=tuple(attempt.account[: first.step]),
        names=attempt.names,
        bindings=attempt.bindings,
        page=first.page,
    )
