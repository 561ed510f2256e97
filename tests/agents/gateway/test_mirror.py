"""The package mirror's door: pages whose links lead through it, files as they come, and what is noted of them."""

import asyncio
import gzip
import hashlib
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest
from aiohttp import ClientSession, web
from yarl import URL

from agents.gateway.mirror import Bounds, MirrorDoor, NoPage, mirror_faults, page_led
from plans.records.sandboxing import FetchedFile, Mirror
from tests.agents.gateway.mirroring import (
    NAME,
    PASSWORD,
    TARBALL,
    WHEEL,
    StandIn,
    leading_to,
    saying,
    tarball,
    wheel,
)

JSON = "application/vnd.pypi.simple.v1+json"


@dataclass
class Inside:
    """A package client behind the door."""

    stand_in: StandIn
    door: MirrorDoor
    address: str
    client: ClientSession

    async def gets(self, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
        async with self.client.request(
            method, URL(self.address + path, encoded=True), headers=headers
        ) as answer:
            return answer.status, await answer.read()

    async def page(self, path: str) -> str:
        status, body = await self.gets(path)
        assert status == 200, body
        return body.decode()

    def had(self) -> list[FetchedFile]:
        return list(self.door.taken.record(self.door.mirror).files)

    def refused(self) -> str:
        return "\n".join(self.door.taken.record(self.door.mirror).refused)


@pytest.fixture
async def inside() -> AsyncGenerator[Inside]:
    async with StandIn().serving() as stand_in:
        door = MirrorDoor(stand_in.mirror, Bounds(page_bytes=100_000, file_bytes=50_000, silence=1.0))
        async with door.on_loopback() as address, ClientSession(auto_decompress=False) as client:
            yield Inside(stand_in, door, address, client)


async def test_a_file_on_the_second_host_is_had_by_the_link_of_the_page_and_noted(inside: Inside) -> None:
    page = await inside.page("/python/tiny-greeting/")
    digest = hashlib.sha256(wheel()).hexdigest()
    link = f"{inside.address}/files-1/{WHEEL}"
    assert f'href="{link}#sha256={digest}"' in page
    assert 'data-requires-python="&gt;=3"' in page
    assert await inside.gets(link.removeprefix(inside.address)) == (200, wheel())
    noted = FetchedFile(kind="files", name="tiny_greeting", file=WHEEL, digest=digest, size=len(wheel()))
    assert inside.had() == [noted]
    assert inside.door.taken.trouble == ""


async def test_a_page_in_json_leads_through_us_too_and_its_relative_links_with_it(inside: Inside) -> None:
    files = [
        {
            "filename": WHEEL,
            "url": f"../../simple/there/{WHEEL}",
            "hashes": {},
            "provenance": "https://x.example/",
        }
    ]
    body = json.dumps({"meta": {"api-version": "1.1"}, "name": "there", "files": files})
    inside.stand_in.pages["/simple/there/"] = saying(body, JSON)
    (file,) = json.loads(await inside.page("/python/there/"))["files"]
    assert file == {"filename": WHEEL, "url": f"{inside.address}/python/there/{WHEEL}", "hashes": {}}
    (headers,) = inside.stand_in.at("/simple/there/")
    assert headers["accept-encoding"] == "identity"


async def test_a_packument_leads_through_us_and_its_tarball_is_noted_by_its_scope(inside: Inside) -> None:
    packument = json.loads(await inside.page("/node/@tiny%2fgreeting"))
    place = packument["versions"]["1.0.0"]["dist"]["tarball"]
    assert place == f"{inside.address}/node/@tiny/greeting/-/{TARBALL}"
    assert await inside.gets(place.removeprefix(inside.address)) == (200, tarball())
    assert [(one.name, one.file) for one in inside.had()] == [("@tiny/greeting", TARBALL)]


async def test_name_and_password_are_shown_to_their_place_alone_and_told_nobody(inside: Inside) -> None:
    secret = f"http://{NAME}:{PASSWORD}@{inside.stand_in.index.removeprefix('http://')}/simple/own/{WHEEL}"
    inside.stand_in.pages["/simple/own/"] = saying(f'<a href="{secret}">{PASSWORD}</a>')
    page = await inside.page("/python/own/")
    assert f'href="{inside.address}/python/own/{WHEEL}"' in page
    assert PASSWORD not in page
    await inside.gets(f"/files-1/{WHEEL}")
    assert inside.stand_in.at("/simple/own/")[0]["authorization"].startswith("Basic ")
    assert "authorization" not in inside.stand_in.at(f"/packages/{WHEEL}")[0]
    record = inside.door.taken.record(inside.door.mirror)
    assert PASSWORD not in record.model_dump_json() + repr(inside.door.mirror) + inside.door.mirror.told


async def test_a_place_of_the_same_host_is_shown_the_same_and_another_is_not(inside: Inside) -> None:
    """Each address of a host had to repeat its password, though package clients know it by then."""
    mirror = inside.stand_in.mirror
    files = (f"{inside.stand_in.index}/packages", f"{inside.stand_in.files}/packages")
    door = MirrorDoor(mirror.model_copy(update={"files": files}))
    async with door.on_loopback() as address:
        for number in (1, 2):
            async with inside.client.get(f"{address}/files-{number}/{WHEEL}") as answer:
                assert await answer.read() == wheel()
    own, other = inside.stand_in.at(f"/packages/{WHEEL}")
    assert own["authorization"].startswith("Basic ")
    assert "authorization" not in other


async def test_a_link_to_a_place_that_is_not_named_says_what_to_name(inside: Inside) -> None:
    """The file's name stays, by which clients choose a version; and the mirror's owner reads what lacks."""
    href = f"{inside.stand_in.elsewhere}/other/tiny_greeting-2.0-py3-none-any.whl"
    inside.stand_in.pages["/simple/two/"] = saying(f'<a href="{href}">two</a>')
    page = await inside.page("/python/two/")
    host = inside.stand_in.elsewhere.removeprefix("http://")
    link = f"/elsewhere/{host}/tiny_greeting-2.0-py3-none-any.whl"
    assert f'href="{inside.address}{link}"' in page
    status, words = await inside.gets(link)
    assert (status, f"it lies at {host}, which [mirror] files does not name" in words.decode()) == (403, True)
    assert host in inside.refused()


async def test_a_redirection_is_followed_as_long_as_it_stays_within_the_mirror(inside: Inside) -> None:
    inside.stand_in.pages["/simple/Tiny_Greeting/"] = leading_to("/simple/tiny-greeting/")
    assert WHEEL in await inside.page("/python/Tiny_Greeting/")
    inside.stand_in.pages["/simple/round/"] = leading_to("/simple/round/")
    status, words = await inside.gets("/python/round/")
    assert (status, b"without an end" in words) == (403, True)


async def test_head_tells_a_files_size_and_has_nothing(inside: Inside) -> None:
    async with inside.client.head(f"{inside.address}/files-1/{WHEEL}") as answer:
        assert (answer.status, answer.content_length) == (200, len(wheel()))
    assert inside.had() == []


async def test_a_page_that_comes_compressed_unasked_is_read_all_the_same(inside: Inside) -> None:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        packed = gzip.compress(b'<a href="a-1.0.tar.gz">a</a>')
        return web.Response(body=packed, content_type="text/html", headers={"content-encoding": "gzip"})

    inside.stand_in.pages["/simple/a/"] = answer
    assert f"{inside.address}/python/a/a-1.0.tar.gz" in await inside.page("/python/a/")


async def test_a_file_is_no_page_whatever_its_server_calls_it(inside: Inside) -> None:
    """Digests of pages name it as it is, and pip would refuse one that was made anew."""
    text = b'Name: tiny\nHome: <a href="x">x</a>\n'
    inside.stand_in.pages[f"/packages/{WHEEL}.metadata"] = saying(text, "text/html")
    assert await inside.gets(f"/files-1/{WHEEL}.metadata") == (200, text)
    (noted,) = inside.had()
    assert (noted.name, noted.digest) == ("tiny_greeting", hashlib.sha256(text).hexdigest())


async def test_what_there_is_not_is_no_failure_of_the_mirror_and_an_outage_is(inside: Inside) -> None:
    assert (await inside.gets("/python/nothing/"))[0] == 404
    assert inside.door.taken.trouble == ""
    inside.stand_in.pages["/simple/down/"] = saying("secret words", status=503)
    status, words = await inside.gets("/python/down/")
    assert (status, words) == (502, b"benchwright: the mirror answered 503\n")
    assert inside.door.taken.trouble == "it answered 503"
    await inside.page("/python/tiny-greeting/")
    assert inside.door.taken.trouble == "", "a client that asked again and got it has got over it"


async def test_half_a_file_does_not_look_like_the_whole(inside: Inside) -> None:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-length": "1000"})
        await response.prepare(request)
        await response.write(b"half")
        assert request.transport is not None
        request.transport.close()
        return response

    inside.stand_in.pages[f"/packages/half-{WHEEL}"] = answer
    with pytest.raises(Exception, match="payload|disconnected|Connection"):
        await inside.gets(f"/files-1/half-{WHEEL}")
    assert inside.had() == []
    assert "ClientPayloadError" in inside.door.taken.trouble


@pytest.mark.slow
async def test_a_mirror_that_says_nothing_is_given_up(inside: Inside) -> None:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        await asyncio.sleep(30)
        return web.Response()

    inside.stand_in.pages["/simple/silent/"] = answer
    assert (await inside.gets("/python/silent/"))[0] == 502
    assert "Timeout" in inside.door.taken.trouble


async def test_whether_a_mirror_answers_can_be_told_beforehand() -> None:
    async with StandIn().serving() as stand_in:
        assert await mirror_faults(stand_in.mirror) == {}, "that it has no such package is an answer"
        stand_in.pages["/npm/-/ping"] = saying("", status=401)
        assert await mirror_faults(stand_in.mirror) == {"node": f"{stand_in.index}/npm/-/ping answers 401"}
        gone = stand_in.mirror
    faults = await mirror_faults(gone)
    assert sorted(faults) == ["node", "python"]
    assert PASSWORD not in str(faults)


def test_what_says_that_it_is_a_page_and_is_none_is_told() -> None:
    with pytest.raises(NoPage, match="no JSON"):
        page_led(b"<html>", "application/json", "https://mirror.example/npm/a", str)
    assert page_led(b"[1]", "application/json", "https://mirror.example/npm/a", str) == b"[1]"


def test_a_mirror_is_recorded_without_what_is_secret() -> None:
    mirror = Mirror(
        python="https://me:word@mirror.example:8443/simple", files=("https://token@files.example/x",)
    )
    assert mirror.told == "python https://mirror.example:8443/simple, files https://files.example/x"
    assert mirror.kinds == ("python",)
