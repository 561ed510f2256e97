"""Phrases of a seed for what every project about a domain tells of its things: price, date, titles."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token, tokens
from plans.catalog.reading.plain_words import is_plain
from plans.catalog.reading.refusing import refused
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library


def told_of_things(
    text: str, read: Sequence[Token], taken: Sequence[Hit], library: Library, domain: Domain
) -> Mapping[str, str]:
    """Phrase → what of the sample data, or of every project, serves it; none is within one of the `taken` hits."""
    held = {place for hit in taken for place in range(hit.start, hit.end)}
    return {
        hit.text: hit.meaning.id
        for hit in PhraseBook(_phrases(library, domain)).find(text)
        if not held & set(range(hit.start, hit.end))
        and " ".join(token.stem for token in read[hit.start : hit.end]) == hit.phrase
        and not refused(hit, read, text)
        and not _is_of_another_kind(hit, read, text, held, library)
    }


def _is_of_another_kind(
    hit: Hit, read: Sequence[Token], text: str, held: Collection[int], library: Library
) -> bool:
    """Whether the word before a date says which one is meant: a return date, of which no data tell."""
    before = hit.start - 1
    if hit.text.casefold() not in library.lexicon.facts.get("date", ())[:1] or before < 0 or before in held:
        return False
    return text[read[before].end : read[hit.start].start] == " " and not is_plain(read[before].word)


def _phrases(library: Library, domain: Domain) -> Iterator[tuple[str, Meaning]]:
    facets, said = domain.facets, library.lexicon.facts
    named = [
        (facets.amount.label, said.get(facets.amount.kind, ())),
        (facets.date.label, said.get("date", ())),
        (facets.group.label, ()),
        (facets.person.label, ()),
    ]
    named += [(one.label, said.get("stock", ())) for one in (facets.stock,) if one]
    named += [(one.label, said.get("stages", ())) for one in (facets.stages,) if one]
    for label, others in named:
        for phrase in (*_names(label), *others):
            yield phrase, Meaning("fact", f"sample data: {label.lower()}")
    for choice in (facets.group, facets.stages):
        for value in choice.values if choice else ():
            yield value, Meaning("fact", f"sample data: {choice.label.lower()} {value}" if choice else "")
    for phrase in said.get("base", ()):
        yield phrase, Meaning("fact", "feature: browsing")
    for always in library.lexicon.always:
        if always.amount is None:
            yield from ((phrase, Meaning("fact", "in every project")) for phrase in always.phrases)


def _names(label: str) -> Iterator[str]:
    """A label, and each of its words that carries a sense of its own: "Price per night" as price and as night."""
    yield label
    yield from (token.word for token in tokens(label) if not is_plain(token.word))
