"""Panels of errors: bars of the first and last round for each kind, a piece for each cause."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.report.points import CAUSES, KINDS, kinds_in, round_title
from pipeline.report.words import percent
from plans.plain_text import count_text
from plans.records.criteria import MethodKind
from plans.records.result import AgentPoints, KindErrors, PointTables
from plans.records.run import RunSpec

WIDTH = 340
LEFT, RIGHT, TOP, BOTTOM = 12, 46, 6, 26
"""Size and margins of a panel, in CSS pixels."""
BAR, GAP, HEADING = 17, 4, 19
"""Height of a bar, the space beneath it, and the height of the line that names its kind."""
FEWEST = 8
"""Width that each digit of a piece's number needs to be written into it, beside a little air."""
NUMBERS = {cause: number for number, cause in enumerate(CAUSES, 1)}
"""Cause → its number in pictures and in the legend, so that nothing depends on colour alone."""


@dataclass(frozen=True)
class BarPiece:
    """The tasks of a bar that one cause kept from their points."""

    x: float
    width: float
    number: int
    words: str

    @property
    def is_numbered(self) -> bool:
        """Whether its number has room in it."""
        return self.width >= FEWEST * len(str(self.number)) + 4


@dataclass(frozen=True)
class KindBar:
    """The tasks of one kind at one round."""

    y: float
    round: str
    text: str
    """The whole of what went wrong, as a percentage."""
    end: float
    """Where the last piece ends."""
    pieces: tuple[BarPiece, ...]


@dataclass(frozen=True)
class BarGroup:
    """The bars of one kind."""

    y: float
    """Of the line that names it."""
    title: str
    bars: tuple[KindBar, ...]


@dataclass(frozen=True)
class ErrorPanel:
    """What went wrong for one agent."""

    agent: str
    index: int
    height: float
    groups: tuple[BarGroup, ...]
    shares: tuple[tuple[int, float], ...]
    """Per cent and its x."""


def error_panels(tables: PointTables, run: RunSpec) -> tuple[ErrorPanel, ...]:
    """A panel for each agent of which anything was judged."""
    kinds = kinds_in(tables)
    return tuple(
        _panel(agent, index, kinds, run)
        for index, agent in enumerate(tables.agents)
        if agent.judging.judgements
    )


def _panel(agent: AgentPoints, index: int, kinds: Sequence[MethodKind], run: RunSpec) -> ErrorPanel:
    rounds = sorted({1, len(agent.errors)})
    groups: list[BarGroup] = []
    y = float(TOP)
    for kind in kinds:
        top = y + HEADING
        bars = tuple(
            _bar(top + place * (BAR + GAP), round_title(run, number), agent.errors[number - 1][kind])
            for place, number in enumerate(rounds)
            if kind in agent.errors[number - 1]
        )
        groups.append(BarGroup(y + HEADING - 6, KINDS[kind], bars))
        y = top + len(rounds) * (BAR + GAP) + GAP
    return ErrorPanel(
        agent=agent.agent,
        index=index,
        height=y + BOTTOM,
        groups=tuple(groups),
        shares=tuple((value, _x(value / 100)) for value in (0, 25, 50, 75, 100)),
    )


def _bar(y: float, title: str, errors: KindErrors) -> KindBar:
    pieces: list[BarPiece] = []
    before = 0
    for cause in CAUSES:
        if count := errors.causes.get(cause, 0):
            start, end = _x(before / errors.planned), _x((before + count) / errors.planned)
            told = (
                f"{cause}: {percent(count / errors.planned)}, {count} of {count_text(errors.planned, 'task')}"
            )
            pieces.append(BarPiece(start, round(end - start, 2), NUMBERS[cause], f"{title}, {told}"))
            before += count
    share = errors.wrong / errors.planned
    return KindBar(y, title, percent(share, 0), _x(share), tuple(pieces))


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 2)
