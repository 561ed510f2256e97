"""Having a model write an artifact: programs check what it writes, and it is shown what is wrong a few times.

The first answer is whole. With `Patching`, each mend is a patch that a program applies to the answer as it stands, so
that what nothing is wrong with stays as it was, letter by letter. Where the patching has an order of its own, what was
said before is not sent again.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, TypeVar

from agents.authoring.events import AnswerMisshapen, Hear, ModelAsked, SentBack, unheard
from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.errors import GivenUp
from plans.families import family_named
from plans.records.model_call import Filled, Message, ModelCall, ModelReply, ModelUse, S, Shape, model_use
from plans.records.model_settings import ModelRole
from plans.records.project import Built, MadeArtifact, PartFault

MENDS = 2
"""How often a model is shown what is wrong with what it wrote."""
SHOWN = 25
"""Problems that it is shown at once."""
T = TypeVar("T")
A = TypeVar("A")
P = TypeVar("P", bound=Shape)

_MEND = Prompts("agents.authoring")
_SENT_BACK = 1_500_000
"""Characters of an answer that are shown to its author again: more than all files of a project have."""


AuthoringMode = Literal["browser", "commands"]
"""How items of a family are tried, by which prompts and shapes differ: by steps in a browser, or by commands and tests.
Names of prompts that speak of that end in it.
"""


def way_of(family: str) -> AuthoringMode:
    """The way of a family; AuthorError where there is no such family."""
    return "commands" if family_named(family).is_tried_by_commands else "browser"


class ReadAnswer(NamedTuple, Generic[T]):
    """What was made of a model's words, and what is wrong with it; where anything is, it is not used."""

    value: T
    problems: Sequence[str] = ()
    elsewhere: Sequence[PartFault] = ()
    """What is wrong with it by the fault of a part that was made before; it may be put right in either."""

    @property
    def told(self) -> list[str]:
        """All that is wrong with it."""
        return [*self.problems, *(fault.message for fault in self.elsewhere)]


class UnreadableAnswer(Exception):
    """A model's words of which nothing can be made."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)


class PatchRefused(UnreadableAnswer):
    """A patch that is at fault itself, so that nothing of it may stay: what stood before it stands."""


class Unwritten(GivenUp):
    """Words of a model that were mended as often as may be and are not good yet, some of it perhaps by the fault of
    parts that were made before.
    """

    def __init__(self, what: str, own: Sequence[str], elsewhere: Sequence[PartFault]) -> None:
        super().__init__(what, [*own, *(fault.message for fault in elsewhere)])
        self.own, self.elsewhere = tuple(own), tuple(elsewhere)


class NotPassing(GivenUp):
    """A reference that was mended as often as may be and does not pass yet."""

    def __init__(self, what: str, reasons: Sequence[str], standing: MadeArtifact[Built]) -> None:
        super().__init__(what, reasons)
        self.standing = standing
        """The reference as it stands, with the criteria as mending it corrected them: a later try goes on from it."""


def _no_elements(answer: object) -> Sequence[str]:
    return ()


def _no_order(answer: object, wrong: Sequence[str]) -> None:
    return None


@dataclass(frozen=True)
class Patching(Generic[A, P]):
    """How an answer is mended by a patch of its elements."""

    shape: type[P]
    """What a model is asked for."""
    applied: Callable[[A, P], A]
    """The answer with the patch applied; raises UnreadableAnswer where that names elements which are not there."""
    listed: Callable[[A], Sequence[str]] = _no_elements
    """The elements by their ids, where a program and not the model called them so."""
    order: Callable[[A, Sequence[str]], "WritingOrder | None"] = _no_order
    """What asks for a patch of an answer in which this is wrong, and shows what is concerned of it; None: the answer
    is sent back with all that was said before.
    """


PatchFate = Literal["applied", "refused"]
"""Whether a patch with which something is wrong stands, or what stood before it."""


class _Answered(NamedTuple, Generic[A]):
    """A model's answer, and why its last words were left out of it."""

    answer: A
    reply: ModelReply
    refused: Sequence[str] = ()
    is_patched: bool = False
    """Whether the last words were a patch."""


_Ask = Callable[[ModelCall, A | None, list[ModelUse]], Awaitable[_Answered[A]]]
"""Has an answer written, or one that stands patched; what it takes is added to the uses."""


class _Asks(NamedTuple, Generic[A]):
    """How an answer is asked for."""

    first: _Ask[A]
    again: _Ask[A]
    """After problems were found."""
    listed: Callable[[A], Sequence[str]] | None
    """The elements that a patch may name; None where all is written anew."""
    order: Callable[[A, Sequence[str]], "WritingOrder | None"] = _no_order
    """As of Patching."""


@dataclass(frozen=True)
class WritingOrder:
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
        role: ModelRole,
        package: str,
        way: AuthoringMode | None = None,
        system: str = "system",
        hear: Hear = unheard,
    ) -> None:
        """`way`: in which the items are tried, where prompts of the package speak of that: each takes its words from
        `of_<way>`. `system`: the prompt that says what the role is. `hear`: who is told of what is asked and sent back.
        """
        self._hear = hear
        self._system = system
        self._model = model
        self._role: ModelRole = role
        self._prompts = Prompts(package)
        self._common: dict[str, object] = {} if way is None else {"way": way}
        self._included = () if way is None else (f"of_{way}",)

    async def written(
        self,
        order: WritingOrder,
        shape: type[S],
        read: Callable[[S], Awaitable[ReadAnswer[T]]],
        mends: int = MENDS,
        patching: Patching[S, P] | None = None,
    ) -> MadeArtifact[T]:
        """What `read` makes of the model's words, once nothing is wrong with it; with every reply that it took.

        `read` may raise UnreadableAnswer. Without `patching` the model writes all of it anew at each mend. Raises
        Unwritten with the last problems where they stay, and what a Model raises.
        """
        return await self.begun(order, shape, lambda answer: answer, read, mends, patching)

    async def begun(
        self,
        order: WritingOrder,
        shape: type[S],
        begin: Callable[[S], A],
        read: Callable[[A], Awaitable[ReadAnswer[T]]],
        mends: int = MENDS,
        patching: Patching[A, P] | None = None,
    ) -> MadeArtifact[T]:
        """The same, where what patches are applied to is made of the model's first words by `begin`."""

        async def whole(call: ModelCall, before: A | None, uses: list[ModelUse]) -> _Answered[A]:
            filled = await self._filled(order, call, shape, uses)
            return _Answered(begin(filled.value), filled.replies[-1])

        if patching is None:
            return await self._settled(order, None, _Asks(whole, whole, None), read, mends)
        again = self._patch(order, patching)
        asks = _Asks(whole, again, patching.listed, patching.order)
        return await self._settled(order, None, asks, read, mends)

    async def patched(
        self,
        order: WritingOrder,
        answer: A,
        patching: Patching[A, P],
        read: Callable[[A], Awaitable[ReadAnswer[T]]],
        mends: int = MENDS,
    ) -> MadeArtifact[T]:
        """What `read` makes of an `answer` that stands already, patched as the order asks. Raises as `written`."""
        ask = self._patch(order, patching)
        asks = _Asks(ask, ask, patching.listed, patching.order)
        return await self._settled(order, answer, asks, read, mends)

    async def _settled(
        self,
        order: WritingOrder,
        answer: A | None,
        asks: _Asks[A],
        read: Callable[[A], Awaitable[ReadAnswer[T]]],
        mends: int,
    ) -> MadeArtifact[T]:
        """`answer`: what stands before anything is asked; None where the first answer is whole."""
        call, uses, mended = self._call(order), list[ModelUse](), 0
        self._hear(ModelAsked(order.project, order.template, self._role))
        while True:
            before = answer
            answer, reply, problems, is_patched = await (asks.again if mended else asks.first)(
                call, before, uses
            )
            fate: PatchFate | None = ("refused" if problems else "applied") if is_patched else None
            elsewhere: Sequence[PartFault] = ()
            if not problems:
                try:
                    found = await read(answer)
                except PatchRefused as error:
                    assert before is not None
                    answer, problems, fate = before, error.problems, "refused"
                except UnreadableAnswer as error:
                    problems = error.problems
                else:
                    if not found.told:
                        return MadeArtifact(found.value, tuple(uses))
                    problems, elsewhere = found.problems, found.elsewhere
            if mended == mends:
                what = (
                    f"{order.what} could not be written by model {uses[-1].model!r}, which plays {self._role}, also "
                    f"after it was shown {mends} times what is wrong"
                )
                raise Unwritten(what, problems, elsewhere)
            mended += 1
            problems = [*problems, *(fault.message for fault in elsewhere)]
            self._hear(SentBack(order.project, order.template, mended, mends, tuple(problems), reply.key))
            again = None if fate == "refused" else asks.order(answer, _at_once(problems))
            if again is not None:
                call = self._call(replace(again, salt=f"{order.salt}.{mended}"))
                continue
            listed = None if asks.listed is None else asks.listed(answer)
            call = call.model_copy(
                update={"messages": (*call.messages, *sent_back(reply.text, problems, listed, fate))}
            )

    def _patch(self, order: WritingOrder, patching: Patching[A, P]) -> _Ask[A]:
        async def ask(call: ModelCall, before: A | None, uses: list[ModelUse]) -> _Answered[A]:
            assert before is not None
            filled = await self._filled(order, call, patching.shape, uses)
            try:
                patched = patching.applied(before, filled.value)
            except UnreadableAnswer as error:
                return _Answered(before, filled.replies[-1], error.problems, is_patched=True)
            return _Answered(patched, filled.replies[-1], is_patched=True)

        return ask

    async def _filled(
        self, order: WritingOrder, call: ModelCall, shape: type[S], uses: list[ModelUse]
    ) -> Filled[S]:
        """The shape filled in; what it took is added to the uses, and told."""
        filled = await self._model.filled(call, shape)
        uses += map(model_use, filled.replies)
        if misshapen := len(filled.replies) - 1:
            self._hear(AnswerMisshapen(order.project, order.template, misshapen, filled.replies[-1].key))
        return filled

    def _call(self, order: WritingOrder) -> ModelCall:
        return ModelCall(
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


def _at_once(problems: Sequence[str]) -> list[str]:
    """As many of them as a model is shown."""
    more = [f"And {len(problems) - SHOWN} more of the kind."] if len(problems) > SHOWN else []
    return [*problems[:SHOWN], *more]


def sent_back(
    answer: str, problems: Sequence[str], listed: Sequence[str] | None, fate: PatchFate | None = None
) -> tuple[Message, Message]:
    """An answer, and what its author is told of it. `listed`: elements of what stands, to be patched; None where all is
    to be written anew. `fate`: of the answer, where it was a patch.
    """
    told = _MEND.rendered(
        "mend",
        problems=problems[:SHOWN],
        more=max(0, len(problems) - SHOWN),
        is_patched=listed is not None,
        fate=fate,
        listed=listed or (),
    )
    shown = answer if len(answer) <= _SENT_BACK else f"{answer[:_SENT_BACK]}\n[The rest is left out.]"
    return Message(role="assistant", text=shown), Message(role="user", text=told)
