"""What is asked of a model."""

from typing import Literal

from plans.records.asked_shape import AskedShape
from plans.records.base import Record
from plans.records.model_role import Role, Sampling


class ToolOffer(Record):
    """A tool that a model may use."""

    name: str
    description: str
    parameters: str
    """JSON Schema of its arguments, as JSON text."""


class ToolUse(Record):
    """A model's wish to use a tool."""

    id: str
    name: str
    arguments: str
    """As the model wrote them: JSON where it kept to the schema, and nobody has checked it."""


class Message(Record):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    pictures: tuple[str, ...] = ()
    """Of a user's message: `data:` addresses of images."""
    tool_uses: tuple[ToolUse, ...] = ()
    """Of an assistant's message."""
    answers: str | None = None
    """Of a tool's message: the id of the use that it answers."""


class ModelCall(Record):
    """What an agent asks, for which part it plays, and on whose account."""

    role: Role
    messages: tuple[Message, ...]
    tools: tuple[ToolOffer, ...] = ()
    model: str | None = None
    """In place of the one that plays the role, at the role's endpoint; None: that one."""
    endpoint: str | None = None
    """Name of the one that is asked in place of the role's; None: that one."""
    takes_any_end: bool = False
    """Whether an answer that was cut off, or that model or endpoint declined to give, is a reply too: of a model under
    test that is what it said."""
    template_hash: str = ""
    """Digest of the prompt files that the messages were rendered from."""
    salt: str = ""
    """What tells a call that is meant to be made anew from the same call before: an attempt's number, or a sample's.
    Where nothing differs, the reply that was paid for is given again."""
    stage: str = ""
    """Where in the work it is asked, such as `generate`; for the account alone, as are the next two."""
    project: str = ""
    round: int | None = None


class ModelRequest(Record):
    """All that decides what a model answers: its digest is the call's key in the journal.

    Fields at their default are left out of the digest, so that one which is added later leaves old keys as they are.
    """

    endpoint: str
    """Its name; its address may change."""
    model: str
    sampling: Sampling
    messages: tuple[Message, ...]
    tools: tuple[ToolOffer, ...] = ()
    shape: AskedShape | None = None
    shape_hash: str = ""
    """Digest of the prompt that tells of the shape where the endpoint does not hold the model to it; it stands in no
    message here."""
    salt: str = ""
