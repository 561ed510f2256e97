"""What the Generation Agent asks of a model: the prompt for each part, with what is known of the item."""

from collections.abc import Callable, Sequence

from agents.authoring.generation.specified_steps import shown_steps
from agents.authoring.planning.reading import told_values
from agents.authoring.writing import Order
from plans.records.criteria import Criteria
from plans.records.how.browser import BrowserSteps
from plans.records.plan import Plan
from plans.records.query import Query
from plans.records.recipe import Recipe

TITLES = {
    "prd": "The PRD",
    "query": "The query",
    "criteria": "The criteria",
    "reference": "The reference",
    "repair": "The repair of the reference",
    "mutants": "The mutants",
}
"""Prompt → what it asks for, in words."""
INCLUDED = {
    "prd": ("item",),
    "query": ("item",),
    "criteria": ("item", "steps"),
    "reference": ("item", "tasks", "good_reference"),
    "repair": ("files", "steps", "tasks"),
    "mutants": ("files", "tasks"),
}
"""Prompt → those that it includes."""


class Orders:
    """Orders of parts of items, by the suite's plan as it was reviewed."""

    def __init__(self, plan: Callable[[], Plan]) -> None:
        self._plan = plan

    def order(self, template: str, recipe: Recipe, salt: str = "", **words: object) -> Order:
        """An order for a part of a project. A later attempt has another random seed, and so is asked anew."""
        return Order(
            what=f"{TITLES[template]} of {recipe.id!r}",
            template=template,
            words={**self.words(recipe), **words},
            stage=template,
            project=recipe.id,
            salt=f"{recipe.parameters.random_seed}.{salt}",
            included=INCLUDED[template],
        )

    def words(self, recipe: Recipe) -> dict[str, object]:
        """What every prompt about the item may say of it."""
        plan = self._plan()
        return {
            "seed": recipe.seed.seed,
            "remarks": recipe.seed.coverage.notes,
            "sampled": told_values(plan, recipe.parameters.values),
            "constraints": plan.constraints,
            "findings": recipe.findings,
        }


def said(query: Query) -> list[dict[str, object]]:
    """The request at each level, as prompts show it."""
    return [
        {"level": level.value, "text": said.text, "withholds": list(said.withholds)}
        for level, said in query.levels.items()
    ]


def shown_tasks(criteria: Criteria) -> Sequence[dict[str, object]]:
    """The evaluation tasks with their steps, as prompts show them."""
    return [
        {
            "id": task.id,
            "title": task.title,
            "level": task.level.value,
            "depends_on": list(task.depends_on),
            "requirements": list(task.requirements),
            "outcomes": [{"id": outcome.id, "statement": outcome.statement} for outcome in task.outcomes],
            "steps": shown_steps(task.how) if isinstance(task.how, BrowserSteps) else [],
        }
        for task in criteria.tasks
    ]
