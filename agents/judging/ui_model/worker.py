"""A worker whose tasks a model decides: its page is here, and the model is asked by whoever it speaks with.

Run as `python -m agents.judging.ui_model.worker`; it speaks by the lines of agents/judging/wire.py.
"""

import asyncio
import hashlib
import time
from pathlib import Path

from agents.judging.pictures import Pictures
from agents.judging.ui_model.asking import Shown, entered
from agents.judging.ui_model.moves import Move
from agents.judging.ui_model.names import pointed_out
from agents.judging.ui_model.verdicts import course_of, unresponsive, verdict_of
from agents.judging.ui_model.walking import Plan, Walk, walk
from agents.judging.wire import AnswerLine, TaskRequest, WorkerReply
from agents.judging.worker import Worker, serve_input
from plans.errors import PageUnresponsive
from plans.records.steps import SetClock
from plans.records.verdict import Status, TaskVerdict


class ModelWorker(Worker):
    """Judges a task by walks that a model leads."""

    async def judged(self, request: TaskRequest) -> TaskVerdict:
        """The task's verdict; what did not hold is walked to once more, and only what is so twice has failed."""
        began = time.perf_counter()
        assert request.walk is not None
        walks: list[Walk] = []
        most = request.walk.attempts if request.confirm else 1
        try:
            for number in range(1, most + 1):
                walks.append(await self._walk(request, number))
                if course_of(request.task, walks).status is Status.PASSED:
                    break
        except PageUnresponsive as error:
            return unresponsive(request.task, str(error), time.perf_counter() - began, len(walks) + 1)
        verdict = verdict_of(request.task, walks, time.perf_counter() - began)
        last = walks[-1].last
        pointings = last.pointings if last is not None and last.pointings else ()
        finding = pointed_out(request.task, pointings, walks[-1].sights)
        return verdict.model_copy(update={"finding": finding})

    async def _walk(self, request: TaskRequest, number: int) -> Walk:
        assert request.walk is not None
        has_clock = any(isinstance(step, SetClock) for step in request.task.steps)
        folder = Path(request.evidence) if request.evidence else None
        async with self.visited(Path(request.hand_in), _seed(request, number), clock=has_clock) as (
            page,
            start,
        ):
            today = self.setup.settings.browser.today
            made_up = entered(request.task, request.random_seed, number, today).named
            plan = Plan(number, request.walk, has_clock, made_up)
            found = await walk(page, start, request.task, plan, self._ask)
            if found.weighed is None or any(
                one.status is not Status.PASSED for one in found.weighed.outcomes.values()
            ):
                await Pictures(folder, f"{request.task.id}--model").take(page, f"walk-{number}")
            return found

    async def _ask(self, shown: Shown) -> Move:
        line = await self.answered(WorkerReply(asks=shown.model_dump_json()))
        return Move.model_validate_json(AnswerLine.model_validate_json(line).said)


def _seed(request: TaskRequest, number: int) -> int:
    text = f"{request.random_seed}/{request.task.id}/walk/{number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


if __name__ == "__main__":
    asyncio.run(serve_input(ModelWorker))
