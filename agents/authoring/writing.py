"""Having a model write an artifact: programs check what it writes, and it is shown what is wrong a few times."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from agents.authoring.events import Asked, Hear, Misshapen, SentBack, unheard
from agents.authoring.ways import Way
from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.errors import GivenUp
from plans.records.model_call import Message, ModelCall
from plans.records.model_reply import ModelReply, S
from plans.records.model_role import Role
from plans.records.model_use import ModelUse, model_use
from plans.records.provenance import Made

MENDS = 2
"""How often a model is shown what is wrong with what it wrote."""
SHOWN = 25
"""Problems that it is shown at once."""
T = TypeVar("T")

_MEND = Prompts("agents.authoring")


class Read(NamedTuple, Generic[T]):
    """What was made of a model's words, and what is wrong with it; where anything is, it is not used."""

    value: T
    problems: Sequence[str] = ()


class Unreadable(Exception):
    """A model's words of which nothing can be made."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Order:
    """What is to be written."""

    what: str
    """The artifact in words, with its project, as errors name it."""
    template: str
    words: Mapping[str, object]
    """What the template needs."""
    stage: str
    project: str
    salt: str = ""
    included: tuple[str, ...] = ()
    """Prompts that the template includes."""


class Writer:
    """Asks the model of a role by the prompts of a package."""

    def __init__(
        self,
        model: Model,
        role: Role,
        package: str,
        way: Way | None = None,
        system: str = "system",
        hear: Hear = unheard,
    ) -> None:
        """`way`: in which the items are tried, where prompts of the package speak of that: each takes its words from
        `of_<way>`. `system`: the prompt that says what the role is. `hear`: who is told of what is asked and sent back.
        """
        self._hear = hear
        self._system = system
        self._model = model
        self._role: Role = role
        self._prompts = Prompts(package)
        self._common: dict[str, object] = {} if way is None else {"way": way}
        self._included = () if way is None else (f"of_{way}",)

    async def written(
        self,
        order: Order,
        shape: type[S],
        read: Callable[[S], Awaitable[Read[T]]],
        mends: int = MENDS,
    ) -> Made[T]:
        """What `read` makes of the model's words, once nothing is wrong with it; with every reply that it took.

        `read` may raise Unreadable. Raises GivenUp with the last problems where they stay, and what a Model raises.
        """
        call = ModelCall(
            role=self._role,
            messages=(
                Message(role="system", text=self._prompts.rendered(self._system, **self._common)),
                Message(
                    role="user", text=self._prompts.rendered(order.template, **self._common, **order.words)
                ),
            ),
            template_hash=self._prompts.template_hash(
                self._system, order.template, *self._included, *order.included
            ),
            salt=order.salt,
            stage=order.stage,
            project=order.project,
        )
        uses: list[ModelUse] = []
        mended = 0
        self._hear(Asked(order.project, order.template, self._role))
        while True:
            filled = await self._model.filled(call, shape)
            uses += map(model_use, filled.replies)
            if misshapen := len(filled.replies) - 1:
                self._hear(Misshapen(order.project, order.template, misshapen, filled.replies[-1].key))
            try:
                value, problems = await read(filled.value)
            except Unreadable as error:
                problems = error.problems
            else:
                if not problems:
                    return Made(value, tuple(uses))
            if mended == mends:
                what = (
                    f"{order.what} could not be written by model {uses[-1].model!r}, which plays {self._role}, also "
                    f"after it was shown {mends} times what is wrong"
                )
                raise GivenUp(what, problems)
            key = filled.replies[-1].key
            self._hear(SentBack(order.project, order.template, mended + 1, mends, tuple(problems), key))
            call = call.model_copy(
                update={"messages": (*call.messages, *_shown(filled.replies[-1], problems))}
            )
            mended += 1


def _shown(reply: ModelReply, problems: Sequence[str]) -> tuple[Message, Message]:
    told = _MEND.rendered("mend", problems=problems[:SHOWN], more=max(0, len(problems) - SHOWN))
    return Message(role="assistant", text=reply.text), Message(role="user", text=told)
