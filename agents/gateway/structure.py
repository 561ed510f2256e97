"""Answers in a shape: JSON found in what a model says, checked, and asked for again."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from agents.gateway.prompts import Prompts
from plans.errors import AnswerMisshapen
from plans.records.model_call import AskedShape, Filled, Message, ModelCall, ModelReply, Rung, S, asked_shape

_MARKED = re.compile(r"\A(?:\s*<think(?:ing)?>.*?</think(?:ing)?>)+\s*", re.DOTALL)
_UNENDED = re.compile(r"\A\s*<think(?:ing)?>", re.DOTALL)
_UNBEGUN = re.compile(r"\A.*?^[ \t]*</think(?:ing)?>[ \t]*$\s*", re.DOTALL | re.MULTILINE)
"""Where the endpoint's own template has begun them: their end stands on a line of its own."""


class ModelAnswer(NamedTuple):
    """What a model said."""

    thoughts: str
    answer: str
    """Empty where it never got beyond its thoughts."""


def parted(text: str) -> ModelAnswer:
    """Thoughts at the beginning of a text, their marks included, and what follows them."""
    found = _MARKED.match(text)
    if found is None:
        if _UNENDED.match(text):
            return ModelAnswer(text, "")
        found = _UNBEGUN.match(text)
    return ModelAnswer(found.group(), text[found.end() :]) if found else ModelAnswer("", text)


_PROMPTS = Prompts("agents.gateway")


def shape_told(schema: str) -> str:
    """What tells a model of a schema."""
    return _PROMPTS.rendered("shape", schema=schema)


def misshapen_told(found: Sequence[str], schema: str) -> str:
    """What tells it what is wrong with an answer of its own, and of the schema again."""
    return _PROMPTS.rendered("misshapen", found=found, schema=schema)


def shape_hash() -> str:
    """Digest of the prompt that tells of a schema: it joins a call after its messages were digested."""
    return _PROMPTS.template_hash("shape")


REPAIRS = 2
"""How often a model is shown its errors."""
WHOLE = "the whole"
"""Place of an error that is in no part of an answer."""
LISTED = 20
"""Errors that are shown at once."""
FENCED = re.compile(r"```[A-Za-z0-9]*[ \t]*\n(.*)\n[ \t]*```", re.DOTALL)
STRUCTURAL = ("json_invalid", "missing", "extra_forbidden", "literal_error")
"""Kinds of errors that no model can make while it is held to a schema."""

Ask = Callable[[ModelCall, AskedShape], Awaitable[tuple[ModelReply, bool]]]
"""Has a call answered; says whether the endpoint was asked for it now."""


async def fill(call: ModelCall, shape: type[S], ask: Ask, ignores: Callable[[ModelReply], None]) -> Filled[S]:
    """The value that a model puts into the shape; raises AnswerMisshapen, and what `ask` raises.

    `ignores` is told of a reply that shows that the endpoint did not hold the model to what it was asked.
    """
    asked = asked_shape(shape)
    replies: list[ModelReply] = []
    while True:
        reply, is_new = await ask(call, asked)
        replies.append(reply)
        try:
            return Filled(shape.model_validate_json(json_in(reply.text)), tuple(replies))
        except ValidationError as error:
            found = complaints(error)
            kinds = {one["type"] for one in error.errors()}
        if is_new and _is_passed_over(reply.answer.rung, kinds):
            ignores(reply)
        if len(replies) > REPAIRS:
            raise AnswerMisshapen(
                f"Model {reply.model!r} of endpoint {reply.endpoint!r}, which plays {call.role}, gave no "
                f"answer in the form that was asked for, also after it was shown its errors {REPAIRS} times. At last: "
                f"{found[0].removeprefix(f'{WHOLE}: ')} in {reply.text[:200]!r}. Name a model for the role "
                "that writes JSON better."
            )
        call = call.model_copy(update={"messages": (*call.messages, *_shown(reply, found, asked))})


def json_in(text: str) -> str:
    """The JSON object in an answer: without thoughts before it, fences around it, and words on either side."""
    said = parted(text).answer or text
    if not said.lstrip().startswith("{") and (fenced := FENCED.search(said)):
        said = fenced.group(1)
    begin, end = said.find("{"), said.rfind("}")
    return said[begin : end + 1] if 0 <= begin < end else said.strip()


def complaints(error: ValidationError) -> list[str]:
    """What is wrong, each with its place, in words that a model can go by."""
    found = error.errors(include_url=False, include_context=False)
    return [
        f"{'.'.join(map(str, one['loc'])) or WHOLE}: {one['msg']}"
        + ("" if one["type"] in ("json_invalid", "missing") else f" (it is {str(one['input'])[:80]!r})")
        for one in found[:LISTED]
    ]


def _is_passed_over(rung: Rung | None, kinds: set[str]) -> bool:
    """Whether errors of these kinds show that an endpoint took no notice of how JSON was asked for.

    Bounds and patterns are not among them: not every endpoint that keeps to a schema keeps to these.
    """
    if rung == "json_schema":
        return any(kind in STRUCTURAL or kind.endswith(("_type", "_parsing")) for kind in kinds)
    return rung == "json_object" and "json_invalid" in kinds


def _shown(reply: ModelReply, found: list[str], asked: AskedShape) -> tuple[Message, Message]:
    told = misshapen_told(found, asked.schema_text)
    return Message(role="assistant", text=reply.text), Message(role="user", text=told)
