"""Asking the models that play our roles."""

from collections.abc import Sequence
from typing import Protocol

from plans.records.model_call import Filled, ModelCall, ModelReply, S
from plans.records.model_settings import ModelRole
from plans.records.usage import Foreseen, ModelUsage, PlayedRole


class Model(Protocol):
    """Asks the models that play our roles; what it costs, how often it is tried and what is kept are its own affair.

    Beside their own errors, both verbs raise EndpointFailed when there is no answer (the work can be taken up again
    later, at no second cost), EndpointRefused, NotInJournal, BudgetError and ModelError. No blank text ever stands for
    a failure. May be called many times at once; the same call twice is one.
    """

    async def reply(self, call: ModelCall) -> ModelReply:
        """What the model says, or the tools that it wants used; raises AnswerTruncated and AnswerRefused, unless the
        call takes such an answer too.
        """
        ...

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        """The value that the model puts into a shape; raises AnswerMisshapen when it cannot, its errors shown to it.

        TypeError for a shape that no model should be asked for, whatever it says.
        """
        ...

    def ready(self, role: ModelRole, model: str | None = None, endpoint: str | None = None) -> PlayedRole:
        """Have all there that a role needs, by `model` and at `endpoint` in place of its own where one is named; tells
        who plays it.

        Raises AuthorError where something is missing, before anything was asked.
        """
        ...

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        """What it will cost in US dollars to ask all this; None: not known.

        Raises BudgetError where it is more than the budget of the work, or of a role, still allows.
        """
        ...

    def played(self) -> tuple[PlayedRole, ...]:
        """Who plays the roles that were made ready."""
        ...

    def usage(self) -> ModelUsage:
        """All that was used for the work, in this process and those before it."""
        ...
