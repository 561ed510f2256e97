"""A model's endpoint: where it is, what it speaks, and what may be spent there."""

from collections.abc import Collection
from typing import Literal, get_args
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field

from plans.records.base import LARGEST_NUMBER, Record

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


class Budget(Record):
    """What agents and roles may use of models."""

    turn: Allowance = Allowance()
    """Of one agent in one round. Once it is used up the agent is refused, and what it has is judged and marked."""
    run: Allowance = Allowance()
    """Of all agents and roles in a run. Once it is used up the run stops, and goes on with a larger one."""
    author: Allowance = Allowance()
    """Of all roles in one authoring, one `verify` or one `judge`. A call that could go beyond it is not made."""
