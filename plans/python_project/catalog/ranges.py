"""What a plan leaves to sampling: its parameters' values, met with what the author takes by itself.

An unchanged plan leaves everything: the same random seed then gives the same choices as without a plan.
"""

from dataclasses import dataclass

from plans.catalog.narrowing import numbers_of, preferred
from plans.errors import AuthorError
from plans.records.plan import Plan

TASKS = tuple(range(22, 28))
"""Evaluation tasks that a project aims at; the published mean is 25.2."""
MOST_TASKS = 42
"""Evaluation tasks beyond which even asked-for features are left out: four of them find room."""
SLACK = 3
"""Tasks by which a project may exceed those that are aimed at before it is large: each feature brings four or more."""
RECORDS = tuple(range(8, 13))
"""Sample records that a reference brings."""
MOST_RECORDS = 14
"""The fewest that a domain of the catalog has."""


@dataclass(frozen=True)
class Ranges:
    """What numbers may be drawn from. As it stands by default: all that the author takes by itself."""

    tasks: tuple[int, ...] = TASKS
    """Evaluation tasks to aim at."""
    most_tasks: int = MOST_TASKS
    records: tuple[int, ...] = RECORDS

    @property
    def usual(self) -> int:
        """Evaluation tasks beyond which a project is large, so that it gets nothing which nobody asked for."""
        return max(self.tasks) + SLACK


OPEN = Ranges()


def ranges_of(plan: Plan) -> Ranges:
    """What the plan's parameters leave; AuthorError for a parameter that leaves nothing which the author can make.

    A parameter that the plan does not name is not limited.
    """
    tasks, records = numbers_of(plan, "evaluation_tasks"), numbers_of(plan, "sample_records")
    makeable = tuple(number for number in records if 1 <= number <= MOST_RECORDS)
    if records and not makeable:
        raise AuthorError(
            f"The plan's 'sample_records' has no number from 1 to {MOST_RECORDS}, and no domain of the catalog brings "
            "more, so nothing can be sampled. Widen it."
        )
    return Ranges(
        tasks=preferred(TASKS, tasks),
        most_tasks=min(MOST_TASKS, max(tasks, default=MOST_TASKS)),
        records=preferred(RECORDS, makeable),
    )
