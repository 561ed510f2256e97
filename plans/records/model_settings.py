"""`benchwright.toml`: endpoints, roles, agents and budgets."""

from collections.abc import Collection
from typing import ClassVar, Literal, get_args
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field

from plans.records.base import LARGEST_NUMBER, WEEK, FileRecord, Record
from plans.records.sandboxing import Mirror

WireProtocol = Literal["messages", "responses", "chat", "gemini"]
"""How a program talks to a model: Anthropic messages, OpenAI responses and chat completions, Gemini generateContent."""
PROTOCOLS: tuple[WireProtocol, ...] = get_args(WireProtocol)

AT_ONCE = 8


class Price(Record):
    """What a model costs; US dollars for a million tokens."""

    input: float = Field(ge=0, le=LARGEST_NUMBER)
    output: float = Field(ge=0, le=LARGEST_NUMBER)
    cached_input: float | None = Field(default=None, ge=0, le=LARGEST_NUMBER)
    """Of input that was read from a cache; None: as any input."""


HOSTED_TOOLS = "hosted tools"
"""Option of an agent whose endpoint may search the web or run code for it."""


class EndpointEntry(Record):
    """Where models answer, as it stands beneath a name. The key itself is no part of it and is recorded nowhere."""

    url: str = Field(pattern=r"^https?://")
    """With a version at its end (`…/v1`), or without one: then the protocol's own is added. One that ends in a slash is
    taken as it is."""
    protocols: tuple[WireProtocol, ...] = Field(min_length=1)
    key_variable: str | None = None
    """Variable of the environment that holds the key; left out: the endpoint asks for none."""
    is_bearer: bool = False
    """Whether the key goes as a Bearer token in every protocol, and not in the header that is the protocol's own."""
    prices: dict[str, Price] = {}
    """Model → price; what a model costs that is not named is unknown."""
    hosted_tools: bool = False
    """Whether code agents may have the endpoint search the web, run code or fetch files for them, which is a way out of
    their sandbox; False: such tools are left out of what they ask."""
    at_once: int = Field(default=AT_ONCE, ge=1, le=256)
    """Calls of ours under way there at once; code agents, which ask by themselves, are not counted."""


class Endpoint(EndpointEntry):
    """An endpoint with its name."""

    name: str

    def recorded(self, models: Collection[str]) -> "Endpoint":
        """As a run records it: with the prices of these models, and without what may be secret in its address and what
        changes nothing but its speed.
        """
        whole = urlsplit(self.url)
        place = urlunsplit((whole.scheme, whole.netloc.rpartition("@")[2], whole.path, "", ""))
        prices = {model: price for model, price in self.prices.items() if model in models}
        return self.model_copy(update={"url": place, "prices": prices, "at_once": AT_ONCE})


class Allowance(Record):
    """What may be used; None: as much as is wanted."""

    calls: int | None = Field(default=None, ge=1)
    """Requests to a model, failed ones included."""
    tokens: int | None = Field(default=None, ge=1)
    """Input and output."""
    cost: float | None = Field(default=None, gt=0, le=LARGEST_NUMBER)
    """US dollars, by the endpoint's prices."""


class ModelBudget(Record):
    """What agents and roles may use of models."""

    turn: Allowance = Allowance()
    """Of one agent in one round. Once it is used up the agent is refused, and what it has is judged and marked."""
    run: Allowance = Allowance()
    """Of all agents and roles in a run. Once it is used up the run stops, and goes on with a larger one."""
    author: Allowance = Allowance()
    """Of all roles in one authoring, one `verify` or one `judge`. A call that could go beyond it is not made."""


ModelRole = Literal["planner", "generator", "verifier", "evaluator", "ui_judge", "user", "coder", "solver"]
"""Who asks: the four authoring agents, the judge of web pages, the simulated user, the minimal code agent, and the
solver of instances."""
ROLES: tuple[ModelRole, ...] = get_args(ModelRole)


class SamplingSettings(Record):
    """Parameters that shape a model's answer; each is sent only where it is set and the endpoint takes it."""

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    seed: int | None = None
    max_output: int = Field(default=16_000, ge=1)
    """Tokens of the longest answer, reasoning included."""
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    """How long a reasoning model thinks (`reasoning_effort`)."""


class RoleSettings(SamplingSettings):
    """One role, as it stands beneath `[roles.NAME]`."""

    endpoint: str | None = None
    """None: the first one that speaks chat."""
    model: str | None = None
    """None: the model that is named for all."""
    is_streamed: bool = False
    """Whether answers come in pieces: for endpoints that cut a connection which is silent for long."""
    deadline: float = Field(default=900, gt=0, le=WEEK)
    """Seconds for a call in all, with every try and every wait."""
    patience: float = Field(default=300, gt=0, le=WEEK)
    """Seconds for one try of a call."""
    budget: Allowance = Allowance()
    """What this role may use in one work, an authoring, a run, a `verify` or a `judge`, beneath what all of it may."""

    def sampling(self) -> SamplingSettings:
        """The parameters alone."""
        return SamplingSettings.model_validate(self.model_dump(include=set(SamplingSettings.model_fields)))


class AgentSettings(Record):
    """How an agent is set where the command line does not say."""

    model: str | None = None
    endpoint: str | None = None
    """None: the first one that speaks one of the agent's protocols."""
    session: Literal["same", "fresh"] = "same"
    """same: a later round goes on in the session of the round before, where the program can. fresh: each round is a new
    one, and all that stays is the workspace."""
    steps: int | None = Field(default=None, ge=1)
    """Of `minimal` alone: answers of its model in one round."""
    tokens: int | None = Field(default=None, ge=1)
    """Of `minimal` alone: tokens, in and out, in one round."""


class ModelSettings(Record):
    """`benchwright.toml` and what the environment adds to it."""

    endpoints: tuple[Endpoint, ...] = ()
    agents: dict[str, AgentSettings] = {}
    """Kind of agent, such as codex → its settings."""
    roles: dict[ModelRole, RoleSettings] = {}
    """Part that a model plays in authoring, judging and testing → its settings."""
    model: str | None = None
    """Of agents and roles for which none is named."""
    budget: ModelBudget = ModelBudget()
    mirror: Mirror = Mirror()

    def of(self, kind: str) -> AgentSettings:
        """The settings of a kind of agent."""
        return self.agents.get(kind, AgentSettings())

    def part(self, role: ModelRole) -> RoleSettings:
        """The settings of a role."""
        return self.roles.get(role, RoleSettings())


class ModelConfiguration(FileRecord):
    """`benchwright.toml`."""

    SCHEMA: ClassVar[str] = "benchwright-toml"

    endpoints: dict[str, EndpointEntry] = {}
    """Name → endpoint; the first one that speaks an agent's protocol is taken where the agent names none."""
    agents: dict[str, AgentSettings] = {}
    """Kind of agent, such as codex → its settings."""
    roles: dict[ModelRole, RoleSettings] = {}
    """Part that a model plays in authoring, judging and testing → its settings."""
    model: str | None = None
    """Of agents and roles for which none is named."""
    budget: ModelBudget = ModelBudget()
    mirror: Mirror = Mirror()
    """Read by `run --mirror` alone."""

    def settings(self) -> ModelSettings:
        """The same with each endpoint's name in it."""
        named = tuple(Endpoint(name=name, **one.model_dump()) for name, one in self.endpoints.items())
        return ModelSettings(
            endpoints=named,
            agents=self.agents,
            roles=self.roles,
            model=self.model,
            budget=self.budget,
            mirror=self.mirror,
        )
