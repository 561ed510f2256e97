"""Leaving a program: what the last line that is typed does, and another line in its place does not."""

from collections.abc import Sequence
from dataclasses import replace

from agents.judging.commands.decisions import Decision
from agents.judging.commands.phrases import says
from agents.judging.commands.prose.wording import wanted
from agents.judging.commands.responses import brief, garbage_of, printed_lines, response
from agents.judging.commands.running import Transcript
from agents.judging.commands.working_copies import Line
from plans.plain_text import lines_of
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import ShellInteraction

_LAST = 2
"""Lines at the end of an output among which a farewell has to be: behind it nothing is asked any more."""


def is_about_leaving(task: EvaluationTask, how: ShellInteraction, lines: Sequence[Line]) -> bool:
    """Whether a task is about nothing but leaving the program, by what is typed last."""
    asked = wanted(how.expected.words, task.outcomes[0].statement, task.title)
    typed = [line.input.decode("utf-8", "replace").lower() for line in lines]
    is_more = asked.parts or asked.refusal or asked.is_start
    is_literal = any(literal.lower() not in one for literal in asked.literals for one in typed)
    return asked.is_end and not is_more and not is_literal and len(typed) == 1 and bool(typed[0].strip())


def with_another_end(line: Line) -> Line:
    """The command, and what it reads with garbage for its last line."""
    typed = lines_of(line.input.decode("utf-8", "replace"))
    while typed and not typed[-1].strip():
        typed.pop()
    return replace(line, input="".join(f"{one}\n" for one in [*typed[:-1], garbage_of(len(typed))]).encode())


def by_leaving(transcript: Transcript, other: Transcript) -> Decision | None:
    """Points for who leaves well, and says so to that line alone; None where that is not to be seen.

    Args:
        transcript: The program left by the line that is to be typed.
        other: The same with another line in its place.
    """
    if any(ran.status for ran in transcript.ran):
        return None
    last = printed_lines(transcript.output)[-_LAST:]
    said = [line for line in response("\n".join(last), other.output) if says("farewells", line)]
    if not said:
        return None
    return Decision(2.0, f"it ends well, and says to that line alone: {brief(said[0])!r}")
