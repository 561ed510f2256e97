"""Names in a seed: what the product is called, and what kind of thing it is about."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from plans.catalog.reading.plain_words import is_plain, plain_words
from plans.catalog.reading.worth import OWN, RELATED, score
from plans.records.seed import Reading
from plans.webapp.catalog.domain import ItemNoun
from plans.webapp.understanding.subjects import CHOOSE, THIN

_MARKS = re.compile(r"</?[a-z][^<>]*>|[`*\"“”„]", re.I)
"""Marks about words that are none themselves: `kites`, <b>kites</b>."""
_HEADED = re.compile(r"(?:^|[.!?\n]\s*)((?:[\w-]+\s+){0,3}?)([A-Za-z]{3,}s)\s*(?::|\s[-–—]\s)", re.I)
"""What a text or sentence is headed with: "Second hand cars: list them"."""
_PLURAL = re.compile(r"\b()([a-z]{3,}s)\b", re.I)
_PLURAL_BEHIND = re.compile(r"\s+([a-z]{3,}[^su\W]s)\b", re.I)
_ONE_BEHIND = re.compile(r"\s+an?\s", re.I)


@dataclass(frozen=True)
class Subject:
    """What a text is about, where the catalog knows nothing of the kind."""

    noun: ItemNoun
    cue: str
    """The words of the text that point at it."""
    is_firm: bool
    """Whether they leave little doubt."""


def subject_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The noun that the text is about, where a word such as "sell" or "my" points at one; None where none does.

    `is_other` tells of a noun that it stands for something else, of which no domain is to be made.
    """
    bare = _MARKS.sub(lambda mark: " " * len(mark.group()), text)
    if match := plain_words().naming.listed.search(bare):
        noun = match.group(2).casefold()
        if noun not in plain_words().stopwords and not is_other(noun):
            return _about(match, text, is_firm=True)
    if match := _first_of(plain_words().naming.firm, bare, is_other):
        return _about(match, text, is_firm=True)
    if kept := _kept_in(bare, is_other):
        return kept
    match = _first_of(plain_words().naming.loose, bare, is_other)
    return _about(match, text, is_firm=False) if match else None


def listed_kind_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The things that are listed in so many words where only their kind tells them from a wish: ramen shops."""
    words = plain_words()
    for match in words.naming.listed.finditer(text):
        kind, noun = match.group(1).casefold().split()[-1:], match.group(2).casefold()
        is_thing = is_other(noun) and noun not in words.stopwords | words.common_plurals
        if is_thing and kind and not is_plain(kind[0]) and not is_other(kind[0]):
            name = ItemNoun(singular=f"{kind[0]} {singular(noun)}", plural=f"{kind[0]} {noun}")
            return Subject(name, text[match.start() : match.end(2)], is_firm=True)
    return None


def named_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The noun of a text in which no known subject and no telling word stands: what heads it, or any plural at all."""
    if match := _first_of(_HEADED, text, is_other):
        return _about(match, text, is_firm=True, start=match.start(1))
    if match := _first_of(plain_words().naming.counted, text, is_other):
        return _about(match, text, is_firm=False)
    if (match := plain_words().naming.service.search(text)) and match.group(1).split()[
        0
    ].casefold() not in plain_words().stopwords:
        noun = f"{match.group(1).casefold()} session"
        return Subject(ItemNoun(singular=noun, plural=f"{noun}s"), match.group(), is_firm=True)
    if (match := plain_words().naming.single.search(text)) and not _is_plain(
        match.group(1).casefold(), is_other
    ):
        noun = match.group(1).casefold()
        return Subject(ItemNoun(singular=noun, plural=plural(noun)), match.group(), is_firm=False)
    return None


def any_noun_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The first plural of a text, else the `pet` of a pet board: for who says no more than that of the subject."""
    if match := _first_of(_PLURAL, text, is_other):
        return _about(match, text, is_firm=False)
    words = plain_words()
    for match in words.naming.headed.finditer(text):
        noun = match.group(1).casefold()
        is_how = noun in words.of_no_subject or noun.endswith(words.naming.qualities)
        if not is_how and not noun.endswith("s") and not _is_plain(noun, is_other):
            return Subject(ItemNoun(singular=noun, plural=plural(noun)), match.group(), is_firm=False)
    return None


def subject_reading(subject: Subject, text: str) -> Reading:
    """Why a domain is invented for a subject; the more often the text names it, the better founded."""
    noun = subject.noun
    named = re.findall(rf"\b(?:{re.escape(noun.plural)}|{re.escape(noun.singular)})\b", text, re.I)
    founded = score((OWN if subject.is_firm else RELATED) + 0.5 * max(0, len(named) - 1))
    thin = "" if founded >= THIN else f"only “{subject.cue}” points at {noun.plural}; {CHOOSE}"
    return Reading(words=(subject.cue,), score=founded, thin=thin)


def is_verb_before(text: str, end: int) -> bool:
    """Whether the word that ends at `end` is what somebody does with what is behind it: our gym collects routes."""
    after = _PLURAL_BEHIND.match(text, end)
    words = plain_words()
    return (
        bool(_ONE_BEHIND.match(text, end))
        or after is not None
        and after.group(1).casefold() not in words.stopwords | words.common_plurals
    )


def _first_of(cues: re.Pattern[str], text: str, is_other: Callable[[str], bool]) -> re.Match[str] | None:
    """The first match whose second group, a plural, may be what a text is about."""
    words = plain_words()
    match = cues.search(text)
    while match:
        noun = match.group(2).casefold()
        is_common = noun in words.common_plurals and noun not in words.subjects
        is_plain = is_common or noun in words.stopwords
        is_likely = not noun.endswith(("ss", "us", "is", *_unlikely(cues))) and not is_verb_before(
            text, match.end(2)
        )
        is_apart = not words.refusing.prepositions.isdisjoint(match.group(1).casefold().split())
        if not is_plain and not is_apart and not is_other(noun) and is_likely:
            return match
        match = cues.search(text, match.start() + 1)
    return None


def _unlikely(cues: re.Pattern[str]) -> tuple[str, ...]:
    """Endings of words that are no such noun: what is done, where the cue is a loose one."""
    return () if cues is plain_words().naming.firm else ("ings",)


def _is_plain(noun: str, is_other: Callable[[str], bool]) -> bool:
    """Whether a noun in the singular says nothing of what a text is about."""
    words = plain_words()
    return noun in words.stopwords or plural(noun) in words.common_plurals or is_other(noun)


def _about(match: re.Match[str], text: str, *, is_firm: bool, start: int | None = None) -> Subject:
    """The subject of a match; its cue is what the text has there, from `start` where that is not the match's own."""
    noun = match.group(2).casefold()
    cue = text[match.start() if start is None else start : match.end(2)]
    return Subject(ItemNoun(singular=singular(noun), plural=noun), cue, is_firm)


def _kept_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The `bike` of a bike shop."""
    words = plain_words()
    for match in words.naming.kept.finditer(text):
        noun = match.group(1).casefold()
        is_plain = noun in words.stopwords or noun in words.common_plurals or noun in words.of_no_subject
        if (
            not is_plain
            and not is_other(noun)
            and not noun.endswith(("ing", "al", "s", *words.naming.abstract))
        ):
            return Subject(ItemNoun(singular=noun, plural=plural(noun)), match.group(), is_firm=True)
    return None


def plural(noun: str) -> str:
    """`candle` as `candles`, `battery` as `batteries`, `watch` as `watches`."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def singular(plural: str) -> str:
    """`candles` as `candle`, `batteries` as `battery`, `watches` as `watch`."""
    if plural.endswith("ies") and len(plural) > 4:
        return plural[:-3] + "y"
    if plural in plain_words().naming.in_fe:
        return plural[:-3] + "fe"
    if plural.endswith(("ches", "shes", "sses", "xes", "zes", "toes", "anoes")) and plural not in (
        plain_words().naming.in_oe
    ):
        return plural[:-2]
    return plural[:-1]
