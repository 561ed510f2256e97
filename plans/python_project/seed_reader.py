"""Seeds in terms of the catalog of Python projects."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import Field, JsonValue

from plans.catalog.matching import PhraseMeaning
from plans.catalog.seed_reader import (
    Offer,
    Understanding,
    Vocabulary,
    phrase_books,
    proposed_domain,
    read,
    refuse_misnamed,
    understood,
)
from plans.files import read_record
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.library import Library
from plans.records.base import FileRecord, Record
from plans.records.seed import Seed


class Unsupported(Record):
    """What no project can have."""

    reason: str
    """Reads after "is left out: "."""
    phrases: tuple[str, ...] = Field(min_length=1)


class Lexicon(FileRecord):
    """`lexicon.yaml`."""

    SCHEMA: ClassVar[str] = "python-project-lexicon"

    interface: tuple[str, ...]
    """Phrases for what every project is."""
    sample: tuple[str, ...]
    """Phrases for what is told of every record, beside the labels of its fields."""
    unsupported: tuple[Unsupported, ...]


@cache
def lexicon() -> Lexicon:
    """The words; read once."""
    return read_record(Path(__file__).with_name("lexicon.yaml"), Lexicon)


def understand(seed: Seed, library: Library, offer: Offer[Domain] | None = None) -> Understanding[Domain]:
    """Domain, features and name of a seed; SeedRefused where its subject is in doubt.

    `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen from,
    by default the same.
    """
    offer, vocabulary = offer or Offer(library), vocabulary_of(library)
    refuse_misnamed(seed, vocabulary)
    words = read(seed, vocabulary)
    domain = proposed_domain(words, vocabulary, offer)
    return understood(words, vocabulary, offer, domain, _facts(domain))


@cache
def vocabulary_of(library: Library) -> Vocabulary[Domain]:
    """What seeds and notes may speak of."""

    def brand(seed: Seed, value: JsonValue) -> str:
        return "" if isinstance(value, str) and value.strip() else "it is a text."

    phrases, notes = phrase_books(library, _phrases(library))
    return Vocabulary(library, phrases, notes, parameters={"brand": brand}, family="python_project")


def _phrases(library: Library) -> Iterator[tuple[str, PhraseMeaning]]:
    for domain in library.domains.values():
        yield from ((word, PhraseMeaning("domain", domain.id)) for word in domain.keywords)
        yield from ((word, PhraseMeaning("related", domain.id)) for word in domain.related)
    yield from ((word, PhraseMeaning("interface", "")) for word in lexicon().interface)
    for one in lexicon().unsupported:
        yield from ((phrase, PhraseMeaning("unsupported", one.reason)) for phrase in one.phrases)


def _facts(domain: Domain) -> Iterator[tuple[str, str]]:
    """Phrase → what every project tells of its records by it."""
    labels = [field.label for field in domain.fields.all]
    nouns = [domain.item.singular, domain.item.plural, *lexicon().sample]
    yield from ((label, f"sample data: {label.lower()}") for label in labels)
    yield from ((noun, f"sample data: {noun.lower()}") for noun in nouns)
