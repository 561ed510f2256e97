"""Times of day as minutes since midnight, 0 to 1440, and blocks of them as half-open ranges."""

from plans.errors import AuthorError

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKEND = ("Saturday", "Sunday")
MIDNIGHT = 24 * 60
"""The end of a day; written 24:00."""
_MINUTES = {
    f"{hour:{width}}:{minute:02}": 60 * hour + minute
    for width in ("", "02")
    for hour in range(25)
    for minute in range(60 if hour < 24 else 1)
}


def minute_of(text: str) -> int:
    """Minutes since midnight of `9:30`, `09:30` or `24:00`; AuthorError for what is no time of day."""
    minute = _MINUTES.get(text.strip())
    if minute is None:
        raise AuthorError(f"{text!r} is no time of day. Write it as HH:MM, from 00:00 to 24:00.")
    return minute


def clock(minute: int) -> str:
    """`HH:MM`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def block_of(text: str) -> tuple[int, int]:
    """Start and end of `HH:MM-HH:MM`, in minutes; AuthorError for what is no block of time."""
    start, dash, end = text.partition("-")
    if not dash:
        raise AuthorError(f"{text!r} is no block of time. Write it as HH:MM-HH:MM.")
    return minute_of(start), minute_of(end)


def block(start: int, end: int) -> str:
    """`HH:MM-HH:MM`."""
    return f"{clock(start)}-{clock(end)}"
