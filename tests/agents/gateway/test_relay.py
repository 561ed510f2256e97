"""The relay between a program and a scripted endpoint: real HTTP, in all four protocols."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientPayloadError, ClientSession, ClientTimeout, UnixConnector

from agents.gateway.budget import Account
from agents.gateway.relay import Relay
from plans.records.model_settings import PROTOCOLS, Allowance, Price, WireProtocol
from plans.records.usage import RelayRefusal, Tokens
from plans.scratch import scratch
from tests.agents.gateway.asking import KEY, Program, model_route
from tests.agents.scripted.answers import CACHED, INPUT, OUTPUT, REASONING
from tests.agents.scripted.endpoint import ScriptedEndpoint

ONE_CALL = Tokens(input=INPUT, cached_input=CACHED, output=OUTPUT, reasoning=REASONING)
HEARD_OF = {
    "messages": ONE_CALL.model_copy(update={"reasoning": 0}),
    **dict.fromkeys(("chat", "responses", "gemini"), ONE_CALL),
}
"""Protocol → what a call took, as far as the protocol has words for it."""


@asynccontextmanager
async def program(
    case: str = "ok", account: Account | None = None, *, silence: float = 20, price: Price | None = None
) -> AsyncGenerator[Program]:
    endpoint = ScriptedEndpoint(case=case)
    async with endpoint.serving() as url:
        relay = Relay(model_route(url, price), account, silence=silence)
        async with relay.on_loopback() as address, ClientSession() as client:
            yield Program(relay, endpoint, client, address)


@pytest.mark.parametrize("is_streamed", [True, False], ids=["streamed", "whole"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_what_passes_is_counted_in_every_protocol(protocol: WireProtocol, is_streamed: bool) -> None:
    async with program() as asking:
        status, text = await asking.asks(protocol, is_streamed=is_streamed)
        assert status == 200
        assert "A title." in text
        usage = asking.relay.usage()
        assert (usage.calls, usage.failed, usage.unreported) == (1, {}, 0)
        assert usage.tokens == HEARD_OF[protocol]
        await asking.asks(protocol, is_streamed=is_streamed)
        assert asking.relay.usage().tokens == HEARD_OF[protocol] + HEARD_OF[protocol]
        assert asking.relay.traffic.endpoint_trouble() == ""


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_the_endpoint_gets_the_key_and_the_program_a_token(protocol: WireProtocol) -> None:
    async with program() as asking:
        await asking.asks(protocol)
        (asked,) = asking.endpoint.asked
        assert asked.key == KEY
        assert asking.relay.token not in str(asked)
        status, text = await asking.asks(protocol, token="something else")
        assert status == 401
        assert KEY not in text
        assert len(asking.endpoint.asked) == 1
        assert asking.relay.usage().calls == 1


async def test_nothing_else_can_be_reached() -> None:
    async with program() as asking:
        assert await asking.gets("/v1/models") == 200
        assert await asking.gets("/v1/files") == 404
        assert await asking.gets("/") == 404
        status, text = await asking.asks(model="dearer-model")
        assert status == 404
        assert "only 'some-model'" in text
        assert asking.endpoint.asked == []
        assert asking.relay.usage().failed == {RelayRefusal.OTHER_MODEL: 1}


async def test_the_usage_of_a_stream_is_asked_for_and_kept_from_a_program_that_did_not_ask() -> None:
    """A program that leaves it out would go uncounted, and one that does not know it would stumble over it."""
    async with program() as asking:
        _, text = await asking.asks("chat")
        assert "usage" not in text
        assert text.endswith("data: [DONE]\n\n")
        assert asking.endpoint.asked[0].body["stream_options"] == {"include_usage": True}
        _, text = await asking.asks("chat", stream_options={"include_usage": True})
        assert '"prompt_tokens": 1200' in text


@pytest.mark.parametrize(
    ("status", "is_trouble"), [(401, True), (429, True), (500, True), (400, False), (413, False), (407, True)]
)
async def test_an_error_is_passed_on_and_known_for_whose_it_is(status: int, is_trouble: bool) -> None:
    async with program(str(status)) as asking:
        answered, text = await asking.asks("messages")
        assert answered == status
        assert "scripted" in text
        assert KEY not in text + str(asking.relay.traffic.calls), (
            "an endpoint may repeat a key that it refuses"
        )
        usage = asking.relay.usage()
        assert usage.failed == {str(status): 1}
        assert usage.tokens.total == usage.estimated == usage.unreported == 0
        asking.endpoint.case = "ok"
        await asking.asks("messages")
        asking.endpoint.case = str(status)
        await asking.asks("messages")
        assert bool(asking.relay.traffic.endpoint_trouble()) == is_trouble


async def test_a_failure_that_was_got_over_is_no_trouble() -> None:
    async with program("flaky") as asking:
        assert [(await asking.asks("responses"))[0] for _ in range(3)] == [500, 500, 200]
        assert asking.relay.usage().failed == {"500": 2}
        assert asking.relay.traffic.endpoint_trouble() == ""
        assert asking.relay.traffic.answered() == 1


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_stream_without_its_end_is_the_endpoints_fault(protocol: WireProtocol) -> None:
    """It ends like any other for HTTP: one program took the half of it for the whole, one asked again for ever."""
    async with program("early end") as asking:
        with pytest.raises(ClientPayloadError):
            await asking.asks(protocol)
        assert asking.relay.usage().failed == {"ended early": 1}
        assert "ended early" in asking.relay.traffic.endpoint_trouble()


async def test_a_stream_that_is_cut_off_is_cut_off_for_the_program_too() -> None:
    async with program("cut off") as asking:
        with pytest.raises(ClientPayloadError):
            await asking.asks("chat")
        assert asking.relay.usage().failed == {"cut off": 1}


async def test_an_endpoint_that_never_answers_is_given_up() -> None:
    async with program("hang", silence=0.3) as asking:
        status, text = await asking.asks("gemini")
        assert status == 504
        assert json.loads(text)["error"]["status"] == "UNAVAILABLE"
        assert asking.relay.usage().failed == {"silent": 1}


async def test_a_program_that_was_ended_while_it_waited_tells_of_a_silent_endpoint() -> None:
    async with program("hang") as asking:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await asking.asks("chat")
        await asyncio.sleep(0.1)
        (call,) = asking.relay.traffic.calls
        assert call.outcome == "left"
        assert "silent" in asking.relay.traffic.endpoint_trouble(patience=0.3)
        assert asking.relay.traffic.endpoint_trouble(patience=5) == ""


async def test_an_endpoint_that_is_not_there_is_told_as_such() -> None:
    relay = Relay(model_route("http://127.0.0.1:9"))
    async with relay.on_loopback() as address, ClientSession() as client:
        asking = Program(relay, ScriptedEndpoint(), client, address)
        status, _ = await asking.asks("responses")
        assert status == 502
        assert relay.usage().failed == {"unreachable": 1}


async def test_silence_about_usage_is_told_and_charged_by_size() -> None:
    account = Account(Allowance(tokens=60))
    async with program("no usage", account, price=Price(input=1, output=2)) as asking:
        await asking.asks("chat", padding="x" * 400)
        usage = asking.relay.usage()
        assert (usage.unreported, usage.tokens, usage.cost) == (1, Tokens(), None)
        assert usage.estimated > 100
        assert (await asking.asks("chat"))[0] == 400


async def test_once_the_budget_is_used_up_no_call_is_made() -> None:
    whole = Account(Allowance(tokens=3_000))
    async with program(account=Account(Allowance(calls=2), above=whole)) as asking:
        assert [(await asking.asks())[0] for _ in range(3)] == [200, 200, 400]
        assert len(asking.endpoint.asked) == 2
        assert asking.relay.traffic.refused_for(RelayRefusal.BUDGET)
    async with program(account=Account(above=whole)) as asking:
        assert [(await asking.asks("messages"))[0] for _ in range(2)] == [200, 400]
        assert "3,765 of 3,000 tokens" in (await asking.asks("messages"))[1]


async def test_cost_is_reckoned_by_the_endpoints_price() -> None:
    account = Account(Allowance(cost=0.001))
    async with program(account=account, price=Price(input=1, cached_input=0.1, output=10)) as asking:
        await asking.asks()
        assert asking.relay.usage().cost == pytest.approx(0.001 + 0.00002 + 0.00055)
        assert (await asking.asks())[0] == 400


async def test_a_unix_socket_does_as_well() -> None:
    endpoint = ScriptedEndpoint()
    with scratch("relay") as folder:
        async with endpoint.serving() as url:
            relay = Relay(model_route(url))
            async with (
                relay.on_socket(folder / "model.sock") as socket,
                ClientSession(connector=UnixConnector(str(socket)), timeout=ClientTimeout(10)) as client,
            ):
                assert (await Program(relay, endpoint, client, "http://model").asks("gemini"))[0] == 200
        assert not Path(socket).exists()


@pytest.mark.parametrize(
    ("url", "reached"),
    [
        ("{}", "/v1/chat/completions"),
        ("{}/v1", "/v1/chat/completions"),
        ("{}/openai/v4", "/openai/v4/chat/completions"),
        ("{}/v1beta/openai/", "/v1beta/openai/chat/completions"),
    ],
)
async def test_an_address_may_name_the_version_or_leave_it_out(url: str, reached: str) -> None:
    endpoint = ScriptedEndpoint()
    async with endpoint.serving() as root:
        relay = Relay(model_route(url.format(root)))
        async with relay.on_loopback() as address, ClientSession() as client:
            await Program(relay, endpoint, client, address).asks("chat")
    assert [asked.path for asked in endpoint.asked] == [reached]
