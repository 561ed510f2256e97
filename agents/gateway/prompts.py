"""Prompts, rendered strictly from Jinja files beside the agent that speaks them; answers in a shape; and a model that
only keeps what it is asked, by which prompts are shown without being sent.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import ValidationError

from plans.digests import text_digest, value_digest
from plans.errors import AnswerMisshapen, ModelError
from plans.files import read_text
from plans.plain_text import plain, plain_line
from plans.records.model_call import (
    AskedShape,
    EndpointAnswer,
    Filled,
    Message,
    ModelCall,
    ModelReply,
    Rung,
    S,
    Shape,
    asked_shape,
)
from plans.records.model_settings import ModelRole, SamplingSettings
from plans.records.usage import Foreseen, ModelUsage, PlayedRole

LONGEST_LINE = 400
"""Characters of what stands in one line of ours."""
LONGEST_REASON = 1500
"""Characters of what an answer is sent back for."""
ENDING = ".md.jinja"
_MARKED = re.compile(r"\A(?:\s*<think(?:ing)?>.*?</think(?:ing)?>)+\s*", re.DOTALL)
_UNENDED = re.compile(r"\A\s*<think(?:ing)?>", re.DOTALL)
_UNBEGUN = re.compile(r"\A.*?^[ \t]*</think(?:ing)?>[ \t]*$\s*", re.DOTALL | re.MULTILINE)
"""Where the endpoint's own template has begun them: their end stands on a line of its own."""
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


def line(text: str, longest: int = LONGEST_LINE) -> str:
    """In one line, whatever line ends there are in it; one of more characters than `longest` is cut."""
    words = plain_line(text)
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def reason(text: str) -> str:
    """A line that says what is to be put right: longer than others, since what is cut of it nobody can mend."""
    return line(text, LONGEST_REASON)


def message(text: str) -> str:
    """What somebody said: each of its lines begins with the mark of a quotation, so that none is ours."""
    return "\n".join(f"> {row}".rstrip() for row in plain(text).strip("\n").split("\n"))


def document(text: str) -> str:
    """What is handed over whole: between two fences that are longer than any row of tildes in it."""
    body = plain(text).strip("\n")
    longest = max((len(row) for row in re.findall("~+", body)), default=0)
    fence = "~" * max(longest + 1, 3)
    return f"{fence}markdown\n{body}\n{fence}"


def string(text: str, longest: int = LONGEST_LINE) -> str:
    """Within quotation marks, in one line: as in JSON, nothing in it can end them. A long one is cut, which is told."""
    words = plain_line(text)
    said = json.dumps(words[:longest], ensure_ascii=False)
    return said if len(words) <= longest else f"{said} (cut: {len(words)} characters)"


class Prompts:
    """The prompts in the folder `prompts` of a package, such as `agents.users`.

    What comes from an item, a user, a page or a model goes through one of the filters `line`, `message` and `document`
    (agents.gateway.prompts), so that nothing in it can speak in our name.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def rendered(self, name: str, **words: object) -> str:
        """The prompt `<name>.md.jinja`; a word that it needs and does not get is an error."""
        return self._environment.get_template(f"{name}{ENDING}").render(words)

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """Name of each file → its digest."""
        return {file.name: text_digest(read_text(file)) for file in sorted(self._folder.glob("*.jinja"))}

    def template_hash(self, *names: str) -> str:
        """Digest of these prompts; one that includes another is named with it."""
        return value_digest({name: self.hashes[f"{name}{ENDING}"] for name in sorted(names)})

    @cached_property
    def _folder(self) -> Path:
        spec = find_spec(self._package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"no package {self._package!r}", name=self._package)
        return Path(spec.origin).with_name("prompts")

    @cached_property
    def _environment(self) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(self._folder),
            # Markdown for a program: words of others are quoted by the filters below, and never read as a template.
            autoescape=False,
            undefined=StrictUndefined,
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {"line": line, "reason": reason, "message": message, "document": document}
        return environment


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


def shape_hash() -> str:
    """Digest of the prompt that tells of a schema: it joins a call after its messages were digested."""
    return _PROMPTS.template_hash("shape")


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
        told = _PROMPTS.rendered("misshapen", found=found, schema=asked.schema_text)
        shown = (Message(role="assistant", text=reply.text), Message(role="user", text=told))
        call = call.model_copy(update={"messages": (*call.messages, *shown)})


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


class NotAnswered(ModelError):
    """The call was kept and not sent."""

    def __init__(self) -> None:
        super().__init__("The prompt is only shown, and no model is asked.")


class CapturedCall(NamedTuple):
    """One call, as it would have been sent."""

    call: ModelCall
    shape: AskedShape | None
    """None: the answer is free text."""


class PromptCapture:
    """Implements plans.contracts.models.Model: keeps what is asked, and answers nothing, or only the first calls."""

    def __init__(self, answers: Sequence[Shape] = ()) -> None:
        """`answers` are given to the first calls for values of their shapes, so that later prompts can be seen."""
        self._answers = list(answers)
        self.asked: list[CapturedCall] = []
        """What it was asked, in order."""

    async def reply(self, call: ModelCall) -> ModelReply:
        """Raises NotAnswered."""
        self.asked.append(CapturedCall(call, None))
        raise NotAnswered

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        """The next answer, if it has the shape; else raises NotAnswered."""
        self.asked.append(CapturedCall(call, asked_shape(shape)))
        value = self._answers[0] if self._answers else None
        if not isinstance(value, shape):
            raise NotAnswered
        del self._answers[0]
        return Filled(value, (self.unpaid(call, value.model_dump_json()),))

    def ready(self, role: ModelRole, model: str | None = None, endpoint: str | None = None) -> PlayedRole:
        """A placeholder for whoever would play it."""
        return PlayedRole(
            role=role, endpoint="(endpoint)", model=model or "(model)", sampling=SamplingSettings()
        )

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        """Nothing is spent."""
        return 0.0

    def played(self) -> tuple[PlayedRole, ...]:
        """Nobody."""
        return ()

    def usage(self) -> ModelUsage:
        """Nothing."""
        return ModelUsage()

    @staticmethod
    def unpaid(call: ModelCall, text: str) -> ModelReply:
        """A reply that nobody was asked for."""
        return ModelReply(
            role=call.role,
            endpoint="(endpoint)",
            model="(model)",
            sampling=SamplingSettings(),
            answer=EndpointAnswer(text=text, finish="stop"),
            prompt_hash="",
            template_hash=call.template_hash,
            key="",
            cost=0.0,
        )
