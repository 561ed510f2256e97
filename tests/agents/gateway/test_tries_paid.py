"""What tries of a call are charged that brought nothing, and what does not go out any more, over real HTTP."""

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import pytest

from agents.gateway import gateway as gatewaying
from agents.gateway.gateway import Gateway
from agents.gateway.journal import open_journal
from plans.errors import BudgetError, EndpointFailed, EndpointRefused, StorageFailed
from plans.records.model_settings import Allowance, ModelBudget, Price, RoleSettings
from plans.records.usage import Usage
from tests.agents.gateway.model_endpoint import (
    HANG,
    RESET,
    Body,
    ModelEndpoint,
    Piece,
    asking,
    completion,
    endpoint_saying,
    gateway_to,
    refused,
    sent,
    streamed,
)

pytestmark = pytest.mark.slow

PRICE = Price(input=10, output=100)
LONG = "How many plants are there? " * 100
"""Some 900 tokens."""


async def used_of(endpoint: ModelEndpoint, role: RoleSettings) -> tuple[Usage, float, float]:
    """What a call that fails is said to have used, what was charged live, and the dollars of its input alone."""
    async with gateway_to(endpoint, role=role, price=PRICE) as gateway:
        with pytest.raises(EndpointFailed):
            await gateway.reply(asking(LONG))
        return gateway.usage().total, gateway.purse.run.cost, 900 * 10 / 1e6


async def test_a_try_that_times_out_is_charged_and_not_shown_as_nothing() -> None:
    """The endpoint may have been at work all the while, and it was told as 0.00 dollars to the cent."""
    used, charged, least = await used_of(
        endpoint_saying([HANG]), RoleSettings(deadline=1, patience=0.9, max_output=50)
    )
    assert (used.calls, used.failed) == (used.unreported, {"silent": used.calls})
    assert used.cost is None
    assert used.charged == pytest.approx(charged)
    assert charged >= used.calls * least


async def test_a_stream_that_breaks_off_is_charged_by_what_came_of_it() -> None:
    came = streamed(*({"content": "word "} for _ in range(400)), finish=None, is_ended=False)
    role = RoleSettings(deadline=20, patience=10, max_output=500, is_streamed=True)
    used, charged, least = await used_of(ModelEndpoint(lambda _, __: [*came, RESET]), role)
    assert used.unreported == used.calls == 3
    assert used.estimated > 3 * (900 + 200)
    assert charged == pytest.approx(used.charged) != pytest.approx(0)
    assert charged > 3 * (least + 200 * 100 / 1e6)


async def test_what_an_endpoint_turns_down_costs_nothing() -> None:
    async with gateway_to(endpoint_saying(refused(401, "no")), price=PRICE) as gateway:
        with pytest.raises(EndpointRefused):
            await gateway.reply(asking(LONG))
        used = gateway.usage().total
    assert (used.calls, used.unreported, used.cost, used.charged) == (1, 0, 0, 0)


async def test_a_call_that_is_given_up_at_the_end_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gatewaying, "GRACE", 0.1)
    endpoint = endpoint_saying([HANG])
    with open_journal() as journal:
        async with gateway_to(endpoint, journal, price=PRICE) as gateway:
            await left_by(gateway, LONG, endpoint)
        used = journal.usage().total
    assert (used.calls, used.unreported, used.failed) == (1, 1, {"left": 1})
    assert used.charged > 900 * 10 / 1e6


async def test_the_budget_is_asked_before_each_try() -> None:
    """It held one try's worth, and a call could take five."""
    endpoint = ModelEndpoint(lambda _, number: [HANG] if number == 0 else sent(completion("Yes.")))
    budget = ModelBudget(author=Allowance(tokens=1_500))
    role = RoleSettings(deadline=50, patience=2, max_output=100)
    async with gateway_to(endpoint, role=role, budget=budget) as gateway:
        with pytest.raises(BudgetError, match="1,500 tokens are used, and the next call may take"):
            await gateway.reply(asking(LONG))
    assert len(endpoint.asked) == 1


async def test_of_tries_each_is_a_call_of_the_budget() -> None:
    endpoint = endpoint_saying(refused(500, "oh"))
    async with gateway_to(endpoint, budget=ModelBudget(author=Allowance(calls=2))) as gateway:
        with pytest.raises(BudgetError, match="2 of 2 calls are used"):
            await gateway.reply(asking())
    assert len(endpoint.asked) == 2


async def test_a_call_that_waits_for_its_turn_when_nobody_waits_for_it_does_not_go_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It went out at the end, when another gave back its place, and was paid for though nobody would read it."""
    monkeypatch.setattr(gatewaying, "GRACE", 1.5)

    def slowly(_: Body, __: int) -> Iterable[Piece]:
        yield 1.0
        yield from sent(completion("Seven."))

    endpoint = ModelEndpoint(slowly)
    with open_journal() as journal:
        async with gateway_to(endpoint, journal, at_once=1) as gateway:
            out = asyncio.create_task(gateway.reply(asking("first")))
            await endpoint.arrivals.acquire()
            others = [asyncio.create_task(gateway.reply(asking(str(number)))) for number in range(3)]
            await asyncio.sleep(0.1)
            for task in (out, *others):
                task.cancel()
            await asyncio.gather(out, *others, return_exceptions=True)
        used = journal.usage().total
    assert len(endpoint.asked) == 1
    assert (used.calls, used.tokens.total) == (1, 120), "the one that was out came home"


async def test_nothing_goes_out_of_a_gateway_that_closes() -> None:
    endpoint = ModelEndpoint(lambda _, number: [0.5, *sent(completion(f"answer {number}"))])
    async with gateway_to(endpoint, at_once=1) as gateway:
        waiting = [asyncio.create_task(gateway.reply(asking(str(number)))) for number in range(4)]
        await endpoint.arrivals.acquire()
        await gateway.close()
        ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert len(endpoint.asked) == 1
    assert sum(isinstance(one, asyncio.CancelledError) for one in ended) == 3


async def test_who_joins_a_call_that_was_let_go_asks_anew() -> None:
    endpoint = ModelEndpoint(lambda _, number: [0.3, *sent(completion(f"answer {number}"))])
    async with gateway_to(endpoint, at_once=1) as gateway:
        first = asyncio.create_task(gateway.reply(asking("first")))
        await endpoint.arrivals.acquire()
        leaving = asyncio.create_task(gateway.reply(asking("second")))
        await asyncio.sleep(0.05)
        leaving.cancel()
        joining = asyncio.create_task(gateway.reply(asking("second")))
        assert [(await one).text for one in (first, joining)] == ["answer 0", "answer 1"]
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize("version", [1, 99])
def test_a_journal_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "journal.sqlite"
    with open_journal(path):
        pass
    rows = sqlite3.connect(path)
    rows.execute(f"PRAGMA user_version = {version}")
    rows.close()
    with pytest.raises(StorageFailed, match="another version"), open_journal(path):
        pass


async def left_by(gateway: Gateway, text: str, endpoint: ModelEndpoint) -> None:
    """A call that goes out, and is waited for no more."""
    task = asyncio.create_task(gateway.reply(asking(text)))
    await endpoint.arrivals.acquire()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
