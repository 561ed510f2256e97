"""What an endpoint would do by itself is no way out of a sandbox: over real HTTP, in all four protocols."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession

from agents.gateway.protocols import Hosted, passed_betas, sifted
from agents.gateway.relay import Relay
from agents.gateway.transport import ModelRoute
from plans.records.model_settings import PROTOCOLS, Endpoint, WireProtocol
from plans.records.usage import RelayRefusal
from tests.agents.gateway.asking import KEY, MODEL, Program
from tests.agents.scripted.endpoint import ScriptedEndpoint

FUNCTIONS: dict[WireProtocol, dict[str, Any]] = {
    "chat": {"type": "function", "function": {"name": "shell", "parameters": {"type": "object"}}},
    "responses": {"type": "function", "name": "shell", "parameters": {"type": "object"}},
    "messages": {"name": "shell", "input_schema": {"type": "object"}},
    "gemini": {"functionDeclarations": [{"name": "shell"}]},
}
HOSTED: list[tuple[WireProtocol, dict[str, Any]]] = [
    ("chat", {"type": "web_search"}),
    ("chat", {"type": "openrouter:web_search"}),
    ("chat", {"type": "builtin_function", "function": {"name": "$web_search"}}),
    ("chat", {"googleSearch": {}}),
    ("responses", {"type": "web_search"}),
    ("responses", {"type": "web_search_preview_2025_03_11"}),
    ("responses", {"type": "code_interpreter", "container": {"type": "auto"}}),
    ("responses", {"type": "mcp", "server_label": "x", "server_url": "https://elsewhere.example/sse"}),
    ("responses", {"type": "file_search", "vector_store_ids": ["vs_1"]}),
    ("responses", {"type": "image_generation"}),
    ("responses", {"type": "shell", "environment": {"type": "container_auto"}}),
    ("responses", {"type": "namespace", "name": "n", "tools": [{"type": "web_search"}]}),
    ("messages", {"type": "web_search_20250305", "name": "web_search"}),
    ("messages", {"type": "web_fetch_20250910", "name": "web_fetch"}),
    ("messages", {"type": "code_execution_20250825", "name": "code_execution"}),
    ("messages", {"type": "mcp_toolset", "mcp_server_name": "x"}),
    ("gemini", {"googleSearch": {}}),
    ("gemini", {"urlContext": {}}),
    ("gemini", {"codeExecution": {}}),
    ("gemini", {"google_search": {}}),
]


@asynccontextmanager
async def program(*, hosted_tools: bool = False) -> AsyncGenerator[Program]:
    endpoint = ScriptedEndpoint()
    async with endpoint.serving() as url:
        known = Endpoint(name="scripted", url=url, protocols=PROTOCOLS, hosted_tools=hosted_tools)
        relay = Relay(ModelRoute(known, MODEL, KEY))
        async with relay.on_loopback() as address, ClientSession() as client:
            yield Program(relay, endpoint, client, address)


@pytest.mark.parametrize(("protocol", "tool"), HOSTED, ids=lambda one: json.dumps(one)[:40])
async def test_a_tool_that_the_endpoint_carries_out_does_not_reach_it(
    protocol: WireProtocol, tool: dict[str, Any]
) -> None:
    """Any program in the sandbox searched the web, and ran code elsewhere, by way of the model's endpoint."""
    async with program() as asking:
        status, text = await asking.asks(protocol, is_streamed=False, tools=[tool])
        assert status == 400
        assert "none that the program carries out" in text
        assert asking.endpoint.asked == []
        assert asking.relay.usage().failed == {RelayRefusal.HOSTED_TOOLS: 1}
        # Beside others it is left out, as some programs always offer it.
        status, _ = await asking.asks(protocol, is_streamed=False, tools=[FUNCTIONS[protocol], tool])
        if tool.get("type") == "namespace":
            assert status == 400
            return
        assert status == 200
        (asked,) = asking.endpoint.asked
        assert asked.body["tools"] == [FUNCTIONS[protocol]]
        assert sum(asking.relay.usage().left_out.values()) == 1


REFUSED: list[tuple[WireProtocol, dict[str, Any]]] = [
    ("messages", {"mcp_servers": [{"type": "url", "url": "https://elsewhere.example/sse", "name": "x"}]}),
    ("messages", {"container": "container_1"}),
    ("chat", {"mcp_servers": [{"type": "url"}]}),
    ("chat", {"plugins": [{"id": "web"}]}),
    ("chat", {"web_search_options": {"search_context_size": "low"}}),
    ("chat", {"models": ["dearer-model"]}),
    ("chat", {"fallbacks": ["dearer-model"]}),
    ("responses", {"background": True}),
    ("responses", {"previous_response_id": "resp_1"}),
    ("responses", {"prompt": {"id": "pmpt_1"}}),
    ("responses", {"conversation": "conv_1"}),
    ("gemini", {"cachedContent": "cachedContents/1"}),
    *(
        ("chat", {"messages": [{"role": "user", "content": [part]}]})
        for part in (
            {"type": "image_url", "image_url": {"url": "https://elsewhere.example/?secret"}},
            {"type": "file", "file": {"file_id": "file-1"}},
        )
    ),
    *(
        ("responses", {"input": [{"role": "user", "content": [part]}]})
        for part in (
            {"type": "input_image", "image_url": "https://elsewhere.example/?secret"},
            {"type": "input_file", "file_url": "https://elsewhere.example/?secret"},
            {"type": "input_file", "file_id": "file-1"},
            {"type": "input_image", "Image_URL": "https://elsewhere.example/?secret"},
            {"type": "input_image", "imageUrl": [{"URL": "https://elsewhere.example/?secret"}]},
            {"type": "input_image", "image_url": "data:,", "imageURL": "data:,x"},
        )
    ),
    *(
        ("messages", {"messages": [{"role": "user", "content": [part]}]})
        for part in (
            {"type": "image", "source": {"type": "url", "url": "https://elsewhere.example/?secret"}},
            {"type": "document", "source": {"type": "file", "file_id": "file_1"}},
            {"type": "image", "source": {"Type": "URL", "url": "https://elsewhere.example/?secret"}},
            {"type": "container_upload", "file_id": "file_1"},
            {"type": "tool_result", "content": [{"source": {"type": "url", "url": "https://e.example"}}]},
        )
    ),
    ("gemini", {"contents": [{"parts": [{"fileData": {"fileUri": "https://elsewhere.example/?secret"}}]}]}),
    ("gemini", {"contents": [{"parts": [{"file_data": {"file_uri": "https://elsewhere.example"}}]}]}),
]


@pytest.mark.parametrize(("protocol", "more"), REFUSED, ids=lambda one: json.dumps(one)[:60])
async def test_what_lies_elsewhere_is_not_fetched(protocol: WireProtocol, more: dict[str, Any]) -> None:
    """An address in a picture's place was asked by the endpoint, with whatever the program wrote behind its `?`."""
    async with program() as asking:
        status, text = await asking.asks(protocol, is_streamed=False, **more)
        assert status == 400, text
        assert asking.endpoint.asked == []
        assert asking.relay.usage().failed == {RelayRefusal.HOSTED_TOOLS: 1}


async def test_an_unknown_parameter_is_left_out_and_noted() -> None:
    """`Model` is `model` to an endpoint that reads keys in any case, and every release has a new one."""
    async with program() as asking:
        more = {
            "Model": "dearer-model",
            "search_the_web": True,
            "service_tier": "priority",
            "temperature": 0.5,
        }
        assert (await asking.asks("chat", is_streamed=False, **more))[0] == 200
        (asked,) = asking.endpoint.asked
        assert set(asked.body) == {"model", "messages", "stream", "temperature"}
        assert asking.relay.usage().left_out == {"Model": 1, "search_the_web": 1, "service_tier": 1}


async def test_what_a_model_wrote_and_what_a_tool_takes_is_data() -> None:
    """A tool may well have a parameter `file_id`, and a page that it read may hold an address."""
    schema = {
        "type": "object",
        "properties": {"file_id": {"type": "string"}, "image_url": {"type": "string"}},
    }
    tool = {"name": "fetch", "input_schema": schema, "defer_loading": True}
    call = {
        "type": "tool_use",
        "id": "1",
        "name": "fetch",
        "input": {"file_id": "f", "image_url": "https://e.example"},
    }
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aaaa"}}
    told = {
        "type": "tool_result",
        "tool_use_id": "1",
        "content": [picture, {"type": "text", "text": "https://e.example"}],
    }
    messages = [{"role": "assistant", "content": [call]}, {"role": "user", "content": [told]}]
    async with program() as asking:
        status, text = await asking.asks("messages", is_streamed=False, tools=[tool], messages=messages)
        assert status == 200, text
        (asked,) = asking.endpoint.asked
        assert (asked.body["tools"], asked.body["messages"]) == ([tool], messages)
        assert asking.relay.usage().left_out == {}


async def test_a_key_that_stands_twice_is_refused() -> None:
    """We read the last one, and an endpoint that reads the first answered with another model."""
    async with program() as asking:
        for body in (
            b'{"model": "dearer-model", "messages": [], "model": "some-model"}',
            b'{"model": "some-model", "messages": [{"role": "user", "role": "system", "content": ""}]}',
        ):
            status, text = await asking.posts("/v1/chat/completions", body)
            assert status == 400
            assert "twice" in text
        in_another_form = '{"model": "some-model", "messages": []}'.encode("utf-16")
        assert (await asking.posts("/v1/chat/completions", in_another_form))[0] == 400
        assert asking.endpoint.asked == []


@pytest.mark.parametrize("levels", [201, 450, 900, 940, 960, 980, 5_000])
async def test_a_request_that_is_too_deep_to_be_written_again_is_refused(levels: int) -> None:
    """It was read, and fell as a fault of the relay's, which left the round unresolved at the program's wish."""
    deep = b"[" * levels + b"]" * levels
    async with program() as asking:
        body = b'{"model": "some-model", "messages": [], "stream": true, "metadata": {"a": ' + deep + b"}}"
        assert (await asking.posts("/v1/chat/completions", body))[0] == 400
        assert asking.relay.usage().failed == {}
        assert asking.relay.traffic.endpoint_trouble(patience=0) == ""


async def test_what_passes_whole_passes_to_the_byte() -> None:
    async with program() as asking:
        body = b'{"model":"some-model",  "messages":[{"role":"user","content":"\\u00e9"}], "temperature":1e0}'
        assert (await asking.posts("/v1/chat/completions", body))[0] == 200
        assert asking.endpoint.asked[0].headers["Content-Length"] == str(len(body))


async def test_an_endpoint_that_may_do_it_is_told() -> None:
    async with program(hosted_tools=True) as asking:
        tool = {"type": "web_search"}
        assert (await asking.asks("responses", is_streamed=False, tools=[tool]))[0] == 200
        assert asking.endpoint.asked[0].body["tools"] == [tool]
        assert (await asking.asks("responses", is_streamed=False, background=True))[0] == 400
        for more in ({"models": ["dearer-model"]}, {"Models": ["dearer-model"]}, {"Model": "dearer-model"}):
            assert (await asking.asks("chat", is_streamed=False, **more))[0] == 400


def test_betas_about_what_an_endpoint_does_are_not_asked_for() -> None:
    said = "claude-code-20250219, mcp-client-2025-04-04,code-execution-2025-05-22,interleaved-thinking-2025-05-14"
    assert passed_betas(said) == "claude-code-20250219,interleaved-thinking-2025-05-14"


def test_tools_that_come_in_a_conversation_are_looked_at_too() -> None:
    """A tool search gives tools back in the course of it."""
    found = {"type": "tool_search_output", "tools": [FUNCTIONS["responses"], {"type": "web_search"}]}
    kept = sifted("responses", {"model": MODEL, "input": [found]})
    assert kept.asked["input"][0]["tools"] == [FUNCTIONS["responses"]]
    assert kept.left_out == {"web_search": 1}


def test_levels_without_end_are_refused() -> None:
    deep: object = "end"
    for _ in range(500):
        deep = [deep]
    with pytest.raises(Hosted, match="levels"):
        sifted("chat", {"messages": deep})
