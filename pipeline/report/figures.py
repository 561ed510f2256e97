"""The report's figures, as far as they are computed: curves, heat maps, and the criteria DAG of a project in layers."""

import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import mean
from typing import NamedTuple

from scipy.optimize import isotonic_regression

from pipeline.report.words import interval_text, range_text, rate_text, spoken
from plans.errors import AuthorError
from plans.plain_text import count_text
from plans.records.result import Rate
from plans.records.run import RunProject
from plans.records.scored_run import BucketScore

DODGE = 3.0
"""Sideways distance between the points of neighbouring lines, so that equal values stay apart."""


class Frame(NamedTuple):
    """Size and margins of a panel of curves, in CSS pixels."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int

    def x(self, place: int, count: int) -> float:
        """Of one of the places along the axis."""
        inner = self.width - self.left - self.right - 40
        return round(self.left + 20 + (inner / (count - 1) * place if count > 1 else inner / 2), 1)

    def y(self, share: float) -> float:
        return round(self.top + (1 - share) * (self.height - self.top - self.bottom), 1)


NARROW = Frame(340, 230, 40, 14, 10, 30)
WIDE = Frame(460, 260, 44, 14, 12, 46)
"""With room for counts beneath the axis."""


class Tick(NamedTuple):
    """A place on the axis."""

    text: str
    """Empty where there is no room for it."""
    number: str = ""
    """Beneath the text."""


@dataclass(frozen=True)
class Point:
    """A rate at a place on the axis."""

    x: float
    y: float
    """Of the rate with what is unresolved counted as not passed."""
    high_y: float
    """Of the rate with what is unresolved counted as passed."""
    ci_low_y: float
    ci_high_y: float
    words: str
    """The same for reading."""


@dataclass(frozen=True)
class Line:
    """The line of an agent or solver in a panel."""

    style: int
    """Number of its colour, dash and marker."""
    points: tuple[Point, ...]
    path: str
    band: str
    """Closed path of the 95% interval; empty with a single point."""


@dataclass(frozen=True)
class CurvePanel:
    """The curves of one metric."""

    key: str
    """The id of its title."""
    title: str
    frame: Frame
    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, Tick], ...]
    """Each with its x."""

    @property
    def shares(self) -> tuple[tuple[int, float], ...]:
        """Per cent and its y."""
        return tuple((value, self.frame.y(value / 100)) for value in (0, 25, 50, 75, 100))


def curve_panel(
    key: str,
    title: str,
    frame: Frame,
    ticks: Sequence[Tick],
    series: Sequence[Sequence[tuple[int, Rate, str]]],
) -> CurvePanel:
    """`series`: of each line the place on the axis, the rate there, and the same in words."""
    return CurvePanel(
        key,
        title,
        frame,
        lines=tuple(
            _line(style, (style - (len(series) - 1) / 2) * DODGE, one, frame, len(ticks))
            for style, one in enumerate(series)
        ),
        ticks=tuple((frame.x(place, len(ticks)), tick) for place, tick in enumerate(ticks) if tick.text),
    )


def _line(
    style: int, dodge: float, series: Sequence[tuple[int, Rate, str]], frame: Frame, places: int
) -> Line:
    points = tuple(
        Point(
            x=round(frame.x(place, places) + dodge, 1),
            y=frame.y(rate.low),
            high_y=frame.y(rate.high),
            ci_low_y=frame.y(rate.ci_low),
            ci_high_y=frame.y(rate.ci_high),
            words=words,
        )
        for place, rate, words in series
    )
    back = [f"L{point.x:g} {point.ci_low_y:g}" for point in reversed(points)]
    upper = _joined([(point.x, point.ci_high_y) for point in points])
    return Line(
        style=style,
        points=points,
        path=_joined([(point.x, point.y) for point in points]),
        band=" ".join([upper, *back, "Z"]) if len(points) > 1 else "",
    )


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{'L' if index else 'M'}{x:g} {y:g}" for index, (x, y) in enumerate(points))


@dataclass(frozen=True)
class HeatCell:
    """A rate in a map."""

    low: float
    """What is unresolved counted as not passed."""
    high: float
    """What is unresolved counted as passed."""
    words: str
    """The same for reading."""

    @property
    def text(self) -> str:
        """`72`, or `72–80` where something is unresolved."""
        return range_text(self.low, self.high, 0).removesuffix("%")

    @property
    def shade(self) -> int:
        """Tenths, for colouring; the last is that of everything alone."""
        return int(self.low * 10)

    @property
    def is_open(self) -> bool:
        """Whether what is unresolved leaves it a range."""
        return self.low != self.high

    @property
    def is_full(self) -> bool:
        """Whether everything passed."""
        return self.low == 1


@dataclass(frozen=True)
class HeatMap:
    """Rows and columns with a rate where they meet."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[HeatCell | None, ...]], ...]
    """Name, a remark beside it, and a cell for each column; None where nothing applies."""


def heat_map(
    title: str, corner: str, columns: Sequence[str], series: Sequence[Mapping[str, tuple[int, Rate]]]
) -> HeatMap:
    """A row for each name, with how many instances it has; a column for each of the series."""
    counts = {name: one[name][0] for one in reversed(series) for name in one}
    rows = tuple(
        (
            spoken(name),
            count_text(counts[name], "instance"),
            tuple(_cell(one.get(name), name) for one in series),
        )
        for name in dict.fromkeys(name for one in series for name in one)
    )
    return HeatMap(title, corner, tuple(columns), rows)


def pair_map(
    title: str, corner: str, columns: Sequence[str], table: Mapping[str, Mapping[str, BucketScore]]
) -> HeatMap:
    """Pass-all of one solver where two disaggregations meet, by the bucket of the one and then of the other."""
    found = {
        name: {column: (one.instances, one.pass_all) for column, one in row.items()}
        for name, row in table.items()
    }
    rows = tuple(
        (spoken(name), "", tuple(_cell(row.get(column), f"{name} and {column}") for column in columns))
        for name, row in found.items()
    )
    return HeatMap(title, corner, tuple(columns), rows)


def _cell(found: tuple[int, Rate] | None, name: str) -> HeatCell | None:
    if found is None:
        return None
    count, rate = found
    return HeatCell(rate.low, rate.high, rate_of_bucket(spoken(name), rate, count))


def rate_of_bucket(name: str, rate: Rate, instances: int) -> str:
    """A rate with its interval, and over how many instances it is."""
    return f"{name}: {rate_text(rate)} {interval_text(rate)}, {count_text(instances, 'instance')}"


Bend = tuple[str, str, int]
"""Parent, child and layer of a bend."""

Node = str | Bend
Place = tuple[int, float]
"""Column (0 is the leftmost) and row (0 is the top; a real number)."""

Links = Mapping[Node, Sequence[Node]]
Chain = tuple[Node, ...]
"""An edge: parent, bends, child; one node a layer."""

SWEEPS = 6
"""Passes over the layers; on graphs of 30 nodes nothing changes after five."""


BEND_GAP = 0.6
"""Distance that a bend keeps from its neighbours; nodes keep 1 from each other."""


@dataclass(frozen=True)
class Layout:
    """Where nodes stand and edges pass."""

    places: Mapping[str, Place]
    routes: Mapping[tuple[str, str], tuple[Place, ...]]
    """Parent and child → the places that the edge passes, both ends included."""
    columns: int
    rows: float
    """Row of the lowest place."""


def layered(parents: Mapping[str, Sequence[str]]) -> Layout:
    """Lay out a graph given as node → its parents; AuthorError when it has a cycle or a parent is no node."""
    layer_of = _longest_paths(parents)
    chains = {
        (parent, child): _chain(parent, child, layer_of)
        for child in parents
        for parent in dict.fromkeys(parents[child])
    }
    before, after = _links(chains.values())
    layers = _ordered(_filled(layer_of, chains.values()), before, after)
    rows = _rows(layers, before, after)
    places = {node: (column, rows[node]) for column, layer in enumerate(layers) for node in layer}
    return Layout(
        places={node: places[node] for node in parents},
        routes={edge: tuple(places[node] for node in chain) for edge, chain in chains.items()},
        columns=len(layers),
        rows=max(rows.values(), default=0.0),
    )


def _longest_paths(parents: Mapping[str, Sequence[str]]) -> dict[str, int]:
    layer_of: dict[str, int] = {}
    waiting = list(parents)
    while waiting:
        ready = [node for node in waiting if all(parent in layer_of for parent in parents[node])]
        if not ready:
            raise AuthorError(
                f"{', '.join(map(str, waiting))} depend on each other in a circle, or on something that is missing, so "
                "there is no order to draw them in. Correct their depends_on; `benchwright check` names the cycle."
            )
        for node in ready:
            layer_of[node] = max((layer_of[parent] + 1 for parent in parents[node]), default=0)
        waiting = [node for node in waiting if node not in layer_of]
    return layer_of


def _chain(parent: str, child: str, layer_of: Mapping[str, int]) -> Chain:
    bends = tuple((parent, child, layer) for layer in range(layer_of[parent] + 1, layer_of[child]))
    return (parent, *bends, child)


def _filled(layer_of: Mapping[str, int], chains: Iterable[Chain]) -> list[list[Node]]:
    layers: list[list[Node]] = [[] for _ in range(max(layer_of.values(), default=-1) + 1)]
    for node, layer in layer_of.items():
        layers[layer].append(node)
    for chain in chains:
        for offset, bend in enumerate(chain[1:-1], 1):
            layers[layer_of[str(chain[0])] + offset].append(bend)
    return layers


def _links(chains: Iterable[Chain]) -> tuple[Links, Links]:
    before: defaultdict[Node, list[Node]] = defaultdict(list)
    after: defaultdict[Node, list[Node]] = defaultdict(list)
    for chain in chains:
        for left, right in pairwise(chain):
            after[left].append(right)
            before[right].append(left)
    return before, after


def _ordered(layers: list[list[Node]], before: Links, after: Links) -> list[list[Node]]:
    best, fewest = layers, _crossings(layers, after)
    for _ in range(SWEEPS):
        layers = _swept(_swept(layers, before)[::-1], after)[::-1]
        crossings = _crossings(layers, after)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def _swept(layers: Sequence[list[Node]], links: Links) -> list[list[Node]]:
    """Each layer sorted by the mean position of its neighbours in the layer before it, as `layers` runs."""
    swept: list[list[Node]] = []
    for layer in layers:
        at: dict[Node, float] = {node: index for index, node in enumerate(layer)}
        if swept:
            above = {node: index for index, node in enumerate(swept[-1])}
            for node in layer:
                if known := [above[other] for other in links.get(node, ()) if other in above]:
                    at[node] = mean(known)
        swept.append(sorted(layer, key=at.__getitem__))
    return swept


def _crossings(layers: Sequence[Sequence[Node]], after: Links) -> int:
    crossings = 0
    for left, right in pairwise(layers):
        index = {node: i for i, node in enumerate(right)}
        ends = [index[end] for node in left for end in sorted(after.get(node, ()), key=index.__getitem__)]
        crossings += sum(a > b for i, a in enumerate(ends) for b in ends[i + 1 :])
    return crossings


def _rows(layers: Sequence[Sequence[Node]], before: Links, after: Links) -> dict[Node, float]:
    rows = {node: float(index) for layer in layers for index, node in enumerate(layer)}
    for links, order in [(before, layers), (after, layers[::-1])] * SWEEPS:
        for layer in order:
            wanted = [
                mean([rows[other] for other in links[node]]) if links.get(node) else rows[node]
                for node in layer
            ]
            rows.update(zip(layer, _spread(wanted, layer), strict=True))
    top = min(rows.values(), default=0.0)
    return {node: row - top for node, row in rows.items()}


def _spread(wanted: Sequence[float], layer: Sequence[Node]) -> list[float]:
    """The rows nearest to those wanted (least squares) that keep the order and the distances that nodes need."""
    gaps = [1.0 if isinstance(a, str) and isinstance(b, str) else BEND_GAP for a, b in pairwise(layer)]
    offsets = list(accumulate(gaps, initial=0.0))
    slack = isotonic_regression([row - offset for row, offset in zip(wanted, offsets, strict=True)]).x
    return [float(row) + offset for row, offset in zip(slack, offsets, strict=True)]


BOX_WIDTH, BOX_HEIGHT = 190, 54
COLUMN, ROW = 222, 62
"""Distances of the large drawing, in CSS pixels."""

MINI_COLUMN, MINI_ROW, MINI_MARGIN = 24, 15, 8
"""Distances of the small drawing, in CSS pixels."""

TITLE_LINES, TITLE_WIDTH = 2, 25
"""Lines and characters a line of a title in a box."""


@dataclass(frozen=True)
class TaskBox:
    """A task in the large drawing."""

    number: int
    title: str
    lines: tuple[str, ...]
    """The title, wrapped and cut to the box."""
    level: str
    weight: float
    withheld: bool
    x: float
    """Left edge."""
    y: float
    """Upper edge."""
    small_x: float
    """Centre in the small drawing."""
    small_y: float


@dataclass(frozen=True)
class DagFigure:
    """Both drawings of one project's criteria; sizes in CSS pixels."""

    boxes: tuple[TaskBox, ...]
    """One per task, in the criteria's order."""
    edges: str
    """SVG path of all arrows of the large drawing."""
    width: int
    height: int
    small_edges: str
    small_width: int
    small_height: int


def dag_figure(project: RunProject) -> DagFigure:
    """Lay out a project's criteria; ValueError when they hold a cycle."""
    layout = layered({task.id: task.depends_on for task in project.criteria.tasks})
    boxes = tuple(
        TaskBox(
            number=number,
            title=task.title,
            lines=_wrapped(task.title),
            level=task.level,
            weight=task.weight,
            withheld=project.is_withheld(task),
            x=_large(layout.places[task.id])[0],
            y=_large(layout.places[task.id])[1] - BOX_HEIGHT / 2,
            small_x=_small(layout.places[task.id])[0],
            small_y=_small(layout.places[task.id])[1],
        )
        for number, task in enumerate(project.criteria.tasks, 1)
    )
    routes = list(layout.routes.values())
    return DagFigure(
        boxes=boxes,
        edges=" ".join(_path(route, _large, BOX_WIDTH) for route in routes),
        width=(layout.columns - 1) * COLUMN + BOX_WIDTH + 4,
        height=round(layout.rows * ROW) + BOX_HEIGHT + 4,
        small_edges=" ".join(_path(route, _small, 0) for route in routes),
        small_width=(layout.columns - 1) * MINI_COLUMN + 2 * MINI_MARGIN,
        small_height=round(layout.rows * MINI_ROW) + 2 * MINI_MARGIN,
    )


def _wrapped(title: str) -> tuple[str, ...]:
    return tuple(textwrap.wrap(title, TITLE_WIDTH, max_lines=TITLE_LINES, placeholder="…"))


def _large(place: Place) -> tuple[float, float]:
    """Left edge and middle of the box at a place."""
    return place[0] * COLUMN + 2, round(place[1] * ROW + BOX_HEIGHT / 2 + 2, 1)


def _small(place: Place) -> tuple[float, float]:
    return place[0] * MINI_COLUMN + MINI_MARGIN, round(place[1] * MINI_ROW + MINI_MARGIN, 1)


def _path(route: Sequence[Place], at: Callable[[Place], tuple[float, float]], width: float) -> str:
    return " ".join(_strokes([at(place) for place in route], width))


def _strokes(points: Sequence[tuple[float, float]], width: float) -> Iterator[str]:
    """From the right edge of each place to the left edge of the next, and straight across the bends between."""
    for index, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        start, middle = x + width, (x + width + to_x) / 2
        yield f"{'M' if index == 0 else 'L'}{start:g} {y:g}"
        yield f"C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"
