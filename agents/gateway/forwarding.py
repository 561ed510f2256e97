"""One request put to the endpoint, and its answer passed on and counted."""

import json
from dataclasses import dataclass
from typing import Any, TypeGuard, cast
from urllib.parse import urlsplit, urlunsplit

from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientResponse,
    ClientSession,
    ConnectionTimeoutError,
    web,
)

from agents.gateway.counting import MOST_TOKENS, Reading, StreamMeter, TooLarge, read_answer
from agents.gateway.faults import is_too_long, outcome_of
from agents.gateway.masking import Mask, StreamMask
from agents.gateway.protocols import PASSED_QUERY, Route, address, headers_for, refusal
from agents.gateway.proxies import Proxy
from agents.gateway.traffic import Call
from agents.gateway.transport import Ear, ModelRoute, Packed
from plans.records.usage import Tokens

PASSED_BACK = (
    "content-type",
    "retry-after",
    "retry-after-ms",
    "request-id",
    "x-request-id",
    "x-should-retry",
)
"""Of an answer's headers, all that the program sees."""

MOST = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens")
"""Names of the longest answer, in tokens."""
ANSWERS = ("n", "candidateCount", "candidate_count")
"""Names of how many answers there are to be."""
GENERATION = ("generationConfig", "generation_config")
ERROR_SHOWN = 64 * 1024
"""Bytes of an error that a program gets."""
USUAL_OUTPUT = 32_000
"""Tokens of the longest answer where a request names none: what most programs name."""
INPUT_SIZE = 3
"""Bytes of a request to a token, so that the estimate is rather too high."""


@dataclass(frozen=True)
class Question:
    """A request to a model, as the program made it."""

    route: Route
    body: bytes
    asked: dict[str, Any]
    """The body, read, without what is not passed on."""
    is_whole: bool = True
    """Whether all of the body is passed on."""

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
            return self.body if self.is_whole else json.dumps(self.asked).encode()
        told = {**self._stream_options, "include_usage": True}
        return json.dumps({**self.asked, "stream_options": told}).encode()

    def most(self) -> Tokens:
        """What it may take at most, roughly: nobody can count its tokens without the model's own table."""
        if self.route.kind == "count":
            return Tokens()
        settings = [self.asked, *(_table(self.asked.get(name)) for name in GENERATION)]
        outputs, answers = (
            [one.get(name) for one in settings for name in names] for names in (MOST, ANSWERS)
        )
        output = max((size for size in outputs if _is_size(size)), default=USUAL_OUTPUT)
        number = max((size for size in answers if _is_size(size)), default=1)
        return Tokens(input=len(self.body) // INPUT_SIZE, output=output * number)

    @property
    def _stream_options(self) -> dict[str, Any]:
        return _table(self.asked.get("stream_options"))


def _table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _is_size(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_TOKENS


@dataclass(frozen=True)
class Line:
    """The way to the endpoint."""

    model_route: ModelRoute
    client: ClientSession
    mask: Mask
    """For all that the endpoint says."""
    silence: float
    """Seconds in which an answer has to say something."""
    proxy: Proxy | None = None
    """What the endpoint is asked through."""

    def described(self, words: str) -> str:
        """What went wrong, in words that hold no key, and that name the proxy first, as long words are cut."""
        said = self.mask.words(words)
        return f"{self.proxy.note} {said}" if self.proxy else said


class ProgramLeft(Exception):
    """The program did not wait for the rest of its answer."""


async def forward(request: web.Request, question: Question, line: Line, call: Call) -> web.StreamResponse:
    """Put the question and pass the answer on as it comes; what became of it is noted in `call`."""
    route, model_route = question.route, line.model_route
    place = address(model_route.endpoint, route)
    try:
        async with line.client.post(
            place,
            data=question.put(),
            headers=headers_for(model_route.endpoint, route.protocol, model_route.key, request.headers),
            params={name: request.query[name] for name in PASSED_QUERY if name in request.query},
            # Where it leads is not the endpoint that was named, and the key would go along.
            allow_redirects=False,
            proxy=line.proxy.url if line.proxy else None,
        ) as answer:
            if not 200 <= answer.status < 300:
                return await _error(question, answer, line, call)
            if answer.content_type == "text/event-stream":
                return await _stream(request, question, answer, line, call)
            return await _whole(question, answer, line, call)
    except ProgramLeft:
        call.end("left")
        return web.Response()
    except (TimeoutError, TooLarge, Packed, ClientError, OSError) as error:
        _fail(call, error, line)
        status, words = _UNREACHED.get(call.reason, (502, "the endpoint cannot be reached"))
        return _unreached(question, status, words)


async def _error(question: Question, answer: ClientResponse, line: Line, call: Call) -> web.Response:
    if not 400 <= answer.status < 600:
        words = "a status that is no answer"
        if place := _place(answer):
            words = f"the address leads elsewhere, to {place}: correct `url`"
        call.end("endpoint failed", str(answer.status), line.described(words))
        return _unreached(question, 502, f"the endpoint said {answer.status}, and no answer")
    body = await Ear(answer, call, line.silence).whole()
    # The model was not used for it.
    call.received = 0
    call.is_too_long = is_too_long(answer.status, body)
    outcome = outcome_of(answer.status, body)
    # Masking takes its time for each byte, and all other trials would wait meanwhile. A key may lie across the end of
    # what is shown, so that more is masked than that.
    body = line.mask.error(body[: 2 * ERROR_SHOWN])[:ERROR_SHOWN]
    words = read_answer(question.route.protocol, body).error or body.decode(errors="replace")
    call.end(outcome, str(answer.status), line.described(words))
    return web.Response(status=answer.status, body=body, headers=_headers(answer, line.mask))


async def _whole(question: Question, answer: ClientResponse, line: Line, call: Call) -> web.Response:
    body = await Ear(answer, call, line.silence).whole()
    call.read(_masked(read_answer(question.route.protocol, body), line.mask))
    return web.Response(
        status=answer.status, body=line.mask.answer(body), headers=_headers(answer, line.mask)
    )


async def _stream(
    request: web.Request, question: Question, answer: ClientResponse, line: Line, call: Call
) -> web.StreamResponse:
    response = web.StreamResponse(status=answer.status, headers=_headers(answer, line.mask))
    meter = StreamMeter(question.route.protocol, hides_usage=question.hides_usage)
    ear = Ear(answer, call, line.silence)
    mask = StreamMask(line.mask)
    await response.prepare(request)
    try:
        while piece := await ear.piece():
            spoken = meter.spoken
            # Whole events, so that a key that came in two pieces is one again, also one of two events.
            events = mask.feed(meter.feed(piece))
            if meter.spoken > spoken:
                ear.hear()
            await _pass_on(response, events)
    except (ClientError, TimeoutError, TooLarge, Packed) as error:
        _fail(call, error, line)
        cut_off(request)
        return response
    finally:
        call.tell(meter.reading())
    await _pass_on(response, mask.rest(meter.rest()))
    call.read(_masked(meter.reading(), line.mask))
    if meter.reading().is_whole:
        await _pass_on(response, b"", is_last=True)
    else:
        cut_off(request)
    return response


UNSENT = (ClientConnectorError, ConnectionTimeoutError)
"""Errors of a connection that never stood."""
_UNREACHED = {
    "silent": (504, "the endpoint does not answer"),
    "packed": (502, "the endpoint's answer is packed, which nobody asked for"),
    "too large": (502, "the endpoint's answer is larger than any that is read"),
}
"""Reason → status and words for the program."""


def _fail(call: Call, error: Exception, line: Line) -> None:
    """Note what kept an answer from coming, or from coming to its end."""
    match error:
        case TimeoutError():
            reason, words = "silent", "nothing that says anything came for too long"
        case TooLarge():
            reason, words = "too large", f"the answer is too large: {error}"
        case Packed():
            reason, words = "packed", str(error)
        case _:
            reason = "cut off" if call.received else "unreachable"
            words = f"{type(error).__name__}: {error}"
    call.is_unsent = isinstance(error, UNSENT)
    call.end("endpoint failed", reason, line.described(words))


def _masked(reading: Reading, mask: Mask) -> Reading:
    """What may be recorded of a reading."""
    return reading._replace(error=mask.words(reading.error))


def _place(answer: ClientResponse) -> str:
    """Where a redirection leads, without what may be secret in an address; empty where it leads nowhere."""
    said = answer.headers.get("location", "")
    try:
        place = urlsplit(said)
    except ValueError:
        return ""
    return urlunsplit((place.scheme, place.netloc.rpartition("@")[2], place.path, "", ""))


def cut_off(request: web.BaseRequest) -> None:
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


def _headers(answer: ClientResponse, mask: Mask) -> dict[str, str]:
    return {name: mask.words(answer.headers[name]) for name in PASSED_BACK if name in answer.headers}


def _unreached(question: Question, status: int, message: str) -> web.Response:
    return web.json_response(
        refusal(question.route.protocol, status, f"benchwright: {message}"), status=status
    )
