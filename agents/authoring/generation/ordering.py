"""What the Generation Agent asks of a model: the prompt for each part, with what is known of the item."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from agents.authoring.generation.tasks import Size, importance_of, sizes_of
from agents.authoring.planning.reading import told_values
from agents.authoring.ways import Way
from agents.authoring.writing import Order
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.mending import Part
from plans.records.plan import Plan
from plans.records.project import Files
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query

TITLES = {
    "prd": "The PRD",
    "query": "The query",
    "criteria": "The criteria",
    "tests": "The tests of the criteria",
    "reference": "The reference",
    "repair": "The repair of the reference",
    "mutants": "The mutants",
    "patch": "The patch",
}
"""Prompt → what it asks for, in words."""
INCLUDED = {
    "prd": ("item",),
    "query": ("item",),
    "criteria": ("item", "good_criteria", "language_"),
    "tests": ("item", "tasks"),
    "reference": ("item", "tasks", "good_reference_"),
    "repair": ("files", "language_", "tasks"),
    "mutants": ("files", "tasks"),
    "patch": ("item", "files", "good_criteria", "language_", "tasks"),
}
"""Prompt → those that it includes; a name that ends in `_` goes on with the way in which tasks are tried."""


class ShownScheme(TypedDict):
    """How an item is tried, as prompts show it."""

    tasks: Sequence[dict[str, object]]
    targets: Mapping[str, str]
    """Name → target, of those that the steps call by name."""
    grader: Files
    """What the tasks lay, run and expect."""


class Orders:
    """Orders of parts of items, by the suite's plan as it was reviewed."""

    def __init__(self, plan: Callable[[], Plan], way: Way) -> None:
        """`way`: how the items' tasks are tried."""
        self._plan = plan
        self._way = way

    def order(self, template: str, recipe: Recipe, salt: str = "", **words: object) -> Order:
        """An order for a part of a project. A later attempt has another random seed, and so is asked anew."""
        return Order(
            what=f"{TITLES[template]} of {recipe.id!r}",
            template=template,
            words={**self.words(recipe), **words},
            stage=template,
            project=recipe.id,
            salt=f"{recipe.parameters.random_seed}.{salt}",
            included=tuple(
                f"{name}{self._way}" if name.endswith("_") else name for name in INCLUDED[template]
            ),
        )

    def sizes(self, recipe: Recipe) -> list[Size]:
        """How many tasks and outcomes the item is to have."""
        return sizes_of(recipe, self._plan())

    def patch(
        self,
        part: Part,
        recipe: Recipe,
        wrong: Sequence[str],
        prd: PRD,
        query: Query | None = None,
        **shown: object,
    ) -> Order:
        """An order to put a part right that was made before; `shown`: the words by which it is shown beside the PRD and
        the query.
        """
        words: dict[str, object] = {
            **self.words(recipe),
            "findings": (),
            "part": part,
            "wrong": wrong,
            "prd": requirements_text(prd),
            "query": said(query) if query else (),
            "sizes": (),
            "tasks": (),
            "targets": {},
            "grader": {},
            "files": {},
            "planted": (),
            **shown,
        }
        return replace(
            self.order("patch", recipe), what=f"{TITLES[part]} of {recipe.id!r}", stage=part, words=words
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


def shown_tasks(
    criteria: Criteria, steps: Callable[[EvaluationTask], Sequence[str]]
) -> Sequence[dict[str, object]]:
    """The evaluation tasks with the steps that try each, as prompts show them."""
    return [
        {
            "id": task.id,
            "title": task.title,
            "level": task.level.value,
            "depends_on": list(task.depends_on),
            "requirements": list(task.requirements),
            "importance": importance_of(task),
            "outcomes": [{"id": outcome.id, "statement": outcome.statement} for outcome in task.outcomes],
            "steps": list(steps(task)),
        }
        for task in criteria.tasks
    ]
