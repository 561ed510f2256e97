"""Sampling a plan's parameters so that each of their values, or each tenth of a range, comes equally often.

Number n of a suite gets the same values whenever, in whatever order and in how many processes it is drawn: of each
parameter, every block of as many numbers as it has strata is a shuffle of these (a Latin design: one shuffle a block
and parameter). So the first N instances cover each parameter's strata equally, but for less than one block.
"""

import random
from typing import NamedTuple

from pydantic import JsonValue

from plans.digests import text_digest
from plans.records.plan import Parameter, Plan, ProvidedBy

RANGE_STRATA = 10
"""Parts of equal width into which a range is divided; one of fewer whole numbers has a stratum for each."""
OUTSIDE = "outside of the plan"


def sampled(plan: Plan, random_seed: int, number: int) -> dict[str, JsonValue]:
    """A value for each of the plan's parameters that the developer does not set, for instance `number` (from 0 on)."""
    return {
        parameter.name: _value(parameter, random_seed, number)
        for parameter in plan.parameters
        if parameter.provided_by is not ProvidedBy.DEVELOPER
    }


def seed_of(random_seed: int, number: int, attempt: int) -> int:
    """The random seed (64 bits) of an instance: of its number in the suite, and of the try at drawing it."""
    return int(text_digest(f"instance {random_seed} {number} {attempt}")[:16], 16)


def strata(parameter: Parameter) -> tuple[str, ...]:
    """All strata of a parameter in words, in order."""
    if parameter.values is not None:
        return tuple(str(value) for value in parameter.values)
    return tuple(part.name for part in _parts(parameter))


def stratum(parameter: Parameter, value: JsonValue) -> str:
    """The stratum that a value lies in, as `strata` names it; `outside of the plan` where it lies in none."""
    if parameter.values is not None:
        return str(value) if value in parameter.values else OUTSIDE
    if not isinstance(value, int | float):
        return OUTSIDE
    parts = _parts(parameter)
    if not parts[0].low <= value <= parts[-1].high:
        return OUTSIDE
    return next(part.name for part in reversed(parts) if part.low <= value)


class _Part(NamedTuple):
    """A stratum of a range; of whole numbers both ends belong to it, else the high one belongs to the next."""

    low: float
    high: float
    name: str


def _parts(parameter: Parameter) -> list[_Part]:
    assert parameter.minimum is not None
    assert parameter.maximum is not None
    low, high = parameter.minimum, parameter.maximum
    if not parameter.integer:
        edges = [low + (high - low) * part / RANGE_STRATA for part in range(RANGE_STRATA + 1)]
        return [_Part(a, b, f"{a:g} to {b:g}") for a, b in zip(edges, edges[1:], strict=False)]
    first, count = int(low), int(high) - int(low) + 1
    parts = min(count, RANGE_STRATA)
    begins = [first + count * part // parts for part in range(parts + 1)]
    return [
        _Part(a, b - 1, str(a) if a == b - 1 else f"{a} to {b - 1}")
        for a, b in zip(begins, begins[1:], strict=False)
    ]


def _value(parameter: Parameter, random_seed: int, number: int) -> JsonValue:
    block, place = divmod(number, len(strata(parameter)))
    order = list(range(len(strata(parameter))))
    random.Random(f"block {random_seed} {parameter.name} {block}").shuffle(order)
    if parameter.values is not None:
        return parameter.values[order[place]]
    part = _parts(parameter)[order[place]]
    within = random.Random(f"value {random_seed} {parameter.name} {number}")
    if parameter.integer:
        return within.randint(int(part.low), int(part.high))
    return within.uniform(part.low, part.high)
