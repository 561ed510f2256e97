"""Is the project of a size that the plan foresees."""

from collections.abc import Sequence

from plans.records.criteria import Criteria
from plans.records.plan import Plan
from plans.records.problem import Problem
from plans.records.project import Project


class Complexity:
    """Sampled values lie in the plan's ranges, and so do the numbers of tasks and outcomes where it names them.

    A plan may count the task of the accessibility clause or not: the catalog's does, and a model does not know of it.
    """

    name = "complexity"

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        counted, without = _counted(project.criteria), _counted(project.criteria.without_clause())
        values = {**project.parameters.values, **counted}
        problems: list[Problem] = []
        for parameter in plan.parameters:
            value = values.get(parameter.name)
            if value is None:
                continue
            if parameter.values is not None:
                chosen = value if isinstance(value, list) else [value]
                outside: list[object] = [choice for choice in chosen if choice not in parameter.values]
                allowed = f"one of {list(parameter.values)}"
            else:
                low, high = parameter.minimum or 0.0, parameter.maximum or 0.0
                either = (value, without.get(parameter.name))
                fits = any(isinstance(one, (int, float)) and low <= one <= high for one in either)
                outside = [] if fits else [value]
                allowed = f"between {low:g} and {high:g}"
            problems.extend(
                Problem(
                    where=f"{project.id}/parameters.yaml: {parameter.name}",
                    message=f"{parameter.name} is {one!r}, which the plan does not foresee.",
                    mend=f"It should be {allowed}; change the item or the plan.",
                )
                for one in outside
            )
        return problems


def _counted(criteria: Criteria) -> dict[str, int]:
    return {
        "evaluation_tasks": len(criteria.tasks),
        "expected_outcomes": sum(len(task.outcomes) for task in criteria.tasks),
    }
