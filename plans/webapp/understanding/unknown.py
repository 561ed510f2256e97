"""Seeds about what the catalog has no domain for: a noun that one can be invented about, or none."""

from collections.abc import Callable

from plans.errors import SeedRefused
from plans.webapp.catalog.domain import ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.names import Subject, brand_in, named_in, singular, subject_in
from plans.webapp.understanding.phrases import PhraseBook, stem
from plans.webapp.understanding.plain_words import plain_words
from plans.webapp.understanding.subjects import KNOWN, OWN, compound_name
from plans.webapp.understanding.words import SeedWords, phrase_book


def unknown_subject(words: SeedWords, library: Library, category: str) -> Subject | None:
    """What the seed is about where the catalog has no domain for it."""
    is_other = _is_other(phrase_book(library))
    if (said := words.subjects.best(library, category)) >= KNOWN:
        subject = subject_in(words.text, is_other)
        compound = _compound(words, library, category)
        if subject is None or (compound and compound.cue in subject.cue):
            return compound
        return subject if _is_named_before(subject, words, library, category) else compound
    return subject_in(words.text, is_other) or (None if said else named_in(words.text, is_other))


def _compound(words: SeedWords, library: Library, category: str) -> Subject | None:
    """The things of which the only word for a domain tells the kind: cake tins are no cakes."""
    domain = max(library.of_category(category), key=lambda one: words.subjects.of(one.id))
    name = compound_name(words.hits, words.tokens, words.text, domain.id)
    if name is None or not name.is_modifier or not name.whole.endswith("s"):
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

    "Seed swap, also of vegetables" is no shop for vegetables.
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
    return cue >= 0 and (cue + len(subject.cue) <= place or said[0] in subject.cue)


def refuse_unknown(words: SeedWords) -> None:
    """Raises SeedRefused where a seed is about something that is not known, and no noun tells what to invent."""
    known = {index for hit in words.hits for index in range(hit.start, hit.end)}
    refused = {index for hit in words.refusals for index in range(hit.start, hit.end)}
    plain = plain_words()
    unknown = [
        token.word
        for index, token in enumerate(words.tokens)
        if index not in known | refused
        and token.word not in plain.stopwords | plain.common_plurals | plain.refusing.negations
        and token.word.isalpha()
        and len(token.word) > 3
    ]
    if unknown and words.seed.category is None and not brand_in(words.text):
        told = ", ".join(f"“{word}”" for word in dict.fromkeys(unknown))
        raise SeedRefused(
            f"Seed {words.seed.id!r} is refused: no domain fits it at all (score 0 of 100), and nothing in it tells "
            f"what one could be invented about; unknown are {told}. Say what is listed in the plural, as in “a list of "
            "kites”, or name `domain:` or `category:` in the seed."
        )


def _is_other(book: PhraseBook) -> Callable[[str], bool]:
    """Whether a noun is known as something that no domain is to be invented for."""

    def is_other(noun: str) -> bool:
        return noun not in plain_words().subjects and any(
            meaning.kind != "related" for meaning in book.meanings(stem(noun))
        )

    return is_other
