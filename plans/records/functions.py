"""What expressions of the step language may call."""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import date, timedelta
from typing import Any, cast

from plans.records.moments import FIRST_DAY, says_moment, times_in
from plans.records.values import Value, number_in, numbers_in, says_number, written

_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_APART = re.compile(r"(\d) (?=\d)")
_NAME = re.compile(r"[^\W\d_]+(?:[ '’&/,-]+[^\W\d_]+)*")
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)
"""Characters that cannot be seen, besides those of Unicode's category Cf: fillers and variation selectors."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
_PUNCTUATION = re.compile(r"[^\w\s]")
_DIGITS = re.compile(r"(\d{1,300})")
_MOST_DAYS = 1000
_PLAIN_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def _norm(text: object) -> str:
    """What a reader compares: letters as one case, and without characters that cannot be seen (zero-width space)."""
    words = str(text)
    if not words.isascii():
        words = "".join(
            letter for letter in words if letter not in _BLANK and unicodedata.category(letter) != "Cf"
        )
    return " ".join(words.casefold().split())


def _as_list(values: object) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]  # pyright: ignore[reportUnknownArgumentType]


def _sort_keys(value: object) -> tuple[Any, ...]:
    """By what a value may be sorted: a text by its characters, without accents, without punctuation, by its numbers."""
    if not isinstance(value, str):
        return (value,) * 4
    said = _norm(value)
    parts = unicodedata.normalize("NFKD", said.translate(_LIGATURES))
    plain = "".join(letter for letter in parts if not unicodedata.combining(letter))
    numbered = [
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _DIGITS.split(plain) if part
    ]
    return said, plain, " ".join(_PUNCTUATION.sub("", plain).split()), numbered


def _ascending(values: object) -> bool:
    keys = [_sort_keys(value) for value in _as_list(values)]
    orders = zip(*keys, strict=True)
    return len(keys) > 1 and any(
        all(a <= b for a, b in zip(order, order[1:], strict=False)) for order in orders
    )


def _descending(values: object) -> bool:
    return _ascending(_as_list(values)[::-1])


def _all_contain(values: object, term: object) -> bool:
    items = _as_list(values)
    return bool(items) and all(_norm(term) in _norm(v) for v in items)


def _any_contain(values: object, term: object) -> bool:
    return any(_norm(term) in _norm(v) for v in _as_list(values))


def _number(text: object) -> float:
    found = number_in(str(text))
    if found is None:
        raise ValueError(f"no number in {text!r}")
    return found


def _number_or(texts: object, otherwise: float) -> float:
    return next((found for text in _as_list(texts) if (found := number_in(str(text))) is not None), otherwise)


def _lower(text: object) -> str:
    return str(text).casefold()


def _upper(text: object) -> str:
    return str(text).upper()


def _contains(text: object, term: object) -> bool:
    return _norm(term) in _norm(text)


def _same(a: object, b: object) -> bool:
    return _norm(a) == _norm(b)


def _close(a: float, b: float, tolerance: float = 0.011) -> bool:
    return abs(a - b) <= tolerance


def _round(number: float, digits: int = 0) -> float:
    if not -15 <= digits <= 15:
        raise OverflowError("a number is rounded to at most 15 digits")
    return round(number, digits) if digits else round(number)


def _cells(text: object) -> list[str]:
    said = str(text).removeprefix("\ufeff")
    heading = said.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    return [cell.strip() for row in csv.reader(io.StringIO(said), delimiter=delimiter) for cell in row]


def _any_close(values: object, number: float) -> bool:
    return any(_close(value, number) for value in _as_list(values))


def _any_number(values: object, number: float) -> bool:
    return any(
        _PLAIN_NUMBER.fullmatch(str(v)) and abs(float(str(v).replace(",", ".")) - number) < 0.005
        for v in _as_list(values)
    )


def _besides(texts: object, titles: object) -> list[str]:
    said = [dict.fromkeys(_LONG_WORD.findall(_norm(text))) for text in _as_list(texts)]
    counts = Counter(word for words in said for word in words)
    named = " ".join(_norm(title) for title in _as_list(titles))
    found = [word for word, count in counts.most_common() if count < len(said) and word not in named]
    # What some share, as those of a kind do, before what most say and only one does not.
    return sorted(found, key=lambda word: not 1 < counts[word] <= len(said) / 2)


def _says_how_many(text: object, number: object) -> bool:
    return bool(re.search(rf"(?<![\d.,]){written(cast('Value', number))}\s+[^\W\d_]{{3,}}", str(text)))


def _says_number(text: object, number: object) -> bool:
    return says_number(str(text), _amount(number))


def _amount(number: object) -> float:
    return float(number) if isinstance(number, int | float) else _number(number)


def _says_day(text: object, iso: object) -> bool:
    return says_moment(str(text), (_iso(iso), ""))


def _says_time(text: object, at: object) -> bool:
    return says_moment(str(text), ("", _at(at)))


def _iso(day: object) -> str:
    """The day of a date with or without a time of day."""
    return date.fromisoformat(str(day)[:10]).isoformat()


def day_from(today: date) -> Callable[[int], str]:
    """The function that names the day so many days from `today` on."""

    def day(number: int = 0) -> str:
        return (today + timedelta(days=number)).isoformat()

    return day


def _later(iso: object, days: int) -> str:
    said = str(iso)
    return (date.fromisoformat(_iso(said)) + timedelta(days=days)).isoformat() + said[10:]


def _days(first: object, last: object) -> list[str]:
    count = _days_between(first, last)
    if count > _MOST_DAYS:
        raise OverflowError(f"a range has at most {_MOST_DAYS} days")
    return [_later(_iso(first), number) for number in range(count + 1)]


def _days_between(first: object, last: object) -> int:
    return (date.fromisoformat(_iso(last)) - date.fromisoformat(_iso(first))).days


def _at(time: object) -> str:
    said = str(time)
    found = times_in(said)
    if len(found) == 1:
        return found[0].reading
    raise ValueError(f"no time of day in {said!r}")


def _moment(day: object, time: object) -> str:
    return f"{_iso(day)}T{_at(time)}"


def _label(text: object) -> str:
    said = str(text)
    found = next(numbers_in(said), None)
    return said if found is None else said[: found.start].strip() or said[found.end :].strip()


def _names(texts: object) -> list[str]:
    said = [found.group() if (found := _NAME.search(str(text))) else "" for text in _as_list(texts)]
    words = [{_norm(word) for word in name.split()} for name in said]
    everywhere = [word for word in words[0] if all(word in other for other in words[1:])] if words[1:] else []
    return [_without(name, everywhere) for name in said]


def _without(name: str, shared: Collection[str]) -> str:
    # The headings of a table's columns stand behind the name in each of its lines.
    left = name.split()
    while left and _norm(left[-1]) in shared:
        left.pop()
    return " ".join(left) or name


def _is_backed(text: object, rows: object) -> bool:
    # Of two numbers side by side, "3 135" in the cells of a row, the first one counts.
    said = _APART.sub(r"\1 / ", str(text))
    found = number_in(said)
    saying = sum(_contains(row, _label(said)) for row in _as_list(rows))
    return found is None or not saying or found <= saying


def _backed(values: object, rows: object) -> bool:
    said = _as_list(values)
    return bool(said) and all(_is_backed(value, rows) for value in said)


def _unique(values: object) -> bool:
    return len({_norm(v) for v in _as_list(values)}) == len(_as_list(values))


def _dot(a: object, b: object) -> float:
    return sum(x * y for x, y in zip(_as_list(a), _as_list(b), strict=True))


def _first_word(text: object) -> str:
    return next(iter(str(text).split()), "")


def _longest_word(text: object) -> str:
    return max(str(text).split(), key=len, default="")


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "len": len,
    "min": min,
    "max": max,
    "sum": sum,
    "round": _round,
    "abs": abs,
    "dot": _dot,
    "lower": _lower,
    "upper": _upper,
    "number": _number,
    "number_or": _number_or,
    "first_word": _first_word,
    "longest_word": _longest_word,
    "contains": _contains,
    "same": _same,
    "close": _close,
    "ascending": _ascending,
    "descending": _descending,
    "all_contain": _all_contain,
    "any_contain": _any_contain,
    "unique": _unique,
    "cells": _cells,
    "any_close": _any_close,
    "backed": _backed,
    "names": _names,
    "says_how_many": _says_how_many,
    "says_number": _says_number,
    "says_day": _says_day,
    "says_time": _says_time,
    "day": day_from(FIRST_DAY),
    "later": _later,
    "days": _days,
    "days_between": _days_between,
    "at": _at,
    "moment": _moment,
    "any_number": _any_number,
    "besides": _besides,
}
"""contains/same/all_contain/any_contain ignore case and white space; close and any_close allow one cent; ascending and
descending need at least two values, and hold in any usual order of texts (by characters, without accents, without
punctuation, with numbers as numbers); all_contain needs at least one. number_or is the first number in a text or in
several, or what is given where there is none. dot is the sum of the products of two lists' numbers, pair by pair,
and lists of different length have none. cells are those of a file of values that commas, semicolons or tabs
separate, without the quotation marks around them; any_number wants one that is that number and no more. backed wants
texts, and none of them ("Tea 3") to count more than the rows that say its label, where any does. names are what
the lines of a table, or bars, are about: the first words of each, up to a number, without those that all of them end in
("Old town, number 3, mean 40"). says_how_many wants a number with a word behind it that tells what is counted: "11
shows". says_number wants some number or amount that is the number given, to a cent ($58, 58.00 €, 1.234,50); says_day a
date as people write it (Jul 5, 5th of July 2026, 05.07., 7/13) that is the day given as 2026-07-05, and is undecided
where day and month could be swapped; says_time a time of day (10:00, 10 am, 10h00) that is the one given as 10:00.
day(3) is the date three days after the day of the judgement; later(day, 2) one two days after another; days(first,
last) all from one to the other; days_between how many days one is after another; at("10 am") is 10:00; moment(day,
time) both together. Days and times compare as they are: first <= it. besides are the longer words of some of the
texts, but not of all, that stand in no title: those that several share, then the others."""
