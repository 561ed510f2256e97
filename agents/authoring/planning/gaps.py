"""Where a plan is covered least: what new items are to be, so that a suite that grows evens out."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

from pydantic import JsonValue

from agents.authoring.planning.by_model import open_parameters, refuse_unsampled
from plans.records.plan import ItemParameters, Parameter, Plan


def gaps(
    plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
) -> list[dict[str, JsonValue]]:
    """For each of `n` new items a value for every parameter of the plan: of a choice one that the fewest items have, of
    a range one in the middle of its widest gap. Of several that are as good, the random seed draws one. Raises
    AuthorError for a plan of which nothing can be sampled.
    """
    refuse_unsampled(plan)
    found: list[dict[str, JsonValue]] = []
    parameters = [plan.parameter("category"), *open_parameters(plan)]
    for number in range(n):
        rng = Random(f"{random_seed}:{number}")
        values = [*(item.values for item in existing), *found]
        found.append({one.name: _rarest(one, [v.get(one.name) for v in values], rng) for one in parameters})
    return found


def _rarest(parameter: Parameter, taken: Sequence[JsonValue], rng: Random) -> JsonValue:
    if parameter.values is not None:
        counts = Counter(map(json.dumps, taken))
        fewest = min(counts[json.dumps(value)] for value in parameter.values)
        return rng.choice([value for value in parameter.values if counts[json.dumps(value)] == fewest])
    low, high = parameter.minimum or 0.0, parameter.maximum or 0.0
    middle = _widest(low, high, (float(v) for v in taken if isinstance(v, int | float)), rng)
    return round(middle) if parameter.integer else min(max(round(middle, 2), low), high)


def _widest(low: float, high: float, taken: Iterable[float], rng: Random) -> float:
    """The middle of the widest gap; the ends of the range are gaps on one side alone, and are reached."""
    inside = sorted({value for value in taken if low <= value <= high})
    if not inside:
        return rng.uniform(low, high)
    # An end that nobody has is as far from its neighbour as it looks; a gap between two is half as far from each.
    far = [(inside[0] - low, low), (high - inside[-1], high)]
    far += [((right - left) / 2, (left + right) / 2) for left, right in pairwise(inside)]
    widest = max(distance for distance, _ in far)
    return rng.choice([place for distance, place in far if distance == widest])
