"""Deciding one task: in the way that was handed on to it, in the usual one, and in others until one passes."""

import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from agents.browser.charting.atlas import Atlas
from agents.browser.snapshot import Snapshot
from agents.judging.absence import misses, reconsider, unbound_pages
from agents.judging.arriving import way_without_a_link
from agents.judging.attempt import Approach, Attempt
from agents.judging.detours import in_words, leaves_open, missed, tell, ways_to
from agents.judging.eliminating import rule_out, speaks_against
from agents.judging.inheriting import Lead
from agents.judging.merging import Course
from agents.judging.searching import as_found, by_elimination, finding_of, other_approaches, told
from agents.judging.settings import JudgeSettings
from agents.judging.wire import TaskRequest
from plans.plurals import count_text
from plans.records.findings import Look, Way
from plans.records.targets import Target
from plans.records.verdict import Status, World

ARRIVED = "no link needed"
"""Mark of a verdict that came about where what a missing link is to lead to stands already."""
INHERITED = "inherited"
"""Mark of a verdict that came about in the way of what the task builds on."""
MAPPED = "found on the map"
"""Mark of a verdict that came about on another screen than the one where the task looks."""
SEARCHED = "found by search"
"""Mark of a verdict that came about in another way than the usual one."""
SEARCH_CUT = "search cut"
"""Mark of a verdict that is open since there was no time for all other ways."""


class _Detour(NamedTuple):
    """What came of looking on other screens."""

    course: Course | None = None
    """Attempts that pass there."""
    is_open: bool = False
    """What was missed may be where the app was not explored."""


@dataclass(slots=True)
class Deciding:
    """One task, the limits, and how an attempt at it and the map of its app are made."""

    request: TaskRequest
    settings: JudgeSettings
    attempt: Callable[[Approach], Awaitable[Attempt]]
    atlas: Callable[[], Awaitable[Atlas]]
    unbound: list[Snapshot] = field(default_factory=list[Snapshot])
    """Pages on which targets were not bound, so that the task is open."""
    _tried: list[str] = field(default_factory=list[str])
    """Ways that did not pass, in words."""
    _further: Course | None = None
    """Attempts that did not pass, and came further than the usual ones by going into items."""
    _untried: int = 0
    """Ways for which there was no time."""

    async def course(self) -> Course:
        """The attempts that decide, of all that are made."""
        usual = Approach(
            self._seed(1),
            self._seed(0),
            bound=self.request.bound.prior,
            vocabulary=self.request.vocabulary,
        )
        if self.request.lead is not None:
            led = await self._led(self.request.lead, usual)
            if led is not None:
                return led
        attempts = [await self.attempt(usual)]
        for number in range(2, self.settings.attempts + 1 if self.request.confirm else 2):
            if attempts[-1].is_passed:
                break
            attempts.append(await self.attempt(replace(usual, seed=self._seed(number))))
        if not any(seen.is_passed for seen in attempts):
            passed = await self._stay(attempts, usual) or await self._elsewise(attempts, usual)
            if passed is not None:
                return passed
        # That an attempt came further counts only where none passes anywhere.
        course = self._further or Course(attempts, tried=tuple(self._tried))
        if self.request.world is World.OPEN:
            atlas = await self.atlas() if misses(course.attempts) else None
            reconsider(course.attempts, atlas, self.request.vocabulary, self.request.bound.absent)
            self.unbound = unbound_pages(course.attempts[0])
        if self._untried:
            _leave_open(course.attempts, self._untried)
        return course

    async def _led(self, lead: Lead, usual: Approach) -> Course | None:
        """What comes of a way that was handed on; None when it does not pass, and others are to be tried."""
        approach = as_found(lead.finding, usual)
        how = f"{told(approach)}, {lead.source}"
        attempts: list[Attempt] = []
        for number in range(1, 2 if lead.proven else self.settings.attempts + 1):
            attempts.append(await self.attempt(replace(approach, seed=self._seed(number))))
            if not attempts[-1].is_passed:
                self._tried.append(how)
                return None
        attempts[0].marks.add(INHERITED)
        return Course(attempts, how, lead.finding)

    async def _stay(self, usual_ones: list[Attempt], usual: Approach) -> Course | None:
        """Attempts that do without a link that is not there, where they pass; None when they do not."""
        way = way_without_a_link(self.request.task, usual_ones)
        if way is None:
            return None
        approach = replace(usual, ways=dict([(way.target, way.presses)]))
        attempts = await self._in_one_way(approach)
        if attempts[-1].is_passed:
            attempts[0].marks.add(ARRIVED)
            return Course(attempts, told(approach), finding_of(approach))
        return None

    async def _elsewise(self, seen: list[Attempt], usual: Approach) -> Course | None:
        """Attempts that pass in another way than the usual one, of which `seen` came; None: none do.

        What was not found is what is called so elsewhere before it is what nothing explains here.
        """
        if not seen[0].strange:
            return await self._search(seen[0], usual) or (await self._detour(seen, usual)).course
        detour = await self._detour(seen, usual)
        found = detour.course or await self._eliminate(seen, usual, may_rule_out=not detour.is_open)
        return found or await self._search(seen[0], usual)

    async def _eliminate(
        self, usual_ones: list[Attempt], usual: Approach, *, may_rule_out: bool
    ) -> Course | None:
        """Attempts that pass with what was not found taken for controls that nothing explains; None: none do.

        An attempt that comes further, and misses the next one there, is the one to go on from. Where each of them was
        tried and brought about nothing, none of them is it, if what was missed is not elsewhere (`may_rule_out`).
        """
        first = usual_ones[0]
        waiting = list(by_elimination(self.request.task, first, usual))
        furthest = first.begun
        in_vain: list[tuple[Target, Look]] = []
        for _ in range(self.settings.eliminations):
            if not waiting:
                break
            approach = waiting.pop(0)
            attempts = await self._in_one_way(approach)
            if attempts[-1].is_passed:
                attempts[0].marks.add(SEARCHED)
                return Course(attempts, told(approach), finding_of(approach))
            [(target, look), *further] = approach.meant.items()
            if not further and speaks_against(attempts[0], first, target):
                in_vain.append((target, look))
            if attempts[0].begun > furthest:
                furthest = attempts[0].begun
                waiting = [*by_elimination(self.request.task, attempts[0], approach), *waiting]
        if may_rule_out:
            rule_out(usual_ones, in_vain)
        return None

    async def _search(self, first: Attempt, usual: Approach) -> Course | None:
        """Attempts that pass, all in one other way; None when no way is found."""
        spent = 0.0
        ways = [*other_approaches(self.request.task, first, usual, self.settings.approaches)]
        for place, approach in enumerate(ways):
            if spent >= self.settings.search_limit:
                self._untried = len(ways) - place
                return None
            began = time.perf_counter()
            attempts = await self._in_one_way(approach)
            busy = time.perf_counter() - began - sum(seen.waited for seen in attempts)
            spent += busy / max(seen.slowness for seen in attempts)
            if attempts[-1].is_passed:
                attempts[0].marks.add(SEARCHED)
                return Course(attempts, told(approach), finding_of(approach))
            if approach.wanders and attempts[0].begun > first.begun:
                self._further = await self._twice(attempts, approach)
        return None

    async def _twice(self, seen: list[Attempt], approach: Approach) -> Course:
        """What was found where an item leads, twice: that the app does it there, and how it does it, decides.

        Attempts that disagree already are not made up for by a further one.
        """
        if len(seen) == 1:
            seen = [*seen, await self.attempt(replace(approach, seed=self._seed(2)))]
        return Course(seen, told(approach))

    async def _detour(self, usual_ones: list[Attempt], usual: Approach) -> _Detour:
        """Attempts that pass by way of another screen; without, it is told what the rest of the app showed."""
        misses = missed(usual_ones)
        if not misses or not self.request.confirm or not self.settings.detours:
            return _Detour()
        atlas = await self.atlas()
        before, ahead = usual, misses
        tried: list[Way] = []
        is_open = False
        while len(tried) < self.settings.detours:
            way = next((w for w in ways_to(atlas, ahead) if w not in tried), None)
            if way is None:
                break
            tried.append(way)
            approach = replace(before, ways=dict([*before.ways.items(), (way.target, way.presses)]))
            attempts = await self._in_one_way(approach)
            if attempts[-1].is_passed:
                attempts[0].marks.add(MAPPED)
                how = f"{told(approach)} ({atlas.size} explored)"
                return _Detour(Course(attempts, how, finding_of(approach)))
            is_open = is_open or leaves_open(attempts[-1], way)
            if way.target not in missed(attempts[-1:]):
                before, ahead = approach, missed(attempts[-1:])
        is_open = is_open or (not tried and any(atlas.may_hide(target) for target in misses))
        tell(usual_ones, misses, in_words(atlas, is_tried=bool(tried), is_open=is_open), is_open=is_open)
        return _Detour(is_open=is_open)

    async def _in_one_way(self, approach: Approach) -> list[Attempt]:
        """Attempts until one does not pass, or as many have as are needed to count."""
        attempts: list[Attempt] = []
        for number in range(1, self.settings.attempts + 1):
            # At first the same values are made up, so that the same targets are looked for.
            attempts.append(await self.attempt(replace(approach, seed=self._seed(number))))
            if not attempts[-1].is_passed:
                self._tried.append(told(approach))
                break
        return attempts

    def _seed(self, number: int) -> int:
        text = f"{self.request.random_seed}/{self.request.task.id}/{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _leave_open(attempts: Sequence[Attempt], untried: int) -> None:
    """What was not observed may be so in one of the ways for which there was no time."""
    for seen in attempts:
        seen.marks.add(SEARCH_CUT)
        for outcome in seen.outcomes.values():
            if outcome.status is Status.FAILED:
                outcome.status = Status.UNRESOLVED
                outcome.reason += f"; the search was cut, {count_text(untried, 'way')} not tried"
