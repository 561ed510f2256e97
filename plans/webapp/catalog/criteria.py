"""The criteria DAG of a project, out of its features' tasks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue, ValidationError

from plans.catalog.making import parents_first, prerequisites, task_id
from plans.errors import InvalidFile
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, ExpectedOutcome, Level
from plans.records.expressions import ExpressionError, evaluate
from plans.records.problem import Problem
from plans.shorthand import StepReader
from plans.webapp.catalog.domain import Domain, Item
from plans.webapp.catalog.feature import Feature, TaskTemplate
from plans.webapp.catalog.vocabulary import Vocabulary, applies, render, render_tree

_RANK = {level: rank for rank, level in enumerate(Level)}


@dataclass(frozen=True)
class ProjectFeatureWords:
    """One feature in one project, with the words for its templates."""

    feature: Feature
    words: Vocabulary

    @property
    def where(self) -> str:
        """Where its templates stand, for messages."""
        return f"features/{self.feature.id}/feature.yaml"

    def leaf_keys(self) -> list[str]:
        """`feature.leaf` of each of its requirements."""
        return [f"{self.feature.id}.{leaf.id}" for leaf in self.feature.requirements.leaves]

    def tasks(self) -> list[TaskTemplate]:
        """The tasks that this project has of the feature, with the outcomes that it has of each."""
        found: list[TaskTemplate] = []
        for task in self.feature.tasks:
            if applies(task.when, self.words, self.where):
                own = {
                    id: statement
                    for id, statement in task.outcomes.items()
                    if render(statement, self.words, f"{self.where}.outcomes.{id}")
                }
                found.append(task.model_copy(update={"outcomes": own}))
        return found


def compose_criteria(parts: Sequence[ProjectFeatureWords], requirement_ids: Mapping[str, str]) -> Criteria:
    """The criteria; `requirement_ids` maps `feature.leaf` to the PRD's id.

    Raises InvalidFile with every task that is no task of the step language.
    """
    problems: list[Problem] = []
    shared = {
        name: target for part in parts if part.feature.base for name, target in part.feature.targets.items()
    }
    present = {f"{part.feature.id}.{task.id}" for part in parts for task in part.tasks()}
    written = {
        f"{part.feature.id}.{task.id}": task.depends_on for part in parts for task in part.feature.tasks
    }
    parents = prerequisites(written, present)
    tasks: dict[str, EvaluationTask] = {}
    for part in parts:
        targets = _rendered_targets({**shared, **part.feature.targets}, part)
        for template in part.tasks():
            key = f"{part.feature.id}.{template.id}"
            where = f"{part.where}: tasks.{template.id}"
            try:
                tasks[key] = made_task(part, template, targets, where, parents[key], requirement_ids)
            except ValidationError as error:
                problems += _problems(error, where)
            except InvalidFile as error:
                problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return Criteria(tasks=tuple(tasks[key] for key in _ordered(tasks, parents)))


def made_task(
    part: ProjectFeatureWords,
    template: TaskTemplate,
    targets: Mapping[str, JsonValue],
    where: str,
    parents: Sequence[str],
    requirement_ids: Mapping[str, str],
) -> EvaluationTask:
    """One task; raises ValidationError and InvalidFile where it is no task of the step language."""
    own = {"", *part.feature.targets} if not part.feature.base else {""}
    reader = StepReader(targets, where, dict.fromkeys(own, part.feature.id))
    steps = render_tree(list(template.steps), part.words, f"{where}.steps")
    assert isinstance(steps, list)
    outcomes = {
        id: render(statement, part.words, f"{where}.outcomes.{id}")
        for id, statement in template.outcomes.items()
    }
    keys = (f"{part.feature.id}.{leaf}" for leaf in template.requirements)
    return EvaluationTask.model_validate(
        {
            "id": task_id(f"{part.feature.id}.{template.id}"),
            "title": render(template.title, part.words, f"{where}.title"),
            "level": template.level,
            "weight": template.weight or DEFAULT_WEIGHT[template.level],
            "depends_on": [task_id(parent) for parent in parents],
            "requirements": [requirement_ids[key] for key in keys if key in requirement_ids],
            "outcomes": [ExpectedOutcome(id=id, statement=text) for id, text in outcomes.items()],
            "how": {"kind": "browser", "steps": [reader.step(step) for step in steps]},
        }
    )


def _rendered_targets(targets: Mapping[str, JsonValue], part: ProjectFeatureWords) -> dict[str, JsonValue]:
    return {
        name: render_tree(target, part.words, f"{part.where}: targets.{name}")
        for name, target in targets.items()
    }


def _ordered(tasks: Mapping[str, EvaluationTask], parents: Mapping[str, list[str]]) -> list[str]:
    """Parents before children; otherwise as the features stand, presence before functionality before robustness."""
    return parents_first(
        {key: (index_of_feature(key, tasks), _RANK[task.level]) for key, task in tasks.items()}, parents
    )


def index_of_feature(key: str, tasks: Mapping[str, EvaluationTask]) -> int:
    """Position of the first task of the key's feature."""
    feature = key.partition(".")[0]
    return next(index for index, other in enumerate(tasks) if other.partition(".")[0] == feature)


def _problems(error: ValidationError, where: str) -> list[Problem]:
    return [
        Problem(
            where=where,
            message=f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']} (it is {one['input']!r:.200}).",
            mend="Correct it; plans/records/steps.py describes the step language.",
        )
        for one in error.errors()
    ]


def flat_spots(
    parts: Sequence[ProjectFeatureWords], domain: Domain, items: Sequence[Item], page_size: int | None = None
) -> list[str]:
    """What the features rely on and these items do not give, in words, each after the id of its feature.

    `page_size`: entries that the list shows at once, all where it is None. Raises InvalidFile for an expression of the
    catalog that cannot be computed.
    """
    names = _names(domain, items, page_size)
    return [
        f"{part.feature.id}: {render(reliance.so, part.words, part.where)}"
        for part in parts
        for reliance in part.feature.relies_on
        if applies(reliance.when, part.words, part.where)
        and not _holds(render(reliance.that, part.words, part.where), names, part.where)
    ]


def _names(domain: Domain, items: Sequence[Item], page_size: int | None) -> Mapping[str, Any]:
    """What the expressions may speak of; places count from 0, in the list's own order."""
    places = list(range(len(items)))
    groups = [item.group for item in items]
    kinds = [kind for kind in domain.facets.group.values if kind in groups]
    page = page_size or len(items)
    return {
        "places": places,
        "page": page,
        "groups": groups,
        "kinds": kinds,
        "all_kinds": list(domain.facets.group.values),
        "kinds_in_all": len(domain.facets.group.values),
        "amounts": [item.amount for item in items],
        "amounts_of_second": [item.amount for item in items if [item.group] == kinds[1:2]][:page],
        "titles": [item.title for item in items],
        "stocks": [item.stock or 0 for item in items],
        "by_description": sorted(places, key=lambda place: items[place].description.casefold()),
        "by_first_letter": sorted(places, key=lambda place: items[place].title[:1].casefold()),
        "answers": [question.answer for question in domain.facets.quiz or ()],
    }


def _holds(expression: str, names: Mapping[str, Any], where: str) -> bool:
    try:
        return bool(evaluate(expression, names))
    except ExpressionError as error:
        problem = Problem(where=f"{where}: relies_on", message=f"{error}.", mend="Correct the expression.")
        raise InvalidFile([problem]) from error
