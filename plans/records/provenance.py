"""Where what was made comes from: of each output, the replies of models that it was made of."""

from typing import ClassVar, Generic, NamedTuple, TypeVar

from plans.records.base import FileRecord, Record
from plans.records.model_role import Role
from plans.records.model_use import ModelUse

T = TypeVar("T")

MAKERS: tuple[Role, ...] = ("planner", "generator", "coder")
"""Who says what an item is and makes it; others read or weigh what was made."""
INDEPENDENTS = "independents"
"""The artifact that implementations by other hands are."""


class Output(Record):
    """One artifact."""

    artifact: str
    """Its file or folder, such as `prd.yaml`."""
    uses: tuple[ModelUse, ...]
    """In the order in which they were asked for."""


class Provenance(FileRecord):
    """`provenance.yaml` of an item or a plan that models had a part in; where none had, there is no such file.

    Presence alone says nothing of an item's author: what a catalog made, a model may have weighed.
    """

    SCHEMA: ClassVar[str] = "provenance"

    outputs: tuple[Output, ...] = ()

    def with_output(self, artifact: str, uses: tuple[ModelUse, ...]) -> "Provenance":
        """It with the uses of this artifact in place of those that stood there."""
        others = tuple(output for output in self.outputs if output.artifact != artifact)
        return self.model_copy(update={"outputs": (*others, Output(artifact=artifact, uses=uses))})

    @property
    def uses(self) -> tuple[ModelUse, ...]:
        """All replies, artifact by artifact."""
        return tuple(use for output in self.outputs for use in output.uses)

    @property
    def is_of_a_maker(self) -> bool:
        """Whether a model made any of it, be it the plan or a part of an item; independent implementations are none."""
        parts = (output for output in self.outputs if output.artifact != INDEPENDENTS)
        return any(use.role in MAKERS for part in parts for use in part.uses)


class Made(NamedTuple, Generic[T]):
    """What was made, and the replies that it was made of: none, where no model was asked."""

    value: T
    uses: tuple[ModelUse, ...] = ()
