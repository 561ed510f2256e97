"""Which of the words that stand for a feature ask for it, and which only look so."""

import re
from collections.abc import Sequence
from dataclasses import replace

from plans.catalog.reading.phrases import Hit, Meaning, Token
from plans.catalog.reading.plain_words import plain_words
from plans.catalog.reading.senses import of_one
from plans.webapp.catalog.domain import Domain, ItemNoun
from plans.webapp.catalog.library import Library

_OFTEN_BOOKED = 0.5
"""Weight of bookings in a category from which who signs up there takes a place."""
_NEAR_FORMAT = 3
"""Words between a format and the verb that it belongs to."""


def is_thing(hit: Hit, hits: Sequence[Hit], read: Sequence[Token]) -> bool:
    """Whether a plural that asks for a feature beside other words for it names things by itself: vinyl records."""
    word = hit.text.casefold()
    if hit.words != 1 or hit.meaning.kind != "feature" or word not in plain_words().things_too:
        return False
    after = read[hit.end].word if hit.end < len(read) else ""
    if hit.start and read[hit.start - 1].word in plain_words().before_verbs:
        return False
    others = (other for other in hits if other.meaning == hit.meaning and other.phrase != hit.phrase)
    return after not in of_one() and not (any(others) and word not in plain_words().subjects)


def is_other_than_account(hit: Hit, read: Sequence[Token], text: str, natural: float) -> bool:
    """Whether "sign up" is to take a place at something, and no account; `natural`: how far people book such things.

    A meaning that the context does not bear is void: this tells it of either.
    """
    known = plain_words().wishing
    if hit.phrase not in known.signing_up or hit.meaning.kind not in ("unsupported", "feature"):
        return False
    start = max((text.rfind(end, 0, read[hit.start].start) for end in ".!?\n"), default=-1)
    end = min(
        (place for end in ".!?\n" if (place := text.find(end, read[hit.end - 1].end)) >= 0), default=len(text)
    )
    near = {token.word for token in read if start < token.start < end}
    after = read[hit.end].word if hit.end < len(read) else ""
    is_booking = not near & known.of_accounts and (
        natural >= _OFTEN_BOOKED or (natural > 0 and after in known.before_what_is_on)
    )
    return is_booking == (hit.meaning.kind == "unsupported")


def with_formats(hits: Sequence[Hit], read: Sequence[Token], text: str) -> list[Hit]:
    """The hits, with a file format read together with the import that it belongs to: "import from csv".

    By itself, and next to an export, a format asks for an export.
    """
    formats = plain_words().wishing.formats
    verbs = [hit for hit in hits if hit.meaning.id in ("import", "export") and hit.phrase not in formats]
    joined: dict[Hit, Hit] = {}
    for hit in hits:
        near = [
            verb
            for verb in verbs
            if _gap(hit, verb) <= _NEAR_FORMAT and not _is_parted(hit, verb, read, text)
        ]
        nearest = min(near, key=lambda verb: _gap(hit, verb), default=None)
        if (
            hit.phrase in formats
            and hit.meaning.id == "export"
            and nearest
            and nearest.meaning.id == "import"
        ):
            first, last = min(hit.start, nearest.start), max(hit.end, nearest.end)
            span = text[read[first].start : read[last - 1].end]
            joined[hit] = joined[nearest] = replace(nearest, start=first, end=last, text=span)
    return list(dict.fromkeys(joined.get(hit, hit) for hit in hits))


def _gap(a: Hit, b: Hit) -> int:
    """Words between two hits."""
    return max(a.start - b.end, b.start - a.end, 0)


def _is_parted(a: Hit, b: Hit, read: Sequence[Token], text: str) -> bool:
    first, second = sorted((a, b), key=lambda hit: hit.start)
    return bool(re.search(r"[.,;:!?\n]", text[read[first.end - 1].end : read[second.start].start]))


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


def is_part_of_left_out(hit: Hit, hits: Sequence[Hit], library: Library) -> bool:
    """Whether a word only belongs to a wish that can't be met: a game "against the computer", a heart rate."""
    whole = {one.reason for one in library.lexicon.unsupported if one.whole}
    telling = {one.reason for one in library.lexicon.unsupported if one.telling}
    return hit.meaning.kind in ("domain", "category", "feature") and any(
        other.meaning.kind == "unsupported"
        and (other.meaning.id in whole if hit.meaning.kind == "feature" else other.meaning.id not in telling)
        and other.start <= hit.start
        and hit.end <= other.end
        and other.end - other.start > hit.end - hit.start
        for other in hits
    )


def is_part_of_wish(hit: Hit, hits: Sequence[Hit]) -> bool:
    """Whether a word for a subject only belongs to what people do: who leaves a note under a recipe has no notebook."""
    return hit.meaning.kind in ("domain", "related") and any(
        other.meaning.kind == "feature"
        and other.start <= hit.start
        and hit.end <= other.end
        and other.end - other.start > hit.end - hit.start
        for other in hits
    )


def is_noun_of_subject(hit: Hit, noun: ItemNoun) -> bool:
    """Whether a word is taken for a feature by its stem alone and names the things themselves: "used books"."""
    is_head = " " in noun.plural and hit.text.casefold() == noun.plural.rpartition(" ")[2]
    return hit.meaning.kind == "feature" and (is_head or hit.text.casefold() == noun.plural)


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
