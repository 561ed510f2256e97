"""What is charged for a stream that told something of what it used and broke off before its end."""

import json

import pytest

from agents.gateway.budget import Account
from agents.gateway.counting import CountedCall
from plans.records.model_settings import PROTOCOLS, WireProtocol
from tests.agents.gateway.test_unruly_endpoints import head, program

STREAM = {"content-type": "text/event-stream"}
BEGINNINGS: dict[WireProtocol, object] = {
    "chat": {"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 1}},
    "responses": {"type": "response.created", "usage": {"input_tokens": 100, "output_tokens": 1}},
    "messages": {
        "type": "message_start",
        "message": {"usage": {"input_tokens": 100, "output_tokens": 1}},
    },
    "gemini": {"usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 1}},
}
WORD: dict[WireProtocol, object] = {
    "chat": {"choices": [{"delta": {"content": "word " * 20}}]},
    "responses": {"type": "response.output_text.delta", "delta": "word " * 20},
    "messages": {"type": "content_block_delta", "delta": {"text": "word " * 20}},
    "gemini": {"candidates": [{"content": {"parts": [{"text": "word " * 20}]}}]},
}


def event(value: object) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_stream_that_is_cut_is_charged_by_what_came_and_is_no_exact_report(
    protocol: WireProtocol,
) -> None:
    """The one token that a stream's first event tells was taken for all that was written, to the cent."""
    said = [event(BEGINNINGS[protocol]), *[event(WORD[protocol])] * 80]
    account = Account()
    async with program(lambda: [head(headers=STREAM), *said], account=account) as asking:
        await asking.tries(protocol)
        usage = asking.relay.usage()
    assert (usage.unreported, usage.cost) == (1, None)
    assert (usage.tokens.input, usage.tokens.output) == (100, 1)
    received = sum(map(len, said))
    assert usage.estimated == received // 100 - 1 > 80
    assert account.cost == pytest.approx(usage.charged) == pytest.approx((100 + received // 100 * 10) / 1e6)
    assert account.tokens == 100 + received // 100


async def test_a_whole_stream_is_charged_by_its_report() -> None:
    end = [
        {"type": "message_delta", "usage": {"output_tokens": 7}},
        {"type": "message_stop"},
    ]
    said = [event(BEGINNINGS["messages"]), *[event(WORD["messages"])] * 80, *map(event, end)]
    async with program(lambda: [head(headers=STREAM), *said]) as asking:
        await asking.tries("messages")
        usage = asking.relay.usage()
    assert (usage.unreported, usage.estimated, usage.tokens.output) == (0, 0, 7)
    assert usage.cost == usage.charged == pytest.approx((100 + 7 * 10) / 1e6)


async def test_silence_is_charged_for_what_was_sent_and_a_refusal_is_not() -> None:
    async with program(lambda: [3600], silence=0.3) as asking:
        await asking.tries("chat", padding="x" * 3_000)
        usage = asking.relay.usage()
    assert (usage.failed, usage.unreported, usage.cost) == ({"silent": 1}, 1, None)
    assert usage.estimated > 1_000
    call = CountedCall("some-model", 3_000)
    call.end("endpoint failed", "503")
    assert not call.is_unreported
