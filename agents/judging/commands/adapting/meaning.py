"""What the names of commands mean, and which of two interfaces name the same."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, cast

import yaml

Kind = Literal["actions", "options"]


@cache
def phrases(kind: Kind) -> Mapping[str, str]:
    """Phrase → what it is called here."""
    table = cast("Mapping[str, Sequence[str]]", _table()[kind])
    return {phrase: name for name, phrases in table.items() for phrase in phrases}


@cache
def listed(name: str) -> frozenset[str]:
    """The words or phrases of a list."""
    return frozenset(cast("Sequence[str]", _table()[name]))


@cache
def _table() -> Mapping[str, object]:
    return yaml.safe_load(Path(__file__).with_name("words.yaml").read_text("utf-8"))


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


class Called(NamedTuple):
    """Something by its name, by what is said of it, and by how many values it takes."""

    name: str = ""
    title: str = ""
    takes: tuple[int, int] | None = None
    """At least and at most; None: not known."""


def paired(
    asked: Sequence[Called], found: Sequence[Called], things: Collection[str], kind: Kind = "actions"
) -> Mapping[int, int]:
    """Place in `asked` → place in `found`, of those that surely are the same.

    Equal names go before equal meanings. Where two could be meant, or one could mean two, neither is taken.
    """
    made: dict[int, int] = {}
    made |= _only_pairs(asked, found, made, _has_same_name)

    def means_same(one: Called, other: Called) -> bool:
        return _means_same(one, other, things, kind)

    return made | _only_pairs(asked, found, made, means_same)


def _only_pairs(
    asked: Sequence[Called],
    found: Sequence[Called],
    made: Mapping[int, int],
    is_alike: Callable[[Called, Called], bool],
) -> dict[int, int]:
    """Pairs of those that are alike, each of which is like no other that is left."""
    open_ones = [n for n in range(len(asked)) if n not in made]
    free = [n for n in range(len(found)) if n not in made.values()]
    alike = [
        (one, other)
        for one in open_ones
        for other in free
        if is_alike(asked[one], found[other]) and _takes_as_many(asked[one], found[other])
    ]
    return {
        one: other
        for one, other in alike
        if sum(left == one for left, _ in alike) == 1 and sum(right == other for _, right in alike) == 1
    }


def _has_same_name(one: Called, other: Called) -> bool:
    if one.name and other.name:
        return words(one.name) == words(other.name)
    return bool(one.title) and words(one.title) == words(other.title)


def _means_same(one: Called, other: Called, things: Collection[str], kind: Kind) -> bool:
    return not _meanings(one, things, kind).isdisjoint(_meanings(other, things, kind))


def _meanings(one: Called, things: Collection[str], kind: Kind) -> set[frozenset[str]]:
    found = {meaning(text, things, kind) for text in (one.name, one.title) if text}
    return {said for said in found if said}


def _takes_as_many(one: Called, other: Called) -> bool:
    if one.takes is None or other.takes is None:
        return True
    return other.takes[0] <= one.takes[0] and one.takes[1] <= other.takes[1]
