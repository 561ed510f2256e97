"""Curves by round: one panel a metric, one line an agent, with the band of its 95% interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.report.words import METRICS, HeadlineMetric, interval_text, rate_text
from plans.records.result import AgentScore, Rate, RoundScore

WIDTH, HEIGHT = 340, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 14, 10, 30
"""Size and margins of a panel, in CSS pixels."""

DODGE = 3.0
"""Sideways distance between the points of neighbouring agents, so that equal values stay apart."""


@dataclass(frozen=True)
class Point:
    """An agent's value at a round."""

    x: float
    y: float
    """Of the rate with unresolved verdicts counted as not passed."""
    high_y: float
    """Of the rate with unresolved verdicts counted as passed."""
    ci_low_y: float
    ci_high_y: float
    words: str
    """The same for reading."""


@dataclass(frozen=True)
class AgentLine:
    """An agent's line in a panel."""

    style: int
    """Number of the agent's colour, dash and marker."""
    agent: str
    points: tuple[Point, ...]
    path: str
    band: str
    """Closed path of the 95% interval; empty with a single round."""


@dataclass(frozen=True)
class MetricPanel:
    """The curves of one metric."""

    metric: HeadlineMetric
    lines: tuple[AgentLine, ...]
    rounds: tuple[tuple[int, float], ...]
    """Round and its x."""
    shares: tuple[tuple[int, float], ...]
    """Per cent and its y."""


def panels(agents: Sequence[AgentScore], rounds: int, *, cumulative: bool) -> tuple[MetricPanel, ...]:
    """The three panels."""
    return tuple(_panel(metric, agents, rounds, cumulative=cumulative) for metric in METRICS)


def _panel(
    metric: HeadlineMetric, agents: Sequence[AgentScore], rounds: int, *, cumulative: bool
) -> MetricPanel:
    rate = metric.cumulative if cumulative else metric.state
    return MetricPanel(
        metric=metric,
        lines=tuple(
            _line(score, index, (index - (len(agents) - 1) / 2) * DODGE, rate, rounds)
            for index, score in enumerate(agents)
        ),
        rounds=tuple((number, _x(number, rounds)) for number in range(1, rounds + 1)),
        shares=tuple((value, _y(value / 100)) for value in (0, 25, 50, 75, 100)),
    )


def _line(
    score: AgentScore, style: int, dodge: float, rate: Callable[[RoundScore], Rate], rounds: int
) -> AgentLine:
    points = tuple(_point(one.round, rate(one), dodge, rounds, score.agent.name) for one in score.rounds)
    back = [f"L{point.x:g} {point.ci_low_y:g}" for point in reversed(points)]
    return AgentLine(
        style=style,
        agent=score.agent.name,
        points=points,
        path=_joined([(point.x, point.y) for point in points]),
        band=" ".join([_joined([(p.x, p.ci_high_y) for p in points]), *back, "Z"]) if len(points) > 1 else "",
    )


def _point(round_number: int, rate: Rate, dodge: float, rounds: int, agent: str) -> Point:
    return Point(
        x=_x(round_number, rounds) + dodge,
        y=_y(rate.low),
        high_y=_y(rate.high),
        ci_low_y=_y(rate.ci_low),
        ci_high_y=_y(rate.ci_high),
        words=f"{agent}, round {round_number}: {rate_text(rate)} {interval_text(rate)}",
    )


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{'L' if index else 'M'}{x:g} {y:g}" for index, (x, y) in enumerate(points))


def _x(number: int, rounds: int) -> float:
    inner = WIDTH - LEFT - RIGHT - 40
    step = inner / (rounds - 1) if rounds > 1 else 0
    return round(LEFT + 20 + (step * (number - 1) if rounds > 1 else inner / 2), 1)


def _y(share: float) -> float:
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)
