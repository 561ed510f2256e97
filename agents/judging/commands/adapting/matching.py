"""Which of a hand-in's commands or menu entries is which of those that are asked for: one alone, or none."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from agents.judging.commands.adapting.meaning import meaning, words
from agents.judging.commands.adapting.words import Kind


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
