"""Which of the known words of a text mean what they are known for, and which only look so."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from plans.catalog.reading.phrases import Hit, Token, names_a_kind
from plans.catalog.reading.plain_words import plain_words


class Spoken(Protocol):
    """A domain with the words that speak of it."""

    @property
    def keywords(self) -> Sequence[str]: ...

    @property
    def related(self) -> Sequence[str]: ...


def is_filler(hit: Hit, read: Sequence[Token]) -> bool:
    """Whether a keyword is used as a word of no weight: "something like", "some sort of"."""
    word, plain = hit.text.casefold(), plain_words()
    is_one = hit.meaning.kind == "feature" and word in plain.of_several
    is_plain = word in plain.stopwords or names_a_kind(hit.start, read)
    return hit.words == 1 and (is_one or (hit.meaning.kind in ("feature", "category") and is_plain))


def is_verb_form(hit: Hit, read: Sequence[Token], domains: Mapping[str, Spoken]) -> bool:
    """Whether a word for a domain is a verb, which names no subject: what happened is no happening."""
    if hit.words != 1 or hit.meaning.kind not in ("domain", "related"):
        return False
    word, domain = hit.text.casefold(), domains[hit.meaning.id]
    is_past = word.endswith("ed") and word not in (*domain.keywords, *domain.related)
    has_object = hit.end < len(read) and read[hit.end].word in of_one()
    return is_past or word in plain_words().of_no_domain or (word in plain_words().of_doing and has_object)


def is_noun(hit: Hit, read: Sequence[Token]) -> bool:
    """Whether a word that asks for something as a verb names a thing: "lend my books", and not "book a table"."""
    word = hit.text.casefold()
    if (
        hit.words != 1
        or hit.meaning.kind not in ("feature", "category")
        or word not in plain_words().nouns_too
    ):
        return False
    before = read[hit.start - 1].word if hit.start else ""
    after = read[hit.end].word if hit.end < len(read) else ""
    is_plural = word.endswith("s") and after not in of_one()
    return (
        is_plural
        or before in of_one() | plain_words().wishing.before_nouns
        or after in plain_words().after_nouns
    )


def of_one() -> frozenset[str]:
    """Words before a noun that say which one is meant."""
    return plain_words().articles | plain_words().wishing.owning
