"""Budgets and roles: estimates of unreported calls, accounts, and the model that plays each role."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from plans.errors import AuthorError, BudgetError
from plans.model_settings import OF_THE_ENVIRONMENT
from plans.records.code_agent import AgentSpec
from plans.records.model_call import Message, ModelRequest
from plans.records.model_settings import (
    ROLES,
    Allowance,
    Endpoint,
    ModelRole,
    ModelSettings,
    Price,
    SamplingSettings,
)
from plans.records.usage import ModelUsage, PlayedRole, Tokens, Usage

MILLION = 1_000_000
TOKEN_BYTES = 3
"""UTF-8 bytes of a token; prose has some four, JSON and code three."""
EVENT_SIZE = 100
"""Bytes to a token in a stream, where each comes in an event of its own; most have more."""
PICTURE_TOKENS = 1_500
"""Of a screenshot."""
AUTHORING = "`author` under [budget] in benchwright.toml, or --max-cost and --max-tokens"
PLAYING = "`run` under [budget] in benchwright.toml, or --max-cost and --max-tokens"
"""Where the bounds of a whole work are set."""
MAKERS: tuple[ModelRole, ...] = ("generator", "coder")
"""Who writes what an item is made of; the coder where a code agent writes its reference."""
GRADERS: tuple[ModelRole, ...] = ("verifier", "evaluator", "ui_judge")
"""Of what those write."""
MET_IN_A_RUN: dict[ModelRole, str] = {"ui_judge": "judge", "user": "advise"}
"""Roles that have to do with what a code agent makes → what they do to it."""


def cost_of(tokens: Tokens, price: Price) -> float:
    """US dollars."""
    cached = price.input if price.cached_input is None else price.cached_input
    fresh = max(tokens.input - tokens.cached_input, 0)
    return (fresh * price.input + tokens.cached_input * cached + tokens.output * price.output) / MILLION


def input_estimate(request: ModelRequest) -> int:
    """Tokens of what is sent."""
    tools = sum(len(one.parameters) + len(one.description) for one in request.tools)
    shape = len(request.shape.schema_text) if request.shape else 0
    return sum(map(_message_tokens, request.messages)) + (tools + shape) // TOKEN_BYTES + 20


def most_tokens(request: ModelRequest) -> Tokens:
    """What a request may take at most: its size, and the longest answer that it asks for."""
    return Tokens(input=input_estimate(request), output=request.sampling.max_output)


def answer_estimate(text: str) -> int:
    """Tokens of what was answered."""
    return len(text.encode()) // TOKEN_BYTES + 1


def received_estimate(received: int, *, is_streamed: bool) -> int:
    """Tokens of so many bytes of an answer, whole or in part."""
    return received // (EVENT_SIZE if is_streamed else TOKEN_BYTES)


def beside(told: Tokens | None, least: Tokens) -> Tokens:
    """What is charged beside a report that does not tell all; `least` is what sizes come to."""
    said = told or Tokens()
    return Tokens(input=0 if said.input else least.input, output=max(least.output - said.output, 0))


def one_call(told: Tokens | None, estimated: Tokens | None, price: Price | None) -> Usage:
    """What one call used; `estimated`: beside what was told, None where that is all."""
    known, more = told or Tokens(), estimated or Tokens()
    is_exact = estimated is None
    return Usage(
        calls=1,
        unreported=int(not is_exact),
        tokens=known,
        estimated=more.total,
        cost=cost_of(known, price) if price and is_exact else None,
        charged=cost_of(known + more, price) if price else 0.0,
    )


def _message_tokens(message: Message) -> int:
    used = sum(len(use.arguments.encode()) for use in message.tool_uses)
    return (len(message.text.encode()) + used) // TOKEN_BYTES + PICTURE_TOKENS * len(message.pictures) + 8


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
    above: "Account | None" = None
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    _held: list[Most] = field(default_factory=list[Most], repr=False)
    """What each call that is under way may take."""
    _waiting: list[asyncio.Future[None]] = field(default_factory=list[asyncio.Future[None]], repr=False)
    """Those who want to make a call, in the account above all others."""

    def __post_init__(self) -> None:
        self._all: list[Account] = [self, *(self.above._all if self.above else ())]
        """With all above it."""

    @asynccontextmanager
    async def admitted(self, most: Tokens, price: Price | None) -> AsyncGenerator[str]:
        """Wait until there is room for a call beside those under way; within, what it may take is held, and what it
        took is to be charged. Yields what is used up, in words, where no call may be made any more.
        """
        taken = most_of(most, price)
        # Alone it may go beyond: what is left would be of no use to anybody.
        while not (used := self.used_up()) and any(
            one._held and one._overdrawn(taken, one._held) for one in self._all
        ):
            await self.released()
        if used:
            yield used
            return
        with self.held(taken):
            yield ""

    @contextmanager
    def held(self, most: Most) -> Generator[None]:
        """Hold what a call may take while it is under way; what it took is to be charged within."""
        for one in self._all:
            one._held.append(most)
        try:
            yield
        finally:
            for one in self._all:
                one._held.remove(most)
            top = self._all[-1]
            waiting, top._waiting = top._waiting, []
            for one in waiting:
                if not one.done():
                    one.set_result(None)

    async def released(self) -> None:
        """Wait until a call under way gives back what it held, here or in any account beneath the same."""
        turn = asyncio.get_running_loop().create_future()
        self._all[-1]._waiting.append(turn)
        await turn

    def charge(self, usage: Usage, price: Price | None = None) -> None:
        """Charge what was used, now or earlier: what it was charged then, or by this price where none was known."""
        dollars = usage.dollars
        if not dollars and usage.cost is None and price:
            dollars = cost_of(usage.tokens + Tokens(output=usage.estimated), price)
        for one in self._all:
            one.calls += usage.calls + usage.counts
            one.tokens += usage.tokens.total + usage.estimated
            one.cost += dollars

    def used_up(self) -> str:
        """What is used up here or above, in words; empty while another call may be made."""
        for one in self._all:
            for what in ("calls", "tokens", "cost"):
                used, allowed = getattr(one, what), getattr(one.allowance, what)
                if allowed is not None and used >= allowed:
                    return _of(what, used, allowed)
        return ""

    def refusal(self, most: Most, asked: str = "the next call") -> str:
        """What could be overdrawn here by so much beside what is charged, in words; empty where nothing could.

        `asked`: what would take so much.
        """
        return self._overdrawn(most, (), asked)

    def has_room(self, most: Most) -> bool:
        """Whether nothing could be overdrawn, here or above, whatever the calls under way take."""
        return not any(one._overdrawn(most, one._held) for one in self._all)

    def require(self) -> None:
        """Raise BudgetError when this account is used up."""
        if used := self.used_up():
            raise BudgetError(
                f"The run has used {used}, so agents would be stopped by us and not by their skill. Raise `run` under "
                "[budget] in benchwright.toml and give the same command again: rounds that are finished stay."
            )

    def _overdrawn(self, most: Most, held: Sequence[Most], asked: str = "the next call") -> str:
        for what, takes in (
            ("calls", ""),
            ("tokens", f"take {most.tokens:,}"),
            ("cost", f"cost {most.cost:.2f}"),
        ):
            used = getattr(self, what) + sum(getattr(one, what) for one in held)
            allowed = getattr(self.allowance, what)
            if allowed is not None and used + getattr(most, what) > allowed:
                return f"{_of(what, used, allowed)} are used" + (
                    f", and {asked} may {takes}" if takes else ""
                )
        return ""


def _of(what: str, used: float, allowed: float) -> str:
    return f"{used:.2f} of {allowed:.2f} US dollars" if what == "cost" else f"{used:,} of {allowed:,} {what}"


def refuse_unpriced(endpoint: Endpoint, model: str, role: str = "") -> None:
    """AuthorError for a budget in US dollars where nobody said what the model costs."""
    if model in endpoint.prices:
        return
    plays = f", which plays {role}" if role else ""
    mend = (
        f"Add [endpoints.{endpoint.name}.prices.{model!r}] with `input` and `output` for a million tokens, or bound "
        "tokens (--max-tokens) or calls instead."
    )
    if endpoint.name == OF_THE_ENVIRONMENT:
        mend = (
            "An endpoint of the environment has no prices: write it into benchwright.toml as [endpoints.NAME] with "
            "`url`, `protocols`, `key_variable` and `prices`, and unset BENCHWRIGHT_ENDPOINT, which comes before those "
            "of the file; or bound tokens (--max-tokens) or calls instead."
        )
    raise AuthorError(
        f"The budget is in US dollars, and endpoint {endpoint.name!r} has no price for model {model!r}{plays}, so "
        f"that nothing would bound it. {mend}"
    )


class Expected(NamedTuple):
    """What a work is going to ask of a role, as far as that can be reckoned."""

    role: ModelRole
    calls: int
    tokens: Tokens
    """Of all these calls."""
    price: Price | None


@dataclass
class Purse:
    """All that may be used in one run; a call goes out only if what it may take at most is still there."""

    run: Account = field(default_factory=Account)
    """Of the whole work; others may charge it too."""
    roles: Mapping[ModelRole, Allowance] = field(default_factory=dict[ModelRole, Allowance])
    set_by: str = AUTHORING
    """Where what the run may use is set, in words."""

    def __post_init__(self) -> None:
        self._roles = {role: Account(allowed, above=self.run) for role, allowed in self.roles.items()}
        self._excess: dict[ModelRole, Most] = {}
        """Role → how much more one of its calls took than its request allows."""

    def take_over(self, usage: ModelUsage, prices: Mapping[ModelRole, Price | None]) -> None:
        """Charge what was used before, when the same run was stopped."""
        for line in usage.lines:
            self.charge(line.role, line.usage, prices.get(line.role))

    @asynccontextmanager
    async def reserved(
        self, role: ModelRole, request: ModelRequest, price: Price | None
    ) -> AsyncGenerator[None]:
        """Hold what a call may take at most while it is under way; raises BudgetError where it is not there.

        It waits where only other calls under way, of anybody who has a share in the run, leave too little for it: these
        may give some back. What it took is for `charge` to tell, within.
        """
        most, excess = most_of(most_tokens(request), price), self._excess.get(role, Most(0, 0.0))
        most = Most(most.tokens + excess.tokens, most.cost + excess.cost)
        own = self._roles.get(role, self.run)
        self._require(role, most)
        while not own.has_room(most):
            await own.released()
            self._require(role, most)
        with own.held(most):
            yield

    def charge(
        self, role: ModelRole, usage: Usage, price: Price | None, request: ModelRequest | None = None
    ) -> None:
        """Charge what was used, to the role and to the run. Where a call took more than its `request` allows, that is
        reckoned with from now on: an endpoint may add a prompt of its own, or count thoughts beside the answer.
        """
        self._roles.get(role, self.run).charge(usage, price)
        if request is not None:
            most, before = most_of(most_tokens(request), price), self._excess.get(role, Most(0, 0.0))
            more = (usage.tokens.total - most.tokens, usage.dollars - most.cost)
            self._excess[role] = Most(max(before.tokens, more[0]), max(before.cost, more[1]))

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

    def _require(self, role: ModelRole, most: Most) -> None:
        for name, account in (("the run", self.run), (role, self._roles.get(role, self.run))):
            if refusal := account.refusal(most):
                raise BudgetError(
                    f"The budget of {self._called(name)} does not allow another call: {refusal}. Raise it "
                    f"({self._where(name)}) and give the same command again: replies that were paid for are kept."
                )

    def _called(self, name: str) -> str:
        return "this command" if name == "the run" and self.set_by == AUTHORING else name

    def _where(self, name: str) -> str:
        return self.set_by if name == "the run" else f"`budget` under [roles.{name}] in benchwright.toml"


class OwnKind(NamedTuple):
    """A model that works, and grades what it made."""

    model: str
    makers: tuple[str, ...]
    """Code agents that ask it."""
    roles: tuple[ModelRole, ...]
    """Those of MET_IN_A_RUN that it plays beside."""

    @property
    def told(self) -> str:
        """In words, before it has happened."""
        deeds, roles = " and ".join(MET_IN_A_RUN[role] for role in self.roles), ", ".join(self.roles)
        return (
            f"Model {self.model!r} works as {', '.join(self.makers)} and plays {roles}: it would {deeds} its own kind "
            f"alone. Name another model for {roles}."
        )


def self_grading_models(models: Mapping[ModelRole, str]) -> list[str]:
    """In words, which of the models (role → model) would grade what they wrote themselves."""
    found: list[str] = []
    for author in dict.fromkeys(models[role] for role in MAKERS if models.get(role)):
        made, graded = ([role for role in one if models.get(role) == author] for one in (MAKERS, GRADERS))
        if graded:
            found.append(
                f"Model {author!r} writes as {' and '.join(made)} and grades as {', '.join(graded)}: it would judge "
                "its own kind alone. Name another model for those roles."
            )
    return found


def own_kind_in_run(agents: Iterable[AgentSpec], models: Mapping[ModelRole, str]) -> list[OwnKind]:
    """Which models that code agents ask would judge or advise these too; `models`: role → model."""
    makers: dict[str, list[str]] = {}
    for agent in agents:
        if model := agent.options.get("model"):
            makers.setdefault(model, []).append(agent.name)
    found = [
        OwnKind(model, tuple(names), tuple(role for role in MET_IN_A_RUN if models.get(role) == model))
        for model, names in makers.items()
    ]
    return [one for one in found if one.roles]


class RoleModel(NamedTuple):
    """A role with the model that plays it."""

    role: ModelRole
    endpoint: Endpoint
    key: str
    model: str
    sampling: SamplingSettings
    deadline: float
    """Seconds of a call in all."""
    patience: float
    """Seconds of one try."""
    is_streamed: bool

    @property
    def price(self) -> Price | None:
        """What the model costs, where that is known."""
        return self.endpoint.prices.get(self.model)

    @property
    def played(self) -> PlayedRole:
        """As a record of the work names it."""
        return PlayedRole(
            role=self.role, endpoint=self.endpoint.name, model=self.model, sampling=self.sampling
        )

    @property
    def asked(self) -> str:
        """Model and endpoint, as errors name them."""
        return f"Model {self.model!r} of endpoint {self.endpoint.name!r}, which plays {self.role},"


def part_of(
    role: ModelRole,
    settings: ModelSettings,
    key_of: Callable[[Endpoint], str],
    *,
    model: str | None = None,
    endpoint: str | None = None,
    is_priced: bool = False,
) -> RoleModel:
    """Who plays a role: `model` at `endpoint`, else what is set. Raises AuthorError where no model or no endpoint is
    named for it, no key is there, or what it may use is bounded in US dollars (for all `is_priced`) and the model has
    no price.
    """
    said = settings.part(role)
    model = model or said.model or settings.model
    variable = f"BENCHWRIGHT_{role.upper()}_MODEL"
    if not model:
        refuse_unset(settings, (role,))
        raise AuthorError(
            f"Nobody said which model plays {role}, so there is none to ask. Name one in benchwright.toml under "
            f"[roles.{role}], or in {variable}; `model` at its top, or BENCHWRIGHT_MODEL, is for all roles."
        )
    place = _endpoint(role, endpoint or said.endpoint, settings.endpoints)
    if is_priced or said.budget.cost is not None:
        refuse_unpriced(place, model, role)
    return RoleModel(
        role,
        place,
        key_of(place),
        model,
        said.sampling(),
        said.deadline,
        said.patience,
        said.is_streamed,
    )


def refuse_unset(settings: ModelSettings, roles: Collection[ModelRole]) -> None:
    """AuthorError where nothing at all is set by which a model could be asked: all of it is told at once."""
    if settings.model or settings.endpoints or any(settings.part(role).model for role in roles):
        return
    *others, last = roles
    what = f"the roles {', '.join(others)} and {last}" if others else f"the role {last}"
    raise AuthorError(
        f"This command needs a model for {what}, and none is configured. Set BENCHWRIGHT_ENDPOINT (an address that "
        "speaks chat completions) and BENCHWRIGHT_MODEL, and BENCHWRIGHT_KEY where one is asked for:\n"
        "  export BENCHWRIGHT_ENDPOINT=https://models.example/v1 BENCHWRIGHT_MODEL=some-model BENCHWRIGHT_KEY=…\n"
        "or write them into benchwright.toml ([endpoints.NAME], and `model` at its top or under [roles.ROLE]). "
        "`benchwright models check` tries them."
    )


def purse_of(settings: ModelSettings, run: Account | None = None, set_by: str = AUTHORING) -> Purse:
    """What may be used by each role, and in all: of `run`, which others may charge too, else what authoring may."""
    budgets: dict[ModelRole, Allowance] = {role: settings.part(role).budget for role in ROLES}
    return Purse(run or Account(settings.budget.author), budgets, set_by)


def prices_of(settings: ModelSettings) -> dict[ModelRole, Price | None]:
    """What each role's model costs; None: not known, or nobody plays the role."""
    found: dict[ModelRole, Price | None] = {}
    for role in ROLES:
        said = settings.part(role)
        endpoint = next(iter(_fitting(said.endpoint, settings.endpoints)), None)
        found[role] = endpoint.prices.get(said.model or settings.model or "") if endpoint else None
    return found


def _endpoint(role: ModelRole, name: str | None, endpoints: Iterable[Endpoint]) -> Endpoint:
    there = list(endpoints)
    named = [one for one in there if name in (None, one.name)]
    if fitting := _fitting(name, there):
        return fitting[0]
    if not there:
        raise AuthorError(
            f"No endpoint is named, so {role} has no model to ask. Name one in benchwright.toml ([endpoints.NAME] with "
            'url, protocols = ["chat"] and key_variable), or in BENCHWRIGHT_ENDPOINT and BENCHWRIGHT_KEY.'
        )
    if not named:
        raise AuthorError(
            f"{role} is to ask the endpoint {name!r}, and no endpoint has that name. There are: "
            f"{', '.join(one.name for one in there)}. Name one of these (`endpoint` of [roles.{role}] and "
            f"BENCHWRIGHT_{role.upper()}_ENDPOINT take a name, no address), or add [endpoints.NAME] to the file."
        )
    raise AuthorError(
        f"{role} asks its model by chat completions, and no endpoint that it may ask speaks these: "
        f'{", ".join(one.name for one in named)}. Add "chat" to `protocols` if one does, or name another.'
    )


def _fitting(name: str | None, endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    return [one for one in endpoints if name in (None, one.name) and "chat" in one.protocols]
