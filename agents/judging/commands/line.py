"""A task's commands, as they are given to a shell."""

from dataclasses import dataclass
from pathlib import Path

from agents.judging.commands.copies.sealed import sealed_path
from agents.judging.commands.kinds import how_of
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import Command, GraderFile, Stream


@dataclass(frozen=True, slots=True)
class Line:
    """A command as it is run: with its input at hand."""

    line: str
    input: bytes
    stream: Stream | None = None
    """The stream in which patterns are searched for; None: they are not told apart."""


def commands_of(task: EvaluationTask, grader: Path | None) -> tuple[Line, ...]:
    """A task's commands, each with what it reads; raises AuthorError for an input that the grader does not have."""
    return tuple(
        Line(command.line, _input(task, command, grader), command.stream) for command in how_of(task).act
    )


def _input(task: EvaluationTask, command: Command, grader: Path | None) -> bytes:
    if isinstance(command.input, GraderFile):
        return sealed_path(task, grader, command.input.file).read_bytes()
    return (command.input or "").encode()
