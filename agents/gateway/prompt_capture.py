"""A model that keeps what it is asked and answers nothing: how prompts are shown without being sent."""

from collections.abc import Sequence
from typing import NamedTuple

from plans.errors import ModelError
from plans.records.model_call import (
    AskedShape,
    EndpointAnswer,
    Filled,
    ModelCall,
    ModelReply,
    S,
    Shape,
    asked_shape,
)
from plans.records.model_settings import ModelRole, SamplingSettings
from plans.records.usage import Foreseen, ModelUsage, PlayedRole


class NotAnswered(ModelError):
    """The call was kept and not sent."""

    def __init__(self) -> None:
        super().__init__("The prompt is only shown, and no model is asked.")


class CapturedCall(NamedTuple):
    """One call, as it would have been sent."""

    call: ModelCall
    shape: AskedShape | None
    """None: the answer is free text."""


class PromptCapture:
    """Implements plans.contracts.models.Model: keeps what is asked, and answers nothing, or only the first calls."""

    def __init__(self, answers: Sequence[Shape] = ()) -> None:
        """`answers` are given to the first calls for values of their shapes, so that later prompts can be seen."""
        self._answers = list(answers)
        self.asked: list[CapturedCall] = []
        """What it was asked, in order."""

    async def reply(self, call: ModelCall) -> ModelReply:
        """Raises NotAnswered."""
        self.asked.append(CapturedCall(call, None))
        raise NotAnswered

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        """The next answer, if it has the shape; else raises NotAnswered."""
        self.asked.append(CapturedCall(call, asked_shape(shape)))
        value = self._answers[0] if self._answers else None
        if not isinstance(value, shape):
            raise NotAnswered
        del self._answers[0]
        return Filled(value, (self.unpaid(call, value.model_dump_json()),))

    def ready(self, role: ModelRole, model: str | None = None, endpoint: str | None = None) -> PlayedRole:
        """A placeholder for whoever would play it."""
        return PlayedRole(
            role=role, endpoint="(endpoint)", model=model or "(model)", sampling=SamplingSettings()
        )

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        """Nothing is spent."""
        return 0.0

    def played(self) -> tuple[PlayedRole, ...]:
        """Nobody."""
        return ()

    def usage(self) -> ModelUsage:
        """Nothing."""
        return ModelUsage()

    @staticmethod
    def unpaid(call: ModelCall, text: str) -> ModelReply:
        """A reply that nobody was asked for."""
        return ModelReply(
            role=call.role,
            endpoint="(endpoint)",
            model="(model)",
            sampling=SamplingSettings(),
            answer=EndpointAnswer(text=text, finish="stop"),
            prompt_hash="",
            template_hash=call.template_hash,
            key="",
            cost=0.0,
        )
