"""What a seed means in terms of the catalog."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from plans.catalog.choosing import without
from plans.catalog.contents import legal_wishes, refuse_misnamed, why_gone
from plans.catalog.reading.brand import brand_in
from plans.catalog.reading.coverage import uncovered_phrases
from plans.catalog.reading.english import other_language
from plans.catalog.reading.phrases import Hit, tokens
from plans.catalog.reading.refusing import (
    bare_refusals,
    is_refusal,
    remarks_on_doubtful,
    remarks_on_refused,
)
from plans.catalog.reading.understanding import Understanding
from plans.errors import SeedRefused
from plans.records.seed import Coverage, Reading, Seed
from plans.webapp.catalog.domain import Category, Domain, ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.choosing import (
    category_beside,
    category_lending,
    category_of,
    category_unsaid,
    domain_about,
    named_domain,
    refuse_unsaid,
    words_for_lending,
)
from plans.webapp.understanding.coverage import About, covered_phrases, remarks
from plans.webapp.understanding.doubting import doubted
from plans.webapp.understanding.facts import told_of_things
from plans.webapp.understanding.keys import with_keys
from plans.webapp.understanding.main_wish import remarks_on_quiz, with_main_wish
from plans.webapp.understanding.names import Subject, subject_reading
from plans.webapp.understanding.offer import Offer
from plans.webapp.understanding.staying import prices_in, refusals, refused_prices
from plans.webapp.understanding.subjects import CHOOSE, KNOWN, compound_of, reading_of
from plans.webapp.understanding.unknown import (
    FAINT,
    is_named_by_doing,
    is_only_named,
    refuse_unknown,
    unknown_subject,
)
from plans.webapp.understanding.wishes import (
    is_noun_of_subject,
    is_other_than_account,
    is_part_of_subject,
    is_subject_word,
)
from plans.webapp.understanding.words import SeedWords, words_of


class _Read(NamedTuple):
    """What a seed was read as."""

    domain: Domain
    subject: Subject | None
    """What it is about where the catalog has no domain for that."""
    reading: Reading
    legal: Sequence[str]
    """Features that it gets."""
    lacking: Mapping[str, str]
    """Features that are asked for, each with why it is left out."""
    added: Collection[str]
    """Features that reviewers have asked for since."""


def understand(
    seed: Seed, library: Library, random_seed: int, offer: Offer | None = None
) -> Understanding[Domain]:
    """Category, domain, features and names of a seed; SeedRefused with scores and reason when nothing fits.

    `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen from,
    by default the same.
    """
    offer = offer or Offer(library)
    refuse_misnamed(seed, library)
    words = words_of(seed, library)
    language = other_language(words.tokens)
    if language and seed.domain is None and seed.category is None:
        raise SeedRefused(
            f"Seed {seed.id!r} is refused: it seems to be written in {language}, and seeds are read in English. Write "
            "it in English, or name its `domain:` (or `category:`), and only its English words are read."
        )
    asked = offer.library.domains[offer.domain] if offer.domain else named_domain(seed, library, offer)
    category = asked.category if asked else category_of(words, library, random_seed)
    words = words.without(lambda hit: is_subject_word(hit, words.hits, library, category))
    natural = library.features["booking"].natural(category) if "booking" in library.features else 0.0
    spoken, text = words.tokens, words.text
    words = words.without(lambda hit: is_other_than_account(hit, spoken, text, natural))
    subject = None if asked else unknown_subject(words, library, category)
    if subject:
        words = words.without(lambda hit: is_noun_of_subject(hit, subject.noun))
        if words.subjects.best(library, category) >= KNOWN:
            category = category_beside(words, category, library)
        elif max(words.subjects.scores(library).values()) < FAINT or is_only_named(words, subject.noun):
            category = category_unsaid(words, category, library)
        category = category_lending(words, category, library)
    best = words.subjects.best(library, category)
    if asked is None and subject is None and (not best or is_named_by_doing(words, library, category)):
        refuse_unknown(words, best)
        refuse_unsaid(words, library)
    wanted = list(dict.fromkeys([*offer.added, *words.features]))
    refused = frozenset(words.refused).difference(offer.added)
    if lent := _words_for_lending(words, subject, category, wanted, refused, library):
        wanted = ["booking", *wanted]
    left = without(offer.library, offer.dropped | refused)
    offered = [id for id in wanted if id in left.features]
    domain = asked or domain_about(words, subject, library, offer, category, random_seed)
    prices = refused_prices(text, spoken, library)
    is_priced = domain.facets.amount.kind == "money"
    is_unpriced = bool(lent) and not prices_in(text, library) and "price" not in offer.told
    domain = domain.lacking(_left_out(prices, refused, offer) | ({"price"} if is_unpriced else set[str]()))
    legal, illegal = legal_wishes(left, domain, offered)
    words = words.without(lambda hit: is_part_of_subject(hit, words.hits, domain, legal))
    gone = [id for id in wanted if id not in {*offered, *offer.dropped}]
    outside = {id: why_gone(id, offer.library, left) for id in gone}
    asked_for = {*offer.added, *(hit.meaning.id for hit in words.hits)}
    lacking = {id: reason for id, reason in {**outside, **illegal}.items() if id in asked_for}
    reading = _reading(domain, subject, asked, words, library)
    read = _Read(domain, subject, reading, legal, lacking, offer.added)
    coverage = with_keys(_coverage(words, library, read), words, domain, legal, library)
    coverage = _with_notes(coverage, tuple(remarks_on_quiz(words, domain, legal)))
    if not offer.domain:
        coverage = with_main_wish(coverage, words, lacking, legal, library)
    if lent and "booking" in legal:
        coverage = _with_notes(coverage, [_lent_note(lent, subject)])
    if offer.domain and seed.domain is None:
        coverage = _with_notes(coverage, [_chosen_by_note(domain, words, library)])
    told = remarks_on_refused(words.refused, offer.added, library)
    if language:
        told = [f"Seeds are read in English, and this one seems to be written in {language}.", *told]
    coverage = _with_notes(coverage, told)
    if is_priced and "price" in domain.left_out:
        coverage = (
            _with_notes(coverage, [_unpriced_note(domain)])
            if is_unpriced
            else _without_prices(coverage, prices, domain)
        )
    item = _own_noun(words, asked) if asked else domain.item
    # Out of the whole library, so that what is left out is told in one order, whatever the plan had left out before.
    about = library.domain(domain.id, item, domain.left_out).model_copy(update={"item": item})
    return Understanding(coverage, about, tuple(legal), refused, brand_in(words.text))


def _with_notes(coverage: Coverage, told: Sequence[str]) -> Coverage:
    return coverage.model_copy(update={"notes": (*coverage.notes, *told)})


def _words_for_lending(
    words: SeedWords,
    subject: Subject | None,
    category: Category,
    wanted: Collection[str],
    refused: Collection[str],
    library: Library,
) -> list[str]:
    """The words for which an invented app is one of bookings, though none of them asks for a booking: lend, borrow."""
    if subject is None or category != "booking" or words.seed.category or "booking" in {*wanted, *refused}:
        return []
    if "booking" not in library.features:
        return []
    return words_for_lending(words)


def _lent_note(lent: Sequence[str], subject: Subject | None) -> str:
    said, items = ", ".join(f"“{word}”" for word in lent), subject.noun.plural if subject else "things"
    were = "were" if len(lent) > 1 else "was"
    return (
        f"{said} {were} taken as Booking: {items} are booked for a date, and the catalog has nothing nearer."
    )


def _unpriced_note(domain: Domain) -> str:
    label = domain.facets.amount.label.lower()
    return f"Nothing is said of a price, so of all {domain.item.plural}, which are lent, the {label} is told instead."


def _chosen_by_note(domain: Domain, words: SeedWords, library: Library) -> str:
    own = reading_of(domain, words.subjects, library)
    why = f" (thin: {own.thin.removesuffix(f'; {CHOOSE}')})" if own.thin else ""
    return (
        f"A reviewer's note chose that it is about {domain.item.plural}; the seed's own words score {own.score:g} of "
        f"100 for them{why}."
    )


def _left_out(prices: Sequence[str], refused: Collection[str], offer: Offer) -> frozenset[str]:
    """The facts that no app about it may tell: a refused price, and with ratings the data field of that name."""
    of_seed = {
        *(["price"] if prices else []),
        *(["rating"] if "ratings" in {*refused, *offer.dropped} else []),
    }
    return (frozenset(of_seed) - offer.told) | offer.left_out


def _without_prices(coverage: Coverage, prices: Sequence[str], domain: Domain) -> Coverage:
    """The coverage of a project that tells no prices."""
    items, label = domain.item.plural, domain.facets.amount.label.lower()
    said = ", ".join(f"“{phrase}”" for phrase in prices) or "The price"
    verb = "are" if len(prices) > 1 else "is"
    note = f"{said} {verb} left out, as you asked: of all {items} the {label} is told instead."
    covered = {**coverage.covered, **dict.fromkeys(prices, "left out, as you asked")}
    uncovered = tuple(phrase for phrase in coverage.uncovered if phrase not in prices)
    return coverage.model_copy(
        update={"covered": covered, "uncovered": uncovered, "notes": (*coverage.notes, note)}
    )


def _own_noun(words: SeedWords, asked: Domain) -> ItemNoun:
    """What a seed that names its domain calls the things: its own noun where that fits, else the domain's."""
    said = f" {' '.join(token.word for token in words.tokens)} "
    fitting = (noun for noun in asked.nouns if f" {' '.join(t.word for t in tokens(noun.plural))} " in said)
    return asked.item if f" {asked.item.plural} " in said else next(fitting, asked.item)


def _coverage(words: SeedWords, library: Library, read: _Read) -> Coverage:
    """Which words are served, and which not."""
    domain, subject = read.domain, read.subject
    covered = covered_phrases(words.hits, library, domain.category, domain, read.legal)
    if subject:
        covered |= dict.fromkeys(_said_of(subject, words), "subject: sample data are invented for it")
    if brand := brand_in(words.text):
        covered[brand] = "name of the product"
    unwanted = refusals(words.refusals, words.tokens, words.text, library, domain, read.added)
    covered = {**dict.fromkeys(unwanted.met, "left out, as you asked"), **covered}
    told = told_of_things(words.text, words.tokens, _spoken_for(words), library, domain)
    covered = {**told, **covered}
    is_named = bool(words.subjects.of(domain.id) or words.seed.domain)
    about = About(domain, is_named, subject.noun if subject else None)
    notes = [f"“{phrase}” could not be left out: {why}." for phrase, why in unwanted.unmet.items() if why]
    notes += remarks(words.seed, words.hits, library, read.lacking, about)
    uncovered = uncovered_phrases(words.text, words.tokens, words.hits, {**covered, **unwanted.unmet})
    notes += remarks_on_doubtful(words.hits, words.refusals, words.text, read.legal, library, uncovered)
    spoken = {place for hit in (*words.hits, *words.refusals) for place in range(hit.start, hit.end)}
    foreign = [phrase for phrase in uncovered if is_refusal(phrase)]
    foreign += bare_refusals(words.tokens, words.text, spoken)
    covered |= dict.fromkeys(foreign, "left out, as you asked: the catalog knows no such thing")
    uncovered = [phrase for phrase in uncovered if phrase not in foreign]
    return Coverage(
        scores=words.subjects.scores(library),
        category=domain.category,
        domain=domain.id,
        reading=doubted(read.reading, uncovered, words.hits, read.legal, library),
        covered=covered,
        uncovered=tuple(
            dict.fromkeys([*(phrase for phrase in unwanted.unmet if phrase not in covered), *uncovered])
        ),
        notes=tuple(dict.fromkeys(notes)),
    )


def _said_of(subject: Subject, words: SeedWords) -> list[str]:
    """The cue of a subject, and every other word of the seed for it."""
    stems = {token.stem for token in tokens(f"{subject.noun.singular} {subject.noun.plural}")}
    others = (words.text[token.start : token.end] for token in words.tokens if token.stem in stems)
    return list(dict.fromkeys([subject.cue, *others]))


def _spoken_for(words: SeedWords) -> list[Hit]:
    """Phrases that ask for something of their own, whether or not it can be had."""
    return [hit for hit in words.hits if hit.meaning.kind in ("feature", "unsupported")]


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
        reading = reading_of(domain, words.subjects, library)
        compound = compound_of(words.hits, words.tokens, words.text, domain.id)
        return reading if reading.thin or not compound else reading.model_copy(update={"thin": compound})
    return subject_reading(subject, words.text)
