"""Answers of a right program, found by another way than its own, and the records they are about."""

import csv
import io
import itertools
import math
import random
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from plans.catalog.choosing import first_fitting
from plans.python_project.catalog.library import DataRecord, ProgramDomain

LAID_IDS = (2, 3, 5, 8, 9, 12, 14)
"""Ids of the laid records: with gaps, so that no id is a place in the list."""
NEW = 3
"""Records that tasks add."""
_TRIES = 300
"""Sets that are drawn before it is said that none fits."""


@dataclass(frozen=True)
class SampleRecords:
    """The records of one project."""

    shipped: tuple[DataRecord, ...]
    """In the reference's data file."""
    laid: tuple[DataRecord, ...]
    """In the grader's: other amounts, people and days than those of the same name that the reference brings."""
    others: tuple[DataRecord, ...]
    """As many as the shipped ones, for a submission that brings other data."""
    new: tuple[DataRecord, ...]
    """Of names that are in none of the laid ones, with the ids that they get when they are added one by one."""


def sample(
    domain: ProgramDomain, count: int, random_seed: int, fits: Callable[[SampleRecords], bool]
) -> SampleRecords:
    """The first drawn sample that `fits`; where none of many does, the last one."""
    rng = random.Random(f"{random_seed}:records")
    return first_fitting((_drawn(domain, count, rng) for _ in range(1 + _TRIES)), fits)


def _drawn(domain: ProgramDomain, count: int, rng: random.Random) -> SampleRecords:
    places = rng.sample(range(len(domain.records)), len(domain.records))
    shipped = tuple(domain.entry(place, id) for id, place in enumerate(places[:count], 1))
    rng.shuffle(places)
    laid = [domain.entry(place, id) for id, place in zip(LAID_IDS, places, strict=False)]
    new = [
        domain.entry(place, LAID_IDS[-1] + number)
        for number, place in enumerate(places[len(LAID_IDS) : len(LAID_IDS) + NEW], 1)
    ]
    exchanged = _exchanged([*laid, *new], rng)
    others = _exchanged(
        [domain.entry(place, 10 + id) for id, place in enumerate(reversed(places[-count:]))], rng
    )
    return SampleRecords(shipped, exchanged[: len(laid)], others, exchanged[len(laid) :])


def _exchanged(entries: list[DataRecord], rng: random.Random) -> tuple[DataRecord, ...]:
    """The records with their amounts, days and people dealt out anew among them."""
    columns = [[getattr(entry, name) for entry in entries] for name in ("amount", "date", "person")]
    for column in columns:
        rng.shuffle(column)
    return tuple(
        entry.model_copy(update={"amount": amount, "date": date, "person": person})
        for entry, amount, date, person in zip(entries, *columns, strict=True)
    )


def matching(records: Sequence[DataRecord], text: str) -> list[DataRecord]:
    """Those whose name or note contains the text, upper and lower case alike."""
    wanted = text.lower()
    return [entry for entry in records if f"{entry.name}\n{entry.note}".lower().count(wanted)]


def shared_part(records: Sequence[DataRecord]) -> str:
    """Letters that several names or notes hold and others do not, as near to half of them as there are."""
    parts = sorted({word[:size] for entry in records for word in _words(entry.name) for size in (3, 4)})
    return min(parts, key=lambda part: (abs(2 * len(matching(records, part)) - len(records)), part))


def rare_word(records: Sequence[DataRecord]) -> str:
    """A long word that stands in one note alone, and in no name; empty where there is none."""
    for entry in records:
        for word in sorted(set(_words(entry.note))):
            if len(word) > 4 and len(matching(records, word)) == 1 and word not in entry.name.lower():
                return word
    return ""


def between(records: Sequence[DataRecord], kind: str, low: float, high: float) -> list[DataRecord]:
    """Those of a kind (`any`: of each) with an amount from `low` to `high`, both included."""
    return [
        one for one in records if kind in ("any", one.kind) and not (one.amount < low or one.amount > high)
    ]


def by(records: Sequence[DataRecord], name: str, falling: bool = False) -> list[DataRecord]:
    """Sorted by one of `id`, `name`, `kind`, `amount`, `date`."""
    return sorted(records, key=lambda entry: getattr(entry, name), reverse=falling)


def without(records: Sequence[DataRecord], others: Iterable[DataRecord]) -> list[DataRecord]:
    """The records that are none of the others."""
    gone = {entry.id for entry in others}
    return [entry for entry in records if entry.id not in gone]


def changed(entry: DataRecord, **values: Any) -> DataRecord:
    """The record with other values."""
    return entry.model_copy(update=values)


def amounts(records: Sequence[DataRecord]) -> list[float]:
    """Their amounts."""
    return [entry.amount for entry in records]


def total(numbers: Iterable[float]) -> float:
    """The sum, free of the errors of adding floats one by one."""
    return math.fsum(numbers)


def two(number: float) -> str:
    """A number with two decimals."""
    return f"{number:.2f}"


def is_tie(number: float) -> bool:
    """Whether it lies so near to the middle of two numbers of two decimals that they may be rounded either way."""
    return abs(number * 100 % 1 - 0.5) < 1e-6


def most_common(records: Sequence[DataRecord]) -> str:
    """The kind of most of them, the first by the alphabet of several."""
    counts = Counter(entry.kind for entry in records)
    return min(counts, key=lambda kind: (-counts[kind], kind))


def of_kind(records: Sequence[DataRecord], kind: str) -> list[DataRecord]:
    """Those of the kind."""
    return [entry for entry in records if entry.kind == kind]


def kinds_of(records: Sequence[DataRecord]) -> list[str]:
    """Their kinds by the alphabet, each once."""
    return sorted({entry.kind for entry in records})


def csv_text(rows: Iterable[Sequence[object]], separator: str) -> str:
    """Rows as CSV."""
    made = io.StringIO()
    csv.writer(made, delimiter=separator, lineterminator="\n").writerows(rows)
    return made.getvalue()


def drawn_places(seed: int, count: int, size: int) -> list[int]:
    """Places that the generator of the simulation draws, from 0."""
    states = itertools.accumulate(
        range(count), lambda state, _: (state * 1103515245 + 12345) % 2**31, initial=seed
    )
    return [state // 65536 % size for state in list(states)[1:]]


def picked(records: Sequence[DataRecord], places: Sequence[int]) -> list[DataRecord]:
    """The records at these places, one after the other."""
    return [records[place] for place in places]


def most_drawn(records: Sequence[DataRecord], places: Sequence[int]) -> tuple[DataRecord, int]:
    """The record that was drawn most often, the first of several, and how many times."""
    times = Counter(places)
    best = min(range(len(records)), key=lambda place: (-times[place], place))
    return records[best], times[best]


def ways(links: Sequence[tuple[str, str, int]]) -> list[dict[str, object]]:
    """Links as the file of the network has them."""
    return [{"from": one, "to": other, "length": length} for one, other, length in links]


def frequencies(records: Sequence[DataRecord], shortest: int) -> list[tuple[str, int]]:
    """Words of all notes from a length on, the most frequent first, by the alphabet where they are as frequent."""
    counts = Counter(word for entry in records for word in _words(entry.note) if len(word) >= shortest)
    return sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))


def links_among(places: Sequence[str], turn: int) -> list[tuple[str, str, int]]:
    """A network of eight places: two ways across of unlike length, a long straight one, and two places apart."""
    a, b, c, d, e, f, g, h = (places[(turn + step) % len(places)] for step in range(8))
    extra = turn % 3
    return [
        (a, b, 4 + extra),
        (b, c, 5),
        (a, c, 13 + extra),
        (c, d, 6),
        (a, e, 7),
        (e, d, 12 + extra),
        (d, f, 3),
        (g, h, 2),
    ]


def shortest_way(links: Sequence[tuple[str, str, int]], start: str, end: str) -> tuple[list[str], int] | None:
    """The shortest way by trying all ways; None where there is none."""
    ways: list[tuple[int, list[str]]] = []

    def walk(way: list[str], length: int) -> None:
        if way[-1] == end:
            ways.append((length, way))
            return
        for one, other, more in links:
            for here, there in ((one, other), (other, one)):
                if here == way[-1] and there not in way:
                    walk([*way, there], length + more)

    walk([start], 0)
    if not ways:
        return None
    length, way = min(ways)
    return way, length


def most_requests(requests: Sequence[tuple[str, int, int]], pause: int) -> list[tuple[str, int, int]]:
    """Of all sets of requests without conflict the largest, and of several the one that ends earliest at each place."""
    best: list[tuple[str, int, int]] = []
    for size in range(len(requests), 0, -1):
        fitting = [
            chosen
            for chosen in itertools.combinations(sorted(requests, key=lambda one: one[2]), size)
            if all(later[1] >= earlier[2] + pause for earlier, later in itertools.pairwise(chosen))
        ]
        if fitting:
            best = list(min(fitting, key=lambda chosen: [one[2] for one in chosen]))
            break
    return best


def requests_for(names: Sequence[str], seed: int, pause: int) -> list[tuple[str, int, int]]:
    """Seven requests: three that follow each other, and four that lie across them in ways that deceive."""
    shift, turn = seed % 4 * 5, seed % len(names)
    first = 9 * 60 + shift
    second = first + 65 + pause
    third = second + 65 + pause
    spans = [
        (first - 60, third + 90),
        (third, third + 45),
        (first, first + 60),
        (first + 30, second + 30),
        (second, second + 60),
        (second + 30, third + 30),
        (first - 30, first + 75),
    ]
    return [(names[(turn + place) % len(names)], *span) for place, span in enumerate(spans)]


def request_lines(requests: Sequence[tuple[str, int, int]]) -> str:
    """Requests as the file of the planner has them."""
    rows = [(name, clock(start), clock(end)) for name, start, end in requests]
    return csv_text([("name", "start", "end"), *rows], ",")


def clock(minutes: int) -> str:
    """Minutes of a day as `09:30`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def run_lengths(text: str) -> str:
    """`aaab` as `3a1b`."""
    return "".join(f"{len(list(run))}{letter}" for letter, run in itertools.groupby(text))


def shifted(text: str, by: int) -> str:
    """Letters moved along the alphabet, all else as it is."""
    plain = "abcdefghijklmnopqrstuvwxyz"
    moved = plain[by % 26 :] + plain[: by % 26]
    return text.translate(str.maketrans(plain + plain.upper(), moved + moved.upper()))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


ANSWERS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        matching,
        shared_part,
        rare_word,
        between,
        by,
        without,
        changed,
        amounts,
        total,
        two,
        is_tie,
        most_common,
        of_kind,
        kinds_of,
        csv_text,
        drawn_places,
        requests_for,
        request_lines,
        picked,
        most_drawn,
        ways,
        frequencies,
        links_among,
        shortest_way,
        most_requests,
        clock,
        run_lengths,
        shifted,
    )
} | {"mean": statistics.fmean, "median": statistics.median}
"""Name → function, for templates."""
