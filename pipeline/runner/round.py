"""One round: the agent works, its submission is archived and judged, the simulated user speaks."""

import time
import traceback
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from inspect import isawaitable
from pathlib import Path
from typing import NamedTuple, TypedDict

from pydantic import ValidationError

from pipeline.runner.archive import (
    archive,
    archived,
    canary_places,
    is_folder,
    remove,
    restore,
    was_cut,
    workspace_digest,
)
from pipeline.runner.driver import describe, fate_marks, is_judged, with_retry
from pipeline.runner.judging import ArchivedSubmission, Graded, decides_otherwise
from pipeline.runner.messages import first_message, next_message
from pipeline.runner.planning import RunContext, Trial, judge_seed
from pipeline.runner.run_records import OF_A_TURN, make_afresh, nothing_left, read_round, refuse_foreign
from plans.contracts.coding import BaselineAgent, Player
from plans.digests import text_digest
from plans.errors import AuthorError, EndpointFailed, Sign, ended_by
from plans.files import read_own_record, write_record, write_text
from plans.handed_out import handed_out
from plans.items import write_grader
from plans.paths import JudgementPaths, RoundPaths, RunPaths, SubmissionPaths
from plans.plain_text import well_formed
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.feedback import Feedback
from plans.records.marks import Mark, MarkCode
from plans.records.model_settings import HOSTED_TOOLS
from plans.records.run import RoundRecord, RunSpec, Submission
from plans.records.sandboxing import MIRRORED, sandbox_marks
from plans.records.usage import Usage
from plans.records.verdict import Judgement
from plans.scratch import scratch
from plans.time_limits import RunningTimeLimit


class AgentWorkspace(NamedTuple):
    """What an agent is given for one turn; nothing of it is there yet."""

    workspace: Path
    transcript: Path

    @property
    def trajectory(self) -> Path:
        """Where an agent may leave what it did, step by step."""
        return self.transcript.with_name("trajectory.json")

    @property
    def uses(self) -> Path:
        """Where our own code agent leaves which replies of its model it worked by."""
        return self.transcript.with_name("uses.json")

    @property
    def packages(self) -> Path:
        """Where it is noted what the agent had from the package mirror."""
        return self.transcript.with_name("packages.json")

    @property
    def usage(self) -> Path:
        """Where it is told what the turn used of its model, also where it is stopped or its adapter crashes."""
        return self.transcript.with_name("usage.json")

    @property
    def memory(self) -> Path:
        """What stays for the trial's next round beside the workspace."""
        return self.transcript.with_name("memory")


@contextmanager
def agent_workspace() -> Generator[AgentWorkspace]:
    """A workspace that is gone afterwards, as far as its user may remove it; raises StorageFailed.

    Neither above nor beside the workspace lies anything of the run, its judgements, its criteria or its archive, and
    the path says neither whose it is nor what is built there. It is one folder deeper than what is swept, so that
    `..` is empty and an agent that puts something else in place of its workspace replaces nothing of ours.
    """
    with scratch("work") as folder, scratch("words") as other:
        workspace = folder / "app"
        try:
            yield AgentWorkspace(workspace, other / "transcript.txt")
        finally:
            # An agent may leave, through docker for example, what another user alone can remove. Its turn stands
            # nevertheless; the folder is nobody's by then, and is tried again whenever one is swept.
            with suppress(OSError):
                remove(workspace)
                remove(other / "memory")


GRACE = 30.0
"""Seconds beyond its time limit after which an agent that does not keep it is stopped from outside."""


class RoundTurn(NamedTuple):
    """How a turn ended, and what it began with."""

    report: AgentReport
    began: str
    """Digest of the workspace as the agent found it."""


def refuse_sealed(agent: Player) -> None:
    """AuthorError for a plug-in that asks for the sealed item; it would not be given it."""
    if not isinstance(agent, BaselineAgent) and hasattr(agent, "work_sealed"):
        raise AuthorError(
            f"Agent {agent.spec.name!r} asks for the sealed item, reference and criteria included, which only our own "
            "baselines get: its score would say nothing. Implement CodeAgent instead of PrivilegedAgent."
        )


async def take_turn(
    trial: Trial,
    brief: Brief,
    at: AgentWorkspace,
    feedback: Feedback | None,
    *,
    before: SubmissionPaths | None,
    memory: SubmissionPaths | None = None,
) -> RoundTurn:
    """Let the agent work once in its workspace; a crash of its adapter is tried once more.

    `before` is the submission of the round before, and `memory` what the agent kept beside it: workspace and
    memory begin as these. Where there is none, a workspace begins with what the item hands out, and is empty
    otherwise. What every try used of models is in the report, however it ended.
    """
    used: list[Usage] = []
    began = ""

    async def attempt() -> AgentReport:
        nonlocal began
        restore(before, at.workspace)
        if before is None:
            write_grader(at.workspace, handed_out(trial.project))
        restore(memory, at.memory)
        began = workspace_digest(at.workspace)
        try:
            return await _work(trial, brief, at, feedback)
        finally:
            used.extend(_taken(at.usage))

    report = await _tried(attempt, at)
    return RoundTurn(report.using(sum(used, Usage())) if used else report, began)


async def _tried(attempt: Callable[[], Awaitable[AgentReport]], at: AgentWorkspace) -> AgentReport:
    try:
        answer = await with_retry(attempt)
    except EndpointFailed as error:
        write_text(at.transcript, f"{describe(error)}\n")
        return AgentReport(ended="endpoint failed", detail=describe(error))
    if isinstance(answer, AgentReport):
        return answer
    write_text(at.transcript, well_formed("".join(traceback.format_exception(answer))))
    return AgentReport(ended="harness failed", detail=describe(answer))


async def _work(trial: Trial, brief: Brief, at: AgentWorkspace, feedback: Feedback | None) -> AgentReport:
    agent = trial.agent
    bound = RunningTimeLimit(brief.time_limit + GRACE)
    try:
        async with bound:
            if isinstance(agent, BaselineAgent):
                return await agent.agent.work_sealed(brief, *at, trial.project, feedback)
            return await _reported(agent.spec, agent.work(brief, *at))
    except TimeoutError:
        if not bound.expired():
            raise
        detail = f"Did not keep its time limit of {brief.time_limit:g} s and was stopped."
        return AgentReport(ended="out of time", detail=detail, seconds=brief.time_limit + GRACE)


def _taken(usage: Path) -> Iterator[Usage]:
    """What a try told that it used; nothing where it told nothing that could be read."""
    if not usage.is_file() or usage.is_symlink():
        return
    with suppress(ValidationError):
        yield Usage.model_validate_json(usage.read_bytes())
    usage.unlink()


async def _reported(spec: AgentSpec, working: Awaitable[object]) -> AgentReport:
    """The report that a `work` comes to; AuthorError when there is none, as no other round would have one either."""
    if not isawaitable(working):
        raise AuthorError(
            f"`work` of agent {spec.name!r} cannot be awaited, and so not be stopped in time: write `async def work`."
        )
    answer = await working
    if not isinstance(answer, AgentReport):
        raise AuthorError(
            f"`work` of agent {spec.name!r} returned {answer!r:.80}, which does not say how its turn ended: return an "
            'AgentReport, such as AgentReport(ended="done").'
        )
    return answer


NOT_EXECUTED = (126, 127)
"""Exit codes by which a shell says that a program may not be executed, or was not found."""
AT_ONCE = 30.0
"""Seconds, the sandbox's start included, within which a program that could not be executed has ended."""


class Played(NamedTuple):
    """A finished round."""

    record: RoundRecord
    judgement: Judgement | None
    """None when there is nothing to judge: the endpoint or this machine failed."""
    feedback: Feedback | None
    """None after the last round."""
    is_new: bool
    """Whether anything of it was done now; False where all of it stood when the run was taken up."""
    is_revised: bool = False
    """Whether the next round was played before, on feedback that a judgement made again has outdated."""

    @property
    def is_last(self) -> bool:
        """Whether the trial ends here: nothing was judged, or there is nothing left to do."""
        return self.judgement is None or nothing_left(self.judgement, self.feedback)


def submitted(run: RunPaths, trial: tuple[str, str, int], number: int) -> RoundRecord | None:
    """The round's record, when the agent has worked and what it left can be judged; InvalidFile for another's."""
    if not run.trial(*trial).round(number).record.exists():
        return None
    record = read_round(run, trial, number)
    return record if is_judged(record.report) else None


async def play_round(context: RunContext, trial: Trial, number: int, before: Played | None) -> Played:
    """Play the round, or what is left of it; `before` is the round before."""
    paths = trial.paths.round(number)
    # Only what stood when this process began is read: an agent may have written a record of its own since.
    key = (trial.project.id, trial.agent.spec.name, trial.repeat)
    stood = submitted(context.paths, key, number) if number in trial.stood else None
    is_new = stood is None or not _is_whole(context, paths, number)
    record = stood or await _submission(context, trial, number, before)
    if not is_judged(record.report):
        return Played(record, None, None, is_new)
    seed = judge_seed(context.spec.play.random_seed, trial.project.id, trial.repeat)
    graded = Graded(trial.project.criteria, trial.project.grader, trial.project.prd)
    submission = ArchivedSubmission(
        trial.project.id, graded, record.submission_digest, seed, before.judgement if before else None
    )
    earlier = context.run_judge.made(submission, paths)
    counterfactual = [MarkCode.COUNTERFACTUAL] if before and before.is_revised else []
    if earlier is not None:
        # Before anything takes time: a run that is killed later would not know of it.
        context.run_judge.mark(paths, earlier, counterfactual)
    judgement = context.run_judge.mark(
        paths, await context.run_judge.judged(submission, paths), counterfactual
    )
    is_new = is_new or judgement != earlier
    if number == context.spec.play.rounds:
        return Played(record, judgement, None, is_new)
    is_revised = earlier is not None and decides_otherwise(judgement, earlier)
    if is_revised and number + 1 not in trial.stood:
        # Nobody has answered the feedback yet.
        paths.feedback.unlink(missing_ok=True)
        make_afresh(trial.paths.round(number + 1), context.paths)
        is_revised = False
    feedback = await _feedback(context, trial, number, judgement)
    return Played(
        record, judgement, feedback, is_new, is_revised or (before is not None and before.is_revised)
    )


def _is_whole(context: RunContext, paths: RoundPaths, number: int) -> bool:
    """Whether a round that was submitted has its judgement, and its feedback where more rounds follow."""
    judgement = JudgementPaths(paths.judgement(context.run_judge.judge.digest)).record
    return judgement.exists() and (number == context.spec.play.rounds or paths.feedback.exists())


async def _submission(context: RunContext, trial: Trial, number: int, before: Played | None) -> RoundRecord:
    paths = trial.paths.round(number)
    make_afresh(paths, context.paths)
    feedback = before.feedback if before else None
    message = _message(context, trial, before)
    write_text(paths.message, message)
    started = time.monotonic()
    with agent_workspace() as at:
        brief = Brief(
            message=message,
            round=number,
            time_limit=context.spec.play.time_limit,
            random_seed=trial.random_seed,
            memory=at.memory,
            project=trial.project.id,
        )
        report, began = await take_turn(trial, brief, at, feedback, **_left_before(context, before))
        if not report.seconds:
            report = report.model_copy(update={"seconds": time.monotonic() - started})
        submission = archive(at.workspace, context.paths)
        is_unchanged = submission.digest == began
        if is_unchanged and _was_never_started(report):
            report = report.model_copy(update={"ended": ended_by({Sign.NEVER_STARTED})})
        refuse_foreign(paths, context.paths)
        _keep(at.transcript, paths.transcript)
        _keep(at.trajectory, paths.trajectory)
        _keep(at.uses, paths.uses)
        _keep(at.packages, paths.packages)
        canary_in = _canary_in(context, trial, paths, submission)
        record = RoundRecord(
            project=trial.project.id,
            agent=trial.agent.spec.name,
            repeat=trial.repeat,
            round=number,
            report=report,
            message_digest=text_digest(message),
            submission_digest=submission.digest,
            memory_digest=_remembered(context, at),
            judgement=context.run_judge.judge.digest,
            kept=tuple(name for name in OF_A_TURN if (paths.root / name).is_file()),
            canary_in=canary_in,
            marks=(
                *((Mark(code=MarkCode.CANARY_LEAK),) if canary_in else ()),
                *_marks(context.spec, trial.agent.spec, report, submission),
                *(
                    (Mark(code=MarkCode.UNCHANGED),)
                    if is_unchanged and is_judged(report) and not _is_baseline(trial)
                    else ()
                ),
                *_feedback_marks(context.spec, feedback),
            ),
        )
        write_record(paths.record, record)
    return record


def _message(context: RunContext, trial: Trial, before: Played | None) -> str:
    if before is None or before.feedback is None or before.judgement is None:
        return first_message(context.prompter, trial.project, context.spec)
    return next_message(
        context.prompter, before.feedback, before.judgement, trial.project.criteria, context.spec
    )


class Left(TypedDict):
    """What stays of a round for the next."""

    before: SubmissionPaths | None
    memory: SubmissionPaths | None


def _left_before(context: RunContext, before: Played | None) -> Left:
    if before is None:
        return Left(before=None, memory=None)
    memory = before.record.memory_digest
    return Left(
        before=archived(context.paths, before.record.submission_digest),
        memory=archived(context.paths, memory) if memory else None,
    )


def _remembered(context: RunContext, at: AgentWorkspace) -> str | None:
    """Digest of what the agent kept for itself; None where it kept nothing, as most do."""
    if not is_folder(at.memory) or not any(at.memory.iterdir()):
        return None
    return archive(at.memory, context.paths).digest


def _keep(left: Path, kept: Path) -> None:
    # A link would bring in whatever it leads to.
    if left.is_file() and not left.is_symlink():
        write_text(kept, left.read_text("utf-8", errors="replace"))


def _is_baseline(trial: Trial) -> bool:
    """Whether the agent is one of ours that proves the harness, by doing nothing or by what it knows of the item."""
    return trial.agent.spec.kind == "nop" or isinstance(trial.agent, BaselineAgent)


def _was_never_started(report: AgentReport) -> bool:
    """Whether a turn in which nothing was changed ended as it does where the agent's program cannot be executed."""
    is_at_once = report.seconds < AT_ONCE and report.usage is None
    return report.ended == "agent failed" and report.exit_code in NOT_EXECUTED and is_at_once


def _canary_in(
    context: RunContext, trial: Trial, paths: RoundPaths, submission: Submission
) -> tuple[str, ...]:
    """Where the suite's canary came back; of baselines, which are given the reference, it is not looked for."""
    if isinstance(trial.agent, BaselineAgent):
        return ()
    beside = (paths.transcript, paths.trajectory)
    return canary_places(context.paths, submission.digest, context.spec.suite.canary, beside)


def _marks(spec: RunSpec, agent: AgentSpec, report: AgentReport, submission: Submission) -> Iterator[Mark]:
    yield from fate_marks(report)
    yield from sandbox_marks(spec.place.strength)
    if MIRRORED in agent.options:
        yield Mark(code=MarkCode.PACKAGE_MIRROR)
    if HOSTED_TOOLS in agent.options:
        yield Mark(code=MarkCode.HOSTED_TOOLS)
    if was_cut(submission):
        yield Mark(code=MarkCode.SUBMISSION_CUT)


def _feedback_marks(spec: RunSpec, feedback: Feedback | None) -> Iterator[Mark]:
    """What there is to say of the words that a round began with."""
    if feedback is None or spec.play.later == "debug":
        return
    if spec.play.faults.told:
        yield Mark(code=MarkCode.FEEDBACK_WORSENED, detail=f"persona {feedback.persona}")
    if feedback.is_replaced:
        yield Mark(code=MarkCode.FEEDBACK_REPLACED)


async def _feedback(context: RunContext, trial: Trial, number: int, judgement: Judgement) -> Feedback:
    path = trial.paths.round(number).feedback
    if path.exists():
        return read_own_record(path, Feedback)
    feedback = await context.simulator.feedback(
        judgement,
        trial.project.criteria,
        trial.project.prd,
        context.spec.play.leak_policy,
        round=number,
        random_seed=trial.random_seed,
    )
    write_record(path, feedback)
    return feedback
