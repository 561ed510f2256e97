"""How long a turn of the minimal agent may become."""

from agents.gateway.budget import Account
from plans.records.base import Record
from plans.records.endpoint import Allowance
from plans.records.model_reply import ModelReply
from plans.records.model_settings import AgentSettings
from plans.records.usage import Usage

STEPS = 100
TOKENS = 4_000_000


class TurnLimits(Record):
    """Of one turn."""

    steps: int = STEPS
    """Answers of the model."""
    tokens: int = TOKENS
    """In and out, of all of them; what the endpoint reads from a cache counts as well."""
    budget: Allowance = Allowance()
    """`[budget.turn]`, as for every agent."""

    def described(self) -> dict[str, str]:
        """As options of the agent that a run records."""
        bounds = self.budget.model_dump(exclude_none=True)
        budget = ", ".join(f"{what} {bound:.15g}" for what, bound in bounds.items())
        return {
            "steps": str(self.steps),
            "tokens": str(self.tokens),
            **({"budget": budget} if budget else {}),
        }


def limits_of(settings: AgentSettings, budget: Allowance) -> TurnLimits:
    """What `[agents.minimal]` and `[budget.turn]` say."""
    return TurnLimits(steps=settings.steps or STEPS, tokens=settings.tokens or TOKENS, budget=budget)


class Spent:
    """What a turn has used so far."""

    def __init__(self, limits: TurnLimits) -> None:
        self._limits = limits
        self._account = Account(limits.budget)
        self.usage = Usage()
        self.steps = 0

    def add(self, reply: ModelReply) -> None:
        """Note a reply, also one that cannot be used. One from the journal counts as when it was paid for, and
        one whose endpoint does not tell what it used as the gateway estimates it.
        """
        self.steps += 1
        self.usage += reply.usage
        self._account.take_over(reply.usage)

    def budget_used(self) -> str:
        """What of the turn's budget is used up, in words; empty while there is some."""
        return self._account.used_up()

    def limit_met(self) -> str:
        """Which limit of its own it has met, in words; empty while there is none."""
        if self.steps >= self._limits.steps:
            return f"{self.steps} of {self._limits.steps} steps"
        tokens = self.usage.tokens.total + self.usage.estimated
        if tokens >= self._limits.tokens:
            return f"{tokens:,} of {self._limits.tokens:,} tokens"
        return ""
