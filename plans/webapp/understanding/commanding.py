"""What a reviewer's note tells the author to do with a thing: "add a search", "take the quiz out", "don't drop it"."""

from collections.abc import Sequence

from plans.webapp.understanding.dismissing import DISMISSALS
from plans.webapp.understanding.phrases import Hit, Token
from plans.webapp.understanding.refusing import NEGATIONS, OMITTING, ends_between, refusal_place

_IN = frozenset(
    [
        "with",
        "add",
        "include",
        "have",
        "want",
        "wants",
        "need",
        "needs",
        "use",
        "but",
        "more",
        "give",
        "keep",
        "miss",
    ]
)
"""Words after which something is wanted."""
_OUT = DISMISSALS | OMITTING | {"delete", "cut", "rid", "fewer", "less", "lose"}
"""Words after which it is not."""
ORDERS = _IN | _OUT
"""Words of a note that tell the author what to do with what stands beside them, and wish for nothing themselves."""
_AWAY = frozenset(["leave", "leaving", "take", "throw", "kick"])
"""Words after which it is not either, where an "out" goes with them."""
_EXCHANGE = frozenset(["replace", "swap", "exchange", "trade"])
"""Words after which the first of two things goes, and the other comes."""
_COUNTING = frozenset(["more", "fewer", "less"])
"""Those that speak of the very next word alone."""
_REACH = 8
"""Words before a phrase in which such a word is looked for; the nearest decides."""
_OUT_WITHIN = 4
"""Words after a phrase in which that "out" may stand."""
_BEFORE_A_COMMAND = frozenset(["please", "pls", "and", "but", "then", "also", "just", "kindly", "now", "you"])
_ARTICLES = frozenset(["a", "an", "the", "some", "any", "more", "all", "this", "that"])
_TURNING = NEGATIONS | {"out"}
"""Words right before such a word that turn it round: "don't drop", "out with"."""


def is_command(hit: Hit, hits: Sequence[Hit], read: Sequence[Token], text: str) -> bool:
    """Whether a word for a feature tells the author what to do, and is no wish itself: "please add a calendar"."""
    words = {token.word for token in read[hit.start : hit.end]}
    if hit.meaning.kind != "feature" or not words & (_IN | _OUT):
        return False
    before = read[hit.start - 1].word if hit.start else ""
    is_first = (
        not hit.start
        or before in _BEFORE_A_COMMAND | NEGATIONS
        or ends_between(text, read[hit.start - 1], read[hit.start])
    )
    after = read[hit.end].word if hit.end < len(read) else ""
    has_object = after in _ARTICLES or any(hit.end <= other.start <= hit.end + 1 for other in hits)
    return is_first and has_object


def is_told_in(hit: Hit, read: Sequence[Token], text: str) -> bool | None:
    """Whether the nearest word that says so tells that the thing is to be in; None where none does."""
    if hit.end < len(read) and read[hit.end].word == "out":
        return False
    refusal = refusal_place(hit, read, text)
    is_given = False
    for place in range(hit.start - 1, max(-1, hit.start - 1 - _REACH), -1):
        if text[read[place].end : read[place + 1].start].strip(" ,-"):
            break
        word = read[place].word
        if place == refusal and not _is_denied(read, place, text):
            return False
        if word in _EXCHANGE:
            return is_given
        is_given = is_given or word in ("for", "with", "by")
        if word == "with" and any(token.word in _EXCHANGE for token in read[max(0, place - _REACH) : place]):
            continue
        if word in _COUNTING and place != hit.start - 1:
            continue
        if word in _IN or word in _OUT or (word in _AWAY and _has_out(hit, read, place)):
            return (word in _IN) != _is_denied(read, place, text)
    return None if refusal is None else False


def _is_denied(read: Sequence[Token], place: int, text: str) -> bool:
    """Whether a "not" or "no" turns a word round: "don't drop", "no need"."""
    before = read[place - 1] if place else None
    return before is not None and before.word in _TURNING and not text[before.end : read[place].start].strip()


def _has_out(hit: Hit, read: Sequence[Token], place: int) -> bool:
    """Whether an "out" goes with a verb: "take out the quiz", "take the quiz out"."""
    near = [read[place + 1], *read[hit.end : hit.end + _OUT_WITHIN]]
    return any(token.word == "out" for token in near)
