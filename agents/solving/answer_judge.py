"""A model in the role `evaluator` decides questions about an answer, each by itself, so that none colours another."""

from typing import Literal

from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.errors import ModelError
from plans.records.instance import AnswerQuestion, Instance
from plans.records.model_call import JudgeModel, Message, ModelCall, Shape
from plans.records.scored_run import DecidedCheck

STAGE = "judge"
_PROMPTS = Prompts("agents.solving")


class AnswerDecision(Shape):
    """What the answer's text says to the question."""

    reason: str
    """One sentence: what in the answer decides the question."""
    holds: Literal["yes", "no", "cannot tell"]
    """The question's answer."""


class ModelAnswerJudge:
    """Implements plans.contracts.instances.AnswerJudge."""

    def __init__(self, model: Model, asked: str | None = None) -> None:
        """`asked`: the model in place of the role's. Raises AuthorError."""
        played = model.ready("evaluator", asked)
        self._model = model
        self._asked = asked
        self.player = JudgeModel(
            endpoint=played.endpoint,
            model=played.model,
            sampling=played.sampling,
            prompts=dict(_PROMPTS.hashes),
        )

    async def decide(self, instance: Instance, answer: str, question: AnswerQuestion) -> DecidedCheck:
        """What the model says; an answer that cannot be used decides nothing."""
        words = {"task": instance.prompt, "answer": answer, "question": question.question}
        call = ModelCall(
            role="evaluator",
            messages=(
                Message(role="system", text=_PROMPTS.rendered("judge")),
                Message(role="user", text=_PROMPTS.rendered("question", **words)),
            ),
            model=self._asked,
            template_hash=_PROMPTS.template_hash("judge", "question"),
            stage=STAGE,
        )
        try:
            filled = await self._model.filled(call, AnswerDecision)
        except ModelError as error:
            # Asked the same it would say the same.
            return DecidedCheck(holds=None, reason=str(error))
        said = filled.value
        holds = {"yes": True, "no": False, "cannot tell": None}[said.holds]
        return DecidedCheck(holds=holds, reason=said.reason, key=filled.replies[-1].key)
