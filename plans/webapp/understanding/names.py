"""Names in a seed: what the product is called, and what kind of thing it is about."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from plans.records.seed import Reading
from plans.webapp.catalog.domain import ItemNoun
from plans.webapp.understanding.plain_words import plain_words
from plans.webapp.understanding.subjects import CHOOSE, OWN, RELATED, THIN, score

_CALLED = re.compile(
    r"(?:called|named|name(?:d)? it|call it|name is|name:|titled)\s+[\"“'‘]?"
    r"((?:[A-Z][\w'’]*|&|and|of|the|\d+)(?:\s+(?:[A-Z][\w'’]*|&|and|of|the|\d+)){0,4})"
)
_FIRM = re.compile(
    r"\b(?:sell(?:s|ing)?|adopt|train|buy(?:ing)?|rent(?:s|ing|al of)?|borrow(?:s|ing)?|lend(?:s|ing)?|"
    r"track(?:s|ing)?|keep track of|collect(?:s|ing)?|catalog(?:ue)? of|collection of|inventory of|shop for|store for|"
    r"app for|website for|site for|system for|platform for|my|our)\s+((?:[a-z-]+\s+){0,2}?)([a-z]{3,}s)\b",
    re.I,
)
"""Words after which stands what the app is about."""
_LISTED = re.compile(
    r"\b(?:lists?|collections?|catalog(?:ue)?|inventory) of\s+(?:all\s+)?(?:(?:my|our|the|your|their)\s+)?"
    r"((?:[a-z-]+\s+){0,2}?)([a-z]{3,}s)\b",
    re.I,
)
"""Words after which stands, in so many words, what is listed."""
_MARKS = re.compile(r"</?[a-z][^<>]*>|[`*\"“”„]", re.I)
"""Marks about words that are none themselves: `kites`, <b>kites</b>."""
_LOOSE = re.compile(
    r"\b(?:see|find|manag(?:e|ing)|organi[sz](?:e|ing)|brows(?:e|ing)|shar(?:e|ing)|display(?:ing|s)?|register|"
    r"list(?:s|ing)? (?:of|all)|look(?:s|ing)? for|compar(?:e|ing)|review(?:s|ing)?|about|handmade|vintage)\s+"
    r"((?:[a-z]+\s+){0,2}?)([a-z]{3,}s)\b",
    re.I,
)
"""Words after which may stand what the app is about, or any part of it."""
_KEPT = re.compile(
    r"\b([a-z]{3,})\s+(?:business|company|agency|shop|store|rental|lending|library|cellar|"
    r"collection|inventory|exchange|swap|shelter|"
    r"catalog|catalogue|log|diary|tracker|booking|hire|directory|archive|register|database|planner|competition|contest)\b",
    re.I,
)
"""A noun in the singular before the place where such things are sold, lent or kept."""
_HEADED = re.compile(r"(?:^|[.!?\n]\s*)((?:[\w-]+\s+){0,3}?)([A-Za-z]{3,}s)\s*(?::|\s[-–—]\s)", re.I)
"""What a text or sentence is headed with: "Second hand cars: list them"."""
_COUNTED = re.compile(
    r"\b(?:(?<!because )of|all(?: the)?|some|many|these|those|the|different|several|various|"
    r"which(?=\s+\w+\s+(?:are|is|were|can|have|there|to)\b))\s+((?:[a-z-]+\s+){0,1}?)([a-z]{3,}s)\b",
    re.I,
)
"""Words after which stands a noun in the plural, of whatever weight."""
_SERVICE = re.compile(
    r"\b((?:[a-z]+\s+)[a-z]{2,}ing)\s+(?:business|company|service|services|agency|firm|studio)\b", re.I
)
"""A trade: "dog walking business"."""
_SINGLE = re.compile(
    r"\b(?:add|register|borrow|lend|rent|adopt|buy|sell)\s+(?:a|an|another|one)\s+(?:new\s+)?([a-z]{3,})\b",
    re.I,
)
"""Words after which stands what the app is about, in the singular."""
_ABSTRACT = ("ness", "esty", "ity", "ism", "ance", "ence", "entry", "inery")
"""Endings of nouns of which there are no several: an honesty shop sells no honesties."""
BRAND_LENGTH = 40


@dataclass(frozen=True)
class Subject:
    """What a text is about, where the catalog knows nothing of the kind."""

    noun: ItemNoun
    cue: str
    """The words of the text that point at it."""
    is_firm: bool
    """Whether they leave little doubt."""


def brand_in(text: str) -> str | None:
    """The product's name where the text says what it is called."""
    match = _CALLED.search(text)
    if not match:
        return None
    name = re.sub(r"(?:\s+(?:and|of|the|&|I))+$", "", match.group(1).strip(" \"“”'‘’.,"))
    return name if 2 < len(name) <= BRAND_LENGTH else None


def subject_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The noun that the text is about, where a word such as "sell" or "my" points at one; None where none does.

    `is_other` tells of a noun that it stands for something else, of which no domain is to be made.
    """
    bare = _MARKS.sub(lambda mark: " " * len(mark.group()), text)
    if match := _LISTED.search(bare):
        noun = match.group(2).casefold()
        if noun not in plain_words().stopwords and not is_other(noun):
            return _about(match, text, is_firm=True)
    if match := _first_of(_FIRM, bare, is_other):
        return _about(match, text, is_firm=True)
    if kept := _kept_in(bare, is_other):
        return kept
    match = _first_of(_LOOSE, bare, is_other)
    return _about(match, text, is_firm=False) if match else None


def named_in(text: str, is_other: Callable[[str], bool]) -> Subject | None:
    """The noun of a text in which no known subject and no telling word stands: what heads it, or any plural at all."""
    if match := _first_of(_HEADED, text, is_other):
        return _about(match, text, is_firm=True, start=match.start(1))
    if match := _first_of(_COUNTED, text, is_other):
        return _about(match, text, is_firm=False)
    if (match := _SERVICE.search(text)) and match.group(1).split()[
        0
    ].casefold() not in plain_words().stopwords:
        noun = f"{match.group(1).casefold()} session"
        return Subject(ItemNoun(singular=noun, plural=f"{noun}s"), match.group(), is_firm=True)
    if (match := _SINGLE.search(text)) and not _is_plain(match.group(1).casefold(), is_other):
        noun = match.group(1).casefold()
        return Subject(ItemNoun(singular=noun, plural=plural(noun)), match.group(), is_firm=False)
    return None


def subject_reading(subject: Subject, text: str) -> Reading:
    """Why a domain is invented for a subject; the more often the text names it, the better founded."""
    noun = subject.noun
    named = re.findall(rf"\b(?:{re.escape(noun.plural)}|{re.escape(noun.singular)})\b", text, re.I)
    founded = score((OWN if subject.is_firm else RELATED) + 0.5 * max(0, len(named) - 1))
    thin = "" if founded >= THIN else f"only “{subject.cue}” points at {noun.plural}; {CHOOSE}"
    return Reading(words=(subject.cue,), score=founded, thin=thin)


def _first_of(cues: re.Pattern[str], text: str, is_other: Callable[[str], bool]) -> re.Match[str] | None:
    """The first match whose second group, a plural, may be what a text is about."""
    words = plain_words()
    for match in cues.finditer(text):
        noun = match.group(2).casefold()
        is_plain = noun in words.common_plurals or noun in words.stopwords
        if not is_plain and not is_other(noun) and not noun.endswith(("ss", "us", "is", *_unlikely(cues))):
            return match
    return None


def _unlikely(cues: re.Pattern[str]) -> tuple[str, ...]:
    """Endings of words that are no such noun: what is done, where the cue is a loose one."""
    return () if cues is _FIRM else ("ings",)


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
    for match in _KEPT.finditer(text):
        noun = match.group(1).casefold()
        is_plain = noun in words.stopwords or noun in words.common_plurals or noun in words.of_no_subject
        if not is_plain and not is_other(noun) and not noun.endswith(("ing", "al", "s", *_ABSTRACT)):
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
    if plural.endswith(("ches", "shes", "sses", "xes", "zes", "toes", "anoes")) and plural not in (
        "toes",
        "canoes",
    ):
        return plural[:-2]
    return plural[:-1]
