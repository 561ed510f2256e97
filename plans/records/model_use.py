"""What a record says of a reply that it was made of: who gave it, to what, at what price, and where it is kept."""

from typing import ClassVar

from plans.records.base import FileRecord, Record
from plans.records.model_reply import ModelReply
from plans.records.model_role import Role, Sampling
from plans.records.usage import Tokens


class ModelUse(Record):
    """A reply that an output was made of; what it says is in the journal."""

    role: Role
    endpoint: str
    model: str
    """As it was asked for."""
    answered_by: str = ""
    """As the endpoint calls what answered; empty where it does not say."""
    sampling: Sampling
    """Parameters that were asked for."""
    left_out: tuple[str, ...] = ()
    """Those of them that the endpoint does not take."""
    prompt_hash: str
    """Digest of the messages, word for word, and of the prompt that tells of a shape, where one was asked for."""
    template_hash: str
    """Digest of the prompt files that they were rendered from."""
    tokens: Tokens | None = None
    """None: the endpoint did not say."""
    cost: float | None = None
    """US dollars by the endpoint's prices; None: not known."""
    key: str
    """Where the journal has it."""


class ModelUses(FileRecord):
    """`uses.json` of a round: the replies by which our own code agent worked."""

    SCHEMA: ClassVar[str] = "uses"

    uses: tuple[ModelUse, ...]
    """In order."""


def model_use(reply: ModelReply) -> ModelUse:
    """The reply as a record of what was made of it keeps it."""
    return ModelUse(
        role=reply.role,
        endpoint=reply.endpoint,
        model=reply.model,
        answered_by=reply.answer.model,
        sampling=reply.sampling,
        left_out=reply.answer.left_out,
        prompt_hash=reply.prompt_hash,
        template_hash=reply.template_hash,
        tokens=reply.answer.tokens,
        cost=reply.cost,
        key=reply.key,
    )
