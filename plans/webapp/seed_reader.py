"""Seeds in terms of the catalog of web apps."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from pydantic import JsonValue

from plans.catalog import seed_reader
from plans.catalog.contents import enumerated
from plans.catalog.matching import PhraseMeaning
from plans.catalog.seed_reader import (
    SeedWords,
    Understanding,
    Vocabulary,
    beyond_plan,
    phrase_books,
    proposed_domain,
    read,
    refuse_misnamed,
    understood,
)
from plans.records.seed import Seed
from plans.webapp.catalog.domain import (
    CATEGORIES,
    FACTS,
    INVENTED,
    Category,
    Domain,
    ItemNoun,
    invented_domain,
)
from plans.webapp.catalog.library import Library

_ADVICE = (
    "For any other subject, name `domain: invented-CATEGORY` and `parameters: {item_noun: [kite, kites]}`. "
)


@dataclass(frozen=True, eq=False)
class Offer(seed_reader.Offer[Domain]):
    """What may be chosen for a seed."""

    invents: frozenset[str] = frozenset(CATEGORIES)
    """Categories in which a domain may be invented."""
    left_out: frozenset[str] = frozenset()
    """Facts that are not to be told, whatever the seed says."""
    told: frozenset[str] = frozenset()
    """Facts that are to be told, whatever it leaves out."""


def understand(seed: Seed, library: Library, offer: Offer | None = None) -> Understanding[Domain]:
    """Domain, features and names of a seed; SeedRefused where its subject is in doubt.

    `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen from,
    by default the same.
    """
    offer, vocabulary = offer or Offer(library), vocabulary_of(library)
    refuse_misnamed(seed, vocabulary)
    words = read(seed, vocabulary)
    found = _domain(words, vocabulary, library, offer)
    refused = {*seed.without, *offer.dropped}.difference(offer.added)
    facts = refused.intersection(FACTS) | ({"rating"} if "ratings" in refused else set[str]())
    # Out of the whole library, so that what is left out is told in one order, whatever the plan had left out before.
    domain = library.domain(found.id, found.item, (facts - offer.told) | offer.left_out | {*found.left_out})
    domain = domain.model_copy(update={"item": found.item})
    result = understood(words, vocabulary, offer, domain, _facts(library, domain))
    told: list[str] = []
    if domain.id in vocabulary.invented:
        labels = enumerated([f"“{label.lower()}”" for label in domain.facets.labels])
        told.append(f"The sample data of {domain.item.plural} are invented, and tell of each {labels}.")
    if "price" in seed.without and domain.facets.amount != found.facets.amount:
        items, label = domain.item.plural, domain.facets.amount.label.lower()
        told.append(f"Prices are left out, as you asked: of all {items} the {label} is told instead.")
    coverage = result.coverage.model_copy(update={"notes": (*result.coverage.notes, *told)})
    return replace(result, coverage=coverage)


def _domain(words: SeedWords, vocabulary: Vocabulary[Domain], library: Library, offer: Offer) -> Domain:
    """The domain that the seed is about, whose item is called as the seed says; raises SeedRefused."""
    seed = words.seed
    item = _noun(seed.parameters["item_noun"]) if "item_noun" in seed.parameters else None
    if item and offer.domain is None and (invented := vocabulary.invented.get(seed.domain or "")):
        category = cast("Category", invented)
        if category not in offer.invents:
            raise beyond_plan(seed, f"about {item.plural}, for which a domain would be invented")
        return invented_domain(library.inventing, category, item)
    domain = proposed_domain(words, vocabulary, offer, _ADVICE)
    return domain.model_copy(update={"item": item}) if item in domain.nouns else domain


def _misfit(seed: Seed, library: Library) -> str:
    """What is wrong with the noun for the items of the domain that a seed names; empty when nothing is."""
    item, domain = _noun(seed.parameters.get("item_noun")), library.domains.get(seed.domain or "")
    if domain is None:
        if item is None and seed.domain is not None:
            return f"names the domain {seed.domain!r} and no noun for its items. Set `item_noun`, as [kite, kites]."
        if item is not None and seed.domain is None:
            return "sets `item_noun` and names no domain. Name `domain:`, as `invented-shopping`."
        return ""
    known = (domain.item, *domain.nouns)
    if item is None or item in known:
        return ""
    nouns = " or ".join(f"[{one.singular}, {one.plural}]" for one in known)
    return (
        f"sets `item_noun` to [{item.singular}, {item.plural}], and the items of {seed.domain!r} are called {nouns}. "
        "Use one of these, or a domain `invented-…`."
    )


def _noun(value: JsonValue) -> ItemNoun | None:
    """Singular and plural; None where the value is no such pair."""
    match value:
        case [str(singular), str(plural)] if singular.strip() and plural.strip():
            return ItemNoun(singular=singular.strip(), plural=plural.strip())
        case _:
            return None


@cache
def vocabulary_of(library: Library) -> Vocabulary[Domain]:
    """What seeds and notes may speak of."""
    phrases, notes = phrase_books(library, _phrases(library), _fact_names(library))
    signs = library.lexicon.currencies

    def brand(seed: Seed, value: JsonValue) -> str:
        return "" if isinstance(value, str) and value.strip() else "it is a text."

    def item_noun(seed: Seed, value: JsonValue) -> str:
        return "" if _noun(value) else "it is a pair of singular and plural, as [kite, kites]."

    def currency(seed: Seed, value: JsonValue) -> str:
        return "" if value in signs else f"money is counted in {enumerated(signs, 'or')}."

    return Vocabulary(
        library,
        phrases,
        notes,
        parameters={"brand": brand, "item_noun": item_noun, "currency": currency},
        facts=FACTS,
        invented={f"{INVENTED}{category}": category for category in library.inventing.ways},
        contradiction=lambda seed: _misfit(seed, library),
        family="webapp",
    )


def _phrases(library: Library) -> Iterator[tuple[str, PhraseMeaning]]:
    lexicon = library.lexicon
    for domain in library.domains.values():
        for word in (*domain.keywords, domain.item.plural):
            yield word, PhraseMeaning("related" if word in lexicon.generic else "domain", domain.id)
        yield from ((word, PhraseMeaning("related", domain.id)) for word in domain.related)
    yield from ((word, PhraseMeaning("interface", "")) for word in lexicon.interface)
    for one in lexicon.unsupported:
        yield from ((phrase, PhraseMeaning("unsupported", one.reason)) for phrase in one.phrases)


def _fact_names(library: Library) -> Iterator[tuple[str, PhraseMeaning]]:
    yield from ((phrase, PhraseMeaning("fact", "price")) for phrase in library.lexicon.facts.get("money", ()))


def _facts(library: Library, domain: Domain) -> Iterator[tuple[str, str]]:
    """Phrase → what of the sample data, or of every project, serves it."""
    facets, said = domain.facets, library.lexicon.facts
    named = [
        (facets.group.label, said.get("groups", ())),
        (facets.amount.label, said.get(facets.amount.kind, ())),
        (facets.date.label, said.get("date", ())),
        (facets.person.label, ()),
    ]
    named += [(one.label, said.get("stock", ())) for one in (facets.stock,) if one]
    named += [(one.label, said.get("stages", ())) for one in (facets.stages,) if one]
    for label, others in named:
        yield from ((phrase, f"sample data: {label.lower()}") for phrase in (label, *others))
    for choice in (facets.group, facets.stages):
        for value in choice.values if choice else ():
            yield value, f"sample data: {choice.label.lower()} {value}" if choice else ""
    yield from ((phrase, "feature: browsing") for phrase in said.get("base", ()))
