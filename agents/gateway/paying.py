"""Paying for one call: every try of it is held room for, noted before it goes out, and charged as it ends."""

import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.gateway.budget import Purse
from agents.gateway.estimating import (
    answer_estimate,
    beside,
    input_estimate,
    most_tokens,
    one_call,
    received_estimate,
    written_by,
)
from agents.gateway.faults import Fault
from agents.gateway.journal import Journal
from agents.gateway.parts import Part
from agents.gateway.trying import Attempt
from plans.records.endpoint import Price
from plans.records.model_call import ModelCall, ModelRequest
from plans.records.model_reply import Answer
from plans.records.usage import Tokens, Usage


class Bill(NamedTuple):
    """What is asked, on whose account."""

    key: str
    call: ModelCall
    part: Part
    request: ModelRequest


@dataclass
class Payment:
    """Of one call that is under way; implements agents.gateway.trying.Fare."""

    bill: Bill
    purse: Purse
    journal: Journal
    waiting: int = 0
    """How many wait for its answer. One that nobody waits for goes on only as far as it will be paid for anyway."""
    is_closed: bool = False
    """Whether no try of it may go out any more, whoever waits."""
    is_out: bool = False
    """Whether a try of it is with the endpoint now."""
    task: asyncio.Task[Answer] = field(init=False)

    def reserved(self) -> AbstractAsyncContextManager[None]:
        """Room in the budget for one try; raises BudgetError where there is none."""
        bill = self.bill
        return self.purse.reserved(bill.call.role, bill.request, bill.part.price)

    def begin(self) -> None:
        """Note a try that goes out now; raises CancelledError where nobody waits for its answer any more."""
        if self.is_closed or not self.waiting:
            raise asyncio.CancelledError("nobody waits for the answer any more")
        bill = self.bill
        # Should the process be killed, nobody knows how far the model got: all that it may take is charged then.
        feared = one_call(None, most_tokens(bill.request), bill.part.price)
        self.journal.begin(bill.key, bill.call, bill.request, feared)
        self.is_out = True

    def end(self, attempt: Attempt, ended: Answer | Fault | None, seconds: float) -> None:
        """Charge a try, and keep its answer."""
        self.is_out = False
        bill = self.bill
        used = used_by(bill.request, attempt, ended, bill.part.price)
        self.purse.charge(bill.call.role, used, bill.part.price)
        self.purse.learn(bill.call.role, bill.request, used, bill.part.price)
        answer = ended if isinstance(ended, Answer) else None
        self.journal.end(bill.key, bill.call, answer, used, seconds)

    async def answer(self) -> Answer:
        """Wait for the answer. Who stops waiting does not stop a try that has gone out: it is being paid for, and the
        journal is to have what it brings.
        """
        self.waiting += 1
        try:
            return await asyncio.shield(self.task)
        finally:
            self.waiting -= 1
            if not self.waiting:
                self._let_go()

    def close(self) -> None:
        """Let nothing of it go out any more."""
        self.is_closed = True
        self._let_go()

    def _let_go(self) -> None:
        if not self.is_out:
            self.task.cancel()


def used_by_answer(request: ModelRequest, answer: Answer, price: Price | None) -> Usage:
    """What a whole answer took, or is estimated to have taken."""
    if answer.tokens is not None:
        return one_call(answer.tokens, None, price)
    written = answer_estimate(written_by(answer))
    return one_call(None, Tokens(input=input_estimate(request), output=written), price)


def used_by(
    request: ModelRequest, attempt: Attempt, ended: Answer | Fault | None, price: Price | None
) -> Usage:
    """What a try took, or is estimated to have taken; None: it was stopped before anything came of it."""
    if isinstance(ended, Answer):
        return used_by_answer(request, ended, price)
    reason = ended.reason if ended else "left"
    came = received_estimate(attempt.received, is_streamed=attempt.is_streamed)
    least = Tokens(input=input_estimate(request), output=came)
    match ended:
        case Fault(is_cut=False, tokens=Tokens() as told):
            used = one_call(told, None, price)
        case Fault(may_be_paid=False):
            used = one_call(None, None, price)
        case _:
            told = ended.tokens if ended else None
            used = one_call(told, beside(told, least), price)
    return used.model_copy(update={"failed": {reason: 1}})
