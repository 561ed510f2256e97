"""Every way in which an endpoint can fail, over real HTTP: each ends as one error that says whose fault it is."""

import asyncio
import gzip
import json
import re
import time
import traceback
from collections.abc import Callable, Iterable

import pytest

from agents.gateway import gateway as gatewaying
from agents.gateway import retry
from agents.gateway.client import SIZE_LIMIT
from agents.gateway.faults import FailedTry
from agents.gateway.gateway import open_gateway
from agents.gateway.retry import RetryNotices
from plans.errors import (
    AnswerRefused,
    AnswerTruncated,
    AnswerUnusable,
    BenchwrightError,
    Cause,
    EndpointBusy,
    EndpointFailed,
    EndpointRefused,
    EndpointSilent,
    QuotaUsedUp,
    RequestTooLong,
)
from plans.records.model_call import ToolOffer
from plans.records.model_settings import Endpoint, RoleSettings
from tests.agents.gateway.model_endpoint import (
    HANG,
    KEY,
    RESET,
    ModelEndpoint,
    Piece,
    asking,
    completion,
    endpoint_saying,
    gateway_to,
    head,
    refused,
    sent,
    settings_for,
    streamed,
)

HASTY = RoleSettings(deadline=50, patience=2)
PATIENT = RoleSettings(deadline=50, patience=25)
GOOD = sent(completion("Seven."))
WHOLE = json.dumps(completion("Seven.")).encode()
JSON_HEAD = {"content-type": "application/json"}
NESTED = '{"choices": [{"message": {"content": ' + '[{"text": ' * 400 + '"x"' + "}]" * 400 + "}}]}"
"""As deep as JSON is read."""
QUOTA = "You exceeded your current quota, please check your plan and billing details."
NOTHING = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
UNWRITTEN = {"prompt_tokens": 100, "completion_tokens": 0, "total_tokens": 100}
SLOW_DOWN = "HTTP 429: too many requests"


def error_text(**error: object) -> str:
    return json.dumps({"error": {"message": "no", **error}})


@pytest.fixture(autouse=True)
def without_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between tries; what an endpoint asks for is waited for in full."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)


def drip() -> Iterable[Piece]:
    """An answer of which a byte comes now and then, so that no single read ever takes long."""
    yield head(200, {**JSON_HEAD, "content-length": str(len(WHOLE))})
    for byte in WHOLE:
        yield bytes([byte])
        yield 0.1


ENDS: dict[str, tuple[list[Piece], type[BenchwrightError], int]] = {
    "429, and longer than there is time": (refused(429, "slow down", retry_after="60"), EndpointBusy, 1),
    "a quota that is used up": (refused(429, QUOTA, code="insufficient_quota"), QuotaUsedUp, 1),
    "a quota, with words alone": (refused(400, "Your credit balance is too low."), QuotaUsedUp, 1),
    "402": (refused(402, "Pay."), QuotaUsedUp, 1),
    "500": (refused(500, "oh"), EndpointFailed, 5),
    "502 of a proxy, in HTML": (sent("<html>Bad Gateway</html>", 502), EndpointFailed, 5),
    "HTML with status 200": (sent("<html>Please log in</html>"), AnswerUnusable, 3),
    "a reset in the middle": ([head(200, JSON_HEAD), WHOLE[:50], RESET], AnswerUnusable, 3),
    "half an answer": (sent(WHOLE[:60]), AnswerUnusable, 3),
    "less than was announced": ([head(200, {"content-length": "900"}), WHOLE[:60]], AnswerUnusable, 3),
    "silence": ([HANG], EndpointSilent, 2),
    "a byte now and then": ([*drip()], EndpointSilent, 2),
    "no choices": (sent(completion("x", choices=[])), AnswerUnusable, 3),
    "choices: null": (sent(completion("x", choices=None)), AnswerUnusable, 3),
    "content: null": (sent(completion(None)), AnswerUnusable, 3),
    "uses of tools that are a number": (sent(completion(None, tool_calls=7)), AnswerUnusable, 3),
    "blanks alone": (sent(completion(" \n")), AnswerUnusable, 3),
    "a list": (sent(b"[1]"), AnswerUnusable, 3),
    "choices that are no list": (sent(completion("x", choices={"0": {}})), AnswerUnusable, 3),
    "a use of no tool": (sent(completion(None, tool_calls=[{"id": "1"}])), AnswerUnusable, 3),
    "parts within parts": (sent(NESTED), AnswerUnusable, 3),
    "an error with status 200": (sent({"error": {"message": "worker died", "code": "x"}}), EndpointFailed, 5),
    "a quota with status 200": (sent({"error": {"message": QUOTA}}), QuotaUsedUp, 1),
    "an error that names its status": (sent({"error": {"message": "no", "code": 401}}), EndpointRefused, 1),
    "an error that is a word": (sent({"error": "worker died"}), EndpointFailed, 5),
    "an error as the text": (sent(completion(error_text(), usage=NOTHING)), EndpointFailed, 5),
    "an error as the text, and no usage": (sent(completion(error_text(), usage=None)), EndpointFailed, 5),
    "401 as the text": (sent(completion(error_text(code=401), usage=NOTHING)), EndpointRefused, 1),
    "a status as the text": (sent(completion('{"status": "403"}', usage=NOTHING)), EndpointRefused, 1),
    "a text of which no token was written": (
        sent(completion(SLOW_DOWN, usage=UNWRITTEN)),
        AnswerUnusable,
        3,
    ),
    "cut off at its length": (sent(completion("Half of", finish="length")), AnswerTruncated, 1),
    "nothing but thoughts": (sent(completion("", finish="length")), AnswerTruncated, 1),
    "a refusal": (sent(completion(None, refusal="I cannot help with that.")), AnswerRefused, 1),
    "filtered": (sent(completion("", finish="content_filter")), AnswerRefused, 1),
    "401": (refused(401, f"Incorrect API key provided: {KEY}"), EndpointRefused, 1),
    "403": (refused(403, "not in your country"), EndpointRefused, 1),
    "404": (refused(404, "no such model"), EndpointRefused, 1),
    "a redirect": (sent("", 307, location="https://elsewhere.example/v1?key=secret"), EndpointRefused, 1),
    "a redirect to no address": (sent("", 308, location="http://[::1"), EndpointRefused, 1),
    "an error in what is no charset": (
        sent({"error": {"message": "oh"}}, 500, content_type="application/json; charset=rot13"),
        EndpointFailed,
        5,
    ),
    "400": (refused(400, "messages.0: unknown field"), EndpointRefused, 1),
    "413": (sent("too large", 413), RequestTooLong, 1),
    "longer than the model reads": (
        refused(400, "maximum context length is 8192 tokens"),
        RequestTooLong,
        1,
    ),
}
"""What goes wrong → what the endpoint sends, the error, and how often it is asked."""


@pytest.mark.slow
@pytest.mark.parametrize("case", ENDS)
async def test_each_fault_ends_as_its_error(case: str) -> None:
    says, error, tries = ENDS[case]
    endpoint = endpoint_saying(says)
    async with gateway_to(endpoint, role=HASTY if error is EndpointSilent else PATIENT) as gateway:
        with pytest.raises(error) as raised:
            await gateway.reply(asking())
        assert type(raised.value) is error
        assert len(endpoint.asked) == tries
        assert KEY not in "".join(traceback.format_exception(raised.value)), "what caused it is shown too"
        assert "secret" not in str(raised.value)
        used = gateway.usage().total
    assert used.calls == tries
    was_answered = raised.value.cause is Cause.MODEL
    assert sum(used.failed.values()) == tries - was_answered
    told = next(
        (
            int(found[1])
            for piece in says
            if isinstance(piece, bytes) and (found := re.search(rb'"total_tokens": (\d+)', piece))
        ),
        0,
    )
    assert used.tokens.total == told * tries, "what was told was paid for, usable or not"


@pytest.mark.parametrize(
    ("role", "setting"),
    [
        (RoleSettings(deadline=50, patience=0.3), "patience"),
        (RoleSettings(deadline=0.3, patience=25), "deadline"),
    ],
)
async def test_silence_names_the_setting_that_bounds_it(role: RoleSettings, setting: str) -> None:
    """A model that thinks for long was given up after a time that nobody had set, and nothing said where it is set."""
    async with gateway_to(endpoint_saying([HANG]), role=role) as gateway:
        with pytest.raises(EndpointSilent) as raised:
            await gateway.reply(asking())
    assert f"`{setting}` under [roles.{asking().role}]" in str(raised.value)


@pytest.mark.slow
@pytest.mark.parametrize("is_streamed", [True, False], ids=["streamed", "whole"])
async def test_a_text_of_which_tokens_were_counted_is_the_models_own(is_streamed: bool) -> None:
    """A model that is tested must not turn its own failures into the endpoint's by writing an error."""
    own = error_text(code=429)
    says = streamed({"content": own}) if is_streamed else sent(completion(own))
    role = PATIENT.model_copy(update={"is_streamed": is_streamed})
    async with gateway_to(endpoint_saying(says), role=role) as gateway:
        assert (await gateway.reply(asking())).text == own
    silent = completion("Seven.", usage=None)
    async with gateway_to(endpoint_saying(sent(silent)), role=PATIENT) as gateway:
        assert not (await gateway.reply(asking())).answer.is_uncounted, "nothing was reported"


@pytest.mark.slow
async def test_a_text_alone_that_cost_no_token_is_no_answer_where_tools_were_offered() -> None:
    """Where none were, it may be the answer at an endpoint that counts nothing, and is marked."""
    endpoint = endpoint_saying(sent(completion(SLOW_DOWN, usage=NOTHING)))
    tools = (ToolOffer(name="shell", description="", parameters="{}"),)
    async with gateway_to(endpoint, role=PATIENT) as gateway:
        assert (await gateway.reply(asking())).answer.is_uncounted
        with pytest.raises(AnswerUnusable):
            await gateway.reply(asking(tools=tools))
    used = {"id": "1", "function": {"name": "shell", "arguments": "{}"}}
    endpoint = endpoint_saying(sent(completion("", usage=NOTHING, tool_calls=[used])))
    async with gateway_to(endpoint, role=PATIENT) as gateway:
        assert (await gateway.reply(asking(tools=tools))).tool_uses


async def test_nobody_listens() -> None:
    async with endpoint_saying(GOOD).serving() as url:
        pass
    endpoint = endpoint_saying(GOOD)
    async with gateway_to(endpoint, role=HASTY) as gateway:
        settings = gateway._settings.model_copy(  # pyright: ignore[reportPrivateUsage]
            update={
                "endpoints": tuple(one.model_copy(update={"url": url}) for one in gateway._settings.endpoints)
            }
        )
        gateway._settings = settings
        with pytest.raises(EndpointFailed) as failed:
            await gateway.reply(asking())
        assert f"{url} " in str(failed.value)


def test_an_endpoint_out_of_reach_is_named_without_what_is_secret_in_its_address() -> None:
    endpoint = Endpoint(
        name="mine",
        url="http://me:secret@host.example:1/v1?key=hidden",
        protocols=("chat",),
        key_variable=None,
    )
    told = str(FailedTry("unreachable", "connection refused").error("Model 'm'", 4, endpoint))
    assert "http://host.example:1/v1 " in told
    assert "[endpoints.mine]" in told
    assert not any(word in told for word in ("me:", "secret", "hidden"))


OVERCOME: dict[str, list[Piece]] = {
    "429": refused(429, "slow down"),
    "429 as the text": sent(completion(error_text(code=429), usage=NOTHING)),
    "429 with a word on when": refused(429, "slow down", retry_after="0"),
    "429 with a word that says nothing of when": refused(429, "slow down", retry_after="nan"),
    "a minute's share, called a quota": refused(429, f"{QUOTA} Please retry.", retry_after="0"),
    "500": refused(500, "oh"),
    "529": refused(529, "overloaded"),
    "HTML": sent("<html>Bad Gateway</html>"),
    "reset": [head(200, JSON_HEAD), WHOLE[:50], RESET],
    "empty": sent(completion("")),
    "silence": [HANG],
    "packed in a way that was not asked for": sent(b"xx", content_encoding="br"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", OVERCOME)
async def test_what_another_try_gets_over_costs_no_more_than_the_try(case: str) -> None:
    endpoint = endpoint_saying(OVERCOME[case], GOOD)
    async with gateway_to(endpoint, role=HASTY) as gateway:
        reply = await gateway.reply(asking())
        assert reply.text == "Seven."
        used = gateway.usage().total
    was_told = case == "empty"
    assert (used.calls, sum(used.failed.values()), used.tokens.total) == (2, 1, 120 + 120 * was_told)


@pytest.mark.slow
async def test_a_wait_that_is_no_number_is_none_that_was_asked_for() -> None:
    endpoint = endpoint_saying(refused(429, "slow down", retry_after="nan"))
    async with gateway_to(endpoint, role=RoleSettings(deadline=1)) as gateway:
        # Silent where the deadline ends within a try.
        with pytest.raises((EndpointBusy, EndpointSilent)):
            await gateway.reply(asking())
    assert len(endpoint.asked) < 20, "it is waited between two tries, ever longer"


async def test_what_the_endpoint_asks_to_wait_is_waited() -> None:
    async with gateway_to(
        endpoint_saying(refused(429, "slow down", retry_after="1"), GOOD), role=PATIENT
    ) as gateway:
        began = time.monotonic()
        await gateway.reply(asking())
        assert 1 <= time.monotonic() - began < 20


@pytest.mark.slow
async def test_the_deadline_holds_for_all_tries_together() -> None:
    """One that hangs was tried as long as its patience allowed, as often as it was to be tried."""
    endpoint = endpoint_saying(refused(429, "slow down", retry_after="1"))
    async with gateway_to(endpoint, role=RoleSettings(deadline=4, patience=3)) as gateway:
        began = time.monotonic()
        with pytest.raises(EndpointBusy):
            await gateway.reply(asking())
        assert time.monotonic() - began < 8
    assert len(endpoint.asked) >= 2


async def said_by(endpoint: ModelEndpoint, calls: int, notices: int) -> list[str]:
    """What a person is told until so many calls wait for the endpoint, and so many notices have come."""
    said: asyncio.Queue[str] = asyncio.Queue()
    role = RoleSettings(deadline=120)
    async with (
        endpoint.serving() as url,
        open_gateway(
            settings_for(url, role=role), lambda _: KEY, notices=RetryNotices(said.put_nowait)
        ) as gateway,
    ):
        waiting = [asyncio.create_task(gateway.reply(asking(str(one)))) for one in range(calls)]
        for _ in range(calls):
            await endpoint.arrivals.acquire()
        told = [await said.get() for _ in range(notices)]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    return [*told, *(said.get_nowait() for _ in range(said.qsize()))]


@pytest.mark.slow
async def test_a_person_is_told_that_calls_are_tried_again_and_for_how_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For up to 900 s a call nothing was said while an endpoint answered 429."""
    says = refused(429, "slow down", retry_after="60")
    (notice,) = await said_by(endpoint_saying(says), 8, 1)
    assert all(part in notice for part in ("'stub'", "(planner)", "429: slow down"))
    again, given_up = map(int, re.findall(r"in (\d+) s", notice))
    assert again <= 60 < given_up <= 120
    monkeypatch.setattr(retry, "LOOK", 0.02)
    monkeypatch.setattr(retry, "PERIOD", 0.1)
    assert len(await said_by(endpoint_saying(says), 1, 3)) >= 3, "again and again"
    monkeypatch.setattr(retry, "SILENT", 0.1)
    monkeypatch.setattr(gatewaying, "GRACE", 0.1)
    await said_by(endpoint_saying([HANG]), 1, 2)


def test_a_silence_is_told_after_a_minute_and_whenever_it_has_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each half a minute a line came, ten for one long answer."""
    now = 1000.0
    monkeypatch.setattr(retry.time, "monotonic", lambda: now)
    said = list[str]()
    notices = RetryNotices(said.append)

    def silent(seconds: int) -> list[str]:
        nonlocal now
        said.clear()
        began = now
        for _ in range(0, seconds, 5):
            now += 5
            notices.silent("mine", "generator", began, 3600 - (now - began), "`patience`")
        return [part for one in said for part in re.findall(r"nothing came for (\d+) s", one)]

    assert silent(300) == ["60", "120", "240"]
    notices.answered("mine")
    assert silent(100) == ["60"], "another call begins anew"


@pytest.mark.slow
async def test_nothing_is_said_of_what_is_got_over_at_once() -> None:
    assert await said_by(endpoint_saying(refused(500, "oh"), GOOD), 4, 0) == []


LARGE: dict[str, Callable[[], list[Piece]]] = {
    "100 MB": lambda: [head(200, JSON_HEAD), *[b"x" * 1_000_000] * 100],
    "100 MB, packed into 100 kB": lambda: sent(gzip.compress(b"x" * 100_000_000), content_encoding="gzip"),
    "an error of 100 MB": lambda: [head(500, JSON_HEAD), *[b"x" * 1_000_000] * 100],
}


@pytest.mark.slow
@pytest.mark.parametrize("case", LARGE)
async def test_an_answer_without_end_is_left_at_its_bound(case: str) -> None:
    endpoint = endpoint_saying(LARGE[case]())
    async with gateway_to(endpoint, role=PATIENT) as gateway:
        with pytest.raises(AnswerUnusable, match=f"more than {SIZE_LIMIT:,} bytes"):
            await gateway.reply(asking())
    assert len(endpoint.asked) == 1, "it may be paid for each time"


@pytest.mark.slow
async def test_an_answer_that_is_packed_unasked_is_unpacked() -> None:
    async with gateway_to(endpoint_saying(sent(gzip.compress(WHOLE), content_encoding="gzip"))) as gateway:
        assert (await gateway.reply(asking())).text == "Seven."


STREAMED = RoleSettings(deadline=50, patience=3, is_streamed=True)
PIECES = ({"role": "assistant", "content": ""}, {"content": "Sev"}, {"content": "en."})
STREAM_ENDS: dict[str, tuple[list[Piece], type[BenchwrightError]]] = {
    "an early end, clean": (streamed(*PIECES, finish=None), AnswerUnusable),
    "an early end without its sign": (streamed(*PIECES, finish=None, is_ended=False), AnswerUnusable),
    "a reset": ([*streamed(*PIECES)[:3], RESET], AnswerUnusable),
    "a stall": ([*streamed(*PIECES)[:3], HANG], EndpointSilent),
    "comments without end": ([*streamed()[:1], *[b": still here\n\n", 0.1] * 100], EndpointSilent),
    "an error in its course": (
        [*streamed(*PIECES)[:3], b'data: {"error": {"message": "worker died"}}\n\n'],
        EndpointFailed,
    ),
    "no JSON": ([*streamed(*PIECES)[:2], b"data: {oh\n\n"], AnswerUnusable),
    "cut off at its length": (streamed(*PIECES, finish="length"), AnswerTruncated),
    "nothing said": (streamed({"content": ""}), AnswerUnusable),
    "choices that are no list": (
        [*streamed(*PIECES)[:1], b'data: {"choices": {"delta": {}}}\n\n', b"data: [DONE]\n\n"],
        AnswerUnusable,
    ),
    "uses of tools that are a number": (streamed({"tool_calls": 7}), AnswerUnusable),
    "more than the bound": ([*streamed()[:1], *[b"data: " + b"x" * 1_000_000] * 20], AnswerUnusable),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", STREAM_ENDS)
async def test_each_fault_of_a_stream_ends_as_its_error(case: str) -> None:
    says, error = STREAM_ENDS[case]
    async with gateway_to(endpoint_saying(says), role=STREAMED) as gateway:
        with pytest.raises(error) as raised:
            await gateway.reply(asking())
        assert type(raised.value) is error


@pytest.mark.slow
async def test_a_stream_says_what_a_whole_answer_says() -> None:
    use = [
        {"tool_calls": [{"index": 0, "id": "u1", "function": {"name": "shell", "arguments": '{"comm'}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": 'and": "ls"}'}}]},
    ]
    endpoint = endpoint_saying(streamed(*PIECES), streamed(*use, finish="tool_calls"), GOOD)
    async with gateway_to(endpoint, role=STREAMED) as gateway:
        reply = await gateway.reply(asking("first"))
        assert (reply.text, reply.answer.finish, reply.answer.tokens and reply.answer.tokens.total) == (
            *("Seven.", "stop"),
            12,
        )
        (shell,) = (await gateway.reply(asking("second"))).tool_uses
        assert (shell.id, shell.name, shell.arguments) == ("u1", "shell", '{"command": "ls"}')
        assert (await gateway.reply(asking("third"))).text == "Seven.", "an endpoint that does not stream"


async def test_a_key_goes_to_its_endpoint_and_nothing_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Organisation and project of another account were read there, and told to every endpoint."""
    monkeypatch.setenv("OPENAI_ORG_ID", "org-other")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-other")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    endpoint = ModelEndpoint(lambda _, __: GOOD)
    async with gateway_to(endpoint) as gateway:
        await gateway.reply(asking())
    (headers,) = endpoint.headers
    assert headers["authorization"] == f"Bearer {KEY}"
    assert "other" not in str(headers)


async def test_an_endpoint_that_asks_for_no_key_is_shown_none() -> None:
    """It was not asked at all without one, so that every local endpoint failed."""
    endpoint = ModelEndpoint(lambda _, __: GOOD)
    async with endpoint.serving() as url, open_gateway(settings_for(url), lambda _: "") as gateway:
        assert (await gateway.reply(asking())).text == "Seven."
    assert "authorization" not in endpoint.headers[0]
