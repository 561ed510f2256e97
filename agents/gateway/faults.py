"""Faults of calls to an endpoint, the handling of each kind, and the abilities of endpoints."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from agents.gateway.protocols import list_of, table_of
from plans.errors import (
    AnswerUnusable,
    BenchwrightError,
    EndpointBusy,
    EndpointFailed,
    EndpointRefused,
    EndpointSilent,
    QuotaUsedUp,
    RequestTooLong,
)
from plans.model_settings import OF_THE_ENVIRONMENT, shown_variable
from plans.records.model_call import ModelRequest, Rung
from plans.records.model_settings import Endpoint, SamplingSettings
from plans.records.usage import Tokens

TryOutcome = Literal["under way", "answered", "endpoint failed", "rejected", "refused", "left"]
"""answered: whole. endpoint failed: no answer, half an answer, or an error that is none of the program's.
rejected: the endpoint found fault with the request. refused: by the relay, which did not ask the endpoint.
left: the program did not wait for the end."""
PROGRAMS_FAULT = frozenset({400, 406, 411, 412, 413, 414, 415, 416, 417, 422, 431})
"""Statuses by which an endpoint finds fault with a request. All others speak of keys, quotas, addresses and models that
are not there, or of the endpoint itself: nothing that an agent could mend."""
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
FaultKind = Literal[
    "busy", "server", "unreachable", "silent", "no answer", "empty", "too large", "elsewhere",
    "quota", "key", "absent", "request", "too long", "proxy",
]  # fmt: skip
_LATER = (
    "Give the same command again when it answers: what was answered before is kept and not paid for twice."
)
_FOR_ONE = (
    "Correct it in benchwright.toml, or in BENCHWRIGHT_ENDPOINT, BENCHWRIGHT_KEY and BENCHWRIGHT_MODEL, and give the "
    "same command again."
)
QUOTA_CODES = re.compile(
    r"insufficient_quota|billing_(hard_limit|not_active)|arrearage|insufficient[_ ](balance|credit)"
)
KNOWN_WORDS: dict[FaultKind, re.Pattern[str]] = {
    # About an account without money. Some say so of a minute's share too, and then when it is over.
    "quota": re.compile(
        rf"{QUOTA_CODES.pattern}|credit balance|payment[ _-]*(required|method)|(spending|usage)[ _-]limit"
        r"|(insufficient|not enough|out of)[ _-]*(credit|fund|balance|quota)"
        r"|exceeded[^.]{0,40}\bquota|quota[ _-]*exceeded"
        r"|billing[ _-]*(details|error|hard|limit|account|not|is|must|has)",
        re.IGNORECASE,
    ),
    "key": re.compile(
        r"api[ _-]?key[ _-]*((is|was|has been) )?(not valid|invalid|expired|missing)"
        r"|(invalid|incorrect)[ _-]api[ _-]?key|authentication_error|permission_error|good standing"
        r"|organi[sz]ation has been disabled|location is not supported",
        re.IGNORECASE,
    ),
    "busy": re.compile(r"rate[ _-]?limit|overloaded|too many requests|resource_exhausted", re.IGNORECASE),
    "absent": re.compile("model_not_found"),
}
"""Words by which an error is known where its status says less, or another thing: the first that fits."""
PASSING = (408, 409, 425)
"""Statuses below 500 that another try may end."""
UNPAID: frozenset[FaultKind] = frozenset({"unreachable", "request", "busy", "quota", "key"})
"""Kinds of fault in which no model was at work, also where no HTTP status says so."""
RUNGS: tuple[Rung, ...] = ("json_schema", "json_object", "prompt")
"""From the surest way to have JSON down to the one that every endpoint has."""
SHAPE_WORDS = re.compile(
    r"response_format|json_schema|json_object|structured output|guided|grammar", re.IGNORECASE
)
PARAMETERS = ("temperature", "top_p", "seed", "reasoning_effort")
REJECTING = (400, 404, 415, 422, 501)
"""Statuses by which endpoints turn down what they do not know."""


def outcome_of(status: int, body: bytes) -> TryOutcome:
    """What an HTTP status that is no success says, with what came with it."""
    is_programs = status in PROGRAMS_FAULT and _kind_of(status, body, None) in ("request", "too long")
    return "rejected" if is_programs else "endpoint failed"


def is_too_long(status: int, body: bytes) -> bool:
    """Whether a request was rejected because it is larger than what can be asked."""
    return status == 413 or TOO_LONG.search(_words_of(body)) is not None


def _words_of(body: bytes) -> str:
    """An error's type and message, wherever its protocol has them; all of it where it is no JSON."""
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return body[:WEIGHED].decode(errors="replace")
    return " ".join(_texts_of(value, 4))[:WEIGHED]


def _texts_of(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield QUOTED.sub(" ", value[:WEIGHED])
    elif depth:
        for part in [*table_of(value).values(), *list_of(value)[:10]]:
            yield from _texts_of(part, depth - 1)


class Handling(NamedTuple):
    """What follows from a kind of fault."""

    error: type[BenchwrightError]
    mend: str
    tries: int = 1
    """How often in all a call is tried that ends so."""


HANDLING: dict[FaultKind, Handling] = {
    # As long as the call's deadline allows: the endpoint itself says that another try will help.
    "busy": Handling(
        EndpointBusy, f"Lower `at_once` of the endpoint, or raise the role's `deadline`. {_LATER}", 100
    ),
    "server": Handling(EndpointFailed, _LATER, 5),
    "unreachable": Handling(
        EndpointFailed, f"Check the address and whether the server is running. {_LATER}", 4
    ),
    # These may have been paid for, each time.
    "silent": Handling(EndpointSilent, f"Raise that, or set `is_streamed` beside it. {_LATER}", 2),
    "no answer": Handling(AnswerUnusable, f"See whether `url` leads to chat completions. {_LATER}", 3),
    "empty": Handling(AnswerUnusable, f"Name another model or endpoint if it goes on so. {_LATER}", 3),
    "too large": Handling(AnswerUnusable, f"Lower the role's `max_output`. {_LATER}"),
    "elsewhere": Handling(EndpointRefused, f"`url` is not where the endpoint is. {_FOR_ONE}"),
    "quota": Handling(QuotaUsedUp, f"Add credit to the account, or name another endpoint. {_LATER}"),
    # The variable goes before it.
    "key": Handling(EndpointRefused, "Correct that, and give the same command again."),
    "absent": Handling(EndpointRefused, f"`url` or the role's `model` is wrong. {_FOR_ONE}"),
    "request": Handling(EndpointRefused, f"The role's parameters may not suit the model. {_FOR_ONE}"),
    "too long": Handling(RequestTooLong, "Name a model for the role that reads more."),
    "proxy": Handling(
        EndpointFailed, f"Correct the proxy's name and password in HTTP_PROXY or HTTPS_PROXY. {_LATER}"
    ),
}
"""The one table that retrying and the last error go by."""


class FailedTry(Exception):
    """One try of a call that came to nothing."""

    def __init__(
        self,
        kind: FaultKind,
        words: str,
        *,
        status: int | None = None,
        wait: float | None = None,
        tokens: Tokens | None = None,
        is_cut: bool = False,
    ) -> None:
        super().__init__(words)
        self.kind: FaultKind = kind
        self.words = words
        self.status = status
        self.wait = wait
        """Seconds that the endpoint asks to wait."""
        self.tokens = tokens
        """What the try used, where the endpoint told it with an answer that cannot be used."""
        self.is_cut = is_cut
        """Whether an answer had begun and broke off, so that not all that it used may have been told."""

    @property
    def may_be_paid(self) -> bool:
        """Whether the model may have been at work, though nobody says what it used."""
        return self.is_cut or (self.status is None and self.kind not in UNPAID)

    @property
    def reason(self) -> str:
        """As usage records name it: the status, where there was one."""
        return str(self.status) if self.status is not None else self.kind

    def error(self, asked: str, tries: int, endpoint: Endpoint) -> BenchwrightError:
        """The error in which the call ends; `asked` names endpoint and model."""
        handling, key_variable = HANDLING[self.kind], endpoint.key_variable
        often = f" after {tries} tries" if tries > 1 else ""
        if self.kind == "unreachable":
            # As it is recorded, an address holds neither a password nor a query.
            address = endpoint.recorded(()).url
            return handling.error(
                f"Cannot connect to {address} ({_set_by(endpoint)}){often}: {self.words}. {handling.mend}"
            )
        key = ""
        if self.kind == "key" and key_variable is not None:
            key = f"No key that it takes is in {shown_variable(key_variable)}. "
        elif self.kind == "key":
            key = (
                "No variable is named for its key: it is BENCHWRIGHT_KEY for the endpoint of BENCHWRIGHT_ENDPOINT, and "
                "`key_variable` names it in benchwright.toml. "
            )
        return handling.error(
            f"{asked} gave no answer that can be used{often}: {self.words}. Nothing stands in for it, so the work "
            f"stops here. {key}{handling.mend}"
        )


def _set_by(endpoint: Endpoint) -> str:
    """Where its address is written."""
    if endpoint.name == OF_THE_ENVIRONMENT:
        return "BENCHWRIGHT_ENDPOINT"
    return f"[endpoints.{endpoint.name}] in benchwright.toml"


def status_fault(status: int, body: bytes, words: str, wait: float | None = None) -> FailedTry:
    """What a status says that is no success, with what came with it."""
    return FailedTry(_kind_of(status, body, wait), f"{status}: {words}", status=status, wait=wait)


def error_fault(status: int | None, body: bytes, words: str) -> FailedTry:
    """What an error says that came with status 200, or in an event of a stream; `status`: the code that it names."""
    if status is not None and 300 <= status < 600:
        return status_fault(status, body, words)
    return FailedTry(_known_by(words) or "server", words)


def _known_by(words: str) -> FaultKind | None:
    return next((kind for kind, known in KNOWN_WORDS.items() if known.search(words)), None)


def _kind_of(status: int, body: bytes, wait: float | None) -> FaultKind:
    said = _words_of(body)
    known = _known_by(said) if 400 <= status < 500 else None
    if status == 402 or (known == "quota" and (wait is None or QUOTA_CODES.search(said))):
        return "quota"
    if status in (401, 403) or known == "key":
        return "key"
    if status == 429 or status == 529 or (status == 503 and wait is not None):
        return "busy"
    if status == 407:
        return "proxy"
    if 300 <= status < 400:
        return "elsewhere"
    if status >= 500 or status in PASSING:
        return "server"
    if status in (404, 405):
        return "absent"
    return known or ("too long" if is_too_long(status, body) else "request")


@dataclass(frozen=True)
class Abilities:
    """What one model at one endpoint takes."""

    without: frozenset[str] = frozenset()
    """Parameters and ways of asking for JSON that it turns down."""

    @property
    def rung(self) -> Rung:
        """The surest way of asking for JSON that it takes."""
        return next(rung for rung in RUNGS if rung not in self.without)

    def parameters(self, sampling: SamplingSettings) -> dict[str, Any]:
        """The parameters as they are sent."""
        # The older word is passed over in silence nowhere, so it comes first.
        word = "max_completion_tokens" if "max_tokens" in self.without else "max_tokens"
        kept = {name: value for name, value in _wanted(sampling).items() if name not in self.without}
        return {word: sampling.max_output, **kept}

    def left_out(self, sampling: SamplingSettings) -> tuple[str, ...]:
        """The parameters that are set and not sent."""
        return tuple(name for name in _wanted(sampling) if name in self.without)

    def lower(self) -> "Abilities | None":
        """The next rung down; None at the bottom."""
        return None if self.rung == RUNGS[-1] else Abilities(self.without | {self.rung})

    def after(self, fault: FailedTry, request: ModelRequest) -> "Abilities | None":
        """What to try when a request was turned down; None: it was for nothing that could be left out.

        Where the endpoint does not say what it minds, the way of asking for JSON is what endpoints differ in most.
        """
        if fault.kind not in ("request", "absent", "server") or fault.status not in REJECTING:
            return None
        said, sent = fault.words, self.parameters(request.sampling)
        if "max_tokens" in sent and "max_completion_tokens" in said:
            return Abilities(self.without | {"max_tokens"})
        if named := [name for name in PARAMETERS if name in sent and re.search(rf"\b{name}\b", said)]:
            return Abilities(self.without | {*named})
        is_about_shape = SHAPE_WORDS.search(said) or (fault.kind == "request" and self.rung != "prompt")
        return self.lower() if request.shape is not None and is_about_shape else None

    def joined(self, other: "Abilities") -> "Abilities":
        """What both leave: calls that are under way together learn of one endpoint."""
        return Abilities(self.without | other.without)


def _wanted(sampling: SamplingSettings) -> dict[str, Any]:
    named = zip(
        PARAMETERS, (sampling.temperature, sampling.top_p, sampling.seed, sampling.effort), strict=True
    )
    return {name: value for name, value in named if value is not None}
