"""In what ways a task is tried by commands, and what has to be there for it."""

import re
from collections.abc import Iterable

from plans.errors import AuthorError
from plans.records.criteria import EvaluationTask
from plans.records.sandboxing import BuiltRuntime
from plans.records.task_modes import BrowserSteps, FileComparison, ShellInteraction, UnitTest

ByCommands = UnitTest | ShellInteraction | FileComparison
_PYTEST = re.compile(r"\bpytest\b")


def how_of(task: EvaluationTask) -> ByCommands:
    """The commands by which a task is tried; AuthorError for one that is tried in a browser."""
    if isinstance(task.how, BrowserSteps):
        raise AuthorError(
            f"{task.id!r} is tried in a browser, and this judge runs commands: it would fail whatever was handed in. "
            "Judge it by the judge of its family."
        )
    return task.how


def require_pytest(runtime: BuiltRuntime, tasks: Iterable[EvaluationTask]) -> None:
    """AuthorError where tests are run by pytest and a suite locks packages without it: all would fail for that."""
    tested = [task.id for task in tasks if isinstance(task.how, UnitTest) and _runs_pytest(task.how)]
    if tested and runtime.lacking(["pytest"]):
        raise AuthorError(
            f"The suite locks packages of its own, and 'pytest' is none of them, by which {len(tested)} of the tasks "
            f"are tried ({tested[0]!r} for one): whatever was handed in would fail them. Add pytest and what it needs "
            "to runtime/requirements.lock."
        )


def _runs_pytest(how: UnitTest) -> bool:
    return any(_PYTEST.search(command.line) for command in how.act)
