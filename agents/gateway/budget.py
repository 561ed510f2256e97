"""What our own work may use of models: reckoned before it begins, and held to before each call, in all and by role."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.gateway.estimating import cost_of, most_tokens
from agents.gateway.pricing import price_mend
from agents.gateway.spending import Account, Most, most_of
from plans.errors import AuthorError, BudgetError
from plans.records.endpoint import Allowance, Price
from plans.records.model_call import ModelRequest
from plans.records.model_role import Role
from plans.records.model_usage import ModelUsage
from plans.records.usage import Tokens, Usage

AUTHORING = "`author` under [budget] in benchwright.toml, or --max-cost and --max-tokens"
PLAYING = "`run` under [budget] in benchwright.toml, or --max-cost and --max-tokens"
"""Where the bounds of a whole work are set."""


class Expected(NamedTuple):
    """What a work is going to ask of a role, as far as that can be reckoned."""

    role: Role
    calls: int
    tokens: Tokens
    """Of all these calls."""
    price: Price | None


@dataclass
class Purse:
    """All that may be used in one run; a call goes out only if what it may take at most is still there."""

    run: Account = field(default_factory=Account)
    """Of the whole work; others may charge it too."""
    roles: Mapping[Role, Allowance] = field(default_factory=dict[Role, Allowance])
    set_by: str = AUTHORING
    """Where what the run may use is set, in words."""

    def __post_init__(self) -> None:
        self._roles = {role: Account(allowed, above=self.run) for role, allowed in self.roles.items()}
        self._excess: dict[Role, Most] = {}
        """Role → how much more one of its calls took than its request allows."""

    def take_over(self, usage: ModelUsage, prices: Mapping[Role, Price | None]) -> None:
        """Charge what was used before, when the same run was stopped."""
        for line in usage.lines:
            self.charge(line.role, line.usage, prices.get(line.role))

    @asynccontextmanager
    async def reserved(self, role: Role, request: ModelRequest, price: Price | None) -> AsyncGenerator[None]:
        """Hold what a call may take at most while it is under way; raises BudgetError where it is not there.

        It waits where only other calls under way, of anybody who has a share in the run, leave too little for it: these
        may give some back. What it took is for `charge` to tell, within.
        """
        most = self._reckoned(role, request, price)
        own = self._roles.get(role, self.run)
        self._require(role, most)
        while not own.has_room(most):
            await own.released()
            self._require(role, most)
        with own.held(most):
            yield

    def learn(self, role: Role, request: ModelRequest, used: Usage, price: Price | None) -> None:
        """Reckon with it from now on where a call took more than its request allows: an endpoint may add a prompt of
        its own, or count thoughts beside the answer.
        """
        most, before = most_of(most_tokens(request), price), self._excess.get(role, Most(0, 0.0))
        tokens, cost = used.tokens.total - most.tokens, used.dollars - most.cost
        self._excess[role] = Most(max(before.tokens, tokens), max(before.cost, cost))

    def charge(self, role: Role, usage: Usage, price: Price | None) -> None:
        """Charge what was used, to the role and to the run."""
        self._roles.get(role, self.run).take_over(usage, price)

    def require_room(self, expected: Iterable[Expected]) -> None:
        """Raise BudgetError, before anything is spent, where what a run is going to take is more than is left."""
        reckoned = list(expected)
        for role, account in [("the run", self.run), *self._roles.items()]:
            those = [one for one in reckoned if role in ("the run", one.role)]
            tokens = sum(one.tokens.total for one in those)
            cost = sum(cost_of(one.tokens, one.price) for one in those if one.price)
            calls = sum(one.calls for one in those)
            if calls and (refusal := account.refusal(Most(tokens, cost, calls), "all of it")):
                # Where a price is not known, no sum is told: it would seem to cost nothing.
                money = f" and {cost:.2f} US dollars" if all(one.price for one in those) else ""
                raise BudgetError(
                    f"The budget of {self._called(role)} is too small: about {calls:,} calls with {tokens:,} "
                    f"tokens{money} are expected: {refusal}. No call was made yet. Raise the budget "
                    f"({self._where(role)}), or give fewer items, rounds or repeats."
                )

    def _reckoned(self, role: Role, request: ModelRequest, price: Price | None) -> Most:
        most, excess = most_of(most_tokens(request), price), self._excess.get(role, Most(0, 0.0))
        return Most(most.tokens + excess.tokens, most.cost + excess.cost)

    def _require(self, role: Role, most: Most) -> None:
        own = self._roles.get(role)
        for name, account in (("the run", self.run), *([(role, own)] if own else [])):
            if refusal := account.refusal(most):
                raise BudgetError(
                    f"The budget of {self._called(name)} does not allow another call: {refusal}. Raise it "
                    f"({self._where(name)}) and give the same command again: replies that were paid for are kept."
                )

    def _called(self, name: str) -> str:
        return "this command" if name == "the run" and self.set_by == AUTHORING else name

    def _where(self, name: str) -> str:
        return self.set_by if name == "the run" else f"`budget` under [roles.{name}] in benchwright.toml"


def refuse_unpriced_role(role: Role, endpoint: str, model: str, price: Price | None) -> None:
    """AuthorError when costs are bounded and nobody said what the role's model costs."""
    if price is None:
        raise AuthorError(
            f"The budget is in US dollars, and endpoint {endpoint!r} has no price for model {model!r}, which plays "
            f"{role}, so that nothing would bound it. {price_mend(endpoint, model)}"
        )
