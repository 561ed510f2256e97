"""The relay: the only way of a sandboxed program to a model.

It listens on a unix socket, or on loopback, forwards requests to one model of one endpoint and reaches nothing else.
The endpoint's key stays here; the program shows a token that is good for this relay alone. What passes is counted, and
refused once the budget is used up. Answers are passed on event by event, as they come.
"""

import asyncio
import json
import secrets
import time
import traceback
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeGuard, cast

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, web

from agents.gateway.budget import Account, one_call
from agents.gateway.counting import (
    MOST_TOKENS,
    SILENCE,
    SIZE_LIMIT,
    CountedCall,
    Traffic,
    UsageReading,
    read_answer,
)
from agents.gateway.faults import is_too_long, outcome_of
from agents.gateway.protocols import (
    PASSED_QUERY,
    Hosted,
    Route,
    address,
    headers_for,
    model_list,
    refusal,
    route_of,
    shown_key,
    sifted,
    table_of,
)
from agents.gateway.streams import AnswerStream
from agents.gateway.transport import (
    UNSENT,
    Mask,
    ModelRoute,
    Packed,
    Proxy,
    TooLarge,
    fault_of,
    mask_of,
    pieces_of,
    place_of,
    proxy_for,
)
from plans.records.model_settings import WireProtocol
from plans.records.usage import RelayRefusal, Tokens, Usage
from plans.spend_log import SpendPage

CONNECTING = 30.0
"""Seconds in which a connection must come about."""
MOST_COUNTS = 5_000
"""Requests of one turn that only have tokens counted: they cost nothing, but an endpoint bounds how many it takes."""
LEVELS = 200
"""Levels of the deepest request: a few hundred more, and it could be read but not written again."""
CRASHED = "relay failed"
"""Reason of a call that fell through a fault of the relay's own; the harness counts as part of the way."""
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
_UNREACHED = {
    "silent": (504, "the endpoint does not answer"),
    "packed": (502, "the endpoint's answer is packed, which nobody asked for"),
    "too large": (502, "the endpoint's answer is larger than any that is read"),
}
"""Reason → status and words for the program."""


@asynccontextmanager
async def open_socket(runner: web.BaseRunner, path: Path) -> AsyncGenerator[Path]:
    """Listen on a unix socket that whoever reaches its folder may use; it is gone afterwards."""
    await web.UnixSite(runner, str(path)).start()
    path.chmod(0o666)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


async def loopback_address(runner: web.BaseRunner) -> str:
    """Listen on a free port of 127.0.0.1 as long as the runner runs; the address."""
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    return f"http://{host}:{port}"


class Ear:
    """Listens to one answer, and notes in its call what came."""

    def __init__(self, answer: ClientResponse, call: CountedCall, silence: float) -> None:
        """`silence`: seconds in which an answer has to say something; only the time that we wait for it counts."""
        self._pieces = pieces_of(answer)
        self._call = call
        self._silence = silence
        self._waited = 0.0

    async def piece(self) -> bytes:
        """What comes next, empty at the end; raises TimeoutError after too long a silence, and Packed.

        Bytes alone end no silence: an endpoint that has lost its model may still send something to keep a connection.
        """
        began = time.monotonic()
        async with asyncio.timeout(max(self._silence - self._waited, 0)):
            piece = await anext(self._pieces, b"")
        self._waited += time.monotonic() - began
        self._call.received += len(piece)
        return piece

    def hear(self) -> None:
        """Note that what came said something."""
        self._waited = 0.0
        self._call.hear()

    async def whole(self) -> bytes:
        """All that comes; raises TooLarge too."""
        whole = bytearray()
        while piece := await self.piece():
            whole += piece
            if len(whole) > SIZE_LIMIT:
                raise TooLarge(f"more than {SIZE_LIMIT:,} bytes")
            if not piece.isspace():
                self.hear()
        return bytes(whole)


@dataclass(frozen=True)
class RelayRequest:
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
        settings = [self.asked, *(table_of(self.asked.get(name)) for name in GENERATION)]
        outputs, answers = (
            [one.get(name) for one in settings for name in names] for names in (MOST, ANSWERS)
        )
        output = max((size for size in outputs if _is_size(size)), default=USUAL_OUTPUT)
        number = max((size for size in answers if _is_size(size)), default=1)
        return Tokens(input=len(self.body) // INPUT_SIZE, output=output * number)

    @property
    def _stream_options(self) -> dict[str, Any]:
        return table_of(self.asked.get("stream_options"))


def _is_size(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_TOKENS


@dataclass(frozen=True)
class RelayLine:
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


async def forward(
    request: web.Request, question: RelayRequest, line: RelayLine, call: CountedCall
) -> web.StreamResponse:
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
        return _refused(question.route.protocol, status, words)


async def _error(
    question: RelayRequest, answer: ClientResponse, line: RelayLine, call: CountedCall
) -> web.Response:
    if not 400 <= answer.status < 600:
        words = "a status that is no answer"
        if place := place_of(answer):
            words = f"the address leads elsewhere, to {place}: correct `url`"
        call.end("endpoint failed", str(answer.status), line.described(words))
        return _refused(question.route.protocol, 502, f"the endpoint said {answer.status}, and no answer")
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


async def _whole(
    question: RelayRequest, answer: ClientResponse, line: RelayLine, call: CountedCall
) -> web.Response:
    body = await Ear(answer, call, line.silence).whole()
    call.read(_masked(read_answer(question.route.protocol, body), line.mask))
    return web.Response(
        status=answer.status, body=line.mask.answer(body), headers=_headers(answer, line.mask)
    )


async def _stream(
    request: web.Request, question: RelayRequest, answer: ClientResponse, line: RelayLine, call: CountedCall
) -> web.StreamResponse:
    response = web.StreamResponse(status=answer.status, headers=_headers(answer, line.mask))
    stream = AnswerStream(question.route.protocol, line.mask, hides_usage=question.hides_usage)
    ear = Ear(answer, call, line.silence)
    await response.prepare(request)
    try:
        while piece := await ear.piece():
            spoken = stream.spoken
            events = stream.feed(piece)
            if stream.spoken > spoken:
                ear.hear()
            await _pass_on(response, events)
    except (ClientError, TimeoutError, TooLarge, Packed) as error:
        _fail(call, error, line)
        cut_off(request)
        return response
    finally:
        call.tell(stream.reading())
    await _pass_on(response, stream.rest())
    call.read(_masked(stream.reading(), line.mask))
    if stream.reading().is_whole:
        await _pass_on(response, b"", is_last=True)
    else:
        cut_off(request)
    return response


def _fail(call: CountedCall, error: Exception, line: RelayLine) -> None:
    """Note what kept an answer from coming, or from coming to its end."""
    match error := fault_of(error):
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


def _masked(reading: UsageReading, mask: Mask) -> UsageReading:
    """What may be recorded of a reading."""
    return reading._replace(error=mask.words(reading.error))


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


class Relay:
    """The relay of one turn; `on_socket` and `on_loopback` say where it listens."""

    def __init__(
        self,
        model_route: ModelRoute,
        account: Account | None = None,
        page: SpendPage | None = None,
        *,
        silence: float = SILENCE,
        ended: Callable[[CountedCall], object] = lambda call: None,
    ) -> None:
        """`page`: where calls are written down. `silence`: seconds without a word after which the endpoint is taken for
        dead. `ended` is told of each call that was put to the endpoint.
        """
        self.token = f"bw-{secrets.token_urlsafe(24)}"
        """The key that the program shows here."""
        self.traffic = Traffic()
        self._model_route = model_route
        self._account = account or Account()
        self._page = page or SpendPage()
        self._silence = silence
        self._ended = ended
        self._timeout = ClientTimeout(total=None, sock_connect=CONNECTING, sock_read=silence)
        self._line: RelayLine

    @asynccontextmanager
    async def on_socket(self, path: Path) -> AsyncGenerator[Path]:
        """Listen on a unix socket that whoever reaches its folder may use."""
        async with self._listening() as runner, open_socket(runner, path):
            yield path

    @asynccontextmanager
    async def on_loopback(self) -> AsyncGenerator[str]:
        """Listen on a free port of 127.0.0.1; yields the address."""
        async with self._listening() as runner:
            yield await loopback_address(runner)

    def usage(self) -> Usage:
        """What was used by now."""
        return self.traffic.usage(self._model_route.price)

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator[web.AppRunner]:
        mask, proxy = mask_of(self._model_route), proxy_for(self._model_route.endpoint.url)
        app = web.Application(client_max_size=SIZE_LIMIT)
        app.router.add_route("*", "/{path:.*}", self._answer)
        # A program that leaves ends its call at the endpoint too, which would go on at our cost.
        runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0)
        async with ClientSession(timeout=self._timeout) as client:
            self._line = RelayLine(self._model_route, client, mask, self._silence, proxy)
            await runner.setup()
            try:
                yield runner
            finally:
                await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        route = route_of(request.path) if request.method == "POST" else None
        protocol = route.protocol if route else None
        shown = shown_key(request.headers, request.query)
        if not secrets.compare_digest(shown.encode(), self.token.encode()):
            return _refused(protocol, 401, "the relay was not shown its token")
        if request.method == "GET" and request.path in ("/v1/models", "/v1beta/models"):
            return web.json_response(model_list(self._model_route.model))
        if route is None or route.protocol not in self._model_route.endpoint.protocols:
            return _refused(
                protocol, 404, f"{request.method} {request.path} leads nowhere: only a model is here"
            )
        body = await request.read()
        asked = _object(body)
        if isinstance(asked, str):
            return _refused(protocol, 400, asked)
        return await self._put(request, RelayRequest(route, body, asked))

    async def _put(self, request: web.Request, question: RelayRequest) -> web.StreamResponse:
        """Put a question to the endpoint that is one to a model, unless model or budget speak against it."""
        route, model = question.route, question.model
        begin = self.traffic.begin if route.kind == "answer" else CountedCall
        call = begin(model, len(question.body), question.is_streamed)
        if model != self._model_route.model:
            call.end("refused", RelayRefusal.OTHER_MODEL)
            return _refused(
                route.protocol, 404, f"there is no model {model!r} here, only {self._model_route.model!r}"
            )
        if route.kind == "count":
            self.traffic.counts += 1
            if self.traffic.counts > MOST_COUNTS:
                return _refused(
                    route.protocol,
                    400,
                    f"tokens were counted {MOST_COUNTS:,} times, and no more are in one turn",
                )
        try:
            is_allowed = self._model_route.endpoint.hosted_tools
            kept = sifted(route.protocol, question.asked, hosted_tools=is_allowed)
        except Hosted as refused:
            call.end("refused", RelayRefusal.HOSTED_TOOLS)
            return _refused(
                route.protocol, 400, f"{refused}: here no endpoint does or fetches anything by itself"
            )
        call.left_out = kept.left_out
        is_whole = kept.asked == question.asked
        return await self._admitted(request, replace(question, asked=kept.asked, is_whole=is_whole), call)

    async def _admitted(
        self, request: web.Request, question: RelayRequest, call: CountedCall
    ) -> web.StreamResponse:
        """Put a question as soon as the budget has room for it."""
        used = ""
        try:
            async with self._account.admitted(question.most(), self._model_route.price) as used:
                if not used:
                    call.put()
                    return await self._forwarded(request, question, call)
        finally:
            # Where it has not ended yet, the program left before its turn came.
            call.end("refused", RelayRefusal.BUDGET if used else RelayRefusal.WAITED)
        return _refused(question.route.protocol, 400, f"the budget is used up: {used}")

    async def _forwarded(
        self, request: web.Request, question: RelayRequest, call: CountedCall
    ) -> web.StreamResponse:
        price = self._model_route.price
        is_counting = question.route.kind == "count"
        name = secrets.token_hex(8)
        try:
            # Should the process be killed, nobody knows how far the model got: all that it may take is charged then.
            feared = one_call(None, question.most(), price)
            self._page.begin(name, Usage(counts=1) if is_counting else feared)
            return await forward(request, question, self._line, call)
        # Whatever fell here is no doing of the program's, which would be scored for an answer that it did not get.
        except Exception as error:
            call.end("endpoint failed", CRASHED, self._line.mask.words(_told_error(error)))
            cut_off(request)
            return web.Response()
        finally:
            # Also when the program left, which cancels this handler.
            call.end("left")
            used = Usage(counts=1) if is_counting else call.used(price)
            self._account.take_over(used)
            self._page.end(name, used)
            self._ended(call)


def _object(body: bytes) -> dict[str, Any] | str:
    """What a request asks; in words, why it asks nothing that could be looked through.

    A key that stands twice is one thing to us and another to an endpoint that takes the first, or the last.
    """
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice.append(next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at])))
        return made

    try:
        # As UTF-8 alone: an endpoint may know no other form in which JSON comes.
        value = json.loads(body.decode(), object_pairs_hook=once)
    except (ValueError, RecursionError):
        return "the request is no JSON object"
    if twice:
        return f"the request has the key {twice[0][:100]!r} twice in one object"
    if _is_deep(value):
        return f"the request has more than {LEVELS} levels"
    return cast("dict[str, Any]", value) if isinstance(value, dict) else "the request is no JSON object"


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(LEVELS):
        tables = (cast("dict[str, object]", one).values() for one in level if isinstance(one, dict))
        lists = (cast("list[object]", one) for one in level if isinstance(one, list))
        level = [inner for outer in (*tables, *lists) for inner in outer]
    return bool(level)


def _told_error(error: Exception) -> str:
    """What was raised, and where."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def _refused(protocol: WireProtocol | None, status: int, message: str) -> web.Response:
    return web.json_response(refusal(protocol, status, f"benchwright: {message}"), status=status)
