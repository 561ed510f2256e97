"""What a model answered, with all that a record must say of where it came from."""

from typing import Generic, Literal, NamedTuple, TypeVar

from plans.records.base import Record
from plans.records.model_call import ToolUse
from plans.records.model_role import Role, Sampling
from plans.records.model_shape import Shape
from plans.records.usage import Tokens, Usage

Rung = Literal["json_schema", "json_object", "prompt"]
"""How an answer in JSON was asked for: by a schema that the endpoint holds the model to, as any JSON object with the
schema told in the prompt, or by the prompt alone."""
Finish = Literal["stop", "tools", "length", "filtered"]
"""stop: the model was done. tools: it wants tools used. length: it was cut off. filtered: the endpoint withheld it."""

S = TypeVar("S", bound=Shape)


class Answer(Record):
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

    role: Role
    endpoint: str
    model: str
    sampling: Sampling
    answer: Answer
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
