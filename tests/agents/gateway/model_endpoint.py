"""An endpoint of chat completions over real HTTP that says, byte by byte, whatever a test has it say."""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import Journal
from plans.records.model_call import Message, ModelCall
from plans.records.model_settings import (
    AT_ONCE,
    Endpoint,
    ModelBudget,
    ModelRole,
    ModelSettings,
    Price,
    RoleSettings,
)

MODEL = "some-model"
KEY = "sk-the-real-key-0123456789"
RESET = -1.0
"""In place of seconds: break the connection off, as a router does that was restarted."""
HANG = 3600.0

Piece = bytes | float
"""What is written, and between it the seconds that are waited."""
Body = dict[str, Any]


def completion(text: str | None, **more: Any) -> Body:
    """A whole answer; `more` goes into its message, but for `finish`, `usage` and `choices`."""
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    finish = more.pop("finish", "stop")
    rest = {name: more.pop(name) for name in ("usage", "choices") if name in more}
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **more}}
    whole = {"id": "c", "object": "chat.completion", "created": 1, "model": f"{MODEL}-7"}
    return {**whole, "choices": [choice], "usage": usage, **rest}


def sent(body: Body | str | bytes, status: int = 200, **headers: str) -> list[Piece]:
    """A whole HTTP answer; underscores in the names of headers stand for hyphens."""
    data = (
        body
        if isinstance(body, bytes)
        else body.encode()
        if isinstance(body, str)
        else json.dumps(body).encode()
    )
    kind = "application/json" if isinstance(body, dict) else "text/html"
    return [head(status, {"content-type": kind, "content-length": str(len(data)), **headers}), data]


def head(status: int, headers: dict[str, str]) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"HTTP/1.1 {status} Status", *lines, "connection: close", "", ""]).encode()


def refused(status: int, message: str, **more: str) -> list[Piece]:
    """An error as OpenAI words it; a header `retry_after` may be among the rest."""
    headers = {name: more.pop(name) for name in ("retry_after",) if name in more}
    return sent({"error": {"message": message, **more}}, status, **headers)


def streamed(*deltas: Body, finish: str | None = "stop", is_ended: bool = True) -> list[Piece]:
    """A stream of events; without a `finish` it ends early, and cleanly."""
    choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    if finish:
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})
    events: list[Body] = [{"model": MODEL, "choices": [choice]} for choice in choices]
    if finish:
        events.append({"model": MODEL, "choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 3}})
    lines = [f"data: {json.dumps(event)}\n\n".encode() for event in events]
    return [
        head(200, {"content-type": "text/event-stream"}),
        *lines,
        *([b"data: [DONE]\n\n"] if is_ended else []),
    ]


@dataclass
class ModelEndpoint:
    """What it says to each request, by its body and its number from 0; and what it was asked."""

    says: Callable[[Body, int], Iterable[Piece]]
    asked: list[Body] = field(default_factory=list[Body])
    targets: list[str] = field(default_factory=list[str])
    """Path and query of each request."""
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    arrivals: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    """One is released by each request, so that a test can wait for the next."""
    most_at_once: int = 0
    _at_once: int = 0

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[str]:
        """Serve on a free port; yields the address."""
        tasks: set[asyncio.Task[None]] = set()

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(self._converse(reader, writer))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        finally:
            server.close()
            for task in list(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._answer(reader, writer)
        finally:
            self._at_once -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        size = int(headers.get("content-length", 0))
        body = json.loads(await reader.readexactly(size)) if size else {}
        number = len(self.asked)
        self.asked.append(body)
        self.targets.append(lines[0].split(" ")[1])
        self.headers.append(headers)
        self.arrivals.release()
        for piece in self.says(body, number):
            if isinstance(piece, bytes):
                writer.write(piece)
                await writer.drain()
            elif piece == RESET:
                await asyncio.sleep(0.05)
                sock = writer.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
                return
            else:
                await asyncio.sleep(piece)


def endpoint_saying(*answers: list[Piece]) -> ModelEndpoint:
    """One answer after the other, and the last to all that is asked after it."""
    return ModelEndpoint(lambda _, number: answers[min(number, len(answers) - 1)])


def settings_for(
    url: str,
    *,
    role: RoleSettings | None = None,
    budget: ModelBudget | None = None,
    price: Price | None = None,
    at_once: int = AT_ONCE,
) -> ModelSettings:
    """One endpoint and one model for every role; `role` is the planner's."""
    prices = {MODEL: price} if price else {}
    endpoint = Endpoint(name="stub", url=url, protocols=("chat",), prices=prices, at_once=at_once)
    roles: dict[ModelRole, RoleSettings] = {"planner": role or RoleSettings()}
    return ModelSettings(endpoints=(endpoint,), model=MODEL, roles=roles, budget=budget or ModelBudget())


@asynccontextmanager
async def gateway_to(
    endpoint: ModelEndpoint, journal: Journal | None = None, **more: Any
) -> AsyncGenerator[Gateway]:
    """A gateway whose one endpoint this is; `more` is what `settings_for` takes."""
    async with (
        endpoint.serving() as url,
        open_gateway(settings_for(url, **more), lambda _: KEY, journal) as gateway,
    ):
        yield gateway


def asking(text: str = "How many plants?", **more: Any) -> ModelCall:
    """A call of the planner's."""
    return ModelCall(role="planner", messages=(Message(role="user", text=text),), **more)
