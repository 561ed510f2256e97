"""The judges that ask a model: `model`, which has one decide every task, and `hybrid`, which has a program do it first.

hybrid: a program's verdict stands where it passed a task, or found what it looked for and saw it fail. Where it did not
find something, or could not decide, a model walks through the app. What the model points out is given to the program,
which tries the task anew with it: what passes so, a program has seen, and by that memory the next round needs no model.
Only where the program gets no further even then, the model's own verdict counts, and is marked. Where the model could
not look, because the browser was lost or its answers could not be used, the task is unresolved and is judged again.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from agents.judging.dag import Mishap
from agents.judging.digest import judge_digest
from agents.judging.inheriting import Lead
from agents.judging.pool import SharedMap, WorkerPool
from agents.judging.programmatic import ByProgram, Decider, ProgrammaticJudge, attempted
from agents.judging.settings import JudgeSettings
from agents.judging.ui_model.asking import Conversation, prompt_hashes
from agents.judging.ui_model.binder import Binder
from agents.judging.ui_model.verdicts import alone, credited, may_be_there, speaks_against, stands, with_model
from agents.judging.walk_bounds import WalkBounds
from agents.judging.wire import TaskRequest
from plans.code_digests import closure_digest
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import value_digest
from plans.errors import ModelError, event_of, needs_rejudging
from plans.records.criteria import EvaluationTask
from plans.records.judge_model import JudgeModel
from plans.records.judging import JudgeRequest
from plans.records.model_play import PlayedRole
from plans.records.model_use import ModelUse
from plans.records.verdict import Status, TaskVerdict

Mode = Literal["model", "hybrid"]
WORKER = "agents.judging.ui_model.worker"
POINTED_OUT = "as a model pointed it out"

Uses = tuple[ModelUse, ...]
Walked = Callable[[EvaluationTask, int], Awaitable[tuple[TaskVerdict | Mishap, Uses]]]
"""Has a model judge a task, in so many walks at most; with what it was asked for it."""


class ModelJudge(ProgrammaticJudge):
    """Implements plans.contracts.judging.Judge; raises the errors of a Model whose answers do not come, too."""

    def __init__(
        self,
        chromium: Path | None,
        model: Model,
        player: JudgeModel,
        *,
        mode: Mode = "model",
        bounds: WalkBounds | None = None,
        workers: int = 2,
        settings: JudgeSettings | None = None,
        sandbox: SandboxProvider | None = None,
    ) -> None:
        """A judge; nothing is started or asked before it is used.

        Args:
            chromium: The browser's binary.
            model: Who is asked, in the role `ui_judge`.
            player: The same, as records name it.
            mode: Whether a program decides what it can.
            bounds: How far a model goes; left out, the usual ones.
            workers: Browsers at once, for programs and for models each.
            settings: Limits of a program, and the date on which a model walks through the app.
            sandbox: Runs hand-ins that serve themselves.
        """
        super().__init__(chromium, workers=workers, settings=settings, sandbox=sandbox)
        self.name = mode
        self.model = player
        self._mode: Mode = mode
        self._model = model
        self._bounds = bounds or WalkBounds()
        self._walkers: WorkerPool | None = None

    @property
    def digest(self) -> str:
        """Digest of code, prompts, settings, browser, model and mode."""
        assert self.model is not None
        return value_digest(
            {
                "program": judge_digest(self.chromium, self.settings),
                "code": closure_digest((__name__, WORKER)),
                "bounds": self._bounds.model_dump(mode="json"),
                "model": self.model.model_dump(mode="json"),
                "mode": self._mode,
            }
        )

    @asynccontextmanager
    async def in_use(self) -> AsyncGenerator[None]:
        """Keep all workers warm."""
        async with super().in_use(), self._get_walkers().in_use():
            yield

    def decider(self, request: JudgeRequest, planned: Sequence[EvaluationTask]) -> Decider:
        """What decides each of the planned tasks; inside `in_use`."""
        walked = self._walking(request)
        if self._mode == "hybrid":
            binder = Binder(self._model, request, partial(self.explored, request))
            by_program = self.program(request, planned, binder)
            hybrid = Hybrid(request, by_program, walked, self._bounds.attempts)
            return Decider(hybrid.decided, lambda: binder.bound)

        clause = self.program(request, planned)

        async def decide(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | Mishap:
            if task.is_of_clause:
                # Names and keys are what a program finds out, and no model sees in a picture.
                return await clause(task, passed, None)
            met, uses = await walked(task, self._bounds.attempts)
            return met if isinstance(met, Mishap) else with_model(met, uses)

        return Decider(decide)

    def _walking(self, request: JudgeRequest) -> Walked:
        pool = self._get_walkers()

        async def walk(task: EvaluationTask, walks: int) -> tuple[TaskVerdict | Mishap, Uses]:
            said = Conversation(self._model, request, task, self._bounds, self.settings.browser.today)
            asked = TaskRequest(
                task=task,
                hand_in=str(request.hand_in.resolve()),
                evidence=str(request.evidence.resolve()) if request.evidence else None,
                random_seed=request.random_seed,
                confirm=request.confirm is None or task.id in request.confirm,
                walk=self._bounds.model_copy(update={"attempts": walks}),
            )
            try:
                met = await attempted(pool, asked, SharedMap(), said.answer)
            except ModelError as error:
                met = Mishap(event_of(error), str(error))
            return met, said.uses

        return walk

    def _get_walkers(self) -> WorkerPool:
        if self._walkers is None:
            self._walkers = WorkerPool(self.worker_setup, self.worker_count, WORKER)
        return self._walkers


class Hybrid:
    """A program's verdict, and where it did not find something, what a model makes of it."""

    def __init__(self, request: JudgeRequest, by_program: ByProgram, walked: Walked, walks: int) -> None:
        self._before = request.before
        self._by_program = by_program
        self._walked = walked
        self._walks = walks

    async def decided(self, task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | Mishap:
        """One task's verdict."""
        met = await self._by_program(task, passed, self._remembered(task))
        if isinstance(met, Mishap):
            return met
        verdict = credited(task, met)
        if task.is_of_clause or not may_be_there(verdict):
            return verdict
        # Where a program saw nothing of it twice, one walk that sees nothing of it either is enough.
        walks = 1 if verdict.status is Status.FAILED else self._walks
        seen, uses = await self._walked(task, walks)
        if isinstance(seen, Mishap):
            could_not = f"a model could not look: {seen.said}"
            return seen if needs_rejudging(seen.event) else stands(verdict, could_not, uses)
        if seen.finding is not None:
            lead = Lead(finding=seen.finding, source=POINTED_OUT, proven=False)
            again = await self._by_program(task, passed, lead)
            if isinstance(again, Mishap) and needs_rejudging(again.event):
                return again
            if isinstance(again, TaskVerdict) and again.status is Status.PASSED:
                return with_model(credited(task, again), uses)
        if seen.status is Status.PASSED and not speaks_against(verdict):
            return alone(seen, verdict, uses)
        if seen.status is Status.FAILED and verdict.status is Status.UNRESOLVED:
            return alone(seen, verdict, uses)
        return stands(verdict, seen.reason, uses)

    def _remembered(self, task: EvaluationTask) -> Lead | None:
        """What a model pointed out in the round before, all of it: it need not be asked again."""
        before = self._before.get(task.id)
        if before is None or not before.is_pointed_out:
            return None
        return Lead(finding=before, source=f"{POINTED_OUT} in the round before", proven=False)


def judge_model(player: PlayedRole) -> JudgeModel:
    """The model that plays `ui_judge`, as records name it."""
    return JudgeModel(
        endpoint=player.endpoint,
        model=player.model,
        sampling=player.sampling,
        prompts=dict(prompt_hashes()),
    )
