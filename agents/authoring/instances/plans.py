"""A model's plan of a family, read and checked."""

import json
from collections.abc import Iterator

from pydantic import JsonValue, ValidationError

from agents.authoring.instances.shapes import WrittenFamilyPlan, WrittenParameter
from agents.authoring.writing import Read, Unreadable
from agents.families.folder import NAME
from plans.records.plan import (
    Constraint,
    Disaggregation,
    MetricPlan,
    Parameter,
    Plan,
    ProvidedBy,
    QualityCheck,
)

FARTHEST = 1_000_000_000
"""From zero: the end of a range."""
MOST_VALUES, MOST_PARAMETERS = 100, 20
BY = ProvidedBy.MODEL


def read_plan(written: WrittenFamilyPlan, family: str) -> Read[Plan]:
    """The plan that a model wrote; raises Unreadable with everything that is wrong with it."""
    if problems := list(_problems(written)):
        raise Unreadable(problems)
    try:
        plan = Plan(
            family=family,
            task=written.task.strip(),
            parameters=tuple(map(_parameter, written.parameters)),
            constraints=tuple(
                Constraint(name=one.name, description=one.description, provided_by=BY)
                for one in written.constraints
            ),
            quality_checks=tuple(
                QualityCheck(
                    name=one.name,
                    description=one.description,
                    decided_by="model" if one.is_for_a_model else "program",
                    provided_by=BY,
                )
                for one in written.quality_checks
            ),
            metrics=tuple(
                MetricPlan(name=one.name, description=one.description, provided_by=BY)
                for one in written.metrics
            ),
            disaggregations=tuple(
                Disaggregation(name=one.name, by=one.by, provided_by=BY) for one in written.disaggregations
            ),
        )
    except ValidationError as error:
        raise Unreadable([one["msg"] for one in error.errors()]) from None
    return Read(plan)


def _problems(written: WrittenFamilyPlan) -> Iterator[str]:
    if not written.task.strip():
        yield "`task` is empty."
    if not 1 <= len(written.parameters) <= MOST_PARAMETERS:
        yield f"There are {len(written.parameters)} parameters; write 1 to {MOST_PARAMETERS}."
    for one in written.parameters:
        yield from _parameter_problems(one)
    if not any(not one.is_for_a_model for one in written.quality_checks):
        yield "No quality check is decided by a program; at least one has to be."
    for title, names in (
        ("parameters", [one.name for one in written.parameters]),
        ("quality_checks", [one.name for one in written.quality_checks]),
        ("disaggregations", [one.name for one in written.disaggregations]),
    ):
        yield from (f"`{title}` names {name!r} twice." for name in sorted({*names}) if names.count(name) > 1)
        yield from (f"`{title}` has one without a name." for name in names if not name.strip())


def _parameter_problems(one: WrittenParameter) -> Iterator[str]:
    if not NAME.fullmatch(one.name):
        yield f"The parameter {one.name!r}: use small letters, digits and underscores, a letter first."
    is_range = one.minimum is not None and one.maximum is not None
    if one.values and (one.minimum is not None or one.maximum is not None):
        yield f"The parameter {one.name!r} has values and a range: write one of them."
    elif not one.values and not is_range:
        yield f"The parameter {one.name!r} has neither values nor both ends of a range."
    elif one.values and not 2 <= len(set(one.values)) <= MOST_VALUES:
        yield f"The parameter {one.name!r} takes 2 to {MOST_VALUES} values, each once."
    for end in (one.minimum, one.maximum):
        if end is not None and not abs(end) <= FARTHEST:
            yield f"The parameter {one.name!r}: {end} is farther from zero than {FARTHEST:,}."
        elif end is not None and one.integer and end != int(end):
            yield f"The parameter {one.name!r} holds whole numbers, and {end} is none."


def _parameter(one: WrittenParameter) -> Parameter:
    return Parameter(
        name=one.name,
        description=one.description,
        values=_values(one.values) if one.values else None,
        minimum=one.minimum,
        maximum=one.maximum,
        integer=one.integer,
        provided_by=BY,
    )


def _values(said: list[str]) -> tuple[JsonValue, ...]:
    """Numbers, and true and false, where all are such; else the texts."""
    told: list[JsonValue] = []
    for text in dict.fromkeys(said):
        try:
            value: object = json.loads(text)
        except ValueError:
            return tuple(dict.fromkeys(said))
        if not isinstance(value, bool | int | float):
            return tuple(dict.fromkeys(said))
        told.append(value)
    return tuple(told)
