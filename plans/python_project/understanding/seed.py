"""What a seed, or a note of a reviewer, means in terms of the catalog."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from plans.catalog.choosing import without
from plans.catalog.contents import beyond_plan, legal_wishes, refuse_misnamed, why_gone
from plans.catalog.reading import notes as reading
from plans.catalog.reading.brand import brand_in, naming_in
from plans.catalog.reading.coverage import READ, served_by, told_left_out, uncovered_phrases
from plans.catalog.reading.english import other_language
from plans.catalog.reading.notes import Redo, Telling, Vocabulary, titles_of
from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token
from plans.catalog.reading.refusing import is_refusal, refused, remarks_on_doubtful, remarks_on_refused
from plans.catalog.reading.replanning import redone
from plans.catalog.reading.senses import is_noun, is_verb_form
from plans.catalog.reading.understanding import Understanding
from plans.catalog.reading.worth import RELATED, score
from plans.errors import SeedRefused
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.library import Library
from plans.python_project.understanding.words import (
    CHOOSE,
    SeedWords,
    lexicon,
    phrase_book,
    reading_of,
    words_of,
)
from plans.records.plan import Plan
from plans.records.seed import Coverage, Reading, Seed


@dataclass(frozen=True, eq=False)
class Offer:
    """What the plan leaves of the catalog, and what a reviewer has asked for since."""

    library: Library
    """Without the domains and features that the plan leaves out."""
    added: tuple[str, ...] = ()
    """Features that are wanted whatever the seed says."""
    dropped: frozenset[str] = frozenset()
    """Features that are not."""
    domain: str | None = None
    """The domain that is wanted, one of the library's."""


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


def read_notes(notes: Sequence[str], library: Library) -> Redo:
    """The notes, oldest first, in terms of the catalog."""
    return reading.read_notes(notes, _vocabulary(library))


def answers(redo: Redo, features: Collection[str], library: Library, domain: Domain) -> Iterator[str]:
    """For each note, what was made of it and what could not be used; `features` and `domain` are what came out."""
    return reading.answers(redo, features, domain, _telling(library))


def redone_plan(plan: Plan, notes: Sequence[str], library: Library) -> tuple[Plan, tuple[str, ...]]:
    """The plan with what the notes ask for, and for each note what was made of it and what could not be used."""
    return redone(plan, read_notes(notes, library), _telling(library))


def _telling(library: Library) -> Telling:
    items = {id: domain.item.plural for id, domain in library.domains.items()}
    return Telling(library, items, library.fixed)


@cache
def _vocabulary(library: Library) -> Vocabulary:
    def is_void(hit: Hit, read: Sequence[Token]) -> bool:
        return is_verb_form(hit, read, library.domains) or is_noun(hit, read)

    return Vocabulary(phrase_book(library), titles_of(library), is_void)


MANY = 12
"""Phrases that are matched to nothing from which on a seed was hardly understood."""


def understand(
    seed: Seed, library: Library, random_seed: int, offer: Offer | None = None
) -> Understanding[Domain]:
    """Domain, features and name of a seed; SeedRefused with scores and reason when it is about no domain.

    `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen from,
    by default the same.
    """
    offer = offer or Offer(library)
    refuse_misnamed(seed, library)
    words = words_of(seed, library)
    wanted = list(dict.fromkeys([*offer.added, *words.features]))
    refused_ids = frozenset(words.refused).difference(offer.added)
    domain = (
        library.domains[offer.domain]
        if offer.domain
        else domain_of(words, library, offer, wanted, random_seed)
    )
    left = without(offer.library, offer.dropped | refused_ids)
    offered = [id for id in wanted if id in left.features]
    legal, illegal = legal_wishes(left, domain, offered)
    gone = [id for id in wanted if id not in {*offered, *offer.dropped}]
    lacking = {**{id: why_gone(id, offer.library, left) for id in gone}, **illegal}
    coverage = _coverage(words, library, domain, legal, lacking, offer)
    return Understanding(coverage, domain, tuple(legal), refused_ids, brand_in(words.text))


def _coverage(
    words: SeedWords,
    library: Library,
    domain: Domain,
    legal: Sequence[str],
    lacking: Mapping[str, str],
    offer: Offer,
) -> Coverage:
    staying = _staying(words, library, domain, offer)
    met = (hit.text for hit in words.refusals if hit.text not in staying and _is_left_out(hit, words))
    covered = {**dict.fromkeys(met, "left out, as you asked"), **_told_of_records(words, domain)}
    covered |= _served(words.hits, library, domain, legal)
    if naming := naming_in(words.text):
        covered[naming] = "name of the product"
    known = {**covered, **dict.fromkeys(staying, "")}
    uncovered = uncovered_phrases(words.text, words.tokens, words.hits, known)
    notes = [*_remarks(words, library, domain, lacking, offer)]
    plain = [hit for hit in words.hits if hit not in words.prevented]
    notes += remarks_on_doubtful(plain, words.refusals, words.text, legal, library, uncovered)
    notes += _refusals_told(words, library, offer)
    foreign = [phrase for phrase in uncovered if is_refusal(phrase)]
    covered |= dict.fromkeys(foreign, "left out, as you asked: the catalog knows no such thing")
    uncovered = [phrase for phrase in uncovered if phrase not in foreign]
    return Coverage(
        scores=words.subjects.scores(library),
        category=domain.category,
        domain=domain.id,
        reading=_reading(words, library, domain, offer, uncovered),
        covered=covered,
        uncovered=tuple(dict.fromkeys([*staying, *uncovered])),
        notes=tuple(dict.fromkeys(notes)),
    )


def _served(hits: Sequence[Hit], library: Library, domain: Domain, legal: Sequence[str]) -> dict[str, str]:
    """Phrase → the feature or subject that serves it, or that every project does."""
    had = {*legal, *library.fixed}
    unserved = {hit.text for hit in hits if hit.meaning.kind == "unsupported"}
    covered: dict[str, str] = {}
    for hit in hits:
        if hit.text in unserved:
            continue
        match hit.meaning.kind:
            case "feature" if hit.meaning.id in had:
                covered[hit.text] = served_by(library, hit.meaning.id)
            case "domain" | "related" if hit.meaning.id == domain.id:
                covered.setdefault(hit.text, f"subject: {domain.item.plural}")
            case "interface":
                covered.setdefault(hit.text, "every project: a Python program for the terminal")
            case _:
                pass
    return covered


def _told_of_records(words: SeedWords, domain: Domain) -> dict[str, str]:
    """Phrase → what is told of every record, where the phrase asks for nothing else."""
    labels = [field.label for field in domain.fields.all]
    nouns = [domain.item.singular, domain.item.plural]
    phrases = [*((label, label) for label in labels), *((noun, noun) for noun in (*nouns, *lexicon().sample))]
    book = PhraseBook((phrase, Meaning("fact", told)) for phrase, told in phrases)
    held = {
        place
        for hit in words.hits
        if hit.meaning.kind in ("feature", "unsupported")
        for place in range(hit.start, hit.end)
    }
    return {
        hit.text: f"sample data: {hit.meaning.id.lower()}"
        for hit in book.find(words.text)
        if not held & set(range(hit.start, hit.end)) and not refused(hit, words.tokens, words.text)
    }


def _is_left_out(hit: Hit, words: SeedWords) -> bool:
    """Whether what is refused is in no project, or in this one no more."""
    return hit.meaning.kind == "unsupported" or hit.meaning.id in words.refused


def _staying(words: SeedWords, library: Library, domain: Domain, offer: Offer) -> list[str]:
    """Refused phrases of what is in all the same: of every project, its subject, what was asked for since."""
    kept = {*library.always, *offer.added}
    return list(
        dict.fromkeys(
            hit.text
            for hit in words.refusals
            if (hit.meaning.kind == "feature" and hit.meaning.id in kept)
            or (hit.meaning.kind == "domain" and hit.meaning.id == domain.id)
        )
    )


def _refusals_told(words: SeedWords, library: Library, offer: Offer) -> Iterator[str]:
    fixed = {id: said for id, said in words.refused.items() if id in library.always}
    others = {id: said for id, said in words.refused.items() if id not in library.always}
    yield from remarks_on_refused(others, offer.added, library)
    for id, said in fixed.items():
        yield f"“{said}” ({library.features[id].title}) stays: every project is built on it."


def _remarks(
    words: SeedWords, library: Library, domain: Domain, lacking: Mapping[str, str], offer: Offer
) -> Iterator[str]:
    if len(words.seed.query) > READ:
        yield f"Only the first {READ:,} of {len(words.seed.query):,} characters were read."
    if language := other_language(words.tokens):
        yield f"Seeds are read in English, and this one seems to be written in {language}."
    for hit in words.hits:
        if hit.meaning.kind == "unsupported":
            yield f"“{hit.text}” is left out: {hit.meaning.id}."
    asked = {*offer.added, *words.features}
    for id, reason in lacking.items():
        if id in asked:
            yield told_left_out(words.hits, library, id, reason)
    if not words.subjects.of(domain.id) and words.seed.domain is None and not offer.domain:
        yield f"The seed names no subject that the catalog knows; {domain.item.plural} were picked."


def _reading(
    words: SeedWords, library: Library, domain: Domain, offer: Offer, uncovered: Sequence[str]
) -> Reading:
    said = words.subjects.words.get(domain.id, ())
    if words.seed.domain or offer.domain:
        return Reading(words=said, score=100)
    reading = reading_of(domain, words.subjects, library)
    if reading.thin or len(uncovered) < MANY:
        return reading
    why = (
        f"{len(uncovered)} phrases of it were matched to nothing, so it may well be another program; {CHOOSE}"
    )
    return reading.model_copy(update={"thin": why})
