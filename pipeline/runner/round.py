"""One round: the agent works, its hand-in is archived and judged, the simulated user speaks.

Each of these leaves a file, written whole: round.json, judgement.json, feedback.json. What is there is not done again.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypedDict

from pipeline.runner.archive import archive, is_folder, was_cut
from pipeline.runner.archived import archived, canary_places
from pipeline.runner.context import RunContext, Trial
from pipeline.runner.fates import fate_marks, is_judged
from pipeline.runner.judging import Graded, HandedIn, decides_otherwise
from pipeline.runner.messages import first_message, next_message
from pipeline.runner.place import OF_A_TURN, make_afresh, refuse_foreign
from pipeline.runner.reading import read_round
from pipeline.runner.seeding import judge_seed
from pipeline.runner.turn import take_turn
from pipeline.runner.workspace import Desk, desk
from plans.contracts.coding import Yardstick
from plans.digests import text_digest
from plans.errors import Sign, ended_by
from plans.files import read_own_record, write_record, write_text
from plans.paths import HandInPaths, JudgementPaths, RoundPaths, RunPaths
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.endpoint import HOSTED_TOOLS
from plans.records.feedback import Feedback
from plans.records.hand_in import HandIn
from plans.records.marks import Mark, MarkCode
from plans.records.mirror import MIRRORED
from plans.records.round import RoundRecord
from plans.records.run_spec import RunSpec
from plans.records.sandboxing import sandbox_marks
from plans.records.verdict import Judgement, Status

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


def nothing_left(judgement: Judgement, feedback: Feedback | None) -> bool:
    """Whether all tasks passed and the user is satisfied."""
    is_perfect = all(task.status is Status.PASSED for task in judgement.tasks)
    return is_perfect and feedback is not None and feedback.satisfied


def handed_in(run: RunPaths, trial: tuple[str, str, int], number: int) -> RoundRecord | None:
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
    stood = handed_in(context.paths, key, number) if number in trial.stood else None
    is_new = stood is None or not _is_whole(context, paths, number)
    record = stood or await _hand_in(context, trial, number, before)
    if not is_judged(record.report):
        return Played(record, None, None, is_new)
    seed = judge_seed(context.spec.play.random_seed, trial.project.id, trial.repeat)
    graded = Graded(trial.project.criteria, trial.project.grader, trial.project.prd)
    hand_in = HandedIn(
        trial.project.id, graded, record.hand_in_digest, seed, before.judgement if before else None
    )
    earlier = context.run_judge.made(hand_in, paths)
    counterfactual = [MarkCode.COUNTERFACTUAL] if before and before.is_revised else []
    if earlier is not None:
        # Before anything takes time: a run that is killed later would not know of it.
        context.run_judge.mark(paths, earlier, counterfactual)
    judgement = context.run_judge.mark(paths, await context.run_judge.judged(hand_in, paths), counterfactual)
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
    """Whether a round that was handed in has its judgement, and its feedback where more rounds follow."""
    judgement = JudgementPaths(paths.judgement(context.run_judge.judge.digest)).record
    return judgement.exists() and (number == context.spec.play.rounds or paths.feedback.exists())


async def _hand_in(context: RunContext, trial: Trial, number: int, before: Played | None) -> RoundRecord:
    paths = trial.paths.round(number)
    make_afresh(paths, context.paths)
    feedback = before.feedback if before else None
    message = _message(context, trial, before)
    write_text(paths.message, message)
    started = time.monotonic()
    with desk() as at:
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
        hand_in = archive(at.workspace, context.paths)
        is_unchanged = hand_in.digest == began
        if is_unchanged and _was_never_started(report):
            report = report.model_copy(update={"ended": ended_by({Sign.NEVER_STARTED})})
        refuse_foreign(paths, context.paths)
        _keep(at.transcript, paths.transcript)
        _keep(at.trajectory, paths.trajectory)
        _keep(at.uses, paths.uses)
        _keep(at.packages, paths.packages)
        canary_in = _canary_in(context, trial, paths, hand_in)
        record = RoundRecord(
            project=trial.project.id,
            agent=trial.agent.spec.name,
            repeat=trial.repeat,
            round=number,
            report=report,
            message_digest=text_digest(message),
            hand_in_digest=hand_in.digest,
            memory_digest=_remembered(context, at),
            judgement=context.run_judge.judge.digest,
            kept=tuple(name for name in OF_A_TURN if (paths.root / name).is_file()),
            canary_in=canary_in,
            marks=(
                *((Mark(code=MarkCode.CANARY_LEAK),) if canary_in else ()),
                *_marks(context.spec, trial.agent.spec, report, hand_in),
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

    before: HandInPaths | None
    memory: HandInPaths | None


def _left_before(context: RunContext, before: Played | None) -> Left:
    if before is None:
        return Left(before=None, memory=None)
    memory = before.record.memory_digest
    return Left(
        before=archived(context.paths, before.record.hand_in_digest),
        memory=archived(context.paths, memory) if memory else None,
    )


def _remembered(context: RunContext, at: Desk) -> str | None:
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
    return trial.agent.spec.kind == "nop" or isinstance(trial.agent, Yardstick)


def _was_never_started(report: AgentReport) -> bool:
    """Whether a turn in which nothing was changed ended as it does where the agent's program cannot be executed."""
    is_at_once = report.seconds < AT_ONCE and report.usage is None
    return report.ended == "agent failed" and report.exit_code in NOT_EXECUTED and is_at_once


def _canary_in(context: RunContext, trial: Trial, paths: RoundPaths, hand_in: HandIn) -> tuple[str, ...]:
    """Where the suite's canary came back; of yardsticks, which are given the reference, it is not looked for."""
    if isinstance(trial.agent, Yardstick):
        return ()
    beside = (paths.transcript, paths.trajectory)
    return canary_places(context.paths, hand_in.digest, context.spec.suite.canary, beside)


def _marks(spec: RunSpec, agent: AgentSpec, report: AgentReport, hand_in: HandIn) -> Iterator[Mark]:
    yield from fate_marks(report)
    yield from sandbox_marks(spec.place.strength)
    if MIRRORED in agent.options:
        yield Mark(code=MarkCode.PACKAGE_MIRROR)
    if HOSTED_TOOLS in agent.options:
        yield Mark(code=MarkCode.HOSTED_TOOLS)
    if was_cut(hand_in):
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
