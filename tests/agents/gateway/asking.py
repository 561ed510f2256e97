"""A program that asks a model by way of the relay: real HTTP, in all four protocols."""

import json
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from aiohttp import ClientError, ClientResponse, ClientSession

from agents.gateway.relay import Relay
from agents.gateway.transport import ModelRoute
from plans.records.model_settings import PROTOCOLS, Endpoint, Price, WireProtocol
from tests.agents.scripted.endpoint import ScriptedEndpoint

MODEL = "some-model"
KEY = "the real key"


def question(
    protocol: WireProtocol, *, is_streamed: bool, model: str = MODEL
) -> tuple[str, dict[str, object]]:
    """Path and body of a request."""
    said = [{"role": "user", "content": "ROUND=1"}]
    match protocol:
        case "chat":
            return "/v1/chat/completions", {"model": model, "messages": said, "stream": is_streamed}
        case "responses":
            return "/v1/responses", {"model": model, "input": said, "stream": is_streamed}
        case "messages":
            return "/v1/messages", {"model": model, "messages": said, "stream": is_streamed, "max_tokens": 9}
        case "gemini":
            verb = "streamGenerateContent?alt=sse" if is_streamed else "generateContent"
            return f"/v1beta/models/{model}:{verb}", {"contents": [{"parts": [{"text": "ROUND=1"}]}]}


class Program:
    """A program that asks a model by way of the relay."""

    def __init__(self, relay: Relay, endpoint: ScriptedEndpoint, client: ClientSession, address: str) -> None:
        self.relay, self.endpoint, self._client, self._address = relay, endpoint, client, address

    async def asks(
        self,
        protocol: WireProtocol = "chat",
        *,
        is_streamed: bool = True,
        model: str = MODEL,
        token: str | None = None,
        **more: object,
    ) -> tuple[int, str]:
        """Status and text of the answer."""
        path, body = question(protocol, is_streamed=is_streamed, model=model)
        async with self._put(path, body | more, token) as answer:
            return answer.status, await answer.text()

    async def tries(self, protocol: WireProtocol, padding: str = "") -> None:
        """Ask for a stream that may break off."""
        with suppress(ClientError):
            await self.asks(protocol, padding=padding)

    @asynccontextmanager
    async def asking(self) -> AsyncGenerator[ClientResponse]:
        """The answer as it comes."""
        async with self._put(*question("chat", is_streamed=True)) as answer:
            yield answer

    def _put(
        self, path: str, body: dict[str, object], token: str | None = None
    ) -> AbstractAsyncContextManager[ClientResponse]:
        headers = {"authorization": f"Bearer {self.relay.token if token is None else token}"}
        return self._client.post(self._address + path, data=json.dumps(body), headers=headers)

    async def posts(self, path: str, body: bytes) -> tuple[int, str]:
        """Status and text of the answer to any body."""
        headers = {"authorization": f"Bearer {self.relay.token}", "content-type": "application/json"}
        async with self._client.post(self._address + path, data=body, headers=headers) as answer:
            return answer.status, await answer.text()

    async def counts(self, body: dict[str, object]) -> int:
        """Status of having tokens counted."""
        return (await self.posts("/v1/messages/count_tokens", json.dumps(body).encode()))[0]

    async def gets(self, path: str) -> int:
        """Status of a GET."""
        headers = {"authorization": f"Bearer {self.relay.token}"}
        async with self._client.get(self._address + path, headers=headers) as answer:
            return answer.status


def model_route(url: str, price: Price | None = None) -> ModelRoute:
    """A route to the scripted endpoint."""
    prices = {MODEL: price} if price else {}
    return ModelRoute(Endpoint(name="scripted", url=url, protocols=PROTOCOLS, prices=prices), MODEL, KEY)
