"""Which phrases of a seed are served, and by what; which are not, in the seed's own words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from plans.records.seed import Coverage, Seed
from plans.webapp.catalog.domain import Domain, ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.sampling import required
from plans.webapp.catalog.vocabulary import listed
from plans.webapp.understanding.leftovers import leftovers
from plans.webapp.understanding.numbers import Stated
from plans.webapp.understanding.phrases import Hit, Token, tokens
from plans.webapp.understanding.plain_words import is_plain, plain_words

READ = 6_000
"""Characters of a seed that are read; a longer one is noted."""
_CIRCUMSTANCE = 3
"""Words of a phrase up to which a preposition at its head makes it no wish."""


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
    unserved = {hit.text for hit in hits if hit.meaning.kind == "unsupported"}
    for hit in hits:
        if hit.text in unserved:
            continue
        match hit.meaning.kind:
            case "feature" if hit.meaning.id in had:
                covered[hit.text] = _served_by(library, hit.meaning.id)
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


def uncovered_phrases(
    text: str,
    read: Sequence[Token],
    hits: Sequence[Hit],
    covered: Mapping[str, str],
    *,
    is_brief: bool = False,
) -> list[str]:
    """Phrases that cannot be served, then whatever else of the text no covered phrase holds.

    `is_brief`: in so short a text a number is a wish: "1000 items".
    """
    known = [hit.text for hit in hits if hit.meaning.kind == "unsupported" and hit.text not in covered]
    known += [hit.text for hit in hits if hit.meaning.kind == "feature" and hit.text not in covered]
    left = sorted(leftovers(text, read, hits, covered, is_brief=is_brief), key=_is_mere_word)
    return list(dict.fromkeys([*known, *left]))


def _is_mere_word(phrase: str) -> bool:
    """Whether a phrase is a word by itself, or tells for whom or where: "Colours", "for the singers"."""
    words = tokens(phrase)
    return len(words) < 2 or (
        len(words) <= _CIRCUMSTANCE and words[0].word in plain_words().refusing.prepositions
    )


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
        yield _told(hits, library, id, reason)
    if about.unknown:
        facts = listed(_facts(about.domain))
        yield (
            f"The catalog knows nothing about {about.unknown.plural}; its sample data are invented, and tell of each "
            f"{facts}."
        )
    elif not about.is_named:
        yield f"The seed names no subject that the catalog knows; {about.domain.item.plural} were picked."


def without_features(coverage: Coverage, left_out: Mapping[str, str], library: Library) -> Coverage:
    """The coverage of a project that lacks features which the seed asks for, each left out for a reason."""
    lost = {
        phrase: id
        for phrase, by in coverage.covered.items()
        for id in left_out
        if by == _served_by(library, id)
    }
    told = [
        _left_out_together(
            [(phrase, id) for phrase, id in lost.items() if left_out[id] == reason], reason, library
        )
        for reason in dict.fromkeys(left_out[id] for id in lost.values())
    ]
    return coverage.model_copy(
        update={
            "covered": {phrase: by for phrase, by in coverage.covered.items() if phrase not in lost},
            "uncovered": (*lost, *coverage.uncovered),
            "notes": (*coverage.notes, *told),
        }
    )


def _left_out_together(lost: Sequence[tuple[str, str]], reason: str, library: Library) -> str:
    """That features are left out for one reason, each with the words that ask for it."""
    asked: dict[str, list[str]] = {}
    for phrase, id in lost:
        asked.setdefault(library.features[id].title, []).append(f"“{phrase}”")
    told = listed([f"{', '.join(said)} ({title})" for title, said in asked.items()])
    return f"{told} {'are' if len(asked) > 1 else 'is'} left out: {reason}."


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


def remarks_on_added(wanted: Collection[str], had: Sequence[str], library: Library) -> Iterator[str]:
    """Which of the features that a project has nobody asked for, and why it has them."""
    extra = [id for id in had if id not in wanted and not library.features[id].base]
    needed = {id: [by for by in wanted if by in had and id in required(library, by)] for id in extra}
    for id, by in needed.items():
        if by:
            titles = ", ".join(f"“{library.features[one].title}”" for one in by)
            yield f"“{library.features[id].title}” was added: {titles} needs it."
    if drawn := [f"“{library.features[id].title}”" for id, by in needed.items() if not by]:
        were = "were" if len(drawn) > 1 else "was"
        yield f"{listed(drawn)} {were} added, which nobody asked for, so that the project has its usual size."


def _told(hits: Sequence[Hit], library: Library, id: str, reason: str) -> str:
    """That a feature is left out, with the words that ask for it."""
    asked = dict.fromkeys(
        f"“{hit.text}”" for hit in hits if hit.meaning.kind == "feature" and hit.meaning.id == id
    )
    title = library.features[id].title
    return (
        f"{', '.join(asked)} ({title}) is left out: {reason}."
        if asked
        else f"“{title}” is left out: {reason}."
    )


def _served_by(library: Library, id: str) -> str:
    return f"feature: {library.features[id].title.lower()}"
