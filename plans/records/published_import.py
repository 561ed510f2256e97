"""What came of importing a published dataset."""

from plans.records.base import Record
from plans.records.imported import Counting
from plans.records.problem import Problem
from plans.records.published import DefectKind, TypeCounts


class ImportedSuite(Record):
    """The counts of an imported suite."""

    suite: str
    version: str
    """Commit, as far as it is known, and state of the published data."""
    tasks: int
    """Published tasks that could be read."""
    items: int
    """Items that were made of them."""
    counts: TypeCounts
    """Published criteria by kind, the unsatisfiable among them."""
    evaluation_tasks: int
    """Evaluation tasks of all items."""
    unsatisfiable: tuple[str, ...]
    """Criteria that nobody can satisfy, as task/ordinal."""
    counting: Counting
    defects: dict[DefectKind, int]
    """Defect → criteria that have it."""
    not_runnable: dict[str, tuple[str, ...]]
    """Item → why hand-ins of it cannot be tried here; a run leaves it out."""
    may_be_used: dict[str, tuple[str, ...]]
    """Item that can be tried → what its PRD names and does not demand, and is not there: a hand-in that uses it fails
    here."""
    problems: tuple[Problem, ...]
    """What could not be read or imported, with its place."""
