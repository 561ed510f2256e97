"""The pictures of a report: curves over buckets, and heat maps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.report.figures.curves import DODGE, Point
from pipeline.report.solvers.words import spoken
from pipeline.report.words import interval_text, range_text, rate_text
from pipeline.solving.scoring.cards import natural
from plans.plain_text import count_text
from plans.records.result import Rate
from plans.records.scored_run import BucketScore, SolverScore

WIDTH, HEIGHT = 460, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 12, 46
"""Size and margins of a panel, in CSS pixels."""
LONGEST_TICK = 12
"""Letters of a bucket's name beneath the axis."""
MOST_TICKS = 12
"""Names of buckets that have room beneath the axis."""


@dataclass(frozen=True)
class SolverLine:
    """A solver's line in a panel."""

    style: int
    """Number of its colour, dash and marker."""
    points: tuple[Point, ...]
    path: str
    band: str
    """Closed path of the 95% interval; empty with a single bucket."""


@dataclass(frozen=True)
class Tick:
    """A bucket on the axis."""

    x: float
    text: str
    count: str
    """How many instances it has; empty where there is no room."""


@dataclass(frozen=True)
class BucketPanel:
    """The curves of one metric over the buckets of one disaggregation."""

    key: str
    title: str
    lines: tuple[SolverLine, ...]
    ticks: tuple[Tick, ...]
    shares: tuple[tuple[int, float], ...]
    """Per cent and its y."""


@dataclass(frozen=True)
class HeatMapCell:
    """A value in a heat map."""

    text: str
    shade: int
    """0 to 10."""
    words: str
    is_open: bool = False


@dataclass(frozen=True)
class HeatMap:
    """Rows and columns with a rate where they meet."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[HeatMapCell | None, ...]], ...]
    """Name, a remark beside it, and a cell for each column; None where nothing applies."""


def bucket_panel(key: str, title: str, series: Sequence[Mapping[str, BucketScore]]) -> BucketPanel:
    """Pass-all over buckets, a line for each solver, in order."""
    names = list(dict.fromkeys(name for one in series for name in one))
    xs = {name: _x(place, len(names)) for place, name in enumerate(names)}
    every = -(-len(names) // MOST_TICKS)
    counts = {name: one[name].instances for one in reversed(series) for name in one}
    return BucketPanel(
        key=key,
        title=title,
        lines=tuple(
            _line(style, (style - (len(series) - 1) / 2) * DODGE, one, xs) for style, one in enumerate(series)
        ),
        ticks=tuple(
            Tick(
                xs[name],
                name if len(name) <= LONGEST_TICK else f"{name[: LONGEST_TICK - 1]}…",
                f"n={counts[name]:,}",
            )
            for place, name in enumerate(names)
            if place % every == 0
        ),
        shares=tuple((value, _y(value / 100)) for value in (0, 25, 50, 75, 100)),
    )


def heat_map(
    title: str,
    corner: str,
    solvers: Sequence[SolverScore],
    series: Sequence[Mapping[str, tuple[int, Rate]]],
) -> HeatMap:
    """A row for each name, a column for each solver."""
    names = list(dict.fromkeys(name for one in series for name in one))
    rows = tuple(
        (spoken(name), _count(series, name), tuple(_cell(one.get(name), name) for one in series))
        for name in names
    )
    return HeatMap(title, corner, tuple(one.solver.name for one in solvers), rows)


def pair_map(title: str, corner: str, table: Mapping[str, Mapping[str, BucketScore]]) -> HeatMap:
    """Pass-all of one solver where two disaggregations meet."""
    columns = list(dict.fromkeys(name for row in table.values() for name in row))
    columns.sort(key=natural)
    rows = tuple(
        (
            spoken(name),
            "",
            tuple(
                _cell((row[column].instances, row[column].pass_all), f"{name} and {column}")
                if column in row
                else None
                for column in columns
            ),
        )
        for name, row in table.items()
    )
    return HeatMap(title, corner, tuple(columns), rows)


def _count(series: Sequence[Mapping[str, tuple[int, Rate]]], name: str) -> str:
    found = next((one[name][0] for one in series if name in one), 0)
    return count_text(found, "instance")


def _cell(found: tuple[int, Rate] | None, name: str) -> HeatMapCell | None:
    if found is None:
        return None
    count, rate = found
    return HeatMapCell(
        text=range_text(rate.low, rate.high, 0).removesuffix("%"),
        shade=round(rate.low * 10),
        words=f"{spoken(name)}: {rate_text(rate)} {interval_text(rate)}, {count_text(count, 'instance')}",
        is_open=rate.low != rate.high,
    )


def _line(style: int, dodge: float, series: Mapping[str, BucketScore], xs: Mapping[str, float]) -> SolverLine:
    points = tuple(_point(name, series[name], xs[name] + dodge) for name in xs if name in series)
    back = [f"L{point.x:g} {point.ci_low_y:g}" for point in reversed(points)]
    upper = _joined([(point.x, point.ci_high_y) for point in points])
    return SolverLine(
        style=style,
        points=points,
        path=_joined([(point.x, point.y) for point in points]),
        band=" ".join([upper, *back, "Z"]) if len(points) > 1 else "",
    )


def _point(name: str, score: BucketScore, x: float) -> Point:
    rate = score.pass_all
    return Point(
        x=round(x, 1),
        y=_y(rate.low),
        high_y=_y(rate.high),
        ci_low_y=_y(rate.ci_low),
        ci_high_y=_y(rate.ci_high),
        words=f"{name}: {rate_text(rate)} {interval_text(rate)}, {count_text(score.instances, 'instance')}",
    )


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{'L' if index else 'M'}{x:g} {y:g}" for index, (x, y) in enumerate(points))


def _x(place: int, count: int) -> float:
    inner = WIDTH - LEFT - RIGHT - 40
    return round(LEFT + 20 + (inner / (count - 1) * place if count > 1 else inner / 2), 1)


def _y(share: float) -> float:
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)
