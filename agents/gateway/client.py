"""One endpoint, asked once by chat completions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from errno import errorcode
from math import isfinite
from os import strerror

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

from agents.gateway.counting import UNWRITTEN, error_status, json_value, reading_of
from agents.gateway.faults import Abilities, FailedTry, error_fault, status_fault
from agents.gateway.prompts import shape_told
from agents.gateway.protocols import CHAT, JSON, address, headers_for, list_of, table_of
from agents.gateway.retry import RequestAttempt
from agents.gateway.transport import (
    UNSENT,
    ModelRoute,
    Packed,
    TooLarge,
    fault_of,
    mask_of,
    pieces_of,
    place_of,
    proxy_for,
)
from plans.plain_text import folded, well_formed
from plans.records.model_call import EndpointAnswer, Finish, Message, ModelRequest, ToolUse
from plans.records.model_settings import Endpoint
from plans.records.usage import Tokens

SIZE_LIMIT = 16_000_000
"""Bytes of the largest answer; the longest that a model writes has some 500,000."""
CONNECTING = 8.0
"""Seconds in which a connection has to stand; less than the ten in which a person is told that an endpoint is down."""
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
        functions = [
            {"name": one.name, "description": one.description, "parameters": json.loads(one.parameters)}
            for one in request.tools
        ]
        body["tools"] = [{"type": "function", "function": one} for one in functions]
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
    """The answer that came in one piece; raises FailedTry where it is none.

    `offers_tools`: whether the model was offered tools, by which it is known that a text alone may not be its answer.
    """
    answer = table_of(json_value(body))
    if not answer:
        raise FailedTry("no answer", f"no JSON object: {_shown(body)}")
    _refuse_error(answer, body)
    choices = list_of(answer.get("choices"))
    if not choices:
        raise FailedTry("empty", f"an answer without a choice: {_shown(body)}", tokens=_tokens([answer]))
    first = table_of(choices[0])
    return _answer(answer, table_of(first.get("message")), first.get("finish_reason"), [answer], offers_tools)


def read_events(events: Iterable[JSON], *, offers_tools: bool = False) -> EndpointAnswer:
    """The answer that came in pieces; raises FailedTry where its end is missing, or an error came in its course."""
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


def event_of(line: bytes) -> JSON | None:
    """What a line of a stream says; None for one that says nothing of the answer. Raises FailedTry."""
    data = line.removeprefix(b"data:").strip() if line.startswith(b"data:") else b""
    if data in (b"", b"[DONE]"):
        return None
    if (value := json_value(data)) is None:
        raise FailedTry("no answer", f"an event that is no JSON: {_shown(data)}")
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
    """Raise FailedTry for an error that came as an answer does."""
    if error := value.get("error"):
        raise error_fault(error_status(table_of(error), value), body, _words(error))


def _words(error: object) -> str:
    """An error's message in one line, wherever its endpoint has it."""
    parts = [error, *map(table_of(error).get, ("message", "detail", "type", "code", "param"))]
    told = " ".join(str(part) for part in parts if isinstance(part, str | int)) or json.dumps(error)
    return folded(told[:SHOWN])


def _shown(body: bytes) -> str:
    return repr(body[:SHOWN].decode(errors="replace"))


def _kept(value: object) -> str:
    """A text as the journal can hold it: what it cannot was paid for too, and would be asked, and paid for, again."""
    return well_formed(_text(value))


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, which have no parts themselves."""
    parts = [value, *(table_of(part).get("text") for part in list_of(value))]
    return "".join(part for part in parts if isinstance(part, str))


class Client:
    """Asks one endpoint, and tries nothing twice."""

    def __init__(self, endpoint: Endpoint, key: str) -> None:
        """Raises ProxyUnusable."""
        self._mask = mask_of(ModelRoute(endpoint, "", key))
        self._proxy = proxy_for(endpoint.url)
        self._address = address(endpoint, CHAT)
        self._session = ClientSession(
            # How many are under way at once is the line's to say.
            connector=TCPConnector(limit=0),
            cookie_jar=DummyCookieJar(),
            headers=headers_for(endpoint, "chat", key, {"content-type": "application/json"}),
            timeout=ClientTimeout(total=None, sock_connect=CONNECTING),
        )

    async def answer(
        self, request: ModelRequest, abilities: Abilities, attempt: RequestAttempt
    ) -> EndpointAnswer:
        """What the endpoint answers; raises FailedTry. Whoever awaits it bounds the time."""
        body = body_of(request, abilities, is_streamed=attempt.is_streamed)
        try:
            async with self._session.post(
                self._address,
                data=json.dumps(body).encode(),
                # Where it leads is not the endpoint that was named, and the key would go along.
                allow_redirects=False,
                proxy=self._proxy.url if self._proxy else None,
            ) as response:
                answer = await self._read(response, attempt, offers_tools=bool(request.tools))
        # What is raised may repeat the key, and a trace shows what it was raised from.
        except (ClientError, TimeoutError, OSError, TooLarge, Packed) as error:
            raise self._described(_connection_fault(error)) from None
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
        await self._session.close()

    async def _read(
        self, response: ClientResponse, attempt: RequestAttempt, *, offers_tools: bool
    ) -> EndpointAnswer:
        if response.content_type != "text/event-stream":
            # It may take no notice of `stream`, or say with status 200 what went wrong.
            attempt.is_streamed = False
        whole = bytearray()
        async for piece in pieces_of(response, SIZE_LIMIT):
            attempt.received += len(piece)
            whole += piece
        body = bytes(whole)
        if not 200 <= response.status < 300:
            raise _status_fault(response, body)
        if not attempt.is_streamed:
            return read_whole(body, offers_tools=offers_tools)
        return read_events(filter(None, map(event_of, body.splitlines())), offers_tools=offers_tools)

    def _described(self, fault: FailedTry) -> FailedTry:
        """The fault in words that hold no key, and that name the proxy where there is one: it may be the cause."""
        words = self._mask.words(fault.words)
        fault.words = f"{words} {self._proxy.note}" if self._proxy else words
        fault.args = (fault.words,)
        return fault


def _status_fault(response: ClientResponse, body: bytes) -> FailedTry:
    if 300 <= response.status < 400:
        words = f"the address leads elsewhere, to {place_of(response) or 'what is no address'}"
    else:
        value = json_value(body)
        words = _words(table_of(value).get("error") or value or body[:SHOWN].decode(errors="replace"))
    return status_fault(response.status, body, words, _wait(response.headers))


def _connection_fault(error: Exception) -> FailedTry:
    match error := fault_of(error):
        case TooLarge():
            return FailedTry("too large", f"an answer of {error}")
        case Packed():
            return FailedTry("no answer", f"an answer that cannot be read: {error}")
        case _:
            if isinstance(error, UNSENT):
                return FailedTry("unreachable", _unsent(error))
            # Once a connection stood, the answer may have been paid for.
            return FailedTry("no answer", f"the connection failed: {type(error).__name__} {error}".strip())


def _unsent(error: Exception) -> str:
    """Why no connection came about: as the system says it, without the address."""
    cause: object = getattr(error, "os_error", None)
    if isinstance(cause, OSError) and cause.errno is not None and cause.errno in errorcode:
        return strerror(cause.errno).lower()
    return f"{type(error).__name__} {error}".strip()


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that the endpoint asks to wait, however it says so."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        said = headers.get(name, "")
        try:
            seconds = float(said) * unit
        except ValueError:
            try:
                seconds = (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds()
            except (ValueError, TypeError):
                continue
        # What is no number of seconds says nothing, and nobody could wait for it.
        return max(seconds, 0.0) if isfinite(seconds) else None
    return None
