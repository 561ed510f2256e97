"""Endpoints that say what no endpoint should, byte by byte: what reaches the program, and what is recorded."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import repeat

import pytest
from aiohttp import ClientError, ClientPayloadError, ClientSession, ClientTimeout

from agents.gateway.budget import Account
from agents.gateway.counting import SIZE_LIMIT
from agents.gateway.relay import CRASHED, ERROR_SHOWN, Relay
from agents.gateway.transport import AnswerStream, Mask, ModelRoute
from plans.records.model_settings import PROTOCOLS, Allowance, Endpoint, Price, WireProtocol
from tests.agents.gateway.asking import KEY, MODEL, Program
from tests.agents.scripted.answers import Answer, events, whole
from tests.agents.scripted.endpoint import ScriptedEndpoint

pytestmark = pytest.mark.slow

Says = Callable[[], Iterable[bytes | float]]
"""What an endpoint writes, and between it the seconds that it waits."""
PLAIN = {"content-type": "application/json"}
STREAM = {"content-type": "text/event-stream"}
SAID = json.dumps(whole("chat", Answer("A title."), MODEL)).encode()
STREAMED = [event.encode() for event in events("chat", Answer("A title."), MODEL)]


def head(status: int = 200, headers: dict[str, str] = PLAIN) -> bytes:
    """Of an answer that goes on until the connection ends."""
    lines = [f"HTTP/1.1 {status} Status", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "connection: close", "", ""]).encode()


@asynccontextmanager
async def program(
    says: Says, *, key: str = KEY, silence: float = 5, account: Account | None = None
) -> AsyncGenerator[Program]:
    """A program at an endpoint that writes this to everyone who asks."""
    async with speaking(says) as url:
        price = {MODEL: Price(input=1, output=10)}
        endpoint = Endpoint(name="unruly", url=url, protocols=PROTOCOLS, prices=price)
        relay = Relay(ModelRoute(endpoint, MODEL, key), account, silence=silence)
        async with relay.on_loopback() as address, ClientSession(timeout=ClientTimeout(30)) as client:
            yield Program(relay, ScriptedEndpoint(), client, address)


@asynccontextmanager
async def speaking(says: Says) -> AsyncGenerator[str]:
    """The endpoint; yields its address."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            for piece in says():
                if isinstance(piece, bytes):
                    writer.write(piece)
                    await writer.drain()
                else:
                    await asyncio.sleep(piece)
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def refusing(key: str) -> bytes:
    """The error of an endpoint that repeats a key."""
    return json.dumps({"error": {"message": f"Incorrect API key provided: {key}"}}).encode()


EVENT = b"data: " + refusing(KEY) + b"\n\n"
CUT = EVENT.index(KEY.encode()) + 5
REPEATS: dict[str, Says] = {
    "with status 200": lambda: [head(), refusing(KEY)],
    "in an event": lambda: [head(200, STREAM), EVENT],
    "in two pieces of an event": lambda: [head(200, STREAM), EVENT[:CUT], 0.1, EVENT[CUT:]],
    "in the rest of a stream": lambda: [head(200, STREAM), EVENT.strip()],
    "in a header": lambda: [head(200, PLAIN | {"x-request-id": KEY}), refusing("")],
    "where it leads": lambda: [head(308, {"location": f"https://models.example/{KEY}"})],
    "with status 401": lambda: [head(401), refusing(KEY)],
}


@pytest.mark.parametrize("case", REPEATS)
async def test_a_key_that_is_repeated_reaches_neither_program_nor_record(case: str) -> None:
    """It was kept back only with the status of an error, and stood in round.json, RESULT.json and the sandbox."""
    async with program(REPEATS[case]) as asking:
        heard: list[object] = []
        async with asking.asking() as answer:
            heard.append(dict(answer.headers))
            try:
                async for piece in answer.content.iter_any():
                    heard.append(piece)
            except ClientPayloadError:
                heard.append("cut off")
        (call,) = asking.relay.traffic.calls
        assert call.outcome == "endpoint failed"
        assert KEY not in str(heard), "what reaches the program reaches the sandbox"
        assert KEY not in str(call), "what a call notes goes into the record of the round"
        assert "[key]" in str(heard) + str(call)


@pytest.mark.parametrize("is_streamed", [True, False], ids=["streamed", "whole"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_an_error_in_place_of_the_text_is_the_endpoints(
    protocol: WireProtocol, is_streamed: bool
) -> None:
    """An agent that got a 429 as its model's words ended with 0, and was scored for it."""
    error = json.dumps({"error": {"code": 429, "message": "slow down"}})

    def says(answer: Answer) -> Iterable[bytes]:
        if is_streamed:
            return [head(200, STREAM), *(event.encode() for event in events(protocol, answer, MODEL))]
        return [head(), json.dumps(whole(protocol, answer, MODEL)).encode()]

    async with program(lambda: says(Answer(error, has_usage=False))) as asking:
        status, _ = await asking.asks(protocol, is_streamed=is_streamed)
        assert status == 200, "the program gets what came"
        assert "slow down" in asking.relay.traffic.endpoint_trouble()
    for own in (Answer(error), Answer("Seven.", has_usage=False)):
        async with program(partial(says, own)) as asking:
            await asking.asks(protocol, is_streamed=is_streamed)
            assert asking.relay.traffic.endpoint_trouble() == ""


async def test_a_key_that_is_spelled_in_another_way_is_the_same_key() -> None:
    key = 'sk-a/"b'
    spelled = json.dumps({"error": {"message": f"no: {key}"}}).replace("/", "\\/")
    async with program(lambda: [head(), spelled.encode()], key=key) as asking:
        _, text = await asking.asks(is_streamed=False)
        assert json.loads(text) == {"error": {"message": "no: [key]"}}
        assert key not in asking.relay.traffic.endpoint_trouble()


async def test_a_key_that_is_an_ordinary_word_leaves_answers_as_they_are() -> None:
    """Endpoints of one's own machine are given any word for a key, and `prompt_tokens` holds one of them."""
    async with program(lambda: [head(), SAID], key="token") as asking:
        assert (await asking.asks(is_streamed=False))[1] == SAID.decode()
    async with program(lambda: [head(401), refusing("token")], key="token") as asking:
        assert "provided: [key]" in (await asking.asks())[1]


async def test_a_fault_of_the_relay_is_never_the_programs_leaving() -> None:
    """A key with a line end: every call ended as one that the program left, and the agent was scored 0.0% for it."""
    async with program(lambda: [head(), SAID], key="a key\n") as asking:
        with pytest.raises(ClientError):
            await asking.asks()
        assert asking.relay.usage().failed == {CRASHED: 1}
        trouble = asking.relay.traffic.endpoint_trouble()
        assert trouble.startswith("relay failed: ValueError")
        assert "a key" not in trouble


@pytest.mark.parametrize("status", [101, 300, 304, 307, 308, 600])
async def test_a_status_that_is_no_answer_is_the_endpoints_fault(status: int) -> None:
    """All below 400 was taken for a rejected request, and so for the agent's own failure."""
    async with program(lambda: [head(status, {})]) as asking:
        assert (await asking.asks())[0] == 502
        assert asking.relay.traffic.endpoint_trouble() == f"{status}: a status that is no answer"


async def test_an_address_that_leads_elsewhere_is_told_with_the_place() -> None:
    place = "https://me:secret@models.example/v1/chat?key=secret"
    async with program(lambda: [head(307, {"location": place})]) as asking:
        assert (await asking.asks())[0] == 502
        trouble = asking.relay.traffic.endpoint_trouble()
        assert trouble == "307: the address leads elsewhere, to https://models.example/v1/chat: correct `url`"


async def test_of_a_huge_error_no_more_is_masked_and_passed_on_than_anybody_reads() -> None:
    """All of its 50 MB were gone through, twice, while every other trial waited."""
    across = b"x" * (ERROR_SHOWN - 4) + KEY.encode() + b"x" * 20_000_000
    async with program(lambda: [head(500), across]) as asking:
        began = time.monotonic()
        status, text = await asking.asks()
        assert time.monotonic() - began < 10
    assert (status, len(text)) == (500, ERROR_SHOWN)
    assert KEY[:4] not in text


NO_CREDIT = {
    "type": "error",
    "error": {
        "type": "invalid_request_error",
        "message": "Your credit balance is too low to access the Anthropic API.",
    },
}
ERRORS: dict[str, tuple[object, bool]] = {
    "credit": (NO_CREDIT, True),
    "limit": ({"error": {"message": "You have reached your specified API usage limits."}}, True),
    "type": ({"error": {"code": "insufficient_quota", "message": "Sorry."}}, True),
    "key": ({"error": {"status": "INVALID_ARGUMENT", "message": "API key not valid."}}, True),
    "text": ("<h1>Payment required</h1>", True),
    "request": ({"error": {"message": "messages.3: tool_use ids were found without results"}}, False),
    "repeated": (
        {"error": {"message": "There is no tool 'show_billing_details' or \"credit balance\""}},
        False,
    ),
}


@pytest.mark.parametrize("case", ERRORS)
async def test_an_error_of_the_account_is_known_by_its_words(case: str) -> None:
    """With status 400 an endpoint said that the credit was used up, and the agents were scored 0.0%."""
    said, is_trouble = ERRORS[case]
    body = said.encode() if isinstance(said, str) else json.dumps(said).encode()
    answers = iter([[head(), SAID], [head(400), body]])
    async with program(lambda: next(answers)) as asking:
        await asking.asks(is_streamed=False)
        assert (await asking.asks())[0] == 400
        assert bool(asking.relay.traffic.endpoint_trouble()) == is_trouble
        if said is NO_CREDIT:
            told = asking.relay.traffic.endpoint_trouble()
            assert told == "400: Your credit balance is too low to access the Anthropic API."


async def test_where_no_call_was_answered_no_agent_has_been_at_work() -> None:
    error = json.dumps({"error": {"message": "tools: unknown field"}}).encode()
    async with program(lambda: [head(400), error]) as asking:
        await asking.asks()
        trouble = asking.relay.traffic.endpoint_trouble()
        assert trouble.startswith("it answered no call, and rejected the last with 400: tools: unknown field")
    error = json.dumps({"error": {"message": "prompt is too long: 205000 tokens > 200000 maximum"}}).encode()
    async with program(lambda: [head(400), error]) as asking:
        await asking.asks()
        assert asking.relay.traffic.endpoint_trouble()
        assert asking.relay.traffic.endpoint_trouble(is_first=False) == "", "its own work grew too long"


SILENT: dict[str, Says] = {
    "comments": lambda: [head(200, STREAM), *[b": keepalive\n\n", 0.1] * 600],
    "events without data": lambda: [head(200, STREAM), *[b"event: ping\n\n", 0.1] * 600],
    "blanks before an answer": lambda: [head(), *[b"\n", 0.1] * 600],
}


@pytest.mark.parametrize("case", SILENT)
async def test_what_only_keeps_a_connection_open_ends_no_silence(case: str) -> None:
    """With a comment every two seconds an endpoint held its agent until it was out of time, and was scored 0.0%."""
    async with program(SILENT[case], silence=0.5) as asking:
        began = time.monotonic()
        with suppress(ClientPayloadError):
            await asking.asks()
        assert time.monotonic() - began < 30
        assert asking.relay.usage().failed == {"silent": 1}
        assert "nothing that says anything" in asking.relay.traffic.endpoint_trouble()


async def test_a_program_that_left_such_an_endpoint_tells_of_its_silence() -> None:
    async with program(SILENT["comments"]) as asking:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.6):
                await asking.asks()
        await asyncio.sleep(0.1)
        assert "silent" in asking.relay.traffic.endpoint_trouble(patience=0.3)


async def test_an_answer_that_goes_on_slowly_is_heard_out() -> None:
    slow = [part for event in STREAMED for part in (event, b": keepalive\n\n", 0.3)]
    async with program(lambda: [head(200, STREAM), *slow], silence=0.6) as asking:
        assert "A title." in (await asking.asks())[1]
        assert asking.relay.traffic.answered() == 1


async def test_half_a_letter_in_an_error_can_be_recorded() -> None:
    """JSON can say it and no file can hold it: the whole run ended with a UnicodeEncodeError."""
    async with program(lambda: [head(), b'{"error":{"message":"broken \\ud83d"}}']) as asking:
        await asking.asks(is_streamed=False)
        assert asking.relay.traffic.endpoint_trouble().encode() == "error in the answer: broken �".encode()


ENDLESS: dict[str, Says] = {
    "an answer": lambda: [head(), *repeat(b"x" * 1_000_000, 200)],
    "an error": lambda: [head(500), *repeat(b"x" * 1_000_000, 200)],
    "an event": lambda: [head(200, STREAM), b"data: ", *repeat(b"x" * 1_000_000, 200)],
}


@pytest.mark.parametrize("case", ENDLESS)
async def test_an_answer_without_an_end_is_not_read_to_its_end(case: str) -> None:
    """It was kept in memory for as long as it came."""
    async with program(ENDLESS[case]) as asking:
        try:
            assert (await asking.asks())[0] == 502
        except ClientPayloadError:
            assert case == "an event"
        (call,) = asking.relay.traffic.calls
        assert call.received < SIZE_LIMIT + 10_000_000
        assert "the answer is too large" in asking.relay.traffic.endpoint_trouble()


def test_an_event_is_looked_through_once() -> None:
    """Looked through again with every piece that came, one of 14 MB took six seconds, in which nothing else passed."""
    meter = AnswerStream("chat", Mask())
    began = time.process_time()
    for piece in repeat(b"data: " + b"x" * 65_000, 250):
        assert meter.feed(piece) == b""
    assert time.process_time() - began < 3


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n", b"\n\r\n"])
def test_an_events_end_is_found_in_whatever_pieces_it_comes(end: bytes) -> None:
    stream = b'data: {"usage": {"prompt_tokens": 1, "completion_tokens": 1}}' + end + b"data: [DONE]" + end
    meter = AnswerStream("chat", Mask())
    assert b"".join(meter.feed(bytes([byte])) for byte in stream) == stream
    assert meter.rest() == b""
    assert meter.reading().is_whole
    assert meter.spoken == 2


async def test_a_count_beyond_all_measure_is_no_report() -> None:
    """One of 400 digits was an OverflowError in the relay, and the harness failed."""
    absurd = SAID.replace(b'"prompt_tokens": 1200', b'"prompt_tokens": 1' + b"0" * 400)
    assert absurd != SAID
    account = Account(Allowance(cost=5))
    async with program(lambda: [head(), absurd], account=account) as asking:
        assert (await asking.asks(is_streamed=False))[0] == 200
        usage = asking.relay.usage()
        assert (usage.unreported, usage.cost, usage.tokens.total) == (1, None, 0)
        assert 0 < account.cost < 1
