"""Picking a day in a calendar that an app draws, known by what it shows: the days of a month to press under its name.

It is for whoever picks to read back what the app took for picked.
"""

from datetime import date
from typing import NamedTuple

from agents.browser.actions.finding import NotOperable
from agents.browser.actions.pointing import click_element
from agents.browser.grounding.buttons import said_on
from agents.browser.grounding.names import agreement, known_as
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.moments import days_in, months_in

_FEWEST = 28
"""Days that a calendar shows at least."""
_NUMBERS = [str(number) for number in range(1, 32)] + [f"0{number}" for number in range(1, 10)]
_MOST_TURNS = 40
_CALLED = 0.5
"""Agreement from which a button is called "next" or "previous"."""


class Calendar(NamedTuple):
    """A calendar that is open."""

    month: int
    """Months since the year 0."""
    days: list[Element]
    turns: list[Element]
    """What else can be pressed around the days."""


def calendar_in(snapshot: Snapshot) -> Calendar | None:
    """The calendar that can be seen and operated; None where there is none."""
    pressed = [e for e in snapshot.elements if e.is_shown and e.clickable and not e.is_field]
    days = [e for e in pressed if _number(snapshot, e)]
    days = [e for e in days if not any(snapshot.holds(e.index, o.index) for o in days if o is not e)]
    for around in snapshot.ancestors(days[0].index) if len(days) >= _FEWEST else ():
        inside = [day for day in days if snapshot.holds(around, day.index)]
        if len(inside) >= _FEWEST and (months := months_in(snapshot.text(around))):
            turns = [e for e in pressed if snapshot.holds(around, e.index) and not _number(snapshot, e)]
            return Calendar(months[0][0] * 12 + months[0][1], inside, turns)
    return None


def _number(snapshot: Snapshot, element: Element) -> int:
    """The day of a month that an element says first; 0 where it says none."""
    said = snapshot.text(element.index).split()[:1]
    return int(said[0]) if said and said[0] in _NUMBERS else 0


async def pick_day(page: LivePage, iso: str, looked_for: str) -> None:
    """Turn an open calendar to the month of a day and press the day. Raises NotOperable."""
    wanted, useless = date.fromisoformat(iso), set[str]()
    for _ in range(_MOST_TURNS):
        snapshot = await page.look()
        calendar = calendar_in(snapshot)
        ahead = wanted.year * 12 + wanted.month - calendar.month if calendar else 0
        pressed = _pressed(snapshot, calendar, wanted, ahead, useless) if calendar else None
        if calendar is None or pressed is None:
            break
        await click_element(page, pressed.index, looked_for)
        if ahead == 0:
            return
        after = calendar_in(await page.look())
        if after is None or (after.month - calendar.month) * ahead <= 0:
            useless.add(said_on(snapshot, pressed))
    raise NotOperable(looked_for, f"{iso} could be picked in no calendar that it opens")


def _pressed(
    snapshot: Snapshot, calendar: Calendar, wanted: date, ahead: int, useless: set[str]
) -> Element | None:
    """What leads nearer to a day so many months ahead; in its month the day itself, by its date or else its number."""
    if ahead:
        name = "next month" if ahead > 0 else "previous month"
        turns = [
            (e, k)
            for e in calendar.turns
            if said_on(snapshot, e) not in useless
            for k in known_as(snapshot, e)
        ]
        called = {agreement(name, known.words) * known.trust: e for e, known in turns}
        return called[max(called)] if max(called, default=0.0) >= _CALLED else None
    whole = ((wanted.year, wanted.month, wanted.day),)
    for day in calendar.days:
        if any(one.readings == whole for one in days_in(day.name or day.title)):
            return day
    numbers = [_number(snapshot, day) for day in calendar.days]
    # The last days of the month before may stand in front of its own.
    at = numbers.index(1) + wanted.day - 1 if 1 in numbers else len(numbers)
    return calendar.days[at] if numbers[at : at + 1] == [wanted.day] else None
