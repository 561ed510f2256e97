"""A seed's words, and which of them mean something to the catalog."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from plans.catalog.reading.coverage import READ
from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token, tokens
from plans.catalog.reading.plain_words import plain_words
from plans.catalog.reading.refusing import negated, refusal_place, refused, refused_features
from plans.catalog.reading.senses import is_filler, is_noun, is_verb_form
from plans.records.seed import Seed
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.objects import is_with_particle, with_objects
from plans.webapp.understanding.subjects import Subjects, weigh
from plans.webapp.understanding.wishes import (
    is_part_of_left_out,
    is_part_of_wish,
    is_thing,
    with_formats,
)


@dataclass(frozen=True, eq=False)
class SeedWords:
    """A seed's words, and what they mean to the catalog."""

    seed: Seed
    text: str
    """What is read of it."""
    tokens: Sequence[Token]
    hits: Sequence[Hit]
    subjects: Subjects
    refused: Mapping[str, str]
    """Feature that is not wanted → the words that say so."""
    refusals: tuple[Hit, ...]
    """Known phrases that are not wanted, whatever they stand for."""

    @property
    def features(self) -> list[str]:
        """Features that are named, in the order of the text."""
        return [hit.meaning.id for hit in self.hits if hit.meaning.kind == "feature"]

    def without(self, is_void: Callable[[Hit], bool]) -> "SeedWords":
        """The same without phrases that turn out to say nothing; subjects have been weighed before."""
        return replace(self, hits=[hit for hit in self.hits if not is_void(hit)])


def words_of(seed: Seed, library: Library) -> SeedWords:
    """What is read of a seed, with all that the catalog knows of it."""
    text = seed.query[:READ]
    read = tokens(text)
    book = phrase_book(library)
    found = with_objects(with_formats(book.find(text), read, text), read, text, library)
    unwanted = refused_features(found, read, text, plain_words().of_no_refusal)
    ordered = {place for hit in found if (place := refusal_place(hit, read, text)) is not None}
    hits = [
        hit
        for hit in found
        if not (
            negated(hit, read, text)
            or (hit.words == 1 and hit.start in ordered)
            or is_filler(hit, read)
            or is_verb_form(hit, read, library.domains)
            or is_noun(hit, read)
            or is_thing(hit, found, read)
            or is_with_particle(hit, read, text)
            or is_part_of_left_out(hit, found, library)
            or is_part_of_wish(hit, found)
        )
        and not (hit.meaning.kind == "feature" and hit.meaning.id in unwanted)
    ]
    return SeedWords(
        seed,
        text,
        read,
        hits,
        subjects=weigh(hits, len(read), library, book),
        refused=unwanted,
        refusals=tuple(hit for hit in found if refused(hit, read, text)),
    )


@cache
def phrase_book(library: Library) -> PhraseBook:
    """Every phrase that the catalog knows."""
    phrases: list[tuple[str, Meaning]] = []
    for domain in library.domains.values():
        phrases += [(word, Meaning("domain", domain.id)) for word in (*domain.keywords, domain.item.plural)]
        phrases += [(word, Meaning("related", domain.id)) for word in domain.related]
    for category, words in library.lexicon.categories.items():
        phrases += [(word, Meaning("category", category)) for word in words]
    for feature in library.features.values():
        phrases += [(word, Meaning("feature", feature.id)) for word in feature.keywords]
    phrases += [(word, Meaning("interface", "")) for word in library.lexicon.interface]
    for unsupported in library.lexicon.unsupported:
        phrases += [(phrase, Meaning("unsupported", unsupported.reason)) for phrase in unsupported.phrases]
    return PhraseBook(phrases)
