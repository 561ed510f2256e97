"""Models that answer instances, from the prompt and its pictures alone, and a model that judges answers."""

import base64
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from agents.gateway.prompts import Prompts, parted
from plans.contracts.models import Model
from plans.errors import EndpointFailed, ModelError, RequestTooLong
from plans.files import read_bytes
from plans.records.instance import AnswerQuestion, Instance, Response
from plans.records.model_call import JudgeModel, Message, ModelCall, ModelReply, Shape
from plans.records.scored_run import DecidedCheck
from plans.records.usage import PlayedRole

SOLVING = "solve"
JUDGING = "judge"
CACHED_PICTURES = 2_048
"""Pictures that are kept as they are sent: several repeats and solvers ask with the same ones."""
_PROMPTS = Prompts("agents.solving")


class ModelSolver:
    """Implements plans.contracts.instances.Solver with a model in the role `solver`.

    It sees prompt and pictures alone. What it thinks aloud before its answer is kept apart and is not scored. A repeat
    is a call of its own, told apart in the journal by its number, so that each is asked and paid for once, whatever
    happens in between.
    """

    version = "2"
    families = None

    def __init__(
        self, model: Model, name: str, asked: str | None = None, endpoint: str | None = None
    ) -> None:
        """`asked`: the model in place of the role's, at `endpoint` in place of the role's. Raises AuthorError."""
        self.name = name
        self.played: PlayedRole = model.ready("solver", asked, endpoint)
        self._model = model
        self._asked = asked
        self._endpoint = endpoint

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """What the model says; raises BudgetError, EndpointRefused and NotInJournal."""
        call = ModelCall(
            role="solver",
            messages=(Message(role="user", text=instance.prompt, pictures=_pictures(instance, media)),),
            model=self._asked,
            endpoint=self._endpoint,
            takes_any_end=True,
            salt=f"repeat {repeat}",
            stage=SOLVING,
            project=self.name,
        )
        began = time.monotonic()
        try:
            reply = await self._model.reply(call)
        except EndpointFailed as error:
            return Response(instance=instance.id, text="", failed=str(error), seconds=_since(began))
        except RequestTooLong as error:
            # Of this instance alone: others may be shorter. It is the model's limit, and no failure of its endpoint.
            return Response(instance=instance.id, text=str(error), declined=True, seconds=_since(began))
        return _response(instance, reply, _since(began))


def _response(instance: Instance, reply: ModelReply, seconds: float) -> Response:
    answer, tokens = reply.answer, reply.answer.tokens
    said = parted(answer.text)
    is_declined = bool(answer.refusal) or answer.finish == "filtered"
    return Response(
        instance=instance.id,
        text=said.answer if answer.text else answer.refusal,
        thoughts=said.thoughts,
        cut_off=answer.finish == "length",
        declined=is_declined,
        is_uncounted=answer.is_uncounted,
        input_tokens=tokens.input if tokens else None,
        output_tokens=tokens.output if tokens else None,
        cost=reply.cost,
        seconds=seconds,
        key=reply.key,
    )


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)


def _pictures(instance: Instance, media: Mapping[str, Path]) -> tuple[str, ...]:
    return tuple(_data_address(media[digest]) for digest in instance.media)


@lru_cache(maxsize=CACHED_PICTURES)
def _data_address(picture: Path) -> str:
    """The picture as a `data:` address."""
    return f"data:image/png;base64,{base64.b64encode(read_bytes(picture)).decode()}"


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
            stage=JUDGING,
        )
        try:
            filled = await self._model.filled(call, AnswerDecision)
        except ModelError as error:
            # Asked the same it would say the same.
            return DecidedCheck(holds=None, reason=str(error))
        said = filled.value
        holds = {"yes": True, "no": False, "cannot tell": None}[said.holds]
        return DecidedCheck(holds=holds, reason=said.reason, key=filled.replies[-1].key)
