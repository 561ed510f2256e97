"""A model that nobody is: it keeps what it is asked and never answers, so that prompts can be looked at."""

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from plans.errors import ModelError
from plans.records.asked_shape import AskedShape
from plans.records.model_call import ModelCall
from plans.records.model_foreseen import Foreseen
from plans.records.model_play import PlayedRole
from plans.records.model_reply import Filled, ModelReply, S
from plans.records.model_role import Role
from plans.records.model_shape import asked_shape
from plans.records.model_usage import ModelUsage


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
    """Implements plans.contracts.models.Model."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        """What it was asked, in order."""

    async def reply(self, call: ModelCall) -> ModelReply:
        """Raises NotAnswered."""
        self._keep(call, None)

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        """Raises NotAnswered."""
        self._keep(call, asked_shape(shape))

    def ready(self, role: Role, model: str | None = None, endpoint: str | None = None) -> PlayedRole:
        """Nobody plays: no agent makes a role ready before it asks."""
        raise NotAnswered

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        """Nothing is spent."""
        return 0.0

    def played(self) -> tuple[PlayedRole, ...]:
        """Nobody."""
        return ()

    def usage(self) -> ModelUsage:
        """Nothing."""
        return ModelUsage()

    def _keep(self, call: ModelCall, shape: AskedShape | None) -> NoReturn:
        self.asked.append(Asked(call, shape))
        raise NotAnswered
