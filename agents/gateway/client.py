"""One endpoint, asked once by chat completions; the only module that knows the `openai` package."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

import httpx2
import openai

from agents.gateway.counting import UNWRITTEN, error_status, reading_of
from agents.gateway.faults import Abilities, FailedTry, error_fault, status_fault
from agents.gateway.prompts import shape_told
from agents.gateway.protocols import JSON, address, list_of, route_of, table_of
from agents.gateway.retry import RequestAttempt
from agents.gateway.transport import ModelRoute, Overfull, Packed, Unpacking, mask_of, proxy_for
from plans.plain_text import folded, well_formed
from plans.records.model_call import EndpointAnswer, Finish, Message, ModelRequest, ToolUse
from plans.records.model_settings import Endpoint
from plans.records.usage import Tokens


class AnswerTooLarge(Exception):
    """An answer is larger than the bound."""


def capping(limit: int, heard: Callable[[int], None]) -> Callable[[httpx2.Response], Awaitable[None]]:
    """A hook for responses that lets at most `limit` bytes of each through, unpacked and UTF-8; more raises TooMuch.

    `heard` is told how many came, each time that some did.
    """

    async def cap(response: httpx2.Response) -> None:
        unpacking = Unpacking(response.headers.get("content-encoding", ""))
        # Or it would be unpacked once more, by what knows no bound.
        response.headers.pop("content-encoding", None)
        # It is UTF-8 as all JSON is, and some of what is called a charset makes of bytes no text.
        if kind := response.headers.get("content-type"):
            response.headers["content-type"] = kind.partition(";")[0]
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Capped(response.stream, limit, unpacking, heard)

    return cap


class _Capped(httpx2.AsyncByteStream):
    def __init__(
        self,
        stream: httpx2.AsyncByteStream,
        limit: int,
        unpacking: Unpacking,
        heard: Callable[[int], None],
    ) -> None:
        self._stream = stream
        self._left = limit
        self._unpacking = unpacking
        self._heard = heard

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            try:
                whole = self._unpacking.unpacked(piece, self._left)
            except Overfull:
                raise AnswerTooLarge from None
            self._heard(len(whole))
            self._left -= len(whole)
            if self._left < 0:
                raise AnswerTooLarge
            yield whole

    async def aclose(self) -> None:
        await self._stream.aclose()


FINISHES: Mapping[str, Finish] = {
    **{"length": "length", "max_tokens": "length", "model_length": "length"},
    **{"content_filter": "filtered", "safety": "filtered", "tool_calls": "tools"},
}
"""What endpoints say of an end → what it is; anything else is an ordinary one."""
SHOWN = 300
"""Characters of what an endpoint sent that are told in an error."""


def body_of(request: ModelRequest, abilities: Abilities, *, is_streamed: bool) -> JSON:
    """The request as the endpoint takes it."""
    body: JSON = {
        "model": request.model,
        "messages": [_message(one) for one in request.messages],
        **abilities.parameters(request.sampling),
    }
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": one.name,
                    "description": one.description,
                    "parameters": json.loads(one.parameters),
                },
            }
            for one in request.tools
        ]
    if is_streamed:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    shape = request.shape
    if shape is None:
        return body
    if abilities.rung == "json_schema":
        schema = {"name": shape.name, "strict": True, "schema": json.loads(shape.schema_text)}
        return {**body, "response_format": {"type": "json_schema", "json_schema": schema}}
    if abilities.rung == "json_object":
        body["response_format"] = {"type": "json_object"}
    body["messages"].append({"role": "user", "content": shape_told(shape.schema_text)})
    return body


def read_whole(body: bytes, *, offers_tools: bool = False) -> EndpointAnswer:
    """The answer that came in one piece; raises Fault where it is none.

    `offers_tools`: whether the model was offered tools, by which it is known that a text alone may not be its answer.
    """
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        raise FailedTry("no answer", _no_json(body)) from None
    if not isinstance(value, dict):
        raise FailedTry("no answer", f"JSON that is no object: {_shown(body)}")
    answer = cast("JSON", value)
    _refuse_error(answer, body)
    choices = list_of(answer.get("choices"))
    if not choices:
        raise FailedTry("empty", f"an answer without a choice: {_shown(body)}", tokens=_tokens([answer]))
    first = table_of(choices[0])
    return _answer(answer, table_of(first.get("message")), first.get("finish_reason"), [answer], offers_tools)


def read_events(events: Iterable[JSON], *, offers_tools: bool = False) -> EndpointAnswer:
    """The answer that came in pieces; raises Fault where its end is missing, or an error came in its course."""
    kept: list[JSON] = []
    message: JSON = {"content": "", "refusal": "", "tool_calls": []}
    uses: dict[int, JSON] = {}
    finish: object = None
    for event in events:
        try:
            _refuse_error(event, b"")
        except FailedTry as fault:
            fault.is_cut, fault.tokens = bool(kept), _tokens(kept)
            raise
        kept.append(event)
        for choice in map(table_of, list_of(event.get("choices"))[:1]):
            delta = table_of(choice.get("delta"))
            finish = choice.get("finish_reason") or finish
            for name in ("content", "refusal"):
                message[name] += _text(delta.get(name))
            for place, part in enumerate(map(table_of, list_of(delta.get("tool_calls")))):
                _add(uses, part, place)
    if finish is None:
        raise FailedTry(
            "no answer", "a stream that ended before the answer did", tokens=_tokens(kept), is_cut=True
        )
    message["tool_calls"] = [uses[number] for number in sorted(uses)]
    return _answer(kept[0], message, finish, kept, offers_tools)


def event_of(line: str) -> JSON | None:
    """What a line of a stream says; None for one that says nothing of the answer. Raises Fault."""
    data = line.removeprefix("data:").strip() if line.startswith("data:") else ""
    if data in ("", "[DONE]"):
        return None
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        raise FailedTry("no answer", f"an event that is no JSON: {_shown(data.encode())}") from None
    return table_of(value)


def _message(message: Message) -> JSON:
    said: JSON = {"role": message.role, "content": message.text}
    if message.pictures:
        pictures = [{"type": "image_url", "image_url": {"url": one}} for one in message.pictures]
        said["content"] = [{"type": "text", "text": message.text}, *pictures]
    if message.tool_uses:
        said["tool_calls"] = [
            {"id": use.id, "type": "function", "function": {"name": use.name, "arguments": use.arguments}}
            for use in message.tool_uses
        ]
    if message.answers is not None:
        said["tool_call_id"] = message.answers
    return said


def _answer(
    value: JSON, message: JSON, finish: object, told: Sequence[JSON], offers_tools: bool
) -> EndpointAnswer:
    reading = reading_of("chat", told, is_whole=True)
    tokens = reading.tokens
    # In pieces the two halves of a letter may come apart, so that it is whole ones that are mended.
    answer = EndpointAnswer(
        text=_kept(message.get("content")),
        finish=FINISHES.get(finish, "stop") if isinstance(finish, str) else "stop",
        refusal=_kept(message.get("refusal")),
        tool_uses=tuple(_use(one, tokens) for one in list_of(message.get("tool_calls"))),
        model=_kept(value.get("model")),
        tokens=tokens,
        is_uncounted=reading.is_uncounted,
    )
    if answer.finish != "filtered":
        if reading.error_as_text is not None:
            _refuse_error(reading.error_as_text, b"")
        if reading.is_unwritten:
            raise FailedTry("empty", f"{UNWRITTEN}, which begins {answer.text[:SHOWN]!r}", tokens=tokens)
        if reading.is_uncounted and offers_tools:
            raise FailedTry(
                "empty",
                "text without the use of any tool, and the endpoint reports that no token was read or written for it: "
                f"{answer.text[:SHOWN]!r}",
            )
    is_blank = not (answer.text.strip() or answer.refusal or answer.tool_uses)
    if is_blank and answer.finish not in ("length", "filtered"):
        raise FailedTry("empty", "an answer that says nothing", tokens=tokens)
    return answer


def _tokens(told: Iterable[JSON]) -> Tokens | None:
    """What was used, as the endpoint tells it: that is paid for, whatever else is wrong with the answer."""
    return reading_of("chat", told).tokens


def _use(value: object, tokens: Tokens | None) -> ToolUse:
    use = table_of(value)
    function = table_of(use.get("function"))
    if not (name := _kept(function.get("name"))):
        raise FailedTry("no answer", "a use of a tool without the tool's name", tokens=tokens)
    arguments = function.get("arguments")
    told = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return ToolUse(id=_kept(use.get("id")), name=name, arguments=well_formed(told))


def _add(uses: dict[int, JSON], part: JSON, place: int) -> None:
    """Add a piece of a use of a tool to what came of it before."""
    number = part.get("index")
    use = uses.setdefault(
        number if isinstance(number, int) else place, {"id": "", "function": {"name": "", "arguments": ""}}
    )
    function = table_of(part.get("function"))
    use["id"] = use["id"] or _text(part.get("id"))
    use["function"]["name"] += _text(function.get("name"))
    use["function"]["arguments"] += _text(function.get("arguments"))


def _refuse_error(value: JSON, body: bytes) -> None:
    """Raise Fault for an error that came as an answer does."""
    error = value.get("error")
    if not error:
        return
    table = table_of(error)
    parts = [table.get(name) for name in ("message", "type", "code")]
    words = " ".join(str(part) for part in parts if part) or json.dumps(error)
    raise error_fault(error_status(table, value), body, words[:SHOWN])


def _no_json(body: bytes) -> str:
    start = body.lstrip()[:1]
    what = {b"<": "a page of HTML", b"{": "half an answer", b"": "nothing at all"}.get(start, "no JSON")
    return f"{what}{f': {_shown(body)}' if body.strip() else ''}"


def _shown(body: bytes) -> str:
    return repr(body[:SHOWN].decode(errors="replace"))


def _kept(value: object) -> str:
    """A text as the journal can hold it: what it cannot was paid for too, and would be asked, and paid for, again."""
    return well_formed(_text(value))


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, which have no parts themselves."""
    parts = [value, *(table_of(part).get("text") for part in list_of(value))]
    return "".join(part for part in parts if isinstance(part, str))


SIZE_LIMIT = 16_000_000
"""Bytes of the largest answer; the longest that a model writes has some 500,000."""
CONNECTING = 8.0
"""Seconds in which a connection has to stand; less than the ten in which a person is told that an endpoint is down."""
CHAT = "/chat/completions"
TOLD_WITHOUT = ("OpenAI-Organization", "OpenAI-Project")
"""What the package would read of the environment and tell every endpoint."""


_ATTEMPT: ContextVar[RequestAttempt] = ContextVar("attempt")
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

    async def answer(
        self, request: ModelRequest, abilities: Abilities, attempt: RequestAttempt
    ) -> EndpointAnswer:
        """What the endpoint answers; raises Fault. Whoever awaits it bounds the time."""
        body = body_of(request, abilities, is_streamed=attempt.is_streamed)
        _ATTEMPT.set(attempt)
        try:
            answer = await (self._streamed(body) if attempt.is_streamed else self._whole(body))
        # What the package raises may repeat the key, and a trace shows what it was raised from.
        except openai.APIStatusError as error:
            raise self._described(self._status_fault(error)) from None
        except (openai.APIConnectionError, httpx2.HTTPError, AnswerTooLarge, Packed) as error:
            raise self._described(self._connection_fault(error)) from None
        except openai.OpenAIError as error:
            raise self._described(FailedTry("request", f"the request cannot be sent: {error}")) from None
        except FailedTry as fault:
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

    async def _whole(self, body: JSON) -> EndpointAnswer:
        raw = await self._whole_answers.create(**body)
        return read_whole(cast("bytes", raw.http_response.content), offers_tools="tools" in body)

    async def _streamed(self, body: JSON) -> EndpointAnswer:
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

    def _status_fault(self, error: openai.APIStatusError) -> FailedTry:
        response = error.response
        if response.is_redirect:
            words = f"the address leads elsewhere, to {_place(response)}"
        else:
            words = _words(error.body) or error.message[:SHOWN]
        body = json.dumps(error.body).encode() if error.body is not None else error.message.encode()
        return status_fault(error.status_code, body, words, _wait(response.headers))

    def _connection_fault(self, error: Exception) -> FailedTry:
        # The package wraps what HTTP says; read in pieces, it comes as it is.
        is_wrapped = isinstance(error, openai.APIConnectionError) and error.__cause__ is not None
        root = error.__cause__ if is_wrapped else error
        if isinstance(root, AnswerTooLarge):
            return FailedTry("too large", f"an answer of more than {self._size_limit:,} bytes")
        if isinstance(root, Packed):
            return FailedTry("no answer", f"an answer that cannot be read: {root}")
        # Once bytes have come it was no connection that could not be had, and the answer may have been paid for.
        is_cut = isinstance(root, httpx2.RemoteProtocolError | httpx2.ReadError | httpx2.DecodingError)
        words = f"{type(root).__name__} {root}".strip()
        return FailedTry("no answer" if is_cut else "unreachable", f"the connection failed: {words}")

    def _described(self, fault: FailedTry) -> FailedTry:
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
