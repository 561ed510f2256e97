"""In what ways a task is tried by commands."""

from plans.errors import AuthorError
from plans.records.criteria import EvaluationTask
from plans.records.how.browser import BrowserSteps
from plans.records.how.file_comparison import FileComparison
from plans.records.how.shell_interaction import ShellInteraction
from plans.records.how.unit_test import UnitTest

ByCommands = UnitTest | ShellInteraction | FileComparison


def how_of(task: EvaluationTask) -> ByCommands:
    """The commands by which a task is tried; AuthorError for one that is tried in a browser."""
    if isinstance(task.how, BrowserSteps):
        raise AuthorError(
            f"{task.id!r} is tried in a browser, and this judge runs commands: it would fail whatever was handed in. "
            "Judge it by the judge of its family."
        )
    return task.how
