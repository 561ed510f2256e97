"""What a program decides of tasks that are tried by commands, and the contract of a kind's judge."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from agents.judging.commands.responses import crash, kept_from_running, printed_lines
from agents.judging.commands.running import Bench, ExecutedCommand, Transcript
from agents.judging.commands.working_copies import CommandWithInput
from plans.errors import AuthorError, Event
from plans.records.criteria import EvaluationTask
from plans.records.model_call import ModelUse
from plans.records.sandboxing import BuiltRuntime
from plans.records.task_kinds import MOST_POINTS, CommandTask, TaskKind
from plans.records.verdict import FailureCause

SURE = 1.0
"""Confidence of what a program decides."""
UNSURE = 0.5
"""Confidence of what it only supposes: somebody who reads has to decide it."""
OVER_IMPORTS = ("ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "TabError")
"""Errors of Python by which a program breaks down before it does anything."""
REFUSED = 2
"""Status by which programs end that refuse their command line (argparse, click, getopt)."""
_PYTEST = re.compile(r"\bpytest\b")


class PointsDecision(NamedTuple):
    """Points for a task, and why."""

    points: float
    """0, 1 or 2."""
    why: str
    """In a clause that a person can read."""
    is_sure: bool = True
    """Whether it decides; else it is what a program supposes, and counts as nothing."""
    marks: tuple[str, ...] = ()
    decided_by: Literal["program", "model"] = "program"
    confidence: float = SURE
    """Of what is sure; what is not has UNSURE."""
    uses: tuple[ModelUse, ...] = ()
    """Replies of a model that it was made of."""
    is_readable: bool = True
    """Whether who reads what was printed can decide what is not sure; not where it is doubted who has printed it."""
    event: Event | None = None
    """What kept the judge from deciding what is not sure."""

    @property
    def is_passed(self) -> bool:
        """Whether it is sure that all points were earned."""
        return self.is_sure and self.points >= MOST_POINTS


class ByProgram(NamedTuple):
    """What a program decides or supposes, and what it went by."""

    decision: PointsDecision
    runs: int
    """Copies on which the commands were carried out."""
    controls: tuple[Transcript, ...] = ()
    """The same commands with nothing typed, and with garbage; their copies are gone."""
    reference: bytes | None = None
    """The file that is expected, where there is one."""
    tests: Mapping[str, bytes] = {}
    """File → content, of the tests that were run: the grader's as they are sealed, else the submission's own."""


K = TypeVar("K", bound=CommandTask)


class KindJudge(ABC, Generic[K]):
    """Decides tasks of one kind by program; the judge asks it after it ran a task's commands in a sandbox.

    One for each kind stands in KIND_JUDGES of agents/judging/commands/judge.py.
    """

    @abstractmethod
    async def by_program(
        self,
        bench: Bench,
        task: EvaluationTask,
        how: K,
        lines: Sequence[CommandWithInput],
        transcript: Transcript,
    ) -> ByProgram:
        """What a program makes of a transcript. Raises SandboxRefused, StorageFailed, and AuthorError for what the
        grader lacks.

        Args:
            bench: Where `carried_out` runs the commands again, or others.
            task: What is judged.
            how: How it is tried.
            lines: Its commands with what they read.
            transcript: What came of them, with the copy as they left it.
        """

    def failed_by(self, how: K, transcript: Transcript, *, is_read: bool) -> FailureCause | None:
        """How a task failed whose commands came to this; `is_read`: whether a model decided it. None: nobody knows."""
        del how, is_read
        return failed_run(transcript) or FailureCause.WRONG_OUTPUT


def failed_run(transcript: Transcript) -> FailureCause | None:
    """What kept the commands from their work; None where nothing did."""
    causes = [_of_command(ran) for ran in transcript.ran]
    return next((cause for cause in causes if cause is not None), None)


def _of_command(ran: ExecutedCommand) -> FailureCause | None:
    if kept_from_running(ran.output):
        return FailureCause.NOT_STARTED
    if broke := crash(ran.output):
        return FailureCause.NOT_STARTED if broke.startswith(OVER_IMPORTS) else FailureCause.CRASH
    if ran.is_out_of_time:
        return FailureCause.TIME_LIMIT
    is_refused = ran.status == REFUSED and any(
        line.lower().startswith("usage:") for line in printed_lines(ran.output)
    )
    return FailureCause.NO_INTERFACE if is_refused else None


def require_pytest(runtime: BuiltRuntime, tasks: Iterable[EvaluationTask]) -> None:
    """AuthorError where tests are run by pytest and a suite locks packages without it: all would fail for that."""
    tested = [task.id for task in tasks if task.how.runs_tests and _runs_pytest(task.how)]
    if tested and runtime.lacking(["pytest"]):
        raise AuthorError(
            f"The suite locks packages of its own, and 'pytest' is none of them, by which {len(tested)} of the tasks "
            f"are tried ({tested[0]!r} for one): whatever was submitted would fail them. Add pytest and what it needs "
            "to runtime/requirements.lock."
        )


def _runs_pytest(how: TaskKind) -> bool:
    return any(_PYTEST.search(command.line) for command in how.commands)
