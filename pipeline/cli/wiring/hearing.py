"""Judges that tell each verdict as soon as it is there: of a judgement that is stopped, else nothing would be known."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from agents.judging.commands.bench import Bench
from agents.judging.commands.judge import CommandJudge
from agents.judging.dag import DecideOne, Mishap
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.ui_model.judge import ModelJudge
from plans.records.criteria import EvaluationTask
from plans.records.judging import JudgeRequest
from plans.records.verdict import TaskVerdict

Heard = Callable[[TaskVerdict], object]
"""Is told a verdict, once for each task that was tried. What the whole changes in the end is not in it."""


def unheard(verdict: TaskVerdict) -> None:
    """A Heard that nobody listens by."""


class HeardProgrammaticJudge(ProgrammaticJudge):
    """A judge of pages by program that is heard."""

    heard: Heard = staticmethod(unheard)

    def decider(self, request: JudgeRequest, planned: Sequence[EvaluationTask]) -> DecideOne:
        return _telling(super().decider(request, planned), self.heard)


class HeardModelJudge(ModelJudge):
    """A judge of pages by model that is heard."""

    heard: Heard = staticmethod(unheard)

    def decider(self, request: JudgeRequest, planned: Sequence[EvaluationTask]) -> DecideOne:
        return _telling(super().decider(request, planned), self.heard)


class HeardCommandJudge(CommandJudge):
    """A judge of programs that is heard."""

    heard: Heard = staticmethod(unheard)

    async def attempted(
        self, bench: Bench, task: EvaluationTask, keep: Path | None = None
    ) -> TaskVerdict | Mishap:
        found = await super().attempted(bench, task, keep)
        _tell(found, self.heard)
        return found


def _telling(decide_one: DecideOne, heard: Heard) -> DecideOne:
    async def decide(task: EvaluationTask, passed: Mapping[str, TaskVerdict]) -> TaskVerdict | Mishap:
        found = await decide_one(task, passed)
        _tell(found, heard)
        return found

    return decide


def _tell(found: TaskVerdict | Mishap, heard: Heard) -> None:
    """What kept a judge from a verdict is none."""
    if isinstance(found, TaskVerdict):
        heard(found)
