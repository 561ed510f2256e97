"""In what ways tasks are tried by commands, and what a program decides of them."""

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from plans.errors import AuthorError, Event
from plans.records.criteria import EvaluationTask
from plans.records.model_call import ModelUse
from plans.records.sandboxing import BuiltRuntime
from plans.records.task_kinds import MOST_POINTS, BrowserSteps, FileComparison, ShellInteraction, UnitTest

ByCommands = UnitTest | ShellInteraction | FileComparison
_PYTEST = re.compile(r"\bpytest\b")


def how_of(task: EvaluationTask) -> ByCommands:
    """The commands by which a task is tried; AuthorError for one that is tried in a browser."""
    if isinstance(task.how, BrowserSteps):
        raise AuthorError(
            f"{task.id!r} is tried in a browser, and this judge runs commands: it would fail whatever was submitted. "
            "Judge it by the judge of its family."
        )
    return task.how


def require_pytest(runtime: BuiltRuntime, tasks: Iterable[EvaluationTask]) -> None:
    """AuthorError where tests are run by pytest and a suite locks packages without it: all would fail for that."""
    tested = [task.id for task in tasks if isinstance(task.how, UnitTest) and _runs_pytest(task.how)]
    if tested and runtime.lacking(["pytest"]):
        raise AuthorError(
            f"The suite locks packages of its own, and 'pytest' is none of them, by which {len(tested)} of the tasks "
            f"are tried ({tested[0]!r} for one): whatever was submitted would fail them. Add pytest and what it needs "
            "to runtime/requirements.lock."
        )


def _runs_pytest(how: UnitTest) -> bool:
    return any(_PYTEST.search(command.line) for command in how.act)


SURE = 1.0
"""Confidence of what a program decides."""
UNSURE = 0.5
"""Confidence of what it only supposes: somebody who reads has to decide it."""


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
