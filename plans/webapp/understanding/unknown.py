"""Seeds about what the catalog has no domain for: a noun that one can be invented about, or none."""

import re
from collections.abc import Callable

from plans.catalog.reading.brand import brand_in
from plans.catalog.reading.phrases import PhraseBook, stem
from plans.catalog.reading.plain_words import is_plain, plain_words
from plans.catalog.reading.worth import OWN, score
from plans.errors import SeedRefused
from plans.webapp.catalog.domain import ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.names import (
    Subject,
    any_noun_in,
    is_verb_before,
    listed_kind_in,
    named_in,
    singular,
    subject_in,
)
from plans.webapp.understanding.subjects import KNOWN, compound_name
from plans.webapp.understanding.words import SeedWords, phrase_book

_DOING = re.compile(r" (?:\w+s an? )?")
"""What may stand between somebody and the things that they have: our hotel keeps a register of umbrellas."""
FAINT = 30.0
"""Score (0 to 100) below which a word that also asks for a feature names no subject."""


def unknown_subject(words: SeedWords, library: Library, category: str) -> Subject | None:
    """What the seed is about where the catalog has no domain for it."""
    is_other = _is_other(phrase_book(library))
    if (said := words.subjects.best(library, category)) >= KNOWN:
        subject = subject_in(words.text, is_other)
        compound = _compound(words, library, category)
        if subject is None or (compound and compound.cue in subject.cue):
            return compound
        return subject if _is_named_before(subject, words, library, category) else compound
    if (subject := subject_in(words.text, is_other)) or score(said) >= FAINT:
        return subject
    found = listed_kind_in(words.text, is_other) or (None if said else named_in(words.text, is_other))
    return found or (_within_category(words, library, category) if words.seed.category else None)


def _within_category(words: SeedWords, library: Library, category: str) -> Subject | None:
    """What a seed that names its category is about by any noun: no sampled domain of the category is nearer to it.

    A noun that another category has a domain for is one too: plants that are swapped, and not sold.
    """
    book, own = phrase_book(library), {domain.id for domain in library.of_category(category)}

    def is_other(noun: str) -> bool:
        meanings = book.meanings(stem(noun))
        elsewhere = {one.kind for one in meanings} <= {"domain", "related", "category"} and any(
            one.kind == "domain" and library.domains[one.id].item.plural == noun and one.id not in own
            for one in meanings
        )
        return is_plain(noun) or (any(one.kind != "related" for one in meanings) and not elsewhere)

    text = words.text
    passed = [(words.tokens[hit.start].start, words.tokens[hit.end - 1].end) for hit in words.refusals]
    if brand := brand_in(text):
        passed.append((text.find(brand), text.find(brand) + len(brand)))
    for start, end in passed:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return subject_in(text, is_other) or named_in(text, is_other) or any_noun_in(text, is_other)


def _compound(words: SeedWords, library: Library, category: str) -> Subject | None:
    """The things of which the only word for a domain tells the kind: cake tins are no cakes."""
    domain = max(library.of_category(category), key=lambda one: words.subjects.of(one.id))
    name = compound_name(words.hits, words.tokens, words.text, domain.id)
    if name is None or not name.is_modifier or not name.whole.endswith("s"):
        return None
    if is_verb_before(words.text, words.text.find(name.whole) + len(name.whole)):
        return None
    noun = name.whole.casefold()
    if noun.endswith(("ss", "us", "is", "ous", *plain_words().naming.doers)):
        return None
    kind, _, thing = noun.replace("-", " ").rpartition(" ")
    return Subject(
        ItemNoun(singular=f"{kind} {singular(thing)}", plural=f"{kind} {thing}"), name.whole, is_firm=False
    )


def _is_named_before(subject: Subject, words: SeedWords, library: Library, category: str) -> bool:
    """Whether a seed says what it is about before the only word that speaks of a domain, by the way: a seed swap.

    "Seed swap, also of vegetables" is no shop for vegetables, and who "collects routes" is no subject: the gym.
    """
    subjects = words.subjects
    domain = max(library.of_category(category), key=lambda one: subjects.of(one.id))
    said = subjects.words.get(domain.id, ())
    if (
        not subject.is_firm
        or len(said) != 1
        or subjects.of(domain.id) > OWN
        or subjects.mentions[domain.id] > 1
    ):
        return False
    cue, place = words.text.find(subject.cue), words.text.find(said[0])
    is_doer = bool(_DOING.fullmatch(words.text[place + len(said[0]) : max(0, cue)]))
    return cue >= 0 and (cue + len(subject.cue) <= place or said[0] in subject.cue or is_doer)


def is_named_by_doing(words: SeedWords, library: Library, category: str) -> bool:
    """Whether all that speaks of a domain, and faintly, says what people do there: a quiz is about anything."""
    subjects = words.subjects
    domain = max(library.of_category(category), key=lambda one: subjects.of(one.id)).id
    said = [
        hit for hit in words.hits if hit.meaning.kind in ("domain", "related") and hit.meaning.id == domain
    ]
    features = [hit for hit in words.hits if hit.meaning.kind == "feature"]
    is_doing = all(any(one.start < hit.end and hit.start < one.end for one in features) for hit in said)
    return 0 < score(subjects.of(domain)) < FAINT and is_doing


def is_only_named(words: SeedWords, noun: ItemNoun) -> bool:
    """Whether all that speaks of a category, or of a domain, is the things' own name: who lists shops has none."""
    kind, _, head = noun.plural.rpartition(" ")
    said = [hit for hit in words.hits if hit.meaning.kind in ("category", "domain", "related")]
    return bool(kind) and all(hit.text.casefold() == head for hit in said)


def refuse_unknown(words: SeedWords, best: float = 0.0) -> None:
    """Raises SeedRefused where a seed is about something that is not known, and no noun tells what to invent.

    `best`: worth of the domain that is spoken of most, if only by what people do there.
    """
    known = {index for hit in words.hits for index in range(hit.start, hit.end)}
    refused = {index for hit in words.refusals for index in range(hit.start, hit.end)}
    plain = plain_words()
    common = plain.spelling.numbers if best else plain.common_plurals
    unknown = [
        token.word
        for index, token in enumerate(words.tokens)
        if index not in known | refused
        and token.word not in plain.stopwords.union(common, plain.refusing.negations)
        and token.word.isalpha()
        and len(token.word) > 3
        and not (best and is_plain(token.word, of_what_is_served=True))
    ]
    if unknown and words.seed.category is None and not brand_in(words.text):
        told = ", ".join(f"“{word}”" for word in dict.fromkeys(unknown))
        raise SeedRefused(
            f"Seed {words.seed.id!r} is refused: {_fit(best)}, and nothing in it tells "
            f"what one could be invented about; unknown are {told}. Say what is listed in the plural, as in “a list of "
            "kites”, or name `domain:` or `category:` in the seed."
        )


def _fit(best: float) -> str:
    if not best:
        return "no domain fits it at all (score 0 of 100)"
    return f"it says what people do and not what it is about (score {score(best):g} of 100)"


def _is_other(book: PhraseBook) -> Callable[[str], bool]:
    """Whether a noun is known as something that no domain is to be invented for."""

    def is_other(noun: str) -> bool:
        return noun not in plain_words().subjects and any(
            meaning.kind != "related" for meaning in book.meanings(stem(noun))
        )

    return is_other
