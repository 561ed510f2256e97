"""What may still be spent: an account for each turn, and one above them for the whole run."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Self

from plans.errors import AuthorError, BudgetError
from plans.records.endpoint import Allowance, Budget, Endpoint, Price
from plans.records.usage import Tokens, Usage

MILLION = 1_000_000


def cost_of(tokens: Tokens, price: Price) -> float:
    """US dollars."""
    cached = price.input if price.cached_input is None else price.cached_input
    fresh = max(tokens.input - tokens.cached_input, 0)
    return (fresh * price.input + tokens.cached_input * cached + tokens.output * price.output) / MILLION


@dataclass
class Account:
    """What was used of an allowance; everything is charged to the account above too.

    Calls are charged when they begin, tokens and cost when they end. Until then what a call may take is held, and
    another one waits where that leaves too little for it, so that no more than one call goes beyond.
    """

    allowance: Allowance = Allowance()
    above: Self | None = None
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    _held: list[Tokens] = field(default_factory=list[Tokens], repr=False)
    """What each call that is under way may take."""
    _held_cost: float = field(default=0.0, repr=False)
    _waiting: list[asyncio.Future[None]] = field(default_factory=list[asyncio.Future[None]], repr=False)
    """Those who want to make a call, in the account above all others."""

    @asynccontextmanager
    async def admitted(self, most: Tokens, price: Price | None) -> AsyncGenerator[str]:
        """Wait until there is room for a call beside those under way, and charge it as a call; within, what it may take
        is held. Yields what is used up, in words, where no call may be made any more, and nothing is charged.
        """
        while not (used := self.used_up()) and not self._has_room(most, price):
            turn = asyncio.get_running_loop().create_future()
            self._top()._waiting.append(turn)
            await turn
        if used:
            yield used
            return
        self.charge_call()
        self._hold(most, price)
        try:
            yield ""
        finally:
            self._let_go(most, price)
            top = self._top()
            waiting, top._waiting = top._waiting, []
            for one in waiting:
                if not one.done():
                    one.set_result(None)

    def charge_call(self) -> None:
        """Charge a call that is about to be made."""
        self.calls += 1
        if self.above:
            self.above.charge_call()

    def charge(self, tokens: Tokens, price: Price | None) -> None:
        """Charge what a call used, or was estimated to use."""
        self.tokens += tokens.total
        self.cost += cost_of(tokens, price) if price else 0.0
        if self.above:
            self.above.charge(tokens, price)

    def take_over(self, usage: Usage) -> None:
        """Charge what was used earlier, under the same allowance."""
        self.calls += usage.calls + usage.counts
        self.tokens += usage.tokens.total + usage.estimated
        self.cost += usage.cost or 0.0

    def used_up(self) -> str:
        """What is used up here or above, in words; empty while another call may be made."""
        allowed = self.allowance
        if allowed.calls is not None and self.calls >= allowed.calls:
            return f"{self.calls:,} of {allowed.calls:,} calls"
        if allowed.tokens is not None and self.tokens >= allowed.tokens:
            return f"{self.tokens:,} of {allowed.tokens:,} tokens"
        if allowed.cost is not None and self.cost >= allowed.cost:
            return f"{self.cost:.2f} of {allowed.cost:.2f} US dollars"
        return self.above.used_up() if self.above else ""

    def _has_room(self, most: Tokens, price: Price | None) -> bool:
        allowed, calls = self.allowance, [*self._held, most]
        tokens = self.tokens + sum(one.total for one in calls)
        cost = self.cost + self._held_cost + (cost_of(most, price) if price else 0.0)
        is_within = (allowed.tokens is None or tokens <= allowed.tokens) and (
            allowed.cost is None or cost <= allowed.cost
        )
        # Alone it may go beyond: what is left would be of no use to anybody.
        return (not self._held or is_within) and (self.above is None or self.above._has_room(most, price))

    def _hold(self, most: Tokens, price: Price | None) -> None:
        self._held.append(most)
        self._held_cost += cost_of(most, price) if price else 0.0
        if self.above:
            self.above._hold(most, price)

    def _let_go(self, most: Tokens, price: Price | None) -> None:
        self._held.remove(most)
        # None are left with a rest that adding and subtracting made.
        self._held_cost = self._held_cost - cost_of(most, price) if price and self._held else 0.0
        if self.above:
            self.above._let_go(most, price)

    def _top(self) -> Self:
        return self.above._top() if self.above else self

    def require(self) -> None:
        """Raise BudgetError when this account itself is used up."""
        if used := self.used_up():
            raise BudgetError(
                f"The run has used {used}, so agents would be stopped by us and not by their skill. Raise `run` under "
                "[budget] in benchwright.toml and give the same command again: rounds that are finished stay."
            )


def refuse_unpriced(budget: Budget, endpoint: Endpoint, model: str) -> None:
    """AuthorError when costs are bounded and nobody said what the model costs."""
    is_bounded = budget.turn.cost is not None or budget.run.cost is not None
    if is_bounded and model not in endpoint.prices:
        raise AuthorError(
            f"The budget is in US dollars, and endpoint {endpoint.name!r} has no price for model {model!r}, so that "
            f"nothing would bound it. Add [endpoints.{endpoint.name}.prices.{model!r}] with `input` and `output` for a "
            "million tokens, or bound calls or tokens."
        )
