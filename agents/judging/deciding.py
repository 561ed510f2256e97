"""Deciding one task: in the way that was handed on to it, in the usual one, and in others until one passes."""

import hashlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from agents.judging.attempt import Approach, Attempt
from agents.judging.inheriting import Lead
from agents.judging.merging import Course
from agents.judging.searching import as_found, finding_of, other_approaches, told
from agents.judging.settings import JudgeSettings
from agents.judging.wire import TaskRequest

INHERITED = "inherited"
"""Mark of a verdict that came about in the way of what the task builds on."""
SEARCHED = "found by search"
"""Mark of a verdict that came about in another way than the usual one."""


@dataclass(slots=True)
class Deciding:
    """One task, the limits, and how an attempt at it is made."""

    request: TaskRequest
    settings: JudgeSettings
    attempt: Callable[[Approach], Awaitable[Attempt]]
    _tried: list[str] = field(default_factory=list[str])
    """Ways that did not pass, in words."""

    async def course(self) -> Course:
        """The attempts that decide, of all that are made."""
        usual = Approach(self._seed(1), vocabulary=self.request.vocabulary)
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
            found = await self._search(attempts[0], usual)
            if found is not None:
                return found
        return Course(attempts, tried=tuple(self._tried))

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

    async def _search(self, first: Attempt, usual: Approach) -> Course | None:
        """Attempts that pass, all in one other way; None when no way is found."""
        began = time.perf_counter()
        for approach in other_approaches(self.request.task, first, usual, self.settings.approaches):
            attempts: list[Attempt] = []
            for number in range(1, self.settings.attempts + 1):
                if time.perf_counter() - began > self.settings.search_limit:
                    return None
                # At first the same values are made up, so that the same targets are looked for.
                attempts.append(await self.attempt(replace(approach, seed=self._seed(number))))
                if not attempts[-1].is_passed:
                    self._tried.append(told(approach))
                    break
            else:
                attempts[0].marks.add(SEARCHED)
                return Course(attempts, told(approach), finding_of(approach))
        return None

    def _seed(self, number: int) -> int:
        text = f"{self.request.random_seed}/{self.request.task.id}/{number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
