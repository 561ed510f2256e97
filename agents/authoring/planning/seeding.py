"""Seeds by a model: requests that nobody typed, for a suite that grows or is made afresh."""

from collections.abc import Collection, Mapping, Sequence

from pydantic import JsonValue
from rapidfuzz import fuzz

from agents.authoring.events import Hear, unheard
from agents.authoring.planning.reading import told_values
from agents.authoring.planning.shapes import WrittenSeed
from agents.authoring.ways import way_of
from agents.authoring.writing import Order, Read, Writer
from plans.contracts.models import Model
from plans.records.plan import Plan
from plans.records.project import Made
from plans.records.seed import Seed
from plans.slugs import new_id, slug

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
    ) -> Made[Seed]:
        """A request for an item of these values, unlike all that are `known`, under an id that is none of `ids`; in the
        place of `parent`, where one is given. Raises GivenUp.
        """

        async def read(written: WrittenSeed) -> Read[Seed]:
            query = " ".join(written.query.split())
            id = new_id(written.subject, ids)
            made = Seed(id=id, query=query or "-", source=SOURCE, category=str(settled["category"]))
            return Read(made, list(_problems(query, written.subject, known)))

        order = Order(
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
