"""An item as a run keeps it."""

from typing import ClassVar

from plans.records.base import FileRecord
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.names import FolderName
from plans.records.prd import PRD


class RunProject(FileRecord):
    """`projects/<id>.json`: what judging and reporting need of an item, kept so that the run can be read alone."""

    SCHEMA: ClassVar[str] = "run-project"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
    id: FolderName
    title: str
    """The product's name."""
    category: str
    query: str
    """The request as the agent got it."""
    withholds: tuple[str, ...] = ()
    """Ids of the requirements that the request does not give away."""
    prd: PRD
    criteria: Criteria

    def is_withheld(self, task: EvaluationTask) -> bool:
        """Whether any requirement of the task is withheld."""
        return not set(self.withholds).isdisjoint(task.requirements)
