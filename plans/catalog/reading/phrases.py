"""Known phrases in a text: exactly, in another number or tense, or misspelt."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from rapidfuzz import fuzz, process

from plans.catalog.reading.plain_words import plain_words

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
MISSPELT = 90.0
"""Likeness (0 to 100) from which a word counts as a misspelling of a known one."""
SHORTEST_MISSPELT = 6
"""Letters below which words are taken by the letter: "plan" is no misspelt "plant"."""
SHORTEST_PART = 4
"""Letters of each of two words that may be one in two: "house plants", and not "able to do"."""


MeaningKind = Literal[
    "domain", "related", "category", "feature", "interface", "unsupported", "fact", "price", "stays"
]
"""related: to a domain; stays: so of all items, whatever is said."""


@dataclass(frozen=True)
class Meaning:
    """What a known phrase stands for."""

    kind: MeaningKind
    id: str


@dataclass(frozen=True)
class Hit:
    """A known phrase found in a text."""

    start: int
    end: int
    """Words from start to before end."""
    text: str
    """As the text has it."""
    meaning: Meaning
    words: int
    """Length of the phrase in words."""
    phrase: str
    """Its words' stems, spelt as they are known."""


@dataclass(frozen=True)
class Token:
    """A word of a text with its place in it."""

    word: str
    stem: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text; a hyphen parts them."""
    return [
        Token(match.group().casefold(), stem(match.group().casefold()), match.start(), match.end())
        for match in WORD.finditer(text)
    ]


def stem(word: str) -> str:
    """The word without the ending of plural or tense, roughly."""
    if word in plain_words().spelling.same_in_plural or len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ing") and len(word) > 6:
        return word[:-3]
    if word.endswith("ed") and len(word) > 5:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def names_a_kind(place: int, read: Sequence[Token]) -> bool:
    """Whether the word at `place` says no more than "kind of"."""
    after = read[place + 1].word if place + 1 < len(read) else ""
    return read[place].word in plain_words().of_kinds and after == "of"


class PhraseBook:
    """Phrases with their meanings."""

    def __init__(self, phrases: Iterable[tuple[str, Meaning]]) -> None:
        self._meanings: dict[int, dict[str, list[Meaning]]] = defaultdict(lambda: defaultdict(list))
        for phrase, meaning in phrases:
            for stems in _spellings(phrase):
                known = self._meanings[len(stems)][" ".join(stems)]
                if meaning not in known:
                    known.append(meaning)
        self._words = {
            word for table in self._meanings.values() for phrase in table for word in phrase.split()
        }

    def find(self, text: str) -> list[Hit]:
        """Every known phrase in the text, in reading order; longer ones win over those inside them."""
        read = tokens(text)
        hits = [
            hit
            for length in sorted(self._meanings, reverse=True)
            for hit in self._of_length(read, text, length)
        ]
        hits += self._joined(read, text)
        hits += self._parted(read, text)
        return sorted(_outermost(hits), key=lambda hit: (hit.start, hit.meaning.kind, hit.meaning.id))

    def knows(self, word: str) -> bool:
        """Whether the word, in any number or tense or misspelt, is a phrase by itself or a word of one."""
        bare = stem(word.casefold())
        return bare in self._words or bool(self._misspelt([bare], self._meanings[1]))

    def meanings(self, phrase: str) -> Sequence[Meaning]:
        """What a phrase, given by the stems of its words, stands for."""
        return self._meanings[len(phrase.split())].get(phrase, ())

    def _of_length(self, read: Sequence[Token], text: str, length: int) -> Iterable[Hit]:
        table = self._meanings[length]
        places: dict[str, list[int]] = defaultdict(list)
        for start in range(len(read) - length + 1):
            places[" ".join(token.stem for token in read[start : start + length])].append(start)
        found = {window: window for window in places if window in table}
        found |= self._misspelt([window for window in places if window not in found], table)
        for window, phrase in found.items():
            for start in places[window]:
                span = text[read[start].start : read[start + length - 1].end]
                for meaning in table[phrase]:
                    yield Hit(start, start + length, span, meaning, length, phrase)

    def _misspelt(self, windows: Sequence[str], table: Mapping[str, list[Meaning]]) -> dict[str, str]:
        """Window → the known phrase of which it is a misspelling."""
        windows = [window for window in windows if len(window) >= SHORTEST_MISSPELT]
        phrases = [phrase for phrase in table if len(phrase) >= SHORTEST_MISSPELT]
        if not windows or not phrases:
            return {}
        likeness = process.cdist(windows, phrases, scorer=fuzz.ratio, score_cutoff=MISSPELT, dtype=np.float32)
        best = likeness.argmax(axis=1)
        return {
            window: phrases[best[row]]
            for row, window in enumerate(windows)
            if likeness[row, best[row]] > 0 and phrases[best[row]][0] == window[0]
        }

    def _joined(self, read: Sequence[Token], text: str) -> Iterable[Hit]:
        """Words that are known in one: to-do, e-commerce; and subjects that are parted by a blank: house plants."""
        for start in range(len(read) - 1):
            gap = text[read[start].end : read[start + 1].start]
            is_noun = gap == " " and min(len(read[start].word), len(read[start + 1].word)) >= SHORTEST_PART
            if gap == "-" or is_noun:
                joined = stem(read[start].word + read[start + 1].word)
                span = text[read[start].start : read[start + 1].end]
                for meaning in self._meanings[1].get(joined, ()):
                    if gap == "-" or meaning.kind == "domain":
                        yield Hit(start, start + 2, span, meaning, 1, joined)

    def _parted(self, read: Sequence[Token], text: str) -> Iterable[Hit]:
        """Verbs with a pronoun before their particle: narrow them down, look it up."""
        known = plain_words().spelling
        for start in range(len(read) - 2):
            verb, pronoun, particle = read[start : start + 3]
            if pronoun.word in known.pronouns and particle.word in known.particles:
                phrase = f"{verb.stem} {particle.stem}"
                span = text[verb.start : particle.end]
                for meaning in self._meanings[2].get(phrase, ()):
                    yield Hit(start, start + 3, span, meaning, 2, phrase)


def _spellings(phrase: str) -> list[list[str]]:
    split = [token.stem for token in tokens(phrase)]
    spellings = [split] if split else []
    if "-" in phrase and len(split) == 2:
        short = min(len(part) for part in split) < 3
        spellings = [[stem(phrase.casefold().replace("-", ""))], *([] if short else [split])]
    return spellings


def _outermost(hits: Sequence[Hit]) -> list[Hit]:
    """Hits that lie inside no longer hit of the same kind."""
    return [
        hit
        for hit in hits
        if not any(
            other.meaning.kind == hit.meaning.kind
            and other.start <= hit.start
            and hit.end <= other.end
            and other.end - other.start > hit.end - hit.start
            for other in hits
        )
    ]
