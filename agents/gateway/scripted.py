"""Models without an endpoint: replies written beforehand, and prompts kept without an answer."""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from agents.gateway.abilities import Abilities
from agents.gateway.budget import answer_estimate, input_estimate
from agents.gateway.faults import Fault
from agents.gateway.retry import Attempt
from plans.errors import ModelError
from plans.records.model_call import (
    Answer,
    AskedShape,
    Filled,
    ModelCall,
    ModelReply,
    ModelRequest,
    S,
    Shape,
    asked_shape,
)
from plans.records.model_settings import Role, Sampling
from plans.records.usage import Foreseen, ModelUsage, PlayedRole, Tokens

Says = str | Shape | Answer | Fault
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

    async def answer(self, request: ModelRequest, abilities: Abilities, attempt: Attempt) -> Answer:
        """What the script says; raises the Fault that stands there."""
        self.asked.append(request)
        # As with an endpoint, others may go on meanwhile.
        await asyncio.sleep(0)
        says = self._says(request)
        if isinstance(says, Fault):
            raise says
        rung = abilities.rung if request.shape else None
        if isinstance(says, Answer):
            return says.model_copy(update={"rung": rung})
        text = says if isinstance(says, str) else json.dumps(says.model_dump(mode="json"))
        if not text.strip():
            raise Fault("empty", "an answer that says nothing")
        tokens = Tokens(input=input_estimate(request), output=answer_estimate(text))
        return Answer(text=text, finish="stop", model=request.model, tokens=tokens, rung=rung)

    async def close(self) -> None:
        """Nothing is held."""

    def _says(self, request: ModelRequest) -> Says:
        if callable(self._script):
            return self._script(request)
        return self._script[min(next(self._numbers), len(self._script) - 1)]


class NotAnswered(ModelError):
    """The call was kept and not sent."""

    def __init__(self) -> None:
        super().__init__("The prompt is only shown, and no model is asked.")


class Asked(NamedTuple):
    """One call, as it would have been sent."""

    call: ModelCall
    shape: AskedShape | None
    """None: the answer is free text."""


class AskedOnly:
    """Implements plans.contracts.models.Model: keeps what is asked, and answers nothing, or only the first calls."""

    def __init__(self, answers: Sequence[Shape] = ()) -> None:
        """`answers` are given to the first calls for values of their shapes, so that later prompts can be seen."""
        self._answers = list(answers)
        self.asked: list[Asked] = []
        """What it was asked, in order."""

    async def reply(self, call: ModelCall) -> ModelReply:
        """Raises NotAnswered."""
        self._keep(call, None)
        raise NotAnswered

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        """The next answer, if it has the shape; else raises NotAnswered."""
        self._keep(call, asked_shape(shape))
        value = self._answers[0] if self._answers else None
        if not isinstance(value, shape):
            raise NotAnswered
        del self._answers[0]
        return Filled(value, (self.unpaid(call, value.model_dump_json()),))

    def ready(self, role: Role, model: str | None = None, endpoint: str | None = None) -> PlayedRole:
        """A placeholder for whoever would play it."""
        return PlayedRole(role=role, endpoint="(endpoint)", model=model or "(model)", sampling=Sampling())

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        """Nothing is spent."""
        return 0.0

    def played(self) -> tuple[PlayedRole, ...]:
        """Nobody."""
        return ()

    def usage(self) -> ModelUsage:
        """Nothing."""
        return ModelUsage()

    def _keep(self, call: ModelCall, shape: AskedShape | None) -> None:
        self.asked.append(Asked(call, shape))

    @staticmethod
    def unpaid(call: ModelCall, text: str) -> ModelReply:
        """A reply that nobody was asked for."""
        return ModelReply(
            role=call.role,
            endpoint="(endpoint)",
            model="(model)",
            sampling=Sampling(),
            answer=Answer(text=text, finish="stop"),
            prompt_hash="",
            template_hash=call.template_hash,
            key="",
            cost=0.0,
        )
