"""What is asked of a model, in which shape, and what it answered."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, cast

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.model_settings import ModelRole, SamplingSettings
from plans.records.usage import Tokens, Usage


class AskedShape(Record):
    """The shape that an answer in JSON is to have."""

    name: str
    schema_text: str
    """JSON Schema as canonical JSON text."""


_UNSUITED = {
    "oneOf": "a union that is told apart by a field",
    "prefixItems": "a tuple of fixed places",
    "default": "a default, which a model cannot be asked to leave out",
    "patternProperties": "a dictionary",
}
"""Words of JSON Schema → what they come from: endpoints refuse them, or pass them over in silence."""


class Shape(Record):
    """Base of the records that models fill in.

    Its fields are strings, numbers, booleans, literals, other shapes, lists of those, and any of them or None. The
    docstring beneath each field is what the model reads about it.
    """


@lru_cache(maxsize=256)
def asked_shape(shape: type[Shape]) -> AskedShape:
    """The shape as it is asked for; raises TypeError, with every fault, where no model should be asked for it."""
    schema = shape.model_json_schema()
    if faults := sorted(set(_faults(schema, shape.__name__))):
        raise TypeError(f"{shape.__name__} is no shape to ask a model for: {'; '.join(faults)}")
    return AskedShape(name=shape.__name__, schema_text=json.dumps(schema, sort_keys=True))


def _faults(schema: object, place: str) -> Iterator[str]:
    if isinstance(schema, list):
        for part in cast("list[object]", schema):
            yield from _faults(part, place)
    if not isinstance(schema, dict):
        return
    table = cast("dict[str, Any]", schema)
    yield from (f"{place} has {what}" for word, what in _UNSUITED.items() if word in table)
    if (
        isinstance(table.get("additionalProperties"), dict | bool)
        and table["additionalProperties"] is not False
    ):
        yield f"{place} has a dictionary"
    if not table and place:
        yield f"{place} may be anything"
    for word in ("items", "anyOf", "allOf"):
        if word in table:
            yield from _faults(table[word], place)
    for word in ("properties", "$defs"):
        for name, part in cast("dict[str, object]", table.get(word, {})).items():
            yield from _faults(part, f"{place}.{name}" if word == "properties" else name)


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

    role: ModelRole
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
    sampling: SamplingSettings
    messages: tuple[Message, ...]
    tools: tuple[ToolOffer, ...] = ()
    shape: AskedShape | None = None
    shape_hash: str = ""
    """Digest of the prompt that tells of the shape where the endpoint does not hold the model to it; it stands in no
    message here."""
    salt: str = ""


class KnownMessage(Message):
    """One turn of a conversation that shows what came of a trial: dates, temporary places and whatever is drawn by lot
    stand in it, and a reply to it that was paid for is a reply to what comes of the same trial made anew.
    """

    known_by: str = Field(min_length=1)
    """Digest of all that decides what is asked: it stands in the journal's key in place of words and pictures."""


def as_known(message: Message) -> Message:
    """The message as the journal knows it."""
    if isinstance(message, KnownMessage):
        return Message(role=message.role, text=message.known_by)
    return message


def as_said(message: Message) -> Message:
    """The message as it is said, known by nothing else."""
    if isinstance(message, KnownMessage):
        return Message(role=message.role, text=message.text, pictures=message.pictures)
    return message


Rung = Literal["json_schema", "json_object", "prompt"]
"""How an answer in JSON was asked for: by a schema that the endpoint holds the model to, as any JSON object with the
schema told in the prompt, or by the prompt alone."""
Finish = Literal["stop", "tools", "length", "filtered"]
"""stop: the model was done. tools: it wants tools used. length: it was cut off. filtered: the endpoint withheld it."""

S = TypeVar("S", bound=Shape)


class EndpointAnswer(Record):
    """What an endpoint answered to one request: kept in the journal, good or not, because it was paid for."""

    text: str
    finish: Finish
    refusal: str = ""
    """The model's words, where it declined."""
    tool_uses: tuple[ToolUse, ...] = ()
    model: str = ""
    """What the endpoint says answered."""
    tokens: Tokens | None = None
    """None: the endpoint did not say."""
    is_uncounted: bool = False
    """Whether the endpoint reported a usage of zero tokens for the text: some count nothing, others send errors so."""
    rung: Rung | None = None
    """None where no shape was asked for."""
    left_out: tuple[str, ...] = ()
    """Parameters that were set and that the endpoint does not take, so that they were not sent."""

    @property
    def is_cut(self) -> bool:
        """Whether it came to its longest before its end."""
        return self.finish == "length"

    @property
    def is_declined(self) -> bool:
        """Whether model or endpoint declined to give it."""
        return bool(self.refusal) or self.finish == "filtered"


class ModelReply(Record):
    """An answer that can be used, as a record of it is kept; the same from the journal as from the endpoint."""

    role: ModelRole
    endpoint: str
    model: str
    sampling: SamplingSettings
    answer: EndpointAnswer
    prompt_hash: str
    """Digest of the messages, word for word, and of the prompt that tells of a shape, where one was asked for."""
    template_hash: str
    """Digest of the files that they were rendered from, where the agent told it."""
    key: str
    """Where the journal has it."""
    cost: float | None
    """US dollars by the endpoint's prices; None: not known."""
    usage: Usage = Usage(calls=1)
    """What is charged for the answer: as it was reported, or else as the gateway estimates it."""

    @property
    def text(self) -> str:
        """What the model said."""
        return self.answer.text

    @property
    def tool_uses(self) -> tuple[ToolUse, ...]:
        """What it wants done; in the order in which it said so."""
        return self.answer.tool_uses


class Filled(NamedTuple, Generic[S]):
    """A value in the shape that was asked for, and every reply that it took to have it, the good one last."""

    value: S
    replies: tuple[ModelReply, ...]


class ModelUse(Record):
    """A reply that an output was made of; what it says is in the journal."""

    role: ModelRole
    endpoint: str
    model: str
    """As it was asked for."""
    answered_by: str = ""
    """As the endpoint calls what answered; empty where it does not say."""
    sampling: SamplingSettings
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


class JudgeModel(Record):
    """Which model it is, and how it is asked."""

    endpoint: str
    """Its name."""
    model: str
    sampling: SamplingSettings
    prompts: dict[str, str]
    """Prompt file → digest."""


class JudgedByModel(Record):
    """How many of a run's verdicts on tasks a model had to do with."""

    verdicts: int
    """All of them; of rounds that are carried forward none."""
    asked: int
    """Those that it was asked for."""
    pointed_out: int
    """Those that a program passed with what it had pointed out, now or in an earlier round."""
    passed: int
    """Those that passed by itself, with proofs that a program found in what was seen."""
    failed: int
    """Those that failed by its word."""
