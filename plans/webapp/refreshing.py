"""A fresh variant of an item: the same skills asked of an agent, about something else."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from plans.errors import AuthorError
from plans.records.plan import ItemParameters, Plan
from plans.records.recipe import Recipe
from plans.records.seed import Coverage, ItemSeed, Seed
from plans.records.suite import Lineage
from plans.webapp.catalog.compose import complexity, parts_of
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import Ranges, lacking, narrowed, ranges_of, without
from plans.webapp.catalog.sampling import selection_for, task_count, with_requirements
from plans.webapp.catalog.selection import Selection
from plans.webapp.understanding.words import words_of

ID_LENGTH = 60
LIKE = 0.1
"""Share by which a variant's tasks, or one task, and its outcomes may differ from its parent's."""
TRIES = 20
"""Samples that are drawn until one asks about as much as the parent; of all the nearest is taken, and said."""
_GENERATION = re.compile(r"-r(\d+)$")


@dataclass(frozen=True)
class _Asked:
    """How much a project asks."""

    tasks: int
    outcomes: int

    @classmethod
    def of(cls, library: Library, selection: Selection) -> "_Asked":
        templates = [task for part in parts_of(library, selection) for task in part.tasks()]
        return cls(len(templates), sum(len(task.outcomes) for task in templates))

    def is_like(self, parent: "_Asked") -> bool:
        tasks, outcomes = abs(self.tasks - parent.tasks), abs(self.outcomes - parent.outcomes)
        return tasks <= max(1, LIKE * parent.tasks) and outcomes <= LIKE * parent.outcomes

    def distance(self, parent: "_Asked") -> float:
        tasks, outcomes = abs(self.tasks - parent.tasks), abs(self.outcomes - parent.outcomes)
        return tasks / parent.tasks + outcomes / parent.outcomes

    def told(self, parent: "_Asked") -> str:
        """Empty where they are alike."""
        if self.is_like(parent):
            return ""
        return (
            f"it has {self.tasks} evaluation tasks and {self.outcomes} outcomes, and its parent {parent.tasks} and "
            f"{parent.outcomes}: nothing nearer was found in {TRIES} samples"
        )


_FACT_WORDS = {"price": "prices", "rating": "ratings"}


@dataclass(frozen=True)
class _Sample:
    """One of the variants among which the likest is taken."""

    selection: Selection
    is_reordered: bool
    """Whether the parent's features stand in another order."""
    asked: _Asked


def fresh_recipe(library: Library, parent: Recipe, parent_suite: str, random_seed: int, plan: Plan) -> Recipe:
    """A recipe with another domain, brand, data, wording and feature order, which asks about as much.

    Where the plan and the catalog leave none that does, its lineage says by how much it differs. What the parent's seed
    refuses ("no comments") is in no variant either; its query says so, for those made from it. Raises AuthorError when
    the plan leaves no other domain of the parent's category.
    """
    old = Selection.of(parent.parameters)
    goal = _Asked.of(library, old)
    tasks = task_count(library, old.features)
    refused = _still_refused(library, parent.seed.seed, old)
    said = _in_words(refused, old)
    library, ranges = lacking(without(narrowed(library, plan), refused), old.left_out), ranges_of(plan)
    category = str(parent.parameters.values["category"])
    sample = _likest(goal, _samples(library, ranges, category, old, tasks, random_seed))
    selection, unlike = sample.selection, sample.asked.told(goal)
    domain = library.domains[selection.domain]
    purpose = f"{domain.purpose}, for {domain.audience}"
    id = _next_id(parent.id)
    changed = ["domain", "names", "sample data", "wording"]
    changed += ["feature order"] if sample.is_reordered else []
    changed += ["features"] if set(selection.features) != set(old.features) else []
    return Recipe(
        id=id,
        seed=ItemSeed(
            seed=Seed(
                id=id,
                query=" ".join([f"{purpose[0].upper()}{purpose[1:]}.", *(f"No {words}." for words in said)]),
                source=f"variant of {parent_suite}/{parent.id}",
            ),
            coverage=Coverage(
                scores={},
                category=category,
                domain=domain.id,
                notes=(
                    f"A fresh variant of {parent.id}; the parent's seed was read for what it refuses alone.",
                    *([f"Not of like complexity: {unlike}."] if unlike else []),
                ),
            ),
        ),
        parameters=ItemParameters(
            family="webapp",
            random_seed=selection.random_seed,
            values=selection.values(category),
            complexity=complexity(library, selection),
        ),
        parent=Lineage(parent=parent.id, parent_suite=parent_suite, changed=tuple(changed), unlike=unlike),
    )


def _likest(goal: _Asked, samples: Iterable[_Sample]) -> _Sample:
    """The first that asks about as much; where none does, the nearest."""
    drawn: list[_Sample] = []
    for sample in samples:
        if sample.asked.is_like(goal):
            return sample
        drawn.append(sample)
    return min(drawn, key=lambda one: one.asked.distance(goal))


def _samples(
    library: Library, ranges: Ranges, category: str, old: Selection, tasks: int, random_seed: int
) -> Iterator[_Sample]:
    """TRIES variants, the first of them with `random_seed`, in every other domain, the most fitting ones first."""
    rng = random.Random(f"{random_seed}:variant")
    domains = _other_domains(library, category, old, rng)
    base = {feature.id for feature in library.base}
    wanted = [id for id in old.features if id not in base and id in library.features]
    for number in range(TRIES):
        domain = domains[number * len(domains) // TRIES]
        kept = _legal(library, domain, wanted)
        shuffled = _shuffled(kept, rng)
        selection = selection_for(
            library, domain, shuffled, random_seed, tasks=min(tasks, ranges.most_tasks), ranges=ranges
        )
        yield _Sample(selection, shuffled != kept, _Asked.of(library, selection))
        random_seed = rng.getrandbits(40)


def _still_refused(library: Library, seed: Seed, old: Selection) -> Mapping[str, str]:
    """Feature → the words that refuse it; not those that a reviewer wanted in all the same."""
    refused = words_of(seed, library).refused
    return {id: said for id, said in refused.items() if id not in old.features}


def _in_words(refused: Mapping[str, str], old: Selection) -> list[str]:
    """What a variant is without, as the parent's seed says it; facts as anybody would."""
    facts = [_FACT_WORDS[fact] for fact in old.left_out if not (fact == "rating" and "ratings" in refused)]
    return [*refused.values(), *facts]


def _other_domains(library: Library, category: str, old: Selection, rng: random.Random) -> list[Domain]:
    """The other domains of the category, those first in which most of the features are legal."""
    others = [domain for domain in library.of_category(category) if domain.id != old.domain]
    if not others:
        raise AuthorError(
            f"The plan leaves no domain of the category {category!r} but {old.domain!r}, and a variant has to be about "
            "something else. Widen `domain` in the plan."
        )
    wanted = [id for id in old.features if id in library.features]
    return sorted(
        others, key=lambda domain: (len(_legal(library, domain, wanted)), rng.random()), reverse=True
    )


def _legal(library: Library, domain: Domain, features: Sequence[str]) -> list[str]:
    return [
        id
        for id in features
        if not library.features[id].base
        and with_requirements(library, domain, id, [f.id for f in library.base])
    ]


def _shuffled(features: Sequence[str], rng: random.Random) -> list[str]:
    """Another order where there is more than one feature."""
    order = list(features)
    while len(order) > 1 and order == list(features):
        rng.shuffle(order)
    return order


def _next_id(id: str) -> str:
    """plant-shop, plant-shop-r1, plant-shop-r2 …"""
    match = _GENERATION.search(id)
    stem = id[: match.start()] if match else id
    generation = int(match.group(1)) + 1 if match else 1
    return f"{stem[:ID_LENGTH].rstrip('-')}-r{generation}"
