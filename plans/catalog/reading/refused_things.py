"""What a refusal is about: the thing that it names, some such things alone, or another thing beside it."""

from collections.abc import Sequence

from plans.catalog.reading.phrases import Hit, Token, stem
from plans.catalog.reading.plain_words import plain_words

_DENIES_BEFORE = 6
"""Words before a refusal in which another one takes it back: "I cannot live without a search"."""


def is_what_is_refused(hit: Hit, place: int, read: Sequence[Token], text: str) -> bool:
    """Whether the refusal at `place`, which reaches to the phrase, is about the thing that the phrase names.

    It is about another where the phrase only says of what kind that is ("no price haggling", "no phone calls") or what
    it is about ("no limit on ratings"), and it refuses nothing where it is itself denied ("not without a cart").
    """
    return not (
        _is_before_another(hit, read, text)
        or _is_after_another(hit, place, read)
        or is_denied(place, read, text)
    )


def is_narrowed(hit: Hit, place: int, read: Sequence[Token]) -> bool:
    """Whether only some such things are refused: "no hidden costs", "no fees for delivery"."""
    after = [token.word for token in read[hit.end : hit.end + 2]]
    is_followed = bool(after) and (
        after[0] in plain_words().refusing.narrowing or (after[0] == "for" and _is_telling(after[-1]))
    )
    return is_followed or any(_is_telling(token.word) for token in _own_words(hit, place, read))


def is_denied(place: int, read: Sequence[Token], text: str) -> bool:
    """Whether "without" is itself denied: "not without a cart"."""
    if read[place].word != "without":
        return False
    for before in range(place - 1, max(-1, place - 1 - _DENIES_BEFORE), -1):
        word = read[before].word
        if word in plain_words().refusing.joins or text[read[before].end : read[before + 1].start].strip():
            return False
        if word in plain_words().refusing.denying or word.endswith(("n't", "n’t")):
            return True
    return False


def _own_words(hit: Hit, place: int, read: Sequence[Token]) -> Sequence[Token]:
    """The words between a refusal and the phrase, without what is refused beside it."""
    between = read[place + 1 : hit.start]
    last = max(
        (number for number, token in enumerate(between) if token.word in plain_words().refusing.joins),
        default=-1,
    )
    return between[last + 1 :]


def _is_before_another(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether the next word is a noun of which the phrase, in the singular, tells the kind: "price haggling"."""
    if hit.end >= len(read) or text[read[hit.end - 1].end : read[hit.end].start].strip(" -"):
        return False
    last, after = read[hit.end - 1].word, read[hit.end].word
    is_plural = last.endswith("s") and stem(last) != last
    return not is_plural and _is_telling(after) and not after.endswith(("ed", "ly"))


def _is_after_another(hit: Hit, place: int, read: Sequence[Token]) -> bool:
    """Whether a noun and a preposition stand between: "no limit on ratings", and not "no need for ratings"."""
    words = [token.word for token in _own_words(hit, place, read)]
    return any(
        word in plain_words().refusing.prepositions and any(map(_is_telling, words[:number]))
        for number, word in enumerate(words)
    )


def _is_telling(word: str) -> bool:
    """Whether a word names or describes a thing of its own."""
    words = plain_words()
    return (
        word
        not in words.stopwords
        | words.of_no_thing
        | plain_words().refusing.joins
        | plain_words().refusing.denying
        and not word.isdigit()
    )
