"""Days and times of day: found in what people write, and counted from a fixed today.

A day is an ISO date (2026-07-05), a time of day is HH:MM (09:30), and both together are 2026-07-05T09:30, so that they
compare as they are written. Months are known by their English, German, French, Spanish, Italian, Portuguese and Dutch
names. In 05/07/2026 day and month may stand in either order: both readings are kept until another day settles it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Literal, NamedTuple

Moment = tuple[str, str]
"""A day and a time of day, one of which may be empty."""
MomentPart = Literal["year", "month", "day", "date", "hour", "minute", "half", "time", "moment"]
"""What one of several fields for a day and a time of day takes. half: am or pm; moment: both a day and a time."""

TODAY = datetime(2026, 6, 15, 10, 0, tzinfo=UTC)
"""When every page that is judged begins."""
FIRST_DAY = TODAY.date()
"""The day from which others are counted where no other is given."""

MONTHS = tuple(
    frozenset(names.split())
    for names in (
        "january jan januar janner janvier janv enero ene gennaio gen janeiro januari",
        "february feb februar fevrier fevr febrero febbraio fevereiro fev februari",
        "march mar marz mars marzo marco maart mrt",
        "april apr avril avr abril abr aprile",
        "may mai mayo maggio mag maio mei",
        "june jun juni juin junio giugno giu junho",
        "july jul juli juillet juil julio luglio lug julho",
        "august aug aout agosto augustus",
        "september sept sep septembre septiembre settembre sett setembro",
        "october oct oktober okt octobre octubre ottobre ott outubro",
        "november nov novembre noviembre novembro",
        "december dec dezember dez decembre diciembre dic dicembre dezembro",
    )
)
"""The names of each month, without accents."""
_NUMBER_OF = {name: number for number, names in enumerate(MONTHS, 1) for name in names}
_NAME = rf"(?<![a-z])(?P<name>{'|'.join(sorted(_NUMBER_OF, key=len, reverse=True))})(?![a-z])\.?"
_DAY = r"\d{1,2}(?!\d)(?:st|nd|rd|th|er)?(?![:,]\d)(?!\.\d)\.?"
_DAYS = rf"(?P<day>{_DAY})(?:\s*[-\u2013]\s*(?P<until>{_DAY}))?"
_YEAR = r"(?:\s*(?:,|of|de|del|-)?\s*(?P<year>\d{4})(?![\d:]))?"
_NAMED = (
    re.compile(rf"(?<![\d.,:/]){_DAYS}[ -]*(?:of |de |do )?{_NAME}{_YEAR}"),
    re.compile(rf"{_NAME}[ -]*{_DAYS}{_YEAR}"),
)
_ISO = re.compile(r"(?<!\d)(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})(?!\d)")
_FIGURES = re.compile(
    r"(?<![\d.,/-])(?P<one>\d{1,2}) ?(?P<sign>[./-]) ?(?P<two>\d{1,2}) ?(?P=sign) ?(?P<year>\d{4}|\d\d)(?![\d/])"
)
_WITHOUT_YEAR = (
    re.compile(r"(?<![\d.,/-])(?P<one>\d{1,2})(?P<sign>[/-])(?P<two>\d{1,2})(?![\d/]|[.,-]\d)"),
    re.compile(
        r"(?<![\d.,/-])(?P<one>\d{1,2})(?P<sign>\.) ?(?P<two>\d{1,2})(?:\.(?!\d)|(?<=\d\d\.\d\d)(?![\d.,]))"
    ),
)
_MONTH_ALONE = re.compile(rf"{_NAME}\s*,?\s*(?P<year>\d{{4}})(?!\d)")
_HALF = r"(?P<half>[ap])\.?m\b"
_TIMES = tuple(
    re.compile(form)
    for form in (
        rf"(?<![\d:.,])(?P<hour>\d{{1,2}})(?:[:.h](?P<minute>\d\d))?(?::\d\d)?\s?{_HALF}",
        rf"(?<![\d:.,])(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?\s?(?:[-\u2013]|to)\s?(?=\d{{1,2}}(?::\d\d)?\s?{_HALF})",
        r"(?<![\d:.,])(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d(?:\.\d+)?)?(?![\d:])",
        r"(?<![\d:.,])(?P<hour>\d{1,2})(?: ?h ?|[:.])(?P<minute>\d\d)(?: ?uhr\b|(?<=h\d\d)|(?<=h \d\d))(?!\d)",
        r"(?<![\d:.,])(?P<hour>\d{1,2}) ?uhr\b",
        r"\b(?P<word>noon|midnight)\b",
    )
)
"""How times of day are written; in "10 - 11:30 am" the first takes its half of the day from the last."""
PART_NAMES: Mapping[MomentPart, frozenset[str]] = {
    "year": frozenset(["year", "yyyy", "jahr", "annee", "ano", "anno", "jaar"]),
    "month": frozenset(["month", "monat", "mois", "mes", "mese", "maand"]),
    "day": frozenset(["day", "dd", "tag", "jour", "dia", "giorno", "dag"]),
    "hour": frozenset(["hour", "hours", "hh", "stunde", "heure", "hora", "ora", "uur"]),
    "minute": frozenset(["minute", "minutes", "min", "minuto", "minuut"]),
    "half": frozenset(["am", "pm", "ampm", "meridiem"]),
    "date": frozenset(["date", "datum", "fecha", "data"]),
    "time": frozenset(["time", "uhrzeit", "zeit"]),
}
"""Part of a moment → words by which its field is called, in the same languages."""
_BY_TYPE: Mapping[str, MomentPart] = {"date": "date", "time": "time", "datetime-local": "moment"}
PART_WORDS = frozenset[str]().union(*PART_NAMES.values()) | {"and"}
Parts = frozenset[MomentPart]
"""Parts that take a moment together."""
_DAY_SETS: tuple[Parts, ...] = (frozenset(["date"]), frozenset(["year", "month", "day"]))
_TIME_SETS: tuple[Parts, ...] = (
    frozenset(["time"]), frozenset(["hour", "minute", "half"]), frozenset(["hour", "minute"]),
)  # fmt: skip
_BOTH: Parts = frozenset(["moment"])
_NOON = "12:00"
"""Time of day where one is asked for beside a day and none is given."""
_FORM_PART = r"(d{1,2}|m{1,4}|y{2,4})"
_SPELLED = re.compile(rf"(?i)(?<![a-z]){_FORM_PART}([./ -]){_FORM_PART}\2{_FORM_PART}(?![a-z])")
_EXAMPLE = re.compile(r"\d\d([./-])\d\d\1\d{4}")
_WRITTEN = {"d": "%-d", "dd": "%d", "m": "%-m", "mm": "%m", "mmm": "%b", "mmmm": "%B", "yy": "%y"}
"""Part of a date format → how it is written; any other part is the year."""
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)?(?:(?:^|T|(?<=\d) )(\d\d:\d\d)(?::\d\d)?)?")


class Undecided(ValueError):
    """What was read fits in one of two readings, and nothing settles which is meant."""


class DayIn(NamedTuple):
    """A day in a text."""

    readings: tuple[tuple[int | None, int, int], ...]
    """Year (None: it tells none), month and day; of two the first takes the day to stand before the month."""
    start: int
    end: int
    is_loose: bool = False
    """Whether it may be no day: 4/5."""
    shows: bool | None = None
    """Whether the day stands first in it, where it settles how other days are meant."""

    def settled(self, order: bool | None) -> "DayIn":
        """The same with the reading in which the day stands first, or not; None: as it is."""
        if order is None or len(self.readings) == 1:
            return self
        return self._replace(readings=self.readings[:1] if order else self.readings[1:])

    def fits(self, day: date) -> bool:
        """Whether one of its readings is that day."""
        return any(
            (year is None or year == day.year) and (month, number) == (day.month, day.day)
            for year, month, number in self.readings
        )

    def iso(self, today: date = FIRST_DAY) -> str:
        """The day; where no year is told, the one nearest to today. Raises Undecided."""
        (year, month, number), *others = self.readings
        if others:
            raise Undecided(f"day {number} of month {month}, or day {month} of month {number}")
        years = (year,) if year is not None else (today.year - 1, today.year, today.year + 1)
        days = [day for each in years if (day := _date(each, month, number)) is not None]
        return min(days, key=lambda day: abs(day - today)).isoformat()


class TimeIn(NamedTuple):
    """A time of day in a text."""

    reading: str
    start: int
    end: int


def days_in(text: str) -> tuple[DayIn, ...]:
    """The days that a text tells, in its order, each in the order of day and month that its other days settle."""
    said, found = _plain(text), list[DayIn]()
    for form in (_ISO, *_NAMED, _FIGURES, *_WITHOUT_YEAR):
        for match in form.finditer(said):
            if not any(match.start() < other.end and other.start < match.end() for other in found):
                found += _days(match, is_loose=form in _WITHOUT_YEAR)
    order = order_of(found)
    return tuple(sorted((one.settled(order) for one in found), key=lambda one: one.start))


def order_of(days: Iterable[DayIn]) -> bool | None:
    """Whether the day stands before the month where both are figures, as some days show; None: nothing settles it."""
    shown = {one.shows for one in days} - {None}
    return shown.pop() if len(shown) == 1 else None


def _days(match: re.Match[str], *, is_loose: bool) -> list[DayIn]:
    part = match.groupdict()
    year = int(part["year"]) + (2000 if len(part["year"]) == 2 else 0) if part.get("year") else None
    if "one" not in part:
        month = int(part.get("month") or 0) or _NUMBER_OF[part["name"]]
        told = [int(re.sub(r"\D", "", day)) for day in (part["day"], part.get("until")) if day]
        return [DayIn(((year, month, day),), *match.span()) for day in told if _is_day(year, month, day)]
    one, two = int(part["one"]), int(part["two"])
    is_dotted = part["sign"] == "."
    orders = ((year, two, one), *(() if is_dotted or one == two else ((year, one, two),)))
    readings = tuple(each for each in orders if _is_day(*each))
    shows = readings[0] == orders[0] if len(readings) == 1 < len(orders) and not is_loose else None
    return [DayIn(readings, *match.span(), is_loose, shows)] if readings else []


def _is_day(year: int | None, month: int, day: int) -> bool:
    return _date(2000 if year is None else year, month, day) is not None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _plain(text: str) -> str:
    """The text in lower case and without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def times_in(text: str) -> tuple[TimeIn, ...]:
    """The times of day that a text tells, in its order."""
    said, found = _plain(text), list[TimeIn]()
    for form in _TIMES:
        for match in form.finditer(said):
            if any(match.start() < other.end and other.start < match.end() for other in found):
                continue
            part = match.groupdict()
            hour, minute = int(part.get("hour") or 0), int(part.get("minute") or 0)
            half = part.get("half")
            if part.get("word"):
                hour = 12 if part["word"] == "noon" else 0
            elif half and 1 <= hour <= 12:
                hour = hour % 12 + (12 if half == "p" else 0)
            if hour < 24 and minute < 60:
                found.append(TimeIn(f"{hour:02}:{minute:02}", *match.span()))
    return tuple(sorted(found, key=lambda one: one.start))


def moment_in(text: str, today: date, order: bool | None) -> Moment:
    """The first day, rather a sure one, and the first time of day in a text; empty where there is none.

    `order` is that of day and month in figures, where it is known. Raises Undecided.
    """
    at = next((one.reading for one in times_in(text)), "")
    day = min(days_in(text), key=lambda one: one.is_loose, default=None)
    return (day.settled(order).iso(today) if day else ""), at


def months_in(text: str) -> list[tuple[int, int]]:
    """Year and month of each month that a text names with its year: the headings of a calendar."""
    return [(int(one["year"]), _NUMBER_OF[one["name"]]) for one in _MONTH_ALONE.finditer(_plain(text))]


def month_named(text: str) -> int | None:
    """The number of a month that a text names and no more; None where it names none."""
    return _NUMBER_OF.get(_plain(text).strip(" ."))


def moment_of(value: str) -> Moment | None:
    """The day and the time of day, one of which may be empty, that a value as a whole is in ISO's form; else None."""
    match = _MOMENT.fullmatch(value.strip())
    if match is None or not any(match.groups()):
        return None
    day, at = match[1] or "", match[2] or ""
    try:
        datetime.fromisoformat(f"{day or '2000-01-01'}T{at or '00:00'}")
    except ValueError:
        return None
    return day, at


def says_moment(text: str, moment: Moment, order: bool | None = None) -> bool:
    """Whether a text tells a day and a time of day; raises Undecided where it may, as day and month could be swapped.

    `order` is that of day and month in figures, where it is known.
    """
    day, at = moment
    if at and all(one.reading != at for one in times_in(text)):
        return False
    if not day:
        return True
    fitting = [one for each in days_in(text) if (one := each.settled(order)).fits(date.fromisoformat(day))]
    if fitting and all(len(one.readings) > 1 for one in fitting):
        raise Undecided(
            f"{text[fitting[0].start : fitting[0].end]!r} may be {day}, or day and month are swapped"
        )
    return bool(fitting)


def why_open(words: str, text: str, order: bool | None) -> str:
    """Why it is open whether a text tells the day that words are as a whole; empty where it is not."""
    try:
        if (moment := value_meant(words)) is not None:
            says_moment(text, moment, order)
    except Undecided as open_one:
        return str(open_one)
    return ""


def order_shown(text: str, forms: Iterable[str | None]) -> bool | None:
    """Whether the day stands before the month, as days of a text and formats show; None: nothing settles it."""
    shown = {order_of(days_in(text)), *map(form_order, forms)} - {None}
    return shown.pop() if len(shown) == 1 else None


def form_order(form: str | None) -> bool | None:
    """Whether the day stands before the month in a format; None where the year leads, or there is none."""
    return None if form is None or form.startswith("%Y") else form.find("d") < form.find("m")


@lru_cache(maxsize=8192)
def value_meant(words: str) -> Moment | None:
    """The day and the time of day that words are as a whole, however they are written; None for other words."""
    said = words.strip()
    if (moment := moment_of(said)) is not None:
        return moment
    times, days = times_in(said), days_in(said)
    spans = [(one.start, one.end) for one in (*times, *days)]
    if spans != [(0, len(_plain(said)))]:
        return None
    if times:
        return "", times[0].reading
    ((year, *_), *others) = days[0].readings
    return None if others or year is None else (days[0].iso(), "")


@lru_cache(maxsize=4096)
def date_form(said: str) -> str | None:
    """The format, as of strftime, that words spell out (dd/mm/yyyy) or give an example of (31.12.2026)."""
    if form := _SPELLED.search(said):
        return form[2].join(_WRITTEN.get(form[at].lower(), "%Y") for at in (1, 3, 4))
    for day in days_in(said):
        example = _EXAMPLE.fullmatch(said[day.start : day.end])
        if example is not None and len(day.readings) == 1:
            return example[1].join(("%m", "%d", "%Y") if day.shows is False else ("%d", "%m", "%Y"))
    return None


def written_as(form: str, moment: Moment) -> str:
    """A day in a format, and its time of day behind it."""
    day, at = moment
    # strftime writes no leading zeros into years before 1000.
    said = date.fromisoformat(day).strftime(form.replace("%Y", day[:4]))
    return f"{said} {at}" if at else said


def part_taken(kind: str, called: Sequence[str], options: Sequence[str]) -> MomentPart | None:
    """The part of a moment that a field takes, by its input type, its names or its options; None: nothing tells."""
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    return next((part for said in called if (part := part_called(said))), None) or part_offered(
        tuple(options)
    )


@lru_cache(maxsize=4096)
def part_called(words: str) -> MomentPart | None:
    """The part of a moment that a field is called by; None where words name none or several.

    Of "Day (date of birth)" it is the smaller part.
    """
    said = set(re.findall(r"[a-z]+", _plain(words)))
    called: list[MomentPart] = [part for part, names in PART_NAMES.items() if said & names]
    smaller: list[MomentPart] = [part for part in called if part not in ("date", "time")] or called
    return smaller[0] if len(smaller) == 1 else None


@lru_cache(maxsize=512)
def part_offered(options: tuple[str, ...]) -> MomentPart | None:
    """The part of a moment that a list offers, by its options alone; the first one may be a placeholder."""
    if len({month for option in options if (month := month_named(option))}) == len(MONTHS):
        return "month"
    if {"am", "pm"} <= {_plain(option).replace(".", "") for option in options}:
        return "half"
    numbers = [int(option) for option in options if option.strip().isdecimal()]
    if not numbers or len(numbers) < len(options) - 1:
        return "time" if len([option for option in options if times_in(option)]) > 1 else None
    if min(numbers) > 1800 and max(numbers) < 2200:
        return "year"
    ranges: Mapping[tuple[int, int], MomentPart] = {(1, 31): "day", (0, 23): "hour"}
    return ranges.get((min(numbers), max(numbers)))


def place_offered(options: Sequence[str], value: str) -> int | None:
    """The place of the option that is a part of a moment, such as 07: "7", "07", "July"; None where there is none."""
    said = [_plain(option).strip() for option in options]
    meant = [str(month_named(option) or option).lstrip("0") for option in said]
    return next((i for i, one in enumerate(said) if value == one or value.lstrip("0") == meant[i]), None)


def place_meant(options: Sequence[str], value: str) -> int | None:
    """The place of the one option that is the day and time of day that a value is; None where it or they are none."""
    meant = value_meant(value)
    alike = [place for place, said in enumerate(options) if meant is not None and value_meant(said) == meant]
    return alike[0] if len(alike) == 1 else None


def native(kind: str, moment: Moment, held: str, today: date) -> str | None:
    """A moment in the form of a native field; None for one that does not take all of it.

    A part of a day and time that is not given stays as the field holds it.
    """
    day, at = moment
    if kind == "datetime-local":
        held_day, _, held_at = held.partition("T")
        return f"{day or held_day or today.isoformat()}T{at or held_at or _NOON}"
    if (kind == "time" and day) or (kind in ("date", "month") and at):
        return None
    return day[: len("2026-06")] if kind == "month" else day or at


def part_sets(moment: Moment) -> list[Parts]:
    """The sets of parts, simplest first, that take a moment."""
    day, at = moment
    if day and at:
        return [_BOTH, *(one | other for one in _DAY_SETS for other in _TIME_SETS)]
    return [*(_DAY_SETS if day else _TIME_SETS), _BOTH]


def complete(
    fields: Sequence[tuple[MomentPart | None, int]], wanted: Sequence[Parts]
) -> dict[MomentPart, int] | None:
    """The fields of the first set of which each part is taken by just one of them; None where there is no such set."""
    counts = Counter(part for part, _ in fields)
    for one in wanted:
        if all(counts[part] == 1 for part in one):
            return {part: index for part, index in fields if part is not None and part in one}
    return None


def split(moment: Moment, has_half: bool = False) -> dict[MomentPart, str]:
    """What each part of a moment is; with a field for am and pm the hour is counted to 12."""
    day, at = moment
    parts: dict[MomentPart, str] = {}
    if day:
        parts |= {"date": day, "year": day[:4], "month": day[5:7], "day": day[8:]}
    if at:
        hour = int(at[:2])
        parts |= {"time": at, "minute": at[3:], "half": "pm" if hour >= 12 else "am"}
        parts["hour"] = f"{(hour + 11) % 12 + 1:02}" if has_half else at[:2]
    return parts


def joined(held: Mapping[MomentPart, str]) -> Moment:
    """The moment whose parts are held by several fields; what they do not hold is empty."""
    numbers = {part: int(value) for part, value in held.items() if value.strip().isdecimal()}
    month = numbers.get("month") or month_named(held.get("month", ""))
    year, day, hour, minute = (numbers.get(part) for part in ("year", "day", "hour", "minute"))
    date_held = f"{year:04}-{month:02}-{day:02}" if year and month and day else held.get("date", "")
    said = held.get("time", "")
    if hour is not None and minute is not None:
        said = f"{hour}:{minute:02} {held.get('half', '')}"
    return date_held, next((one.reading for one in times_in(said)), "")
