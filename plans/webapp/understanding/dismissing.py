"""Orders that take a thing out, and what people shall not do: "drop the cart", "where you cannot comment"."""

import re
from collections.abc import Sequence

from plans.webapp.understanding.phrases import Hit, Token
from plans.webapp.understanding.plain_words import plain_words

DISMISSALS = frozenset(["drop", "remove", "scrap", "ditch"])
"""Verbs that take out what follows them, where they are orders."""

_BEFORE_AN_ORDER = frozenset(["please", "pls", "but", "just", "then"])
_ALL_OF = frozenset(["the", "any", "all"])
_SENTENCE_ENDS = re.compile(r"[.!?;:)…]\s*$")
_ABLE = frozenset(
    ["can", "could", "able", "to", "let", "lets", "should", "may", "allow", "allows", "and", "or"]
)
"""Words before a comma after which a verb goes on telling what people do: "can add, edit, remove the plants"."""
_CANNOT = frozenset(["cannot", "can't", "can’t", "cant"])
_WHERE = frozenset(["where", "which", "that", "so"])
_FROM_NOW = frozenset(["old", "current", "currently", "existing", "now", "today", "already"])
"""Words of a text that tells how things are, and not how they are to be."""
_CLAUSE_ENDS = re.compile(r"[.!?;:,()…]|\s[-–—]\s|\b(?:and|or|but|with|because)\b")


def dismisses(place: int, read: Sequence[Token], text: str) -> bool:
    """Whether the word at `place` orders the author to take out what follows: "Please drop the cart"."""
    if read[place].word not in DISMISSALS or place + 1 >= len(read) or read[place + 1].word not in _ALL_OF:
        return False
    if place == 0 or read[place - 1].word in _BEFORE_AN_ORDER:
        return True
    gap = text[read[place - 1].end : read[place].start]
    if gap.strip() == ",":
        return not _ABLE & {token.word for token in read[:place]}
    return bool(_SENTENCE_ENDS.search(gap))


def is_forbidden(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether nobody shall do at all what the phrase says: "where you cannot comment", and not "cannot book twice"."""
    before = [token.word for token in read[max(0, hit.start - 4) : hit.start]]
    if not before or before[-1] not in _CANNOT or not _WHERE & set(before[:-1]):
        return False
    if _FROM_NOW & {token.word for token in read[: hit.start]}:
        return False
    start = read[hit.end - 1].end
    end = match.start() if (match := _CLAUSE_ENDS.search(text, start)) else len(text)
    return not plain_words().of_some & set(re.findall(r"\w+", text[start:end].casefold()))
