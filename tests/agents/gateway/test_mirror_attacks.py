"""Ways out through the package mirror's door: a program writes its own bytes to it, as no package client would."""

import asyncio
import gzip
from collections.abc import AsyncGenerator
from typing import NamedTuple

import pytest
from aiohttp import web

from agents.gateway.mirror import Bounds, MirrorDoor, is_plain
from tests.agents.gateway.mirroring import WHEEL, StandIn, leading_to, saying

pytestmark = pytest.mark.attack
SECRET = b"a word that is none of a package's"


class Way(NamedTuple):
    """The door, and what lies beyond the mirror's places."""

    stand_in: StandIn
    door: MirrorDoor
    port: int

    async def says(self, data: str) -> bytes:
        """All that is answered to these bytes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(data.encode())
        await writer.drain()
        try:
            return await asyncio.wait_for(reader.read(), 10)
        finally:
            writer.close()

    async def asks(self, line: str, *headers: str, body: str = "") -> bytes:
        lines = [f"{line} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers]
        return await self.says("\r\n".join([*lines, "", body]))

    def status(self, answer: bytes) -> int:
        return int(answer.split(b" ", 2)[1])


@pytest.fixture
async def way() -> AsyncGenerator[Way]:
    async with StandIn().serving() as stand_in:
        for path in ("/secret", "/simple-other/", "/npm-other/", "/other/secret.whl"):
            stand_in.pages[path] = saying(SECRET, "text/plain")
        door = MirrorDoor(stand_in.mirror, Bounds(page_bytes=100_000, file_bytes=50_000, seconds=5.0))
        async with door.on_loopback() as address:
            yield Way(stand_in, door, int(address.rpartition(":")[2]))


@pytest.mark.parametrize(
    "target",
    [
        "/secret",
        "/",
        "//127.0.0.1/secret",
        "/python/../secret",
        "/python/%2e%2e/secret",
        "/python/.%2E/secret",
        "/python/%252e%252e/secret",
        "/python/..%2fsecret",
        "/python/..%5csecret",
        "/python/..;/secret",
        "/python/x/..;a=b/..;/secret",
        "/python//../secret",
        "/python/\\..\\secret",
        "/python/@../..%2fsecret",
        "/python/@a%2f../../secret",
        "/python-other/",
        "/files-2/secret",
        "/files-0/secret",
        "/files-1/../other/secret.whl",
        "/node/..%2f..%2fsecret",
        "/node/@scope%2f..",
        "/python/a%00b",
        "/python/a%0d%0aHost:%20elsewhere/",
        "/python/%ff/",
        "/elsewhere/127.0.0.1/secret",
        "/elsewhere/",
        "/python/" + "a" * 5000,
    ],
)
async def test_no_path_leads_out_of_the_mirrors_places(way: Way, target: str) -> None:
    answer = await way.asks(f"GET {target}")
    assert way.status(answer) in (400, 403, 404), answer
    assert SECRET not in answer
    assert way.stand_in.asked == [], "nothing was even asked"


@pytest.mark.parametrize("host", ["index", "elsewhere"])
async def test_an_address_in_the_place_of_a_path_leads_nowhere(way: Way, host: str) -> None:
    address = getattr(way.stand_in, host)
    for line in (f"GET {address}/secret", f"GET {address}/simple/tiny-greeting/"):
        assert way.status(await way.asks(line)) == 400
    assert way.stand_in.asked == []


async def test_a_tunnel_is_refused(way: Way) -> None:
    place = way.stand_in.elsewhere.removeprefix("http://")
    answer = await way.says(
        f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\nGET /secret HTTP/1.1\r\nHost: x\r\n\r\n"
    )
    assert way.status(answer) in (400, 405)
    assert SECRET not in answer
    assert way.stand_in.asked == []


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
async def test_nothing_is_changed_at_the_mirror(way: Way, method: str) -> None:
    answer = await way.asks(f"{method} /node/@tiny%2fgreeting", "Content-Length: 2", body="{}")
    assert way.status(answer) in (400, 405)
    assert way.stand_in.asked == []


async def test_nothing_goes_along_with_a_request(way: Way) -> None:
    assert way.status(await way.asks("GET /python/x/", "Content-Length: 6", body="secret")) == 400
    assert way.status(await way.asks("GET /python/x/", "Transfer-Encoding: chunked", body="0\r\n\r\n")) == 400
    assert way.stand_in.asked == []


async def test_of_a_requests_headers_only_the_types_that_it_takes_go_on(way: Way) -> None:
    headers = (
        "Accept: text/html;q=0.2",
        "Cookie: a=b",
        "Authorization: Bearer x",
        "X-Own: 1",
        "Range: bytes=0-1",
    )
    await way.asks(f"GET /files-1/{WHEEL}", *headers)
    (sent,) = way.stand_in.at(f"/packages/{WHEEL}")
    assert sent["accept"] == "text/html;q=0.2"
    assert sent["host"] == way.stand_in.files.removeprefix("http://")
    assert sorted(sent) == ["accept", "accept-encoding", "host", "user-agent"]


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 0", "Transfer-Encoding: chunked"),
        ("Content-Length: 5", "Content-Length: 50"),
        ("Transfer-Encoding : chunked",),
        ("Accept: text/html\rX-Own: 1",),
        ("Accept: text/html\nHost: elsewhere",),
        ("X-Own: 1\r\n Host: elsewhere",),
    ],
)
async def test_a_second_request_cannot_be_smuggled_in(way: Way, headers: tuple[str, ...]) -> None:
    smuggled = "0\r\n\r\nGET /secret HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = await way.asks("GET /python/tiny-greeting/", *headers, body=smuggled)
    assert SECRET not in answer
    assert all(path == "/simple/tiny-greeting/" for _, path, _ in way.stand_in.asked)
    assert all("x-own" not in sent for _, _, sent in way.stand_in.asked)
    assert all(sent["host"] in way.stand_in.index for _, _, sent in way.stand_in.asked)


@pytest.mark.parametrize("where", ["elsewhere", "index", "files"])
async def test_a_redirection_out_of_the_places_is_not_followed(way: Way, where: str) -> None:
    address = getattr(way.stand_in, where)
    for number, leads_to in enumerate(
        (f"{address}/secret", f"{address}/simple/%2e%2e/secret", "//[", "file:///etc/passwd")
    ):
        way.stand_in.pages[f"/simple/leads-{number}/"] = leading_to(leads_to)
        answer = await way.asks(f"GET /python/leads-{number}/")
        assert way.status(answer) == 403, answer
    assert [path for _, path, _ in way.stand_in.asked if "secret" in path] == []
    assert "to a place that [mirror] does not name" in "\n".join(
        way.door.taken.record(way.door.mirror).refused
    )


async def test_a_body_without_an_end_is_cut_off(way: Way) -> None:
    async def endless(request: web.BaseRequest) -> web.StreamResponse:
        is_page = "simple" in request.raw_path
        response = web.StreamResponse(headers={"content-type": "text/html" if is_page else "x/y"})
        await response.prepare(request)
        while True:
            await response.write(b"a" * 10_000)

    way.stand_in.pages |= {"/simple/endless/": endless, f"/packages/endless-{WHEEL}": endless}
    assert way.status(await way.asks("GET /python/endless/")) == 502
    answer = await way.asks(f"GET /files-1/endless-{WHEEL}")
    assert len(answer) < 100_000
    assert not answer.endswith(b"0\r\n\r\n"), "it looks like no whole file"
    record = way.door.taken.record(way.door.mirror)
    assert record.files == ()
    assert sum(record.refused.values()) == 2


async def test_a_program_that_takes_a_file_slowly_cannot_blame_the_mirror() -> None:
    """Its round would not have been scored, however poor: a mirror that fails is no doing of an agent's."""
    async with StandIn().serving() as stand_in:
        stand_in.pages[f"/packages/{WHEEL}"] = saying(bytes(40_000_000), "application/octet-stream")
        door = MirrorDoor(stand_in.mirror, Bounds(seconds=0.5, silence=1.0))
        async with door.on_loopback() as address:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
            writer.write(f"GET /files-1/{WHEEL} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            await asyncio.sleep(2)
            assert len(await reader.read()) < 40_000_000
            writer.close()
        record = door.taken.record(door.mirror)
    assert door.taken.trouble == ""
    assert "it has not come within 0.5 s" in "".join(record.refused)
    assert record.files == ()


async def test_a_page_that_is_packed_small_and_is_huge_is_not_unpacked(way: Way) -> None:
    async def bomb(request: web.BaseRequest) -> web.StreamResponse:
        packed = gzip.compress(bytes(10_000_000))
        return web.Response(body=packed, content_type="text/html", headers={"content-encoding": "gzip"})

    way.stand_in.pages["/simple/bomb/"] = bomb
    assert way.status(await way.asks("GET /python/bomb/")) == 502


async def test_a_turn_has_an_end_of_what_it_may_ask() -> None:
    async with StandIn().serving() as stand_in:
        door = MirrorDoor(stand_in.mirror, Bounds(requests=2))
        async with door.on_loopback() as address:
            way = Way(stand_in, door, int(address.rpartition(":")[2]))
            statuses = [way.status(await way.asks("GET /python/tiny-greeting/")) for _ in range(3)]
    assert statuses == [200, 200, 403]


@pytest.mark.parametrize("path", ["/a/b-1.0.tar.gz", "/@scope%2fname", "/a%20b/", "/a/"])
def test_what_packages_are_called_is_plain(path: str) -> None:
    assert is_plain(path)
