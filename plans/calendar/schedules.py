"""Drawing schedules: everybody's blocks of free time on every day, alike or not, with or without a time for all."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from plans.calendar.clock import block
from plans.calendar.frame import Frame

Blocks = list[tuple[int, int]]
"""Start and end in minutes, in order, at least a step apart."""
Drawn = dict[str, dict[str, list[str]]]

TRIES = 20
"""Times that a day is drawn anew when its blocks do not fit, before it is drawn in a way that always fits."""
LARGEST_SHIFT = 120
"""Minutes by which an edge of a block moves at most, where schedules are not alike at all."""


class Shared(NamedTuple):
    """A block of time that everybody is free in, on the grid."""

    day: str
    start: int
    end: int


def draw_schedules(
    frame: Frame,
    days: Sequence[str],
    looseness: float,
    shared: Shared | None,
    free: tuple[int, int],
    rng: Random,
) -> Drawn:
    """Availability of all participants.

    `looseness`, 0 to 1: how much a schedule may differ from the one that all of a day follow; from 0.5 on, ever more
    follow none. `free`: the hours in which the followed blocks lie by preference, as the rules leave these.
    """
    followed = {day: _followed(frame, looseness, free, rng) for day in days}
    return {
        f"p{number}": {
            day: [
                block(*times)
                for times in _day(
                    frame, followed[day], looseness, shared if shared and shared.day == day else None, rng
                )
            ]
            for day in days
        }
        for number in range(1, frame.participants + 1)
    }


def draw_apart(frame: Frame, days: Sequence[str], rng: Random) -> Drawn | None:
    """Availability of which two participants share no minute; None where a day has no room for that."""
    half = (frame.earliest + frame.latest) // 2 // frame.step * frame.step
    parts = (frame._replace(latest=half), frame._replace(earliest=half))
    needed = frame.fewest * (frame.shortest + frame.step) - frame.step
    if frame.fewest == 0 or any(part.latest - part.earliest < needed for part in parts):
        return None
    first, second = rng.sample(range(1, frame.participants + 1), 2)
    drawn: Drawn = {}
    for number in range(1, frame.participants + 1):
        drawn[f"p{number}"] = {}
        for day in days:
            part = parts[0] if number == first else parts[1] if number == second else frame
            drawn[f"p{number}"][day] = [block(*times) for times in _any_blocks(part, rng)]
    return drawn


def _followed(frame: Frame, looseness: float, free: tuple[int, int], rng: Random) -> Blocks:
    """The blocks of a day that the others follow."""
    hours = frame._replace(
        earliest=max(frame.earliest, -(-free[0] // frame.step) * frame.step),
        latest=min(frame.latest, free[1] // frame.step * frame.step),
    )
    if rng.random() >= looseness and _room(hours) >= max(1, frame.fewest):
        # Long blocks leave more starts for the whole meeting with its buffers.
        lengthy = hours._replace(shortest=max(hours.shortest, hours.longest // 2 // frame.step * frame.step))
        return _any_blocks(lengthy if _room(lengthy) >= max(1, frame.fewest) else hours, rng)
    return _any_blocks(frame, rng)


def _day(frame: Frame, followed: Blocks, looseness: float, shared: Shared | None, rng: Random) -> Blocks:
    """A participant's blocks of a day."""
    if rng.random() < 2 * looseness - 1:
        return _around(frame, shared, rng) if shared else _any_blocks(frame, rng)
    largest = int(looseness * LARGEST_SHIFT) // frame.step
    for _ in range(TRIES):
        shifted = [
            (
                start + frame.step * rng.randint(-largest, largest),
                end + frame.step * rng.randint(-largest, largest),
            )
            for start, end in followed
        ]
        if _fits(frame, shifted) and (shared is None or _holds(shifted, shared)):
            return shifted
    if shared is None or _holds(followed, shared):
        return followed
    return _around(frame, shared, rng)


def _holds(blocks: Blocks, shared: Shared) -> bool:
    return any(start <= shared.start and shared.end <= end for start, end in blocks)


def _fits(frame: Frame, blocks: Blocks) -> bool:
    before = frame.earliest - frame.step
    for start, end in blocks:
        if start < before + frame.step or not frame.shortest <= end - start <= frame.longest:
            return False
        before = end
    return before <= frame.latest


def _around(frame: Frame, shared: Shared, rng: Random) -> Blocks:
    """Blocks of a day of which one holds the shared time."""
    for _ in range(TRIES):
        length = _stepped(max(frame.shortest, shared.end - shared.start), frame.longest, frame.step, rng)
        low = max(frame.earliest, shared.end - length)
        high = min(shared.start, frame.latest - length)
        if low > high:
            continue
        start = _stepped(low, high, frame.step, rng)
        left = frame._replace(latest=start - frame.step)
        right = frame._replace(earliest=start + length + frame.step)
        wanted = rng.randint(max(1, frame.fewest), max(1, frame.most)) - 1
        on_left = rng.randint(0, wanted)
        on_left = max(min(on_left, _room(left)), min(wanted - _room(right), _room(left)))
        on_right = min(wanted - on_left, _room(right))
        if on_left + on_right + 1 >= frame.fewest:
            held = (start, start + length)
            return [*_blocks(left, on_left, rng), held, *_blocks(right, on_right, rng)]
    return _any_blocks(frame, rng)


def _room(frame: Frame) -> int:
    """The most blocks that the hours have room for."""
    return max(0, (frame.latest - frame.earliest + frame.step) // (frame.shortest + frame.step))


def _any_blocks(frame: Frame, rng: Random) -> Blocks:
    count = rng.randint(frame.fewest, frame.most)
    return _blocks(frame, min(count, _room(frame)), rng)


def _blocks(frame: Frame, count: int, rng: Random) -> Blocks:
    """So many blocks, for which there is room."""
    if count == 0:
        return []
    left = frame.latest - frame.earliest - count * frame.shortest - (count - 1) * frame.step
    lengths: list[int] = []
    for _ in range(count):
        more = _stepped(0, min(left, frame.longest - frame.shortest), frame.step, rng)
        lengths.append(frame.shortest + more)
        left -= more
    rng.shuffle(lengths)
    gaps = sorted(_stepped(0, left, frame.step, rng) for _ in range(count))
    blocks: Blocks = []
    used = 0
    for place, (length, gap) in enumerate(zip(lengths, gaps, strict=True)):
        start = frame.earliest + gap + used + place * frame.step
        blocks.append((start, start + length))
        used += length
    return blocks


def _stepped(low: int, high: int, step: int, rng: Random) -> int:
    """`low`, or some steps more, up to `high`."""
    return low + step * rng.randint(0, (high - low) // step)
