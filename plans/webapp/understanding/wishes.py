"""Which of the words that stand for a feature ask for it, and which only look so."""

from collections.abc import Sequence

from plans.webapp.catalog.domain import Domain, ItemNoun
from plans.webapp.catalog.library import Library
from plans.webapp.understanding.phrases import Hit, Meaning, Token
from plans.webapp.understanding.plain_words import plain_words

_ARTICLES = frozenset(["a", "an", "the", "my", "our", "this"])


_BEFORE_NOUNS = _ARTICLES | frozenset(
    [
        "your",
        "their",
        "his",
        "her",
        "each",
        "every",
        "any",
        "which",
        "another",
        "one",
        "new",
        "used",
        "that",
        "same",
    ]
)


def is_filler(hit: Hit) -> bool:
    """Whether a keyword is used as a word of no weight: "something like"."""
    return (
        hit.words == 1
        and hit.meaning.kind in ("feature", "category")
        and hit.text.casefold() in plain_words().stopwords
    )


def is_verb_form(hit: Hit, read: Sequence[Token], library: Library) -> bool:
    """Whether a word for a domain is a verb, which names no subject: what happened is no happening."""
    if hit.words != 1 or hit.meaning.kind not in ("domain", "related"):
        return False
    word, domain = hit.text.casefold(), library.domains[hit.meaning.id]
    is_past = word.endswith("ed") and word not in (*domain.keywords, *domain.related)
    has_object = hit.end < len(read) and read[hit.end].word in _ARTICLES
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
    is_plural = word.endswith("s") and after not in _ARTICLES
    return is_plural or before in _BEFORE_NOUNS or after in plain_words().after_nouns


def is_subject_word(hit: Hit, hits: Sequence[Hit], library: Library, category: str) -> bool:
    """Whether a word for a feature that is unnatural here rather speaks of the subject: "orders" on a dashboard."""
    return (
        hit.meaning.kind == "feature"
        and library.features[hit.meaning.id].natural(category) == 0
        and any(
            other.meaning.kind == "domain"
            and library.domains[other.meaning.id].category == category
            and other.start <= hit.start
            and hit.end <= other.end
            for other in hits
        )
    )


def is_part_of_left_out(hit: Hit, hits: Sequence[Hit]) -> bool:
    """Whether a word for a subject only belongs to a wish that can't be met: a game "against the computer"."""
    return hit.meaning.kind in ("domain", "category") and any(
        other.meaning.kind == "unsupported"
        and other.start <= hit.start
        and hit.end <= other.end
        and other.end - other.start > hit.end - hit.start
        for other in hits
    )


def is_noun_of_subject(hit: Hit, noun: ItemNoun) -> bool:
    """Whether a word is taken for a feature by its stem alone and names the things themselves: "used books"."""
    return hit.meaning.kind == "feature" and hit.text.casefold() == noun.plural


def is_part_of_subject(hit: Hit, hits: Sequence[Hit], domain: Domain, legal: Sequence[str]) -> bool:
    """Whether a word for a feature that is not had belongs to what the domain is called: a "question board"."""
    return (
        hit.meaning.kind == "feature"
        and hit.meaning.id not in legal
        and any(
            other.meaning == Meaning("domain", domain.id)
            and other.start <= hit.start
            and hit.end <= other.end
            for other in hits
        )
    )
