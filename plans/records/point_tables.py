"""What a run comes to where each task earns 0, 1 or 2 points: the tables that PRDBench publishes (arXiv 2510.24358)."""

from pydantic import Field

from plans.records.base import Record
from plans.records.criteria import Kind
from plans.records.rate import Rate

BLOCKED, UNRESOLVED, UNTOLD = "blocked", "unresolved", "not told"
"""What else than a FailureCause keeps a task from all its points: one that it builds on failed, nobody could decide
it, or it failed and its judge names no cause."""


class Gain(Record):
    """The score of the last round less that of the first, paired by project."""

    low: float = Field(ge=-1, le=1)
    """Mean over projects, with what is unresolved turned against the last round."""
    high: float = Field(ge=-1, le=1)
    """The same, turned in favour of the last round."""
    ci_low: float = Field(ge=-1, le=1)
    """Lower end of the 95% interval, bootstrap over projects, of `low`."""
    ci_high: float = Field(ge=-1, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects gained alike, so the interval says nothing."""


class PointScore(Record):
    """Table 3: what the tasks earned, of all that they could."""

    rounds: tuple[Rate, ...]
    """By round: the mean over tasks of points / 2, per project, then over projects; tasks count alike."""
    gain: Gain | None
    """Debugging's gain; None with a single round."""


class TurnCost(Record):
    """Table 4: what a turn took, on average over the projects of one round."""

    turns: int = Field(ge=0)
    """Hand-ins that were asked for in that round; one of an agent that had finished is none."""
    seconds: float | None = Field(ge=0)
    """Wall time of the agent, mean of the turns; None where there was none."""
    tokens_told: int = Field(ge=0)
    """Turns of which all tokens are known: the means of tokens are over these."""
    input_tokens: float | None = Field(ge=0)
    """None: nobody told."""
    output_tokens: float | None = Field(ge=0)
    priced: int = Field(ge=0)
    """Turns of which the whole cost is known: its mean is over these."""
    cost: float | None = Field(ge=0)
    """US dollars; None: nobody told."""
    counted: int = Field(ge=0)
    """Turns of which the calls are known: their mean is over these."""
    calls: float | None = Field(ge=0)
    """Requests to a model; None where no relay counted."""


class KindErrors(Record):
    """Figure 5: how the tasks of one kind went wrong."""

    planned: int = Field(ge=0)
    """Tasks of the kind, all projects and repeats together."""
    halved: int = Field(ge=0)
    """Of those that went wrong: tasks that earned one point of two."""
    causes: dict[str, int]
    """What kept tasks from all their points → how many: a FailureCause, or BLOCKED, UNRESOLVED or UNTOLD."""

    @property
    def wrong(self) -> int:
        """Tasks without all their points."""
        return sum(self.causes.values())


class JudgeCost(Record):
    """Table 6: what judging took, and who decided; a hand-in that stands for several rounds is counted once."""

    judgements: int = Field(ge=0)
    tasks: int = Field(ge=0)
    """Planned in them."""
    seconds: float = Field(ge=0)
    """Wall time of all judgements together."""
    calls: int = Field(ge=0)
    """Replies of a model that verdicts were made of; 0: a program decided all that was decided."""
    input_tokens: int | None = Field(ge=0)
    """None: of some reply nobody told."""
    output_tokens: int | None = Field(ge=0)
    cost: float | None = Field(ge=0)
    """US dollars; None: of some reply it is not known."""
    decided: dict[str, int]
    """program, model, person, BLOCKED and UNRESOLVED → tasks."""


class AgentPoints(Record):
    """The tables' rows of one agent."""

    agent: str
    score: PointScore
    by_kind: dict[Kind, PointScore]
    """Over the projects that have such tasks."""
    cost: tuple[TurnCost, ...]
    """By round."""
    errors: tuple[dict[Kind, KindErrors], ...]
    """By round."""
    judging: JudgeCost


class PointTables(Record):
    """All of them."""

    agents: tuple[AgentPoints, ...]
    """In the run's order."""
