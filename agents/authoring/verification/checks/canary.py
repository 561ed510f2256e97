"""Does every file that an agent or a grader reads carry the canary."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project
from plans.references import reference_of


class CanaryPresent:
    """Each file of the reference and of the grader names the suite's canary, so that leaked copies can be found.

    Left out are files that are not text, and those in which no comment can stand: which these are, by name, the family
    says (`uncommented` of its entry in plans/families.py), and never the item.
    """

    name = "canary"

    def __init__(self, canary: str, uncommented: Sequence[str] = ()) -> None:
        """`uncommented`: names of files with `*` for any letters, such as `*.csv`."""
        self._canary = canary
        self._uncommented = tuple(uncommented)

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [
            Problem(
                where=f"{project.id}/{path}",
                message=f"The canary {self._canary!r} is missing.",
                mend="Add it in a comment; without it a leak into training data cannot be traced.",
            )
            for path, text in _texts(project)
            if self._canary not in text and not self._is_uncommented(path)
        ]

    def _is_uncommented(self, path: str) -> bool:
        name = PurePosixPath(path).name
        return any(fnmatchcase(name, pattern) for pattern in self._uncommented)


def _texts(project: Project) -> Iterator[tuple[str, str]]:
    """Path → text of each file that is text."""
    reference = reference_of(project, "no canary stands in it")
    yield from ((f"reference/{path}", text) for path, text in reference.items())
    for path, data in project.grader.items():
        try:
            yield f"grader/{path}", data.decode()
        except UnicodeDecodeError:
            continue
