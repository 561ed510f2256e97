"""Which category and which domain of the catalog a seed is taken for, within what the plan leaves."""

import random
from typing import cast

from plans.catalog.contents import beyond_plan, legal_wishes
from plans.catalog.reading.phrases import tokens
from plans.catalog.reading.plain_words import plain_words
from plans.errors import SeedRefused
from plans.records.seed import Seed
from plans.webapp.catalog.domain import CATEGORIES, Category, Domain, invented_domain
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.names import Subject
from plans.webapp.understanding.offer import Offer
from plans.webapp.understanding.staying import staying
from plans.webapp.understanding.words import SeedWords

THRESHOLD = 30.0
"""Category score (0 to 100) below which a seed has to speak of software to be taken."""


def named_domain(seed: Seed, library: Library, offer: Offer) -> Domain | None:
    """The domain that the seed asks for by its id; raises SeedRefused when the plan leaves it out."""
    if seed.domain is None:
        return None
    domain = library.domains[seed.domain]
    if seed.domain not in offer.library.domains:
        raise beyond_plan(seed, f"about {domain.item.plural} (domain {seed.domain!r})")
    return domain


def category_of(words: SeedWords, library: Library, random_seed: int) -> Category:
    """The category that the seed names or speaks of; raises SeedRefused when it speaks of no web app."""
    seed, scores = words.seed, words.subjects.scores(library)
    if seed.category is not None:
        return cast("Category", seed.category)
    best: Category = max(CATEGORIES, key=lambda category: scores[category])
    if scores[best] >= THRESHOLD:
        return best
    if not any(hit.meaning.kind in {"interface", "feature"} for hit in words.hits):
        raise _refused(words, library, "it names neither a known subject nor any part of a web app")
    if scores[best] > 0:
        return best
    naturals = {
        category: sum(
            library.features[hit.meaning.id].natural(category)
            for hit in words.hits
            if hit.meaning.kind == "feature"
        )
        for category in CATEGORIES
    }
    rng = random.Random(f"{random_seed}:category")
    return max(CATEGORIES, key=lambda category: (naturals[category], rng.random()))


def refuse_unsaid(words: SeedWords, library: Library) -> None:
    """Raises SeedRefused where a seed wants an app, and says neither what it is about nor what it does.

    An app, a website or a page by itself says neither, whereas a search or a gallery does.
    """
    if words.seed.category is not None or any(words.subjects.scores(library).values()):
        return
    bare = {token.stem for word in library.lexicon.bare for token in tokens(word)}
    if not any(
        hit.meaning.kind == "feature"
        or (hit.meaning.kind == "interface" and not {token.stem for token in tokens(hit.text)} <= bare)
        for hit in words.hits
    ):
        raise _refused(words, library, "it wants an app, and says neither what it is about nor what it does")


def _refused(words: SeedWords, library: Library, reason: str) -> SeedRefused:
    """That no category fits, with the scores, the wish that can't be had if there is one, and what to say instead."""
    told = ", ".join(f"{category} {score:g}" for category, score in words.subjects.scores(library).items())
    if unmet := next((hit for hit in words.hits if hit.meaning.kind == "unsupported"), None):
        reason += f" but “{unmet.text}”, which can't be had: {unmet.meaning.id}"
    if not words.tokens:
        reason = "it has no words"
    return SeedRefused(
        f"Seed {words.seed.id!r} is refused: {reason} (scores of 100, {THRESHOLD:g} needed: {told}). "
        "Say in a sentence what the app is about and what people do with it, in English, in which seeds are read, as "
        "in “a list of kites with a search”, or name its category."
    )


def category_beside(words: SeedWords, category: Category, library: Library) -> Category:
    """The category of a subject for which a domain is invented, by the broad words alone where there are some.

    A word for a domain that the seed is not about has led to the first `category`. One in which more of the wishes can
    be had goes first: who reserves things of a library wants a place where things are booked.
    """
    broad = words.subjects.broad
    if words.seed.category is not None or not broad:
        return category
    wanted = set(words.features)

    def preference(one: Category) -> tuple[int, float, bool]:
        lost = len(wanted.intersection(library.inventing.ways[one].without))
        return (-lost, broad.get(one, 0.0), one == category)

    return max((one for one in CATEGORIES if one in broad or one == category), key=preference)


def category_unsaid(words: SeedWords, category: Category, library: Library) -> Category:
    """The category of a subject for which a domain is invented, where no word of the seed speaks of any.

    The one whose facts claim least of things that are not known, unless more of the wishes can be had in another: a
    list of lighthouses has no prices, and nobody studies them.
    """
    if words.seed.category is not None:
        return category
    wanted = set(words.features)

    def preference(one: Category) -> tuple[int, bool, bool]:
        lost = len(wanted.intersection(library.inventing.ways[one].without))
        return (-lost, one == library.inventing.neutral, one == category)

    return max(CATEGORIES, key=preference)


def category_lending(words: SeedWords, category: Category, library: Library) -> Category:
    """The category of a subject for which a domain is invented, by whether its things are lent.

    Who lends them wants them booked, unless more of the wishes are lost by that. A site for bookings where nobody asks
    for one, as one word for a hotel or a date would have it, contradicts itself.
    """
    ways, wanted = library.inventing.ways, set(words.features)
    if words.seed.category is not None or "booking" not in library.features:
        return category
    if category == "booking":
        is_booking = "booking" in wanted or "booking" in words.refused or words_for_lending(words)
        return category if is_booking else library.inventing.neutral
    if words.refused.get("booking") or not words_for_lending(words):
        return category
    lost = len(wanted.intersection(ways["booking"].without))
    return "booking" if lost <= len(wanted.intersection(ways[category].without)) else category


def words_for_lending(words: SeedWords) -> list[str]:
    """The words of a seed by which things are lent: lend, borrow."""
    lending = {" ".join(token.stem for token in tokens(word)) for word in plain_words().wishing.lending}
    return list(
        dict.fromkeys(
            hit.text for hit in words.hits if hit.meaning.kind == "category" and hit.phrase in lending
        )
    )


def domain_about(
    words: SeedWords,
    subject: Subject | None,
    library: Library,
    offer: Offer,
    category: Category,
    random_seed: int,
) -> Domain:
    """The domain of the catalog, or one that is invented for a subject which it does not know; raises SeedRefused."""
    if subject is None:
        return _offered_domain(words, library, offer, category, random_seed)
    if category not in offer.invents:
        raise beyond_plan(words.seed, f"about {subject.noun.plural}, for which a domain would be invented")
    return invented_domain(library.inventing, category, subject.noun)


def _offered_domain(
    words: SeedWords, library: Library, offer: Offer, category: str, random_seed: int
) -> Domain:
    """The domain that the seed speaks of, or any that the plan has when it speaks of none; raises SeedRefused."""
    worth = words.subjects.worth
    if not offer.library.of_category(category):
        raise beyond_plan(words.seed, f"of the category {category!r}, of which it has no domain")
    domain = _domain(words, offer.library, category, random_seed)
    meant = max(library.of_category(category), key=lambda one: worth.get(one.id, 0))
    if meant.id not in offer.library.domains and worth.get(meant.id, 0) > worth.get(domain.id, 0):
        raise beyond_plan(words.seed, f"about {meant.item.plural} (domain {meant.id!r})")
    return domain


def _domain(words: SeedWords, library: Library, category: str, random_seed: int) -> Domain:
    """The domain of the category that the seed speaks of; else one without what it refuses, with most of its wishes."""
    rng = random.Random(f"{random_seed}:domain")
    wanted = [id for id in dict.fromkeys(words.features) if id in library.features]
    return max(
        library.of_category(category),
        key=lambda domain: (
            words.subjects.worth.get(domain.id, 0),
            -len(staying(words.text, words.tokens, library, domain)),
            len(legal_wishes(library, domain, wanted)[0]),
            rng.random(),
        ),
    )
