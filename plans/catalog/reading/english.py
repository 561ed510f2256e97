"""Whether a seed is written in English, in which alone seeds are read."""

from collections.abc import Sequence

from plans.catalog.reading.phrases import Token
from plans.catalog.reading.plain_words import plain_words

FEWEST = 2
"""Little words of another language from which a text may be in it."""


def other_language(read: Sequence[Token]) -> str | None:
    """The language of a text that has more little words of it than of English; None for English, and for no words."""
    plain = plain_words()
    english = sum(token.word in plain.stopwords for token in read)
    counts = {
        language: sum(token.word in words - plain.stopwords for token in read)
        for language, words in plain.languages.items()
    }
    language = max(counts, key=lambda one: counts[one], default=None)
    if language is None or counts[language] < FEWEST or counts[language] <= english:
        return None
    return language
