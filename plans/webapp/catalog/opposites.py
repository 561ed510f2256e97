"""Sentences that ask for the opposite of what a feature is for, by the phrases that the feature declares."""

import re

from plans.webapp.catalog.feature import Feature

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NOT = frozenset(
    ["no", "not", "never", "without", "don't", "don’t", "doesn't", "doesn’t", "isn't", "isn’t", "rather"]
)
"""Words that turn a phrase round: "don't show everything at once"."""
REACH = 4
"""Words before a phrase in which one of them is looked for."""


def denied_in(sentence: str, feature: Feature) -> str | None:
    """The phrase of the sentence that asks for the feature's opposite; None when there is none."""
    words = [word.casefold() for word in _WORDS.findall(sentence)]
    for phrase in feature.denies:
        wanted = [word.casefold() for word in _WORDS.findall(phrase)]
        for start in range(len(words) - len(wanted) + 1):
            before = words[max(0, start - REACH) : start]
            if words[start : start + len(wanted)] == wanted and not _NOT.intersection(before):
                return phrase
    return None
