"""The relay: the only way of a sandboxed program to a model.

It listens on a unix socket, or on loopback, forwards requests to one model of one endpoint and reaches nothing else.
The endpoint's key stays here; the program shows a token that is good for this relay alone. What passes is counted, and
refused once the budget is used up. Answers are passed on event by event, as they come.
"""

import json
import secrets
import traceback
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from aiohttp import ClientSession, ClientTimeout, web

from agents.gateway.budget import Account, one_call
from agents.gateway.counting import SIZE_LIMIT
from agents.gateway.forwarding import Line, Question, cut_off, forward
from agents.gateway.masking import mask_of
from agents.gateway.protocols import Hosted, model_list, refusal, route_of, shown_key, sifted
from agents.gateway.proxies import proxy_for
from agents.gateway.traffic import SILENCE, Call, Traffic
from agents.gateway.transport import ModelRoute, loopback_address, open_socket
from plans.records.model_settings import WireProtocol
from plans.records.usage import Refusal, Usage
from plans.spend_log import Page

CONNECTING = 30.0
"""Seconds in which a connection must come about."""
MOST_COUNTS = 5_000
"""Requests of one turn that only have tokens counted: they cost nothing, but an endpoint bounds how many it takes."""
LEVELS = 200
"""Levels of the deepest request: a few hundred more, and it could be read but not written again."""
CRASHED = "relay failed"
"""Reason of a call that fell through a fault of the relay's own; the harness counts as part of the way."""


class Relay:
    """The relay of one turn; `on_socket` and `on_loopback` say where it listens."""

    def __init__(
        self,
        model_route: ModelRoute,
        account: Account | None = None,
        page: Page | None = None,
        *,
        silence: float = SILENCE,
        ended: Callable[[Call], object] = lambda call: None,
    ) -> None:
        """`page`: where calls are written down. `silence`: seconds without a word after which the endpoint is taken for
        dead. `ended` is told of each call that was put to the endpoint.
        """
        self.token = f"bw-{secrets.token_urlsafe(24)}"
        """The key that the program shows here."""
        self.traffic = Traffic()
        self._model_route = model_route
        self._account = account or Account()
        self._page = page or Page()
        self._silence = silence
        self._ended = ended
        self._timeout = ClientTimeout(total=None, sock_connect=CONNECTING, sock_read=silence)
        self._line: Line

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
        async with ClientSession(timeout=self._timeout, auto_decompress=False) as client:
            self._line = Line(self._model_route, client, mask, self._silence, proxy)
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
        return await self._put(request, Question(route, body, asked))

    async def _put(self, request: web.Request, question: Question) -> web.StreamResponse:
        """Put a question to the endpoint that is one to a model, unless model or budget speak against it."""
        route, model = question.route, question.model
        begin = self.traffic.begin if route.kind == "answer" else Call
        call = begin(model, len(question.body), question.is_streamed)
        if model != self._model_route.model:
            call.end("refused", Refusal.OTHER_MODEL)
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
            call.end("refused", Refusal.HOSTED_TOOLS)
            return _refused(
                route.protocol, 400, f"{refused}: here no endpoint does or fetches anything by itself"
            )
        call.left_out = kept.left_out
        is_whole = kept.asked == question.asked
        return await self._admitted(request, replace(question, asked=kept.asked, is_whole=is_whole), call)

    async def _admitted(self, request: web.Request, question: Question, call: Call) -> web.StreamResponse:
        """Put a question as soon as the budget has room for it."""
        used = ""
        try:
            async with self._account.admitted(question.most(), self._model_route.price) as used:
                if not used:
                    call.put()
                    return await self._forwarded(request, question, call)
        finally:
            # Where it has not ended yet, the program left before its turn came.
            call.end("refused", Refusal.BUDGET if used else Refusal.WAITED)
        return _refused(question.route.protocol, 400, f"the budget is used up: {used}")

    async def _forwarded(self, request: web.Request, question: Question, call: Call) -> web.StreamResponse:
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
            call.end("endpoint failed", CRASHED, self._line.mask.words(_told(error)))
            cut_off(request)
            return web.Response()
        finally:
            # Also when the program left, which cancels this handler.
            call.end("left")
            used = Usage(counts=1) if is_counting else call.used(price)
            self._account.charge(used)
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


def _told(error: Exception) -> str:
    """What was raised, and where."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def _refused(protocol: WireProtocol | None, status: int, message: str) -> web.Response:
    return web.json_response(refusal(protocol, status, f"benchwright: {message}"), status=status)
