"""The grader's files that a task names, from the sealed copy; one that is missing is the author's fault."""

from pathlib import Path

from plans.errors import AuthorError
from plans.paths import inside
from plans.records.criteria import EvaluationTask


def sealed_path(task: EvaluationTask, grader: Path | None, name: str) -> Path:
    """Where a file or folder that a task names lies; AuthorError where the grader does not have it."""
    found = None if grader is None else inside(grader, name)
    if found is None or not found.exists():
        raise AuthorError(
            f"The task {task.id!r} needs {name!r} of the grader, and there is none, so it cannot be tried as it was "
            "meant. Restore it in grader/, or mend criteria.yaml."
        )
    return found
