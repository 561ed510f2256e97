"""Does every file that an agent sees carry the canary."""

from collections.abc import Sequence

from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project


class CanaryPresent:
    """Each file of the reference names the suite's canary, so that leaked copies can be found."""

    name = "canary"

    def __init__(self, canary: str) -> None:
        self._canary = canary

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        return [
            Problem(
                where=f"{project.id}/reference/{path}",
                message=f"The canary {self._canary!r} is missing.",
                mend="Add it in a comment; without it a leak into training data cannot be traced.",
            )
            for path, content in project.reference.items()
            if self._canary not in content
        ]
