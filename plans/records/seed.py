"""What an author starts from."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.names import FolderName


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
    coverage: "Coverage"
    """What the author made of its words."""


class Reading(Record):
    """Why a seed was taken to be about what it was taken to be about."""

    words: tuple[str, ...]
    """The seed's words that speak of the domain, as it has them."""
    score: float = Field(ge=0, le=100)
    """How much they say: nothing at 0, beyond doubt near 100."""
    thin: str = ""
    """Why the reading may well be wrong, in plain words; empty when it is well founded."""


class Coverage(Record):
    """Which words of a seed an author could serve, and which not."""

    scores: dict[str, float]
    """Category → match score, 0 to 100 (rapidfuzz); empty where no seed was read, as for variants and growth."""
    category: str
    """The category that was chosen."""
    domain: str
    """The domain that was chosen."""
    reading: Reading | None = None
    """Why this domain; None where no seed was read, as for variants and growth."""
    covered: dict[str, str] = {}
    """Phrase of the seed → the feature or vocabulary word that serves it."""
    uncovered: tuple[str, ...] = ()
    """Phrases that were matched to nothing in the catalog, in the seed's words."""
    notes: tuple[str, ...] = ()
    """Remarks in plain words for the reviewer."""


ItemSeed.model_rebuild()
