"""Hand-ins that serve themselves: whether the server starts is found out once, not by every task anew."""

import asyncio
from collections.abc import Awaitable, Callable

from agents.judging.merging import undecided
from plans.errors import Event
from plans.records.criteria import EvaluationTask
from plans.records.verdict import OutcomeCause, Status, TaskVerdict

_DOES_NOT_SERVE = frozenset({Event.NOT_SERVABLE, Event.SERVER_SILENT})


class OwnServer:
    """One hand-in's own server: the first task finds out whether it starts, while the others wait.

    A server that stays silent costs its whole time limit, and each root task would wait for it again.
    """

    def __init__(self) -> None:
        self._is_tried = False
        self._found_out = asyncio.Event()
        self._failure: TaskVerdict | None = None

    async def decided(
        self, task: EvaluationTask, decide: Callable[[], Awaitable[TaskVerdict]]
    ) -> TaskVerdict:
        """The task's verdict; where the server has not started for another task, failed for the same reason."""
        if self._is_tried:
            await self._found_out.wait()
            if self._failure is None:
                return await decide()
            failure = self._failure
            return undecided(
                task,
                Status.FAILED,
                failure.reason,
                event=failure.event,
                cause=OutcomeCause.NOT_SERVABLE,
            )
        self._is_tried = True
        verdict = await decide()
        if verdict.event in _DOES_NOT_SERVE:
            self._failure = verdict
        self._found_out.set()
        return verdict
