"""Words of a text and their stems: enough of English for the names of controls."""

import re
from functools import cache, lru_cache

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_IRREGULAR = {
    "people": "person",
    "persons": "person",
    "children": "child",
    "stories": "story",
    "is": "is",
    "has": "has",
    "hrs": "hr",
    "pts": "pt",
}


def split_words(text: str) -> list[str]:
    """Lower-case words of a text; camelCase and snake_case are taken apart, and apostrophes are written straight."""
    plain = _CAMEL.sub(" ", text).replace("_", " ").replace("’", "'")
    return [word.casefold() for word in _WORD.findall(plain)]


@cache
def stem(word: str) -> str:
    """A word without its plural; enough for names of controls."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Stems of the words of a text, in order."""
    return tuple(stem(word) for word in split_words(text))
