"""What may still be spent: an account for each turn, and one above them for the whole run."""

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from agents.gateway.estimating import cost_of
from agents.gateway.pricing import price_mend
from plans.errors import AuthorError, BudgetError
from plans.records.endpoint import Allowance, Budget, Endpoint, Price
from plans.records.usage import Tokens, Usage


class Most(NamedTuple):
    """What a call may take at most, or several calls together."""

    tokens: int
    cost: float
    """US dollars; 0 where no price is known."""
    calls: int = 1


def most_of(tokens: Tokens, price: Price | None) -> Most:
    """What a call with so many tokens takes."""
    return Most(tokens.total, cost_of(tokens, price) if price else 0.0)


@dataclass
class Account:
    """What was used of an allowance; everything is held for and charged to the account above too.

    What a call may take is held while it is under way, whoever makes it, and charged when it ends. There are two ways
    of asking for room. `admitted` lets any call go while something is left, and has it wait only where others under way
    leave too little for it, so that no more than one goes beyond: what it takes is not known beforehand. For a call of
    which that is known, `refusal` tells whether it could go beyond, and `has_room` whether it may go now.
    """

    allowance: Allowance = Allowance()
    above: Self | None = None
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    _held: list[Most] = field(default_factory=list[Most], repr=False)
    """What each call that is under way may take."""
    _waiting: list[asyncio.Future[None]] = field(default_factory=list[asyncio.Future[None]], repr=False)
    """Those who want to make a call, in the account above all others."""

    @asynccontextmanager
    async def admitted(self, most: Tokens, price: Price | None) -> AsyncGenerator[str]:
        """Wait until there is room for a call beside those under way; within, what it may take is held, and it is
        charged as a call when it ends. Yields what is used up, in words, where no call may be made any more, and
        nothing is charged.
        """
        taken = most_of(most, price)
        while not (used := self.used_up()) and not self._has_room_alone(taken):
            await self.released()
        if used:
            yield used
            return
        with self.held(taken):
            try:
                yield ""
            finally:
                self._add(taken.calls, 0, 0.0)

    @contextmanager
    def held(self, most: Most) -> Generator[None]:
        """Hold what a call may take while it is under way; what it took is to be charged within."""
        self._hold(most)
        try:
            yield
        finally:
            self._release(most)
            top = self._top()
            waiting, top._waiting = top._waiting, []
            for one in waiting:
                if not one.done():
                    one.set_result(None)

    async def released(self) -> None:
        """Wait until a call under way gives back what it held, here or in any account beneath the same."""
        turn = asyncio.get_running_loop().create_future()
        self._top()._waiting.append(turn)
        await turn

    def charge(self, usage: Usage) -> None:
        """Charge what a call used, or was estimated to use, but for the call itself, which `admitted` charges."""
        self._add(0, usage.tokens.total + usage.estimated, usage.dollars)

    def take_over(self, usage: Usage, price: Price | None = None) -> None:
        """Charge what was counted elsewhere or earlier: what it was charged then, or by this price where none was
        known then.
        """
        dollars = usage.dollars
        if not dollars and usage.cost is None and price:
            dollars = cost_of(usage.tokens + Tokens(output=usage.estimated), price)
        self._add(usage.calls + usage.counts, usage.tokens.total + usage.estimated, dollars)

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

    def refusal(self, most: Most, asked: str = "the next call") -> str:
        """What could be overdrawn here by so much beside what is charged, in words; empty where nothing could.

        `asked`: what would take so much.
        """
        return self._overdrawn(most, (), asked)

    def has_room(self, most: Most) -> bool:
        """Whether nothing could be overdrawn, here or above, whatever the calls under way take."""
        is_within = not self._overdrawn(most, self._held)
        return is_within and (self.above is None or self.above.has_room(most))

    def _has_room_alone(self, most: Most) -> bool:
        # Alone it may go beyond: what is left would be of no use to anybody.
        is_within = not self._held or not self._overdrawn(most, self._held)
        return is_within and (self.above is None or self.above._has_room_alone(most))

    def _overdrawn(self, most: Most, held: Sequence[Most], asked: str = "the next call") -> str:
        allowed = self.allowance
        calls = self.calls + sum(one.calls for one in held)
        tokens = self.tokens + sum(one.tokens for one in held)
        cost = self.cost + sum(one.cost for one in held)
        if allowed.calls is not None and calls + most.calls > allowed.calls:
            return f"{calls:,} of {allowed.calls:,} calls are used"
        if allowed.tokens is not None and tokens + most.tokens > allowed.tokens:
            return f"{tokens:,} of {allowed.tokens:,} tokens are used, and {asked} may take {most.tokens:,}"
        if allowed.cost is not None and cost + most.cost > allowed.cost:
            return (
                f"{cost:.2f} of {allowed.cost:.2f} US dollars are used, and {asked} may cost {most.cost:.2f}"
            )
        return ""

    def _add(self, calls: int, tokens: int, cost: float) -> None:
        self.calls += calls
        self.tokens += tokens
        self.cost += cost
        if self.above:
            self.above._add(calls, tokens, cost)

    def _hold(self, most: Most) -> None:
        self._held.append(most)
        if self.above:
            self.above._hold(most)

    def _release(self, most: Most) -> None:
        self._held.remove(most)
        if self.above:
            self.above._release(most)

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
            f"nothing would bound it. {price_mend(endpoint.name, model)}"
        )
