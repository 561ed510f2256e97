"""Which requests to a model there are in each protocol, where they go, and how a refusal is said in it."""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from agents.gateway.hosted import passed_betas
from plans.records.endpoint import Endpoint, WireProtocol

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


def route_of(path: str) -> Route | None:
    """Where a POST to this path goes; None for all that is no request to a model."""
    match path:
        case "/v1/chat/completions":
            return Route("chat", path, "answer")
        case "/v1/responses":
            return Route("responses", path, "answer")
        case "/v1/messages":
            return Route("messages", path, "answer")
        case "/v1/messages/count_tokens":
            return Route("messages", path, "count")
        case _:
            found = GEMINI.fullmatch(path)
    if found is None:
        return None
    verb = found["verb"]
    kind = "count" if verb == "countTokens" else "answer"
    return Route("gemini", path, kind, found["model"], verb.startswith("stream"))


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
    # A compressed answer could not be counted as it passes.
    passed["accept-encoding"] = "identity"
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
