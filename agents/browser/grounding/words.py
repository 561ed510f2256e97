"""How well two names agree: 1 says the same, 0 has nothing in common."""

import re
from functools import lru_cache

from rapidfuzz import fuzz

from agents.browser.grounding.lexicon import content, lexicon, stems

_LABEL_ENDS = re.compile(r"[:\d]")
_HEAD = re.compile(r"(?i)[^:\d\n]{2,30}?(?:(?=\s*:)|(?=\s\d)|\sby(?=\s))")
"""A label before its value in one text: "Length: 5 evenings", "Starts 3 May", "Taught by Ada"."""
_GLUED = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
"""Between a number and its unit: 1h30m."""
_SAME_SET = 0.92
_SAME_PHRASE = 0.9
_MISSPELT = 0.8
_OTHER_DEED = 0.6
_GENERAL = 0.86
_HEAD_ALONE = 0.74
"""A control called by the first word of what is looked for alone ("Save" for "Save plant")."""


@lru_cache(maxsize=50_000)
def agreement(wanted: str, found: str) -> float:
    """Agreement of a wanted name with one found on the page, from 0 to 1."""
    want, have = content(wanted), content(_without_units(found, wanted))
    if _is_reversed(stems(wanted), stems(found)):
        return 0.0
    if not want or not have:
        return 1.0 if wanted.strip() and wanted.strip() == found.strip() else 0.0
    if want == have:
        return 1.0
    score = max(_by_words(want, have), _SAME_PHRASE if _same_phrase(want, have) else 0.0)
    score = max(score, _GENERAL if _says_generally(want, have) else 0.0)
    return score * (_OTHER_DEED if _is_tally(want, have) else 1.0)


@lru_cache(maxsize=50_000)
def word_agreement(wanted: str, found: str) -> float:
    """Agreement word by word alone, for words that nobody wrote for readers: ids, classes, names of icons."""
    want, have = content(wanted), content(found)
    return _recall(want, have) * (0.72 + 0.28 * _precision(want, have)) if want and have else 0.0


@lru_cache(maxsize=8192)
def says(phrase: str, text: str) -> bool:
    """Whether the words of `phrase` stand in `text` one after the other, whatever their case and plural."""
    want, have = stems(phrase), stems(_without_units(text, phrase))
    if not want:
        return bool(phrase.strip()) and phrase.strip() in text
    width = len(want)
    return any(have[i : i + width] == want for i in range(len(have) - width + 1))


@lru_cache(maxsize=8192)
def means_else(wanted: str, found: str) -> bool:
    """Whether a whole name is known to mean something else that merely begins alike: "Save for later" and "Save"."""
    sets = lexicon().names.phrases
    want, have = (sets.get(" ".join(content(words)), frozenset[int]()) for words in (wanted, found))
    return bool(want) and bool(have) and not want & have


def same_label(wanted: str, found: str) -> bool:
    """Whether a text is labelled by the same words, each of them or one that means it: "Your stars", "Your rating: 4".

    Every word counts, in its order, for what is your own rating is not the rating.
    """
    want, have = stems(wanted), _label(found)
    return (
        len(want) >= 2
        and len(want) == len(have)
        and all(_alike(word, other) >= _SAME_SET for word, other in zip(want, have, strict=True))
    )


def means_label(wanted: str, found: str) -> bool:
    """Whether a text is, or begins with, a label of the same meaning: "Taught by", "Starts: 3 May" for "Starts on".

    Every word that carries meaning counts; numbers alone label nothing: "3 of 4" is not "4 of 4".
    """
    want, have = content(wanted), content(_head(found))
    return (
        any(not word.isdigit() for word in want)
        and len(want) == len(have)
        and all(max(_alike(word, other) for other in have) >= _SAME_SET for word in want)
    )


def label_rest(text: str) -> str:
    """What a text says after its label; empty where it is a label and no more."""
    return text[len(_head(text)) :]


def _head(text: str) -> str:
    """The label that a text begins with: up to a colon or a number, or with the "by" before a name; else all of it."""
    found = _HEAD.match(text)
    return found[0] if found else text


def _label(text: str) -> tuple[str, ...]:
    """The words before a colon or the first number."""
    return stems(_LABEL_ENDS.split(text, maxsplit=1)[0])


@lru_cache(maxsize=8192)
def finds_things(text: str) -> bool:
    """Whether a text says of a control that it is for finding things among others: "Type to search"."""
    said = stems(text)
    return any(_stands_at(place, said) for place in range(len(said)))


def has_words(text: str) -> bool:
    """Whether a text has any letters or digits."""
    return bool(stems(text))


def _stands_at(place: int, said: tuple[str, ...]) -> bool:
    return any(said[place : place + len(phrase)] == phrase for phrase in lexicon().finds)


def _by_words(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    recall, precision = _recall(want, have), _precision(want, have)
    if recall < 0.75 and precision == 1.0 and _says_head(want, have):
        return _HEAD_ALONE
    return recall * (0.72 + 0.28 * precision) * (_OTHER_DEED if _does_else(want, have) else 1.0)


def _says_generally(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """Whether the same deed is done to an entry of any kind: "New entry" for "Add article"."""
    *deeds, thing = have
    return (
        thing in lexicon().names.general
        and bool(deeds)
        and len(want) > 1
        and want[0] in lexicon().doors.begins
        and " ".join(want[1:]) not in lexicon().items.side
        and all(_alike(want[0], deed) >= _SAME_SET for deed in deeds)
    )


def _does_else(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """Whether the words found begin with a deed that nobody asked for: "Add to cart" is not "Cart"."""
    return have[0] in lexicon().buttons.deeds and not any(_alike(word, have[0]) for word in want)


def _is_tally(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """Whether a thing and how many there are was found for a deed: "Comments 2" posts no comment."""
    is_counted = any(word.isdigit() for word in have) and not any(word.isdigit() for word in want)
    return (
        is_counted
        and want[0] in lexicon().buttons.submits
        and not any(_alike(want[0], word) for word in have)
    )


def _says_head(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """Whether the first word is said; by another word for it only where no more than one word is left out."""
    head = max(_alike(want[0], other) for other in have)
    missed = [word for word in want if not any(_alike(word, other) for other in have)]
    return not lexicon().names.again & set(missed) and (
        head == 1.0 or (head > _MISSPELT and len(missed) <= 1)
    )


def _is_reversed(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    """Whether two ends stand the other way round: "low to high" and "high to low"."""
    return any(
        {low, high} <= set(want) & set(have)
        and (want.index(low) < want.index(high)) != (have.index(low) < have.index(high))
        for low, high in lexicon().orders.opposites
    )


def _without_units(text: str, wanted: str) -> str:
    """A text without the units of its values, unless a value or a unit is wanted: "748 min" is nobody's "Min".

    Where a unit is wanted, it is set apart from its number: "2h" says "h".
    """
    if any(letter.isdigit() for letter in wanted):
        return text
    if lexicon().values.named.fullmatch(wanted):
        return _GLUED.sub(" ", text)
    return lexicon().values.units.sub(" ", text)


def _recall(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    return sum(max(_alike(word, other) for other in have) for word in want) / len(want)


def _precision(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    """Share of the words found that were wanted; numbers are no words ("Cart 2")."""
    matched = sum(1 for other in have if max(_alike(word, other) for word in want) > 0)
    counted = sum(1 for other in have if not other.isdigit()) or 1
    return min(matched / counted, 1.0)


@lru_cache(maxsize=50_000)
def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    sets = lexicon().names.words
    if sets.get(word, frozenset()) & sets.get(other, frozenset()):
        return _SAME_SET
    if min(len(word), len(other)) >= 5 and fuzz.ratio(word, other) >= 87:
        return _MISSPELT
    return 0.0


def _same_phrase(want: tuple[str, ...], have: tuple[str, ...]) -> bool:
    sets = lexicon().names.phrases
    named = tuple(word for word in have if not word.isdigit())
    return bool(sets.get(" ".join(want), frozenset()) & sets.get(" ".join(named), frozenset()))
