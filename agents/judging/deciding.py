"""Deciding one task: in the way that a prerequisite found, in the usual one, and on the screens that the map names."""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from agents.browser.charting.atlas import Atlas
from agents.browser.snapshot import Snapshot
from agents.judging.absence import misses, reconsider, unbound_pages
from agents.judging.attempt import Approach, Attempt
from agents.judging.inheriting import Lead, approach_of, finding_of, told
from agents.judging.merging import Course
from agents.judging.settings import JudgeSettings
from agents.judging.wire import Stuck, TaskRequest
from plans.records.findings import Way
from plans.records.targets import Target
from plans.records.verdict import Status, World

INHERITED = "inherited"
"""Mark of a verdict that was reached in the way of a prerequisite, or of the round before."""
MAPPED = "found on the map"
"""Mark of a verdict that was reached on another screen than the one where the task looks."""


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
    _tried: list[str] = field(default_factory=list[str])
    """Ways that did not pass, in words."""

    async def course(self) -> Course:
        """The attempts that decide, of all that are made."""
        usual = Approach(
            self._seed(1),
            self._seed(0),
            bound=self.request.bound.prior,
            adapted={each.step: each for each in self.request.adapted},
        )
        if self.request.lead is not None:
            led = await self._led(self.request.lead, usual)
            if led is not None:
                return led
        attempts = [await self.attempt(usual)]
        if self.request.confirm and not attempts[0].is_passed:
            passed = await self._on_other_screens(attempts[0], usual)
            if passed is not None:
                return passed
        await self._reconsider(attempts[0])
        for number in range(2, self.settings.attempts + 1 if self.request.confirm else 2):
            # Whatever a second attempt at an open task says, it stays open, unless a model is to confirm that it fails.
            if attempts[-1].is_passed or not (attempts[-1].is_failed or self.request.tells_missed):
                break
            attempts.append(await self.attempt(replace(usual, seed=self._seed(number))))
            await self._reconsider(attempts[-1])
        self.unbound = unbound_pages(attempts[0]) if self.request.world is World.OPEN else []
        self.stuck = _stuck(attempts[0])
        return Course(attempts, tried=tuple(self._tried))

    async def _reconsider(self, attempt: Attempt) -> None:
        """Leave open what failed in a closed world alone."""
        if self.request.world is World.OPEN:
            atlas = await self.atlas() if misses(attempt) else None
            reconsider(attempt, atlas, self.request.vocabulary, self.request.bound.absent)

    async def _led(self, lead: Lead, usual: Approach) -> Course | None:
        """What comes of a way that was handed on; None when it does not pass, and others are to be tried."""
        approach = approach_of(lead.finding, usual)
        how = f"{told(approach)}, {lead.source}"
        attempts = await self._in_one_way(approach, how, 1 if lead.proven else self.settings.attempts)
        if not attempts[-1].is_passed:
            return None
        attempts[0].marks.add(INHERITED)
        return Course(attempts, how, lead.finding)

    async def _on_other_screens(self, first: Attempt, usual: Approach) -> Course | None:
        """Attempts that pass by way of screens on which the map has what was missed; None: none do.

        An attempt that finds what was missed, and misses something else there, is the one to go on from.
        """
        ahead = _missed(first)
        if not ahead:
            return None
        atlas = await self.atlas()
        before = usual
        tried: list[Way] = []
        while len(tried) < self.settings.detours:
            ways = (Way(target=target, presses=way) for target in ahead for way in atlas.ways_to(target))
            way = next((way for way in ways if way not in tried), None)
            if way is None:
                break
            tried.append(way)
            approach = replace(before, ways=dict([*before.ways.items(), (way.target, way.presses)]))
            attempts = await self._in_one_way(approach, told(approach), self.settings.attempts)
            if attempts[-1].is_passed:
                attempts[0].marks.add(MAPPED)
                return Course(attempts, f"{told(approach)} ({atlas.size} explored)", finding_of(approach))
            missed_there = _missed(attempts[-1])
            if way.target not in missed_there:
                before, ahead = approach, missed_there
        return None

    async def _in_one_way(self, approach: Approach, how: str, most: int) -> list[Attempt]:
        """Attempts until one does not pass, or `most` have."""
        attempts: list[Attempt] = []
        for number in range(1, most + 1):
            # The first makes up the same values as the usual attempt, so that the same targets are looked for.
            attempts.append(await self.attempt(replace(approach, seed=self._seed(number))))
            if not attempts[-1].is_passed:
                self._tried.append(how)
                break
        return attempts

    def _seed(self, number: int) -> int:
        text = f"{self.request.random_seed}/{self.request.task.id}/{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _missed(attempt: Attempt) -> list[Target]:
    """What was not found, in the order in which it was looked for."""
    return list(dict.fromkeys(target for seen in attempt.outcomes.values() for target in seen.missing))


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
