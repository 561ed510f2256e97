"""Causal instances as tests draw them: in memory, from the plan that ships."""

import hashlib
from functools import cache
from typing import Any

from plans.families import family_code
from plans.records.instance import DrawnInstance, Instance
from plans.stratified import sampled, seed_of

Json = dict[str, Any]


def parameters(number: int, **wanted: Any) -> Json:
    """What the plan samples for instance `number`, some of it as wanted."""
    return {**sampled(family_code("causal").plan, 0, number), **wanted}


def drawn(number: int, **wanted: Any) -> DrawnInstance:
    """A drawing by these parameters."""
    return DrawnInstance.model_validate(
        family_code("causal").draw(parameters(number, **wanted), seed_of(0, number, 0))
    )


def instance_of(drawing: DrawnInstance, number: int) -> Json:
    """The instance that a suite would hold of it."""
    instance = Instance(
        id=f"instance-{number}",
        random_seed=seed_of(0, number, 0),
        prompt=drawing.prompt,
        parameters=drawing.parameters,
        media=tuple(hashlib.sha256(picture).hexdigest() for picture in drawing.pictures),
        metadata=drawing.metadata,
    )
    return instance.model_dump(mode="json")


@cache
def many(distractors: str, count: int = 60) -> tuple[Json, ...]:
    """Instances without pictures that the checks let pass, so that there are many in little time."""
    code = family_code("causal")
    found = (
        instance_of(drawn(number, distractors=distractors, presentation="text"), number)
        for number in range(count)
    )
    return tuple(instance for instance in found if not any(code.check(instance).values()))
