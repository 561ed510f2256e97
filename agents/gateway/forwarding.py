"""One request put to the endpoint, and its answer passed on and counted."""

import json
from dataclasses import dataclass
from typing import Any, cast

from aiohttp import ClientError, ClientResponse, ClientSession, web

from agents.gateway.counting import StreamMeter, read_answer
from agents.gateway.model_route import ModelRoute
from agents.gateway.routing import PASSED_QUERY, Route, address, headers_for, refusal
from agents.gateway.traffic import Call, outcome_of

PASSED_BACK = (
    "content-type",
    "retry-after",
    "retry-after-ms",
    "request-id",
    "x-request-id",
    "x-should-retry",
)
"""Of an answer's headers, all that the program sees."""
DETAIL = 300
"""Characters of an error that are kept."""


@dataclass(frozen=True)
class Question:
    """A request to a model, as the program made it."""

    route: Route
    body: bytes
    asked: dict[str, Any]
    """The body, read."""

    @property
    def model(self) -> str:
        return self.route.model or str(self.asked.get("model"))

    @property
    def is_streamed(self) -> bool:
        said = self.route.is_streamed
        return bool(self.asked.get("stream")) if said is None else said

    @property
    def hides_usage(self) -> bool:
        """Whether its stream would not tell its usage, so that we ask for it and keep the answer to ourselves."""
        is_told = bool(self._stream_options.get("include_usage"))
        return self.route.protocol == "chat" and self.is_streamed and not is_told

    def put(self) -> bytes:
        """The body that the endpoint gets."""
        if not self.hides_usage:
            return self.body
        told = {**self._stream_options, "include_usage": True}
        return json.dumps({**self.asked, "stream_options": told}).encode()

    @property
    def _stream_options(self) -> dict[str, Any]:
        options: object = self.asked.get("stream_options")
        return cast("dict[str, Any]", options) if isinstance(options, dict) else {}


class ProgramLeft(Exception):
    """The program did not wait for the rest of its answer."""


async def forward(
    request: web.Request, question: Question, model_route: ModelRoute, client: ClientSession, call: Call
) -> web.StreamResponse:
    """Put the question and pass the answer on as it comes; what became of it is noted in `call`."""
    route = question.route
    try:
        async with client.post(
            address(model_route.endpoint, route),
            data=question.put(),
            headers=headers_for(model_route.endpoint, route.protocol, model_route.key, request.headers),
            params={name: request.query[name] for name in PASSED_QUERY if name in request.query},
            # Where it leads is not the endpoint that was named, and the key would go along.
            allow_redirects=False,
        ) as answer:
            if not 200 <= answer.status < 300:
                return await _error(answer, call, model_route.key)
            if answer.content_type == "text/event-stream":
                return await _stream(request, question, answer, call)
            return await _whole(question, answer, call)
    except ProgramLeft:
        call.end("left")
        return web.Response()
    except TimeoutError:
        call.end("endpoint failed", "silent", "nothing came for too long")
        return _unreached(question, 504, "the endpoint does not answer")
    except (ClientError, OSError) as error:
        call.end("endpoint failed", "unreachable", f"{type(error).__name__}: {error}"[:DETAIL])
        return _unreached(question, 502, "the endpoint cannot be reached")


async def _error(answer: ClientResponse, call: Call, key: str) -> web.Response:
    body = await answer.read()
    if key:
        # Some endpoints repeat a key that they refuse.
        body = body.replace(key.encode(), b"[key]")
    call.end(outcome_of(answer.status), str(answer.status), body[:DETAIL].decode(errors="replace"))
    return web.Response(status=answer.status, body=body, headers=_headers(answer))


async def _whole(question: Question, answer: ClientResponse, call: Call) -> web.Response:
    body = await answer.read()
    call.hear(len(body))
    call.read(read_answer(question.route.protocol, body))
    return web.Response(status=answer.status, body=body, headers=_headers(answer))


async def _stream(
    request: web.Request, question: Question, answer: ClientResponse, call: Call
) -> web.StreamResponse:
    response = web.StreamResponse(status=answer.status, headers=_headers(answer))
    meter = StreamMeter(question.route.protocol, hides_usage=question.hides_usage)
    await response.prepare(request)
    try:
        async for chunk in answer.content.iter_any():
            call.hear(len(chunk))
            await _pass_on(response, meter.feed(chunk))
    except (ClientError, TimeoutError) as error:
        call.tokens = meter.reading().tokens
        reason = "silent" if isinstance(error, TimeoutError) else "cut off"
        call.end("endpoint failed", reason, f"{type(error).__name__}: {error}"[:DETAIL])
        _cut_off(request)
        return response
    finally:
        call.tokens = call.tokens or meter.reading().tokens
    await _pass_on(response, meter.rest())
    call.read(meter.reading())
    if meter.reading().is_whole:
        await _pass_on(response, b"", is_last=True)
    else:
        _cut_off(request)
    return response


def _cut_off(request: web.Request) -> None:
    """End an answer as a broken one: a clean end would make half of it look like the whole.

    One program asks again and again for ever where an answer simply stops.
    """
    if request.transport is not None:
        request.transport.close()


async def _pass_on(response: web.StreamResponse, data: bytes, *, is_last: bool = False) -> None:
    """Write to the program; an error here is not the endpoint's, though it is of the same kind."""
    try:
        if data:
            await response.write(data)
        if is_last:
            await response.write_eof()
    except (ClientError, OSError) as error:
        raise ProgramLeft from error


def _headers(answer: ClientResponse) -> dict[str, str]:
    return {name: answer.headers[name] for name in PASSED_BACK if name in answer.headers}


def _unreached(question: Question, status: int, message: str) -> web.Response:
    return web.json_response(
        refusal(question.route.protocol, status, f"benchwright: {message}"), status=status
    )
