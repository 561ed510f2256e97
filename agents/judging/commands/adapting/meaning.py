"""What a name or a title means: its words without those that say nothing, each by a name for all who mean the same."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from agents.judging.commands.adapting.words import Kind, listed, phrases

_WORD = re.compile(r"[a-z0-9]+")
_MOST_WORDS = 3
"""Words of the longest phrase."""
_HALF = 0.5


def words(text: str) -> list[str]:
    """Its words in small letters; `listAll`, `list-all` and `list_all` have two."""
    return _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())


def meaning(text: str, things: Collection[str] = (), kind: Kind = "actions") -> frozenset[str]:
    """What a text means; nothing where it has no word that says anything.

    Args:
        text: A name, or a title of a few words.
        things: Stems of what all of it is about, such as `plant`, which part nothing from anything else.
        kind: Of what it is the name.
    """
    said = words(text)
    known = phrases(kind)
    found: set[str] = set()
    left = [word for word in said if stem(word) not in things and word not in listed("silent")]
    at = 0
    while at < len(left):
        for size in range(min(_MOST_WORDS, len(left) - at), 0, -1):
            if (meant := known.get(" ".join(left[at : at + size]))) is not None:
                found.add(meant)
                at += size
                break
        else:
            found.add(stem(left[at]))
            at += 1
    if "show" in found and _is_many(said, things):
        found = found - {"show"} | {"list"}
    return frozenset(found)


def common_things(titles: Sequence[str]) -> frozenset[str]:
    """Stems that stand in at least half of the titles, and are no action: what a program is about."""
    counted = Counter(one for title in titles for one in {stem(word) for word in words(title)})
    known = phrases("actions")
    return frozenset(
        one
        for one, number in counted.items()
        if number >= 2 and number / len(titles) >= _HALF and one not in known and one not in listed("silent")
    )


def stem(word: str) -> str:
    """A noun in the singular, as well as letters tell."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def is_misused(text: str) -> bool:
    """Whether a program says that it was called otherwise than it can be."""
    low = text.lower()
    return any(phrase in low for phrase in listed("misused"))


def _is_many(said: Iterable[str], things: Collection[str]) -> bool:
    """Whether several of the things are spoken of: whoever shows plants lists them."""
    own = [word for word in said if stem(word) in things]
    return bool(own) and all(word != stem(word) for word in own)
