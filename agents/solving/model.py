"""A model under test: it gets an instance's prompt and pictures, and nothing of ours around them."""

import base64
import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from agents.gateway.prompts import parted
from plans.contracts.models import Model
from plans.errors import EndpointFailed, RequestTooLong
from plans.files import read_bytes
from plans.records.instance import Instance, Response
from plans.records.model_call import Message, ModelCall, ModelReply
from plans.records.usage import PlayedRole

STAGE = "solve"
CACHED_PICTURES = 2_048
"""Pictures that are kept as they are sent: several repeats and solvers ask with the same ones."""


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
            stage=STAGE,
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
