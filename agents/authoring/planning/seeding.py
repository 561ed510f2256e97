"""Seeds by a model for a suite that grows: where its plan is covered least, and what to ask for."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random

from pydantic import JsonValue
from rapidfuzz import fuzz

from agents.authoring.events import Hear, unheard
from agents.authoring.planning.by_model import open_parameters, refuse_unsampled
from agents.authoring.planning.reading import WrittenSeed, told_values
from agents.authoring.writing import ReadAnswer, Writer, WritingOrder, way_of
from plans.contracts.models import Model
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.project import MadeArtifact
from plans.records.seed import Seed
from plans.slugs import new_id, slug


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


ALIKE = 80.0
"""Of rapidfuzz's token_sort_ratio, 0 to 100: from here on two requests ask for the same in the same words."""
SHORTEST, LONGEST = 20, 1_000
"""Characters of a request."""
SHOWN = 60
"""Requests that a model sees, so that it writes another one; the last of them."""
SOURCE = "model"


class SeedWriter:
    """Has the model in the role `planner` write requests that the plan lacks."""

    def __init__(self, model: Model, plan: Plan, random_seed: int, hear: Hear = unheard) -> None:
        self._writer = Writer(model, "planner", "agents.authoring.planning", way_of(plan.family), hear=hear)
        self._plan = plan
        self._random_seed = random_seed

    async def seed(
        self,
        settled: Mapping[str, JsonValue],
        known: Sequence[Seed],
        ids: Collection[str],
        parent: Seed | None = None,
    ) -> MadeArtifact[Seed]:
        """A request for an item of these values, unlike all that are `known`, under an id that is none of `ids`; in the
        place of `parent`, where one is given. Raises GivenUp.
        """

        async def read(written: WrittenSeed) -> ReadAnswer[Seed]:
            query = " ".join(written.query.split())
            id = new_id(written.subject, ids)
            made = Seed(id=id, query=query or "-", source=SOURCE, category=str(settled["category"]))
            return ReadAnswer(made, list(_problems(query, written.subject, known)))

        order = WritingOrder(
            what=f"The request for {'another' if parent else 'a'} item of {settled['category']!r}",
            template="new_seed",
            words={
                "plan": self._plan,
                "settled": told_values(self._plan, settled),
                "known": known[-SHOWN:],
                "parent": parent,
            },
            stage="seeds",
            project="",
            salt=str(self._random_seed),
        )
        return await self._writer.written(order, WrittenSeed, read)


def _problems(query: str, subject: str, known: Sequence[Seed]) -> Sequence[str]:
    problems: list[str] = []
    if not SHORTEST <= len(query) <= LONGEST:
        problems.append(
            f"`query` has {len(query)} characters; a request has at least {SHORTEST} and at most {LONGEST:,}."
        )
    if not slug(subject):
        problems.append("`subject` has no word in Latin letters.")
    alike = [one for one in known if fuzz.token_sort_ratio(query, one.query) >= ALIKE]
    problems += [
        f"`query` says what {one.id!r} says: “{one.query[:200]}”. Ask for something else." for one in alike
    ]
    return problems
