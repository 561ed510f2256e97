"""What a reviewer's note tells the author to do with a thing: "add a search", "take the quiz out", "don't drop it"."""

from collections.abc import Sequence

from plans.catalog.reading.phrases import Hit, Token
from plans.catalog.reading.plain_words import plain_words
from plans.catalog.reading.refusing import ends_between, refusal_place

_REACH = 8
"""Words before a phrase in which such a word is looked for; the nearest decides."""
_OUT_WITHIN = 4
"""Words after a phrase in which that "out" may stand."""


def is_command(hit: Hit, hits: Sequence[Hit], read: Sequence[Token], text: str) -> bool:
    """Whether a word for a feature tells the author what to do, and is no wish itself: "please add a calendar"."""
    known = plain_words().commanding
    words = {token.word for token in read[hit.start : hit.end]}
    if hit.meaning.kind != "feature" or not words & (orders()):
        return False
    before = read[hit.start - 1].word if hit.start else ""
    words_before = known.before | plain_words().refusing.negations
    is_first = (
        not hit.start or before in words_before or ends_between(text, read[hit.start - 1], read[hit.start])
    )
    after = read[hit.end].word if hit.end < len(read) else ""
    has_object = after in plain_words().articles | known.objects or any(
        hit.end <= other.start <= hit.end + 1 for other in hits
    )
    return is_first and has_object


def is_told_in(hit: Hit, read: Sequence[Token], text: str) -> bool | None:
    """Whether the nearest word that says so tells that the thing is to be in; None where none does."""
    if hit.end < len(read) and read[hit.end].word == "out":
        return False
    known, unwanted = plain_words().commanding, _unwanted()
    refusal = refusal_place(hit, read, text)
    is_given = False
    for place in range(hit.start - 1, max(-1, hit.start - 1 - _REACH), -1):
        if text[read[place].end : read[place + 1].start].strip(" ,-"):
            break
        word = read[place].word
        if place == refusal and not _is_denied(read, place, text):
            return False
        if word in known.exchange:
            return is_given
        is_given = is_given or word in known.given
        if word == "with" and any(
            token.word in known.exchange for token in read[max(0, place - _REACH) : place]
        ):
            continue
        if word in known.counting and place != hit.start - 1:
            continue
        if word in known.wants or word in unwanted or (word in known.away and _has_out(hit, read, place)):
            return (word in known.wants) != _is_denied(read, place, text)
    return None if refusal is None else False


def orders() -> frozenset[str]:
    """Words of a note that tell the author what to do with what stands beside them, and wish for nothing themselves."""
    return plain_words().commanding.wants | _unwanted()


def _unwanted() -> frozenset[str]:
    """Words after which something is not wanted."""
    words = plain_words()
    return words.dismissing.dismissals | words.refusing.omitting | words.commanding.out


def _is_denied(read: Sequence[Token], place: int, text: str) -> bool:
    """Whether a "not" or "no" turns a word round: "don't drop", "no need"."""
    turning = plain_words().refusing.negations | {"out"}
    before = read[place - 1] if place else None
    return before is not None and before.word in turning and not text[before.end : read[place].start].strip()


def _has_out(hit: Hit, read: Sequence[Token], place: int) -> bool:
    """Whether an "out" goes with a verb: "take out the quiz", "take the quiz out"."""
    near = [read[place + 1], *read[hit.end : hit.end + _OUT_WITHIN]]
    return any(token.word == "out" for token in near)
