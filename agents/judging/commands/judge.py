"""The judge of programs: tasks decided by commands in a sandbox; a model reads only what no program decides."""

import asyncio
import shutil
import time
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import JsonValue

from agents.judging.commands.adapting.plan import FreePlan, planned_freely
from agents.judging.commands.adapting.proposing import Proposer
from agents.judging.commands.decisions import UNSURE, KindJudge, PointsDecision, require_pytest
from agents.judging.commands.own_python import own_python, own_versions, require_pytest_runs
from agents.judging.commands.products import FileComparisonJudge
from agents.judging.commands.reading.reader import TranscriptReader
from agents.judging.commands.reading.showing import ShownTask, shown
from agents.judging.commands.responses import cut
from agents.judging.commands.running import Bench, CommandSettings, Transcript, carried_out
from agents.judging.commands.shell_interactions import ShellInteractionJudge
from agents.judging.commands.testing.forging import unless_forged_elsewhere
from agents.judging.commands.testing.unit_tests import UnitTestJudge
from agents.judging.commands.working_copies import commands_of, guarded, how_of, kept, laid_for
from agents.judging.dag import InfraFailure, OnVerdict, decided, ignore_verdict
from agents.sandbox.hosting import Showing
from agents.sandbox.roster import sandbox_digest
from plans.contracts.sandboxing import SandboxProvider
from plans.digests import closure_digest, folder_digest, value_digest
from plans.errors import AuthorError, SandboxRefused, event_of, needs_rejudging
from plans.items import judged_by
from plans.plain_text import folded
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.marks import Mark, MarkCode
from plans.records.model_call import JudgeModel
from plans.records.sandboxing import sandbox_marks, strength_of
from plans.records.task_kinds import MOST_POINTS
from plans.records.verdict import (
    ORDER_DEPENDENT,
    Judgement,
    JudgeRequest,
    Observation,
    OutcomeVerdict,
    Status,
    TaskVerdict,
)
from plans.scratch import scratch

TAMPERED = "grader files changed"
"""Mark of a task whose files of the grader were other in the submission, or afterwards; the sealed ones were used."""
GUESSED = "guessed interface"
"""Mark of a task that was tried in a way that nothing the submission says tells."""
_MOST_SEEN = 4000
"""Letters of a transcript that an observation keeps: its beginning and its end."""


KIND_JUDGES: Mapping[str, KindJudge[Any]] = {
    "unit-test": UnitTestJudge(),
    "shell-interaction": ShellInteractionJudge(),
    "file-comparison": FileComparisonJudge(),
}
"""Word of a kind → who decides its tasks by program."""


def judge_of(task: EvaluationTask) -> KindJudge[Any]:
    """Who decides the task; AuthorError for a kind that nobody here decides."""
    kind = how_of(task).word()
    if kind not in KIND_JUDGES:
        raise AuthorError(
            f"{task.id!r} is tried by {kind!r}, and this judge decides {', '.join(KIND_JUDGES)} alone. Name who "
            "decides it in KIND_JUDGES of agents/judging/commands/judge.py."
        )
    return KIND_JUDGES[kind]


async def tried(
    bench: Bench,
    task: EvaluationTask,
    reader: TranscriptReader | None = None,
    keep: Path | None = None,
    room: AbstractAsyncContextManager[object] | None = None,
) -> TaskVerdict:
    """The verdict of a task.

    Raises SandboxRefused, StorageFailed, AuthorError for what the grader lacks, and what a Model raises.

    Args:
        bench: Where it is tried.
        task: What is judged.
        reader: Decides what no program is sure of, where it can be read; None: that stays unresolved.
        keep: A folder that is not there yet, for the copy as the task left it: with the grader's own files restored,
            and its input as the program may have changed it.
        room: Is held while commands are run, and not while a model reads, which takes nothing of this machine.
    """
    how, kind = how_of(task), judge_of(task)
    lines = commands_of(task, bench.grader)
    seen: ShownTask | None = None
    async with room or nullcontext():
        began = time.perf_counter()
        async with carried_out(bench, task, lines) as transcript:
            found = await kind.by_program(bench, task, how, lines, transcript)
            decision = found.decision
            if reader is not None and not decision.is_sure and decision.is_readable:
                seen = await asyncio.to_thread(shown, task, transcript, found.reference, found.tests)
            if keep is not None:
                own = guarded(laid_for(task, bench.grader), task)
                await asyncio.to_thread(kept, transcript.root, keep, own)
    if reader is not None and seen is not None:
        in_vain = bench.unusable_answers.get(task.id, 0)
        decision = await reader.decided(bench.item, task, transcript, found, seen, bench.known_by, in_vain)
    decision = _on_a_guess(bench.guesses.get(task.id, ""), decision)
    return _verdict(task, decision, transcript, time.perf_counter() - began, found.runs)


def _on_a_guess(guess: str, decision: PointsDecision) -> PointsDecision:
    """The decision where how the program is called was only supposed: what passes does, what fails shows nothing."""
    if not guess:
        return decision
    marks = (*decision.marks, GUESSED)
    if decision.is_passed or not decision.is_sure:
        return decision._replace(marks=marks)
    return decision._replace(why=f"{decision.why}; but {guess}", is_sure=False, marks=marks)


def _verdict(
    task: EvaluationTask, decision: PointsDecision, transcript: Transcript, seconds: float, attempts: int
) -> TaskVerdict:
    status = Status.PASSED if decision.is_passed else Status.FAILED if decision.is_sure else Status.UNRESOLVED
    why = decision.why
    if not decision.is_sure:
        why += f"; a program would give {decision.points:g} of {MOST_POINTS:g} points, and is not sure of it"
    marks = (*decision.marks, *((TAMPERED,) if transcript.tampered else ()))
    if status is Status.FAILED:
        cause = judge_of(task).failed_by(how_of(task), transcript, is_read=decision.decided_by == "model")
        marks = (*((cause.value,) if cause else ()), *marks)
    if transcript.tampered:
        why += f"; other than the grader's, which were used: {', '.join(transcript.tampered[:3])}"
    # Names of files stand in it, which may hold line ends, and letters that no file of ours takes.
    why = folded(why)
    seen = Observation(
        looked_for=task.how.expected_words or task.outcomes[0].statement, saw=_seen(transcript)
    )
    outcomes = tuple(
        OutcomeVerdict(
            outcome=outcome.id,
            status=status,
            reason=why,
            observation=seen,
            decided_by=decision.decided_by,
            confidence=decision.confidence if decision.is_sure else UNSURE,
            points=decision.points if decision.is_sure else 0.0,
            max_points=MOST_POINTS,
        )
        for outcome in task.outcomes
    )
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=why,
        outcomes=outcomes,
        seconds=round(seconds, 3),
        attempts=attempts,
        event=decision.event if status is Status.UNRESOLVED else None,
        marks=marks,
        uses=decision.uses,
    )


def _seen(transcript: Transcript) -> str:
    said = (ran.output if ran.said is None else ran.said for ran in transcript.ran)
    return cut(
        "\n".join(f"$ {ran.line}\n{one}" for ran, one in zip(transcript.ran, said, strict=True)), _MOST_SEEN
    )


class CommandJudge:
    """Implements plans.contracts.runs.Judge. Inside `async with` its Python stays built between judgements.

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
            proposer: With a free interface a model says what of the submission is what the criteria ask for, where no
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
            judge_of(task)
        if self._sandbox.runtime is not None:
            require_pytest(self._sandbox.runtime, planned)
        await asyncio.to_thread(self._sandbox.preflight)
        async with self._equipped() as provider:
            submission, graded = (
                await asyncio.to_thread(folder_digest, request.submission),
                judged_by(request),
            )
            bench = Bench(
                provider,
                self.settings,
                request.submission,
                request.grader,
                request.item,
                known_by=self._known_by(request, submission, graded),
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
            submission_digest=submission,
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

    def _known_by(self, request: JudgeRequest, submission: str, graded: str) -> str:
        """Digest of all that decides what comes of a task, but for the task itself."""
        where: list[JsonValue] = [self._sandbox.name, self.sandbox_digest, self._sandbox.strength]
        return value_digest([request.item, submission, graded, self.digest, request.interface, where])

    async def _freely_decided(
        self, bench: Bench, request: JudgeRequest, planned: Sequence[EvaluationTask]
    ) -> dict[str, TaskVerdict]:
        """The verdicts of tasks on a submission that decided by itself how it is reached."""
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
        state = bench.submission
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
                    return known or await self.attempted(replace(bench, submission=state), one, after)

                line = criteria.with_prerequisites({task.id})
                verdicts[task.id] = (await decided(line, decide))[task.id]
                if verdicts[task.id].attempts:
                    on_verdict(verdicts[task.id])
                if after.exists():
                    if state != bench.submission:
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
    """Marks of tasks that say something of the whole submission."""
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
