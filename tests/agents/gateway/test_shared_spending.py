"""What code agents, by the relay, and roles, by the gateway, may spend together of one run, over real HTTP."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from aiohttp import ClientSession, ClientTimeout

from agents.gateway.budget import PLAYING, Account, purse_of
from agents.gateway.client import Client
from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.relay import Relay
from agents.gateway.transport import ModelRoute
from plans.errors import BudgetError
from plans.records.model_settings import PROTOCOLS, Allowance, Endpoint, ModelSettings, RoleSettings
from tests.agents.gateway.asking import KEY, MODEL, Program
from tests.agents.gateway.model_endpoint import ModelEndpoint, Piece, asking, completion, sent
from tests.agents.scripted.endpoint import ScriptedEndpoint

TAKEN = 120
"""Tokens of each answer, as the endpoint counts them."""


class Run(NamedTuple):
    """An agent and a role that share a budget, at one endpoint."""

    program: Program
    gateway: Gateway
    account: Account
    endpoint: ModelEndpoint


def slowly(_: object, __: int) -> Iterable[Piece]:
    yield 0.5
    yield from sent(completion("Seven."))


@asynccontextmanager
async def run_with(tokens: int) -> AsyncGenerator[Run]:
    """A run that may use so many tokens; each call of the role may take some 800."""
    endpoint, account = ModelEndpoint(slowly), Account(Allowance(tokens=tokens))
    async with endpoint.serving() as url, ClientSession(timeout=ClientTimeout(30)) as client:
        known = Endpoint(name="slow", url=url, protocols=PROTOCOLS)
        settings = ModelSettings(
            endpoints=(known,), model=MODEL, roles={"planner": RoleSettings(max_output=800)}
        )
        relay = Relay(ModelRoute(known, MODEL, KEY), Account(above=account))
        purse = purse_of(settings, account, PLAYING)
        async with (
            relay.on_loopback() as address,
            open_gateway(settings, lambda _: KEY, connect=Client, purse=purse) as gateway,
        ):
            yield Run(Program(relay, ScriptedEndpoint(), client, address), gateway, account, endpoint)


async def test_a_role_does_not_spend_what_an_agents_call_under_way_may_still_take() -> None:
    """Each bookkeeper knew of its own calls alone: with 1,000 tokens, 900 of them held by the relay, the gateway let
    another call of over 800 go out.
    """
    async with run_with(tokens=1_000) as run:
        agents = asyncio.create_task(run.program.asks("chat", is_streamed=False, max_tokens=900))
        await run.endpoint.arrivals.acquire()
        assert (await run.gateway.reply(asking())).text == "Seven.", "the agent's call gave most of it back"
        assert (await agents)[0] == 200
        assert (run.endpoint.most_at_once, run.account.tokens) == (1, 2 * TAKEN)


async def test_a_role_is_refused_where_what_the_agents_call_took_leaves_too_little() -> None:
    async with run_with(tokens=900) as run:
        agents = asyncio.create_task(run.program.asks("chat", is_streamed=False, max_tokens=700))
        await run.endpoint.arrivals.acquire()
        with pytest.raises(BudgetError, match=r"budget of the run .* 120 of 900 tokens are used"):
            await run.gateway.reply(asking())
        assert (await agents)[0] == 200
        assert len(run.endpoint.asked) == 1


async def test_an_agents_call_waits_for_what_a_role_holds() -> None:
    async with run_with(tokens=1_000) as run:
        roles = asyncio.create_task(run.gateway.reply(asking()))
        await run.endpoint.arrivals.acquire()
        assert (await run.program.asks("chat", is_streamed=False, max_tokens=700))[0] == 200
        assert (await roles).text == "Seven."
        assert (run.endpoint.most_at_once, run.account.tokens) == (1, 2 * TAKEN)


async def test_there_is_nothing_held_once_all_calls_have_ended() -> None:
    """Also not by one that failed, or whose program left."""
    async with run_with(tokens=1_000) as run:
        leaving = asyncio.create_task(run.program.asks("chat", is_streamed=False, max_tokens=900))
        await run.endpoint.arrivals.acquire()
        leaving.cancel()
        assert (await run.gateway.reply(asking())).text == "Seven."
        assert (await run.program.asks("chat", is_streamed=False, max_tokens=300))[0] == 200
