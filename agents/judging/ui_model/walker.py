"""Tasks that the program did not pass are adapted by the model, and tried anew by the program.

The program runs the steps of a task and stops where it gets no further, or where it sees the contrary of what is
expected. The model is shown that page, the steps with what came of them, and what the targets were taken for. It
answers with bindings and with actions in place of a step, and the program runs the task again with other made-up
values. What passes so was observed by the program. The model's word alone passes nothing. It can only confirm a failure
that the program saw, or that nothing in a fully explored app is what a step needs.
"""

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import Field

from agents.browser.charting.atlas import Atlas, Screen, element_of, outline
from agents.browser.grounding.looks import look_of
from agents.browser.made_up import MadeUp
from agents.browser.snapshot import Snapshot
from agents.gateway.prompts import Prompts
from agents.gateway.quoting import string
from agents.judging.bound import Objection, is_operable
from agents.judging.dag import Mishap
from agents.judging.programmatic import Run, said_by
from agents.judging.telling import shown, told
from agents.judging.ui_model.binder import AnsweredBinding, Binder, page_lines
from agents.judging.wire import Stuck, TaskRequest, WorkerReply
from plans.contracts.models import Model
from plans.digests import text_digest, value_digest
from plans.errors import BrowserLost, Event, ModelError, event_of
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.expectations import Visible
from plans.records.expressions import placeholders
from plans.records.findings import AdaptedStep, Finding, Look, Meaning
from plans.records.judging import JudgeRequest, retry_salt
from plans.records.model_call import Message, ModelCall
from plans.records.model_shape import Shape
from plans.records.model_use import ModelUse, model_use
from plans.records.steps import (
    Action,
    Back,
    Check,
    Click,
    Compute,
    Drag,
    Draw,
    Expect,
    Fill,
    Generate,
    Hover,
    Press,
    Reload,
    Remember,
    Select,
    Upload,
)
from plans.records.targets import Role, Target
from plans.records.values import written
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
_KEYS = re.compile(
    r"Enter|Escape|Tab|Shift\+Tab|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)"
    r"|(Control|Meta)\+[abd-uwyz]|/"
)
"""Keys that an action may press: none that enter text, or what the clipboard holds."""
_ONLY_LOOKED = ("press", "press and confirm", "point", "back", "key")
"""What may be done before something is observed or read: nothing that enters a value, or hides what was not shown."""
_OPERATES = frozenset({"press", "press and confirm", "choose", "tick", "untick", "drag", "upload", "key"})
"""What may stand for a press: something that the app can react to."""
_LETTERS_OF_PAGE = 40_000
"""Letters of the page and of other screens that a question shows at most."""
_MOST_OBJECTIONS = 12
_DEAD = frozenset({Event.PAGE_UNRESPONSIVE, Event.NOT_SERVABLE, Event.SERVER_SILENT})
"""Events of an app that does not answer, in which no model sees more."""
_MOST_ACTIONS = 12
"""Actions that one answer may hold."""
_SHORTEST_VALUE = 3
"""Letters from which a value tells what an element is that holds it."""
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


class AnsweredAction(Shape):
    """One thing to be done in the app."""

    step: int
    """Number of the step that it belongs to."""
    place: Literal["before", "instead"]
    """before: done before the step, which is done then too. instead: done in place of the step."""
    do: Literal[
        "press", "press and confirm", "fill", "choose", "tick", "untick", "key", "point", "drag", "upload", "reload",
        "back",
    ]  # fmt: skip
    """What is done. press and confirm: press, and accept the question that follows. choose: an option, of a list of any
    kind. point: move the pointer onto it."""
    element: str | None
    """Sign of the element on the page shown; null for reload, back, and a key that is pressed nowhere in particular."""
    onto: str | None
    """Of drag: sign of the element on which it is dropped; else null."""
    text: str | None
    """Of fill, what is entered; of choose, the option's words; of key, its name such as Enter. Values that the steps
    made up or read are written as {name}: another time they are others. Else null."""


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
    """What was asked about one task so far."""

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
        """What comes of a task; raises what a worker's run raises."""

        async def bounded(asked: TaskRequest) -> WorkerReply:
            try:
                return await run(asked)
            except ValueError as error:
                # A page can make a reply longer than a line may be.
                raise BrowserLost(f"A worker's reply could not be read: {error}") from error

        return await self._decided(request, bounded)

    async def _decided(self, request: TaskRequest, run: Run) -> TaskVerdict | Mishap:
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
            reply = await run(self._adapted_request(walk, 2 * number))
            if reply.verdict is not None and reply.verdict.status is Status.PASSED:
                # An app that works now and then would pass by chance: what passes has to pass again.
                again = await run(self._adapted_request(walk, 2 * number + 1))
                if again.verdict is None or again.verdict.status is Status.PASSED:
                    return said_by(again) if again.verdict is None else _adapted_verdict(walk, reply.verdict)
                reply = again
        if reply.verdict is None:
            return said_by(reply)
        if not is_tried or first_stuck is None:
            return _noted(first, f"a model saw: {said}") if said else first
        return _open(first, first_stuck, f"a model expects it to hold ({said}), and no way of it passed")

    def _adapted_request(self, walk: _Walk, number: int) -> TaskRequest:
        """The task with what was bound and adapted, and with other made-up values than those that the model saw."""
        return walk.request.model_copy(
            update={
                "bound": self._binder.current,
                "adapted": tuple(walk.adapted.values()),
                "random_seed": _seed(walk.request, number),
                "lead": None,
            }
        )

    async def _is_taken(self, walk: _Walk, stuck: Stuck, answer: WalkAnswer) -> bool:
        """Whether anything of an answer can be tried; what cannot is told with the next question."""
        objections: list[Objection] = await self._binder.adopt(stuck.page, answer.bindings, walk.task)
        made_up = MadeUp(_seed(walk.request, len(walk.uses)), self._today)
        adapted, faults = adapted_steps(walk.task, stuck, answer.actions, str(made_up.value("title")))
        walk.adapted |= adapted
        walk.said |= {
            number: "; ".join(
                " ".join(filter(None, (one.do, one.element and adapted_words(stuck, one.element), one.text)))
                for one in answer.actions
                if one.step == number
            )
            for number in adapted
        }
        walk.objections = ([f"{one.target}: {one.why}" for one in objections] + faults)[:_MOST_OBJECTIONS]
        if not answer.bindings and not answer.actions:
            walk.objections.append("`try` needs a binding or an action: nothing was to be tried")
        refused = {one.target for one in objections}
        return bool(adapted) or any(one.target not in refused for one in answer.bindings)

    async def _asked(self, walk: _Walk, verdict: TaskVerdict, stuck: Stuck, number: int) -> WalkAnswer:
        page = "\n".join(page_lines(outline(stuck.page, "s1")))[:_LETTERS_OF_PAGE]
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


_OPERATED_AS: Mapping[str, Role] = {
    "press": "button",
    "press and confirm": "button",
    "fill": "textbox",
    "choose": "combobox",
    "tick": "checkbox",
    "untick": "checkbox",
    "upload": "file",
}
"""What is done → the role of what it is done to."""


def adapted_steps(
    task: EvaluationTask, stuck: Stuck, answered: Sequence[AnsweredAction], made_up: str
) -> tuple[dict[int, AdaptedStep], list[str]]:
    """Actions of an answer as steps that the program can run, by the step that they belong to, and what is wrong.

    Of a step whose actions are not all in order nothing is taken. `made_up` is entered where a choice is replaced by
    free text: the model does not choose what its own way is held against.
    """
    faults: list[str] = []
    if len(answered) > _MOST_ACTIONS:
        return {}, [f"{len(answered)} actions are too many: at most {_MOST_ACTIONS} are tried"]
    found: dict[int, AdaptedStep] = {}
    for number in dict.fromkeys(one.step for one in answered):
        own = [one for one in answered if one.step == number]
        adapting = _Adapting(task, stuck, number, own, made_up)
        wrong = list(adapting.faults())
        faults += [f"step {number}: {fault}" for fault in wrong]
        if not wrong:
            found[number] = adapting.adapted()
    return found, faults


@dataclass(frozen=True, slots=True)
class _Adapting:
    """The actions that belong to one step."""

    task: EvaluationTask
    stuck: Stuck
    number: int
    answered: Sequence[AnsweredAction]
    made_up: str

    @property
    def _enters_choice(self) -> bool:
        """Whether free text stands for a choice."""
        step = self.task.steps[self.number - 1]
        return self.is_instead and isinstance(step, Select) and step.bind is not None

    @property
    def is_instead(self) -> bool:
        return any(one.place == "instead" for one in self.answered)

    def faults(self) -> Iterator[str]:
        """Why the actions cannot be tried."""
        if not 1 <= self.number <= len(self.task.steps):
            yield f"the task has {len(self.task.steps)} steps"
            return
        step = self.task.steps[self.number - 1]
        if self.is_instead:
            yield from self._replacing_faults()
        for one in self.answered:
            if one.do in _OPERATED_AS or one.do in ("point", "drag"):
                yield from self._element_faults(one.do, one.element)
            if one.do == "drag":
                yield from self._element_faults(one.do, one.onto)
            if one.do in ("fill", "choose", "key") and one.text is None:
                yield f"{one.do} needs a text"
            if one.do == "key" and not _KEYS.fullmatch(one.text or ""):
                yield f"the key {string(one.text or '', 20)} is not pressed"
            if isinstance(step, Expect | Remember | Compute | Draw) and one.do not in _ONLY_LOOKED:
                yield f"nothing is entered or reloaded ({one.do}) before something is observed or read"
            if one.do == "upload" and not isinstance(step, Upload):
                yield "only a step that gives a file can be replaced by an upload"
            if unknown := [name for name in placeholders(one.text or "") if name not in self._bound_names()]:
                yield f"{{{unknown[0]}}} is bound by no step before it"

    def _bound_names(self) -> set[str]:
        """Names that are bound when the step is come to."""
        before = self.task.steps[: self.number - 1]
        return {name for step in before if (name := getattr(step, "bind", None))}

    def _replacing_faults(self) -> Iterator[str]:
        step = self.task.steps[self.number - 1]
        if self.number != self.stuck.step:
            yield "only the step that got stuck is replaced; bind the targets of others, or act before them"
        if isinstance(step, Expect | Remember | Generate | Draw | Compute):
            yield "the program reads or computes it, so that it is not replaced; act before it, or bind what it reads"
        if isinstance(step, Click | Check | Drag | Upload) and not _OPERATES & {
            one.do for one in self.answered
        }:
            yield "none of its actions is anything that the app could react to"
        entered = [one for one in self.answered if one.do in ("fill", "choose") and one.text]
        if isinstance(step, Select) and step.bind is not None and len(entered) != 1:
            yield f"its actions have to enter or choose one value, which {{{step.bind}}} is then"
        if isinstance(step, Fill | Select) and step.value is not None:
            names = list(placeholders(step.value))
            needed = [f"{{{name}}}" for name in names] or [step.value]
            texts = [one.text or "" for one in self.answered if one.do in ("fill", "choose")]
            given = " ".join([*texts, *map(self._said, self.answered)])
            if missing := [word for word in needed if word not in given]:
                yield f"its actions enter or choose {missing[0]!r} nowhere"

    def _said(self, one: AnsweredAction) -> str:
        """What an element says, with values in it as names."""
        index = self._index(one.element)
        if index is None:
            return ""
        words = _words(self.stuck.page, index)
        for name, value in self._values():
            words = words.replace(value, f"{{{name}}}")
        return words

    def _element_faults(self, do: str, sign: str | None) -> Iterator[str]:
        index = self._index(sign)
        if index is None:
            yield f"{do}: no element of the page goes by the sign {sign!r}"
        elif do in _OPERATED_AS and not is_operable(self.stuck.page, index, _OPERATED_AS[do]):
            yield f"{do}: {sign} takes no press or entry"

    def _index(self, sign: str | None) -> int | None:
        found = element_of(Atlas(screens=(Screen(way=(), snapshot=self.stuck.page),), presses=0), sign or "")
        return found[1] if found else None

    def _values(self) -> list[tuple[str, str]]:
        bound = self._bound_names()
        names = {name: value for name, value in self.stuck.names.items() if name in bound}
        pairs = ((name, written(value)) for name, value in names.items() if isinstance(value, str))
        return [(name, value) for name, value in pairs if len(value) >= _SHORTEST_VALUE]

    def adapted(self) -> AdaptedStep:
        """The actions as steps; `faults` has found none."""
        actions: list[Action] = []
        meant: list[Meaning] = []

        def target(sign: str | None, role: Role) -> Target:
            index = self._index(sign)
            assert index is not None
            name = f"adapted step {self.number}, part {len(meant) + 1}"
            look, containing = self._look(index)
            found = Target(role=role, name=name, containing=containing)
            meant.append(Meaning(target=found.anywhere, look=look))
            return found

        for one in self.answered:
            actions.append(self._action(one, target))
        return AdaptedStep(
            step=self.number, actions=tuple(actions), meant=tuple(meant), is_instead=self.is_instead
        )

    def _look(self, index: int) -> tuple[Look, str | None]:
        """What an element looks like, and the value that it holds, where that is another each time."""
        look = look_of(self.stuck.page, index)
        words = _words(self.stuck.page, index)
        held = next((name for name, value in self._values() if value.casefold() in words.casefold()), None)
        if held is None:
            return look, None
        bare = Look(look.tag, look.role, look.tokens, (), is_any_words=True)
        return bare, f"{{{held}}}"

    def _action(self, one: AnsweredAction, target: Callable[[str | None, Role], Target]) -> Action:
        step = self.task.steps[self.number - 1]
        text = one.text or ""
        match one.do:
            case "press" | "press and confirm":
                own = step.then if self.is_instead and isinstance(step, Click) else None
                then = "confirm" if one.do == "press and confirm" else own
                return Click(do="click", target=target(one.element, "button"), then=then)
            case "fill":
                value = self.made_up if self._enters_choice else text
                return Fill(do="fill", target=target(one.element, "textbox"), value=value)
            case "choose":
                return Select(do="select", target=target(one.element, "combobox"), value=text)
            case "tick" | "untick":
                return Check(do="check", target=target(one.element, "checkbox"), on=one.do == "tick")
            case "key":
                return Press(do="press", key=text, target=target(one.element, "any") if one.element else None)
            case "point":
                return Hover(do="hover", target=target(one.element, "any"))
            case "drag":
                return Drag(do="drag", target=target(one.element, "any"), to=target(one.onto, "any"))
            case "upload":
                assert isinstance(step, Upload)
                return step.model_copy(update={"target": target(one.element, "file")})
            case "reload":
                return Reload(do="reload")
            case "back":
                return Back(do="back")


def adapted_words(stuck: Stuck, sign: str) -> str:
    """An element of the page in words."""
    found = element_of(Atlas(screens=(Screen(way=(), snapshot=stuck.page),), presses=0), sign)
    return string(_words(*found), 60) if found else ""


def _words(snapshot: Snapshot, index: int) -> str:
    element = snapshot.elements[index]
    return " ".join((element.name or snapshot.text(index)).split())
