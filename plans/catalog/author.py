"""The catalog author of every family: from a seed to a project without any model, and how a suite grows: new items
where its coverage is least, or fresh variants of items that it has.
"""

import hashlib
import random
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Generic

from pydantic import JsonValue

from plans.catalog.choosing import Covered, Ranges, Selection, library_without, task_goal, with_choices
from plans.catalog.contents import Domain, View, catalog_of, goal_of, task_count, with_requirements
from plans.catalog.making import Composing, Composition
from plans.catalog.notes import Redo
from plans.catalog.seed_reader import Understanding, misnamed, without_features
from plans.catalog.strategy import TRIES, CatalogStrategy, D, L, ProjectDemand, R, S, next_id, shuffled
from plans.errors import AuthorError
from plans.files import read_record
from plans.records.base import Problem
from plans.records.plan import Catalog, ItemParameters, Plan
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.suite import Lineage


def attempt_seed(random_seed: int, name: str, attempt: int) -> int:
    """The random seed of one item's attempt."""
    digest = hashlib.sha256(f"{random_seed}:{name}:{attempt}".encode()).digest()
    return int.from_bytes(digest[:5])


def wanted_and_kept(
    before: Sequence[str], wanted: Sequence[str], features_with: Callable[[Sequence[str]], Collection[str]]
) -> list[str]:
    """The wanted features and those of `before` that can stay beside them, in the order in which they were told.

    `features_with` tells which features a project has that is asked for some and gets no others than these require. A
    feature stays unless a wanted one, or one that stays already, would have to go for it.
    """
    held = set(features_with(wanted)).intersection(wanted)
    kept: list[str] = []
    for id in before:
        if id not in wanted and {*held, *kept, id} <= set(features_with([*wanted, *kept, id])):
            kept.append(id)
    told = [id for id in before if id in wanted or id in kept]
    return [*told, *(id for id in wanted if id not in told)]


def told_change(before: Sequence[str], after: Sequence[str], titles: Mapping[str, str]) -> str:
    """Which features a redo added and which it removed: `added: “Comments”; removed: nothing`."""

    def named(ids: Sequence[str], others: Sequence[str]) -> str:
        return ", ".join(f"“{titles.get(id, id)}”" for id in ids if id not in others) or "nothing"

    return f"added: {named(after, before)}; removed: {named(before, after)}"


@dataclass(frozen=True)
class _Sample(Generic[S]):
    """One of the variants among which the likest is taken."""

    selection: S
    is_reordered: bool
    """Whether the parent's features stand in another order."""
    asked: ProjectDemand


class Author(Composing, CatalogStrategy[L, D, S, R]):
    """Implements plans.contracts.authoring.Generator for a family that has a CatalogStrategy."""

    plan_file: Path
    """What the family's plan says beside what lies in its catalog."""

    def __init__(self, library: L | None = None) -> None:
        """`library`: the catalog to author from; left out, the one that is shipped."""
        self.library = library or self.shipped()

    @staticmethod
    @abstractmethod
    def shipped() -> L:
        """The catalog that comes with the program; read once."""

    @staticmethod
    @abstractmethod
    def survey() -> tuple[L, list[Problem]]:
        """What can be read of the shipped catalog, without the features that have problems, and the problems."""

    @staticmethod
    @abstractmethod
    def composed(library: L, selection: S) -> Composition[Any]:
        """The parts of a project; raises InvalidFile."""

    def composition(self, recipe: Recipe) -> Composition[Any]:
        return self.composed(self.library, self.recorded(recipe.parameters))

    def plan(self) -> Plan:
        """The plan: what its file says and what lies in the catalog."""
        written = _written_plan(self.plan_file)
        parameters = (*written.parameters, *self.parameters_in(self.library))
        return written.model_copy(update={"parameters": parameters})

    def catalog(self) -> Catalog:
        """Domains by category, and features with the words that ask for them."""
        return catalog_of(self.library)

    def misnamed(self, seed: Seed) -> str:
        """What is wrong with what the seed names outright; empty when nothing is."""
        return misnamed(seed, self.vocabulary(self.library))

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """The plan with the features and subjects that reviewers' notes ask for, and what was made of each note."""
        return self.replanned(plan, notes, self.library)

    def recipe(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int = 1, notes: Sequence[str] = ()
    ) -> Recipe:
        """What the seed becomes within the plan; raises SeedRefused with the reason.

        What the last note does not name is kept as the attempt before had it, where the note asks for anything.
        """
        library, offered = self.library, self.narrowed(self.library, plan)
        drawn = self._drawn(seed, plan, random_seed, attempt, notes)
        understood, redo, selection = drawn.understood, drawn.redo, drawn.selection
        domain, wanted = understood.domain, understood.wanted
        beyond = {id: _too_much(self.ranges_of(plan)) for id in wanted if id not in selection.features}
        coverage = without_features(understood.coverage, beyond, library)
        selection, coverage = self.detailed(seed, offered, domain, selection, coverage)
        added = self.remarks_on_added(library, wanted, selection.features)
        said = [*self.answers(redo, selection.features, library, domain)]
        if drawn.before is not None:
            titles = {id: feature.title for id, feature in library.features.items()}
            change = told_change(drawn.before.features, selection.features, titles)
            said.append(f"Features {change}; all others stay as they were.")
        elif attempt > 1 and redo.notes and redo.notes[-1].asks:
            said.append("What the last note asks for was so before it, and so the rest was drawn anew.")
        coverage = coverage.model_copy(update={"notes": (*coverage.notes, *added, *said)})
        return Recipe(
            id=seed.id,
            seed=ItemSeed(seed=seed, coverage=coverage),
            parameters=self.parameters_of(library, selection),
            findings=tuple(said),
        )

    def _drawn(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int, notes: Sequence[str]
    ) -> "_Drawn[D, S]":
        library, ranges, offered = self.library, self.ranges_of(plan), self.narrowed(self.library, plan)
        redo = self.read_notes(notes, library)
        understood = self.understand(seed, library, self.offer_of(offered, ranges, redo))
        domain, wanted = understood.domain, understood.wanted
        left = library_without(offered, redo.dropped | understood.refused)

        def drawn(features: Sequence[str], own_seed: int, tasks: int) -> S:
            return self.selected(
                left, domain, features, own_seed, tasks=tasks, ranges=ranges, brand=understood.brand
            )

        if attempt > 1 and redo.notes and redo.notes[-1].asks:
            before = self._drawn(seed, plan, random_seed, attempt - 1, notes[:-1]).selection
            own_seed = before.random_seed
            stay = [id for id in before.features if id in left.features and id not in library.fixed]
            features = wanted_and_kept(stay, wanted, lambda asked: drawn(asked, own_seed, 0).features)
            selection = self.as_before(left, drawn(features, own_seed, min(ranges.tasks)), before)
            if selection != before:
                return _Drawn(understood, redo, selection, before)
        own_seed = attempt_seed(random_seed, seed.id, attempt)
        return _Drawn(
            understood, redo, drawn(wanted, own_seed, task_goal(own_seed, ranges.tasks)), before=None
        )

    def variant(
        self, recipe: Recipe, parent_suite: str, random_seed: int, plan: Plan | None = None
    ) -> Recipe:
        """A recipe with another domain, brand, data, wording and feature order, which asks about as much.

        Where the plan and the catalog leave none that does, its lineage says by how much it differs. What the parent's
        seed leaves out (`without: [comments]`) is in no variant either, whose seed leaves it out too. Raises
        AuthorError when the plan leaves no other domain.
        """
        own_seed, plan = attempt_seed(random_seed, recipe.id, 1), plan or self.plan()
        old = self.recorded(recipe.parameters)
        goal, refused = self.asked_by(self.library, old), _still_refused(self.library, recipe.seed.seed, old)
        left, facts = self.lacking_facts(
            library_without(self.narrowed(self.library, plan), refused), old, refused
        )
        tasks = task_count(self.library, old.features)
        category = str(recipe.parameters.values["category"])
        sample = _likest(goal, self._samples(left, self.ranges_of(plan), category, old, tasks, own_seed))
        selection, unlike = sample.selection, sample.asked.told(goal)
        domain = left.domains[selection.domain]
        id = next_id(recipe.id)
        changed = ["domain", "names", "sample data", "wording"]
        changed += ["feature order"] if sample.is_reordered else []
        changed += ["features"] if set(selection.features) != set(old.features) else []
        return Recipe(
            id=id,
            seed=ItemSeed(
                seed=Seed(
                    id=id,
                    query=" ".join(
                        [goal_of(domain), *(f"No {words}." for words in (*refused.values(), *facts))]
                    ),
                    source=f"variant of {parent_suite}/{recipe.id}",
                    without=tuple(refused),
                ),
                coverage=SeedCoverage(
                    scores={},
                    category=domain.category,
                    domain=domain.id,
                    notes=(
                        f"A fresh variant of {recipe.id}; of the parent's seed only what it leaves out was kept.",
                        *([f"Not of like complexity: {unlike}."] if unlike else []),
                    ),
                ),
            ),
            parameters=self.parameters_of(left, selection),
            parent=Lineage(
                parent=recipe.id, parent_suite=parent_suite, changed=tuple(changed), unlike=unlike
            ),
        )

    def _samples(
        self, library: L, ranges: R, category: str, old: S, tasks: int, random_seed: int
    ) -> Iterator[_Sample[S]]:
        """TRIES variants, the first of them with `random_seed`, in every other domain, the most fitting ones first."""
        rng = random.Random(f"{random_seed}:variant")
        wanted = [id for id in old.features if id in library.features and id not in library.fixed]
        domains = self._other_domains(library, category, old, wanted, rng)
        for number in range(TRIES):
            domain = domains[number * len(domains) // TRIES]
            kept = _legal(library, domain, wanted)
            order = shuffled(kept, rng)
            selection = self.selected(
                library, domain, order, random_seed, tasks=min(tasks, ranges.most_tasks), ranges=ranges
            )
            yield _Sample(selection, order != kept, self.asked_by(library, selection))
            random_seed = rng.getrandbits(40)

    def _other_domains(
        self, library: L, category: str, old: S, wanted: Sequence[str], rng: random.Random
    ) -> list[D]:
        """The other domains, those first in which most of the features are legal, then those of the same category."""
        others = [
            domain
            for domain in self.domains_of(library).values()
            if domain.id != old.domain and (domain.category == category or not self.keeps_category)
        ]
        if not others:
            which = f" of the category {category!r}" if self.keeps_category else ""
            raise AuthorError(
                f"The plan leaves no domain{which} but {old.domain!r}, and a variant has to be about something else. "
                "Widen `domain` in the plan."
            )
        return sorted(
            others,
            key=lambda domain: (
                len(_legal(library, domain, wanted)),
                domain.category == category,
                rng.random(),
            ),
            reverse=True,
        )

    def another(self, recipe: Recipe, random_seed: int, plan: Plan) -> Recipe:
        """The grown `recipe` with other features and data: what it was grown for, its domain, stays.

        Raises AuthorError when the plan leaves that out.
        """
        own_seed = attempt_seed(random_seed, recipe.id, 1)
        library, ranges = self.narrowed(self.library, plan), self.ranges_of(plan)
        old = self.recorded(recipe.parameters)
        if old.domain not in library.domains:
            raise AuthorError(
                f"The plan leaves out {old.domain!r}, which {recipe.id!r} was grown for, so it cannot be sampled anew. "
                "Put it back into `domain`, or drop the item."
            )
        selection = self.selected(
            library,
            self.domain_of(library, old),
            (),
            own_seed,
            tasks=task_goal(own_seed, ranges.tasks),
            ranges=self.staying(ranges, old),
        )
        return recipe.model_copy(update={"parameters": self.parameters_of(library, selection)})

    def growth(
        self, plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
    ) -> Sequence[Recipe]:
        """`n` recipes, each in the domain that the fewest items have, of several in the category with the fewest.

        Features are the more likely the fewer have them; what the ranges hold and each feature's parameters take one of
        the values that the fewest have. A combination of domain and features is repeated only where TRIES samples bring
        no other one. Raises AuthorError when the plan leaves no domain.
        """
        library, ranges = self.narrowed(self.library, plan), self.ranges_of(plan)
        if not library.domains:
            raise AuthorError(
                "The plan leaves no domain of the catalog to grow in. Widen `domain` or `category`."
            )
        covered = Covered.by(existing)
        recipes: list[Recipe] = []
        for number in range(n):
            rng = random.Random(f"{random_seed}:grow:{number}")
            domain = covered.rarest_domain(self.domains_of(library).values(), rng)
            rarest = _rarest_choices(covered, library, domain, self.shares_parameters)
            selection = self._unseen(rarest, ranges, domain, covered, rng)
            recipes.append(_recipe(domain, selection, self.parameters_of(rarest, selection)))
            covered.add(recipes[-1].parameters)
        return recipes

    def _unseen(self, library: L, ranges: R, domain: D, covered: Covered, rng: random.Random) -> S:
        weights = {id: 1 / (1 + covered.count("features", id)) ** self.rarity for id in library.features}
        rare = self.rarest_ranges(covered, ranges)
        selection = None
        for _ in range(TRIES):
            random_seed = rng.getrandbits(40)
            selection = self.selected(
                library,
                domain,
                (),
                random_seed,
                tasks=task_goal(random_seed, ranges.tasks),
                ranges=rare,
                weights=weights,
            )
            if not covered.has(domain.id, selection.features):
                break
        assert selection is not None
        return selection


@dataclass(frozen=True)
class _Drawn(Generic[D, S]):
    """What a seed was read as, and what was drawn for it."""

    understood: Understanding[D]
    redo: Redo
    selection: S
    before: S | None
    """What it was before the last note, which keeps all that it does not name; None where it is drawn anew."""


def _too_much(ranges: Ranges) -> str:
    return (
        f"with all the rest that is asked for, the project would have more than {ranges.most_tasks} evaluation tasks; "
        "split the seed in two, or take something else out of it"
    )


@cache
def _written_plan(file: Path) -> Plan:
    return read_record(file, Plan)


def _rarest_choices(covered: Covered, library: L, domain: Domain, shares_parameters: bool) -> L:
    """The library whose features take, of what makes sense in the domain, what the fewest items have.

    What is one choice in a project, under whichever feature's name, is counted once.
    """
    counted: dict[str, str] = {}

    def rarest(named: str, choices: tuple[JsonValue, ...]) -> tuple[JsonValue, ...]:
        name = named.partition(".")[2]
        known = counted.setdefault(name, named) if shares_parameters else named
        return covered.rarest(known, domain.sensible(named, choices))

    features = {id: with_choices(feature, rarest) for id, feature in library.features.items()}
    return replace(library, features=features)


def _recipe(domain: Domain, selection: Selection, parameters: ItemParameters) -> Recipe:
    id = f"{domain.id}-{selection.random_seed:010x}"
    return Recipe(
        id=id,
        seed=ItemSeed(
            seed=Seed(id=id, query=goal_of(domain), source="grown from the plan"),
            coverage=SeedCoverage(scores={}, category=domain.category, domain=domain.id),
        ),
        parameters=parameters,
    )


def _likest(goal: ProjectDemand, samples: Iterable[_Sample[S]]) -> _Sample[S]:
    """The first that asks about as much; where none does, the nearest."""
    drawn: list[_Sample[S]] = []
    for sample in samples:
        if sample.asked.is_like(goal):
            return sample
        drawn.append(sample)
    return min(drawn, key=lambda one: one.asked.distance(goal))


def _still_refused(library: View, seed: Seed, old: Selection) -> Mapping[str, str]:
    """Feature that the seed leaves out → what it is called; not those that a reviewer wanted in all the same."""
    features = library.features
    return {
        id: features[id].title.lower() for id in seed.without if id in features and id not in old.features
    }


def _legal(library: View, domain: Domain, features: Sequence[str]) -> list[str]:
    return [id for id in features if with_requirements(library, domain, id, library.fixed)]
