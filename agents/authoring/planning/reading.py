"""The plan as a model writes it: its shapes, and how it is read and checked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from pydantic import JsonValue, ValidationError

from agents.authoring.writing import AuthoringMode, ReadAnswer, UnreadableAnswer, way_of
from agents.gateway.prompts import complaints
from plans.records.model_call import Shape
from plans.records.plan import (
    Constraint,
    Disaggregation,
    MetricPlan,
    Parameter,
    Plan,
    ProvidedBy,
    QualityCheck,
)

By = Literal["developer", "model"]
"""developer: the task specification says so itself. model: you add it."""


class WrittenParameter(Shape):
    """One thing that varies from item to item: a choice, or a range of numbers."""

    name: str
    """Small letters and underscores."""
    description: str
    """What it means for an item, with its unit."""
    values: list[str]
    """The values of a choice, at least two; empty for a range."""
    minimum: float | None
    """Smallest value of a range; null for a choice."""
    maximum: float | None
    """Largest value of a range; null for a choice."""
    integer: bool
    """Whether a range holds whole numbers only; false for a choice."""
    provided_by: By


class WrittenRule(Shape):
    """Something that holds, in plain words."""

    name: str
    """Two to four words."""
    description: str
    """The rule in a sentence."""
    provided_by: By


class WrittenSplit(Shape):
    """A split of the numbers that a run reports."""

    name: str
    by: str
    """A name out of `parameters`, or one of: level, category, withheld. Each item has all levels of underspecification,
    so that is none."""
    provided_by: By


class WrittenPlan(Shape):
    """The plan of a benchmark."""

    task: str
    """Its purpose in plain words, a paragraph."""
    categories: list[str]
    """Kinds of items, a word or two each in small letters and dashes; 1 to 10."""
    fewest_tasks: int
    """Evaluation tasks of the smallest item; at least 3."""
    most_tasks: int
    """Evaluation tasks of the largest item; at most 28."""
    fewest_outcomes: int
    """Expected outcomes of the smallest item, over all its tasks."""
    most_outcomes: int
    """Expected outcomes of the largest item; at most 96."""
    sizes_by: By
    """Who says how large items are. developer: the task specification itself, in numbers or a word, and items are
    spread over the whole range. model: nobody, and items are of usual sizes unless their request asks for others."""
    parameters: list[WrittenParameter]
    """What else varies from item to item."""
    constraints: list[WrittenRule]
    """What must hold between parameters, or inside an item."""
    quality_checks: list[WrittenRule]
    """What a model should look at before an item is released, beside what programs check."""
    metrics: list[str]
    """Names of the numbers that matter here, out of those that can be computed."""
    disaggregations: list[WrittenSplit]
    """How the numbers are split."""


class RedonePlan(Shape):
    """The plan as reviewers' notes ask for it."""

    plan: WrittenPlan
    answers: list[str]
    """For each note, in their order, what was made of it, in a sentence."""


class WrittenSeed(Shape):
    """A request, as somebody would type it."""

    query: str
    subject: str
    """What the product is about, one to three words."""


class SettledParameter(Shape):
    """A parameter that the request settles."""

    parameter: str
    value: str
    """One of its values, or a number in its range."""


class Served(Shape):
    """Words of the request, and what in the plan they speak of."""

    phrase: str
    """As the request has it."""
    by: str
    """What serves it, in a few words."""


class SeedReading(Shape):
    """How a request is understood."""

    refusal: str
    """Why no item of this benchmark can be made of it; empty where one can."""
    category: str
    """One of the plan's categories."""
    subject: str
    """What the product is, in two to four words, as its title would say it: `lakeside car rental`. Its folder is
    called so."""
    fixed: list[SettledParameter]
    """Parameters of the plan that the request itself settles; mostly few."""
    served: list[Served]
    """What the request asks for and gets."""
    unserved: list[str]
    """Phrases of the request that cannot be had in this benchmark, in its words."""
    remarks: list[str]
    """What whoever reviews this should know; mostly empty."""


TASKS, OUTCOMES = "evaluation_tasks", "expected_outcomes"
"""Parameters that are counted on the finished item; goals of both are sampled, where tasks have several outcomes."""
LEVELS = "underspecification"
OURS = frozenset(["category", TASKS, OUTCOMES, LEVELS])
RECORD_FIELDS = ("level", "category", "withheld")
"""What numbers can be split by beside parameters."""
FARTHEST = 1_000_000_000
"""From zero: the end of a range, of which a value is drawn."""
FEWEST_TASKS, MOST_TASKS, MOST_OUTCOMES = 3, 28, 96
OUTCOMES_EACH = (2, 4)
"""Fewest and most outcomes of a task that is tried in a browser."""


class Sizes(NamedTuple):
    """Ranges of an item's size."""

    tasks: tuple[int, int]
    outcomes: tuple[int, int]


USUAL_SIZES: Mapping[AuthoringMode, Sizes] = {
    # Those of Asuka-Bench.
    "browser": Sizes(tasks=(14, 18), outcomes=(45, 55)),
    "commands": Sizes(tasks=(15, 25), outcomes=(15, 25)),
}
"""Of items about whose size nobody says anything."""
NAME = re.compile(r"[a-z][a-z0-9_]*")
CATEGORY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OF_CATALOGS = frozenset(["asked for", "contradictions"])
"""Checks that hold a project against the catalog, and say nothing of one that a model specified."""


def read_plan(written: WrittenPlan, family: Plan) -> ReadAnswer[Plan]:
    """The plan that a model wrote, with what `family`, the catalog's plan, says of checks and metrics.

    A split by the levels of underspecification is left out: each item has them all. Raises UnreadableAnswer with
    everything that is wrong with it.
    """
    splits = [one for one in written.disaggregations if one.by != LEVELS]
    written = written.model_copy(update={"disaggregations": splits})
    problems = list(_problems(written, family))
    parameters = [_parameter(one, problems) for one in written.parameters]
    if problems:
        raise UnreadableAnswer(problems)
    metrics = {metric.name: metric for metric in family.metrics}
    return ReadAnswer(
        Plan(
            family=family.family,
            task=written.task.strip(),
            parameters=(*_own_parameters(written), *(one for one in parameters if one is not None)),
            constraints=tuple(
                Constraint(name=rule.name, description=rule.description, provided_by=_by(rule.provided_by))
                for rule in written.constraints
            ),
            quality_checks=(
                *(check for check in family.quality_checks if check.name not in OF_CATALOGS),
                *(
                    QualityCheck(
                        name=rule.name,
                        description=rule.description,
                        decided_by="model",
                        provided_by=_by(rule.provided_by),
                    )
                    for rule in written.quality_checks
                ),
            ),
            metrics=tuple(
                MetricPlan(name=name, description=metrics[name].description, provided_by=ProvidedBy.MODEL)
                for name in dict.fromkeys(written.metrics)
            ),
            disaggregations=tuple(
                Disaggregation(name=split.name, by=split.by, provided_by=_by(split.provided_by))
                for split in written.disaggregations
            ),
        )
    )


def _own_parameters(written: WrittenPlan) -> tuple[Parameter, ...]:
    """Those that every plan has, with the ranges that the model laid down."""
    model, sizes_by = ProvidedBy.MODEL, _by(written.sizes_by)
    return (
        Parameter(
            name="category",
            description="What kind of item it is.",
            values=tuple(dict.fromkeys(written.categories)),
            provided_by=model,
        ),
        Parameter(
            name=TASKS,
            description="Evaluation tasks of the project, counted when it is made.",
            minimum=written.fewest_tasks,
            maximum=written.most_tasks,
            integer=True,
            provided_by=sizes_by,
        ),
        Parameter(
            name=OUTCOMES,
            description="Expected outcomes of the project, counted when it is made.",
            minimum=written.fewest_outcomes,
            maximum=written.most_outcomes,
            integer=True,
            provided_by=sizes_by,
        ),
        Parameter(
            name=LEVELS,
            description="Level of the query that a run hands out.",
            values=("low", "medium", "high"),
            provided_by=ProvidedBy.DEVELOPER,
        ),
    )


def _problems(written: WrittenPlan, family: Plan) -> Iterator[str]:
    if not written.task.strip():
        yield "`task` is empty."
    if not 1 <= len(set(written.categories)) <= 10:
        yield "`categories`: name 1 to 10."
    yield from (
        f"`categories`: {one!r} has other characters than small letters, digits and dashes."
        for one in written.categories
        if not CATEGORY.fullmatch(one)
    )
    if not FEWEST_TASKS <= written.fewest_tasks <= written.most_tasks <= MOST_TASKS:
        yield f"An item has {FEWEST_TASKS} to {MOST_TASKS} evaluation tasks, the fewest no more than the most."
    if not written.fewest_tasks <= written.fewest_outcomes <= written.most_outcomes <= MOST_OUTCOMES:
        yield (
            f"Each task has an outcome at least, so `fewest_outcomes` is no less than `fewest_tasks`; `most_outcomes` "
            f"is no less than that and at most {MOST_OUTCOMES}."
        )
    tasks, outcomes = (
        (written.fewest_tasks, written.most_tasks),
        (written.fewest_outcomes, written.most_outcomes),
    )
    if way_of(family.family) == "commands":
        if tasks != outcomes:
            yield "Each task has one outcome, so the fewest and the most outcomes are those of the tasks."
    elif written.most_outcomes < 2 * written.most_tasks:
        yield "`most_outcomes` leaves no two outcomes to each task of the largest item."
    names = [parameter.name for parameter in written.parameters]
    yield from (
        f"The parameter {name!r} is there twice." for name in sorted(set(names)) if names.count(name) > 1
    )
    yield from (
        f"The parameter {name!r} is one of ours; it is there already." for name in names if name in OURS
    )
    known = [metric.name for metric in family.metrics]
    yield from (
        f"There is no metric {name!r}; those that can be computed are {', '.join(known)}."
        for name in written.metrics
        if name not in known
    )
    if not written.metrics:
        yield f"`metrics`: name at least one of {', '.join(known)}."
    for split in written.disaggregations:
        if split.by not in (*names, *RECORD_FIELDS):
            yield f"Disaggregation {split.name!r}: there is no parameter or field {split.by!r} to split by."


def _parameter(written: WrittenParameter, problems: list[str]) -> Parameter | None:
    where = f"Parameter {written.name!r}"
    if not NAME.fullmatch(written.name):
        problems.append(f"{where}: use small letters, digits and underscores.")
    ends = [one for one in (written.minimum, written.maximum) if one is not None and not written.values]
    if not all(abs(one) <= FARTHEST for one in ends):
        problems.append(f"{where}: the ends of a range are numbers between -{FARTHEST:,} and {FARTHEST:,}.")
        return None
    if written.integer and any(one != int(one) for one in ends):
        problems.append(f"{where}: the ends of its range are to be whole numbers, as its values are.")
    if written.values and len(set(written.values)) < 2:
        problems.append(f"{where}: a choice has at least two values.")
    try:
        return Parameter(
            name=written.name,
            description=written.description,
            values=tuple(dict.fromkeys(written.values)) or None,
            minimum=None if written.values else written.minimum,
            maximum=None if written.values else written.maximum,
            integer=written.integer,
            provided_by=_by(written.provided_by),
        )
    except ValidationError as error:
        problems += [f"{where}: {one}" for one in complaints(error)]
        return None


def _by(provided_by: By) -> ProvidedBy:
    return ProvidedBy(provided_by)


def value_in(parameter: Parameter, text: str) -> str | float | int | None:
    """The value of a parameter that a model names in words; None where it is none of its values."""
    if parameter.values is not None:
        return next((value for value in parameter.values if isinstance(value, str) and value == text), None)
    try:
        number = float(text)
    except ValueError:
        return None
    low, high = parameter.minimum or 0.0, parameter.maximum or 0.0
    if not low <= number <= high or (parameter.integer and not number.is_integer()):
        return None
    return int(number) if parameter.integer else number


def told(plans: Sequence[Parameter]) -> list[dict[str, object]]:
    """Parameters as prompts show them."""
    return [
        {
            "name": one.name,
            "description": one.description,
            "range": ", ".join(map(str, one.values))
            if one.values is not None
            else f"{one.minimum:g} to {one.maximum:g}",
        }
        for one in plans
    ]


def told_values(plan: Plan, values: Mapping[str, JsonValue]) -> list[dict[str, str]]:
    """What the plan's parameters are in an item, each with what it means, as prompts show them."""
    meant = {parameter.name: parameter.description for parameter in plan.parameters}
    return [
        {"name": name, "value": str(value), "means": meant.get(name, "")} for name, value in values.items()
    ]
