"""A family's functions as they are called, here or in a worker: what they give is held to the contract, what they
raise is told with the instance that they raised it for.
"""

import copy
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from agents.families.holding import (
    Misshapen,
    broken,
    held_checked,
    held_drawn,
    held_evaluated,
    held_texts,
    wanted_in_words,
)
from plans.contracts.instances import Answered, Wanted
from plans.errors import AuthorError
from plans.instance_families import FamilyCode, Json, packaged_code
from plans.records.instance import Drawn, Evaluated, Instance

T = TypeVar("T")


def draw(package: str, wanted: Sequence[Wanted]) -> list[Drawn]:
    """Make instances."""
    code = packaged_code(package)
    return [_drawn(code, one) for one in wanted]


def check(package: str, instances: Sequence[Instance]) -> list[Mapping[str, str]]:
    """Of each, check → what is wrong."""
    code = packaged_code(package)
    return [
        _told(code, "check", instance, code.check, partial(held_checked, checks=code.checks))
        for instance in instances
    ]


def questions(package: str, instances: Sequence[Instance]) -> list[Mapping[str, str]]:
    """Of each, check → what a model is asked."""
    code = packaged_code(package)
    return [_told(code, "questions", instance, code.questions) for instance in instances]


def labels(package: str, instances: Sequence[Instance]) -> list[Mapping[str, str]]:
    """Of each, disaggregation → bucket."""
    code = packaged_code(package)
    return [_told(code, "labels", instance, code.labels) for instance in instances]


def evaluate(package: str, answered: Sequence[Answered], variant: str) -> list[Evaluated]:
    """What answers score; AuthorError names the variants there are."""
    code = packaged_code(package)
    if variant and variant not in code.variants:
        raise AuthorError(
            f"The family {code.name!r} has no metrics {variant!r}, so nothing could be scored by them. "
            f"Use one of: {', '.join(code.variants) or 'none, but leave them out'}."
        )
    scores = code.variants[variant] if variant else code.evaluate
    # Many answers to one instance come together: its values are taken out once.
    values: dict[int, Json] = {}
    found: list[Evaluated] = []
    for one in answered:
        value = values.get(id(one.instance))
        if value is None:
            value = values[id(one.instance)] = _json(one.instance)
        about = f"instance {one.instance.id}"
        given = _called(code, "evaluate", about, scores, value, one.answer)
        found.append(_held(code, "evaluate", about, given, held_evaluated))
    return found


def _drawn(code: FamilyCode, wanted: Wanted) -> Drawn:
    about = wanted_in_words(wanted)
    # A family that changes what it is handed would change what is written down beside the instance.
    parameters = copy.deepcopy(dict(wanted.parameters))
    given = _called(code, "draw", about, code.draw, parameters, wanted.random_seed)
    drawn = _held(code, "draw", about, given, held_drawn)
    told = {name: drawn.parameters.get(name) for name in wanted.parameters}
    if told != dict(wanted.parameters):
        # When it is verified the instance is drawn from what it says of itself.
        again = _called(code, "draw", about, code.draw, copy.deepcopy(told), wanted.random_seed)
        if _held(code, "draw", about, again, held_drawn) != drawn:
            said = "its parameters are others than those asked for, and give another instance"
            raise broken(code.name, "draw", about, said)
    return drawn


def _told(
    code: FamilyCode,
    verb: str,
    instance: Instance,
    function: Callable[[Json], Mapping[str, str]],
    held: Callable[[object], Mapping[str, str]] = held_texts,
) -> Mapping[str, str]:
    about = f"instance {instance.id}"
    given = _called(code, verb, about, function, _json(instance))
    return _held(code, verb, about, given, held)


def _json(instance: Instance) -> Json:
    return cast("Json", instance.model_dump(mode="json"))


def _called(code: FamilyCode, verb: str, about: str, function: Callable[..., T], *arguments: Any) -> T:
    try:
        return function(*arguments)
    except Exception as error:
        # It is code that somebody else writes, and may fail of anything.
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise broken(code.name, verb, about, f"{type(error).__name__}: {error} ({where})") from error


def _held(code: FamilyCode, verb: str, about: str, given: object, shape: Callable[[object], T]) -> T:
    """What was given, as the contract has it."""
    try:
        return shape(given)
    except Misshapen as error:
        raise broken(code.name, verb, about, str(error)) from None
