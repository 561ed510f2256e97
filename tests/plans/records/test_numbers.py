"""Numbers of records: with a weight of `.inf` in criteria.yaml a whole run was played, and no share could be told."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import TypeAdapter, ValidationError

from plans.errors import InvalidFile
from plans.files import parse_record
from plans.records.base import FileRecord, Record
from plans.records.criteria import Criteria
from plans.records.feedback import EvaluationPlan
from plans.records.model_settings import ModelConfiguration
from plans.records.plan import Plan
from plans.records.run import RunSpec, share, whole
from plans.records.verdict import Judgement, Status
from plans.schema_complaints import json_schema
from plans.schemas import FILE_RECORDS

CRITERIA = """\
tasks:
- id: there
  title: It is there
  level: presence
  weight: {weight}
  requirements: [R1]
  outcomes: [{{id: seen, statement: It is seen.}}]
  how: {{kind: browser, steps: [{{do: open}}, {{do: expect, outcome: seen, that: {{kind: holds, that: "1 == 1"}}}}]}}
"""
MEASURED = frozenset(
    {"Judgement.seconds", "Judgement.browser_seconds", "TaskVerdict.seconds", "ModelUse.cost"}
)
"""Numbers that only we write down, and that are as large as they are."""
BY_HAND: tuple[type[FileRecord], ...] = (Criteria, Judgement, ModelConfiguration, Plan, RunSpec)
"""Whose numbers people set, or a judge of another."""


def records() -> Iterator[type[Record]]:
    waiting: list[type[Record]] = list(FILE_RECORDS)
    seen: set[type[Record]] = set()
    while waiting:
        kind = waiting.pop()
        if kind not in seen:
            seen.add(kind)
            yield kind
            waiting += [part for field in kind.model_fields.values() for part in parts(field.annotation)]


def parts(annotation: Any) -> Iterator[type[Record]]:
    """The records that a field's type is made of."""
    if isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for part in cast("tuple[Any, ...]", getattr(cast("Any", annotation), "__args__", ())):
        yield from parts(part)


def numbers(kind: type[Record]) -> Iterator[str]:
    return (name for name, field in kind.model_fields.items() if "float" in str(field.annotation))


@pytest.mark.parametrize(
    "weight", [".inf", "-.inf", ".nan", "1.0e+308", "1000001", "0", "-1", "1" + "0" * 400]
)
def test_a_weight_that_no_share_can_be_told_of_is_refused_with_its_line(weight: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        parse_record(CRITERIA.format(weight=weight), Criteria, Path("criteria.yaml"))
    assert refused.value.problems[0].where == "criteria.yaml:5"


def test_the_heaviest_tasks_that_are_taken_can_be_summed() -> None:
    task = parse_record(CRITERIA.format(weight="1.0e+6"), Criteria, Path("criteria.yaml")).tasks[0]
    assert share([(task.weight, whole(Status.PASSED))] * 1000).low == 1.0


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_no_number_of_any_record_is_infinite_or_none(number: float) -> None:
    tried = 0
    for kind in records():
        for name in numbers(kind):
            field = kind.model_fields[name]
            annotation: Any = field.annotation
            one = TypeAdapter[Any](annotation, config=kind.model_config)
            for value in (number, {"one": number}, [number]):
                with pytest.raises(ValidationError):
                    one.validate_python(value)
            tried += 1
    assert tried > 50


def test_each_number_that_people_set_has_a_least_and_a_most() -> None:
    """1e308 is finite, and twice of it is not: what is summed or waited for needs a bound."""
    unbounded = {name for kind in BY_HAND for name in unbounded_in(kind.__name__, json_schema(kind))}
    assert unbounded - MEASURED == set()


def unbounded_in(name: str, schema: dict[str, Any]) -> Iterator[str]:
    for field, told in cast("dict[str, Any]", schema.get("properties", {})).items():
        for one in (told, *told.get("anyOf", ())):
            is_bounded = any("axi" in word for word in one) and any("ini" in word for word in one)
            if one.get("type") == "number" and not is_bounded:
                yield f"{name}.{field}"
    for part, below in cast("dict[str, Any]", schema.get("$defs", {})).items():
        yield from unbounded_in(part, below)


def test_shares_of_an_evaluation_stay_shares() -> None:
    text = "weights: {there: .nan}\nwithheld: {}\nleak_policy: symptom\nrounds: 3\n"
    with pytest.raises(InvalidFile):
        parse_record(text, EvaluationPlan, Path("evaluation.yaml"))
