"""The catalog author of every family: from a seed to a project without any model."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from plans.catalog.choosing import Selection, task_goal, without
from plans.catalog.contents import Domain, Feature, Stock, catalog_of
from plans.catalog.making import Composing
from plans.catalog.notes import Redo
from plans.catalog.seed_reader import Understanding, misnamed, without_features
from plans.catalog.strategy import CatalogStrategy, Ranges
from plans.catalog.suite_growth import fresh_recipe, grown_recipes, regrown_recipe
from plans.files import read_record
from plans.records.plan import Catalog, ItemParameters, Plan
from plans.records.seed import ItemSeed, Recipe, Seed


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


L = TypeVar("L", bound=Stock[Domain, Feature])
D = TypeVar("D", bound=Domain)
S = TypeVar("S", bound=Selection)
R = TypeVar("R", bound=Ranges)


class Author(Composing, CatalogStrategy[L, D, S, R]):
    """Implements plans.contracts.authoring.Generator for a family that has a CatalogStrategy."""

    plan_file: Path
    """What the family's plan says beside what lies in its catalog."""

    def __init__(self, library: L) -> None:
        """`library`: the catalog to author from."""
        self._library = library

    def plan(self) -> Plan:
        """The plan: what its file says and what lies in the catalog."""
        written = _written_plan(self.plan_file)
        parameters = (*written.parameters, *self.parameters_in(self._library))
        return written.model_copy(update={"parameters": parameters})

    def catalog(self) -> Catalog:
        """Domains by category, and features with the words that ask for them."""
        return catalog_of(self._library)

    def misnamed(self, seed: Seed) -> str:
        """What is wrong with what the seed names outright; empty when nothing is."""
        return misnamed(seed, self.vocabulary(self._library))

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """The plan with the features and subjects that reviewers' notes ask for, and what was made of each note."""
        return self.replanned(plan, notes, self._library)

    def recipe(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int = 1, notes: Sequence[str] = ()
    ) -> Recipe:
        """What the seed becomes within the plan; raises SeedRefused with scores and reason.

        What the last note does not name is kept as the attempt before had it, where the note asks for anything.
        """
        library, offered = self._library, self.narrowed(self._library, plan)
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
        library, ranges, offered = self._library, self.ranges_of(plan), self.narrowed(self._library, plan)
        redo = self.read_notes(notes, library)
        understood = self.understand(seed, library, offered, ranges, redo)
        domain, wanted = understood.domain, understood.wanted
        left = without(offered, redo.dropped | understood.refused)

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
        """A fresh variant of like complexity: other domain, names, data, wording, feature order."""
        own_seed = attempt_seed(random_seed, recipe.id, 1)
        return fresh_recipe(self, self._library, recipe, parent_suite, own_seed, plan or self.plan())

    def another(self, recipe: Recipe, random_seed: int, plan: Plan) -> Recipe:
        """A grown recipe with other features and data, in the place and for the seed of the one that is given."""
        own_seed = attempt_seed(random_seed, recipe.id, 1)
        return regrown_recipe(
            self, self.narrowed(self._library, plan), self.ranges_of(plan), recipe, own_seed
        )

    def growth(
        self, plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
    ) -> Sequence[Recipe]:
        """`n` recipes of the least covered domains, features and choices."""
        library = self.narrowed(self._library, plan)
        return grown_recipes(self, library, self.ranges_of(plan), existing, n, random_seed)


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
