"""What an endpoint takes of what could be sent to it, learnt from what it turns down, for each model by itself."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from agents.gateway.faults import Fault
from plans.records.model_call import ModelRequest, Rung
from plans.records.model_settings import Sampling

RUNGS: tuple[Rung, ...] = ("json_schema", "json_object", "prompt")
"""From the surest way to have JSON down to the one that every endpoint has."""
OUTPUT_WORDS = re.compile(r"max_(completion_)?tokens")
SHAPE_WORDS = re.compile(
    r"response_format|json_schema|json_object|structured output|guided|grammar", re.IGNORECASE
)
PARAMETERS = ("temperature", "top_p", "seed", "reasoning_effort")
REJECTING = (400, 404, 415, 422, 501)
"""Statuses by which endpoints turn down what they do not know."""


@dataclass(frozen=True)
class Abilities:
    """What one model at one endpoint takes."""

    rung: Rung = RUNGS[0]
    output_word: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """The older word is passed over in silence nowhere, so it comes first."""
    without: frozenset[str] = field(default_factory=frozenset[str])
    """Parameters that it turns down."""

    def parameters(self, sampling: Sampling) -> dict[str, Any]:
        """The parameters as they are sent."""
        wanted = _wanted(sampling)
        kept = {name: value for name, value in wanted.items() if name not in self.without}
        return {self.output_word: sampling.max_output, **kept}

    def left_out(self, sampling: Sampling) -> tuple[str, ...]:
        """The parameters that are set and not sent."""
        return tuple(name for name in _wanted(sampling) if name in self.without)

    def lower(self) -> "Abilities | None":
        """The next rung down; None at the bottom."""
        place = RUNGS.index(self.rung) + 1
        return replace(self, rung=RUNGS[place]) if place < len(RUNGS) else None

    def after(self, fault: Fault, request: ModelRequest) -> "Abilities | None":
        """What to try when a request was turned down; None: it was for nothing that could be left out.

        Where the endpoint does not say what it minds, the way of asking for JSON is what endpoints differ in most.
        """
        if fault.kind not in ("request", "absent", "server") or fault.status not in REJECTING:
            return None
        said = fault.words
        if OUTPUT_WORDS.search(said) and self.output_word == "max_tokens" and "max_completion_tokens" in said:
            return replace(self, output_word="max_completion_tokens")
        sent = self.parameters(request.sampling)
        if named := [name for name in PARAMETERS if name in sent and re.search(rf"\b{name}\b", said)]:
            return replace(self, without=self.without | {*named})
        is_about_shape = SHAPE_WORDS.search(said) or (fault.kind == "request" and self.rung != "prompt")
        return self.lower() if request.shape is not None and is_about_shape else None

    def joined(self, other: "Abilities") -> "Abilities":
        """What both leave: calls that are under way together learn of one endpoint."""
        return Abilities(
            rung=RUNGS[max(RUNGS.index(self.rung), RUNGS.index(other.rung))],
            output_word=max(
                self.output_word, other.output_word, key=lambda word: word == "max_completion_tokens"
            ),
            without=self.without | other.without,
        )


def _wanted(sampling: Sampling) -> dict[str, Any]:
    named = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "reasoning_effort": sampling.effort,
    }
    return {name: value for name, value in named.items() if value is not None}
