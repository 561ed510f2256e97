"""How an endpoint or a mirror is asked where its address, a `.netrc` or a proxy have something to add."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession

from agents.coding.model_access import Models, means_of
from agents.gateway.gateway import open_gateway
from agents.gateway.mirror import mirror_faults
from agents.gateway.relay import Relay
from agents.gateway.transport import is_loopback
from plans.errors import EXIT_CODE, EndpointFailed, ProxyUnusable
from plans.records.code_agent import AgentSpec
from plans.records.model_settings import ModelSettings, WireProtocol
from plans.records.sandboxing import Mirror
from tests.agents.gateway.asking import KEY, Program, model_route
from tests.agents.gateway.model_endpoint import (
    ModelEndpoint,
    asking,
    completion,
    endpoint_saying,
    head,
    sent,
    settings_for,
)
from tests.agents.scripted.endpoint import ScriptedEndpoint


@pytest.fixture
def netrc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `.netrc` that knows somebody here."""
    file = tmp_path / "netrc"
    file.write_text("machine 127.0.0.1\nlogin somebody\npassword NETRC-PASSWORD\n")
    file.chmod(0o600)
    monkeypatch.setenv("NETRC", str(file))


@asynccontextmanager
async def asking_at(endpoint: ScriptedEndpoint, form: str = "{}") -> AsyncGenerator[Program]:
    """A program at an endpoint whose address has this form."""
    async with endpoint.serving() as url:
        relay = Relay(model_route(form.format(url.removeprefix("http://"))))
        async with relay.on_loopback() as address, ClientSession() as client:
            yield Program(relay, endpoint, client, address)


@pytest.mark.usefixtures("netrc")
async def test_a_netrc_says_nothing_to_an_endpoint() -> None:
    """Beside the key it was two headers for one, and every call fell as a fault of the relay's."""
    endpoint = ScriptedEndpoint()
    async with asking_at(endpoint, "http://{}") as program:
        assert (await program.asks("chat"))[0] == 200
        assert (await program.asks("messages"))[0] == 200
    assert [asked.key for asked in endpoint.asked] == [KEY, KEY]
    assert "NETRC" not in str(endpoint.asked)
    assert "Authorization" not in endpoint.asked[1].headers


@pytest.mark.usefixtures("netrc")
async def test_a_netrc_says_nothing_to_a_mirror() -> None:
    """A mirror with a password of its own could not be asked at all: `doctor` ended with a ValueError."""
    endpoint = endpoint_saying([head(200, {"content-length": "0"})])
    async with endpoint.serving() as url:
        place = url.removeprefix("http://").removesuffix("/v1")
        assert await mirror_faults(Mirror(python=f"http://me:secret@{place}/simple")) == {}
        assert await mirror_faults(Mirror(node=f"http://{place}/npm")) == {}
    told = [headers.get("authorization") for headers in endpoint.headers]
    assert told == [f"Basic {b64encode(b'me:secret').decode()}", None]


@pytest.mark.usefixtures("netrc")
async def test_a_netrc_says_nothing_to_the_gateway() -> None:
    endpoint = endpoint_saying(sent(completion("Seven.")))
    async with endpoint.serving() as url:
        async with open_gateway(settings_for(url), lambda _: KEY) as gateway:
            await gateway.reply(asking())
        async with open_gateway(settings_for(url), lambda _: "") as gateway:
            await gateway.reply(asking())
    assert [headers.get("authorization") for headers in endpoint.headers] == [f"Bearer {KEY}", None]


async def test_a_password_in_the_address_is_shown_where_there_is_no_key() -> None:
    shown = f"Basic {b64encode(b'me:secret').decode()}"
    endpoint = endpoint_saying(sent(completion("Seven.")))
    async with endpoint.serving() as url:
        named = url.replace("http://", "http://me:secret@")
        async with open_gateway(settings_for(named), lambda _: "") as gateway:
            await gateway.reply(asking())
        route = model_route(named)
        relay = Relay(type(route)(route.endpoint, route.model, ""))
        async with relay.on_loopback() as address, ClientSession() as client:
            program = Program(relay, ScriptedEndpoint(), client, address)
            assert (await program.asks("chat", is_streamed=False))[0] == 200
    assert [headers.get("authorization") for headers in endpoint.headers] == [shown, shown]


@pytest.mark.parametrize("path", ["", "/v1", "/some/openai/"])
async def test_a_query_of_the_address_stands_behind_the_path(path: str) -> None:
    """Some endpoints want a version or a key there, and the path was written behind it: `?key=S/v1/messages`."""
    endpoint = ModelEndpoint(lambda _, __: sent(completion("Seven.")))
    async with endpoint.serving() as url:
        root = url.removesuffix("/v1")
        named = f"{root}{path}?api-version=2026-01-01&code=a%2Bb"
        async with open_gateway(settings_for(named), lambda _: KEY) as gateway:
            await gateway.reply(asking())
        relay = Relay(model_route(named))
        async with relay.on_loopback() as address, ClientSession() as client:
            program = Program(relay, ScriptedEndpoint(), client, address)
            assert (await program.asks("chat", is_streamed=False))[0] == 200
            assert (await program.asks("messages", is_streamed=False))[0] == 200
    before = path.rstrip("/") if path.endswith("/") else "/v1"
    targets = [target.partition("?") for target in endpoint.targets]
    assert [place for place, _, _ in targets] == [
        *[f"{before}/chat/completions"] * 2,
        f"{before}/messages",
    ]
    assert {query.replace("%2b", "%2B") for _, _, query in targets} == {"api-version=2026-01-01&code=a%2Bb"}


@asynccontextmanager
async def proxy_saying(status: int, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[list[str]]:
    """A proxy that the environment names, and that answers everything with this status; yields what it was asked."""
    seen: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append((await reader.readuntil(b"\r\n\r\n")).decode())
        for piece in sent(completion("Seven."), status):
            assert isinstance(piece, bytes)
            writer.write(piece)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://me:for-the-proxy@127.0.0.1:{port}")
    monkeypatch.setenv("no_proxy", "")
    async with server:
        yield seen


async def asked_by_relay(url: str, protocol: WireProtocol = "chat") -> tuple[int, str]:
    """What a program gets that asks by way of the relay, and what the relay notes of it."""
    relay = Relay(model_route(url))
    async with relay.on_loopback() as address, ClientSession() as client:
        program = Program(relay, ScriptedEndpoint(), client, address)
        status, _ = await program.asks(protocol, is_streamed=False)
    return status, relay.traffic.calls[-1].detail


async def asked_by_gateway(url: str) -> str:
    async with open_gateway(settings_for(url), lambda _: KEY) as gateway:
        return (await gateway.reply(asking())).text


@pytest.mark.usefixtures("netrc")
async def test_a_proxy_is_asked_and_shown_what_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async with proxy_saying(200, monkeypatch) as seen:
        assert (await asked_by_relay("http://models.example/v1"))[0] == 200
        assert await asked_by_gateway("http://models.example/v1") == "Seven."
        assert await mirror_faults(Mirror(node="http://packages.example/npm")) == {}
    proxied = f"Proxy-Authorization: Basic {b64encode(b'me:for-the-proxy').decode()}".lower()
    *asked, mirrored = seen
    assert all(one.startswith("POST http://models.example/v1/chat/completions HTTP/1.1") for one in asked)
    assert all(f"Authorization: Bearer {KEY}".lower() in one.lower() for one in asked)
    assert mirrored.startswith("GET http://packages.example/npm/-/ping HTTP/1.1")
    assert all(proxied in one.lower() for one in seen)
    assert "NETRC" not in str(seen)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_an_endpoint_on_loopback_is_never_asked_through_a_proxy(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The company's proxy got the key and the prompts of a local model, and could not reach it."""
    endpoint = ModelEndpoint(lambda _, __: sent(completion("Seven.")))
    async with proxy_saying(502, monkeypatch) as seen, endpoint.serving() as url:
        local = url.replace("127.0.0.1", host)
        assert await asked_by_gateway(local) == "Seven."
        assert (await asked_by_relay(local))[0] == 200
        assert await mirror_faults(Mirror(node=local.replace("/v1", "/npm"))) == {}
    assert len(endpoint.asked) == 3
    assert seen == []


def test_loopback_is_known_by_every_spelling() -> None:
    for host in ("127.8.9.1", "127.1", "::1", "::ffff:127.0.0.1", "a.localhost", "LOCALHOST.", "0.0.0.0"):
        assert is_loopback(host), host
    for host in ("128.0.0.1", "models.example", "localhost.example", "notlocalhost", "::2", ""):
        assert not is_loopback(host), host


async def test_an_error_names_the_proxy_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    async with proxy_saying(407, monkeypatch) as seen:
        with pytest.raises(
            EndpointFailed, match=r"407: .*through the proxy http://127\.0\.0\.1:\d+,"
        ) as error:
            await asked_by_gateway("http://models.example/v1")
        _, noted = await asked_by_relay("http://models.example/v1")
        faults = await mirror_faults(Mirror(node="http://packages.example/npm"))
    assert len(seen) == 3, "another try would be turned down as well"
    for told in (str(error.value), noted, *faults.values()):
        assert "through the proxy http://127.0.0.1:" in told
        assert "for-the-proxy" not in told


async def test_a_proxy_that_is_not_supported_is_refused_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The client ended with an ImportError and exit code 1, and the relay asked without the proxy."""
    for name, value in {
        "http_proxy": "",
        "all_proxy": "socks5://me:secret@127.0.0.1:9",
        "no_proxy": "",
    }.items():
        monkeypatch.setenv(name, value)
    async with open_gateway(settings_for("http://models.example/v1"), lambda _: KEY) as gateway:
        with pytest.raises(ProxyUnusable) as error:
            gateway.prepare("planner")
    assert EXIT_CODE[error.value.cause] == 4
    assert "socks5://127.0.0.1:9" in str(error.value)
    endpoint = model_route("http://models.example/v1").endpoint
    spec = AgentSpec(name="a", kind="codex", version="1", options={"endpoint": endpoint.name, "model": "m"})
    with pytest.raises(ProxyUnusable):
        means_of(spec, "chat", Models(ModelSettings(endpoints=(endpoint,))))
    faults = await mirror_faults(Mirror(node="http://packages.example/npm"))
    assert "socks5://127.0.0.1:9" in faults["node"]
    assert "secret" not in f"{error.value}{faults}"
    monkeypatch.setenv("no_proxy", "models.example")
    means_of(spec, "chat", Models(ModelSettings(endpoints=(endpoint,))))
