"""Models without an endpoint: replies written beforehand, and prompts kept without an answer."""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count

from agents.gateway.budget import answer_estimate, input_estimate
from agents.gateway.faults import Abilities, FailedTry
from agents.gateway.retry import RequestAttempt
from plans.records.model_call import (
    EndpointAnswer,
    ModelRequest,
    Shape,
)
from plans.records.usage import Tokens

Says = str | Shape | EndpointAnswer | FailedTry
"""A text, a value in the shape that was asked for, a whole answer, or what goes wrong."""
Script = Callable[[ModelRequest], Says] | Sequence[Says]
"""What is said to a request; or what is said to one after the other, and the last to all after it."""


class Scripted:
    """Stands where an endpoint's client does (agents.gateway.retry.Asked)."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._numbers = count()
        self.asked: list[ModelRequest] = []
        """What it was asked, in order."""

    async def answer(
        self, request: ModelRequest, abilities: Abilities, attempt: RequestAttempt
    ) -> EndpointAnswer:
        """What the script says; raises the Fault that stands there."""
        self.asked.append(request)
        # As with an endpoint, others may go on meanwhile.
        await asyncio.sleep(0)
        says = self._says(request)
        if isinstance(says, FailedTry):
            raise says
        rung = abilities.rung if request.shape else None
        if isinstance(says, EndpointAnswer):
            return says.model_copy(update={"rung": rung})
        text = says if isinstance(says, str) else json.dumps(says.model_dump(mode="json"))
        if not text.strip():
            raise FailedTry("empty", "an answer that says nothing")
        tokens = Tokens(input=input_estimate(request), output=answer_estimate(text))
        return EndpointAnswer(text=text, finish="stop", model=request.model, tokens=tokens, rung=rung)

    async def close(self) -> None:
        """Nothing is held."""

    def _says(self, request: ModelRequest) -> Says:
        if callable(self._script):
            return self._script(request)
        return self._script[min(next(self._numbers), len(self._script) - 1)]
