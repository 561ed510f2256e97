"""Strategy of a family's catalog author: the steps in which families differ."""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, cast

from pydantic import JsonValue

from plans.catalog.choosing import Covered, Ranges, Selection
from plans.catalog.contents import CatalogView, Domain, Feature, TaskTemplate, View, feature_parameters
from plans.catalog.making import FeaturePart
from plans.catalog.notes import NoteTelling, Redo, answers, read_notes, redone
from plans.catalog.seed_reader import (
    Offer,
    SeedWords,
    Understanding,
    Vocabulary,
    followed,
    proposed_domain,
    read,
    refuse_misnamed,
    remarks_on_added,
    understood,
)
from plans.records.criteria import DEFAULT_WEIGHT
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.seed import Seed, SeedCoverage

ID_LENGTH = 60
LIKE = 0.1
"""Share by which a variant's tasks, or one task, and its outcomes may differ from its parent's."""
TRIES = 20
"""Samples that are drawn until one asks about as much as the parent; of all the nearest is taken, and said."""
_GENERATION = re.compile(r"-r(\d+)$")


class ProjectDemand(NamedTuple):
    """How much a project asks."""

    tasks: int
    outcomes: int

    def is_like(self, parent: "ProjectDemand") -> bool:
        """Whether it asks about as much as the parent."""
        tasks, outcomes = abs(self.tasks - parent.tasks), abs(self.outcomes - parent.outcomes)
        return tasks <= max(1, LIKE * parent.tasks) and outcomes <= LIKE * parent.outcomes

    def distance(self, parent: "ProjectDemand") -> float:
        """How far it is from the parent: shares of tasks and of outcomes, added up."""
        tasks, outcomes = abs(self.tasks - parent.tasks), abs(self.outcomes - parent.outcomes)
        return tasks / parent.tasks + outcomes / parent.outcomes

    def told(self, parent: "ProjectDemand") -> str:
        """By how much they differ; empty where they are alike."""
        if self.is_like(parent):
            return ""
        return (
            f"it has {self.tasks} evaluation tasks and {self.outcomes} outcomes, and its parent {parent.tasks} and "
            f"{parent.outcomes}: nothing nearer was found in {TRIES} samples"
        )


def shuffled(features: Sequence[str], rng: random.Random) -> list[str]:
    """Another order where there is more than one feature."""
    order = list(features)
    while len(order) > 1 and order == list(features):
        rng.shuffle(order)
    return order


def next_id(id: str) -> str:
    """plant-shop, plant-shop-r1, plant-shop-r2 …"""
    match = _GENERATION.search(id)
    stem = id[: match.start()] if match else id
    generation = int(match.group(1)) + 1 if match else 1
    return f"{stem[:ID_LENGTH].rstrip('-')}-r{generation}"


L = TypeVar("L", bound=View)
D = TypeVar("D", bound=Domain)
S = TypeVar("S", bound=Selection)
R = TypeVar("R", bound=Ranges)


class CatalogStrategy(ABC, Generic[L, D, S, R]):
    """How one family's seeds are understood, and its projects selected: its library, domain, selection and ranges."""

    family: str
    product: str
    """What its projects are called: app."""
    own_parameters: tuple[Parameter, ...] = ()
    """Those of the plan that stand between its domains and its features."""
    keeps_category: bool
    """Whether a variant is of its parent's category; otherwise that only goes first."""
    shares_parameters: bool
    """Whether what two features call the same is one choice in a project, as the separator of CSV."""
    rarity: int
    """Growth draws a feature that n items have by the weight 1 / (1 + n) ** rarity."""

    def parameters_in(self, library: L) -> tuple[Parameter, ...]:
        """Parameters of the plan whose ranges are what lies in the catalog."""
        categories = {domain.category for domain in library.domains.values()}
        invented = self.vocabulary(library).invented.items()
        domains = (*library.domains, *sorted(id for id, category in invented if category in categories))
        features = tuple(library.features)
        return (
            Parameter(name="domain", description=f"What the {self.product} is about.", values=domains),
            *self.own_parameters,
            Parameter(name="features", description=f"What the {self.product} can do.", values=features),
            *feature_parameters(library),
        )

    @staticmethod
    @abstractmethod
    def ranges_of(plan: Plan) -> R:
        """What the plan leaves to draw from; raises AuthorError where that is nothing."""

    @staticmethod
    @abstractmethod
    def narrowed(library: L, plan: Plan) -> L:
        """The library with what the plan leaves; raises AuthorError where that cannot be."""

    @staticmethod
    @abstractmethod
    def vocabulary(library: L) -> Vocabulary[D]:
        """The phrases by which seeds and notes are read, and what else a seed may name."""

    def understand(self, seed: Seed, library: L, offer: Offer[D] | None = None) -> Understanding[D]:
        """Domain, features and names of a seed; SeedRefused where its subject is in doubt.

        `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen
        from, by default the same.
        """
        vocabulary = self.vocabulary(library)
        offer = offer or Offer(vocabulary.library, invents=frozenset(vocabulary.invented.values()))
        refuse_misnamed(seed, vocabulary)
        words = read(seed, vocabulary)
        domain = self.subject_of(words, library, offer)
        return understood(words, vocabulary, offer, domain, self.facts_of(library, domain))

    def offer_of(self, offered: L, ranges: R, redo: Redo) -> Offer[D]:
        """What may be chosen of what the plan leaves, with what reviewers have asked for since."""
        asked = redo.domain if redo.domain in offered.domains else None
        left_out = ranges.no_facts | redo.left_out
        return Offer(
            cast("CatalogView[D, Feature]", offered),
            redo.added,
            redo.dropped,
            asked,
            ranges.invents,
            left_out,
            redo.told,
        )

    def subject_of(self, words: SeedWords, library: L, offer: Offer[D]) -> D:
        """The domain that a seed is about; raises SeedRefused where that is in doubt."""
        return proposed_domain(words, self.vocabulary(library), offer)

    @abstractmethod
    def facts_of(self, library: L, domain: D) -> Iterator[tuple[str, str]]:
        """Phrase → what every project about the domain tells of its things by it, as coverage has it."""

    def read_notes(self, notes: Sequence[str], library: L) -> Redo:
        """Reviewers' notes, oldest first, in terms of the catalog."""
        return read_notes(notes, self.vocabulary(library))

    def replanned(self, plan: Plan, notes: Sequence[str], library: L) -> tuple[Plan, tuple[str, ...]]:
        """The plan with what reviewers' notes ask for, and what was made of each."""
        return redone(plan, self.read_notes(notes, library), NoteTelling(library))

    def answers(self, redo: Redo, features: Collection[str], library: L, domain: D) -> Iterator[str]:
        """What was made of each note in a project that has these features and is about the domain."""
        return answers(redo, features, domain, NoteTelling(library))

    @staticmethod
    @abstractmethod
    def selected(
        library: L,
        domain: D,
        wanted: Sequence[str],
        random_seed: int,
        *,
        tasks: int | None,
        ranges: R,
        brand: str | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> S:
        """The wanted features, as far as they are legal together, and drawn ones up to `tasks`, with all that varies.

        `tasks` None: what every project is built on, the wanted features and what they require, nothing else.
        `weights` multiplies how likely a feature is drawn.
        """

    @staticmethod
    @abstractmethod
    def recorded(recorded: ItemParameters) -> S:
        """The selection that an item's parameters record."""

    def domains_of(self, library: L) -> Mapping[str, D]:
        """The library's domains by id, as what the family's own code takes."""
        return cast("Mapping[str, D]", library.domains)

    @staticmethod
    @abstractmethod
    def parts_of(library: L, selection: S) -> Sequence[FeaturePart[Any]]:
        """The selected features; raises InvalidFile for faults of the catalog."""

    def domain_of(self, library: L, selection: S) -> D:
        """What was selected; KeyError where the library does not have it."""
        return self.domains_of(library)[selection.domain]

    def detailed(
        self, seed: Seed, offered: L, domain: D, selection: S, coverage: SeedCoverage
    ) -> tuple[S, SeedCoverage]:
        """The selection with the parameters that the seed names, and the coverage with what is told of them."""
        values, told = followed(seed, offered, selection.features)
        coverage = coverage.model_copy(update={"notes": (*coverage.notes, *told)})
        return self.following(selection, values, seed, domain), coverage

    def following(self, selection: S, values: Mapping[str, JsonValue], seed: Seed, domain: D) -> S:
        """The selection with these values of `feature.parameter`, and with what else the seed sets."""
        return selection.following(values)

    def remarks_on_added(self, library: L, wanted: Sequence[str], had: Sequence[str]) -> list[str]:
        """Which of the features that a project has nobody asked for, and why it has them."""
        return [*remarks_on_added((*wanted, *library.fixed), had, library)]

    def as_before(self, library: L, selection: S, before: S) -> S:
        """The selection with what else varies as it was before a redo, where that still fits."""
        return selection

    def rarest_ranges(self, covered: Covered, ranges: R) -> R:
        """The ranges with what the fewest items have."""
        return ranges

    def staying(self, ranges: R, selection: S) -> R:
        """The ranges with what another attempt at a grown item keeps."""
        return ranges

    def lacking_facts(self, library: L, selection: S, refused: Collection[str]) -> tuple[L, Sequence[str]]:
        """The library whose domains tell no facts that the selection leaves out, and what these are called.

        Not named again are those that go with a refused feature.
        """
        return library, ()

    def parameters_of(self, library: L, selection: S) -> ItemParameters:
        """An item's parameters with its complexity, which is its tasks' default weights added up."""
        return ItemParameters(
            family=self.family,
            random_seed=selection.random_seed,
            values=selection.values(self.domain_of(library, selection).category),
            complexity=sum(DEFAULT_WEIGHT[task.level] for task in self._tasks(library, selection)),
        )

    def asked_by(self, library: L, selection: S) -> ProjectDemand:
        """How much a project asks."""
        tasks = self._tasks(library, selection)
        return ProjectDemand(len(tasks), sum(task.outcome_count for task in tasks))

    def _tasks(self, library: L, selection: S) -> list[TaskTemplate]:
        return [task for part in self.parts_of(library, selection) for task in part.tasks()]
