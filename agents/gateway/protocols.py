"""Requests to models in each protocol: where they go, and what an endpoint may not do by itself."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, cast
from urllib.parse import urlsplit, urlunsplit

from plans.plain_text import well_formed
from plans.records.model_settings import Endpoint, WireProtocol

JSON = dict[str, Any]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BOTH = "model stream temperature top_p tools tool_choice metadata"
PARAMETERS: dict[WireProtocol, frozenset[str]] = {
    "chat": _names(
        f"{BOTH} messages parallel_tool_calls functions function_call stream_options max_tokens "
        "max_completion_tokens top_k min_p n stop seed presence_penalty frequency_penalty repetition_penalty "
        "logit_bias logprobs top_logprobs response_format reasoning reasoning_effort include_reasoning thinking "
        "enable_thinking thinking_budget chat_template_kwargs verbosity prediction prompt_cache_key "
        "prompt_cache_retention safety_identifier user usage"
    ),
    "responses": _names(
        f"{BOTH} input instructions parallel_tool_calls stream_options max_output_tokens max_tool_calls "
        "top_logprobs reasoning text include store truncation prompt_cache_key prompt_cache_retention "
        "safety_identifier user client_metadata context_management"
    ),
    "messages": _names(
        f"{BOTH} messages system max_tokens stop_sequences top_k thinking output_config output_format "
        "context_management cache_control diagnostics"
    ),
    "gemini": _names(
        "contents systemInstruction system_instruction tools toolConfig tool_config generationConfig "
        "generation_config safetySettings safety_settings labels generateContentRequest"
    ),
}
"""Protocol → parameters that reach the endpoint. `service_tier` and `speed` are none: at another speed a model has
another price than the one that is reckoned with."""
HOSTED = _names(
    "mcp_servers container web_search_options search_parameters search_options enable_search plugins connectors "
    "data_sources"
)
"""Parameters by which an endpoint works for the program by itself."""
BEYOND = _names(
    "models fallbacks apibase baseurl apikey userconfig background previousresponseid conversation prompt "
    "cachedcontent"
)
"""Parameters, as `_folded` has them, that ask for another model or place, for an answer that nobody waits for and
nobody could count, or for what is kept at the endpoint."""
TOOLS: dict[WireProtocol, tuple[str, ...]] = {
    "chat": ("function", "custom"),
    "responses": (
        *("function", "custom", "namespace"),
        *("local_shell", "shell", "apply_patch", "tool_search"),
    ),
    "messages": ("", "custom", "bash_", "text_editor_", "memory_", "tool_search_tool_"),
    "gemini": (),
}
"""Protocol → tools that the program carries out; in messages, which dates its tools, their beginnings. A tool search
looks among the tools of the request."""
TOOL_KEYS = _names(
    "type name description parameters strict function custom format input_schema cache_control defer_loading "
    "eager_input_streaming input_examples output_schema tools execution max_characters"
)
DECLARATIONS = ("functionDeclarations", "function_declarations")
CONVERSATION = (
    *("messages", "input", "contents", "system", "instructions", "systemInstruction", "system_instruction"),
    "generateContentRequest",
)
ELSEWHERE = _names("fileid fileuri vectorstoreids connectorid mcpservers")
"""Keys of content that is not in the request, as `_folded` has them."""
DATA = _names("args arguments response action operation parameters input_schema metadata")
"""Keys of what a model wrote or a tool gave back, in which every word is data."""
HOSTED_BETAS = ("mcp", "code-execution", "file", "web", "skill", "container", "computer")
"""Words in the names of betas that are about what an endpoint does by itself; the others change nothing but words."""
DEPTH = 60
NAME_SIZE = 60
"""Characters of a name that are kept: names come from the program."""


class Hosted(Exception):
    """A request cannot be made without what an endpoint would do by itself."""


@dataclass
class Sifted:
    """A request, and what was left out of it."""

    asked: JSON
    left_out: Counter[str] = field(default_factory=Counter[str])
    """Tool or parameter → times."""


def sifted(protocol: WireProtocol, asked: JSON, *, hosted_tools: bool = False) -> Sifted:
    """The request without what an endpoint would do by itself, unless it may; raises Hosted."""
    for name in asked:
        if asked[name] and (_folded(name) in BEYOND or (name in HOSTED and not hosted_tools)):
            raise Hosted(f"`{_told(name)}` is not passed on")
    if hosted_tools:
        _refuse_doubled(asked)
        return Sifted({name: value for name, value in asked.items() if _folded(name) not in BEYOND})
    unknown = [name for name, value in asked.items() if name not in PARAMETERS[protocol] and value]
    left_out = Counter(map(_told, unknown))
    kept = {name: value for name, value in asked.items() if name in PARAMETERS[protocol]}
    for name in CONVERSATION:
        if name in kept:
            kept[name] = _content(protocol, kept[name], left_out, 0)
    if "tools" in kept:
        kept["tools"] = _tools(protocol, kept["tools"], left_out)
    return Sifted(kept, left_out)


def passed_betas(said: str) -> str:
    """Of the betas that a request is made with, those that let an endpoint do nothing by itself."""
    betas = [one.strip() for one in said.split(",")]
    return ",".join(one for one in betas if not any(word in one for word in HOSTED_BETAS))


def _tools(protocol: WireProtocol, listed: object, left_out: Counter[str]) -> list[JSON]:
    """The tools that the program carries out; raises Hosted where only others are asked for."""
    tools = list_of(listed)
    kept: list[JSON] = []
    hosted: list[str] = []
    for tool in tools:
        table = table_of(tool)
        own = _own(protocol, table, left_out)
        if own:
            kept.append(own)
        if protocol == "gemini":
            hosted += [name for name in table if name not in DECLARATIONS]
        elif not own:
            hosted.append(str(table.get("type") or "tool"))
    if hosted and not kept:
        raise Hosted(f"the tool `{_told(hosted[0])}` is none that the program carries out")
    left_out.update(map(_told, hosted))
    return kept


def _own(protocol: WireProtocol, tool: JSON, left_out: Counter[str]) -> JSON | None:
    """A tool as it is passed on; None for one that the endpoint would carry out."""
    if protocol == "gemini":
        return {name: value for name, value in tool.items() if name in DECLARATIONS} or None
    kind = str(tool.get("type") or "")
    known = TOOLS[protocol]
    is_dated = protocol == "messages" and any(one.endswith("_") and kind.startswith(one) for one in known)
    if kind not in known and not is_dated:
        return None
    kept = {name: value for name, value in tool.items() if name in TOOL_KEYS}
    if kind == "shell" and "environment" in tool:
        if table_of(tool["environment"]).get("type") != "local":
            return None
        kept["environment"] = {"type": "local"}
    if kind == "namespace":
        kept["tools"] = _tools(protocol, tool.get("tools"), left_out)
    return kept


def _content(protocol: WireProtocol, value: object, left_out: Counter[str], depth: int) -> Any:
    """A part of the conversation; raises Hosted where the endpoint would have to fetch some of it."""
    if depth > DEPTH:
        raise Hosted(f"a conversation of more than {DEPTH} levels cannot be looked through")
    if isinstance(value, list):
        return [_content(protocol, one, left_out, depth + 1) for one in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    table = cast("JSON", value)
    opaque = {*DATA, "input"} if str(table.get("type", "")).endswith("tool_use") else DATA
    _refuse_doubled(table)
    made: JSON = {}
    for name, one in table.items():
        if name in opaque:
            made[name] = one
        elif name == "tools":
            made[name] = _tools(protocol, one, left_out)
        else:
            _refuse_elsewhere(name, one)
            made[name] = _content(protocol, one, left_out, depth + 1)
    return made


def _refuse_elsewhere(name: str, value: object) -> None:
    key = _folded(name)
    part = {_folded(inner): one for inner, one in table_of(value).items()}
    if key in ELSEWHERE and value:
        raise Hosted(f"`{_told(name)}` names what is not in the request")
    if key == "source" and _folded(str(part.get("type"))) in ("url", "file"):
        raise Hosted("a `source` lies elsewhere, and not in the request")
    is_address = key.endswith("url") and key != "url"
    if is_address and not all(place.startswith("data:") for place in _places(value)):
        raise Hosted(f"`{_told(name)}` leads elsewhere, and is not in the request")


def _refuse_doubled(table: JSON) -> None:
    known: dict[str, str] = {}
    for name in table:
        other = known.setdefault(_folded(name), name)
        if other != name:
            raise Hosted(f"`{_told(other)}` and `{_told(name)}` are the same to some endpoints")


def _places(value: object) -> list[str]:
    """Addresses that stand behind a key, as they are or in a table."""
    if isinstance(value, list):
        return [place for one in cast("list[object]", value) for place in _places(one)]
    if isinstance(value, str):
        return [value] if value else []
    named = (one for name, one in table_of(value).items() if _folded(name) == "url")
    return [place for one in named for place in _places(one)]


def _folded(name: str) -> str:
    """A key as an endpoint may read it that takes `fileUri`, `file_uri` and `File_URI` for one."""
    return name.replace("_", "").casefold()


def table_of(value: object) -> JSON:
    """A JSON object; an empty one for any other value."""
    return cast("JSON", value) if isinstance(value, dict) else {}


def list_of(value: object) -> list[object]:
    """A JSON list; an empty one for any other value."""
    return cast("list[object]", value) if isinstance(value, list) else []


def _told(name: str) -> str:
    return well_formed(name)[:NAME_SIZE]


def most_told(counts: Iterable[Mapping[str, int]], most: int = 20) -> dict[str, int]:
    """What was left out of several requests, the most frequent names of it."""
    return dict(sorted(sum(map(Counter, counts), Counter[str]()).most_common(most)))


GEMINI = re.compile(
    r"/v1(?:beta)?/models/(?P<model>[^:]+):(?P<verb>generateContent|streamGenerateContent|countTokens)"
)
PASSED_QUERY = ("alt", "beta")
"""Of a query, all that reaches the endpoint; a key in it, for one, does not."""
PASSED_HEADERS = ("accept", "anthropic-beta", "anthropic-version", "content-type", "openai-beta")
"""Of a request, all that reaches the endpoint."""


VERSION = re.compile(r"/v\d\w*")
"""One part of a path that says which version of a protocol is spoken."""


class Route(NamedTuple):
    """Where a request goes."""

    protocol: WireProtocol
    path: str
    """With the protocol's own version before it."""
    kind: Literal["answer", "count"]
    """answer: the model answers and it costs; count: the endpoint only counts tokens."""
    model: str | None = None
    """Where the path names it; elsewhere the body does."""
    is_streamed: bool | None = None
    """Where the path says it; elsewhere the body does."""


CHAT = Route("chat", "/v1/chat/completions", "answer")
ROUTES = {
    route.path: route
    for route in (
        CHAT,
        Route("responses", "/v1/responses", "answer"),
        Route("messages", "/v1/messages", "answer"),
        Route("messages", "/v1/messages/count_tokens", "count"),
    )
}


def route_of(path: str) -> Route | None:
    """Where a POST to this path goes; None for all that is no request to a model."""
    found = GEMINI.fullmatch(path)
    if found is None:
        return ROUTES.get(path)
    kind = "count" if found["verb"] == "countTokens" else "answer"
    return Route("gemini", path, kind, found["model"], found["verb"].startswith("stream"))


def address(endpoint: Endpoint, route: Route) -> str:
    """Where the endpoint answers such a request; what its address asks for in every request stands at the end."""
    place = urlsplit(endpoint.url)
    root = place.path.rstrip("/")
    is_versioned = place.path.endswith("/") or VERSION.fullmatch(root[root.rfind("/") :])
    path = root + (VERSION.sub("", route.path, count=1) if is_versioned else route.path)
    return urlunsplit((place.scheme, place.netloc, path, place.query, ""))


def headers_for(
    endpoint: Endpoint, protocol: WireProtocol, key: str, given: Mapping[str, str]
) -> dict[str, str]:
    """What the endpoint gets: what a request may say of itself, and the key where the protocol has a place for it."""
    passed = {name: given[name] for name in PASSED_HEADERS if name in given}
    if not endpoint.hosted_tools and "anthropic-beta" in passed:
        passed["anthropic-beta"] = passed_betas(passed["anthropic-beta"])
    passed |= {"accept-encoding": "identity", "user-agent": "benchwright"}
    if not key:
        return passed
    if endpoint.is_bearer or protocol in ("chat", "responses"):
        return {**passed, "authorization": f"Bearer {key}"}
    return {**passed, "x-api-key" if protocol == "messages" else "x-goog-api-key": key}


def shown_key(headers: Mapping[str, str], query: Mapping[str, str]) -> str:
    """The key that a program shows, wherever its protocol has it do so."""
    bearer = headers.get("authorization", "")
    if bearer.startswith("Bearer "):
        return bearer.removeprefix("Bearer ")
    return headers.get("x-api-key") or headers.get("x-goog-api-key") or query.get("key", "")


def refusal(protocol: WireProtocol | None, status: int, message: str) -> dict[str, Any]:
    """The body of an error as programs of the protocol read it."""
    kind = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error"}.get(
        status, "api_error"
    )
    if protocol == "messages":
        return {"type": "error", "error": {"type": kind, "message": message}}
    if protocol == "gemini":
        words = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND"}
        return {"error": {"code": status, "message": message, "status": words.get(status, "UNAVAILABLE")}}
    return {"error": {"message": message, "type": kind, "code": kind, "param": None}}


def model_list(model: str) -> dict[str, Any]:
    """The one model that there is, as programs of every protocol ask for it."""
    return {
        "object": "list",
        "data": [
            {"id": model, "object": "model", "type": "model", "display_name": model, "owned_by": "endpoint"}
        ],
        "models": [{"name": f"models/{model}", "displayName": model}],
        "has_more": False,
    }
