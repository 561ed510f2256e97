"""Are two projects of a suite the same in other words."""

from collections.abc import Sequence, Set
from itertools import combinations

from plans.records.problem import Problem
from plans.records.project import Project

TOO_ALIKE = 0.9
"""Likeness from which two projects count as near-duplicates."""


def near_duplicates(projects: Sequence[Project]) -> list[Problem]:
    """Pairs of projects that are alike in what they are about and in what is judged."""
    return [
        Problem(
            where=f"items/{second.id}",
            message=f"Is a near-duplicate of {first.id!r}: the same domain, and {share:.0%} of the tasks are the same.",
            mend="Drop one of them, or author it from another seed.",
        )
        for first, second in combinations(projects, 2)
        if (share := likeness(first, second)) >= TOO_ALIKE
    ]


def likeness(first: Project, second: Project) -> float:
    """How alike two projects are, 0 to 1: Jaccard index of their tasks; 0 when their domains differ."""
    if first.seed.coverage.domain != second.seed.coverage.domain:
        return 0.0
    tasks_a, tasks_b = ({task.id for task in project.criteria.tasks} for project in (first, second))
    return share_in_common(tasks_a, tasks_b)


def share_in_common(first: Set[str], second: Set[str]) -> float:
    """Jaccard index of two sets of tasks, 0 to 1."""
    return len(first & second) / len(first | second)
