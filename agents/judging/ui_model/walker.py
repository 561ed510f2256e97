"""Tasks that the program did not pass are adapted by the model, and tried anew by the program.

The program runs the steps of a task and stops where it gets no further, or where it sees the contrary of what is
expected. The model is shown that page, the steps with what came of them, and what the targets were taken for. It
answers with bindings and with actions in place of a step, and the program runs the task again with other made-up
values. What passes so was observed by the program. The model's word alone passes nothing. It can only confirm a failure
that the program saw, or that nothing in a fully explored app is what a step needs.
"""

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import Field

from agents.browser.charting.atlas import outline
from agents.browser.made_up import MadeUp
from agents.gateway.prompts import Prompts
from agents.gateway.quoting import string
from agents.judging.bound import Objection
from agents.judging.dag import Mishap
from agents.judging.programmatic import Run, said_by
from agents.judging.telling import shown, told
from agents.judging.ui_model.adapting import AnsweredAction, actions_in_words, adapted_steps
from agents.judging.ui_model.binder import AnsweredBinding, Binder
from agents.judging.wire import Stuck, TaskRequest, WorkerReply
from plans.contracts.models import Model
from plans.digests import text_digest, value_digest
from plans.errors import Event, ModelError, event_of
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.expectations import Visible
from plans.records.findings import AdaptedStep, Finding
from plans.records.judging import JudgeRequest, retry_salt
from plans.records.model_call import Message, ModelCall
from plans.records.model_shape import Shape
from plans.records.model_use import ModelUse, model_use
from plans.records.steps import Expect
from plans.records.verdict import (
    BY_POINTING,
    OutcomeCause,
    OutcomeVerdict,
    Status,
    TaskVerdict,
    World,
)
from plans.records.walk import found_in

_PROMPTS = Prompts("agents.judging.ui_model")
_TEMPLATE = "walk"
NO_MORE_SEEN = "a model saw no more"
"""Mark of a program's verdict that stands after a model has looked."""
_APPS_OWN = frozenset(
    {
        OutcomeCause.CONTRARY_OBSERVED,
        OutcomeCause.NOT_BOUND,
        OutcomeCause.MISSING,
        OutcomeCause.ABSENT_BY_PROOF,
        OutcomeCause.VACUOUS,
    }
)
"""Causes that say something of the app: a failure is confirmed of these alone, and of no fault of ours."""
_LETTERS_OF_PAGE = 40_000
"""Letters of the page and of other screens that a question shows at most."""
_MOST_OBJECTIONS = 12
_DEAD = frozenset({Event.PAGE_UNRESPONSIVE, Event.NOT_SERVABLE, Event.SERVER_SILENT})
"""Events of an app that does not answer, in which no model sees more."""
_LONGEST = 300
"""Letters of a model's reason, and of an objection."""
_LONGEST_LINE = 240
"""Letters of what came of a step."""
_LONGEST_END = 900
"""The same of the step at which a task got stuck."""


class WalkBounds(Record):
    """How often the model is asked about tasks that did not pass. All of it is in the judge's digest."""

    tries: int = Field(default=3, ge=1, le=20)
    """Questions about one task."""
    questions: int = Field(default=20, ge=0)
    """Questions about all tasks of one submission."""
    has_pictures: bool = False
    """Whether the model is shown a picture of the page; it has to be one that sees."""


class WalkAnswer(Shape):
    """What is to be done about a task that did not pass."""

    reason: str
    """In one or two sentences: what this page shows, and why it did not pass."""
    conclusion: Literal["try", "fails", "cannot tell"]
    """try: the task is tried again with the bindings and actions below. fails: the app was operated as the steps mean
    it and does otherwise, or it has nothing by which it could be done. cannot tell: neither is certain."""
    bindings: list[AnsweredBinding]
    """Of things that were taken for something else, or not found; empty where none."""
    actions: list[AnsweredAction]
    """In order; empty where none."""


@dataclass(slots=True)
class _Walk:
    """Questions about one task, and what has come of them so far."""

    request: TaskRequest
    adapted: dict[int, AdaptedStep] = field(default_factory=dict[int, AdaptedStep])
    uses: list[ModelUse] = field(default_factory=list[ModelUse])
    objections: list[str] = field(default_factory=list[str])
    said: dict[int, str] = field(default_factory=dict[int, str])
    """Number of a step → its adaptation in words."""

    @property
    def task(self) -> EvaluationTask:
        return self.request.task


class Walker:
    """Implements agents.judging.programmatic.AppBinder: binds what is open, and adapts tasks that do not pass."""

    def __init__(
        self, model: Model, request: JudgeRequest, binder: Binder, bounds: WalkBounds, today: datetime
    ) -> None:
        """`today`: what the app takes for now."""
        self._today = today
        self._model = model
        self._request = request
        self._binder = binder
        self._bounds = bounds
        self._left = bounds.questions

    async def decided(self, request: TaskRequest, run: Run) -> TaskVerdict | Mishap:
        """The verdict of a task; raises BrowserLost, and what else a run by a worker raises."""
        reply = await self._binder.tried(request, run)
        verdict = reply.verdict
        if verdict is None or verdict.status is Status.PASSED or request.task.is_of_clause:
            return self._credited(request.task, said_by(reply))
        if request.world is not World.OPEN or verdict.event in _DEAD:
            return verdict
        walk = _Walk(request)
        known = self._binder.known_of(request.task)
        try:
            found = await self._walked(walk, reply, run)
        except ModelError as error:
            return Mishap(event_of(error), f"a model could not look: {error}")
        if isinstance(found, Mishap):
            return found
        if found.status is not Status.PASSED:
            await self._binder.restore(known, request.task)
        return self._credited(request.task, found.model_copy(update={"uses": tuple(walk.uses)}))

    async def _walked(self, walk: _Walk, reply: WorkerReply, run: Run) -> TaskVerdict | Mishap:
        """Ask, and try what is answered, until it passes, the model comes to an end, or no question is left.

        A failure of a try counts where the model confirms it. Else the verdict from before all tries stays open, or
        becomes so where it had failed.
        """
        first, first_stuck = reply.verdict, reply.stuck
        assert first is not None
        said, is_tried = "", False
        for number in range(1, self._bounds.tries + 1):
            verdict, stuck = reply.verdict, reply.stuck
            if verdict is None:
                return said_by(reply)
            if stuck is None or not self._left:
                break
            self._left -= 1
            answer = await self._asked(walk, verdict, stuck, number)
            said = string(answer.reason, _LONGEST)
            if answer.conclusion == "fails":
                return self._confirmed(walk.task, verdict, stuck, said)
            if answer.conclusion == "cannot tell":
                return _open(verdict, stuck, f"a model cannot tell: {said}")
            if not await self._is_taken(walk, stuck, answer):
                continue
            is_tried = True
            reply = await self._replayed(walk, number, run)
            if reply.verdict is not None and reply.verdict.status is Status.PASSED:
                return _adapted_verdict(walk, reply.verdict)
        if reply.verdict is None:
            return said_by(reply)
        if not is_tried or first_stuck is None:
            return _noted(first, f"a model saw: {said}") if said else first
        return _open(first, first_stuck, f"a model expects it to hold ({said}), and no way of it passed")

    async def _replayed(self, walk: _Walk, number: int, run: Run) -> WorkerReply:
        """What comes of the adapted task. An app that works now and then would pass by chance, so a pass has to come
        twice; else it is the try that did not pass.
        """
        reply = await run(self._adapted_request(walk, 2 * number))
        if reply.verdict is None or reply.verdict.status is not Status.PASSED:
            return reply
        return await run(self._adapted_request(walk, 2 * number + 1))

    def _adapted_request(self, walk: _Walk, number: int) -> TaskRequest:
        """The task with what was bound and adapted, and with other made-up values than those that the model saw."""
        return walk.request.model_copy(
            update={
                "bound": self._binder.current,
                "adapted": tuple(walk.adapted.values()),
                "random_seed": _seed(walk.request, number),
                "before": None,
            }
        )

    async def _is_taken(self, walk: _Walk, stuck: Stuck, answer: WalkAnswer) -> bool:
        """Whether anything of an answer can be tried; what cannot is told with the next question."""
        objections: list[Objection] = await self._binder.adopt(stuck.page, answer.bindings, walk.task)
        made_up = MadeUp(_seed(walk.request, len(walk.uses)), self._today)
        adapted, faults = adapted_steps(walk.task, stuck, answer.actions, str(made_up.value("title")))
        walk.adapted |= adapted
        walk.said |= {
            number: actions_in_words(stuck.page, [one for one in answer.actions if one.step == number])
            for number in adapted
        }
        walk.objections = ([f"{one.target}: {one.why}" for one in objections] + faults)[:_MOST_OBJECTIONS]
        if not answer.bindings and not answer.actions:
            walk.objections.append("`try` needs a binding or an action: nothing was to be tried")
        refused = {one.target for one in objections}
        return bool(adapted) or any(one.target not in refused for one in answer.bindings)

    async def _asked(self, walk: _Walk, verdict: TaskVerdict, stuck: Stuck, number: int) -> WalkAnswer:
        page = "\n".join(outline(stuck.page, "s1"))[:_LETTERS_OF_PAGE]
        screens = "\n".join(await self._binder.other_screens())[: _LETTERS_OF_PAGE // 2]
        words = _PROMPTS.rendered(
            _TEMPLATE,
            task=walk.task,
            steps=list(_steps(walk, stuck)),
            names=[(name, string(shown(value), _LONGEST)) for name, value in stuck.names.items()],
            things=await self._binder.things_of(walk.task, stuck.bindings),
            screens=screens,
            verdict=verdict,
            reasons={
                one.outcome: string(one.reason, _LONGEST)
                for one in verdict.outcomes
                if one.status is not Status.PASSED and one.outcome not in stuck.outcomes
            },
            objections=walk.objections,
            tries_left=min(self._bounds.tries - number, self._left),
            page=page,
            # No page can know the digest of its own words, so none can write the line that ends it.
            mark=text_digest(page + screens)[:12],
        )
        in_vain = self._request.unusable_answers.get(walk.task.id, 0)
        call = ModelCall(
            role="ui_judge",
            messages=(Message(role="user", text=words, pictures=self._pictures(verdict, stuck)),),
            template_hash=_PROMPTS.template_hash(_TEMPLATE),
            salt=retry_salt(f"{walk.task.id} {number}", in_vain),
            stage="judge",
            project=self._request.item,
        )
        answer = await self._model.filled(call, WalkAnswer)
        walk.uses += map(model_use, answer.replies)
        return answer.value

    def _pictures(self, verdict: TaskVerdict, stuck: Stuck) -> tuple[str, ...]:
        """The picture of the page on which it got stuck, as a `data:` address."""
        seen = next((one.observation for one in verdict.outcomes if one.outcome in stuck.outcomes), None)
        if not self._bounds.has_pictures or self._request.evidence is None or seen is None:
            return ()
        if (
            seen.screenshot is None
            or not (file := self._request.evidence / Path(seen.screenshot).name).is_file()
        ):
            return ()
        return (f"data:image/jpeg;base64,{base64.b64encode(file.read_bytes()).decode()}",)

    def _confirmed(self, task: EvaluationTask, verdict: TaskVerdict, stuck: Stuck, said: str) -> TaskVerdict:
        """A failure that the model sees too.

        An expectation that the program did not see hold, with all steps before it done, has failed. A step that could
        not be done fails the task only where the whole app was explored: else what it needs may be elsewhere.
        """
        concerned = [one for one in verdict.outcomes if one.outcome in stuck.outcomes]
        if not {one.cause for one in concerned} <= _APPS_OWN:
            return _open(verdict, stuck, f"a model sees it fail ({said}), and the program did not see enough")
        if verdict.status is Status.FAILED:
            return _noted(verdict, f"a model confirms it: {said}")
        was_observed = isinstance(task.steps[stuck.step - 1], Expect) and not any(
            one.is_unseen for one in concerned
        )
        if not was_observed and not self._binder.is_whole:
            return _open(verdict, stuck, f"a model sees no way ({said}), and not all of the app was explored")
        cause = OutcomeCause.CONTRARY_OBSERVED if was_observed else OutcomeCause.ABSENT_BY_PROOF
        update = {"status": Status.FAILED, "cause": cause, "decided_by": "model"}
        return _with_outcomes(verdict, stuck, Status.FAILED, f"a model confirms it: {said}", update)

    def _credited(self, task: EvaluationTask, met: TaskVerdict | Mishap) -> TaskVerdict | Mishap:
        """A passing verdict with what it owes to the model: that something can be seen, where the model said what."""
        if isinstance(met, Mishap) or met.status is not Status.PASSED:
            return met
        by_model = {
            step.outcome
            for step in task.steps
            if isinstance(step, Expect)
            for seen in found_in(step.that, Visible)
            if self._binder.is_by_model(seen.target)
        }
        outcomes = tuple(
            one.model_copy(update={"decided_by": "model"}) if one.outcome in by_model else one
            for one in met.outcomes
        )
        return met.model_copy(update={"outcomes": outcomes})


def _steps(walk: _Walk, stuck: Stuck) -> Iterator[dict[str, str | int | bool]]:
    """The task's steps in words, with what came of each."""
    for number, step in enumerate(walk.task.steps, 1):
        adapted = walk.adapted.get(number)
        came = stuck.account[number - 1] if number <= len(stuck.account) else ""
        yield {
            "number": number,
            "words": told(step),
            "adapted": string(walk.said.get(number, ""), _LONGEST) if adapted else "",
            "is_instead": adapted is not None and adapted.is_instead,
            "came": string(came, _LONGEST_END if number == stuck.step else _LONGEST_LINE) if came else "",
            "is_stuck": number == stuck.step,
        }


def _seed(request: TaskRequest, number: int) -> int:
    return int(value_digest([request.random_seed, request.task.id, number])[:12], 16)


def _adapted_verdict(walk: _Walk, verdict: TaskVerdict) -> TaskVerdict:
    """A verdict that passed, with how: the next round begins with it."""
    marks = tuple(sorted({*verdict.marks, BY_POINTING}))
    adapted = tuple(walk.adapted.values())
    finding = verdict.finding or Finding()
    update = {"marks": marks, "finding": finding.model_copy(update={"adapted": adapted})}
    return verdict.model_copy(update=update if adapted else {"marks": marks})


def _noted(verdict: TaskVerdict, said: str) -> TaskVerdict:
    """A program's verdict after the model has looked."""
    marks = tuple(sorted({*verdict.marks, NO_MORE_SEEN}))
    return verdict.model_copy(update={"reason": f"{verdict.reason}; {said}", "marks": marks})


def _open(verdict: TaskVerdict, stuck: Stuck, why: str) -> TaskVerdict:
    """A verdict that stays open, or becomes so, since program and model do not agree on it."""
    if verdict.status is Status.UNRESOLVED:
        return _noted(verdict, why)
    update = {"status": Status.UNRESOLVED, "cause": OutcomeCause.DISPUTED}
    return _with_outcomes(verdict, stuck, Status.UNRESOLVED, why, update)


def _with_outcomes(
    verdict: TaskVerdict, stuck: Stuck, status: Status, why: str, update: Mapping[str, object]
) -> TaskVerdict:
    """The verdict with the outcomes decided anew at which the task got stuck, and those that failed beside them."""

    def is_concerned(one: OutcomeVerdict) -> bool:
        return one.outcome in stuck.outcomes or (status is Status.UNRESOLVED and one.status is Status.FAILED)

    outcomes = tuple(
        one.model_copy(update={**update, "reason": f"{one.reason}; {why}"}) if is_concerned(one) else one
        for one in verdict.outcomes
    )
    reason = f"{verdict.reason}; {why}"
    return verdict.model_copy(update={"status": status, "outcomes": outcomes, "reason": reason})
