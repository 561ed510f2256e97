"""Chat completions: a request as it is sent, and an answer as it is read, in one piece or in many."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from agents.gateway.abilities import Abilities
from agents.gateway.counting import UNWRITTEN, error_status, reading_of
from agents.gateway.faults import Fault, error_fault
from agents.gateway.telling import shape_told
from plans.records.model_call import Message, ModelRequest, ToolUse
from plans.records.model_reply import Answer, Finish
from plans.records.usage import Tokens
from plans.wellformed import well_formed

JSON = dict[str, Any]
FINISHES: Mapping[str, Finish] = {
    **{"length": "length", "max_tokens": "length", "model_length": "length"},
    **{"content_filter": "filtered", "safety": "filtered", "tool_calls": "tools"},
}
"""What endpoints say of an end → what it is; anything else is an ordinary one."""
SHOWN = 300
"""Characters of what an endpoint sent that are told in an error."""


def body_of(request: ModelRequest, abilities: Abilities, *, is_streamed: bool) -> JSON:
    """The request as the endpoint takes it."""
    body: JSON = {
        "model": request.model,
        "messages": [_message(one) for one in request.messages],
        **abilities.parameters(request.sampling),
    }
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": one.name,
                    "description": one.description,
                    "parameters": json.loads(one.parameters),
                },
            }
            for one in request.tools
        ]
    if is_streamed:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    shape = request.shape
    if shape is None:
        return body
    if abilities.rung == "json_schema":
        schema = {"name": shape.name, "strict": True, "schema": json.loads(shape.schema_text)}
        return {**body, "response_format": {"type": "json_schema", "json_schema": schema}}
    if abilities.rung == "json_object":
        body["response_format"] = {"type": "json_object"}
    body["messages"].append({"role": "user", "content": shape_told(shape.schema_text)})
    return body


def read_whole(body: bytes, *, offers_tools: bool = False) -> Answer:
    """The answer that came in one piece; raises Fault where it is none.

    `offers_tools`: whether the model was offered tools, by which it is known that a text alone may not be its answer.
    """
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        raise Fault("no answer", _no_json(body)) from None
    if not isinstance(value, dict):
        raise Fault("no answer", f"JSON that is no object: {_shown(body)}")
    answer = cast("JSON", value)
    _refuse_error(answer, body)
    choices = _list(answer.get("choices"))
    if not choices:
        raise Fault("empty", f"an answer without a choice: {_shown(body)}", tokens=_tokens([answer]))
    first = _dict(choices[0])
    return _answer(answer, _dict(first.get("message")), first.get("finish_reason"), [answer], offers_tools)


def read_events(events: Iterable[JSON], *, offers_tools: bool = False) -> Answer:
    """The answer that came in pieces; raises Fault where its end is missing, or an error came in its course."""
    kept: list[JSON] = []
    message: JSON = {"content": "", "refusal": "", "tool_calls": []}
    uses: dict[int, JSON] = {}
    finish: object = None
    for event in events:
        try:
            _refuse_error(event, b"")
        except Fault as fault:
            fault.is_cut, fault.tokens = bool(kept), _tokens(kept)
            raise
        kept.append(event)
        for choice in map(_dict, _list(event.get("choices"))[:1]):
            delta = _dict(choice.get("delta"))
            finish = choice.get("finish_reason") or finish
            for name in ("content", "refusal"):
                message[name] += _text(delta.get(name))
            for place, part in enumerate(map(_dict, _list(delta.get("tool_calls")))):
                _add(uses, part, place)
    if finish is None:
        raise Fault(
            "no answer", "a stream that ended before the answer did", tokens=_tokens(kept), is_cut=True
        )
    message["tool_calls"] = [uses[number] for number in sorted(uses)]
    return _answer(kept[0], message, finish, kept, offers_tools)


def event_of(line: str) -> JSON | None:
    """What a line of a stream says; None for one that says nothing of the answer. Raises Fault."""
    data = line.removeprefix("data:").strip() if line.startswith("data:") else ""
    if data in ("", "[DONE]"):
        return None
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        raise Fault("no answer", f"an event that is no JSON: {_shown(data.encode())}") from None
    return _dict(value)


def _message(message: Message) -> JSON:
    said: JSON = {"role": message.role, "content": message.text}
    if message.pictures:
        pictures = [{"type": "image_url", "image_url": {"url": one}} for one in message.pictures]
        said["content"] = [{"type": "text", "text": message.text}, *pictures]
    if message.tool_uses:
        said["tool_calls"] = [
            {"id": use.id, "type": "function", "function": {"name": use.name, "arguments": use.arguments}}
            for use in message.tool_uses
        ]
    if message.answers is not None:
        said["tool_call_id"] = message.answers
    return said


def _answer(value: JSON, message: JSON, finish: object, told: Sequence[JSON], offers_tools: bool) -> Answer:
    reading = reading_of("chat", told, is_whole=True)
    tokens = reading.tokens
    # In pieces the two halves of a letter may come apart, so that it is whole ones that are mended.
    answer = Answer(
        text=_kept(message.get("content")),
        finish=FINISHES.get(finish, "stop") if isinstance(finish, str) else "stop",
        refusal=_kept(message.get("refusal")),
        tool_uses=tuple(_use(one, tokens) for one in _list(message.get("tool_calls"))),
        model=_kept(value.get("model")),
        tokens=tokens,
        is_uncounted=reading.is_uncounted,
    )
    if answer.finish != "filtered":
        if reading.error_as_text is not None:
            _refuse_error(reading.error_as_text, b"")
        if reading.is_unwritten:
            raise Fault("empty", f"{UNWRITTEN}, which begins {answer.text[:SHOWN]!r}", tokens=tokens)
        if reading.is_uncounted and offers_tools:
            raise Fault(
                "empty",
                "text without the use of any tool, and the endpoint reports that no token was read or written for it: "
                f"{answer.text[:SHOWN]!r}",
            )
    is_blank = not (answer.text.strip() or answer.refusal or answer.tool_uses)
    if is_blank and answer.finish not in ("length", "filtered"):
        raise Fault("empty", "an answer that says nothing", tokens=tokens)
    return answer


def _tokens(told: Iterable[JSON]) -> Tokens | None:
    """What was used, as the endpoint tells it: that is paid for, whatever else is wrong with the answer."""
    return reading_of("chat", told).tokens


def _use(value: object, tokens: Tokens | None) -> ToolUse:
    use = _dict(value)
    function = _dict(use.get("function"))
    if not (name := _kept(function.get("name"))):
        raise Fault("no answer", "a use of a tool without the tool's name", tokens=tokens)
    arguments = function.get("arguments")
    told = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return ToolUse(id=_kept(use.get("id")), name=name, arguments=well_formed(told))


def _add(uses: dict[int, JSON], part: JSON, place: int) -> None:
    """Add a piece of a use of a tool to what came of it before."""
    number = part.get("index")
    use = uses.setdefault(
        number if isinstance(number, int) else place, {"id": "", "function": {"name": "", "arguments": ""}}
    )
    function = _dict(part.get("function"))
    use["id"] = use["id"] or _text(part.get("id"))
    use["function"]["name"] += _text(function.get("name"))
    use["function"]["arguments"] += _text(function.get("arguments"))


def _refuse_error(value: JSON, body: bytes) -> None:
    """Raise Fault for an error that came as an answer does."""
    error = value.get("error")
    if not error:
        return
    table = _dict(error)
    parts = [table.get(name) for name in ("message", "type", "code")]
    words = " ".join(str(part) for part in parts if part) or json.dumps(error)
    raise error_fault(error_status(table, value), body, words[:SHOWN])


def _no_json(body: bytes) -> str:
    start = body.lstrip()[:1]
    what = {b"<": "a page of HTML", b"{": "half an answer", b"": "nothing at all"}.get(start, "no JSON")
    return f"{what}{f': {_shown(body)}' if body.strip() else ''}"


def _shown(body: bytes) -> str:
    return repr(body[:SHOWN].decode(errors="replace"))


def _dict(value: object) -> JSON:
    return cast("JSON", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _kept(value: object) -> str:
    """A text as the journal can hold it: what it cannot was paid for too, and would be asked, and paid for, again."""
    return well_formed(_text(value))


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, which have no parts themselves."""
    parts = [value, *(_dict(part).get("text") for part in _list(value))]
    return "".join(part for part in parts if isinstance(part, str))
