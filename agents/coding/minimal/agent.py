"""The minimal code agent: a model asked by our gateway, and tools that work in the sandbox."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, cast

from agents.coding.minimal.tools import LONGEST, Hands, cut, offers, perform
from agents.coding.model_access import door_to, noted, supplied
from agents.coding.program import TurnEnding, TurnMessage, TurnReport
from agents.coding.roster import Spent, TurnLimits
from agents.coding.transcripts import Opened, told_if_stopped, trajectory_text, well_told
from agents.gateway.budget import TOKEN_BYTES
from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import EndpointFailed, RequestTooLong, Sign, ended_by
from plans.files import read_own_record, write_record, write_text
from plans.plain_text import well_formed
from plans.records.base import FileRecord
from plans.records.code_agent import AgentReport, AgentSpec, Brief, ToolCall
from plans.records.model_call import Message, ModelCall, ModelReply, ModelUses, ToolUse, model_use
from plans.records.sandboxing import Mirror, NetworkAccess, SandboxLimits, SandboxNeeds
from plans.time_limits import RunningTimeLimit

NOTE = "conversation.json"
"""File in a trial's memory."""
CONTEXT = 100_000
"""Tokens, as they are estimated, beyond which old results of tools are left out."""
SHARE = 0.6
"""Of it that is left after that: a little at each step would keep endpoints from finding anything in their caches."""
LEFT_OUT = "[left out, as the conversation grew too long; look again if you need it]"
FRESH = 4
"""Messages at the end of which nothing is left out."""


class Conversation(FileRecord):
    """`conversation.json` in a trial's memory."""

    SCHEMA: ClassVar[str] = "conversation"

    messages: tuple[Message, ...] = ()

    @property
    def size(self) -> int:
        """Tokens, as they are estimated."""
        return sum(map(_size, self.messages))

    def having(self, *messages: Message) -> "Conversation":
        """It with these at its end."""
        return self.model_copy(update={"messages": (*self.messages, *messages)})

    def fitted(self, most: int = CONTEXT) -> "Conversation":
        """It without its oldest results of tools, as far as it has to be; the same where it is short enough."""
        if self.size <= most:
            return self
        messages, size = list(self.messages), self.size
        for place, message in enumerate(messages[:-FRESH]):
            if size <= most * SHARE:
                break
            if message.role == "tool":
                shorter = message.model_copy(update={"text": LEFT_OUT})
                size -= max(_size(message) - _size(shorter), 0)
                messages[place] = shorter if _size(shorter) < _size(message) else message
        return self.model_copy(update={"messages": tuple(messages)})


def kept_in(memory: Path | None) -> Conversation:
    """What was said in the rounds before; nothing where nothing is kept."""
    if memory is None or not (memory / NOTE).is_file():
        return Conversation()
    return read_own_record(memory / NOTE, Conversation)


def keep_in(memory: Path | None, conversation: Conversation) -> None:
    """Keep it for the next round."""
    if memory is not None:
        write_record(memory / NOTE, conversation)


def _size(message: Message) -> int:
    used = sum(len(use.arguments) for use in message.tool_uses)
    return (len(message.text.encode(errors="replace")) + used) // TOKEN_BYTES + 8


SHOWN = 2_000
"""Characters of a wish or a result that the transcript shows; the trajectory has all of it."""


def tool_call(use: ToolUse) -> ToolCall:
    """A wish as a trajectory has it; arguments that are no object stand there as the model wrote them."""
    try:
        value: Any = json.loads(use.arguments or "{}")
    except (ValueError, RecursionError):
        value = None
    arguments = cast("dict[str, Any]", value) if isinstance(value, dict) else {"arguments": use.arguments}
    return ToolCall(tool_call_id=use.id, function_name=use.name, arguments=arguments)


def transcript_of(message: str, steps: Sequence[TurnMessage], ending: TurnEnding) -> str:
    """The turn as it went."""
    parts = [f"--- message ---\n{message.rstrip()}"]
    for number, step in enumerate(steps, 1):
        parts.append(f"--- step {number} ---")
        if step.text.strip():
            parts.append(step.text.strip())
        for call in step.calls:
            wish = json.dumps(call.arguments, ensure_ascii=False)
            parts.append(f"> {call.function_name} {cut(wish, SHOWN)}")
            parts.append(cut(step.results.get(call.tool_call_id, "(not done)"), SHOWN))
    parts.append(f"--- {ending.ended}{f': {ending.detail}' if ending.detail else ''} ---")
    return well_formed("\n".join(parts) + "\n")


NUDGES = 3
"""Answers, one after another, of which none can be followed, until the agent counts as having given up."""
SAID = 300
"""Characters of a refusal that are told."""
SHRINKING = 0.7
"""Of a conversation that its model does not read, what is tried next."""
LIMITS = SandboxLimits(memory_bytes=4_000_000_000, processes=1024, cpu_seconds=4 * 3600, output_bytes=400_000)
_PROMPTS = Prompts("agents.coding.minimal")
_USED = ("system", "nudge")


@dataclass
class _Turn:
    """A turn as it stands."""

    brief: Brief
    conversation: Conversation
    spent: Spent
    is_resumed: bool
    steps: list[TurnMessage] = field(default_factory=list[TurnMessage])
    replies: list[ModelReply] = field(default_factory=list[ModelReply])
    idle: int = 0
    """Answers since the last that could be followed."""
    most: int = CONTEXT
    """Tokens that the model is taken to read."""


class MinimalAgent:
    """Implements plans.contracts.coding.CodeAgent with a model in the role `coder`, and a handful of tools."""

    def __init__(
        self,
        spec: AgentSpec,
        sandbox: SandboxProvider,
        model: Model,
        limits: TurnLimits,
        mirror: Mirror | None = None,
    ) -> None:
        """`spec` names its model, or none: then the role's own plays. AuthorError where something is missing for it.

        `mirror` is where it may have packages; None: nowhere.
        """
        self._named = spec.options.get("model")
        played = model.ready("coder", self._named)
        self._sampling = played.sampling
        sampling = played.sampling.model_dump(exclude_none=True)
        options = {
            "model": played.model,
            "endpoint": played.endpoint,
            **{name: str(value) for name, value in sampling.items()},
            "prompts": _PROMPTS.template_hash(*_USED)[:16],
            **limits.described(),
        }
        self.spec = spec.model_copy(update={"options": {**spec.options, **options}})
        self._sandbox = sandbox
        self._model = model
        self._limits = limits
        self._mirror = mirror

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Ask and do, until the model is done or a limit is met.

        Beside the transcript lie the trajectory, the replies that it worked by, and what it had from the mirror. Raises
        BudgetError when the budget of the run or of the role is used up, and EndpointRefused: the turn counts for
        nothing then, and what was answered is given again when it is taken up.
        """
        began = time.monotonic()
        memory = brief.memory if self.spec.options.get("session", "same") == "same" else None
        turn = self._begun(brief, kept_in(memory))
        door = door_to(self._mirror)
        with told_if_stopped(transcript, lambda: turn.spent.usage):
            async with supplied(door, self._sandbox) as supply:
                network = NetworkAccess(gateways=supply.gateways)
                needs = SandboxNeeds(workspace=workspace, limits=LIMITS, network=network)
                async with self._sandbox.open(needs) as sandbox:
                    ending = await self._ending(turn, Hands(sandbox, supply.environment))
        keep_in(memory, turn.conversation)
        self._tell(turn, ending, transcript)
        report = AgentReport(
            ended=ending.ended,
            detail=ending.detail,
            seconds=time.monotonic() - began,
            session="resumed" if turn.is_resumed else "fresh",
        )
        return noted(door, transcript, report.using(turn.spent.usage))

    def first_call(self, brief: Brief) -> ModelCall:
        """What its model is asked first in a turn of which nothing went before."""
        return self._call(self._begun(brief, Conversation()))

    def nudged_call(self, brief: Brief, answer: str) -> ModelCall:
        """What it is asked after a first answer that uses no tool."""
        turn = self._begun(brief, Conversation())
        turn.conversation = turn.conversation.having(Message(role="assistant", text=answer))
        self._nudge(turn, is_cut=False)
        return self._call(turn)

    def _begun(self, brief: Brief, before: Conversation) -> _Turn:
        is_resumed = bool(before.messages)
        mirrored = self._mirror.kinds if self._mirror else ()
        system = _PROMPTS.rendered(
            "system",
            longest=LONGEST,
            steps=self._limits.steps,
            longest_answer=f"{self._sampling.max_output:,}",
            mirrored=mirrored,
        )
        opening = () if is_resumed else (Message(role="system", text=system),)
        conversation = before.having(*opening, Message(role="user", text=brief.message))
        return _Turn(brief, conversation, Spent(self._limits), is_resumed)

    async def _ending(self, turn: _Turn, hands: Hands) -> TurnEnding:
        """How the turn ends, once it does."""
        bound = RunningTimeLimit(turn.brief.time_limit)
        try:
            async with bound:
                return await self._done(turn, hands)
        except TimeoutError:
            if not bound.expired():
                raise
            return TurnEnding(ended_by({Sign.TIMED_OUT}), f"after {len(turn.steps)} steps")
        except EndpointFailed as error:
            return TurnEnding(ended_by({Sign.ENDPOINT_IN_TROUBLE}), str(error))

    async def _done(self, turn: _Turn, hands: Hands) -> TurnEnding:
        """Step after step."""
        while True:
            if used := turn.spent.budget_used():
                return TurnEnding(ended_by({Sign.BUDGET_REFUSED}), f"used: {used}")
            if met := turn.spent.limit_met():
                return TurnEnding(ended_by({Sign.SAID_GIVEN_UP}), f"met its limit: {met}")
            if turn.idle >= NUDGES:
                return TurnEnding(ended_by({Sign.SAID_GIVEN_UP}), f"said nothing to be done {NUDGES} times")
            try:
                reply = await self._reply(turn)
            except RequestTooLong as error:
                if not turn.replies and not turn.is_resumed:
                    raise
                return TurnEnding(ended_by({Sign.SAID_GIVEN_UP}), f"its conversation grew too long: {error}")
            turn.spent.add(reply)
            if reply.answer.is_cut:
                self._nudge(turn, is_cut=True)
                continue
            if reply.answer.is_declined:
                words = reply.answer.refusal[:SAID] or "its endpoint withheld the answer"
                return TurnEnding(ended_by({Sign.SAID_GIVEN_UP}), f"its model declined: {words}")
            turn.replies.append(reply)
            if await self._followed(turn, reply, hands):
                return TurnEnding(ended_by({Sign.SAID_DONE}))

    async def _reply(self, turn: _Turn) -> ModelReply:
        """The model's next answer, to a conversation that is no longer than it reads."""
        while True:
            turn.conversation = turn.conversation.fitted(turn.most)
            try:
                return await self._model.reply(self._call(turn))
            except RequestTooLong:
                turn.most = int(turn.conversation.size * SHRINKING)
                if turn.conversation.fitted(turn.most) == turn.conversation:
                    raise

    def _call(self, turn: _Turn) -> ModelCall:
        """Trials are told apart by their seed and agents by their name: the same words said there are other calls."""
        brief = turn.brief
        return ModelCall(
            role="coder",
            messages=turn.conversation.messages,
            tools=offers(),
            model=self._named,
            # What it cannot use was paid for too, and counts.
            takes_any_end=True,
            template_hash=_PROMPTS.template_hash(*_USED),
            salt=f"{self.spec.name}/{brief.random_seed}/{brief.round}",
            stage=self.spec.name,
            project=brief.project,
            round=brief.round,
        )

    async def _followed(self, turn: _Turn, reply: ModelReply, hands: Hands) -> bool:
        """Do what a reply wants done, one after the other; True when it was the last."""
        said = Message(role="assistant", text=reply.text, tool_uses=reply.tool_uses)
        if not reply.tool_uses:
            turn.steps.append(TurnMessage(text=reply.text))
            turn.conversation = turn.conversation.having(said)
            self._nudge(turn, is_cut=False)
            return False
        turn.idle = 0
        answers: list[Message] = []
        results: dict[str, str] = {}
        is_last = False
        calls = tuple(map(tool_call, reply.tool_uses))
        # Noted before it is done: whoever is stopped in the middle of a step has begun it.
        turn.steps.append(TurnMessage(text=reply.text, calls=calls))
        for use in reply.tool_uses:
            done = await perform(use, hands)
            results[use.id] = done.told
            answers.append(Message(role="tool", text=done.told, answers=use.id))
            turn.steps[-1] = TurnMessage(text=reply.text, calls=calls, results=dict(results))
            is_last = is_last or done.is_last
        turn.conversation = turn.conversation.having(said, *answers)
        return is_last

    def _nudge(self, turn: _Turn, *, is_cut: bool) -> None:
        turn.idle += 1
        told = _PROMPTS.rendered("nudge", is_cut=is_cut).strip()
        turn.conversation = turn.conversation.having(Message(role="user", text=told))

    def _tell(self, turn: _Turn, ending: TurnEnding, transcript: Path) -> None:
        brief, spec = turn.brief, self.spec
        told = well_told(TurnReport(ended="nothing", steps=tuple(turn.steps)))
        opened = Opened(brief.message, f"{spec.name}-{brief.random_seed}", turn.is_resumed)
        trajectory = trajectory_text(spec, spec.options["model"], opened, told, turn.spent.usage)
        write_text(transcript, transcript_of(brief.message, turn.steps, ending))
        write_text(transcript.with_name("trajectory.json"), trajectory)
        write_record(transcript.with_name("uses.json"), ModelUses(uses=tuple(map(model_use, turn.replies))))
