"""Which domain of the catalog a seed is taken for, within what the plan leaves."""

import random
from collections.abc import Sequence

from plans.catalog.naming import beyond_plan
from plans.catalog.reading.english import other_language
from plans.catalog.reading.worth import RELATED, score
from plans.catalog.together import legal_wishes
from plans.errors import SeedRefused
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.library import Library
from plans.python_project.understanding.offer import Offer
from plans.python_project.understanding.words import SeedWords
from plans.records.seed import Seed


def domain_of(
    words: SeedWords, library: Library, offer: Offer, wanted: Sequence[str], random_seed: int
) -> Domain:
    """The domain that the seed names or speaks of; raises SeedRefused with the scores when it is about none.

    `library` is all that is known, so that what the plan leaves out is recognised. Of domains of which equally much is
    said that one is taken in which most of the wishes can be had.
    """
    seed = words.seed
    if seed.domain is not None:
        return _offered(library.domains[seed.domain], seed, offer)
    known = [one for one in library.domains.values() if seed.category in (None, one.category)]
    if seed.category is None and max(map(words.subjects.of, library.domains)) < RELATED:
        raise _about_nothing(words, library)
    rng = random.Random(f"{random_seed}:domain")

    def preference(domain: Domain) -> tuple[float, bool, int, float]:
        ids = [id for id in wanted if id in offer.library.features]
        legal, _ = legal_wishes(offer.library, domain, ids)
        return words.subjects.of(domain.id), domain.id in offer.library.domains, len(legal), rng.random()

    return _offered(max(known, key=preference), seed, offer)


def _offered(domain: Domain, seed: Seed, offer: Offer) -> Domain:
    if domain.id in offer.library.domains:
        return domain
    raise beyond_plan(seed, f"about {domain.item.plural} (domain {domain.id!r})")


def _about_nothing(words: SeedWords, library: Library) -> SeedRefused:
    told = ", ".join(f"{category} {found:g}" for category, found in words.subjects.scores(library).items())
    reason = "it names no subject that the catalog has records of"
    if not words.tokens:
        reason = "it has no words"
    elif language := other_language(words.tokens):
        reason = f"it seems to be written in {language}, and seeds are read in English"
    about = ", ".join(domain.item.plural for domain in library.domains.values())
    return SeedRefused(
        f"Seed {words.seed.id!r} is refused: {reason} (scores of 100, {score(RELATED):g} needed: {told}). Say what is "
        f"kept track of, which may be {about}; or name its `domain:` or `category:`."
    )
