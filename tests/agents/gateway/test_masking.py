"""A key that an endpoint repeats in another form: packed, escaped, escaped again."""

import gzip
import json
import time
import zlib
from contextlib import suppress

import pytest
from aiohttp import ClientPayloadError

from agents.gateway.transport import Mask, ModelRoute, mask_of
from plans.records.model_settings import Endpoint
from tests.agents.gateway.test_unruly_endpoints import PLAIN, STREAM, STREAMED, head, program, refusing

KEY = "abcDEF012345+/6789=="
PACKED = {
    "gzip": gzip.compress(refusing(KEY)),
    "deflate": zlib.compress(refusing(KEY)),
    "GZIP": gzip.compress(refusing(KEY)[:20]) + gzip.compress(refusing(KEY)[20:]),
}


@pytest.mark.parametrize("status", [200, 401])
@pytest.mark.parametrize("coding", PACKED)
async def test_an_answer_that_is_packed_unasked_is_read_all_the_same(coding: str, status: int) -> None:
    """Packed, the key was seen by nobody here, and by every program that unpacks what it gets."""
    headers = {**PLAIN, "content-encoding": coding}
    async with program(lambda: [head(status, headers), PACKED[coding]], key=KEY) as asking:
        answered, text = await asking.asks(is_streamed=False)
        assert answered == status
        assert json.loads(text)["error"]["message"].endswith("[key]")
        assert asking.relay.traffic.endpoint_trouble().endswith("Incorrect API key provided: [key]")


async def test_a_packed_stream_is_counted_and_passed_on_plain() -> None:
    whole = gzip.compress(b"".join(STREAMED))
    pieces = [whole[at : at + 7] for at in range(0, len(whole), 7)]
    async with program(lambda: [head(200, {**STREAM, "content-encoding": "gzip"}), *pieces]) as asking:
        assert "A title." in (await asking.asks())[1]
        assert asking.relay.traffic.answered() == 1


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("br", b"xx"),
        ("gzip, gzip", b"xx"),
        ("gzip", b"no gzip"),
        ("gzip", gzip.compress(b"x" * 1_000_000) * 70),
    ],
    ids=["unknown", "twice", "wrong", "a bomb"],
)
@pytest.mark.parametrize("kind", [PLAIN, STREAM], ids=["whole", "streamed"])
async def test_what_cannot_be_unpacked_is_no_answer(coding: str, body: bytes, kind: dict[str, str]) -> None:
    async with program(lambda: [head(200, {**kind, "content-encoding": coding}), body], key=KEY) as asking:
        # A stream that had begun is cut off.
        with suppress(ClientPayloadError):
            assert (await asking.asks())[0] == 502
        assert set(asking.relay.usage().failed) <= {"packed", "too large"}
        assert asking.relay.traffic.endpoint_trouble()


ESCAPED = {
    ".NET and Go": json.dumps(KEY).replace("+", "\\u002B"),
    "every letter": '"' + "".join(f"\\u{ord(letter):04x}" for letter in KEY) + '"',
    "PHP": json.dumps(KEY).replace("/", "\\/"),
    "JSON in JSON": json.dumps(json.dumps({"k": KEY}).replace("+", "\\u002b").replace("/", "\\/")),
    "JSON in JSON in JSON": json.dumps(json.dumps(json.dumps(KEY).replace("=", "\\u003D"))),
    "an address": '"https://e.example/?k=abcDEF012345%2B%2f6789%3d%3D"',
    "an address, each letter": '"' + "".join(f"%{ord(letter):02X}" for letter in KEY) + '"',
}


@pytest.mark.parametrize("case", ESCAPED)
async def test_a_key_is_known_however_it_is_escaped(case: str) -> None:
    """A `+` came as `\\u002B`, which is the same letter to whoever reads JSON."""
    for status in (200, 401):
        body = b'{"error": {"message": ' + ESCAPED[case].encode() + b"}}"
        async with program(lambda status=status, body=body: [head(status), body], key=KEY) as asking:
            _, text = await asking.asks(is_streamed=False)
            assert "[key]" in json.loads(text)["error"]["message"]
            assert "012345" not in text
            assert "0031" not in text
            assert "012345" not in asking.relay.traffic.endpoint_trouble()


def test_what_may_be_secret_in_an_address_is_masked_too() -> None:
    url = "https://me:pass-word-1@e.example/v1?api-key=0123456789abcdefgh&api-version=1"
    mask = mask_of(ModelRoute(Endpoint(name="x", url=url, protocols=("chat",)), "m"))
    told = "pass-word-1, Basic bWU6cGFzcy13b3JkLTE=, 0123456789abcdefgh, 1 and me"
    assert mask.words(told) == "[key], Basic [key], [key], 1 and me"


def test_backslashes_without_end_are_looked_through_in_no_time() -> None:
    mask = Mask("\\+sk-some-key/1")
    began = time.process_time()
    for letters in (b"\\" * 3_000_000, b"\\u002" * 500_000, b"%2" * 1_000_000):
        assert mask.answer(letters) == letters
    assert time.process_time() - began < 10
