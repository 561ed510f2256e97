"""What becomes of a call, and whose fault it is when an endpoint refuses one."""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, cast

Outcome = Literal["under way", "answered", "endpoint failed", "rejected", "refused", "left"]
"""answered: whole. endpoint failed: no answer, half an answer, or an error that is none of the program's.
rejected: the endpoint found fault with the request. refused: by the relay, which did not ask the endpoint.
left: the program did not wait for the end."""

PROGRAMS_FAULT = frozenset({400, 406, 411, 412, 413, 414, 415, 416, 417, 422, 431})
"""Statuses by which an endpoint finds fault with a request. All others speak of keys, quotas, addresses and models that
are not there, or of the endpoint itself: nothing that an agent could mend."""
ACCOUNTS_FAULT = re.compile(
    r"credit balance|good standing|arrearage|payment[ _-]*(required|method)|(spending|usage)[ _-]limit"
    r"|(insufficient|not enough|out of)[ _-]*(credit|fund|balance|quota)"
    r"|exceeded[^.]{0,40}\bquota|quota[ _-]*exceeded|resource_exhausted"
    r"|billing[ _-]*(details|error|hard|limit|account|not|is|must|has)"
    r"|api[ _-]?key[ _-]*((is|was|has been) )?(not valid|invalid|expired|missing)|(invalid|incorrect)[ _-]api[ _-]?key"
    r"|authentication_error|permission_error|rate_limit_error|overloaded_error|model_not_found"
    r"|organi[sz]ation has been disabled|location is not supported",
    re.IGNORECASE,
)
"""Types and words of errors about an account, a key or a model, which some endpoints send with status 400."""
TOO_LONG = re.compile(
    r"(prompt|input|request|conversation|messages?)[^.]{0,40} too (long|large)"
    r"|context[ _-]?(length|window|size|limit)|input token count|too many (input )?tokens",
    re.IGNORECASE,
)
"""Words of errors about a conversation that is longer than what the model reads."""
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
"""What an error repeats of the request, which is the program's word and not the endpoint's."""
WEIGHED = 4_000
"""Characters of an error's words that are weighed."""


def outcome_of(status: int, body: bytes) -> Outcome:
    """What an HTTP status that is no success says, with what came with it."""
    is_programs = status in PROGRAMS_FAULT and not ACCOUNTS_FAULT.search(_words(body))
    return "rejected" if is_programs else "endpoint failed"


def is_too_long(status: int, body: bytes) -> bool:
    """Whether a request was rejected because it is larger than what can be asked."""
    return status == 413 or TOO_LONG.search(_words(body)) is not None


def _words(body: bytes) -> str:
    """An error's type and message, wherever its protocol has them; all of it where it is no JSON."""
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return body[:WEIGHED].decode(errors="replace")
    return " ".join(_texts(value, 4))[:WEIGHED]


def _texts(value: object, depth: int) -> Iterator[str]:
    match value:
        case str():
            yield QUOTED.sub(" ", value[:WEIGHED])
        case dict() if depth:
            for part in cast("dict[str, Any]", value).values():
                yield from _texts(part, depth - 1)
        case list() if depth:
            for part in cast("list[Any]", value)[:10]:
                yield from _texts(part, depth - 1)
        case _:
            return
