"""A family's functions as they are called, here or in a worker: what they give is held to the contract, what they
raise is told with the instance that they raised it for.
"""

import copy
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from plans.contracts.instances import Answered, Wanted
from plans.errors import AuthorError
from plans.instance_families import FamilyCode, Json, packaged_code
from plans.records.instance import Drawn, Evaluated, Instance

T = TypeVar("T")

PNG = b"\x89PNG\r\n\x1a\n"
"""How each file of a picture begins."""
SHOWN = 300
"""Letters of parameters, and of what a family said, that a message shows."""
_TEXTS = TypeAdapter(dict[str, str])


def draw(package: str, wanted: Sequence[Wanted]) -> list[Drawn]:
    """Make instances."""
    code = packaged_code(package)
    return [_drawn(code, one) for one in wanted]


def check(package: str, instances: Sequence[Instance]) -> list[Mapping[str, str]]:
    """Of each, check → what is wrong."""
    code = packaged_code(package)
    return [_checked(code, instance) for instance in instances]


def questions(package: str, instances: Sequence[Instance]) -> list[Mapping[str, str]]:
    """Of each, check → what a model is asked."""
    code = packaged_code(package)
    return [_texts(code, "questions", instance, code.questions) for instance in instances]


def labels(package: str, instances: Sequence[Instance]) -> list[Mapping[str, str]]:
    """Of each, disaggregation → bucket."""
    code = packaged_code(package)
    return [_texts(code, "labels", instance, code.labels) for instance in instances]


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
        found.append(_held(code, "evaluate", about, given, Evaluated.model_validate))
    return found


def _drawn(code: FamilyCode, wanted: Wanted) -> Drawn:
    about = f"the instance of random seed {wanted.random_seed} and parameters {_short(wanted.parameters)}"
    # A family that changes what it is handed would change what is written down beside the instance.
    parameters = copy.deepcopy(dict(wanted.parameters))
    given = _called(code, "draw", about, code.draw, parameters, wanted.random_seed)
    drawn = _held(code, "draw", about, given, Drawn.model_validate)
    told = {name: drawn.parameters.get(name) for name in wanted.parameters}
    if told != dict(wanted.parameters):
        # When it is verified the instance is drawn from what it says of itself.
        again = _called(code, "draw", about, code.draw, copy.deepcopy(told), wanted.random_seed)
        if _held(code, "draw", about, again, Drawn.model_validate) != drawn:
            said = "its parameters are others than those asked for, and give another instance"
            raise _broken(code, "draw", about, said)
    for number, picture in enumerate(drawn.pictures, 1):
        if not picture.startswith(PNG):
            raise _broken(code, "draw", about, f"picture {number} is no PNG file")
    return drawn


def _checked(code: FamilyCode, instance: Instance) -> Mapping[str, str]:
    found = _texts(code, "check", instance, code.check)
    if set(found) != set(code.checks):
        said = f"it speaks of {_names(found)}, and CHECKS names {_names(code.checks)}"
        raise _broken(code, "check", f"instance {instance.id}", said)
    return {name: found[name] for name in code.checks}


def _texts(
    code: FamilyCode, verb: str, instance: Instance, function: Callable[[Json], Mapping[str, str]]
) -> Mapping[str, str]:
    about = f"instance {instance.id}"
    given = _called(code, verb, about, function, _json(instance))
    return _held(code, verb, about, given, _TEXTS.validate_python)


def _json(instance: Instance) -> Json:
    return cast("Json", instance.model_dump(mode="json"))


def _called(code: FamilyCode, verb: str, about: str, function: Callable[..., T], *arguments: Any) -> T:
    try:
        return function(*arguments)
    except Exception as error:
        # It is code that somebody else writes, and may fail of anything.
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise _broken(code, verb, about, f"{type(error).__name__}: {error} ({where})") from error


def _held(code: FamilyCode, verb: str, about: str, given: object, shape: Callable[[object], T]) -> T:
    """What was given, as the contract has it."""
    try:
        return shape(given)
    except ValidationError as error:
        told = (f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}" for one in error.errors())
        raise _broken(code, verb, about, f"gave what it may not: {'; '.join(told)}") from None


def _broken(code: FamilyCode, verb: str, about: str, said: str) -> AuthorError:
    shown = said if len(said) <= 2 * SHOWN else f"{said[: 2 * SHOWN]}…"
    return AuthorError(
        f"`{verb}` of the family {code.name!r} failed for {about}: {shown}. Nothing can stand in for it: mend "
        "the family's code."
    )


def _short(parameters: Mapping[str, object]) -> str:
    told = str(dict(parameters))
    return told if len(told) <= SHOWN else f"{told[:SHOWN]}…"


def _names(names: Sequence[str] | Mapping[str, object]) -> str:
    return ", ".join(sorted(names)) or "none"
