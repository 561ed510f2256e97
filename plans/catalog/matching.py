"""Known phrases in a text: by the letter, in another number or tense, or misspelt."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

from rapidfuzz import fuzz, process

from plans.files import read_record
from plans.records.base import FileRecord

MISSPELT = 90.0
"""Likeness (0 to 100) from which words count as a misspelling of a known phrase."""
SHORTEST_MISSPELT = 6
"""Letters below which words are taken by the letter: "plan" is no misspelt "plant"."""
_LONGEST_MISSPELT = 2
"""Words that are read as one misspelt phrase at most: "house plants" for "houseplants"."""
_SAID_OF_MUCH = 3
"""Ids beyond which a word that phrases for all of them have points at none."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE_END = re.compile(r"[.!?;](?=\s|$)|\n")

MeaningKind = Literal["domain", "related", "feature", "interface", "unsupported", "fact"]
"""related: to a domain, or said of much else too; interface: what every project is or has."""


class ReadingWords(FileRecord):
    """`reading_words.yaml`."""

    SCHEMA: ClassVar[str] = "reading-words"

    stopwords: frozenset[str]
    """Words that say nothing by themselves: they ask for nothing, and nobody is told that they were not read."""
    negations: frozenset[str]
    """Words by which a sentence may say what is not wanted."""
    same_in_plural: frozenset[str]
    """Words that end like a plural and are none."""


@cache
def reading_words() -> ReadingWords:
    """The words; read once."""
    return read_record(Path(__file__).with_name("reading_words.yaml"), ReadingWords)


@dataclass(frozen=True)
class PhraseMeaning:
    """What a known phrase stands for."""

    kind: MeaningKind
    id: str


@dataclass(frozen=True)
class TextToken:
    """A word of a text with its place in it."""

    word: str
    stem: str
    start: int
    end: int
    sentence: int


@dataclass(frozen=True)
class Hit:
    """A known phrase found in a text."""

    start: int
    end: int
    """Words from start to before end."""
    text: str
    """As the text has it."""
    phrase: str
    """The stems of its words, spelt as they are known."""
    meanings: tuple[PhraseMeaning, ...]

    @property
    def words(self) -> int:
        return self.end - self.start

    def ids(self, kind: MeaningKind) -> tuple[str, ...]:
        """What it stands for of one kind."""
        return tuple(meaning.id for meaning in self.meanings if meaning.kind == kind)


def tokens(text: str) -> list[TextToken]:
    """The words of a text; a hyphen parts them."""
    ends = [match.start() for match in _SENTENCE_END.finditer(text)]
    read: list[TextToken] = []
    sentence = 0
    for match in _WORD.finditer(text):
        while sentence < len(ends) and ends[sentence] < match.start():
            sentence += 1
        word = match.group().casefold()
        read.append(TextToken(word, stem(word), match.start(), match.end(), sentence))
    return read


def stem(word: str) -> str:
    """The word without the ending of plural or tense, roughly."""
    if len(word) < 4 or word in reading_words().same_in_plural:
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


def negated_sentences(read: Sequence[TextToken], known: Iterable[Hit], besides: str = "") -> frozenset[int]:
    """Sentences that say "no" or "not" of anything, unless a known phrase does ("never lose") or the word `besides`.

    What they refuse is not inferred: nothing in them is taken for a wish, and the author is told so.
    """
    held = {place for hit in known for place in range(hit.start, hit.end)}
    negations = reading_words().negations
    return frozenset(
        token.sentence
        for place, token in enumerate(read)
        if place not in held and token.word != besides and (token.word in negations or _is_contracted(token))
    )


class PhraseBook:
    """Phrases with their meanings."""

    def __init__(self, phrases: Iterable[tuple[str, PhraseMeaning]]) -> None:
        known: dict[str, dict[PhraseMeaning, None]] = defaultdict(dict)
        for phrase, meaning in phrases:
            known[" ".join(token.stem for token in tokens(phrase))][meaning] = None
        self._meanings = {phrase: tuple(meanings) for phrase, meanings in known.items() if phrase}
        self._longest = max((len(phrase.split()) for phrase in self._meanings), default=0)
        self._long = [phrase for phrase in self._meanings if len(phrase) >= SHORTEST_MISSPELT]
        self._with_word: dict[str, set[PhraseMeaning]] = defaultdict(set)
        for phrase, meanings in self._meanings.items():
            for word in phrase.split():
                self._with_word[word].update(meanings)

    def find(self, text: str) -> list[Hit]:
        """Known phrases in reading order. Each word is read once: longer phrases go first, misspelt ones last."""
        read = tokens(text)
        is_free = [True] * len(read)
        hits: list[Hit] = []
        for length in range(max(self._longest, _LONGEST_MISSPELT), 0, -1):
            for known in (self._exact, self._misspelt):
                for start in _windows(read, is_free, length):
                    if phrase := known(read[start : start + length]):
                        hits.append(self._hit(read, text, start, length, phrase))
                        is_free[start : start + length] = [False] * length
        return sorted(hits, key=lambda hit: hit.start)

    def related_ids(self, text: str, kinds: Collection[MeaningKind]) -> dict[str, list[str]]:
        """Ids of these kinds that share a word with the text, each with the words that it shares, best first.

        An id ranks higher the fewer others its words point at. Only refusals show them; nothing is decided by them.
        """
        words: dict[str, list[str]] = defaultdict(list)
        weights: dict[str, float] = defaultdict(float)
        for token in {token.stem: token for token in tokens(text) if not _is_weightless(token)}.values():
            ids = {one.id for one in self._with_word.get(token.stem, ()) if one.kind in kinds}
            for id in ids if len(ids) <= _SAID_OF_MUCH else ():
                words[id].append(token.word)
                weights[id] += 1 / len(ids)
        return {id: words[id] for id in sorted(words, key=lambda id: (-weights[id], id))}

    def _exact(self, window: Sequence[TextToken]) -> str:
        phrase = " ".join(token.stem for token in window)
        return phrase if phrase in self._meanings else ""

    def _misspelt(self, window: Sequence[TextToken]) -> str:
        """The known phrase of which the words are a misspelling; empty where there is none."""
        said = " ".join(token.stem for token in window)
        if len(window) > _LONGEST_MISSPELT or len(said) < SHORTEST_MISSPELT:
            return ""
        if any(map(_is_weightless, window)):
            return ""
        found = process.extractOne(said, self._long, scorer=fuzz.ratio, score_cutoff=MISSPELT)
        return found[0] if found and found[0][0] == said[0] else ""

    def _hit(self, read: Sequence[TextToken], text: str, start: int, length: int, phrase: str) -> Hit:
        end = start + length
        said = text[read[start].start : read[end - 1].end]
        return Hit(start, end, said, phrase, self._meanings[phrase])


def unread_phrases(text: str, read: Sequence[TextToken], known: Iterable[Hit]) -> list[str]:
    """What no known phrase holds, in the text's words: runs of words of some weight that nothing parts."""
    held = {place for hit in known for place in range(hit.start, hit.end)}
    negations = reading_words().negations
    runs: list[list[TextToken]] = []
    last = -1
    for place, token in enumerate(read):
        if place in held or _is_weightless(token) or token.word in negations or _is_contracted(token):
            continue
        if runs and last == place - 1 and not text[read[last].end : token.start].strip(" -"):
            runs[-1].append(token)
        else:
            runs.append([token])
        last = place
    return list(dict.fromkeys(text[run[0].start : run[-1].end] for run in runs))


def _windows(read: Sequence[TextToken], is_free: Sequence[bool], length: int) -> Iterator[int]:
    """Where so many free words of one sentence begin, not all of which are weightless."""
    for start in range(len(read) - length + 1):
        window = read[start : start + length]
        if (
            all(is_free[start : start + length])
            and window[0].sentence == window[-1].sentence
            and not all(map(_is_weightless, window))
        ):
            yield start


def _is_contracted(token: TextToken) -> bool:
    """Whether the word is a verb with "not": can't."""
    return token.word.replace("’", "'").endswith("n't")


def _is_weightless(token: TextToken) -> bool:
    return len(token.word) == 1 or token.word in reading_words().stopwords
