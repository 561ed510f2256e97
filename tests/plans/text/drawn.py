"""Instances of the family, drawn from parameters such as the plan samples."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import plans.text
from plans.files import read_record
from plans.records.instance import DrawnInstance, Instance
from plans.records.plan import Plan
from plans.stratified import sampled, seed_of
from plans.text.constraint import GROUPS, Constraint
from plans.text.generator import View, draw, drawn_asks
from plans.text.kinds import KINDS
from plans.text.language import constraint_of
from plans.text.vocabulary_files import topics

PLAN = Path(plans.text.__file__).with_name("plan.yaml")


@cache
def plan() -> Plan:
    return read_record(PLAN, Plan)


def parameters(number: int) -> dict[str, Any]:
    return dict(sampled(plan(), 0, number))


def instance(number: int, attempt: int = 0) -> dict[str, Any]:
    """Number such-and-such of a suite, as JSON."""
    seed = seed_of(0, number, attempt)
    drawn = DrawnInstance.model_validate(draw(parameters(number), seed))
    return Instance(
        id=f"text-{number}",
        random_seed=seed,
        prompt=drawn.prompt,
        parameters=drawn.parameters,
        constraints=drawn.constraints,
        metadata=drawn.metadata,
    ).model_dump(mode="json")


def constraints(drawn: dict[str, Any]) -> list[Constraint]:
    return [constraint_of(one["kind"], one["asks"]) for one in drawn["constraints"]]


def one_of_kind(kind: str, seed: int) -> Constraint:
    """Any constraint of a kind."""
    chance = random.Random(f"{kind} {seed}")
    domain = chance.choice([*topics().domains.values()])
    view = View(chance.choice(domain.topics), domain, chance)
    return constraint_of(kind, drawn_asks(view, kind))


DECIDED = sorted(name for name, kind in KINDS.items() if not kind.JUDGED)
__all__ = ["DECIDED", "GROUPS", "constraints", "instance", "one_of_kind", "parameters", "plan"]
