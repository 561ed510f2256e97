"""The judge of programs: tasks decided by commands in a sandbox; a model reads only what no program decides."""

import asyncio
import shutil
import time
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import JsonValue

from agents.judging.commands.adapting.plan import FreePlan, planned_freely
from agents.judging.commands.adapting.proposing import Proposer
from agents.judging.commands.bench import Bench, CommandSettings
from agents.judging.commands.decisions import how_of, require_pytest
from agents.judging.commands.own_python import own_python, own_versions, require_pytest_runs
from agents.judging.commands.reading.reader import TranscriptReader
from agents.judging.commands.testing.forging import unless_forged_elsewhere
from agents.judging.commands.trying import tried
from agents.judging.dag import InfraFailure, OnVerdict, decided, ignore_verdict
from agents.sandbox.roster import sandbox_digest
from agents.sandbox.showing import Showing
from plans.code_digests import closure_digest
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import folder_digest, value_digest
from plans.errors import SandboxRefused, event_of, needs_rejudging
from plans.items import judged_by
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.judging import JudgeRequest
from plans.records.marks import Mark, MarkCode
from plans.records.model_call import JudgeModel
from plans.records.sandboxing import sandbox_marks, strength_of
from plans.records.verdict import ORDER_DEPENDENT, Judgement, TaskVerdict
from plans.scratch import scratch


class CommandJudge:
    """Implements plans.contracts.judging.Judge. Inside `async with` its Python stays built between judgements.

    Entering raises StorageFailed, and SandboxRefused where the sandbox cannot be had, or pytest does not run there.
    """

    name = "commands"
    on_verdict: OnVerdict = staticmethod(ignore_verdict)
    """Who is told each verdict as soon as it is there; set before anything is judged."""

    def __init__(
        self,
        sandbox: SandboxProvider,
        settings: CommandSettings | None = None,
        reader: TranscriptReader | None = None,
        proposer: Proposer | None = None,
    ) -> None:
        """A judge; nothing is started before it is used.

        Args:
            sandbox: Where commands are run; one that shows no runtime environment is given this program's Python.
            settings: Left out, the usual ones.
            reader: A model that decides what no program is sure of; without one, that stays unresolved.
            proposer: With a free interface a model says what of the hand-in is what the criteria ask for, where no
                program is sure of that; without one, that stays unresolved.
        """
        self._reader = reader
        self._proposer = proposer
        self.settings = settings or CommandSettings()
        self._sandbox = sandbox
        self._stay = AsyncExitStack()
        self._shown: SandboxProvider | None = None
        self._room = asyncio.Semaphore(self.settings.at_once)

    @property
    def model(self) -> JudgeModel | None:
        """The model that it may ask; None where a program decides everything."""
        asked = self._reader or self._proposer
        return asked.player if asked else None

    @property
    def digest(self) -> str:
        """Digest of code, settings, what programs run with, and the model that may be asked; not of how many tasks are
        tried at once, which goes by the machine and changes no verdict.
        """
        runtime = self._sandbox.runtime
        shown: JsonValue = [runtime.digest] if runtime else [f"{k} {v}" for k, v in own_versions().items()]
        settings = self.settings.model_dump(mode="json", exclude={"at_once"})
        return value_digest(
            {
                "code": closure_digest((__name__,)),
                "settings": settings,
                "runtime": shown,
                "model": self.model.model_dump(mode="json") if self.model else None,
            }
        )

    @property
    def sandbox_digest(self) -> str:
        """Digest of the sandbox's code."""
        return sandbox_digest(self._sandbox.name)

    @property
    def versions(self) -> Mapping[str, str]:
        """Of Python and pytest; none where a suite locks its own."""
        return {} if self._sandbox.runtime else own_versions()

    async def __aenter__(self) -> Self:
        self._shown = await self._stay.enter_async_context(self._equipped())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shown = None
        await self._stay.aclose()

    async def judge(self, request: JudgeRequest) -> Judgement:
        """See the contract Judge. AuthorError for tasks that are tried in a browser, for what the grader lacks, and for
        tests that the suite's own packages cannot run.
        """
        began = time.perf_counter()
        planned = request.criteria.with_prerequisites(request.only)
        for task in planned:
            how_of(task)
        if self._sandbox.runtime is not None:
            require_pytest(self._sandbox.runtime, planned)
        await asyncio.to_thread(self._sandbox.preflight)
        async with self._equipped() as provider:
            hand_in, graded = await asyncio.to_thread(folder_digest, request.hand_in), judged_by(request)
            bench = Bench(
                provider,
                self.settings,
                request.hand_in,
                request.grader,
                request.item,
                known_by=self._known_by(request, hand_in, graded),
                unusable_answers=request.unusable_answers,
            )
            if request.interface == "free":
                verdicts = await self._freely_decided(bench, request, planned)
            else:
                verdicts = await self._all_decided(bench, request.criteria, planned)
        verdicts = unless_forged_elsewhere(planned, verdicts)
        strength = strength_of(self._sandbox.strength)
        return Judgement(
            item=request.item,
            graded_digest=graded,
            hand_in_digest=hand_in,
            judge=self.name,
            judge_digest=self.digest,
            manner=self.settings.manner,
            tasks=tuple(verdicts[task.id] for task in planned),
            seconds=round(time.perf_counter() - began, 3),
            sandbox=self._sandbox.name,
            sandbox_digest=self.sandbox_digest,
            sandbox_strength=strength,
            model=self.model,
            marks=(*sandbox_marks(strength), *_marks(verdicts.values())),
        )

    def _known_by(self, request: JudgeRequest, hand_in: str, graded: str) -> str:
        """Digest of all that decides what comes of a task, but for the task itself."""
        where: list[JsonValue] = [self._sandbox.name, self.sandbox_digest, self._sandbox.strength]
        return value_digest([request.item, hand_in, graded, self.digest, request.interface, where])

    async def _freely_decided(
        self, bench: Bench, request: JudgeRequest, planned: Sequence[EvaluationTask]
    ) -> dict[str, TaskVerdict]:
        """The verdicts of tasks on a hand-in that decided by itself how it is reached."""
        plan = await planned_freely(bench, planned, request.criteria, request.prd, self._proposer)
        found = dict(plan.open_ones)
        if plan.tasks:
            bench = replace(bench, read_as=plan.read_as, guesses=plan.guesses)
            found |= await self._all_decided(bench, Criteria(tasks=plan.tasks), plan.tasks)
        return {id: _adapted(verdict, plan) for id, verdict in found.items()}

    async def _all_decided(
        self, bench: Bench, criteria: Criteria, planned: Sequence[EvaluationTask]
    ) -> dict[str, TaskVerdict]:
        manner = self.settings.manner
        if manner == "ordered":
            return await self._in_order(bench, criteria, planned, self.on_verdict)
        alone = await self._each_alone(bench, planned)
        if manner == "isolated":
            return alone
        ordered = await self._in_order(bench, criteria, planned, ignore_verdict)
        return {id: _held_against(verdict, ordered[id]) for id, verdict in alone.items()}

    async def _each_alone(self, bench: Bench, planned: Sequence[EvaluationTask]) -> dict[str, TaskVerdict]:
        async def decide(
            task: EvaluationTask, passed: Mapping[str, TaskVerdict]
        ) -> TaskVerdict | InfraFailure:
            return await self.attempted(bench, task, room=self._room)

        return await decided(planned, decide, on_verdict=self.on_verdict)

    async def _in_order(
        self, bench: Bench, criteria: Criteria, planned: Sequence[EvaluationTask], on_verdict: OnVerdict
    ) -> dict[str, TaskVerdict]:
        """The verdicts where each task finds what those before it left; all that are not blocked are run, in order."""
        verdicts: dict[str, TaskVerdict] = {}
        state = bench.hand_in
        if bench.known_by:
            # What a task finds there is what those before it left.
            known_by = value_digest([bench.known_by, "in order", [task.id for task in planned]])
            bench = replace(bench, known_by=known_by)
        with scratch("in-order") as folder:
            for number, task in enumerate(planned):
                after = folder / str(number)

                async def decide(
                    one: EvaluationTask,
                    passed: Mapping[str, TaskVerdict],
                    state: Path = state,
                    after: Path = after,
                ) -> TaskVerdict | InfraFailure:
                    known = verdicts.get(one.id)
                    return known or await self.attempted(replace(bench, hand_in=state), one, after)

                line = criteria.with_prerequisites({task.id})
                verdicts[task.id] = (await decided(line, decide))[task.id]
                if verdicts[task.id].attempts:
                    on_verdict(verdicts[task.id])
                if after.exists():
                    if state != bench.hand_in:
                        await asyncio.to_thread(shutil.rmtree, state)
                    state = after
        return verdicts

    async def attempted(
        self,
        bench: Bench,
        task: EvaluationTask,
        keep: Path | None = None,
        room: asyncio.Semaphore | None = None,
    ) -> TaskVerdict | InfraFailure:
        """The verdict of one task, or what kept us from it; `keep` and `room` as in `tried`, whose other errors are
        raised.
        """
        try:
            return await tried(bench, task, self._reader, keep, room)
        except SandboxRefused as refused:
            return InfraFailure(event_of(refused), str(refused))

    @asynccontextmanager
    async def _equipped(self) -> AsyncGenerator[SandboxProvider]:
        if self._shown is not None:
            yield self._shown
            return
        with ExitStack() as building:
            shown = self._sandbox
            if shown.runtime is None:
                runtime = await asyncio.to_thread(building.enter_context, own_python())
                shown = Showing(shown, runtime)
            await require_pytest_runs(shown)
            yield shown


def _adapted(verdict: TaskVerdict, plan: FreePlan) -> TaskVerdict:
    """The verdict with how its task was adapted; one that was not tried, because of others, says nothing of that."""
    if not verdict.attempts:
        return verdict
    uses = (*plan.uses.get(verdict.task, ()), *verdict.uses)
    made = plan.adaptations.get(verdict.task, ())
    return verdict.model_copy(update={"adaptations": made, "uses": uses})


def _marks(verdicts: Iterable[TaskVerdict]) -> tuple[Mark, ...]:
    """Marks of tasks that say something of the whole hand-in."""
    code = MarkCode.FORGED_TESTS
    return (Mark(code=code),) if any(code in one.marks for one in verdicts) else ()


def _held_against(alone: TaskVerdict, ordered: TaskVerdict) -> TaskVerdict:
    """The verdict by itself, marked where it differs in order; one to be judged again is not compared."""
    if needs_rejudging(alone.event) or needs_rejudging(ordered.event):
        return alone
    if [(o.status, o.points) for o in alone.outcomes] == [(o.status, o.points) for o in ordered.outcomes]:
        return alone
    why = f"{alone.reason}; after the tasks before it: {ordered.status.value}, {ordered.reason}"
    return alone.model_copy(update={"marks": (*alone.marks, ORDER_DEPENDENT), "reason": why})
