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
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, DummyCookieJar, web

from agents.gateway.budget import TOKEN_BYTES, Account, one_call
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
from agents.gateway.transport import (
    UNSENT,
    AnswerStream,
    ModelRoute,
    Packed,
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
    *("content-type", "retry-after", "retry-after-ms"),
    *("request-id", "x-request-id", "x-should-retry"),
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
_UNREACHED = {
    "silent": (504, "the endpoint does not answer"),
    "packed": (502, "the endpoint's answer is packed, which nobody asked for"),
    "too large": (502, "the endpoint's answer is larger than any that is read"),
}
"""Reason → status and words for the program."""


class ProgramLeft(Exception):
    """The program did not wait for the rest of its answer."""


class ProgramDoor(ABC):
    """What a sandboxed program asks over HTTP, as long as it is open; it says where it listens, and what it answers."""

    def __init__(self, timeout: ClientTimeout, size_limit: int) -> None:
        """`timeout`: of what is asked outside. `size_limit`: bytes of a request."""
        self._timeout = timeout
        self._size_limit = size_limit
        self._client: ClientSession

    @asynccontextmanager
    async def on_socket(self, path: Path) -> AsyncGenerator[Path]:
        """Listen on a unix socket that whoever reaches its folder may use; it is gone afterwards."""
        async with self._listening() as runner:
            await web.UnixSite(runner, str(path)).start()
            path.chmod(0o666)
            try:
                yield path
            finally:
                path.unlink(missing_ok=True)

    @asynccontextmanager
    async def on_loopback(self) -> AsyncGenerator[str]:
        """Listen on a free port of 127.0.0.1; yields the address."""
        async with self._listening() as runner:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            host, port = runner.addresses[0][:2]
            yield f"http://{host}:{port}"

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator[web.ServerRunner]:
        loop = asyncio.get_running_loop()

        def request(*parts: Any) -> web.BaseRequest:
            return web.BaseRequest(*parts, loop=loop, client_max_size=self._size_limit)

        # No router: what is no path at all, as CONNECT has it, is answered too. A program that leaves ends what it had
        # asked for, which would go on at our cost.
        server = web.Server(self._answer, request_factory=request, handler_cancellation=True, access_log=None)
        runner = web.ServerRunner(server, shutdown_timeout=0)
        async with ClientSession(timeout=self._timeout, cookie_jar=DummyCookieJar()) as self._client:
            await runner.setup()
            try:
                yield runner
            finally:
                await runner.cleanup()

    @abstractmethod
    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse: ...


async def told_program(writing: Awaitable[object]) -> None:
    """Write to the program; an error here is none of whom we asked, though it is of the same kind."""
    try:
        await writing
    except (ClientError, OSError) as error:
        raise ProgramLeft from error


def cut_off(request: web.BaseRequest) -> None:
    """End an answer as a broken one: a clean end would make half of it look like the whole.

    One program asks again and again for ever where an answer simply stops.
    """
    if request.transport is not None:
        request.transport.close()


class Ear:
    """Listens to one answer, and notes in its call what came."""

    def __init__(self, answer: ClientResponse, call: CountedCall, silence: float) -> None:
        """`silence`: seconds in which an answer has to say something; only the time that we wait for it counts. Raises
        Packed.
        """
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
        is_told = bool(table_of(self.asked.get("stream_options")).get("include_usage"))
        return self.route.protocol == "chat" and self.is_streamed and not is_told

    def put(self) -> bytes:
        """The body that the endpoint gets."""
        if self.hides_usage:
            told = {**table_of(self.asked.get("stream_options")), "include_usage": True}
            return json.dumps({**self.asked, "stream_options": told}).encode()
        return self.body if self.is_whole else json.dumps(self.asked).encode()

    def most(self) -> Tokens:
        """What it may take at most, roughly: nobody can count its tokens without the model's own table."""
        if self.route.kind == "count":
            return Tokens()
        settings = [self.asked, *(table_of(self.asked.get(name)) for name in GENERATION)]

        def largest(names: tuple[str, ...], usual: int) -> int:
            said = [one.get(name) for one in settings for name in names]
            sizes = [size for size in said if isinstance(size, int) and not isinstance(size, bool)]
            return max((size for size in sizes if 0 < size <= MOST_TOKENS), default=usual)

        output = largest(MOST, USUAL_OUTPUT) * largest(ANSWERS, 1)
        return Tokens(input=len(self.body) // TOKEN_BYTES, output=output)


class Relay(ProgramDoor):
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
        dead. `ended` is told of each call that was put to the endpoint. Raises ProxyUnusable.
        """
        super().__init__(ClientTimeout(total=None, sock_connect=CONNECTING, sock_read=silence), SIZE_LIMIT)
        self.token = f"bw-{secrets.token_urlsafe(24)}"
        """The key that the program shows here."""
        self.traffic = Traffic()
        self._model_route = model_route
        self._account = account or Account()
        self._page = page or SpendPage()
        self._silence = silence
        self._ended = ended
        self._mask = mask_of(model_route)
        self._proxy = proxy_for(model_route.endpoint.url)

    def usage(self) -> Usage:
        """What was used by now."""
        return self.traffic.usage(self._model_route.price)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        route = route_of(request.path) if request.method == "POST" else None
        protocol, model = route.protocol if route else None, self._model_route.model
        shown = shown_key(request.headers, request.query)
        if not secrets.compare_digest(shown.encode(), self.token.encode()):
            return _refused(protocol, 401, "the relay was not shown its token")
        if request.method == "GET" and request.path in ("/v1/models", "/v1beta/models"):
            return web.json_response(model_list(model))
        if route is None or route.protocol not in self._model_route.endpoint.protocols:
            return _refused(
                protocol, 404, f"{request.method} {request.path} leads nowhere: only a model is here"
            )
        body = await request.read()
        asked = _object(body)
        if isinstance(asked, str):
            return _refused(protocol, 400, asked)
        question = RelayRequest(route, body, asked)
        begin = self.traffic.begin if route.kind == "answer" else CountedCall
        call = begin(question.model, len(body), question.is_streamed)
        if question.model != model:
            call.end("refused", RelayRefusal.OTHER_MODEL)
            return _refused(protocol, 404, f"there is no model {question.model!r} here, only {model!r}")
        if route.kind == "count":
            self.traffic.counts += 1
            if self.traffic.counts > MOST_COUNTS:
                words = f"tokens were counted {MOST_COUNTS:,} times, and no more are in one turn"
                return _refused(protocol, 400, words)
        try:
            is_allowed = self._model_route.endpoint.hosted_tools
            kept = sifted(route.protocol, asked, hosted_tools=is_allowed)
        except Hosted as refused:
            call.end("refused", RelayRefusal.HOSTED_TOOLS)
            words = f"{refused}: here no endpoint does or fetches anything by itself"
            return _refused(protocol, 400, words)
        call.left_out = kept.left_out
        question = replace(question, asked=kept.asked, is_whole=kept.asked == asked)
        used = ""
        try:
            async with self._account.admitted(question.most(), self._model_route.price) as used:
                if not used:
                    call.put()
                    return await self._charged(request, question, call)
        finally:
            # Where it has not ended yet, the program left before its turn came.
            call.end("refused", RelayRefusal.BUDGET if used else RelayRefusal.WAITED)
        return _refused(protocol, 400, f"the budget is used up: {used}")

    async def _charged(
        self, request: web.BaseRequest, question: RelayRequest, call: CountedCall
    ) -> web.StreamResponse:
        """Put a question to the endpoint, on the turn's account."""
        price = self._model_route.price
        is_counting = question.route.kind == "count"
        name = secrets.token_hex(8)
        try:
            # Should the process be killed, nobody knows how far the model got: all that it may take is charged then.
            feared = one_call(None, question.most(), price)
            self._page.begin(name, Usage(counts=1) if is_counting else feared)
            return await self._forwarded(request, question, call)
        # Whatever fell here is no doing of the program's, which would be scored for an answer that it did not get.
        except Exception as error:
            call.end("endpoint failed", CRASHED, self._mask.words(_told_error(error)))
            cut_off(request)
            return web.Response()
        finally:
            # Also when the program left, which cancels this handler.
            call.end("left")
            used = Usage(counts=1) if is_counting else call.used(price)
            self._account.charge(used)
            self._page.end(name, used)
            self._ended(call)

    async def _forwarded(
        self, request: web.BaseRequest, question: RelayRequest, call: CountedCall
    ) -> web.StreamResponse:
        """Put a question and pass the answer on as it comes; what became of it is noted in `call`."""
        protocol, endpoint = question.route.protocol, self._model_route.endpoint
        try:
            async with self._client.post(
                address(endpoint, question.route),
                data=question.put(),
                headers=headers_for(endpoint, protocol, self._model_route.key, request.headers),
                params={name: request.query[name] for name in PASSED_QUERY if name in request.query},
                # Where it leads is not the endpoint that was named, and the key would go along.
                allow_redirects=False,
                proxy=self._proxy.url if self._proxy else None,
            ) as answer:
                ear = Ear(answer, call, self._silence)
                if not 200 <= answer.status < 300:
                    return await self._error(protocol, answer, ear, call)
                if answer.content_type == "text/event-stream":
                    return await self._stream(request, question, answer, ear, call)
                body = await ear.whole()
                call.read(self._masked(read_answer(protocol, body)))
                return web.Response(
                    status=answer.status, body=self._mask.answer(body), headers=self._headers(answer)
                )
        except ProgramLeft:
            call.end("left")
            return web.Response()
        except (TimeoutError, TooLarge, Packed, ClientError, OSError) as error:
            self._fail(call, error)
            status, words = _UNREACHED.get(call.reason, (502, "the endpoint cannot be reached"))
            return _refused(protocol, status, words)

    async def _error(
        self, protocol: WireProtocol, answer: ClientResponse, ear: Ear, call: CountedCall
    ) -> web.Response:
        if not 400 <= answer.status < 600:
            words = "a status that is no answer"
            if place := place_of(answer):
                words = f"the address leads elsewhere, to {place}: correct `url`"
            call.end("endpoint failed", str(answer.status), self._described(words))
            return _refused(protocol, 502, f"the endpoint said {answer.status}, and no answer")
        body = await ear.whole()
        # The model was not used for it.
        call.received = 0
        call.is_too_long = is_too_long(answer.status, body)
        outcome = outcome_of(answer.status, body)
        # Masking takes its time for each byte, and all other trials would wait meanwhile. A key may lie across the end
        # of what is shown, so that more is masked than that.
        body = self._mask.error(body[: 2 * ERROR_SHOWN])[:ERROR_SHOWN]
        words = read_answer(protocol, body).error or body.decode(errors="replace")
        call.end(outcome, str(answer.status), self._described(words))
        return web.Response(status=answer.status, body=body, headers=self._headers(answer))

    async def _stream(
        self,
        request: web.BaseRequest,
        question: RelayRequest,
        answer: ClientResponse,
        ear: Ear,
        call: CountedCall,
    ) -> web.StreamResponse:
        response = web.StreamResponse(status=answer.status, headers=self._headers(answer))
        stream = AnswerStream(question.route.protocol, self._mask, hides_usage=question.hides_usage)
        await response.prepare(request)
        try:
            while piece := await ear.piece():
                spoken = stream.spoken
                if events := stream.feed(piece):
                    await told_program(response.write(events))
                if stream.spoken > spoken:
                    ear.hear()
        except (ClientError, TimeoutError, TooLarge, Packed) as error:
            self._fail(call, error)
            cut_off(request)
            return response
        finally:
            call.tell(stream.reading())
        if rest := stream.rest():
            await told_program(response.write(rest))
        call.read(self._masked(stream.reading()))
        if stream.reading().is_whole:
            await told_program(response.write_eof())
        else:
            cut_off(request)
        return response

    def _fail(self, call: CountedCall, error: Exception) -> None:
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
        call.end("endpoint failed", reason, self._described(words))

    def _described(self, words: str) -> str:
        """What went wrong, in words that hold no key, and that name the proxy first, as long words are cut."""
        said = self._mask.words(words)
        return f"{self._proxy.note} {said}" if self._proxy else said

    def _masked(self, reading: UsageReading) -> UsageReading:
        """What may be recorded of a reading."""
        return reading._replace(error=self._mask.words(reading.error))

    def _headers(self, answer: ClientResponse) -> dict[str, str]:
        passed = {name: answer.headers[name] for name in PASSED_BACK if name in answer.headers}
        return {name: self._mask.words(value) for name, value in passed.items()}


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
