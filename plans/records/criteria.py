"""The criteria DAG of a project."""

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.how.browser import BrowserSteps
from plans.records.how.file_comparison import FileComparison
from plans.records.how.shell_interaction import ShellInteraction
from plans.records.how.unit_test import UnitTest
from plans.records.steps import Step


class Level(StrEnum):
    """What an evaluation task asks: is it there, does it work, does it hold (Asuka-Bench)."""

    PRESENCE = "presence"
    FUNCTIONALITY = "functionality"
    ROBUSTNESS = "robustness"


DEFAULT_WEIGHT: dict[Level, float] = {Level.PRESENCE: 1.0, Level.FUNCTIONALITY: 2.0, Level.ROBUSTNESS: 3.0}
"""Weight of a task by its level, when nobody sets another (notes of this project; the paper does not say)."""

HEAVIEST = 1e6
"""The largest weight: weights are summed, and a share of a sum that is infinite is no number."""

Kind = Literal["browser", "unit-test", "shell-interaction", "file-comparison"]
"""In what way a task is tried; which of them a family's judge can, its entry in plans/families.py says."""
How = Annotated[BrowserSteps | UnitTest | ShellInteraction | FileComparison, Field(discriminator="kind")]


class ExpectedOutcome(Record):
    """One observable, checkable statement."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    """Unique within its task."""
    statement: str
    """What must be observed, in a sentence."""


class EvaluationTask(Record):
    """A node of the criteria DAG; it passes when all of its outcomes hold."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    """Unique within its project."""
    title: str
    """What is tried, in a few words."""
    level: Level
    """Presence, functionality or robustness."""
    weight: float = Field(gt=0, le=HEAVIEST)
    """Share in weighted rates, relative to the project's other tasks."""
    depends_on: tuple[str, ...] = ()
    """Tasks that must have passed before this one is run."""
    requirements: tuple[str, ...] = Field(min_length=1)
    """Ids of the PRD's leaf requirements that it tests."""
    outcomes: tuple[ExpectedOutcome, ...] = Field(min_length=1)
    """What must be observed."""
    how: How
    """How it is tried."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of a task that is tried in a browser; of any other kind there are none."""
        return self.how.steps if isinstance(self.how, BrowserSteps) else ()


class Criteria(FileRecord):
    """`criteria.yaml`: the criteria DAG of a project."""

    SCHEMA: ClassVar[str] = "criteria"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
    tasks: tuple[EvaluationTask, ...] = Field(min_length=1)
    """The evaluation tasks, parents before children."""

    def task(self, id: str) -> EvaluationTask:
        """The task called `id`; KeyError when there is none."""
        for task in self.tasks:
            if task.id == id:
                return task
        raise KeyError(id)

    def ancestors(self, id: str) -> frozenset[str]:
        """Ids of everything that the task depends on, directly or not."""
        found: set[str] = set()
        open_ids = list(self.task(id).depends_on)
        while open_ids:
            parent = open_ids.pop()
            if parent not in found:
                found.add(parent)
                open_ids.extend(self.task(parent).depends_on)
        return frozenset(found)

    def with_prerequisites(self, ids: Collection[str] | None) -> tuple[EvaluationTask, ...]:
        """The tasks `ids` and whatever they depend on, in order; None: all tasks. KeyError for an unknown id."""
        if ids is None:
            return self.tasks
        wanted = {*ids, *(ancestor for id in ids for ancestor in self.ancestors(id))}
        return tuple(task for task in self.tasks if task.id in wanted)

    def children(self, id: str) -> frozenset[str]:
        """Ids of the tasks that name `id` as a prerequisite."""
        return frozenset(task.id for task in self.tasks if id in task.depends_on)
