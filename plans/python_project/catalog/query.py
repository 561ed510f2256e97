"""The underspecified query: a goal and a few wishes, at three levels of underspecification."""

import random
from collections.abc import Mapping, Sequence

from plans.python_project.catalog.part import Part
from plans.python_project.catalog.vocabulary import render
from plans.records.specification import Query, QueryLevel, Underspecification

_OPENINGS = (
    "I need {{ purpose }} for the command line, in Python. Call it {{ brand }}; it is for {{ audience }}.",
    "Please write {{ brand }}, {{ purpose }}, as a Python program for the terminal. It is for {{ audience }}.",
    "Could you make me {{ purpose }}? A Python program with a menu in the terminal is enough. Name: {{ brand }}.",
)


def compose_query(parts: Sequence[Part], ids: Mapping[str, str], random_seed: int) -> Query:
    """The query at all three levels; each withholds what its sentences do not give away."""
    levels = {
        level: _level(parts, ids, level, random.Random(f"{random_seed}:query"))
        for level in Underspecification
    }
    return Query(levels=levels)


def _level(
    parts: Sequence[Part], ids: Mapping[str, str], level: Underspecification, rng: random.Random
) -> QueryLevel:
    sentences = [render(rng.choice(_OPENINGS), parts[0].words, "query opening")]
    given: set[str] = set()
    for part in parts:
        wishes = part.feature.wishes.get(level, ())
        if not wishes:
            continue
        wish = rng.choice(wishes)
        sentences.append(render(wish.text, part.words, f"{part.where}: wishes.{level.value}"))
        given |= {ids[key] for leaf in wish.gives if (key := f"{part.feature.id}.{leaf}") in ids}
    withheld = sorted(set(ids.values()) - given, key=_numbers)
    return QueryLevel(text=" ".join(sentences), withholds=tuple(withheld))


def _numbers(id: str) -> list[int]:
    return [int(part) for part in id.removeprefix("R").split(".")]
