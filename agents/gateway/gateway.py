"""The gateway: one call in, one reply or one error out, for every role; and whether the models of the roles answer."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import partial

from agents.gateway.budget import Expected, Purse, RoleModel, cost_of, part_of, prices_of, purse_of
from agents.gateway.client import Client
from agents.gateway.journal import Journal, key_of_request, open_journal
from agents.gateway.prompts import Prompts, fill, shape_hash
from agents.gateway.retry import AskedEndpoint, EndpointLine, PaidCall, RetryNotices, used_by_answer
from agents.gateway.transport import proxy_for
from plans.digests import text_digest
from plans.errors import AnswerRefused, AnswerTruncated, BenchwrightError, Cause
from plans.records.base import Record
from plans.records.model_call import (
    AskedShape,
    EndpointAnswer,
    Filled,
    Message,
    ModelCall,
    ModelReply,
    ModelRequest,
    Rung,
    S,
    Shape,
    as_known,
)
from plans.records.model_settings import ROLES, Endpoint, ModelRole, ModelSettings
from plans.records.usage import Foreseen, ModelUsage, PlayedRole

GRACE = 5.0
"""Seconds in which calls that nobody awaits any more may still bring their replies into the journal, at the end."""
Connect = Callable[[Endpoint, str], AskedEndpoint]
"""Who asks an endpoint, with its key."""
_PROMPTS = Prompts("agents.gateway")
CHECK_SECONDS = 30.0
"""Seconds of a role's call, with every wait: whoever tries out an endpoint sits before it."""


class Gateway:
    """Implements plans.contracts.models.Model; inside `open_gateway`."""

    def __init__(
        self,
        settings: ModelSettings,
        journal: Journal,
        connect: Connect,
        key_of: Callable[[Endpoint], str],
        purse: Purse | None = None,
        notices: RetryNotices | None = None,
    ) -> None:
        self._settings = settings
        self._notices = notices or RetryNotices()
        self._journal = journal
        self._connect = connect
        self._key_of = key_of
        self._parts: dict[tuple[ModelRole, str | None, str | None], RoleModel] = {}
        self._lines: dict[str, EndpointLine] = {}
        self._under_way: set[PaidCall] = set()
        self.purse = purse or purse_of(settings)
        if not journal.is_replay:
            self.purse.take_over(journal.usage(), prices_of(settings))

    async def reply(self, call: ModelCall) -> ModelReply:
        """What the model of the call's role says; raises the errors of plans.contracts.models.Model."""
        reply, _ = await self._replied(call, None)
        return reply

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        """The same in a shape; raises AnswerMisshapen too."""
        return await fill(call, shape, self._replied, self._ignores)

    def usage(self) -> ModelUsage:
        """All that was used since the journal began."""
        return self._journal.usage()

    def played(self) -> tuple[PlayedRole, ...]:
        """Who plays each role that was made ready, but for models and endpoints in place of its own."""
        own = [part for (_, *named), part in self._parts.items() if not any(named)]
        return tuple(part.played for part in sorted(own, key=lambda part: part.role))

    def prepare(self, *roles: ModelRole) -> None:
        """Have it all there that these roles need; raises AuthorError and ProxyUnusable, before anything was asked.

        A role that is first asked later is made ready then.
        """
        for role in roles:
            self._part(role)

    def ready(self, role: ModelRole, model: str | None = None, endpoint: str | None = None) -> PlayedRole:
        """The same for one of them, and for a model or an endpoint in place of its own; tells who plays it."""
        return self._part(role, model, endpoint).played

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        """What this will cost in US dollars; None: not known. Raises BudgetError where it is more than may be used."""
        if self._journal.is_replay:
            return 0.0
        prices = [self._part(one.role, one.model).price for one in uses]
        expected = [
            Expected(one.role, one.calls, one.tokens, price) for one, price in zip(uses, prices, strict=True)
        ]
        self.purse.require_room(expected)
        costs = [cost_of(one.tokens, one.price) for one in expected if one.price]
        return sum(costs) if len(costs) == len(expected) else None

    async def close(self) -> None:
        """Wait a little for what is out, as it will be paid for; then let go of everything. Nothing else goes out."""
        tasks = [call.task for call in self._under_way]
        for call in self._under_way:
            call.close()
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for line in self._lines.values():
            await line.asked.close()

    async def _replied(self, call: ModelCall, shape: AskedShape | None) -> tuple[ModelReply, bool]:
        """The reply, and whether it came from the endpoint just now."""
        part = self._part(call.role, call.model, call.endpoint)
        request = ModelRequest(
            endpoint=part.endpoint.name,
            model=part.model,
            sampling=part.sampling,
            messages=call.messages,
            tools=call.tools,
            shape=shape,
            shape_hash=shape_hash() if shape else "",
            salt=call.salt,
        )
        key = key_of_request(request)
        known = self._journal.reply(key)
        answer = known or await self._shared(key, call, part, request)
        if not call.takes_any_end:
            _refuse_unusable(answer, part)
        used = used_by_answer(request, answer, part.price)
        words = [f"{one.role}\x1f{one.text}" for one in map(as_known, call.messages)]
        reply = ModelReply(
            role=call.role,
            endpoint=part.endpoint.name,
            model=part.model,
            sampling=part.sampling,
            answer=answer,
            prompt_hash=text_digest("\x1e".join([*words, request.shape_hash] if shape else words)),
            template_hash=call.template_hash,
            key=key,
            cost=used.cost,
            usage=used,
        )
        return reply, known is None

    async def _shared(
        self, key: str, call: ModelCall, part: RoleModel, request: ModelRequest
    ) -> EndpointAnswer:
        """The answer to a request that may be under way already."""
        joined = (one for one in self._under_way if one.key == key and not one.task.cancelling())
        paid = next(joined, None)
        if paid is None:
            self._journal.require(key, call)
            paid = PaidCall(key, call, part, request, self._line(part), self.purse, self._journal)
            self._under_way.add(paid)
            paid.task.add_done_callback(partial(self._forget, paid))
        return await paid.answer()

    def _forget(self, paid: PaidCall, ended: asyncio.Task[EndpointAnswer]) -> None:
        self._under_way.discard(paid)
        # Where nobody waits any more nobody would ask for it, and asyncio tell of that.
        if not ended.cancelled():
            ended.exception()

    def _part(self, role: ModelRole, model: str | None = None, endpoint: str | None = None) -> RoleModel:
        named = (role, model, endpoint)
        if named not in self._parts:
            # A replay asks nobody, and needs no key.
            key_of = _no_key if self._journal.is_replay else self._key_of
            is_priced = self.purse.run.allowance.cost is not None
            part = part_of(role, self._settings, key_of, model=model, endpoint=endpoint, is_priced=is_priced)
            if not self._journal.is_replay:
                # The client asks for it too: here it is known before anything is asked.
                proxy_for(part.endpoint.url)
            self._parts[named] = part
        return self._parts[named]

    def _line(self, part: RoleModel) -> EndpointLine:
        name = part.endpoint.name
        if name not in self._lines:
            asked = self._connect(part.endpoint, part.key)
            self._lines[name] = EndpointLine(asked, part.endpoint.at_once, name, self._notices)
        return self._lines[name]

    def _ignores(self, reply: ModelReply) -> None:
        line = self._lines.get(reply.endpoint)
        if line is not None and reply.answer.rung is not None:
            line.ignores(reply.model, reply.answer.rung)


@asynccontextmanager
async def open_gateway(
    settings: ModelSettings,
    key_of: Callable[[Endpoint], str],
    journal: Journal | None = None,
    connect: Connect = Client,
    purse: Purse | None = None,
    notices: RetryNotices | None = None,
) -> AsyncGenerator[Gateway]:
    """The gateway as long as it is used; without a `journal` replies are kept as long as it is open.

    `purse` left out: what authoring may use. `notices` left out: nobody is told of calls
    that are tried again.
    """
    with nullcontext(journal) if journal else open_journal() as kept:
        gateway = Gateway(settings, kept, connect, key_of, purse, notices)
        try:
            yield gateway
        finally:
            await gateway.close()


def _refuse_unusable(answer: EndpointAnswer, part: RoleModel) -> None:
    """Raise ModelError for an answer that came whole and stands for nothing."""
    if answer.is_cut:
        raise AnswerTruncated(
            f"{part.asked} was cut off at {part.sampling.max_output:,} tokens, and half of what it says would pass for "
            f"all. Raise `max_output` under [roles.{part.role}] in benchwright.toml, and give the same command again."
        )
    if answer.is_declined:
        words = f": {answer.refusal[:300]!r}" if answer.refusal else ""
        who = "declined" if answer.refusal else "was withheld by its endpoint"
        raise AnswerRefused(
            f"{part.asked} {who}{words}. Asked the same it would say the same: change what is asked, or name another "
            "model for the role."
        )


def _no_key(endpoint: Endpoint) -> str:
    return ""


class Ready(Shape):
    """The answer to a test of the connection."""

    word: str
    """The word that was asked for."""


def check_call(role: ModelRole) -> ModelCall:
    """The tiny call, to be answered in the shape of Ready."""
    return ModelCall(
        role=role,
        messages=(Message(role="user", text=_PROMPTS.rendered("check")),),
        template_hash=_PROMPTS.template_hash("check"),
        stage="check",
    )


class RoleCheck(Record):
    """What a role's call came to."""

    role: ModelRole
    endpoint: str = ""
    model: str = ""
    answered_by: str = ""
    """The model as the endpoint calls it; empty where it does not say."""
    json_by: Rung | None = None
    """How the endpoint is asked for JSON: by the surest way that it takes."""
    repairs: int = 0
    """How often the model had to be shown its errors."""
    left_out: tuple[str, ...] = ()
    """Parameters that are set for the role and that the endpoint does not take."""
    tells_usage: bool = False
    tokens: int = 0
    cost: float | None = None
    """US dollars; None: not known."""
    seconds: float = 0.0
    fault: str = ""
    """Why there is no answer, and what to do; empty where there is one."""
    cause: Cause | None = None
    """Whose fault that is."""


def checked_soon(settings: ModelSettings) -> ModelSettings:
    """The settings with no longer deadline for a role than a check has."""
    parts = {role: settings.part(role) for role in ROLES}
    bounded = {
        role: part.model_copy(update={"deadline": min(part.deadline, CHECK_SECONDS)})
        for role, part in parts.items()
    }
    return settings.model_copy(update={"roles": bounded})


async def check_roles(gateway: Gateway, roles: Sequence[ModelRole]) -> list[RoleCheck]:
    """Ask the model of each role once, all at the same time; those that are set alike are asked together."""
    return list(await asyncio.gather(*(_checked(gateway, role) for role in roles)))


async def _checked(gateway: Gateway, role: ModelRole) -> RoleCheck:
    began = time.monotonic()
    found = RoleCheck(role=role)
    try:
        played = gateway.ready(role)
        found = found.model_copy(update={"endpoint": played.endpoint, "model": played.model})
        replies = (await gateway.filled(check_call(role), Ready)).replies
    except BenchwrightError as error:
        told = {"fault": str(error), "cause": error.cause, "seconds": time.monotonic() - began}
        return found.model_copy(update=told)
    last = replies[-1].answer
    tokens = [reply.answer.tokens for reply in replies]
    costs = [reply.cost for reply in replies]
    return found.model_copy(
        update={
            "answered_by": last.model,
            "json_by": last.rung,
            "repairs": len(replies) - 1,
            "left_out": last.left_out,
            "tells_usage": None not in tokens,
            "tokens": sum(one.total for one in tokens if one),
            "cost": None if None in costs else sum(cost for cost in costs if cost),
            "seconds": time.monotonic() - began,
        }
    )
