"""Where the files of an item of our own are published: in `evaluation/`, no two at one place."""

import posixpath
from collections.abc import Collection, Iterable, Iterator, Mapping

from pipeline.exchange.prdbench.criteria import EVALUATION
from pipeline.exchange.prdbench.plan import PLAN
from pipeline.exchange.prdbench.rubrics import METRIC

TESTS = "tests/"
"""Where our tests lie; PRDBench's lie in `evaluation/`, as deep, so that they find `src/` the same way."""
_TAKEN = frozenset({PLAN, METRIC})


def places_of(names: Iterable[str]) -> dict[str, str]:
    """File of the grader → where it is published.

    What lies in `tests` keeps its place in there, since tests find other files by it. What else would come to lie at
    the place of one of these, or of the plan, gets a folder of its own.
    """
    places: dict[str, str] = {}
    taken = set(_TAKEN)
    for name in sorted(names, key=lambda name: (not name.startswith(TESTS), name)):
        places[name] = free_place(name.removeprefix(TESTS), taken)
        taken.add(places[name])
    return places


def free_place(name: str, taken: Collection[str]) -> str:
    """`evaluation/<name>`, or the like in the first folder `other`, `other2`… where nothing lies at it."""
    folders = (
        EVALUATION,
        f"{EVALUATION}/other",
        *(f"{EVALUATION}/other{n}" for n in range(2, len(taken) + 3)),
    )
    return next(place for folder in folders if not _is_taken(place := f"{folder}/{name}", taken))


def laid_from(file: str, to: str, places: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(published file, where it is laid) of a file of the grader that is laid, or of each file of a folder that is."""
    if file in places:
        yield places[file], to
        return
    for name, place in places.items():
        if name.startswith(f"{file}/"):
            yield place, posixpath.join(to, name.removeprefix(f"{file}/"))


def _is_taken(place: str, taken: Collection[str]) -> bool:
    """Whether something lies there, or it would be both a file and a folder."""
    return any(
        place == other or other.startswith(f"{place}/") or place.startswith(f"{other}/") for other in taken
    )
