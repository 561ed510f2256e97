"""Rows and answers by chance, of all that a row may be: odd minutes, blocks that touch, missing days, many forms."""

from random import Random
from typing import Any

from tests.plans.calendar.rows import NOTHING_ELSE, SHORT
from tests.plans.calendar.slow_reference import REFUSAL, WEEK

Row = dict[str, Any]
NAN = float("nan")
NO_ANSWERS = (None, "", "no idea", "Mon 09:00-10:00", "Monday 25:00-26:00", "Monday 9:00")


def random_row(rng: Random) -> Row:
    """A row; its schedules are alike enough that about half of the rows have a solution."""
    step = rng.choice((1, 1, 5, 15))
    days = rng.sample(WEEK, rng.randint(1, 3))
    if rng.random() < 0.7:
        days.sort(key=WEEK.index)
    followed = {day: random_blocks(rng, step) for day in days}
    availability: dict[str, dict[str, list[str]]] = {}
    for number in range(rng.randint(1, 4)):
        name = rng.choice((f"p{number}", f"O'Brien {number}"))
        availability[name] = {
            day: followed[day] if rng.random() < 0.6 else random_blocks(rng, step)
            for day in days
            if rng.random() < 0.95
        }
    if rng.random() < 0.1:
        # A day that is not in question may be in the schedules all the same.
        days = days[1:] or days
    constraints: dict[str, Any] = {**NOTHING_ELSE, "meeting_duration": random_duration(rng, step)}
    for rule, values in {
        "buffer": (5, 10, 7, 1, 30, 0, False, NAN),
        "weekends_off": (True, True, 1, NAN),
        "before": (8, 9.0, "9", 9.5, "09:30", "9:05", 10, 0, NAN),
        "after": (16, 17.0, "17", 16.5, "16:45", 24, "24:00", 0, NAN),
        "during": ("12:00-13:00", "9:30-10:10", "11:01-11:02", "22:00-24:00", NAN),
        "priority": (True, True, NAN),
    }.items():
        if rng.random() < 0.4:
            constraints[SHORT[rule]] = rng.choice(values)
        elif rng.random() < 0.1:
            del constraints[SHORT[rule]]
    return {
        "task_prompt": "Find a time.",
        "params": {"days_of_week": days},
        "constraints": constraints,
        "metadata": {"availability": str(availability)},
    }


def random_duration(rng: Random, step: int) -> float:
    minutes = step * rng.randint(1, max(1, 90 // step))
    return rng.choice((minutes, minutes, float(minutes)))


def random_blocks(rng: Random, step: int) -> list[str]:
    """Blocks in any order, which touch or overlap now and then, or are empty, or reach to midnight."""
    blocks: list[str] = []
    for _ in range(rng.randint(0, 4)):
        start = step * rng.randint(7 * 60 // step, 20 * 60 // step)
        end = min(1440, start + step * rng.randint(0, 240 // step))
        blocks.append(f"{_time(start, rng)}-{_time(end, rng)}")
        if rng.random() < 0.3:
            later = min(1440, end + step * rng.randint(0, 120 // step))
            blocks.append(f"{_time(end, rng)}-{_time(later, rng)}")
    if rng.random() < 0.1:
        blocks.append("21:00-24:00")
    rng.shuffle(blocks)
    return blocks


def random_answer(row: Row, found: Row, rng: Random) -> str | None:
    """An answer that is right, nearly right, or nothing of the kind; `found`: what slow_solutions gives."""
    solutions = found["solutions"]
    length = int(row["constraints"]["meeting_duration"])
    right = [(day, start) for day, starts in solutions.items() for start in sorted(starts)]
    kind = rng.random()
    if kind < 0.1:
        return rng.choice(
            (
                None,
                "",
                "no idea",
                "Mon 09:00-10:00",
                "Monday 25:00-26:00",
                "Monday 9:00",
                f"{REFUSAL} but 9:00",
            )
        )
    if kind < 0.25:
        return rng.choice((REFUSAL, f" {REFUSAL}\n", f"`{REFUSAL}`"))
    if right and kind < 0.8:
        day, start = right[0] if rng.random() < 0.5 else rng.choice(right)
        start += rng.choice((0, 0, 0, 5, -5, 1))
    else:
        day, start = rng.choice(WEEK), rng.randint(0, 1439)
    end = start + rng.choice((length, length, length, length + 5, -length, 0))
    around = rng.choice(("", "", "", " ", "`", '"', "\n"))
    return (
        f"{around}{day} {_time(max(0, min(start, 1440)), rng)}-{_time(max(0, min(end, 1440)), rng)}{around}"
    )


def _time(minute: int, rng: Random) -> str:
    """HH:MM, or H:MM now and then."""
    text = f"{minute // 60:02}:{minute % 60:02}"
    return text.removeprefix("0") if rng.random() < 0.2 else text
