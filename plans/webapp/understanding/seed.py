"""What a seed means in terms of the catalog."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from plans.errors import SeedRefused
from plans.records.seed import Coverage, Reading, Seed
from plans.webapp.catalog.domain import CATEGORIES, Category, Domain, ItemNoun
from plans.webapp.catalog.inventing import invented_domain
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import without
from plans.webapp.catalog.sampling import why_not, with_requirements
from plans.webapp.understanding.coverage import covered_phrases, remarks, uncovered_phrases
from plans.webapp.understanding.names import Subject, brand_in, named_in, subject_in, subject_reading
from plans.webapp.understanding.phrases import PhraseBook, stem, tokens
from plans.webapp.understanding.plain_words import plain_words
from plans.webapp.understanding.refusing import NEGATIONS, remarks_on_refused
from plans.webapp.understanding.staying import refusals, staying
from plans.webapp.understanding.subjects import KNOWN, reading_of
from plans.webapp.understanding.wishes import is_noun_of_subject, is_part_of_subject, is_subject_word
from plans.webapp.understanding.words import SeedWords, phrase_book, words_of

THRESHOLD = 30.0
"""Category score (0 to 100) below which a seed has to speak of software to be taken."""


@dataclass(frozen=True, eq=False)
class Offer:
    """What the plan leaves of the catalog, and what a reviewer has asked for since."""

    library: Library
    """Without the domains and features that the plan leaves out."""
    invents: frozenset[str] = frozenset(CATEGORIES)
    """Categories in which a domain may be invented."""
    added: tuple[str, ...] = ()
    """Features that are wanted whatever the seed says."""
    dropped: frozenset[str] = frozenset()
    """Features that are not."""
    domain: str | None = None
    """The domain that is wanted, one of the library's."""


@dataclass(frozen=True)
class Understanding:
    """What a seed asks for."""

    coverage: Coverage
    wanted: tuple[str, ...]
    """Features that it asks for and that its domain can have, in the order in which it names them."""
    refused: frozenset[str]
    """Features that it says it does not want, and that nobody has asked for since."""
    brand: str | None
    item: ItemNoun
    """What one thing of the collection is called: the domain's noun, or the seed's where the catalog has no domain."""


def understand(seed: Seed, library: Library, random_seed: int, offer: Offer | None = None) -> Understanding:
    """Category, domain, features and names of a seed; SeedRefused with scores and reason when nothing fits.

    `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen from,
    by default the same.
    """
    offer = offer or Offer(library)
    if wrong := misnamed(seed, library):
        raise SeedRefused(f"Seed {seed.id!r} {wrong}")
    words = words_of(seed, library)
    asked = offer.library.domains[offer.domain] if offer.domain else _named_domain(seed, library, offer)
    category = asked.category if asked else _category(words, library, random_seed)
    words = words.without(lambda hit: is_subject_word(hit, words.hits, library, category))
    subject = None if asked else _unknown_subject(words, library, category)
    if subject:
        words = words.without(lambda hit: is_noun_of_subject(hit, subject.noun))
    if asked is None and subject is None and not words.subjects.best(library, category):
        _refuse_unknown(words)
    wanted = list(dict.fromkeys([*offer.added, *words.features]))
    refused = frozenset(words.refused).difference(offer.added)
    left = without(offer.library, offer.dropped | refused)
    offered = [id for id in wanted if id in left.features]
    domain = asked or _domain_about(words, subject, library, offer, category, random_seed)
    legal, illegal = _legal(left, domain, offered)
    words = words.without(lambda hit: is_part_of_subject(hit, words.hits, domain, legal))
    gone = [id for id in wanted if id not in {*offered, *offer.dropped}]
    outside = {id: _why_gone(id, offer.library, left) for id in gone}
    asked_for = {*offer.added, *(hit.meaning.id for hit in words.hits)}
    lacking = {id: reason for id, reason in {**outside, **illegal}.items() if id in asked_for}
    coverage = _coverage(
        words, library, domain, legal, lacking, subject,
        reading=_reading(domain, subject, asked, words, library), added=offer.added,
    )  # fmt: skip
    told = remarks_on_refused(words.refused, offer.added, library)
    coverage = coverage.model_copy(update={"notes": (*coverage.notes, *told)})
    item = _own_noun(words, asked) if asked else domain.item
    return Understanding(coverage, tuple(legal), refused, brand_in(words.text), item)


def misnamed(seed: Seed, library: Library) -> str:
    """What is wrong with the category and the domain that a seed names, after "Seed 'x'"; empty when nothing is."""
    if seed.category not in (None, *CATEGORIES):
        known = ", ".join(CATEGORIES)
        return f"asks for the category {seed.category!r}, which is unknown. Use one of: {known}."
    if seed.domain is None:
        return ""
    if seed.domain not in library.domains:
        known = ", ".join(library.domains)
        return f"asks for the domain {seed.domain!r}, which is unknown. Use one of: {known}."
    category = library.domains[seed.domain].category
    if seed.category not in (None, category):
        return (
            f"asks for the category {seed.category!r} and for the domain {seed.domain!r}, which is of the category "
            f"{category!r}. Leave out one of the two."
        )
    return ""


def _own_noun(words: SeedWords, asked: Domain) -> ItemNoun:
    """What a seed that names its domain calls the things: its own noun where that fits, else the domain's."""
    said = f" {' '.join(token.word for token in words.tokens)} "
    fitting = (noun for noun in asked.nouns if f" {' '.join(t.word for t in tokens(noun.plural))} " in said)
    return asked.item if f" {asked.item.plural} " in said else next(fitting, asked.item)


def _unknown_subject(words: SeedWords, library: Library, category: str) -> Subject | None:
    """What the seed is about where the catalog has no domain for it."""
    if (said := words.subjects.best(library, category)) >= KNOWN:
        return None
    is_other = _is_other(phrase_book(library))
    return subject_in(words.text, is_other) or (None if said else named_in(words.text, is_other))


def _refuse_unknown(words: SeedWords) -> None:
    """Raises SeedRefused where a seed is about something that is not known, and no noun tells what to invent."""
    known = {index for hit in words.hits for index in range(hit.start, hit.end)}
    refused = {index for hit in words.refusals for index in range(hit.start, hit.end)}
    plain = plain_words()
    unknown = [
        token.word
        for index, token in enumerate(words.tokens)
        if index not in known | refused
        and token.word not in plain.stopwords | plain.common_plurals | NEGATIONS
        and token.word.isalpha()
        and len(token.word) > 3  # noqa: PLR2004
    ]
    if unknown and words.seed.category is None and not brand_in(words.text):
        told = ", ".join(f"“{word}”" for word in dict.fromkeys(unknown))
        raise SeedRefused(
            f"Seed {words.seed.id!r} is refused: no domain fits it at all (score 0 of 100), and nothing in it tells "
            f"what one could be invented about; unknown are {told}. Say what is listed in the plural, as in “a list of "
            "kites”, or name `domain:` or `category:` in the seed."
        )


def _domain_about(
    words: SeedWords,
    subject: Subject | None,
    library: Library,
    offer: Offer,
    category: Category,
    random_seed: int,
) -> Domain:
    """The domain of the catalog, or one that is invented for a subject which it does not know; raises SeedRefused."""
    if subject is None:
        worth = words.subjects.worth
        wanted = [id for id in dict.fromkeys(words.features) if id in offer.library.features]
        return _offered_domain(words, worth, library, offer, category, wanted, random_seed)
    if category not in offer.invents:
        raise _beyond_plan(words.seed, f"about {subject.noun.plural}, for which a domain would be invented")
    return invented_domain(library.inventing, category, subject.noun)


def _coverage(
    words: SeedWords,
    library: Library,
    domain: Domain,
    legal: Sequence[str],
    lacking: Mapping[str, str],
    subject: Subject | None,
    *,
    reading: Reading,
    added: Collection[str],
) -> Coverage:
    """Which words are served, and which not; `lacking`: features that are asked for, each with why it is left out."""
    covered = covered_phrases(words.hits, library, domain.category, domain, legal)
    if subject:
        covered[subject.cue] = "subject: sample data are invented for it"
    if brand := brand_in(words.text):
        covered[brand] = "name of the product"
    unwanted = refusals(words.refusals, words.tokens, words.text, library, domain, added)
    covered = {**dict.fromkeys(unwanted.met, "left out, as you asked"), **covered}
    noun, is_named = subject.noun if subject else None, bool(words.subjects.of(domain.id))
    notes = [f"“{phrase}” could not be left out: {why}." for phrase, why in unwanted.unmet.items() if why]
    notes += remarks(
        words.seed, words.hits, library, lacking, noun, domain, is_named or bool(words.seed.domain)
    )
    uncovered = uncovered_phrases(words.text, words.tokens, words.hits, {**covered, **unwanted.unmet})
    return Coverage(
        scores=words.subjects.scores(library),
        category=domain.category,
        domain=domain.id,
        reading=reading,
        covered=covered,
        uncovered=tuple(
            dict.fromkeys([*(phrase for phrase in unwanted.unmet if phrase not in covered), *uncovered])
        ),
        notes=tuple(dict.fromkeys(notes)),
    )


def _why_gone(id: str, offered: Library, left: Library) -> str:
    """Why a wish is not among what is left to choose from."""
    if id not in offered.features:
        return "the plan has no place for it"
    lacking = [other for other in offered.features[id].requires if other not in left.features]
    titles = ", ".join(f"“{offered.features[other].title}”" for other in lacking)
    return f"it needs {titles}, which is not wanted"


def _named_domain(seed: Seed, library: Library, offer: Offer) -> Domain | None:
    """The domain that the seed asks for by its id; raises SeedRefused when the plan leaves it out."""
    if seed.domain is None:
        return None
    domain = library.domains[seed.domain]
    if seed.domain not in offer.library.domains:
        raise _beyond_plan(seed, f"about {domain.item.plural} (domain {seed.domain!r})")
    return domain


def _is_other(book: PhraseBook) -> Callable[[str], bool]:
    """Whether a noun is known as something that no domain is to be invented for."""

    def is_other(noun: str) -> bool:
        return noun not in plain_words().subjects and any(
            meaning.kind != "related" for meaning in book.meanings(stem(noun))
        )

    return is_other


def _reading(
    domain: Domain,
    subject: Subject | None,
    asked: Domain | None,
    words: SeedWords,
    library: Library,
) -> Reading:
    if asked:
        return Reading(words=words.subjects.words.get(domain.id, ()), score=100)
    if subject is None:
        return reading_of(domain, words.subjects, library)
    return subject_reading(subject, words.text)


def _category(words: SeedWords, library: Library, random_seed: int) -> Category:
    seed, scores = words.seed, words.subjects.scores(library)
    told = ", ".join(f"{category} {score:g}" for category, score in scores.items())
    if seed.category is not None:
        return cast("Category", seed.category)
    best: Category = max(CATEGORIES, key=lambda category: scores[category])
    if scores[best] >= THRESHOLD:
        return best
    if not any(hit.meaning.kind in {"interface", "feature"} for hit in words.hits):
        reason = (
            "it has no words"
            if not words.tokens
            else "it names neither a known subject nor any part of a web app"
        )
        raise SeedRefused(
            f"Seed {seed.id!r} is refused: {reason} (scores of 100, {THRESHOLD:g} needed: {told}). "
            "Say in a sentence what the app is about and what people do with it, or name its category."
        )
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


def _offered_domain(
    words: SeedWords,
    worth: Mapping[str, float],
    library: Library,
    offer: Offer,
    category: str,
    wanted: Sequence[str],
    random_seed: int,
) -> Domain:
    """The domain that the seed speaks of, or any that the plan has when it speaks of none; raises SeedRefused."""
    if not offer.library.of_category(category):
        raise _beyond_plan(words.seed, f"of the category {category!r}, of which it has no domain")
    domain = _domain(words, worth, offer.library, category, wanted, random_seed)
    meant = max(library.of_category(category), key=lambda one: worth.get(one.id, 0))
    if meant.id not in offer.library.domains and worth.get(meant.id, 0) > worth.get(domain.id, 0):
        raise _beyond_plan(words.seed, f"about {meant.item.plural} (domain {meant.id!r})")
    return domain


def _beyond_plan(seed: Seed, reason: str) -> SeedRefused:
    return SeedRefused(
        f"Seed {seed.id!r} is refused: it is {reason}, and the plan leaves that out. Widen `domain` or `category` in "
        "the plan, or drop the seed."
    )


def _domain(
    words: SeedWords,
    worth: Mapping[str, float],
    library: Library,
    category: str,
    wanted: Sequence[str],
    random_seed: int,
) -> Domain:
    """The domain of the category that the seed speaks of; else one without what it refuses, with most of its wishes."""
    rng = random.Random(f"{random_seed}:domain")
    return max(
        library.of_category(category),
        key=lambda domain: (
            worth.get(domain.id, 0),
            -len(staying(words.text, words.tokens, library, domain)),
            len(_legal(library, domain, wanted)[0]),
            rng.random(),
        ),
    )


def _legal(library: Library, domain: Domain, wanted: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The wanted features that can be in one project, and the others with why not; of two that clash, the first."""
    chosen = [feature.id for feature in library.base]
    legal: list[str] = []
    illegal: dict[str, str] = {}
    for id in wanted:
        if id in chosen:
            legal += [] if library.features[id].base else [id]
        elif added := with_requirements(library, domain, id, chosen):
            chosen += added
            legal.append(id)
        else:
            illegal[id] = why_not(library, domain, id, chosen)
    return legal, illegal
