"""One endpoint, asked once: the only file that knows the `openai` package, which takes a second to import.

Whatever the package, HTTP or the endpoint does wrong ends here as a Fault.
"""

import json
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

import httpx2
import openai

from agents.gateway.abilities import Abilities
from agents.gateway.capping import TooMuch, capping
from agents.gateway.chat import JSON, SHOWN, body_of, event_of, read_events, read_whole
from agents.gateway.faults import Fault, status_fault
from agents.gateway.masking import mask_of
from agents.gateway.model_route import ModelRoute
from agents.gateway.proxies import proxy_for
from agents.gateway.routing import address, route_of
from agents.gateway.trying import Attempt
from agents.gateway.unpacking import Packed
from plans.records.endpoint import Endpoint
from plans.records.model_call import ModelRequest
from plans.records.model_reply import Answer
from plans.untrusted_text import folded

SIZE_LIMIT = 16_000_000
"""Bytes of the largest answer; the longest that a model writes has some 500,000."""
CONNECTING = 8.0
"""Seconds in which a connection has to stand; less than the ten in which a person is told that an endpoint is down."""
CHAT = "/chat/completions"
TOLD_WITHOUT = ("OpenAI-Organization", "OpenAI-Project")
"""What the package would read of the environment and tell every endpoint."""


_ATTEMPT: ContextVar[Attempt] = ContextVar("attempt")
"""Of the request that a task makes: the package hands nothing of ours on to where bytes come."""


class Client:
    """Asks one endpoint, and tries nothing twice."""

    def __init__(self, endpoint: Endpoint, key: str, size_limit: int = SIZE_LIMIT) -> None:
        """Raises ProxyUnusable."""
        self._mask = mask_of(ModelRoute(endpoint, "", key))
        self._size_limit = size_limit
        self._proxy = proxy_for(endpoint.url)
        is_shown_nothing = not key and "@" not in urlsplit(endpoint.url).netloc
        http = openai.DefaultAsyncHttpxClient(
            event_hooks={
                "request": [_without_key] if is_shown_nothing else [],
                "response": [capping(size_limit, _hear)],
            },
            follow_redirects=False,
            timeout=httpx2.Timeout(None, connect=CONNECTING),
            # With a transport given, the client looks for no proxy by itself. It still reads SSL_CERT_FILE.
            transport=httpx2.AsyncHTTPTransport(
                limits=openai.DEFAULT_CONNECTION_LIMITS, proxy=str(self._proxy.url) if self._proxy else None
            ),
        )
        silent: dict[str, Any] = dict.fromkeys(TOLD_WITHOUT, openai.Omit())
        self._openai = openai.AsyncOpenAI(
            api_key=key or "none",
            base_url=_base(endpoint),
            default_query=dict(parse_qsl(urlsplit(endpoint.url).query, keep_blank_values=True)),
            max_retries=0,
            http_client=http,
            default_headers={"Accept-Encoding": "identity", **silent},
        )
        # Here, because the package loads these when they are first asked for, which must not count as an endpoint's
        # silence. Its types want every parameter by itself.
        completions = self._openai.chat.completions
        self._whole_answers = cast("Any", completions.with_raw_response)
        self._answers_in_pieces = cast("Any", completions.with_streaming_response)

    async def answer(self, request: ModelRequest, abilities: Abilities, attempt: Attempt) -> Answer:
        """What the endpoint answers; raises Fault. Whoever awaits it bounds the time."""
        body = body_of(request, abilities, is_streamed=attempt.is_streamed)
        _ATTEMPT.set(attempt)
        try:
            answer = await (self._streamed(body) if attempt.is_streamed else self._whole(body))
        # What the package raises may repeat the key, and a trace shows what it was raised from.
        except openai.APIStatusError as error:
            raise self._described(self._status_fault(error)) from None
        except (openai.APIConnectionError, httpx2.HTTPError, TooMuch, Packed) as error:
            raise self._described(self._connection_fault(error)) from None
        except openai.OpenAIError as error:
            raise self._described(Fault("request", f"the request cannot be sent: {error}")) from None
        except Fault as fault:
            self._described(fault)
            raise
        return answer.model_copy(
            update={
                "rung": abilities.rung if request.shape else None,
                "left_out": abilities.left_out(request.sampling),
            }
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._openai.close()

    async def _whole(self, body: JSON) -> Answer:
        raw = await self._whole_answers.create(**body)
        return read_whole(cast("bytes", raw.http_response.content), offers_tools="tools" in body)

    async def _streamed(self, body: JSON) -> Answer:
        events: list[JSON] = []
        async with self._answers_in_pieces.create(**body) as answering:
            response = cast("httpx2.Response", answering.http_response)
            if "text/event-stream" not in response.headers.get("content-type", ""):
                # It takes no notice of `stream`, or says with status 200 what went wrong.
                _ATTEMPT.get().is_streamed = False
                return read_whole(await response.aread(), offers_tools="tools" in body)
            async for line in response.aiter_lines():
                if (event := event_of(line)) is not None:
                    events.append(event)
        return read_events(events, offers_tools="tools" in body)

    def _status_fault(self, error: openai.APIStatusError) -> Fault:
        response = error.response
        if response.is_redirect:
            words = f"the address leads elsewhere, to {_place(response)}"
        else:
            words = _words(error.body) or error.message[:SHOWN]
        body = json.dumps(error.body).encode() if error.body is not None else error.message.encode()
        return status_fault(error.status_code, body, words, _wait(response.headers))

    def _connection_fault(self, error: Exception) -> Fault:
        # The package wraps what HTTP says; read in pieces, it comes as it is.
        is_wrapped = isinstance(error, openai.APIConnectionError) and error.__cause__ is not None
        root = error.__cause__ if is_wrapped else error
        if isinstance(root, TooMuch):
            return Fault("too large", f"an answer of more than {self._size_limit:,} bytes")
        if isinstance(root, Packed):
            return Fault("no answer", f"an answer that cannot be read: {root}")
        # Once bytes have come it was no connection that could not be had, and the answer may have been paid for.
        is_cut = isinstance(root, httpx2.RemoteProtocolError | httpx2.ReadError | httpx2.DecodingError)
        words = f"{type(root).__name__} {root}".strip()
        return Fault("no answer" if is_cut else "unreachable", f"the connection failed: {words}")

    def _described(self, fault: Fault) -> Fault:
        """The fault in words that hold no key, and that name the proxy where there is one: it may be the cause."""
        words = self._mask.words(fault.words)
        fault.words = f"{words} {self._proxy.note}" if self._proxy else words
        fault.args = (fault.words,)
        return fault


def _hear(received: int) -> None:
    _ATTEMPT.get().received += received


async def _without_key(request: httpx2.Request) -> None:
    """For endpoints that ask for none: the package sends nothing without one."""
    request.headers.pop("authorization", None)


def _base(endpoint: Endpoint) -> str:
    route = route_of(f"/v1{CHAT}")
    assert route is not None
    return address(endpoint, route).partition("?")[0].removesuffix(CHAT)


def _place(response: httpx2.Response) -> str:
    try:
        place = httpx2.URL(response.headers.get("location", ""))
    except httpx2.InvalidURL:
        return "what is no address"
    return str(place.copy_with(query=None, userinfo=b""))


def _words(body: object) -> str:
    """An error's message in one line, wherever its endpoint has it."""
    return folded(_told(body)[:SHOWN])


def _told(body: object) -> str:
    if not isinstance(body, dict):
        return body if isinstance(body, str) else ""
    table = cast("dict[str, object]", body)
    inner = table.get("error", table)
    if isinstance(inner, str):
        return inner
    told = cast("dict[str, object]", inner) if isinstance(inner, dict) else table
    parts = [told.get(name) for name in ("message", "detail", "code", "param")]
    return " ".join(part for part in parts if isinstance(part, str))


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that the endpoint asks to wait, however it says so."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        if said := headers.get(name):
            try:
                seconds = float(said) * unit
            except ValueError:
                pass
            else:
                # What is no number of seconds says nothing, and nobody could wait for it.
                return max(seconds, 0.0) if isfinite(seconds) else None
            try:
                return max((parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds(), 0.0)
            except (ValueError, TypeError):
                continue
    return None
