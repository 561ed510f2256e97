"""Asks a model in the role `verifier` about instances: each question several times; the majority answers."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Literal

from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.errors import ModelError, first_of
from plans.records.instance import Instance, QuestionReading
from plans.records.model_call import Message, ModelCall, ModelUse, Shape, model_use

SAMPLES = 3
"""Readings of each question."""
STAGE = "verify"
_PROMPTS = Prompts("agents.authoring.verification.asking")


class Said(Shape):
    """What a reader says."""

    reason: str
    """What in the prompt decides the question, in one or two sentences."""
    answer: Literal["yes", "no"]
    """Whether what is asked is so."""


class ModelAsker:
    """Implements plans.contracts.instances.Asker. The model is shown the prompt in words alone, without pictures."""

    def __init__(self, model: Model, samples: int = SAMPLES) -> None:
        self._model = model
        self._samples = samples
        self._template_hash = _PROMPTS.template_hash("asker", "question")

    async def ask(
        self, instances: Sequence[Instance], questions: Sequence[Mapping[str, str]]
    ) -> Sequence[Mapping[str, QuestionReading]]:
        """Of each instance, check → what most readings say; raises what plans.contracts.models.Model does, but for
        answers that cannot be used.
        """
        running: list[dict[str, asyncio.Task[QuestionReading]]] = []
        try:
            async with asyncio.TaskGroup() as group:
                for instance, asked in zip(instances, questions, strict=True):
                    running.append(
                        {
                            check: group.create_task(self._reading(instance, question))
                            for check, question in asked.items()
                        }
                    )
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        return [{check: task.result() for check, task in tasks.items()} for tasks in running]

    async def _reading(self, instance: Instance, question: str) -> QuestionReading:
        """Samples one after the other, until those that are left could change nothing."""
        said: list[Said] = []
        uses: list[ModelUse] = []
        unusable: list[str] = []
        for number in range(1, self._samples + 1):
            try:
                filled = await self._model.filled(self._call(instance, question, number), Said)
            except ModelError as error:
                # Asked the same it would say the same, and the other readings may do.
                unusable.append(str(error))
                continue
            uses += map(model_use, filled.replies)
            said.append(filled.value)
            if 2 * max(_count(said, "yes"), _count(said, "no")) > self._samples:
                break
        return _decided(said, unusable, uses, self._samples)

    def _call(self, instance: Instance, question: str, number: int) -> ModelCall:
        asked = _PROMPTS.rendered("question", prompt=instance.prompt, question=question)
        return ModelCall(
            role="verifier",
            messages=(
                Message(role="system", text=_PROMPTS.rendered("asker")),
                Message(role="user", text=asked),
            ),
            template_hash=self._template_hash,
            salt=f"sample {number}",
            stage=STAGE,
            project=instance.id,
        )


def _decided(
    said: Sequence[Said], unusable: Sequence[str], uses: Sequence[ModelUse], samples: int
) -> QuestionReading:
    yes, no = _count(said, "yes"), _count(said, "no")
    winner = "yes" if 2 * yes > samples else "no" if 2 * no > samples else None
    told = [one.reason for one in said if winner in (None, one.answer)]
    return QuestionReading(
        holds=None if winner is None else winner == "yes",
        said_yes=yes,
        said_no=no,
        reasons=tuple(dict.fromkeys([*told, *(unusable if winner is None else ())])),
        uses=tuple(uses),
    )


def _count(said: Sequence[Said], answer: str) -> int:
    return sum(one.answer == answer for one in said)
