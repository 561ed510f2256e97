"""What a model answers, whole or as the events of a stream, in each protocol."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.agents.scripted.conversation import JSON, Tool

INPUT, CACHED, OUTPUT, REASONING = 1200, 200, 55, 5
"""Tokens that every answer says it took: cached ones are part of the input, reasoning is part of the output."""
_numbers = count(1)


@dataclass(frozen=True)
class Answer:
    """Some text, and perhaps the use of a tool."""

    text: str
    tool: Tool | None = None
    arguments: JSON | None = None
    has_usage: bool = True


def whole(protocol: str, answer: Answer, model: str) -> JSON:
    """The answer in one piece."""
    make = {"chat": _chat, "responses": _response, "messages": _message, "gemini": _gemini}[protocol]
    return make(answer, model)


def events(protocol: str, answer: Answer, model: str) -> list[str]:
    """The answer as server-sent events."""
    make = {
        "chat": _chat_events,
        "responses": _response_events,
        "messages": _message_events,
        "gemini": _gemini_events,
    }[protocol]
    return list(make(answer, model))


def _event(value: JSON | str) -> str:
    if isinstance(value, str):
        return f"data: {value}\n\n"
    name = f"event: {value['type']}\n" if "type" in value else ""
    return f"{name}data: {json.dumps(value)}\n\n"


def _chat(answer: Answer, model: str) -> JSON:
    message: JSON = {"role": "assistant", "content": answer.text}
    if answer.tool:
        function = {"name": answer.tool.name, "arguments": json.dumps(answer.arguments)}
        message["tool_calls"] = [{"id": f"call_{next(_numbers)}", "type": "function", "function": function}]
    reason = "tool_calls" if answer.tool else "stop"
    value: JSON = {
        "id": f"chatcmpl-{next(_numbers)}",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
    }
    if answer.has_usage:
        value["usage"] = {
            "prompt_tokens": INPUT,
            "completion_tokens": OUTPUT,
            "total_tokens": INPUT + OUTPUT,
            "prompt_tokens_details": {"cached_tokens": CACHED},
            "completion_tokens_details": {"reasoning_tokens": REASONING},
        }
    return value


def _chat_events(answer: Answer, model: str) -> Iterator[str]:
    value = _chat(answer, model)
    message, reason = value["choices"][0]["message"], value["choices"][0]["finish_reason"]
    frame = {**value, "object": "chat.completion.chunk"}
    frame.pop("usage", None)

    def chunk(delta: JSON, ended: str | None = None) -> str:
        return _event({**frame, "choices": [{"index": 0, "delta": delta, "finish_reason": ended}]})

    yield chunk({"role": "assistant", "content": ""})
    yield chunk({"content": answer.text})
    for call in message.get("tool_calls", []):
        yield chunk({"tool_calls": [{"index": 0, **call}]})
    yield chunk({}, reason)
    if answer.has_usage:
        yield _event({**frame, "choices": [], "usage": value["usage"]})
    yield _event("[DONE]")


def _response(answer: Answer, model: str) -> JSON:
    content = [{"type": "output_text", "text": answer.text, "annotations": []}]
    item: JSON = {
        "type": "message",
        "id": f"msg_{next(_numbers)}",
        "role": "assistant",
        "status": "completed",
        "content": content,
    }
    if answer.tool:
        item = {
            "type": "function_call",
            "id": f"fc_{next(_numbers)}",
            "call_id": f"call_{next(_numbers)}",
            "name": answer.tool.name,
            "arguments": json.dumps(answer.arguments),
            "status": "completed",
            **({"namespace": answer.tool.space} if answer.tool.space else {}),
        }
    value: JSON = {
        "id": f"resp_{next(_numbers)}",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": model,
        "output": [item],
        "error": None,
        "incomplete_details": None,
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "metadata": {},
    }
    if answer.has_usage:
        value["usage"] = {
            "input_tokens": INPUT,
            "input_tokens_details": {"cached_tokens": CACHED},
            "output_tokens": OUTPUT,
            "output_tokens_details": {"reasoning_tokens": REASONING},
            "total_tokens": INPUT + OUTPUT,
        }
    return value


def _response_events(answer: Answer, model: str) -> Iterator[str]:
    value = _response(answer, model)
    begun = {**value, "status": "in_progress", "output": []}
    begun.pop("usage", None)
    item = value["output"][0]
    place: JSON = {"output_index": 0, "item_id": item["id"]}
    steps: list[JSON] = [{"type": "response.created", "response": begun}]
    if answer.tool:
        steps += [
            {"type": "response.output_item.added", "output_index": 0, "item": {**item, "arguments": ""}},
            {"type": "response.function_call_arguments.delta", **place, "delta": item["arguments"]},
            {"type": "response.function_call_arguments.done", **place, "arguments": item["arguments"]},
        ]
    else:
        part: JSON = {"type": "output_text", "text": "", "annotations": []}
        place["content_index"] = 0
        steps += [
            {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
            {"type": "response.content_part.added", **place, "part": part},
            {"type": "response.output_text.delta", **place, "delta": answer.text},
            {"type": "response.output_text.done", **place, "text": answer.text},
        ]
    steps += [
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": value},
    ]
    for number, step in enumerate(steps):
        yield _event({**step, "sequence_number": number})


def _message(answer: Answer, model: str) -> JSON:
    blocks: list[JSON] = [{"type": "text", "text": answer.text}]
    if answer.tool:
        use = {"id": f"toolu_{next(_numbers)}", "name": answer.tool.name, "input": answer.arguments}
        blocks.append({"type": "tool_use", **use})
    usage = {
        "input_tokens": INPUT - CACHED,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": CACHED,
        "output_tokens": OUTPUT,
    }
    return {
        "id": f"msg_{next(_numbers)}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": "tool_use" if answer.tool else "end_turn",
        "stop_sequence": None,
        # The protocol has no message without a usage; an endpoint that does not count says zero.
        "usage": usage if answer.has_usage else dict.fromkeys(usage, 0),
    }


def _message_events(answer: Answer, model: str) -> Iterator[str]:
    value = _message(answer, model)
    usage = value["usage"]
    begun = {
        **value,
        "content": [],
        "stop_reason": None,
        "usage": {**usage, "output_tokens": min(usage["output_tokens"], 1)},
    }
    yield _event({"type": "message_start", "message": begun})
    for index, block in enumerate(value["content"]):
        is_text = block["type"] == "text"
        empty = {**block, "text": ""} if is_text else {**block, "input": {}}
        delta: Any = (
            {"type": "text_delta", "text": block["text"]}
            if is_text
            else {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        )
        yield _event({"type": "content_block_start", "index": index, "content_block": empty})
        yield _event({"type": "content_block_delta", "index": index, "delta": delta})
        yield _event({"type": "content_block_stop", "index": index})
    ended = {"stop_reason": value["stop_reason"], "stop_sequence": None}
    yield _event(
        {"type": "message_delta", "delta": ended, "usage": {"output_tokens": usage["output_tokens"]}}
    )
    yield _event({"type": "message_stop"})


def _gemini(answer: Answer, model: str) -> JSON:
    parts: list[JSON] = [{"text": answer.text}]
    if answer.tool:
        parts.append({"functionCall": {"name": answer.tool.name, "args": answer.arguments}})
    value: JSON = {
        "candidates": [{"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": parts}}],
        "modelVersion": model,
        "responseId": f"r{next(_numbers)}",
    }
    if answer.has_usage:
        value["usageMetadata"] = {
            "promptTokenCount": INPUT,
            "cachedContentTokenCount": CACHED,
            "candidatesTokenCount": OUTPUT - REASONING,
            "thoughtsTokenCount": REASONING,
            "totalTokenCount": INPUT + OUTPUT,
        }
    return value


def _gemini_events(answer: Answer, model: str) -> Iterator[str]:
    value = _gemini(answer, model)
    candidate = value["candidates"][0]
    parts = candidate["content"]["parts"]
    for number, part in enumerate(parts):
        one: JSON = {**candidate, "content": {"role": "model", "parts": [part]}}
        if number < len(parts) - 1:
            one.pop("finishReason")
            yield _event({"candidates": [one], "modelVersion": model})
        else:
            yield _event({**value, "candidates": [one]})
