"""What authoring may use of models: reckoned before a run, and held to before each call, in all and by role."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.gateway.spending import Account, cost_of
from plans.errors import AuthorError, BudgetError
from plans.records.endpoint import Allowance, Price
from plans.records.model_call import Message, ModelRequest
from plans.records.model_role import Role
from plans.records.model_usage import ModelUsage
from plans.records.usage import Tokens, Usage

TOKEN_BYTES = 3
"""UTF-8 bytes of a token; prose has some four, JSON and code three, so that the estimate is rather too high."""
PICTURE_TOKENS = 1_500
"""Of a screenshot."""


class Expected(NamedTuple):
    """What a run is going to ask of a role."""

    role: Role
    calls: int
    tokens: Tokens
    """Of all these calls."""
    price: Price | None


@dataclass
class Reserve:
    """An account of one role, beneath that of the run, with what calls that are under way may still use."""

    spent: Account
    tokens: int = 0
    cost: float = 0.0
    calls: int = 0

    def refusal(self, tokens: int, cost: float) -> str:
        """What would be overdrawn by another call that uses so much at most, in words; empty where nothing would."""
        allowed = self.spent.allowance
        if allowed.calls is not None and self.spent.calls + self.calls + 1 > allowed.calls:
            return f"{self.spent.calls + self.calls:,} of {allowed.calls:,} calls are used"
        if (
            allowed.tokens is not None
            and (total := self.spent.tokens + self.tokens) + tokens > allowed.tokens
        ):
            return f"{total:,} of {allowed.tokens:,} tokens are used, and the next call may take {tokens:,}"
        if allowed.cost is not None and (total := self.spent.cost + self.cost) + cost > allowed.cost:
            return f"{total:.2f} of {allowed.cost:.2f} US dollars are used, and the next call may cost {cost:.2f}"
        return ""

    def hold(self, tokens: int, cost: float, calls: int) -> None:
        """Put so much aside, or give it back where it is negative."""
        self.tokens += tokens
        self.cost += cost
        self.calls += calls


@dataclass
class Purse:
    """All that may be used in one run; a call goes out only if what it may take at most is still there."""

    run: Allowance = Allowance()
    roles: Mapping[Role, Allowance] = field(default_factory=dict[Role, Allowance])

    def __post_init__(self) -> None:
        self._run = Reserve(Account(self.run))
        self._roles = {role: Reserve(Account(allowed)) for role, allowed in self.roles.items()}

    def take_over(self, usage: ModelUsage, prices: Mapping[Role, Price | None]) -> None:
        """Charge what was used before, when the same run was stopped."""
        for line in usage.lines:
            self.charge(line.role, line.usage, prices.get(line.role))

    @contextmanager
    def reserved(self, role: Role, request: ModelRequest, price: Price | None) -> Generator[None]:
        """Put aside what a call may take at most while it is under way; raises BudgetError where it is not there.

        What it took is for `charge` to tell.
        """
        most = Tokens(input=input_estimate(request), output=request.sampling.max_output)
        cost = cost_of(most, price) if price else 0.0
        for name, reserve in self._accounts(role):
            if refusal := reserve.refusal(most.total, cost):
                raise BudgetError(
                    f"The budget of {name} does not allow another call: {refusal}. Raise it ({_where(name)} in "
                    "benchwright.toml) and give the same command again: replies that were paid for are kept."
                )
        for _, reserve in self._accounts(role):
            reserve.hold(most.total, cost, 1)
        try:
            yield
        finally:
            for _, reserve in self._accounts(role):
                reserve.hold(-most.total, -cost, -1)

    def charge(self, role: Role, usage: Usage, price: Price | None) -> None:
        """Charge what was used, to the role and to the run; estimated tokens as if all had been written."""
        estimated = cost_of(Tokens(output=usage.estimated), price) if price else 0.0
        for _, reserve in self._accounts(role):
            reserve.spent.take_over(usage)
            reserve.spent.cost += estimated

    def require_room(self, expected: Iterable[Expected]) -> None:
        """Raise BudgetError, before anything is spent, where what a run is going to take is more than is left."""
        reckoned = list(expected)
        for role, reserve in [("the run", self._run), *self._roles.items()]:
            those = [one for one in reckoned if role in ("the run", one.role)]
            tokens = sum(one.tokens.total for one in those)
            cost = sum(cost_of(one.tokens, one.price) for one in those if one.price)
            calls = sum(one.calls for one in those)
            # The last of those calls has to have its place too.
            reserve.hold(0, 0.0, max(calls - 1, 0))
            refusal = reserve.refusal(tokens, cost) if calls else ""
            reserve.hold(0, 0.0, -max(calls - 1, 0))
            if refusal:
                raise BudgetError(
                    f"Some {calls:,} calls with {tokens:,} tokens and {cost:.2f} US dollars are to be expected of "
                    f"{role}, which its budget does not allow ({_where(role)} in benchwright.toml). Nothing was asked "
                    "yet: raise it, or author fewer items."
                )

    def _accounts(self, role: Role) -> list[tuple[str, Reserve]]:
        own = self._roles.get(role)
        return [("the run", self._run), *([(role, own)] if own else [])]


def refuse_unpriced_role(role: Role, endpoint: str, model: str, price: Price | None) -> None:
    """AuthorError when costs are bounded and nobody said what the role's model costs."""
    if price is None:
        raise AuthorError(
            f"The budget is in US dollars, and endpoint {endpoint!r} has no price for model {model!r}, which plays "
            f"{role}, so that nothing would bound it. Add [endpoints.{endpoint}.prices.{model!r}] with `input` and "
            "`output` for a million tokens, or bound calls or tokens."
        )


def input_estimate(request: ModelRequest) -> int:
    """Tokens of what is sent, as nobody can count them without the model's own table."""
    tools = sum(len(one.parameters) + len(one.description) for one in request.tools)
    shape = len(request.shape.schema_text) if request.shape else 0
    return sum(map(_message_tokens, request.messages)) + (tools + shape) // TOKEN_BYTES + 20


def answer_estimate(text: str) -> int:
    """Tokens of what was answered."""
    return len(text.encode()) // TOKEN_BYTES + 1


def _message_tokens(message: Message) -> int:
    used = sum(len(use.arguments.encode()) for use in message.tool_uses)
    return (len(message.text.encode()) + used) // TOKEN_BYTES + PICTURE_TOKENS * len(message.pictures) + 8


def _where(name: str) -> str:
    return "`author` under [budget]" if name == "the run" else f"`budget` under [roles.{name}]"
