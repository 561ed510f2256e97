"""Picking a day in a calendar that an app draws: a month with its days to press, and buttons to the other months.

It is known by what it shows, whatever library drew it: the days of a month to press, beneath a month and a year.
"""

from dataclasses import dataclass
from datetime import date
from itertools import islice

from agents.browser.actions.finding import NotOperable
from agents.browser.actions.pointing import click_element
from agents.browser.grounding.buttons import said_on
from agents.browser.grounding.names import agreement, known_as
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.moments import days_in, months_in

_FEWEST = 28
"""Days that a calendar shows at least."""
_CLIMB = 5
"""Containers around the days in which their month stands."""
_MOST_TURNS = 40
_CALLED = 0.5
"""Agreement from which a button is called "next" or "previous"."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A calendar that is open."""

    month: int
    """Months since the year 0."""
    days: tuple[Element, ...]
    around: int
    """Index of the container in which its month stands."""


def calendar_in(snapshot: Snapshot) -> Calendar | None:
    """The first calendar that can be seen and operated; None where there is none."""
    pressed = [e for e in snapshot.elements if e.is_shown and e.clickable and not e.is_field]
    days = [
        e
        for e in pressed
        if _number(snapshot, e) and not any(snapshot.holds(e.index, o.index) for o in pressed if o is not e)
    ]
    if len(days) < _FEWEST:
        return None
    for index in snapshot.ancestors(days[0].index):
        inside = tuple(day for day in days if snapshot.holds(index, day.index))
        if len(inside) >= _FEWEST:
            for around in (index, *islice(snapshot.ancestors(index), _CLIMB)):
                if months := months_in(snapshot.text(around)):
                    year, month = months[0]
                    return Calendar(year * 12 + month - 1, inside, around)
            return None
    return None


def _number(snapshot: Snapshot, element: Element) -> int | None:
    said = snapshot.text(element.index).split()
    is_day = said[:1] and said[0].isdecimal() and 1 <= int(said[0]) <= 31
    return int(said[0]) if is_day and len(said[0]) <= 2 else None


async def pick_day(page: LivePage, iso: str, looked_for: str) -> None:
    """Turn an open calendar to the month of a day and press the day. Raises NotOperable."""
    wanted = date.fromisoformat(iso)
    goal, useless = wanted.year * 12 + wanted.month - 1, set[str]()
    for _ in range(_MOST_TURNS):
        snapshot = await page.look()
        calendar = calendar_in(snapshot)
        if calendar is None:
            raise NotOperable(looked_for, "it shows no calendar that could be read")
        ahead = goal - calendar.month
        if ahead == 0:
            await click_element(
                page, _day_of(snapshot, calendar, wanted, looked_for), f"{iso} in {looked_for}"
            )
            return
        button = _turning(snapshot, calendar, "next month" if ahead > 0 else "previous month", useless)
        if button is None:
            raise NotOperable(looked_for, "nothing in its calendar leads to another month")
        await click_element(page, button.index, f"another month in {looked_for}")
        after = calendar_in(await page.look())
        if after is None or after.month == calendar.month or abs(goal - after.month) > abs(ahead):
            useless.add(said_on(snapshot, button))
    raise NotOperable(looked_for, f"its calendar does not come to {iso}")


def _turning(snapshot: Snapshot, calendar: Calendar, name: str, useless: set[str]) -> Element | None:
    """The button in a calendar that is called so best, of those that are not known to lead elsewhere."""
    days = {day.index for day in calendar.days}
    buttons = [
        (max((agreement(name, known.words) * known.trust for known in known_as(snapshot, e)), default=0.0), e)
        for i in snapshot.within(calendar.around)
        if (e := snapshot.elements[i]).clickable and e.is_shown and i not in days
    ]
    called = [(score, e) for score, e in buttons if score >= _CALLED and said_on(snapshot, e) not in useless]
    return max(called, key=lambda one: one[0])[1] if called else None


def _day_of(snapshot: Snapshot, calendar: Calendar, wanted: date, looked_for: str) -> int:
    """The element to press: the one that is called by the whole date, else that of its number in this month."""
    for day in calendar.days:
        said = [one for one in days_in(day.name or day.title) if one.readings[0][0] is not None]
        if len(said) == 1 and len(said[0].readings) == 1 and said[0].fits(wanted):
            return day.index
    numbers = [_number(snapshot, day) for day in calendar.days]
    # The last days of the month before may stand in front of its own.
    month = calendar.days[numbers.index(1) :] if 1 in numbers else ()
    if len(month) >= wanted.day and _number(snapshot, month[wanted.day - 1]) == wanted.day:
        return month[wanted.day - 1].index
    raise NotOperable(looked_for, f"its calendar offers no day {wanted.day}")
