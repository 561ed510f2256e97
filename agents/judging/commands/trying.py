"""A task from its commands to a verdict: by a program, and by a reader where that is not sure."""

import asyncio
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

from agents.judging.commands.bench import Bench
from agents.judging.commands.by_program import by_program
from agents.judging.commands.decisions import UNSURE, Decision, how_of
from agents.judging.commands.products.files import products_of
from agents.judging.commands.reading.reader import TranscriptReader
from agents.judging.commands.reading.showing import Shown, shown
from agents.judging.commands.responses import crash, cut, kept_from_running, printed_lines
from agents.judging.commands.running import Ran, Transcript, carried_out
from agents.judging.commands.testing.counting import counts, lacks_imports
from agents.judging.commands.testing.unit_tests import by_tests
from agents.judging.commands.working_copies import commands_of, guarded, kept, laid_for
from plans.plain_text import folded
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import MOST_POINTS, FileComparison, ShellInteraction, UnitTest
from plans.records.verdict import FailureCause, Observation, OutcomeVerdict, Status, TaskVerdict

_OVER_IMPORTS = ("ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "TabError")
"""Errors of Python by which a program breaks down before it does anything."""
_OF_TESTS = "AssertionError"
_REFUSED = 2
"""Status by which programs end that refuse their command line (argparse, click, getopt)."""


def failed_by(task: EvaluationTask, transcript: Transcript, *, is_read: bool = False) -> FailureCause | None:
    """How a task failed whose commands came to this.

    None where all tests passed and whoever read them (`is_read`) found that they show too little: nothing became of the
    program then.
    """
    match how_of(task):
        case UnitTest():
            if is_read and by_tests(transcript, are_sealed=False).points == MOST_POINTS:
                return None
            causes = [_of_tests(ran) for ran in transcript.ran]
            return next((cause for cause in causes if cause is not None), FailureCause.TESTS_FAILED)
        case ShellInteraction() as how:
            expected = {command.exits for command in how.act} - {None}
            cause = _of_run(transcript)
            # Who is to end so has not refused the command line.
            if cause is FailureCause.NO_INTERFACE and _REFUSED in expected:
                cause = None
            return cause or FailureCause.WRONG_OUTPUT
        case FileComparison() as how:
            if products_of(how.product, transcript):
                return FailureCause.OTHER_FILE
            return _of_run(transcript) or FailureCause.NO_FILE


def _of_run(transcript: Transcript) -> FailureCause | None:
    """What kept the commands from their work; None where nothing did."""
    causes = [_of_command(ran) for ran in transcript.ran]
    return next((cause for cause in causes if cause is not None), None)


def _of_command(ran: Ran) -> FailureCause | None:
    if kept_from_running(ran.output):
        return FailureCause.NOT_STARTED
    if broke := crash(ran.output):
        return FailureCause.NOT_STARTED if broke.startswith(_OVER_IMPORTS) else FailureCause.CRASH
    if ran.is_out_of_time:
        return FailureCause.TIME_LIMIT
    is_refused = ran.status == _REFUSED and any(
        line.lower().startswith("usage:") for line in printed_lines(ran.output)
    )
    return FailureCause.NO_INTERFACE if is_refused else None


def _of_tests(ran: Ran) -> FailureCause | None:
    """What kept tests from being run or from ending; None where they were run."""
    if ran.is_out_of_time:
        return FailureCause.TIME_LIMIT
    if counts(ran) is not None:
        return FailureCause.NO_INTERFACE if lacks_imports(ran) else None
    if kept_from_running(ran.output):
        return FailureCause.NOT_STARTED
    broke = crash(ran.output)
    if broke is None or broke.startswith(_OF_TESTS):
        return None
    return FailureCause.NO_INTERFACE if broke.startswith(_OVER_IMPORTS) else FailureCause.CRASH


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
