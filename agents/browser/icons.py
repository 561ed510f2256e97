"""What a wordless icon is a drawing of, told from its lines: a plus, a cross, a tick, a heart.

Icons come as paths of many hands, drawn as strokes or as outlines. What is told of them is their shape alone, in the
box that they fill; curves are known by where they end. What fits no shape is not told.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_PART = re.compile(r"([MLHVCSQTAZmlhvcsqtaz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_OFF = 0.12
"""Share of an icon's size by which what is to be equal may differ."""
_STRAIGHT = 0.05


Point = tuple[float, float]


class Line(NamedTuple):
    """A part of a drawing without a gap."""

    points: tuple[Point, ...]
    """Where its pieces end, in the box of the whole drawing: 0 to 1 from the left and from the top."""
    curves: int
    closed: bool


@lru_cache(maxsize=2048)
def drawn(paths: str) -> str:
    """The sign that says what paths draw; empty where they draw nothing that is known."""
    lines = _lines(paths)
    if not lines or len(lines) > 6:
        return ""
    for sign, is_it in _SHAPES:
        if is_it(lines):
            return sign
    return ""


def _lines(paths: str) -> tuple[Line, ...]:
    pen = _Pen()
    for path in paths.split("|"):
        pen.follow(path)
    every = [*pen.bulges, *(point for points, _, _ in pen.found for point in points)]
    if not every:
        return ()
    left, top = min(x for x, _ in every), min(y for _, y in every)
    size = max(max(x for x, _ in every) - left, max(y for _, y in every) - top)
    if size <= 0:
        return ()
    wide, high = max(x for x, _ in every) - left, max(y for _, y in every) - top
    # What is drawn narrower than high, or the other way round, stands in the middle of its box.
    aside, below = (size - wide) / 2, (size - high) / 2
    return tuple(
        Line(tuple(((x - left + aside) / size, (y - top + below) / size) for x, y in points), curves, closed)
        for points, curves, closed in pen.found
        if len(points) > 1
    )


class _Pen:
    """Follows a path; knows where its pieces end, and how far half circles reach."""

    def __init__(self) -> None:
        self.found: list[tuple[list[Point], int, bool]] = []
        """Points where pieces end, number of curves, and whether it ends where it began, of each part."""
        self.bulges: list[Point] = []
        self._points: list[Point] = []
        self._curves = 0
        self._at: Point = (0.0, 0.0)

    def follow(self, path: str) -> None:
        """Follow another path from the upper left corner."""
        self._at = (0.0, 0.0)
        command = ""
        numbers: list[float] = []
        for part in _PART.finditer(path):
            if part[1]:
                command, numbers = str(part[1]), []
                if command in "Zz":
                    self._lift(closed=True)
                continue
            numbers.append(float(part[2]))
            if command and _TAKES[command.upper()] == len(numbers):
                self._draw(command, numbers)
                command, numbers = {"M": "L", "m": "l"}.get(command, command), []
        self._lift(closed=False)

    def _draw(self, command: str, numbers: list[float]) -> None:
        kind, (x, y) = command.upper(), self._at
        if kind == "M":
            self._lift(closed=False)
        elif not self._points:
            self._points.append(self._at)
        across = numbers[0] if kind == "H" else 0.0 if kind == "V" else numbers[-2]
        down = numbers[0] if kind == "V" else 0.0 if kind == "H" else numbers[-1]
        if command.islower():
            end = x + across, y + down
        else:
            end = x if kind == "V" else across, y if kind == "H" else down
        if kind == "A":
            self.bulges += _bulges(self._at, end, radius=numbers[0])
        self._curves += kind in "CSQTA"
        self._points.append(end)
        self._at = end

    def _lift(self, *, closed: bool) -> None:
        points = self._points
        if points:
            is_back = len(points) > 2 and _near(points[0], points[-1], 0.01)
            self._at = points[0] if closed else self._at
            self.found.append((points[:-1] if is_back else points, self._curves, closed or is_back))
        self._points, self._curves = [], 0


def _bulges(start: Point, end: Point, *, radius: float) -> list[Point]:
    """How far a half circle may reach, to both sides; nothing for a shorter arc."""
    along, down = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    if abs((along**2 + down**2) ** 0.5 - radius) > _OFF * radius / 2:
        return []
    x, y = start[0] + along, start[1] + down
    return [(x + down, y - along), (x - down, y + along)]


def _near(one: Point, other: Point, off: float = _OFF) -> bool:
    return abs(one[0] - other[0]) <= off and abs(one[1] - other[1]) <= off


def _strokes(lines: Sequence[Line]) -> list[tuple[float, float, float, float]] | None:
    """Width, height and middle of lines that are all straight from one end to the other; None where one is not."""
    if any(len(line.points) != 2 or line.curves for line in lines):
        return None
    return [
        (b[0] - a[0], b[1] - a[1], (a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for line in lines
        for a, b in [line.points]
    ]


def _edges(line: Line) -> list[Point]:
    return [
        (b[0] - a[0], b[1] - a[1])
        for a, b in zip(line.points, (*line.points[1:], line.points[0]), strict=True)
    ]


def _crossing(lines: Sequence[Line]) -> list[tuple[float, float, float, float]]:
    """Two strokes that cross in their middles; nothing else."""
    strokes = _strokes(lines) if len(lines) == 2 else None
    return strokes if strokes and _near(strokes[0][2:], strokes[1][2:]) else []


def _is_plus(lines: Sequence[Line]) -> bool:
    if strokes := _crossing(lines):
        upright, level = sorted(strokes, key=lambda stroke: abs(stroke[0]))
        return abs(upright[0]) < _STRAIGHT and abs(level[1]) < _STRAIGHT
    return _is_outline(lines, 12) and all(min(abs(w), abs(h)) < _STRAIGHT for w, h in _edges(lines[0]))


def _is_cross(lines: Sequence[Line]) -> bool:
    if strokes := _crossing(lines):
        rising, falling = sorted(w * h for w, h, *_ in strokes)
        return all(abs(abs(w) - abs(h)) <= _OFF for w, h, *_ in strokes) and rising < 0 < falling
    return _is_outline(lines, 12) and all(abs(abs(w) - abs(h)) <= _OFF for w, h in _edges(lines[0]))


def _is_outline(lines: Sequence[Line], corners: int) -> bool:
    return len(lines) == 1 and lines[0].closed and not lines[0].curves and len(lines[0].points) == corners


def _is_minus(lines: Sequence[Line]) -> bool:
    strokes = _strokes(lines) if len(lines) == 1 else None
    return bool(strokes) and abs(strokes[0][1]) < _STRAIGHT


def _is_menu(lines: Sequence[Line]) -> bool:
    strokes = _strokes(lines) if len(lines) == 3 else None
    return strokes is not None and all(
        abs(h) < _STRAIGHT and _near((w, x), (strokes[0][0], 0.5)) for w, h, x, _ in strokes
    )


def _is_tick(lines: Sequence[Line]) -> bool:
    if len(lines) != 1 or lines[0].curves:
        return False
    points = sorted(lines[0].points)
    lowest = max(points, key=lambda point: point[1])
    if lines[0].closed:
        is_slanted = all(abs(abs(w) - abs(h)) <= _OFF for w, h in _edges(lines[0]))
        return len(points) == 6 and is_slanted and 0.2 <= lowest[0] <= 0.5
    return len(points) == 3 and lowest is points[1] and points[2][1] < points[0][1] - _OFF and lowest[0] < 0.6


def _tip(lines: Sequence[Line]) -> Point | None:
    """Which way the tip of a bracket or an arrow points."""
    heads = [line for line in lines if len(line.points) == 3 and not line.closed and not line.curves]
    shafts = [line for line in lines if len(line.points) == 2 and not line.curves]
    if len(heads) != 1 or len(shafts) > 1 or len(heads) + len(shafts) != len(lines):
        return None
    first, tip, last = heads[0].points
    middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    if shafts and not any(_near(tip, point) for point in shafts[0].points):
        return None
    return tip[0] - middle[0], tip[1] - middle[1]


def _points_right(lines: Sequence[Line]) -> bool:
    tip = _tip(lines)
    return tip is not None and tip[0] > _OFF and abs(tip[1]) < _STRAIGHT


def _points_left(lines: Sequence[Line]) -> bool:
    tip = _tip(lines)
    return tip is not None and tip[0] < -_OFF and abs(tip[1]) < _STRAIGHT


def _is_heart(lines: Sequence[Line]) -> bool:
    if len(lines) != 1 or not lines[0].closed or lines[0].curves < 2:
        return False
    points = lines[0].points
    lowest = max(points, key=lambda point: point[1])
    widest = min(min(points)[1], max(points)[1])
    notch = [y for x, y in points if abs(x - 0.5) <= 0.06 and y < 0.45]
    return (
        abs(lowest[0] - 0.5) <= 0.06
        and bool(notch)
        and (max(notch) >= widest - _OFF or max(notch) > min(y for _, y in points) + 0.02)
    )


def _is_star(lines: Sequence[Line]) -> bool:
    if not _is_outline(lines, 10):
        return False
    points = lines[0].points
    middle = sum(x for x, _ in points) / 10, sum(y for _, y in points) / 10
    far = [((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 for x, y in points]
    return min(far[::2]) > max(far[1::2]) or min(far[1::2]) > max(far[::2])


def _is_pencil(lines: Sequence[Line]) -> bool:
    """A long shape from the lower left corner, where its point is, to the upper right."""
    body = next((line for line in lines if line.closed and 4 <= len(line.points) <= 9), None)
    if body is None or any(abs(x + y - 1) > 0.3 for line in lines for x, y in line.points):
        return False
    return any(_near(point, (0, 1)) for point in body.points) and max(x - y for x, y in body.points) > 0.4


def _is_lens(lines: Sequence[Line]) -> bool:
    """A ring, and a stroke from its lower right."""
    rings = [line for line in lines if line.closed and line.curves >= 2]
    handles = [line for line in lines if len(line.points) == 2 and not line.curves]
    if len(rings) != 1 or len(handles) != 1 or len(lines) != 2:
        return False
    (a, b) = sorted(handles[0].points)
    return a[0] > 0.5 and a[1] > 0.5 and b[0] > a[0] and b[1] > a[1]


_SHAPES = (
    ("+", _is_plus),
    ("×", _is_cross),
    ("−", _is_minus),
    ("☰", _is_menu),
    ("✓", _is_tick),
    ("→", _points_right),
    ("←", _points_left),
    ("♥", _is_heart),
    ("★", _is_star),
    ("✎", _is_pencil),
    ("🔍", _is_lens),
)  # fmt: skip
