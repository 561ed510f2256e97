"""Seeds, and the recipes that planning makes of them."""

from typing import ClassVar

from pydantic import Field, JsonValue

from plans.records.base import FileRecord, FolderName, Record
from plans.records.plan import ItemParameters
from plans.records.suite import Lineage


class Seed(Record):
    """One query as somebody typed it."""

    id: FolderName
    """Unique in its file; becomes the id of the item made from it."""
    query: str = Field(min_length=1)
    """The request, in the words of the person who made it."""
    source: str = "author"
    """Where the query comes from: a person, a platform, a public dataset and row."""
    category: str | None = None
    """Category that the author asks for; left out, it is found by matching."""
    domain: str | None = None
    """Domain of the author's catalog that is asked for by its id; left out, it is found by matching."""
    features: tuple[str, ...] | None = None
    """Features of the catalog that are asked for by their ids, in order; left out, they are found by matching."""
    without: tuple[str, ...] = ()
    """Features, or facts of the things, that the catalog is to leave out, by their ids."""
    parameters: dict[str, JsonValue] = {}
    """Values that the item is to have, by their names in the catalog's `parameters.yaml`."""
    tags: tuple[str, ...] = ()
    """Free labels, carried into reports."""


class SeedFile(FileRecord):
    """A file of seeds, as an author keeps it."""

    SCHEMA: ClassVar[str] = "seeds"

    seeds: tuple[Seed, ...] = Field(min_length=1)
    """The seeds, in the order in which they are authored."""


class ItemSeed(FileRecord):
    """`seed.yaml` of an item: the seed, and how it was understood."""

    SCHEMA: ClassVar[str] = "seed"

    seed: Seed
    """The seed as it was given."""
    coverage: "SeedCoverage"
    """What the author made of its words."""


class DomainReading(Record):
    """Why a seed was taken to be about what it was taken to be about."""

    words: tuple[str, ...]
    """The seed's words that speak of the domain, as it has them."""
    score: float = Field(ge=0, le=100)
    """Share of the words for any subject that speak of this one, of 100; 100 where the seed names its domain."""
    thin: str = ""
    """Why the reading may well be wrong, in plain words; empty when it is well founded."""


class SeedCoverage(Record):
    """Which words of a seed an author could serve, and which not."""

    scores: dict[str, float]
    """Category → share of the seed's words for subjects that speak of it, of 100; empty where no seed was read, as for
    variants and growth."""
    category: str
    """The category that was chosen."""
    domain: str
    """The domain that was chosen."""
    reading: DomainReading | None = None
    """Why this domain; None where no seed was read, as for variants and growth."""
    covered: dict[str, str] = {}
    """Phrase of the seed, or what it names outright → the feature or vocabulary word that serves it."""
    uncovered: tuple[str, ...] = ()
    """Phrases that were not read, or ask for what the project lacks, in the seed's words."""
    notes: tuple[str, ...] = ()
    """Remarks in plain words for the reviewer."""


ItemSeed.model_rebuild()


class Recipe(Record):
    """What an item is to be made from, after planning."""

    id: str
    seed: ItemSeed
    parameters: ItemParameters
    parent: Lineage | None = None
    findings: tuple[str, ...] = ()
    """Why earlier attempts were not good enough: what the gate found and what reviewers noted, oldest first."""


class Assignment(Record):
    """One item to be authored: from a seed, or from a recipe that a refresh or a growth step made."""

    seed: Seed
    """The seed; its id becomes the item's."""
    recipe: Recipe | None = None
    """The recipe, when it is given; left out, the seed is planned afresh."""
    parent: Recipe | None = None
    """What the recipe is a variant of; left out where it is none."""
    settled: dict[str, JsonValue] = {}
    """Values of the plan's parameters that the item is to have, where a model reads the seed; the rest is sampled."""
    lineage: Lineage | None = None
    """What the item is a variant of, where a model wrote its seed; of a recipe, the recipe says so."""

    @property
    def made_from(self) -> Lineage | None:
        """What the item is a variant of; None where it is none."""
        return self.lineage if self.recipe is None else self.recipe.parent

    @property
    def id(self) -> str:
        return self.seed.id
