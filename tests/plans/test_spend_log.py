"""The book of what agents have spent, as a kill, a power cut or a full disk may leave it."""

import asyncio
from pathlib import Path

import pytest
from aiohttp import ClientSession

from agents.gateway.budget import Account
from agents.gateway.relay import Relay
from plans.errors import InvalidFile, StorageFailed
from plans.records.model_settings import Price
from plans.records.usage import Tokens, Usage
from plans.spend_log import SpendLog, booked, mend_torn
from tests.agents.gateway.asking import Program, model_route
from tests.agents.gateway.model_endpoint import HANG, endpoint_saying
from tests.agents.scripted.endpoint import ScriptedEndpoint

PRICE = Price(input=1, output=10)
USED = Usage(calls=1, tokens=Tokens(input=100, output=10), cost=0.2, charged=0.2)
FEARED = Usage(calls=1, unreported=1, estimated=300, cost=None, charged=0.3)


def test_a_call_that_was_under_way_when_all_was_killed_is_charged(tmp_path: Path) -> None:
    page = SpendLog(tmp_path / "spending.jsonl").page("mine", "shop", 1)
    page.begin("one", FEARED)
    page.begin("two", FEARED)
    page.end("one", USED)
    told = booked(tmp_path / "spending.jsonl")
    assert (told.calls, told.unreported, told.charged) == (2, 1, 0.5)
    assert told.failed == {"killed": 1}


async def test_a_call_under_way_is_charged_all_that_it_may_take_should_all_be_killed(tmp_path: Path) -> None:
    """By what was sent alone, each kill and resume could spend the whole budget anew."""
    endpoint = endpoint_saying([HANG])
    path = tmp_path / "spending.jsonl"
    async with endpoint.serving() as url, ClientSession() as client:
        relay = Relay(model_route(url, PRICE), Account(), SpendLog(path).page("mine", "shop", 1))
        async with relay.on_loopback() as address:
            program = Program(relay, ScriptedEndpoint(), client, address)
            call = asyncio.create_task(program.asks("chat", max_tokens=500_000))
            await endpoint.arrivals.acquire()
            feared = booked(path).charged
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
    assert feared > 500_000 * 10 / 1e6
    assert booked(path).charged < 1, "a program that leaves is charged by what came"


def test_half_a_line_at_the_end_is_passed_over_and_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "spending.jsonl"
    SpendLog(path).page("mine", "shop", 1).end("one", USED)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    assert booked(path) == USED
    mend_torn(path)
    assert path.read_bytes() == whole


def test_a_line_that_is_none_is_told_and_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "spending.jsonl"
    path.write_text('{"call": "one"}\n')
    with pytest.raises(InvalidFile, match=r"spending\.jsonl:1: usage"):
        booked(path)


def test_nothing_is_written_by_way_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "spending.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageFailed):
        SpendLog(tmp_path / "spending.jsonl").page("mine", "shop", 1).end("one", USED)


async def test_the_book_tells_what_the_relay_charged(tmp_path: Path) -> None:
    endpoint, account = ScriptedEndpoint(), Account()
    page = SpendLog(tmp_path / "spending.jsonl").page("mine", "shop", 1)
    async with endpoint.serving() as url, ClientSession() as client:
        relay = Relay(model_route(url, PRICE), account, page)
        async with relay.on_loopback() as address:
            program = Program(relay, endpoint, client, address)
            await program.asks("chat")
            await program.asks("messages", is_streamed=False)
            await program.asks("chat", model="another")
            await program.counts({"model": "some-model"})
    again = Account()
    again.charge(booked(tmp_path / "spending.jsonl"))
    assert (again.calls, again.tokens) == (account.calls, account.tokens)
    assert again.cost == pytest.approx(account.cost)
    assert again.calls == 3, "one was refused, and never went out"
