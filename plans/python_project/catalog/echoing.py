"""No pattern holds of the plan itself: a program that prints all that it was given has earned nothing."""

import re
from collections.abc import Iterator

from plans.python_project.catalog.patterns import NO_TRACEBACK
from plans.records.base import found_in
from plans.records.criteria import Criteria
from plans.records.problem import Problem
from plans.records.specification import PRD
from plans.records.task_modes import GAP, ShellInteraction


def echo_problems(prd: PRD, criteria: Criteria) -> Iterator[Problem]:
    """Each shell interaction whose expected output stands in the plan's own words, inputs, patterns or PRD."""
    told = plan_text(prd, criteria)
    for task in criteria.tasks:
        if isinstance(task.how, ShellInteraction) and task.how.expected.pattern:
            wanted = _positive(task.how.expected.pattern)
            # Most are ruled out by their first part, which is a hundredth of the work of the whole.
            parts = wanted.split(GAP)
            if all(re.search(part, told) for part in parts) and (found := re.search(wanted, told)):
                yield Problem(
                    where=f"task {task.id}",
                    message=f"expects {wanted!r:.300}, which the plan itself says: {found[0][-80:]!r}.",
                    mend="Expect what only a program that works prints: values, rows, an order.",
                )


def plan_text(prd: PRD, criteria: Criteria) -> str:
    """Every text of PRD and criteria, a line each."""
    return "\n".join((*found_in(prd, str), *found_in(criteria, str)))


def _positive(pattern: str) -> str:
    """What has to be found, without what may not."""
    return pattern[pattern.index(f"){GAP}") + 1 + len(GAP) :] if NO_TRACEBACK in pattern else pattern
