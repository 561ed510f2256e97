"""What was used of models, as relay and gateway counted it, and what is expected."""

from enum import StrEnum
from typing import ClassVar, Self

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.model_settings import ModelRole, SamplingSettings


class RelayRefusal(StrEnum):
    """Why the relay let nobody answer a call; a key of `Usage.failed`."""

    BUDGET = "budget"
    """The budget was used up."""
    WAITED = "waited for the budget"
    """The program gave up before the budget had room for the call."""
    OTHER_MODEL = "other model"
    HOSTED_TOOLS = "hosted tools"
    """It asked for nothing but what the endpoint would do by itself."""


class Tokens(Record):
    """Tokens of one or of several calls, in the same words for every protocol."""

    input: int = Field(default=0, ge=0)
    """All of it: read from a cache and written to one included."""
    cached_input: int = Field(default=0, ge=0)
    """Part of the input that was read from a cache."""
    output: int = Field(default=0, ge=0)
    """All of it, reasoning included."""
    reasoning: int = Field(default=0, ge=0)
    """Part of the output that was reasoning, where the endpoint says so."""

    @property
    def total(self) -> int:
        """Input and output."""
        return self.input + self.output

    def __add__(self, other: Self) -> "Tokens":
        return Tokens(
            input=self.input + other.input,
            cached_input=self.cached_input + other.cached_input,
            output=self.output + other.output,
            reasoning=self.reasoning + other.reasoning,
        )


class Usage(Record):
    """Of one turn of an agent, or of several added up."""

    calls: int = Field(default=0, ge=0)
    """Requests to a model, failed ones and those that the relay refused included."""
    counts: int = Field(default=0, ge=0)
    """Requests that had tokens counted, and nothing answered; no part of `calls`."""
    failed: dict[str, int] = {}
    """Why a call gave no whole answer → how often: an HTTP status, or the relay's own word for it."""
    unreported: int = Field(default=0, ge=0)
    """Calls that may have been paid for and of which nobody said how much they used, or not all: answered without a
    word on tokens, broken off, left, silent or killed."""
    tokens: Tokens = Tokens()
    """As the endpoint reported them."""
    estimated: int = Field(default=0, ge=0)
    """Tokens charged to the budget for unreported calls, from the size of what was sent and came, beside what they did
    report; no part of `tokens`."""
    cost: float | None = Field(default=0.0, ge=0)
    """US dollars by the endpoint's prices; None when a price or a report is missing, so that it is unknown."""
    charged: float = Field(default=0.0, ge=0)
    """US dollars charged to the budget: as `cost`, and for `estimated` tokens by the same prices, so that it is known
    where the cost is not; 0 where no price is known, and in records of before, whose cost was charged."""
    first_call: float | None = Field(default=None, ge=0)
    """Seconds from the beginning of the turn to its first call."""
    left_out: dict[str, int] = {}
    """Tools that an endpoint would carry out by itself, and parameters that nobody knows → how often they were kept
    from it; the names are the program's."""

    @property
    def dollars(self) -> float:
        """What it takes of a budget in US dollars."""
        return max(self.charged, self.cost or 0.0)

    def __add__(self, other: Self) -> "Usage":
        return Usage(
            calls=self.calls + other.calls,
            counts=self.counts + other.counts,
            failed=_sums(self.failed, other.failed),
            unreported=self.unreported + other.unreported,
            tokens=self.tokens + other.tokens,
            estimated=self.estimated + other.estimated,
            cost=None if self.cost is None or other.cost is None else self.cost + other.cost,
            charged=self.dollars + other.dollars,
            first_call=self.first_call if self.first_call is not None else other.first_call,
            left_out=_sums(self.left_out, other.left_out),
        )


def _sums(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in sorted({*one, *other})}


class Used(Record):
    """What an agent used of models in several turns, as far as it was told; None is unknown, and never nothing."""

    turns: int = Field(default=0, ge=0)
    """Turns that were played; those that could not be judged included, as what they used is paid for."""
    turns_told: int = Field(default=0, ge=0)
    """Turns of which all tokens are known; fewer than `turns`: the sums are the least that was used."""
    turns_priced: int = Field(default=0, ge=0)
    """Turns of which the whole cost is known."""
    calls: int | None = Field(default=None, ge=0)
    """Requests to a model, failed ones included; None where no relay counted."""
    input_tokens: int | None = Field(default=None, ge=0)
    """Cached ones included."""
    cached_input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    """US dollars, by the endpoint's prices or as the agent reports it."""


class UsageLine(Record):
    """What one role used in one stage of the work on one project, in one round."""

    role: ModelRole
    stage: str = ""
    project: str = ""
    round: int | None = None
    usage: Usage


class ModelUsage(Record):
    """All that was used, a line for every role, stage, project and round."""

    lines: tuple[UsageLine, ...] = ()
    is_replay: bool = False
    """Whether nobody was asked: these replies came from the journal of earlier work, which paid for them."""

    @property
    def total(self) -> Usage:
        """All lines together."""
        return sum((line.usage for line in self.lines), Usage())


class ModelUsageFile(FileRecord):
    """`models.json`, beside the journal of a run or of a suite that is being authored."""

    SCHEMA: ClassVar[str] = "models"
    IS_SYNCED: ClassVar[bool] = True

    usage: ModelUsage


class PlayedRole(Record):
    """A role, and the model that played it."""

    role: ModelRole
    endpoint: str
    """Its name; where it is stands among the run's endpoints."""
    model: str
    sampling: SamplingSettings


class ModelPlay(Record):
    """All of them."""

    roles: tuple[PlayedRole, ...] = ()
    """A code agent's model is among its own options."""
    is_replay: bool = False
    """Whether a journal alone answered, and nobody was asked."""


class Foreseen(Record):
    """Of one role."""

    role: ModelRole
    model: str | None = None
    """In place of the one that plays the role; None: that one."""
    calls: int = Field(ge=0)
    tokens: Tokens
    """Of all these calls."""


class RelayedCall(FileRecord):
    """One line of `spending.jsonl` of a run: a call by way of our relay. There may be two of a call, and the later one
    counts.
    """

    SCHEMA: ClassVar[str] = "relayed_call"

    call: str
    """Which one; unique in the file."""
    agent: str = ""
    project: str = ""
    round: int | None = None
    usage: Usage
    """What it is charged; of one that is under way, what it is charged should nobody hear of it any more."""
    is_under_way: bool = False
    """Whether it has only begun: where no other line follows, the process was killed meanwhile."""
