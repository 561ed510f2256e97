"""What many calls at once may spend, over real HTTP."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession, ClientTimeout

from agents.gateway import relay as relaying
from agents.gateway.budget import Account
from agents.gateway.relay import Relay
from agents.gateway.transport import ModelRoute
from plans.records.model_settings import PROTOCOLS, Allowance, Endpoint, Price
from plans.records.usage import RelayRefusal
from tests.agents.gateway.asking import KEY, MODEL, Program
from tests.agents.gateway.model_endpoint import ModelEndpoint, Piece, completion, sent
from tests.agents.scripted.endpoint import ScriptedEndpoint

PRICE = Price(input=0, output=10_000)
"""A cent a token: the endpoint's answers of 20 tokens cost 0.20 dollars each."""


def slowly(_: object, __: int) -> Iterable[Piece]:
    yield 0.2
    yield from sent(completion("Seven."))


@asynccontextmanager
async def programs(endpoint: ModelEndpoint, *accounts: Account) -> AsyncGenerator[list[Program]]:
    """One program for each account."""
    async with endpoint.serving() as url, ClientSession(timeout=ClientTimeout(30)) as client:
        known = Endpoint(name="slow", url=url, protocols=PROTOCOLS, prices={MODEL: PRICE})
        relays = [Relay(ModelRoute(known, MODEL, KEY), account) for account in accounts]
        async with _listening(relays) as addresses:
            yield [
                Program(relay, ScriptedEndpoint(), client, address)
                for relay, address in zip(relays, addresses, strict=True)
            ]


@asynccontextmanager
async def _listening(relays: list[Relay]) -> AsyncGenerator[list[str]]:
    if not relays:
        yield []
        return
    async with relays[0].on_loopback() as address, _listening(relays[1:]) as others:
        yield [address, *others]


async def statuses(program: Program, number: int, **more: object) -> list[int]:
    answers = await asyncio.gather(*(program.asks("chat", is_streamed=False, **more) for _ in range(number)))
    return sorted(status for status, _ in answers)


async def test_calls_at_once_spend_no_more_than_one_call_beyond_the_budget() -> None:
    """Each was let go as long as nothing was charged: sixty at once spent 600 dollars of one."""
    endpoint, account = ModelEndpoint(slowly), Account(Allowance(cost=1.0))
    async with programs(endpoint, account) as (program,):
        # None says how long its answer may become, so that each goes alone.
        assert await statuses(program, 20) == [200] * 5 + [400] * 15
        assert account.cost == 1.0
        assert endpoint.most_at_once == 1
        assert program.relay.traffic.refused_for(RelayRefusal.BUDGET)


async def test_calls_that_say_how_much_they_may_take_go_together_as_far_as_there_is_room() -> None:
    endpoint, account = ModelEndpoint(slowly), Account(Allowance(cost=1.5))
    async with programs(endpoint, account) as (program,):
        assert await statuses(program, 20, max_tokens=50) == [200] * 8 + [400] * 12
        assert 1.5 <= account.cost < 1.5 + 0.2
        assert 2 <= endpoint.most_at_once <= 3
    endpoint, account = ModelEndpoint(slowly), Account(Allowance(cost=1.5))
    async with programs(endpoint, account) as (program,):
        # Five answers of 50 tokens each.
        assert (await statuses(program, 4, max_tokens=50, n=5))[0] == 200
        assert endpoint.most_at_once == 1


async def test_tokens_are_held_as_dollars_are() -> None:
    endpoint, account = ModelEndpoint(slowly), Account(Allowance(tokens=500))
    async with programs(endpoint, account) as (program,):
        assert await statuses(program, 20, max_tokens=150) == [200] * 5 + [400] * 15
        assert account.tokens == 600
        assert endpoint.most_at_once == 2


async def test_turns_side_by_side_wait_for_what_is_left_of_the_run() -> None:
    """Room that a call of one turn gives back is another's."""
    run = Account(Allowance(cost=1.0))
    endpoint = ModelEndpoint(slowly)
    async with programs(endpoint, Account(above=run), Account(above=run)) as (one, other):
        first, second = await asyncio.gather(statuses(one, 5), statuses(other, 5))
        assert sorted(first + second) == [200] * 5 + [400] * 5
        assert (run.cost, endpoint.most_at_once) == (1.0, 1)


async def test_without_a_budget_nobody_waits() -> None:
    endpoint = ModelEndpoint(slowly)
    async with programs(endpoint, Account()) as (program,):
        assert await statuses(program, 10) == [200] * 10
        assert endpoint.most_at_once == 10


async def test_a_program_that_leaves_while_it_waits_keeps_nobody_from_his_turn() -> None:
    endpoint, account = ModelEndpoint(slowly), Account(Allowance(cost=1.0))
    async with programs(endpoint, account) as (program,):
        first = asyncio.create_task(program.asks("chat", is_streamed=False))
        await endpoint.arrivals.acquire()
        leaving = asyncio.create_task(program.asks("chat", is_streamed=False))
        await asyncio.sleep(0.05)
        leaving.cancel()
        assert (await first)[0] == 200
        assert (await program.asks("chat", is_streamed=False))[0] == 200
        assert program.relay.usage().failed == {RelayRefusal.WAITED: 1}
        assert program.relay.traffic.endpoint_trouble(patience=0) == ""
        assert len(endpoint.asked) == 2


async def test_counting_tokens_is_bounded_too() -> None:
    """It was neither counted nor charged, so that a program could ask for it without end."""
    endpoint = ScriptedEndpoint()
    asked = {"model": MODEL, "messages": []}
    async with endpoint.serving() as url, ClientSession() as client:
        known = Endpoint(name="scripted", url=url, protocols=PROTOCOLS)
        account = Account(Allowance(calls=3))
        relay = Relay(ModelRoute(known, MODEL, KEY), account)
        async with relay.on_loopback() as address:
            program = Program(relay, endpoint, client, address)
            found = [await program.counts(asked) for _ in range(5)]
        assert found == [200, 200, 200, 400, 400]
        assert len(endpoint.asked) == 3
        usage = relay.usage()
        assert (usage.calls, usage.counts, usage.tokens.total) == (0, 5, 0)


async def test_counting_tokens_has_an_end_without_a_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relaying, "MOST_COUNTS", 2)
    endpoint = ScriptedEndpoint()
    async with endpoint.serving() as url, ClientSession() as client:
        relay = Relay(ModelRoute(Endpoint(name="scripted", url=url, protocols=PROTOCOLS), MODEL, KEY))
        async with relay.on_loopback() as address:
            program = Program(relay, endpoint, client, address)
            assert [await program.counts({"model": MODEL}) for _ in range(4)] == [200, 200, 400, 400]
            assert (await program.asks("messages"))[0] == 200
