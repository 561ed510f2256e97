"""Which phrases of a seed are served, and by what; which are not, in the seed's own words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plans.catalog.contents import listed
from plans.catalog.reading.coverage import READ, served_by, told_left_out
from plans.catalog.reading.phrases import Hit, tokens
from plans.catalog.reading.plain_words import is_plain
from plans.records.seed import Coverage, Seed
from plans.webapp.catalog.domain import Domain, ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.numbers import Stated


class About(NamedTuple):
    """What a seed was taken to be about."""

    domain: Domain
    is_named: bool
    """Whether the seed speaks of the domain's subject."""
    unknown: ItemNoun | None
    """A subject of its own, that the catalog knows nothing about."""


def covered_phrases(
    hits: Sequence[Hit], library: Library, category: str, domain: Domain, legal: Sequence[str]
) -> dict[str, str]:
    """Phrase → the feature, subject or category that serves it."""
    covered: dict[str, str] = {}
    had = {*legal, *(feature.id for feature in library.base)}
    features = [hit for hit in hits if hit.meaning.kind == "feature"]
    lacking = {hit.text for hit in features} - {hit.text for hit in features if hit.meaning.id in had}
    unserved = [hit for hit in hits if hit.meaning.kind == "unsupported"]
    for hit in hits:
        is_within = any(one.start <= hit.start and hit.end <= one.end for one in unserved)
        if any(hit.text == one.text for one in unserved) or (is_within and hit.meaning.kind != "feature"):
            continue
        match hit.meaning.kind:
            case "feature" if hit.meaning.id in had:
                covered[hit.text] = served_by(library, hit.meaning.id)
            case "domain" | "related" if hit.meaning.id == domain.id:
                covered.setdefault(hit.text, f"subject: {domain.item.plural}")
            case "category" if _is_name_of(hit, library, category) and hit.text not in lacking:
                covered.setdefault(hit.text, f"category: {category}")
            case _:
                pass
    return covered


def _is_name_of(hit: Hit, library: Library, category: str) -> bool:
    """Whether a broad word says no more than what kind of app it is: a shop, and not "discount"."""
    is_of_it = hit.meaning.id == category
    return is_of_it and hit.text.casefold() in library.lexicon.names_of(category)


def remarks(
    seed: Seed,
    hits: Sequence[Hit],
    library: Library,
    left_out: Mapping[str, str],
    about: About,
) -> Iterator[str]:
    """What a reviewer should know about how the seed was taken.

    `left_out`: features that it asks for, each with why it cannot have them.
    """
    if len(seed.query) > READ:
        yield f"Only the first {READ:,} of {len(seed.query):,} characters were read."
    for hit in hits:
        if hit.meaning.kind == "unsupported":
            yield f"“{hit.text}” is left out: {hit.meaning.id}."
    for id, reason in left_out.items():
        yield told_left_out(hits, library, id, reason)
    if about.unknown:
        facts = listed(_facts(about.domain))
        yield (
            f"The catalog knows nothing about {about.unknown.plural}; its sample data are invented, and tell of each "
            f"{facts}."
        )
    elif not about.is_named:
        yield f"The seed names no subject that the catalog knows; {about.domain.item.plural} were picked."


def _facts(domain: Domain) -> list[str]:
    """What the sample data tell of each thing beside its title."""
    facets = domain.facets
    labels = (facets.group, facets.amount, facets.person, facets.date, facets.stock, facets.stages)
    return [f"“{facet.label.lower()}”" for facet in labels if facet]


def with_numbers(coverage: Coverage, stated: Stated) -> Coverage:
    """The coverage of a project that follows what the seed states in numbers, as far as it can."""
    told = [f"“{phrase}” is not followed: {reason}." for phrase, reason in stated.unmet.items()]
    served = {
        token.word for phrase in (*coverage.covered, *stated.met, *stated.unmet) for token in tokens(phrase)
    }
    others = [
        phrase
        for phrase in coverage.uncovered
        if not all(token.word in served or is_plain(token.word) for token in tokens(phrase))
        or not any(token.word in _words_of(stated) for token in tokens(phrase))
    ]
    unmet = [phrase for phrase in stated.unmet if not any(phrase in other for other in others)]
    return coverage.model_copy(
        update={
            "covered": {
                **{
                    phrase: by
                    for phrase, by in coverage.covered.items()
                    if not (by.startswith("sample data") and any(phrase in other for other in stated.unmet))
                },
                **stated.met,
            },
            "uncovered": (*unmet, *others),
            "notes": (*coverage.notes, *told),
        }
    )


def _words_of(stated: Stated) -> set[str]:
    return {token.word for phrase in (*stated.met, *stated.unmet) for token in tokens(phrase)}
