"""Orders that take a thing out, and what people shall not do: "drop the cart", "where you cannot comment"."""

import re
from collections.abc import Sequence

from plans.catalog.reading.phrases import Hit, Token
from plans.catalog.reading.plain_words import plain_words

_SENTENCE_ENDS = re.compile(r"[.!?;:)…]\s*$")


def dismisses(place: int, read: Sequence[Token], text: str) -> bool:
    """Whether the word at `place` orders the author to take out what follows: "Please drop the cart"."""
    known = plain_words().dismissing
    after = read[place + 1].word if place + 1 < len(read) else ""
    if read[place].word not in known.dismissals or after not in known.all_of:
        return False
    if place == 0 or read[place - 1].word in known.before_an_order:
        return True
    gap = text[read[place - 1].end : read[place].start]
    if gap.strip() == ",":
        return not known.able & {token.word for token in read[:place]}
    return bool(_SENTENCE_ENDS.search(gap))


def is_forbidden(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether nobody shall do at all what the phrase says: "where you cannot comment", and not "cannot book twice"."""
    known = plain_words().dismissing
    before = [token.word for token in read[max(0, hit.start - 4) : hit.start]]
    if not before or before[-1] not in known.cannot or not known.where & set(before[:-1]):
        return False
    if known.from_now & {token.word for token in read[: hit.start]}:
        return False
    start = read[hit.end - 1].end
    end = match.start() if (match := known.clause_ends.search(text, start)) else len(text)
    return not plain_words().of_some & set(re.findall(r"\w+", text[start:end].casefold()))
