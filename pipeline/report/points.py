"""A run in points (PRDBench, arXiv 2510.24358), with its panels of errors: bars by kind, in pieces by cause."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.report import words
from plans.plain_text import count_text
from plans.records.criteria import TASK_KINDS, KindWord
from plans.records.result import (
    BLOCKED,
    UNRESOLVED,
    UNTOLD,
    AgentPoints,
    Gain,
    JudgeCost,
    KindErrors,
    PointTables,
    Rate,
    TurnCost,
)
from plans.records.run import RunSpec
from plans.records.verdict import FailureCause

CAUSES: dict[str, str] = {
    FailureCause.NOT_STARTED.value: "nothing of it ran, or it broke down over its own imports",
    FailureCause.NO_INTERFACE.value: "it refuses the command line, or lacks what a test imports",
    FailureCause.CRASH.value: "it broke down while it ran",
    FailureCause.TIME_LIMIT.value: "it did not end in time",
    FailureCause.WRONG_OUTPUT.value: "it printed something else than expected",
    FailureCause.NO_FILE.value: "the file was not written",
    FailureCause.OTHER_FILE.value: "the file holds something else than expected",
    FailureCause.TESTS_FAILED.value: "tests failed, were skipped, or did not pass again",
    BLOCKED: "not tried, because a task that it builds on failed",
    UNRESOLVED: "not decided, so it may have earned points",
    UNTOLD: "failed, and the judge names no cause",
}
"""What keeps a task from all its points → what that means, in the order of pictures and tables."""
NOT_TOLD = "not told"
GAIN_WORDS = "percentage points, the last round less the first, paired by project"
DECIDERS = ("program", "model", "person", BLOCKED, UNRESOLVED)


def round_title(run: RunSpec, number: int) -> str:
    """What a round is called: development at first, then debugging or feedback."""
    if number == 1:
        if run.play.mode == "query":
            return "First round"
        return "Free development" if run.play.interface == "free" else "Development"
    later = "Debug" if run.play.later == "debug" else "Feedback"
    return later if run.play.rounds == 2 else f"{later} {number - 1}"


def has_degenerate(tables: PointTables) -> bool:
    """Whether an interval of a score says nothing."""
    scores = [score for one in tables.agents for score in (one.score, *one.by_kind.values())]
    return any(rate.degenerate for score in scores for rate in score.rounds)


def gain_title(run: RunSpec) -> str:
    """What the last round less the first is called."""
    return "Enhancement" if run.play.later == "debug" else "Gain"


def gain_text(gain: Gain) -> str:
    """`+12.5`, or a range where unresolved verdicts leave one."""
    return words.signed_range(gain.low, gain.high)


def gain_interval(gain: Gain) -> str:
    """The gain's 95% interval, with a dagger when it says nothing."""
    low, high = words.signed(gain.ci_low), words.signed(gain.ci_high)
    return f"[{low}, {high}]{'†' if gain.degenerate else ''}"


def rate_cell(rate: Rate) -> tuple[str, str]:
    """A score and its interval."""
    return words.rate_text(rate), words.interval_text(rate)


def cost_cells(cost: TurnCost) -> tuple[tuple[str, str], ...]:
    """Tokens in and out, cost, calls and minutes of a turn; each with the share of turns it is known of, if not all."""
    return (
        _mean(cost.input_tokens, "{:,.0f}", cost.tokens_told, cost.turns),
        _mean(cost.output_tokens, "{:,.0f}", cost.tokens_told, cost.turns),
        (NOT_TOLD, "") if cost.cost is None else (words.dollars(cost.cost), _of(cost.priced, cost.turns)),
        _mean(cost.calls, "{:,.1f}", cost.counted, cost.turns),
        (NOT_TOLD if cost.seconds is None else minutes_text(cost.seconds), ""),
    )


def minutes_text(seconds: float) -> str:
    """Minutes to the tenth; what is less and is something is never rounded to nothing."""
    return "<0.1" if 0 < seconds < 3 else f"{seconds / 60:,.1f}"


def judging_cells(judging: JudgeCost) -> tuple[str, ...]:
    """Submissions, seconds for one and for one of its tasks, replies, tokens in and out, and cost for a submission."""
    if not judging.judgements:
        return ("0", *[words.UNKNOWN] * 6)
    return (
        f"{judging.judgements:,}",
        f"{judging.seconds / judging.judgements:,.1f}",
        f"{judging.seconds / judging.tasks:,.2f}",
        f"{judging.calls / judging.judgements:,.1f}" if judging.calls else "0",
        *(
            NOT_TOLD if tokens is None else f"{tokens / judging.judgements:,.0f}"
            for tokens in (judging.input_tokens, judging.output_tokens)
        ),
        NOT_TOLD if judging.cost is None else words.dollars(judging.cost / judging.judgements),
    )


def decided_shares(judging: JudgeCost) -> tuple[str, ...]:
    """By program, model and person; then what was blocked, and what nobody decided."""
    if not judging.tasks:
        return (words.UNKNOWN,) * len(DECIDERS)
    return tuple(words.percent(judging.decided.get(one, 0) / judging.tasks) for one in DECIDERS)


def judging_text(tables: PointTables) -> str:
    """Whether any model was asked to decide, in a sentence."""
    calls = sum(one.judging.calls for one in tables.agents)
    if calls:
        return f"Verdicts were made of {count_text(calls, 'reply', 'replies')} of a model in all."
    return "No model was asked: a program decided all that was decided, by 0 calls at no cost."


def kinds_in(tables: PointTables) -> list[KindWord]:
    """The kinds of tasks that there are, in the order of the tables."""
    there = {kind for one in tables.agents for kind in one.by_kind}
    return [kind for kind in TASK_KINDS if kind in there]


def causes_in(tables: PointTables) -> list[str]:
    """What kept any task from its points at a first or last round, in the order of the pictures."""
    there = {
        cause
        for agent in tables.agents
        for errors in _ends(agent)
        for one in errors.values()
        for cause in one.causes
    }
    return [cause for cause in CAUSES if cause in there]


def error_cell(agent: AgentPoints, kind: KindWord, cause: str | None = None) -> tuple[str, str]:
    """Share of a kind's tasks at the first and the last round, and their numbers; `cause`: None for all causes."""
    there = [one[kind] for one in _ends(agent) if kind in one]
    if not there:
        return words.UNKNOWN, ""
    counts = [one.wrong if cause is None else one.causes.get(cause, 0) for one in there]
    if not any(counts):
        return "0", ""
    shares = [words.percent(count / one.planned, 0) for count, one in zip(counts, there, strict=True)]
    return " → ".join(shares), f"{' → '.join(f'{count:,}' for count in counts)} of {there[0].planned:,}"


def halved_cell(agent: AgentPoints, kind: KindWord) -> str:
    """How many tasks of a kind earned one point of two, at the first and the last round."""
    return " → ".join(f"{one[kind].halved:,}" for one in _ends(agent) if kind in one) or words.UNKNOWN


def _ends(agent: AgentPoints) -> tuple[dict[KindWord, KindErrors], ...]:
    """What went wrong at the first and the last round; of a single round once."""
    return agent.errors if len(agent.errors) < 2 else (agent.errors[0], agent.errors[-1])


def _mean(value: float | None, form: str, known: int, turns: int) -> tuple[str, str]:
    return (NOT_TOLD, "") if value is None else (form.format(value), _of(known, turns))


def _of(known: int, turns: int) -> str:
    return "" if known == turns else f"of {known} of {count_text(turns, 'turn')}"


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
    told: str

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


def _panel(agent: AgentPoints, index: int, kinds: Sequence[KindWord], run: RunSpec) -> ErrorPanel:
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
        groups.append(BarGroup(y + HEADING - 6, TASK_KINDS[kind].plural, bars))
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
            told = f"{cause}: {words.percent(count / errors.planned)}, {count} of {count_text(errors.planned, 'task')}"
            pieces.append(BarPiece(start, round(end - start, 2), NUMBERS[cause], f"{title}, {told}"))
            before += count
    share = errors.wrong / errors.planned
    return KindBar(y, title, words.percent(share, 0), _x(share), tuple(pieces))


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 2)
