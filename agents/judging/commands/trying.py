"""A task from its commands to a verdict: by a program, and what it is not sure of by a reader, where there is one."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

from agents.judging.commands.bench import Bench
from agents.judging.commands.by_program import by_program
from agents.judging.commands.causes import failed_by
from agents.judging.commands.copies.laying import guarded, kept, laid_for
from agents.judging.commands.decisions import UNSURE, Decision
from agents.judging.commands.line import commands_of
from agents.judging.commands.reading.reader import TranscriptReader
from agents.judging.commands.reading.showing import Shown, shown
from agents.judging.commands.responses import cut
from agents.judging.commands.running import carried_out
from agents.judging.commands.transcripts import Transcript
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import MOST_POINTS, FileComparison, ShellInteraction
from plans.records.verdict import Observation, OutcomeVerdict, Status, TaskVerdict
from plans.untrusted_text import folded

TAMPERED = "grader files changed"
"""Mark of a task whose files of the grader were other in the hand-in, or afterwards; the sealed ones were used."""
GUESSED = "guessed interface"
"""Mark of a task that was tried in a way that nothing the hand-in says tells."""
_MOST_SEEN = 4000
"""Letters of a transcript that an observation keeps: its beginning and its end."""


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
    lines = commands_of(task, bench.grader)
    seen: Shown | None = None
    async with room or nullcontext():
        began = time.perf_counter()
        async with carried_out(bench, task, lines) as transcript:
            found = await by_program(bench, task, lines, transcript)
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


def _on_a_guess(guess: str, decision: Decision) -> Decision:
    """The decision where how the program is called was only supposed: what passes does, what fails shows nothing."""
    if not guess:
        return decision
    marks = (*decision.marks, GUESSED)
    if decision.is_passed or not decision.is_sure:
        return decision._replace(marks=marks)
    return decision._replace(why=f"{decision.why}; but {guess}", is_sure=False, marks=marks)


def _verdict(
    task: EvaluationTask, decision: Decision, transcript: Transcript, seconds: float, attempts: int
) -> TaskVerdict:
    status = Status.PASSED if decision.is_passed else Status.FAILED if decision.is_sure else Status.UNRESOLVED
    why = decision.why
    if not decision.is_sure:
        why += f"; a program would give {decision.points:g} of {MOST_POINTS:g} points, and is not sure of it"
    marks = (*decision.marks, *((TAMPERED,) if transcript.tampered else ()))
    if status is Status.FAILED:
        cause = failed_by(task, transcript, is_read=decision.decided_by == "model")
        marks = (*((cause.value,) if cause else ()), *marks)
    if transcript.tampered:
        why += f"; other than the grader's, which were used: {', '.join(transcript.tampered[:3])}"
    # Names of files stand in it, which may hold line ends, and letters that no file of ours takes.
    why = folded(why)
    seen = Observation(looked_for=_looked_for(task), saw=_seen(transcript))
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


def _looked_for(task: EvaluationTask) -> str:
    match task.how:
        case ShellInteraction() as how:
            return how.expected.words
        case FileComparison() as how:
            return how.expected
        case _:
            return task.outcomes[0].statement


def _seen(transcript: Transcript) -> str:
    said = (ran.output if ran.said is None else ran.said for ran in transcript.ran)
    return cut(
        "\n".join(f"$ {ran.line}\n{one}" for ran, one in zip(transcript.ran, said, strict=True)), _MOST_SEEN
    )
