"""What a program asks a model, in the same words for every protocol."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

JSON = dict[str, Any]


class Turn(NamedTuple):
    """One piece of a conversation."""

    kind: str
    """user, assistant, call or result."""
    text: str


class Tool(NamedTuple):
    """A tool that the program offers."""

    name: str
    properties: JSON
    space: str = ""
    """The namespace that it lies in, where the protocol has such."""


def turns(protocol: str, body: JSON) -> list[Turn]:
    """The conversation so far."""
    return list(
        {"chat": _chat, "responses": _responses, "messages": _messages, "gemini": _gemini}[protocol](body)
    )


def tools(protocol: str, body: JSON) -> dict[str, Tool]:
    """Name → tool."""
    found = [tool for one in body.get("tools") or [] for tool in _tools(protocol, one)]
    return {tool.name: tool for tool in found}


def _tools(protocol: str, one: JSON) -> Iterator[Tool]:
    if protocol == "chat":
        function = one.get("function", {})
        yield Tool(function.get("name", ""), (function.get("parameters") or {}).get("properties", {}))
    elif protocol == "messages":
        yield Tool(one.get("name", ""), (one.get("input_schema") or {}).get("properties", {}))
    elif protocol == "gemini":
        for function in one.get("functionDeclarations", []):
            schema = function.get("parametersJsonSchema") or function.get("parameters") or {}
            yield Tool(function.get("name", ""), schema.get("properties", {}))
    else:
        inner = one.get("tools", []) if one.get("type") == "namespace" else [one]
        space = one.get("name", "") if one.get("type") == "namespace" else ""
        for tool in inner:
            yield Tool(
                tool.get("name") or tool.get("type", ""),
                (tool.get("parameters") or {}).get("properties", {}),
                space,
            )


def _chat(body: JSON) -> Iterator[Turn]:
    for message in body.get("messages", []):
        role, text = message.get("role"), _text(message.get("content"))
        if role == "tool":
            yield Turn("result", text)
        elif role in ("user", "assistant"):
            yield Turn(role, text)
            yield from (Turn("call", json.dumps(call)) for call in message.get("tool_calls") or [])


def _responses(body: JSON) -> Iterator[Turn]:
    given = body.get("input", [])
    for item in [{"role": "user", "content": given}] if isinstance(given, str) else given:
        kind = item.get("type", "message")
        if kind == "message":
            yield Turn(item.get("role", ""), _text(item.get("content")))
        elif kind.endswith("_call"):
            yield Turn("call", json.dumps(item))
        elif kind.endswith("_output"):
            yield Turn("result", str(item.get("output")))


def _messages(body: JSON) -> Iterator[Turn]:
    for message in body.get("messages", []):
        content = message.get("content")
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content or []:
            match block.get("type"):
                case "text":
                    yield Turn(message["role"], block.get("text", ""))
                case "tool_use":
                    yield Turn("call", json.dumps(block.get("input")))
                case "tool_result":
                    yield Turn("result", _text(block.get("content")))
                case _:
                    pass


def _gemini(body: JSON) -> Iterator[Turn]:
    for message in body.get("contents", []):
        for part in message.get("parts", []):
            if "functionCall" in part:
                yield Turn("call", json.dumps(part["functionCall"]))
            elif "functionResponse" in part:
                yield Turn("result", json.dumps(part["functionResponse"]))
            elif "text" in part:
                yield Turn("user" if message.get("role", "user") == "user" else "assistant", part["text"])


def _text(content: Any) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, dict):
        return _text(content.get("text") or content.get("content") or content.get("parts"))
    return "\n".join(_text(part) for part in content)


def round_of(conversation: list[Turn], marker: re.Pattern[str]) -> tuple[int, str, int]:
    """Which round it is, what the user said last that bears the marker, and the calls made since.

    The round is the number that the marker catches; where it catches none, that of different messages which bear it.
    """
    places = [i for i, turn in enumerate(conversation) if turn.kind == "user" and marker.search(turn.text)]
    if not places:
        return 0, "", 0
    said = list(dict.fromkeys(conversation[i].text for i in places))
    since = conversation[places[-1] + 1 :]
    last = conversation[places[-1]].text
    number = int(marker.findall(last)[-1]) if marker.groups else len(said)
    return number, last, sum(turn.kind == "call" for turn in since)
