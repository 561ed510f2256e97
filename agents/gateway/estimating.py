"""What is charged for calls of which nobody said how much they used, or not all: one rule for every way to a model.

Input is charged by the size of what was sent, and output by the size of what came, never below what was reported; both
cost what the price table says, and the call is marked as unreported. Nobody can count tokens without the model's own
table, so that the sizes are rather too high.
"""

from plans.records.endpoint import Price
from plans.records.model_call import Message, ModelRequest
from plans.records.model_reply import Answer
from plans.records.usage import Tokens, Usage

MILLION = 1_000_000
TOKEN_BYTES = 3
"""UTF-8 bytes of a token; prose has some four, JSON and code three."""
EVENT_SIZE = 100
"""Bytes to a token in a stream, where each comes in an event of its own; most have more."""
PICTURE_TOKENS = 1_500
"""Of a screenshot."""


def cost_of(tokens: Tokens, price: Price) -> float:
    """US dollars."""
    cached = price.input if price.cached_input is None else price.cached_input
    fresh = max(tokens.input - tokens.cached_input, 0)
    return (fresh * price.input + tokens.cached_input * cached + tokens.output * price.output) / MILLION


def input_estimate(request: ModelRequest) -> int:
    """Tokens of what is sent."""
    tools = sum(len(one.parameters) + len(one.description) for one in request.tools)
    shape = len(request.shape.schema_text) if request.shape else 0
    return sum(map(_message_tokens, request.messages)) + (tools + shape) // TOKEN_BYTES + 20


def most_tokens(request: ModelRequest) -> Tokens:
    """What a request may take at most: its size, and the longest answer that it asks for."""
    return Tokens(input=input_estimate(request), output=request.sampling.max_output)


def answer_estimate(text: str) -> int:
    """Tokens of what was answered."""
    return len(text.encode()) // TOKEN_BYTES + 1


def written_by(answer: Answer) -> str:
    """All that a model wrote in an answer."""
    uses = (f"{use.name}{use.arguments}" for use in answer.tool_uses)
    return "".join([answer.text, answer.refusal, *uses])


def received_estimate(received: int, *, is_streamed: bool) -> int:
    """Tokens of so many bytes of an answer, whole or in part."""
    return received // (EVENT_SIZE if is_streamed else TOKEN_BYTES)


def beside(told: Tokens | None, least: Tokens) -> Tokens:
    """What is charged beside a report that does not tell all; `least` is what sizes come to."""
    said = told or Tokens()
    return Tokens(input=0 if said.input else least.input, output=max(least.output - said.output, 0))


def one_call(told: Tokens | None, estimated: Tokens | None, price: Price | None) -> Usage:
    """What one call used; `estimated`: beside what was told, None where that is all."""
    known, more = told or Tokens(), estimated or Tokens()
    is_exact = estimated is None
    return Usage(
        calls=1,
        unreported=int(not is_exact),
        tokens=known,
        estimated=more.total,
        cost=cost_of(known, price) if price and is_exact else None,
        charged=cost_of(known + more, price) if price else 0.0,
    )


def _message_tokens(message: Message) -> int:
    used = sum(len(use.arguments.encode()) for use in message.tool_uses)
    return (len(message.text.encode()) + used) // TOKEN_BYTES + PICTURE_TOKENS * len(message.pictures) + 8
